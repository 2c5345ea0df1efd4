"""Does an installed gamecore work? Run outside the source tree, by the interpreter it is installed for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import gamecore as gc

folder = Path(gc.__file__).parent
assert "site-packages" in folder.parts, f"this is not an installed gamecore: {folder}"
assert "numpy" not in sys.modules, "numpy is imported before it is needed"

for name in ("py.typed", "_core.pyi"):
    assert (folder / name).exists(), f"{name} is missing"
left = [path for path in folder.rglob("*") if path.suffix in {".rs", ".toml", ".orig"}]
assert not left, f"files that do not belong in a wheel: {left}"

for slug in gc.list_games():
    game = gc.game(slug)
    games = game.playouts(3, seed=1)
    assert games.returns.shape == (3, game.num_players)
    state = game.start(seed=1).play_random(5)
    assert game.from_bytes(state.to_bytes()) == state
    assert state.svg().startswith("<svg")
    assert str(state)

command = shutil.which("gamecore", path=str(Path(sys.executable).parent))
assert command, "the command gamecore is missing"
# A console that does not speak UTF-8 must do, too.
for words in (["list"], ["show", "hex"], ["simulate", "hex", "--games", "100"]):
    subprocess.run([command, *words], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONUTF8": "0"})
subprocess.run([sys.executable, "-m", "gamecore", "--version"], check=True, stdout=subprocess.DEVNULL)

if sysconfig.get_config_var("Py_GIL_DISABLED"):
    assert not sys._is_gil_enabled(), "importing gamecore has switched the GIL on"
print(f"gamecore {gc.__version__} works: {len(gc.list_games())} games, Python {sys.version.split()[0]}")

"""What one call costs from Python: copies, pickles, bytes, observations, the import."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import gamecore as gc
import numpy as np
import pytest
from bench_loop import IDS, PAIRS

pyspiel = pytest.importorskip("pyspiel")
STEPS = 40


def after_forty(subject: str, ours: Any, theirs: str) -> Any:
    """A position after forty moves (or the last one before the end)."""
    if subject == "gamecore":
        for seed in range(100):
            s = gc.game(ours[0], **ours[1]).start(seed).play_random(STEPS, gc.Rng(seed))
            if not s.is_over:
                return s
        return gc.game(ours[0], **ours[1]).start(0).play_random(STEPS // 2, gc.Rng(0))
    rng = np.random.default_rng(1)
    for steps in [STEPS] * 100 + [STEPS // 4]:
        s = pyspiel.load_game(theirs).new_initial_state()
        for _ in range(steps):
            if not s.is_terminal():
                s.apply_action(int(rng.choice(s.legal_actions())))
        if not s.is_terminal():
            return s
    raise AssertionError("no game is that long")


@pytest.mark.parametrize(("row", "ours", "theirs", "_games"), PAIRS, ids=IDS)
@pytest.mark.parametrize("subject", ["gamecore", "pyspiel"])
@pytest.mark.parametrize("what", ["copy", "pickle", "to_bytes", "observation"])
def test_calls(what: str, subject: str, row: str, ours: Any, theirs: str, _games: int, measure: Any) -> None:
    if (what, subject, row) == ("observation", "pyspiel", "einstein"):
        pytest.skip("pyspiel has no observation of this game")
    s = after_forty(subject, ours, theirs)
    calls = {"copy": 50_000, "pickle": 5_000, "to_bytes": 50_000, "observation": 20_000}[what]
    if subject == "gamecore":
        if what == "observation":
            out = np.empty(s.game.observation_shape, np.float32)
        call = {
            "copy": s.copy,
            "pickle": lambda: pickle.loads(pickle.dumps(s)),
            "to_bytes": s.to_bytes,
            "observation": lambda: s.observation(out=out),
        }[what]
    else:
        calls //= 10 if what in ("pickle", "to_bytes") else 1
        call = {
            "copy": s.clone,
            "pickle": lambda: pickle.loads(pickle.dumps(s)),
            "to_bytes": lambda: pickle.loads(pickle.dumps(s)),
            "observation": s.observation_tensor,
        }[what]

    def work() -> float:
        for _ in range(calls):
            call()
        return calls

    task = {
        "copy": "copy() beside clone()",
        "pickle": "pickle and back",
        "to_bytes": "to_bytes() beside the peer's pickle and back",
        "observation": "observation(out=...) beside observation_tensor()",
    }[what]
    measure(task, row, subject, "calls", work)


@pytest.mark.parametrize(("subject", "module"), [("gamecore", "gamecore"), ("pyspiel", "pyspiel"), ("numpy", "numpy")])
def test_import(subject: str, module: str, measure: Any) -> None:
    """Imports per second of CPU time, a bare interpreter's start taken off."""
    import resource

    def spent(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)

    rates = []

    def work() -> float:
        bare = min(spent("pass") for _ in range(3))
        rates.append(1 / max(1e-4, min(spent(f"import {module}") for _ in range(3)) - bare))
        return 1

    measure("import", "import", subject, "imports", work)
    from conftest import ROWS

    ROWS["import", "import"][subject] = (sorted(rates)[len(rates) // 2], "imports")

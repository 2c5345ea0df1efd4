"""The peers that are programs of their own: found, asked, and timed by the CPU time they take."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

#: Where build.sh puts them.
PEERS = Path(os.environ.get("PEERS_DIR") or Path(__file__).parents[2] / "target" / "peers")

#: Fairy-Stockfish with the rules of gamecore where its own variants differ.
VARIANTS = """\
[shogi56plus:gorogoro]
startFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[LNln] w 0 1
lance = l
shogiKnight = n
promotedPieceType = l:g n:g s:g p:g

[tori:torishogi]
mandatoryPiecePromotion = false
"""


def find(program: str) -> Path | None:
    """The program as build.sh made it, or Stockfish as the machine has it."""
    if (PEERS / program).is_file():
        return PEERS / program
    installed = shutil.which("stockfish") if program == "stockfish" else None
    return Path(installed) if installed else None


def shakmaty(variant: str, *what: str) -> dict[str, float]:
    """What gamecore-peers prints: `nodes` or `games` and `moves`, and `seconds` of CPU time."""
    done = subprocess.run([PEERS / "gamecore-peers", variant, *what], check=True, capture_output=True, text=True)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


class Engine:
    """A UCI engine that counts: a context manager."""

    def __init__(self, program: Path, variant: str | None = None, chess960: bool = False) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if variant in ("shogi56plus", "tori"):
            path = PEERS / "variants.ini"
            path.write_text(VARIANTS)
            self._say(f"setoption name VariantPath value {path}")
        if variant:
            self._say(f"setoption name UCI_Variant value {variant}")
        if chess960:
            self._say("setoption name UCI_Chess960 value true")
        self._say("isready")
        self._wait("readyok")

    def perft(self, depth: int, position: str) -> tuple[int, float]:
        """Leaves, and seconds of CPU time (without Linux: seconds by the clock). A position as UCI writes it."""
        self._say(f"position {position}")
        self._say("isready")
        self._wait("readyok")
        begun = self._time()
        self._say(f"go perft {depth}")
        line = self._wait("Nodes searched")
        return int(line.split()[-1]), self._time() - begun

    def _time(self) -> float:
        if sys.platform != "linux":
            return time.perf_counter()
        # The clock of another process, as clock_getcpuclockid(3) makes its number.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def _say(self, command: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def _wait(self, start: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(start):
                return line
        raise RuntimeError(f"{self.process.args!r} ended before {start!r}")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

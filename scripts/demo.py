"""What gamecore does, shown in two parts; run by `make demo`.

1. Every record of a real game under tests/records is replayed turn by turn under the full rules, and the result it
   states is compared with the one on the board.
2. 100,000 random games of Hex on the 11 x 11 board: who wins, how long it takes, and how fast it goes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import gamecore as gc
from gamecore.cli.simulate import report, run

RECORDS = Path(__file__).parent.parent / "tests" / "records"

#: What a folder of records holds beside real games: where they come from, figures, random games and drawn positions.
OTHER = ("SOURCE", "expected", "positions", "random")


def record_files() -> Iterator[tuple[str, Path]]:
    """(slug, file) of each file with real games, for the games that exist."""
    for folder in sorted(RECORDS.iterdir()):
        if folder.name in gc.list_games():
            for file in sorted(folder.iterdir()):
                if not file.name.startswith(OTHER):
                    yield folder.name, file


def replay() -> int:
    """Replays the records; returns the number of faults."""
    found: dict[str, list[int]] = {}
    faults = []
    begun = time.perf_counter()
    for slug, file in record_files():
        games = found.setdefault(slug, [0, 0, 0])
        try:
            for record in gc.iter_records(file, game=slug):
                games[0] += 1
                state = record.check()
                games[1] += len(record.turns)
                games[2] += state.is_over
        except gc.GamecoreError as error:
            faults.append(f"{slug}/{file.name}: {error}")
    seconds = time.perf_counter() - begun
    print("Real games, replayed with full checks\n")
    print(f"{'game':24}{'games':>8}{'turns':>8}{'played to the end':>20}")
    found["together"] = [sum(column) for column in zip([0, 0, 0], *found.values(), strict=True)]
    for name, counts in found.items():
        print("{:24}{:8}{:8}{:20}".format(name, *counts))
    print(f"\n{seconds:.2f} s, {len(faults)} faults")
    for fault in faults:
        print("  fault:", fault)
    return len(faults)


def simulate() -> None:
    """Plays random games of Hex and prints the statistics."""
    print("\nRandom games of Hex\n")
    facts = run(gc.game("hex", "size 11"), None, 100_000, 0, 0)
    print(report(facts))


if __name__ == "__main__":
    faults = replay()
    simulate()
    sys.exit(faults > 0)

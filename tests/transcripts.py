"""Games in the files of `tests/records`, replayed: random games with counts of legal turns, and printed transcripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import gamecore as gc

RECORDS = Path(__file__).parent / "records"
WINNER: dict[str, int | None] = {"first": 0, "second": 1, "draw": None}

Row = dict[str, Any]


def random_games(slug: str, file: str = "random_games.jsonl") -> Iterator[Row]:
    """The games of a file, one a line."""
    for line in (RECORDS / slug / file).read_text().splitlines():
        yield json.loads(line)


def replay_random_games(
    slug: str,
    start: Callable[[Row], gc.State] | None = None,
    check: Callable[[Row, gc.State], None] | None = None,
) -> int:
    """Replays a game's random games; returns how many there are.

    Compared are the number of legal turns before every turn, and the result. `start` gives the state in which a game
    begins (by default that of the variant which the file names), `check` looks at the one in which it ends. A result
    names a seat or a side.
    """
    games = 0
    for row in random_games(slug):
        s = start(row) if start else gc.game(slug, row["variant"]).start()
        for move, count in zip(row["moves"], row["legal_counts"], strict=True):
            assert s.num_turns() == count, (games, s.turns, s.position())
            s.play(move)
        assert s.outcome is not None, (games, s.position())
        seats = WINNER | {side.lower(): seat for seat, side in enumerate(s.sides)}
        assert s.outcome.winner == seats[row["result"]], (games, s.outcome)
        if check:
            check(row, s)
        games += 1
    return games


class Transcript(NamedTuple):
    """A printed game: what its head says, the turns, and the final diagram, a list of lines without indent."""

    facts: dict[str, str]
    turns: list[str]
    final: list[str]


def transcript(path: Path) -> Transcript:
    """Reads a file with head lines `key: value`, numbered `turns:`, and the board at the end under `final:`."""
    head, _, rest = path.read_text().partition("turns:\n")
    turns, _, final = rest.partition("final:\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    numbered = [line.strip().partition(" ")[2].strip() for line in turns.splitlines() if line.strip()]
    return Transcript(facts, numbered, [line.strip() for line in final.splitlines() if line.strip()])


def transcripts(slug: str) -> list[Path]:
    """The transcripts of a game."""
    return sorted(path for path in (RECORDS / slug).glob("*.txt") if path.name != "SOURCE.txt")


def replayed(slug: str, path: Path) -> tuple[Transcript, gc.State]:
    """Plays a transcript on a board of its `size`; compares the final diagram and the result with those printed."""
    printed = transcript(path)
    s = gc.game(slug, size=int(printed.facts["size"])).start()
    for turn in printed.turns:
        s.play(turn)
    assert s.cells() == "".join(printed.final)
    assert s.outcome is not None
    winner = printed.facts["result"].split()[0]
    assert winner == ("draw" if s.outcome.winner is None else s.sides[s.outcome.winner])
    return printed, s

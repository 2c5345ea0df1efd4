"""Reading PGN files, every move checked, beside python-chess: bytes per second."""

from __future__ import annotations

import io
import random
from typing import Any

import gamecore as gc
import pytest

chess_pgn = pytest.importorskip("chess.pgn")
GAMES = 400


def file_of(clocks: bool) -> bytes:
    """Games with the tags that sites write and, if asked for, a clock in every move."""
    rng = random.Random(1)
    game = gc.game("chess")
    out = []
    for number in range(GAMES):
        state = game.start().play_random(rng.randrange(40, 120), gc.Rng(number))
        tags = {
            "Event": "Rated blitz game",
            "Site": f"https://example.org/{rng.randrange(16**8):08x}",
            "Date": f"2024.{rng.randrange(1, 13):02}.{rng.randrange(1, 29):02}",
            "WhiteElo": str(rng.randrange(900, 2800)),
            "BlackElo": str(rng.randrange(900, 2800)),
            "TimeControl": "180+2",
            "ECO": "B12",
        }
        players = [f"player{rng.randrange(10_000)}" for _ in range(2)]
        record = gc.Record.from_state(state, players=players, tags=tags)
        if clocks:
            times = (f"[%clk 0:{rng.randrange(3):02}:{rng.randrange(60):02}]" for _ in record.turns)
            record.comments = dict(enumerate(times, 1))
        out.append(gc.dumps(record, "pgn"))
    return "".join(out).encode()


@pytest.mark.parametrize("row", ["bare moves", "with clocks"])
@pytest.mark.parametrize("subject", ["gamecore", "python-chess"])
def test_reading(subject: str, row: str, measure: Any) -> None:
    data = file_of(row == "with clocks")
    if subject == "python-chess":
        data = data[: data.index(b"\n\n[Event", len(data) // 20) + 2]

    def ours() -> float:
        assert all(record.final_state().ending is None for record in gc.iter_records(io.BytesIO(data), "pgn"))
        return len(data)

    def theirs() -> float:
        text = io.StringIO(data.decode())
        while (read := chess_pgn.read_game(text)) is not None:
            assert not read.errors
        return len(data)

    measure("Reading PGN, every move checked", row, subject, "bytes", ours if subject == "gamecore" else theirs)

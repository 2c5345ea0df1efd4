"""Hex: check figures, worked positions, swap, records, and a second opinion."""

from __future__ import annotations

import json
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree, agree_with_open_spiel
from reference.hex import Reference

RECORDS = Path(__file__).parent.parent / "records" / "hex"

PERFT = [
    (2, False, [4, 12, 24, 12, 0]),
    (2, True, [4, 16, 36, 36, 12]),
    (3, False, [9, 72, 504, 3024, 15120, 54720]),
    (3, True, [9, 81, 576, 3528, 18144, 69840]),
    (4, False, [16, 240, 3360, 43680]),
    (4, True, [16, 256, 3600, 47040]),
    (11, False, [121, 14520, 1727880]),
    (11, True, [121, 14641, 1742400]),
]


@pytest.mark.parametrize(("size", "swap", "figures"), PERFT)
def test_perft(size: int, swap: bool, figures: list[int]) -> None:
    g = gc.game("hex", size=size, swap=swap)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


@pytest.mark.parametrize(
    ("moves", "winner"),
    [("c1 a1 b2 a2 a3", 0), ("a1 b1 b2 a2 c3", None), ("a1 a3 b1 b2 c3 c1", 1)],
)
def test_worked_positions(moves: str, winner: int | None) -> None:
    s = gc.game("hex", size=3, swap=False).start()
    for move in moves.split():
        assert not s.is_over
        s.play(move)
    assert (s.outcome.winner if s.outcome else None) == winner


def test_swap_mirrors_the_stone_and_keeps_the_seats() -> None:
    s = gc.game("hex", size=5).start().play("e1").play("swap")
    assert s.position() == "5/5/5/5/W4 b"
    assert s.player == 0
    assert s.sides == ("Black", "White")
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("swap")
    assert caught.value.reason is gc.Reason.CANNOT_SWAP


def test_random_records() -> None:
    for line in (RECORDS / "random_games.jsonl").read_text().splitlines():
        record = json.loads(line)
        g = gc.game("hex", size=int(record["variant"].split()[1]))
        s = g.start()
        for move, count in zip(record["moves"], record["legal_counts"], strict=True):
            assert s.num_turns() == count
            # The files write the row as a letter, as Little Golem does.
            s.play(move if move == "swap" else f"{move[0]}{ord(move[1]) - 96}")
        assert s.is_over
        assert s.outcome.winner == {"first": 0, "second": 1}[record["result"]]


@pytest.mark.parametrize("size", [2, 3, 5, 8])
@pytest.mark.parametrize("swap", [True, False])
def test_second_opinion(size: int, swap: bool) -> None:
    for seed in range(20):
        agree(gc.game("hex", size=size, swap=swap), Reference(size=size, swap=swap), seed)


@pytest.mark.peers
@pytest.mark.parametrize("size", range(2, 12))
@pytest.mark.parametrize("swap", ["true", "false"])
def test_against_open_spiel(size: int, swap: str) -> None:
    game = gc.game("hex", size=size, swap=swap == "true")
    agree_with_open_spiel(game, f"hex(board_size={size},swap={swap})", 500)

"""Connect6: check figures, worked positions, turns of two stones, the record, and a second opinion."""

from __future__ import annotations

import re
from math import comb
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.connect6 import Reference

RECORDS = Path(__file__).parent.parent / "records" / "connect6"


def stones(size: int, black: str = "", white: str = "", side: str = "b", placed: int = 0) -> gc.State:
    """A position from lists of cells."""
    names = gc.notation.Cells(size, size).names
    pieces = dict.fromkeys(black.split(), "B") | dict.fromkeys(white.split(), "W")
    cells = [pieces.get(name, ".") for name in names]
    rows = ["".join(cells[r * size : (r + 1) * size]) for r in reversed(range(size))]
    return gc.game("connect6", size=size).from_position(f"{'/'.join(rows)} {side} {placed}")


# ---- check figures --------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "figures"), [(19, [361, 361 * comb(360, 2)]), (6, [36, 21420, 11309760])])
def test_perft(size: int, figures: list[int]) -> None:
    g = gc.game("connect6", size=size)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == figure


@pytest.mark.slow
def test_deep_perft() -> None:
    assert gc.game("connect6").perft(3) == 1490717681460


# ---- end ------------------------------------------------------------------------------------


def test_six_with_two_stones() -> None:
    s = stones(19, "c1 d1 e1 f1")
    for turn, wins in (("b1g1", True), ("a1b1", True), ("g1h1", True), ("a1g1", False)):
        t = s.copy().play(turn)
        assert t.is_over == wins
        assert t.outcome == (((0,), "six in a row") if wins else None)


@pytest.mark.parametrize(
    "line", ["a1 b1 c1 d1 e1 f1", "f6 f7 f8 f9 f10 f11", "b2 c3 d4 e5 f6 g7", "k6 j7 i8 h9 g10 f11"]
)
def test_six_in_every_direction(line: str) -> None:
    cells = line.split()
    for cell in cells:
        s = stones(11, "", " ".join(c for c in cells if c != cell), "w")
        assert s.play(cell).is_over
        assert s.returns() == [-1, 1]


def test_more_than_six_wins_and_a_gap_does_not() -> None:
    assert stones(19, "a1 b1 c1 e1 f1 g1").play("d1").is_over
    assert not stones(19, "a1 b1 c1 d1 f1 g1").play("j5").is_over


def test_lines_do_not_run_on_in_the_next_row() -> None:
    assert not stones(7, "e1 f1 g1 a2 b2").play("c2").is_over
    assert not stones(7, "c3 b4 a5 g5 f6").play("e7").is_over
    assert not stones(7, "e1 f2 g3 a5 b6").play("c7").is_over


def test_picture_of_the_site() -> None:
    white = "f9 f12 g9 g10 g11 g12 h9 h10 h11 h12 i9 i12"
    black = "e8 e9 e12 e13 f10 g8 g13 h8 i11 j8 j9 j10 j13"
    s = stones(19, black, white, "w")
    assert not s.is_over
    assert s.play("h13h14").outcome.winner == 1


def test_a_full_board_without_six_is_a_draw() -> None:
    rows = ["BBBWWW", "WWWBBB"] * 3
    s = gc.game("connect6", size=6).from_position(f".{rows[0][1:]}/{'/'.join(rows[1:])} b 0")
    assert s.legal_turns() == ["a6"]
    s.play("a6")
    assert s.outcome == ((), "full board")
    assert not s.in_turn


# ---- turns ----------------------------------------------------------------------------------


def test_the_first_turn_is_one_stone() -> None:
    s = gc.game("connect6").start()
    assert s.info() == {"stones_left": 1}
    with pytest.raises(gc.NotationError):
        s.play("j10k10")
    s.play("j10")
    assert (s.player, s.in_turn, s.info()) == (1, False, {"stones_left": 2})
    s.play_step("k11")
    assert (s.player, s.in_turn, s.info()) == (1, True, {"stones_left": 1})
    with pytest.raises(gc.NotationError):
        s.play("a1b1")
    assert s.num_turns() == len(s.legal_turns()) == 359
    s.play("a1")
    assert (s.player, s.turns) == (0, ["j10", "a1k11"])


def test_the_order_of_the_stones_does_not_matter() -> None:
    s = gc.game("connect6").start().play("j10")
    for text in ("k8j7", "J7K8", "k8 j7", " j7,k8 "):
        t = s.copy().play(text)
        assert t == s.copy().play("j7k8")
        assert t.turns[-1] == "j7k8"
    assert s.copy().play("j9j8").turns[-1] == "j8j9"
    assert "aa1ab12" in gc.game("connect6", size=30).start().play("a1").play("ab12aa1").turns


def test_turns_with_stones_that_make_six() -> None:
    """Six on row 1 by b1 or by h1; a turn may also be one of these, or it and a stone before it."""
    s = stones(8, "c1 d1 e1 f1 g1")
    turns = s.legal_turns()
    empty = 64 - 5
    assert len(turns) == s.num_turns() == 2 + comb(empty, 2) - 1
    assert {"b1", "h1", "a1b1", "c2b1", "a1h1", "c2h1"} <= set(turns)
    assert not {"b1c2", "b1h1", "h1b1", "a1"} & set(turns)
    for text in ("b1", "b1c2", "b1h1"):
        t = s.copy().play(text)
        assert t.is_over
        assert t.turns == ["b1"]
    assert s.copy().play("c2b1").turns == ["c2b1"]


@pytest.mark.parametrize("text", ["b1b1", "b1c1", "b1c2d2", "b1i1", "c1b1", ""])
def test_a_second_stone_has_to_be_a_legal_one(text: str) -> None:
    s = stones(8, "c1 d1 e1 f1 g1")
    with pytest.raises(gc.GamecoreError):
        s.play(text)
    assert not s.actions


@pytest.mark.parametrize("size", [6, 7, 9])
def test_counting_turns_agrees_with_listing_them(size: int) -> None:
    g = gc.game("connect6", size=size)
    singles = 0
    for seed in range(8):
        s, rng = g.start(), gc.Rng(seed)
        while not s.is_over:
            turns = s.legal_turns()
            assert s.num_turns() == len(turns) == len(set(turns))
            singles += not s.in_turn and any(len(turn) == 2 for turn in turns)
            s.play_random(3, rng)
    assert singles


# ---- positions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 b",
        "6/6/6/6/6/6 b 1",
        "6/6/6/6/6/B5 b 1",
        "6/6/6/6/6/BB4 w 1",
        "6/6/6/6/6/BB4 w 2",
        "6/6/6/6/6/BBBBBB b 1",
        "WWWWWW/6/6/6/6/BBBBBB b 0",
        "BBBWWW/WWWBBB/BBBWWW/WWWBBB/BBBWWW/WWWBBB b 1",
        "6/6/6/6/6/6/6 b 0",
    ],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("connect6", size=6).from_position(text)


@pytest.mark.parametrize("size", [6, 11, 12, 19, 20, 27, 28, 59])
def test_boards_of_every_size_class(size: int) -> None:
    g = gc.game("connect6", size=size)
    assert g.num_actions == g.max_steps == size * size
    s = g.start().play_random(20, gc.Rng(size))
    assert g.from_position(s.position()) == s
    names = gc.notation.Cells(size, size).names
    corner = names[-1]
    t = g.start().play(corner)
    assert (t.turns, t.cells()[-1]) == ([corner], "B")
    diagonal = [names[i * (size + 1)] for i in range(size)]
    s = stones(size, " ".join(diagonal[-5:]))
    assert s.play(diagonal[-6]).is_over


def test_sizes_out_of_bounds_are_refused() -> None:
    for size in (5, 60, 10**9, 19.0, "19"):
        with pytest.raises(gc.VariantError):
            gc.game("connect6", size=size)


# ---- record and second opinion --------------------------------------------------------------


def test_little_golem_record() -> None:
    turns = re.findall(r";[BW]\[([^\]]+)\]", (RECORDS / "lg_game1.sgf").read_text())
    s = gc.game("connect6").start()
    for turn in turns:
        s.play(turn)
    assert len(turns) == 10
    assert len(s.actions) == 19
    assert [sorted(re.findall(r"\w\d+", t)) for t in s.turns] == [sorted(re.findall(r"\w\d+", t)) for t in turns]
    assert not s.is_over
    row = s.cells()[8 * 19 : 9 * 19]
    assert {c for c, stone in zip("abcdefghijklmnopqrs", row, strict=True) if stone == "W"} == set("gijk")
    t = gc.game("connect6").from_position(s.position().replace(" b 0", " w 0"))
    assert t.play("f9h9").outcome.winner == 1


@pytest.mark.parametrize(("size", "games", "every"), [(6, 60, 3), (7, 20, 4), (9, 6, 8), (12, 2, 20), (19, 2, 1)])
def test_second_opinion(size: int, games: int, every: int) -> None:
    for seed in range(games):
        agree(gc.game("connect6", size=size), Reference(size=size), seed, every=every, most=12_000)

"""Dots and boxes: check figures, worked positions, the pie rule, records, and second opinions."""

from __future__ import annotations

import math
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree, agree_with_open_spiel
from reference.dots_and_boxes import Reference

RECORDS = Path(__file__).parent.parent / "records" / "dots_and_boxes"


def board(columns: int, rows: int, pie: int = 0) -> gc.Game:
    return gc.game("dots_and_boxes", columns=columns, rows=rows, pie=pie)


# ---- counts and values ----------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "rows", "deepest"), [(1, 1, 4), (2, 1, 7), (2, 2, 7), (5, 5, 4), (7, 7, 3)])
def test_perft_is_the_number_of_orders(columns: int, rows: int, deepest: int) -> None:
    g = board(columns, rows)
    lines = columns * (rows + 1) + rows * (columns + 1)
    assert g.num_actions == lines
    for depth in range(1, deepest + 1):
        assert g.perft(depth) == g.perft(depth, by="step") == math.perm(lines, depth)
    assert g.start().num_turns() == lines


def best(s: gc.State, drawn: int, known: dict[int, float]) -> float:
    """The boxes still to come for the player to move, minus the other's; they depend on the lines alone."""
    if s.is_over:
        return 0
    if drawn not in known:
        mover, values = s.player, []
        before = sum(s.scores())
        for line in s.legal_actions():
            t = s.copy().play(line)
            gain = sum(t.scores()) - before
            rest = best(t, drawn | 1 << line, known)
            values.append(gain + rest if gain else -rest)
            assert gain == 0 or t.is_over or t.player == mover
        known[drawn] = max(values)
    return known[drawn]


@pytest.mark.parametrize(
    ("columns", "rows", "value"),
    [
        (1, 1, -1),
        (1, 2, 0),
        (2, 1, 0),
        (1, 3, -1),
        (1, 4, 0),
        (2, 2, 2),
        pytest.param(1, 5, -1, marks=pytest.mark.slow),
        pytest.param(2, 3, -2, marks=pytest.mark.slow),
    ],
)
def test_perfect_play(columns: int, rows: int, value: int) -> None:
    assert best(board(columns, rows).start(), 0, {}) == value


# ---- single positions -----------------------------------------------------------------------


def played(g: gc.Game, turns: str) -> gc.State:
    s = g.start()
    for turn in turns.split():
        s.play(turn)
    return s


def test_the_second_player_closes_the_only_box() -> None:
    s = played(board(1, 1), "a1h a1v b1v a2h")
    assert s.outcome == ((1,), "box count")
    assert s.scores() == [0, 1]


def test_one_line_closes_two_boxes_and_the_game() -> None:
    s = played(board(2, 1), "a1h a1v a2h b1h c1v b2h b1v")
    assert s.is_over
    assert s.scores() == [2, 0]
    assert s.returns() == [1, -1]


def test_who_closes_a_box_draws_again() -> None:
    s = played(board(2, 2), "a1h a1v b1v")
    assert s.player == 1
    assert s.play("a2h").player == 1
    assert s.play("a3h").player == 0
    assert s.scores() == [0, 1]
    assert s.position() == "1-3/5/1-3/|R|2/1-3 b"


def test_equal_numbers_are_a_draw() -> None:
    g = board(2, 1)
    s = g.from_position("1-1-1/|B|2/1-1-1 r").play("c1v")
    assert s.outcome == ((), "box count")


@pytest.mark.parametrize("text", ["c1h", "c3h", "a3v", "c3v", "d1h", "a4h", "a0h", "a1", "h", "a1x", "stop", "pass"])
def test_what_is_no_line(text: str) -> None:
    with pytest.raises(gc.NotationError):
        board(2, 2).start().play(text)


def test_a_drawn_line_is_refused() -> None:
    s = board(2, 2).start().play("B1V")
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("b1v")
    assert caught.value.reason is gc.Reason.OCCUPIED


def test_joined_lines_are_turns_of_one_player() -> None:
    s = played(board(2, 2), "a1h a1v b1v")
    s.play("a2h+c1v")
    assert s.turns == ["a1h", "a1v", "b1v", "a2h", "c1v"]
    before = s.to_bytes()
    for text in ("a2v+b2v", "c1v+b2v", "a2v+", "+", "a2v++b2v"):  # the first passes the turn
        with pytest.raises(gc.GamecoreError):
            s.play(text)
        assert s.to_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "1-/1B/1- b",
        "1-1/|.|/1-1 b",  # closed, nobody's
        "3/1B1/3 b",  # owned, not closed
        "|2/3/3 b",  # a line on a dot
        "1|1/3/3 b",  # a line that lies the wrong way
        "3/-2/3 b",
        "3/1-1/3 b",  # a line in a box
        "3/3/3 x",
        "3/3/3",
        "3/3/3 b keep",
    ],
)
def test_positions_that_are_none(text: str) -> None:
    with pytest.raises(gc.PositionError):
        board(1, 1).from_position(text)


@pytest.mark.parametrize(
    "options", [{"columns": 0}, {"rows": 16}, {"columns": 1, "rows": 1, "pie": 4}, {"pie": 60}, {"size": 5}]
)
def test_bounds(options: dict[str, int]) -> None:
    with pytest.raises(gc.VariantError):
        gc.game("dots_and_boxes", **options)


# ---- the pie rule ---------------------------------------------------------------------------


def test_set_up_with_a_box_and_swap() -> None:
    s = played(gc.game("dots_and_boxes", "5x5-pie"), "a1h b1v a1v a2h")
    assert s.player == 0
    assert s.info() == {"colour": 1, "phase": 0}
    s.play("stop")
    assert s.player == 1
    assert s.legal_moves() == ["keep", "swap"]
    kept = s.copy().play("keep")
    assert kept.sides == ("Blue", "Red")
    assert kept.player == 1
    assert kept.scores() == [0, 1]
    s.play("swap")
    assert s.sides == ("Red", "Blue")
    assert s.player == 0
    assert s.scores() == [1, 0]
    assert s.position().endswith("r swap")


def test_the_set_up_ends_by_itself() -> None:
    s = played(gc.game("dots_and_boxes", "5x5-pie"), "a1h b1h c1h d1h e1h")
    assert s.player == 1
    assert s.legal_moves() == ["keep", "swap"]
    assert s.play("keep").sides[s.player] == "Red"


@pytest.mark.parametrize(
    ("turns", "text", "reason"),
    [
        ("", "stop", "not_offered"),
        ("", "keep", "wrong_phase"),
        ("a1h", "swap", "cannot_swap"),
        ("a1h stop", "stop", "wrong_phase"),
        ("a1h stop", "b1h", "wrong_phase"),
        ("a1h stop keep", "stop", "wrong_phase"),
        ("a1h stop keep", "swap", "cannot_swap"),
    ],
)
def test_reasons(turns: str, text: str, reason: str) -> None:
    s = played(gc.game("dots_and_boxes", "5x5-pie"), turns)
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play(text)
    assert caught.value.reason.value == reason


@pytest.mark.parametrize(
    "text",
    [
        "3/3/3 b",
        "1-1/3/1-1 b setup",  # two lines at most, and then the answer
        "1-1/|2/1-1 b answer",
        "3/3/3 b answer",
        "3/3/3 b swap",
        "3/3/3 b stop",
    ],
)
def test_pie_positions_that_are_none(text: str) -> None:
    with pytest.raises(gc.PositionError):
        board(1, 1, pie=2).from_position(text)


def test_results_go_by_seat_after_a_swap() -> None:
    s = played(board(1, 1, pie=2), "a1h a2h swap a1v b1v")
    assert s.sides == ("Red", "Blue")
    assert s.outcome.winner == 0
    assert s.returns() == [1, -1]


# ---- records and second opinions ------------------------------------------------------------


def test_records() -> None:
    lines = (RECORDS / "games.txt").read_text().splitlines()[1:]
    assert lines
    for line in lines:
        variant, turns, result = line.split(" | ")
        s = played(gc.game("dots_and_boxes", variant), turns)
        assert s.is_over
        first, second = s.scores()
        assert result == f"first {first:.0f} second {second:.0f}"


OPINIONS = [
    (1, 1, 0),
    (1, 1, 3),
    (2, 1, 1),
    (1, 3, 2),
    (2, 2, 0),
    (2, 2, 11),
    (3, 2, 5),
    (4, 4, 0),
    (5, 5, 5),
    (5, 5, 20),
]


@pytest.mark.parametrize(("columns", "rows", "pie"), [*OPINIONS, (6, 6, 0), (7, 7, 0), (9, 12, 3)])
def test_second_opinion(columns: int, rows: int, pie: int) -> None:
    games = 40 if columns < 4 else 10 if columns < 6 else 2
    for seed in range(games):
        agree(board(columns, rows, pie), Reference(columns=columns, rows=rows, pie=pie), seed)


@pytest.mark.peers
def test_against_open_spiel() -> None:
    """Its lines are numbered like ours, from the top instead of the bottom: the mirror image."""
    agree_with_open_spiel(board(5, 5), "dots_and_boxes(num_rows=5,num_cols=5)", 10_000)

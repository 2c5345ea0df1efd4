"""Progressive Quad Lisbon: check figures, connection, loops, turns, records, and a second opinion."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.progressive_quad_lisbon import Reference
from transcripts import RECORDS, replayed, transcript, transcripts

SLUG = "progressive_quad_lisbon"
SAMPLE = transcript(RECORDS / SLUG / "sample.txt").turns[:-1]

PERFT = [(9, [81, 240952]), (5, [25, 5844]), (4, [16, 1332, 156064]), (3, [9, 184, 2260, 17484])]


@pytest.mark.parametrize(("size", "figures"), PERFT)
def test_perft(size: int, figures: list[int]) -> None:
    g = gc.game(SLUG, size=size)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == figure


def board(x: str = "", o: str = "", turn: int = 81, size: int = 9, placed: str = "") -> gc.State:
    """A position from lists of cells; `placed` are those of the turn that is going on."""
    names = gc.notation.Cells(size, size).names
    pieces = dict.fromkeys(x.split(), "x") | dict.fromkeys(o.split(), "o")
    pieces |= dict.fromkeys(placed.split(), "OX"[turn % 2])
    cells = "".join(pieces.get(name, ".") for name in names)
    rows = "/".join(cells[r * size : (r + 1) * size] for r in range(size))
    return gc.game(SLUG, size=size).from_position(f"{rows} {turn}")


def how(x: str = "", o: str = "", size: int = 9) -> str | None:
    """How o has won, the side that has just moved."""
    return board(x, o, size=size).end_reason


# ---- the sample -----------------------------------------------------------------------------


def test_the_sample() -> None:
    s = gc.game(SLUG).start()
    for turn, text in enumerate(SAMPLE, 1):
        assert s.info()["turn"] == s.info()["stones_left"] == turn
        assert s.player == 1 - turn % 2
        s.play(text)
        assert not s.is_over
    # o threatens to win in two places; he could take neither in his last turn, and x cannot take both.
    threats = s.game.from_position(s.position().replace(" 13", " 14"))
    for cell, reason in (("d7", "three sides"), ("i7", "closed loop")):
        assert threats.copy().play(cell).outcome == ((1,), reason)
        with pytest.raises(gc.IllegalMoveError) as caught:
            s.copy().undo_turn().play(f"g6 e1 {cell}")
        assert caught.value.reason is gc.Reason.ADJACENT
        s.copy().play(cell)
    with pytest.raises(gc.IllegalMoveError):
        s.play("d7 i7")


def test_turns_of_the_sample_are_counted() -> None:
    s = gc.game(SLUG).start().play("e5")
    assert s.num_turns() == 2976
    assert s.play("d4 d6").num_turns() == 60670


def test_further_cells_were_free_where_the_sample_stops() -> None:
    for turn in (9, 11):
        s = gc.game(SLUG).start()
        for text in SAMPLE[:turn]:
            s.play(text)
        s.undo_turn().play(f"{SAMPLE[turn - 1]} e9")


# ---- three sides and loops --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("o", "reason"),
    [
        ("d4 c5 e5 d6", "closed loop"),
        ("d4 c5 e5 d6 d5", None),  # nothing inside
        ("b1 a2 c2 b3", "closed loop"),
        ("a4 b5 a6", None),  # the border is no wall
        ("a9 b8 c9", None),
        ("a1 b2 c3 d4 e5 f6 g7 h8 i9", "three sides"),
        ("a1 b2 c3 d4 e5 f6 g7 h8", None),
        ("a1 a2 a3 a4 a5 a6 a7 a8 a9", "three sides"),  # corners belong to two sides
        ("b1 b2 b3 b4 b5 b6 b7 b8 b9", None),
        ("c3 d3 e3 c4 e4 c5 d5 e5", "closed loop"),
        ("c3 d3 e3 c4 d4 e4 c5 d5 e5", None),
        ("b2 c1 d1 e2 e3 d4 c4 b3", "closed loop"),
        ("b2 c1 d1 e2 e3 d4 c4 b3 c2 d3 c3", "closed loop"),
        ("b2 c1 d1 e2 e3 d4 c4 b3 c2 d3 c3 d2", None),
        ("b2 c2 d2 b3 d3 b4 c4", "closed loop"),
        ("b2 c2 d2 b3 b4 c4 d4", None),
        ("b2 c2 b3 d3 c4", "closed loop"),
    ],
)
def test_worked_positions(o: str, reason: str | None) -> None:
    assert how(o=o) == reason
    # The last stone alone tells it too, whichever it is; but not into a loop that is there already.
    cells = o.split()
    for last in cells:
        rest = " ".join(cell for cell in cells if cell != last)
        if how(o=rest) is None:
            s = board(o=rest, turn=80).play(last)
            assert s.end_reason == reason, last


def test_diagonals_cross() -> None:
    o, x = "a1 b2 c3 d4 e5 f6 g7 h8 i9", "i1 h2 g3 f4 e4 d5 d6 c7 b8 a9"
    assert how(x=x.replace("a9", ""), o=o) == "three sides"
    assert board(o="d4 c5 e5", x="c4 d5 e6", turn=80).play("d6").end_reason == "closed loop"


def test_a_loop_in_the_middle_of_a_turn_wins_at_its_end() -> None:
    s = board(o="d4 c5 e5", turn=80).play_step("d6")
    assert s.in_turn
    assert not s.is_over
    assert "d5" not in s.legal_moves()
    assert gc.game(SLUG).from_position(s.position()).play_step("done").end_reason == "closed loop"
    assert s.play("a1 i9").outcome == ((1,), "closed loop")


def test_a_full_board_always_has_a_winner() -> None:
    """Who is to move has not won before, so the other one has: a draw cannot come up."""
    g = gc.game(SLUG, size=3)
    for cells in map("".join, product("xo", repeat=9)):
        for turn in (9, 10):
            try:
                s = g.from_position(f"{cells[:3]}/{cells[3:6]}/{cells[6:]} {turn}")
            except gc.PositionError:
                continue
            assert s.outcome.winner == turn % 2


# ---- turns ----------------------------------------------------------------------------------


def test_stones_of_a_turn_stay_in_different_groups() -> None:
    s = board(x="d4 e4", turn=9)
    for two in ("a1 b2", "c3 f5", "c4 f3"):
        with pytest.raises(gc.IllegalMoveError) as caught:
            s.play(two)
        assert caught.value.reason is gc.Reason.ADJACENT
    assert s.copy().play("c3 a1 g5").turns[-1] == "a1 c3 g5"
    s.play_step("c3")
    assert s.position() == "9/9/2X6/3xx4/9/9/9/9/9 9"
    assert not {"b2", "d3", "f5"} & set(s.legal_moves())


def test_a_turn_ends_when_nothing_can_be_added() -> None:
    s = gc.game(SLUG, size=3).start().play("b2").play("a1 a3")
    assert s.player == 0
    s.play_step("b1")
    assert s.player == 1
    assert s.turns[-1] == "b1"


def test_joined_cells_are_read() -> None:
    s = gc.game(SLUG).start().play("e5").play("d46").play("f24 E7")
    s.play("e468 g7").play("g18 fh6 c8").play("g3 acg5 dh8").play("h1 bd2 c4 f5 ch7")
    s.play("cegi2 b4 h5 f8 b9")
    assert s.turns == [" ".join(sorted(turn.split())) for turn in SAMPLE[:8]]
    refused = ("d4 d4", "ee1", "e11", "e0", "e", "4", "j1", "done", "", "a1 d3 f3 i3 e1 g1 i7 a7 c1 e9")
    for text in (*refused, "abcdefghi" * 2000 + "1"):
        with pytest.raises(gc.GamecoreError):
            s.play(text)


@pytest.mark.parametrize(
    "text",
    [
        "9/9/9/9/9/9/9/9/9 0",
        "9/9/9/9/9/9/9/9/9 83",
        "X8/9/9/9/9/9/9/9/9 1",  # the turn is complete
        "XX7/9/9/9/9/9/9/9/9 9",
        "X1X6/9/9/9/9/9/9/9/9 2",  # it is o's turn
        "1x7/x1x6/1x7/9/9/9/9/9/9 9",  # x has won before
        "1x7/x1x6/1x7/9/9/9/9/O8/9 10",  # x has won, o does not move any more
        "X1X1X4/9/X1X6/9/9/9/9/9/9 3",
    ],
)
def test_positions_that_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game(SLUG).from_position(text)


def test_sizes_out_of_bounds_are_refused() -> None:
    for size in (2, 10, 10**9, 9.0, "9"):
        with pytest.raises(gc.VariantError):
            gc.game(SLUG, size=size)


# ---- records and second opinion ---------------------------------------------------------------


@pytest.mark.parametrize("path", transcripts(SLUG), ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    printed, s = replayed(SLUG, path)
    assert s.end_reason == printed.facts.get("by", "resignation")


@pytest.mark.parametrize(("size", "games"), [(3, 150), (4, 80), (5, 20), (6, 10), (9, 10)])
def test_second_opinion(size: int, games: int) -> None:
    for seed in range(games):
        agree(gc.game(SLUG, size=size), Reference(size=size), seed, most=1500)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(3, 3000), (4, 1500), (5, 300), (7, 100), (9, 100)])
def test_long_second_opinion(size: int, games: int) -> None:
    for seed in range(1000, 1000 + games):
        agree(gc.game(SLUG, size=size), Reference(size=size), seed)

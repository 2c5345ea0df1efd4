"""Coy Lips: check figures, kinds of tetrahexes, ends, turns with passes, records, and a second opinion."""

from __future__ import annotations

from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.coy_lips import Reference
from transcripts import RECORDS, replayed, transcript, transcripts

SLUG = "coy_lips"
SAMPLE = transcript(RECORDS / SLUG / "sample.txt").turns[:-1]
BAR, HOOK, SIDE, ZIGZAG, RHOMBUS, ARCH, PROPELLER = (1 << kind for kind in range(7))
EMPTY = "-- -- -- --"

PERFT = [(7, [7787]), (5, [1736]), (4, [614]), (3, [149, 110923])]


@pytest.mark.parametrize(("size", "figures"), PERFT)
def test_perft(size: int, figures: list[int]) -> None:
    g = gc.game(SLUG, size=size)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == figure


def board(o: str = "", x: str = "", rest: str = "o - 0", size: int = 7) -> gc.State:
    """A position from lists of cells."""
    g = gc.game(SLUG, size=size)
    pieces = dict.fromkeys(o.split(), "o") | dict.fromkeys(x.split(), "x")
    cells = "".join(pieces.get(name, ".") for name in g.start().legal_moves()[:-1])
    lengths = [2 * size - 1 - abs(row) for row in range(1 - size, size)]
    rows = [cells[(at := sum(lengths[:i])) : at + length] for i, length in enumerate(lengths)]
    return g.from_position(f"{'/'.join(rows)} {rest}")


def sets(s: gc.State) -> tuple[int, int]:
    return s.info()["o_set"], s.info()["x_set"]


# ---- tetrahexes -----------------------------------------------------------------------------


def test_kinds_of_the_sample() -> None:
    s = gc.game(SLUG).start()
    expected = [(0, 0)] * 3 + [(0, 2), (1, 3), (2, 3), (5, 4), (5, 4)]
    for turn, text in enumerate(SAMPLE):
        s.play(text)
        assert sets(s)[turn % 2].bit_count() == expected[turn // 2][turn % 2]
    assert sets(s) == (SIDE | ZIGZAG | BAR | ARCH | HOOK, RHOMBUS | BAR | HOOK | ARCH)
    assert not s.is_over


def test_threats_behind_the_sample() -> None:
    """With the stone that the printed diagram has, and the transcript has not, o has two ways to win."""
    s = gc.game(SLUG).start()
    for text in SAMPLE:
        s.play(text)
    row = s.position().split("/")[5]
    cells = "".join("." * int(c) if c.isdigit() else c for c in row)
    assert cells[6:7] == "."  # n6, the seventh of b6 d6 f6 h6 j6 l6 n6
    printed = s.position().replace(row, cells[:6] + "o" + cells[7:]).replace(" x ", " o ")
    t = s.game.from_position(printed)
    assert t.info()["o_set"] == sum((SIDE, ZIGZAG, BAR, ARCH, HOOK, RHOMBUS))
    for cell in ("v6", "s9"):
        assert t.copy().play(cell).outcome == ((0,), "complete set")
    with pytest.raises(gc.IllegalMoveError):
        t.copy().play("n8")


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ("a7 c7 e7 g7", BAR),
        ("f2 h2 i3 j2", SIDE),
        ("q13 r12 t12 u11", ZIGZAG),
        ("d8 e7 e9 g7", ARCH),
        ("f12 h12 i11 j10", HOOK),
        ("m7 n6 n8 o7", RHOMBUS),
        ("u5 u7 x6 v6", PROPELLER),
        ("a7 c7 e7", 0),
        ("a7 c7 e7 g7 i7", 0),
        ("a7 c7 e7 i7", 0),
    ],
)
def test_each_kind(cells: str, kind: int) -> None:
    s = board(o=cells, rest="o o 0")
    assert sets(s) == (kind, 0)
    assert sets(board(x=cells, rest="o x 0")) == (0, kind)


def test_a_later_stone_spoils() -> None:
    s = board(o="a7 c7 e7 g7 g1 i1 k1 m1", rest="o o 0")
    assert sets(s.play("i7")) == (BAR, 0)
    assert sets(s.play(EMPTY).play("o1")) == (0, 0)


# ---- ends -----------------------------------------------------------------------------------


def test_two_empty_turns_end_the_game() -> None:
    s = gc.game(SLUG).start().play("-- --")
    assert s.turns == ["-- --"]
    assert s.position() == "7/8/9/10/11/12/13/12/11/10/9/8/7 x - 1"
    assert s.info()["stones_left"] == 4
    assert s.copy().play(EMPTY).outcome == ((), "no tetrahex")
    s.play("a7").play(EMPTY)
    assert not s.is_over
    assert s.play("c7").play(EMPTY).play(EMPTY).outcome == ((), "no tetrahex")


def test_more_kinds_win() -> None:
    s = board(o="a7 c7 e7 g7", rest="x o 0")
    assert s.play(EMPTY).play(EMPTY).outcome == ((0,), "more kinds")
    two_bars = board(o="a7 c7 e7 g7 g1 i1 k1 m1", x="b8 d8 f8 h8 m13 o13 q13 p12", rest="x o 0")
    assert two_bars.play(EMPTY).play(EMPTY).outcome == ((1,), "more kinds")


def test_the_older_set_wins() -> None:
    s = board(o="a7 c7 e7", x="b8 d8 f8").play("g7").play("h8")
    assert s.info()["newest"] == 1
    ended = s.copy().play(EMPTY).play(EMPTY)
    assert ended.outcome == ((0,), "older set")
    assert ended.game.from_position(ended.position()).outcome == ended.outcome
    # A bar for a bar in one turn leaves the set as it is; a bar for nothing, and then another, makes a new one.
    s.play("g1 k1").play(EMPTY).play("i1").play(EMPTY)
    assert s.copy().play("i7 m1").play(EMPTY).play(EMPTY).outcome == ((0,), "older set")
    s.play("i7").play(EMPTY).play("m1")
    assert sets(s) == (BAR, BAR)
    assert s.play(EMPTY).play(EMPTY).outcome == ((1,), "older set")


def test_sets_that_are_gone_are_a_draw() -> None:
    s = board(o="a7 c7 e7 g7", rest="o o 0").play("i7")
    assert s.info()["newest"] == 0
    assert s.play(EMPTY).play(EMPTY).outcome == ((), "no tetrahex")


def test_a_full_board_leaves_empty_turns_only() -> None:
    s = gc.game(SLUG, size=3).start()
    rng = gc.Rng(1)
    while "." in s.cells():
        s.play(s.random_action(rng))
    while not s.is_over:
        assert s.legal_turns() == [EMPTY]
        s.play(EMPTY)
    assert s.turns[-2:] == [EMPTY, EMPTY]


# ---- turns ----------------------------------------------------------------------------------


def test_passed_placements_are_read_anywhere() -> None:
    g = gc.game(SLUG)
    for text in ("-- -- h2 r12", "r12 H2", "h2, r12", "h2 -- r12 --"):
        assert g.start().play(text).turns == ["h2 r12"]
    assert g.start().play("h2").turns == ["h2 --"]
    s = g.start().play("h2 r12")
    assert s.copy().play("u9 -- u5").turns[-1] == "u5 u9 -- --"
    assert s.copy().play("--").turns[-1] == EMPTY
    for text in (
        "",
        ",",
        "; ,",
        "done done",
        "done u5",
        "h2",
        "u5 u5",
        "u5 v6",
        "a1",
        "a7 -- -- -- --",
        "a7 g1 s1 y7 s13",
        "- -",
        "u5--",
    ):
        with pytest.raises(gc.GamecoreError):
            s.play(text)
    with pytest.raises(gc.NotationError, match="3 stones in a turn that may have 2"):
        g.start().play("a7 g1 s1")


def test_stones_of_a_turn_stay_in_different_groups() -> None:
    s = board(o="k7 m7", rest="o - 0")
    for two in ("a7 c7", "i7 o7", "l6 n8"):
        with pytest.raises(gc.IllegalMoveError) as caught:
            s.play(two)
        assert caught.value.reason is gc.Reason.ADJACENT
    s.play_step("i7").play_step("a7")
    assert s.position().split("/")[6] == "O3Ooo6"
    assert s.info()["stones_left"] == 2
    assert s.game.from_position(s.position()).legal_actions() == s.legal_actions()


@pytest.mark.parametrize(
    "rest",
    [
        "3/4/5/4/3 x - 0",  # o begins
        "3/4/5/4/3 o - 1",
        "3/4/5/4/3 x - 2",
        "O2/4/5/4/2O x - 0",
        "O2/4/5/4/2O o - 0",  # the first turn has two stones
        "OO1/4/5/4/2o o - 0",
        "O2/4/5/4/2o o - 1",  # and is not empty
        "3/4/oooo1/4/3 x - 0",  # somebody has changed his set
        "3/4/5/4/3 o - 3",
        "3/4/5/4/3 o b 0",
    ],
)
def test_positions_that_are_refused(rest: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game(SLUG, size=3).from_position(rest)


def test_sizes_out_of_bounds_are_refused() -> None:
    for size in (2, 10, 10**9, 7.0, "7"):
        with pytest.raises(gc.VariantError):
            gc.game(SLUG, size=size)


# ---- records and second opinion ---------------------------------------------------------------


@pytest.mark.parametrize("path", transcripts(SLUG), ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    printed, s = replayed(SLUG, path)
    if "types" in printed.facts:
        have = [bits.bit_count() for bits in sets(s)]
        assert printed.facts["types"] == f"o {have[0]} x {have[1]}"


@pytest.mark.parametrize(("size", "games"), [(3, 40), (4, 25), (5, 10), (7, 4), (9, 1)])
def test_second_opinion(size: int, games: int) -> None:
    for seed in range(games):
        agree(gc.game(SLUG, size=size), Reference(size=size), seed, most=1500)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(3, 1500), (4, 300), (5, 80), (7, 30), (9, 8)])
def test_long_second_opinion(size: int, games: int) -> None:
    for seed in range(1000, 1000 + games):
        agree(gc.game(SLUG, size=size), Reference(size=size), seed)


def test_caption_tells_what_is_left_of_the_turn() -> None:
    s = gc.game(SLUG).start()
    assert "o to move, stones left: 2\n" in str(s)
    assert "o to move, stones left: 1\n" in str(s.play(0))

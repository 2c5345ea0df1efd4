"""Crunching Quax: check figures, line moves, turns that can be completed, ends, texts, and a second opinion."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.crunching_quax import Reference
from transcripts import replayed, transcript, transcripts

QUAX = gc.game("crunching_quax")
SAMPLE = transcript(Path(__file__).parent.parent / "records" / "crunching_quax" / "sample.txt")


@cache
def quax(size: int) -> gc.games.CrunchingQuax:
    return gc.games.CrunchingQuax(size=size)


def rows(size: int, cells: str) -> str:
    """The rows of a board."""
    cell = iter(cells)
    return "/".join("".join(next(cell) for _ in range(2 * size - 1 - abs(r))) for r in range(1 - size, size))


def position(size: int, stones: str, side: str = "o") -> gc.State:
    """A state with the stones of a text such as `oa6 xi6`."""
    board = {stone[1:]: stone[0] for stone in stones.split()}
    cells = "".join(board.get(name, ".") for name in quax(size)._cells.names)
    return quax(size).from_position(f"{rows(size, cells)} {side} -")


def line_moves(s: gc.State) -> list[str]:
    return [move for move in s.legal_moves() if not move.isalnum()]


# ---- check figures ---------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "figures"), [(6, [3060, 141041484]), (4, [417, 627066]), (3, [87, 7104, 323400])])
def test_perft(size: int, figures: list[int]) -> None:
    g = gc.game("crunching_quax", size=size)
    assert [g.perft(depth) for depth in range(1, len(figures) + 1)] == figures


def test_counts_in_the_printed_game() -> None:
    figures = {
        0: (0, 3060), 1: (0, 46223), 2: (0, 42289), 4: (4, 35058), 6: (9, 28159),
        8: (8, 28163), 10: (11, 24934), 12: (15, 25178), 14: (19, 19414),
    }  # fmt: skip
    s = QUAX.start()
    for number, turn in enumerate(SAMPLE.turns):
        if number in figures:
            assert (len(line_moves(s)), s.num_turns()) == figures[number]
        s.play(turn)


@pytest.mark.parametrize(
    ("stones", "results"),
    [
        ("oa6 oc6 oe6 xi6 xk6", {"a6-g6": ".oooxx.....", "a6:i6": "..ooox....."}),
        ("oa6 oc6 oe6 og6 xi6", {"a6:i6": ".oooo......"}),
        ("oa6 oc6 oe6 og6 xi6 xk6 xm6", {"a6:i6": ".ooooxx...."}),
        ("oa6 oc6 oe6 xg6 xi6 xk6", {}),
        ("oa6 oc6 oe6 og6 xo6 xq6", {"a6-i6": ".oooo..xx..", "a6-k6": "..oooo.xx..", "a6-m6": "...ooooxx.."}),
        ("oa6 oc6 oe6 ok6 xg6", {"a6:g6": ".ooo.o....."}),
    ],
)
def test_line_moves(stones: str, results: dict[str, str]) -> None:
    s = position(6, stones)
    assert line_moves(s) == list(results)
    for move, row in results.items():
        assert s.copy().play_step(move).cells()[40:51] == row
    # On the board turned by half, lines move the other way.
    turned = dict(zip(QUAX._cells.names, reversed(QUAX._cells.names), strict=True))
    there = position(6, " ".join(stone[0] + turned[stone[1:]] for stone in stones.split()))
    assert sorted(line_moves(there)) == sorted(turned[move[:2]] + move[2] + turned[move[3:]] for move in results)


# ---- turns -----------------------------------------------------------------------------------


def test_every_step_can_be_completed_on_nearly_full_boards() -> None:
    """Where few cells are free turns have three stones, or fewer, or need a line move, or there is none."""
    rng, kinds = random.Random(1), set[str]()
    for number in range(1500):
        size = 3 if number % 10 else 4
        g, reference, side = quax(size), Reference(size=size), "ox"[number % 2]
        stones = [rng.choice("ox") for _ in g._cells.names]
        for cell in rng.sample(range(len(stones)), rng.randrange(7)):
            stones[cell] = "."
        try:
            s = g.from_position(f"{rows(size, ''.join(stones))} {side} -")
        except gc.PositionError:
            continue
        if s.end_reason == "connection":
            continue
        reference.set_position(rows(size, "".join(stones)), side)
        turns = reference.legal_turns()
        if s.is_over:
            assert (turns, s.end_reason, s.returns()) == ([], "no legal turn", [0, 0])
            kinds.add("none")
            continue
        assert sorted(s.legal_turns()) == sorted(turns)
        assert s.num_turns() == len(turns)
        # Each first step begins a turn, and each turn begins with any of its stones.
        steps = {word for turn in turns for word in (turn.split()[:1] if set(turn) & {":", "-"} else turn.split())}
        assert set(s.legal_moves()) == steps
        kinds |= {"line" if set(turn) & {":", "-"} else str(len(turn.split())) for turn in turns}
        turn = rng.choice(turns)
        reference.play(turn)
        s.play(turn)
        assert (s.is_over, s.returns()) == (reference.is_over, reference.returns())
    assert kinds == {"none", "line", "1", "2", "3"}


def test_stones_of_a_turn_are_not_in_line() -> None:
    s = QUAX.start().play("e6 n3").play_step("h7")
    for cell in ("j7", "u6", "a6"):
        assert s.is_legal(s.parse(cell)) == (cell != "j7")
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play_step("j7")
    assert caught.value.reason is gc.Reason.BAD_MOVE
    assert s.position() == "6/7/5o2/9/10/2o8/3X6/9/8/7/6 x -"
    assert s.info()["left"] == 2


# ---- ends --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "last", "wins"),
    [
        ("og1 of2 og3 oh4 oe3 od4", "oc5", True),  # top, lower right, lower left
        ("og1 of2 og3 oh4 oe3", "oc5", False),
        (
            "oc1 ob2 oa3 ob4 oc5",
            "oe5",
            False,
        ),  # top, upper left, lower left, bottom: no three without two adjacent ones
    ],
)
def test_three_sides(stones: str, last: str, wins: bool) -> None:
    s = position(3, f"{stones} {last}", "x")
    assert s.is_over == wins
    if wins:
        assert s.outcome == ((0,), "connection")


def test_ends_of_random_games() -> None:
    g, rng = quax(3), gc.Rng(0)
    reasons = {g.start().play_random(1000, rng).end_reason for _ in range(3000)}
    assert reasons >= {"connection", "no legal turn"}


def test_threefold() -> None:
    """Two lines that chase each other in a circle; the stone that is placed replaces the one that was crushed."""
    s = quax(3).from_position("x1o/3o/o3x/1x1x/1xx o -")
    for turn in ["g1:i3 c3", "e5:c3 g1", "i3:g1 e5", "c3:e5 i3"] * 2:
        assert not s.is_over
        s.play(turn)
    assert (s.outcome, s.returns()) == (((), "threefold repetition"), [0, 0])


def test_three_hundred_turns() -> None:
    """Who crushes stones whenever he can does not fill the board."""
    s, rng = quax(5).start(), random.Random(1)
    while not s.is_over:
        kills = [move for move in s.legal_moves() if ":" in move]
        s.play_step(rng.choice(kills or s.legal_moves()))
    assert (s.outcome, s.info()["turns"], len(s.turns)) == (((), "300 turns"), 300, 300)


# ---- texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["m4 j5 g6", "g6,j5,m4", "M4 J5 G6", "j5m4g6"])
def test_spellings(text: str) -> None:
    assert QUAX.start().play("e6 n3").play(text).turns[-1] == "g6 j5 m4"


@pytest.mark.parametrize("text", ["a6:i6 a6", "a6-i6 a6", "A6:I6  A6", "a6 : i6 a6"])
def test_spellings_of_line_moves(text: str) -> None:
    s = position(6, "oa6 oc6 oe6 og6 xi6").play(text)
    assert s.turns == ["a6:i6 a6"]
    assert s.cells()[40:45] == "ooooo"


@pytest.mark.parametrize(
    "text", ["m4 j5", "m4 j5 g6 a6", "m4 m4 j5", "a6:i6 a6 c6", "a6:i6 v6", "a6::i6 c6", ":", "swap"]
)
def test_texts_that_are_no_turns(text: str) -> None:
    s = position(6, "oa6 oc6 oe6 og6 xi6")
    with pytest.raises(gc.NotationError):
        s.play(text)
    assert not s.in_turn


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a6:k6 l1", gc.Reason.BLOCKED),
        ("c6:i6 l1", gc.Reason.BAD_MOVE),
        ("a6-u6 l1", gc.Reason.BAD_MOVE),
        ("a6:l7 l1", gc.Reason.BAD_MOVE),
        ("i6-m6 l1", gc.Reason.NOT_YOURS),
        ("a6:i6 e6", gc.Reason.OCCUPIED),
        ("l1 n1 a6", gc.Reason.BAD_MOVE),
        ("a6 l1 c8", gc.Reason.OCCUPIED),
    ],
)
def test_refused_turns(text: str, reason: gc.Reason) -> None:
    s = position(6, "oa6 oc6 oe6 og6 xi6")
    before = s.to_bytes()
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play(text)
    assert caught.value.reason is reason
    assert s.to_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "3/4/5/4/3 x -",  # o begins
        "O2/4/5/4/3 x -",
        "OO1/4/5/4/3 o -",  # in line
        "O2/4/4O/4/3 o -",  # the first turn has two stones, so it is over
        "O2/o3/5/4/3 o moved",
        "o2/o3/5/4/3 x moved",  # x has no line
        "oxo/xoxo/xxoxo/oxox/oxo o moved",  # no cell is free
        "o2/o3/5/4/3 o",
        "o2/o3/5/4/3 o done",
        "c2/o3/5/4/3 o -",
    ],
)
def test_refused_positions(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("crunching_quax", size=3).from_position(text)


@pytest.mark.parametrize("options", [{"size": 2}, {"size": 11}, {"max_turns": 10}])
def test_refused_options(options: dict[str, int]) -> None:
    with pytest.raises(gc.VariantError):
        gc.game("crunching_quax", **options)


# ---- records and a second opinion ----------------------------------------------------------------


@pytest.mark.parametrize("path", transcripts("crunching_quax"), ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    printed, s = replayed("crunching_quax", path)
    assert [sorted(turn.split()) for turn in s.turns] == [sorted(turn.split()) for turn in printed.turns]


@pytest.mark.parametrize("size", [3, 4, 6])
def test_second_opinion(size: int) -> None:
    for seed in range({3: 40, 4: 20, 6: 3}[size]):
        agree(gc.game("crunching_quax", size=size), Reference(size=size), seed, most=200)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(3, 9))
def test_second_opinion_on_many_games(size: int) -> None:
    for seed in range(100, 100 + 8000 // size**3):
        agree(gc.game("crunching_quax", size=size), Reference(size=size), seed, most=1000)


def test_drawing_shows_the_whole_turn_and_letters() -> None:
    s = position(6, "oa6 oc6 oe6 og6 xi6").play_step("a6:i6")
    assert "a6(.)o o o(o)" in str(s)
    assert str(s).endswith("o to move, stones left: 1")
    s.play_step("a6")
    assert "a6(o)o o o(o)" in str(s)
    assert s.svg().count(">o</text>") == 5

"""Morelli: check figures, worked positions, starts, notation, records, and a second opinion."""

from __future__ import annotations

from typing import Any

import gamecore as gc
import pytest
from compare import agree
from reference.morelli import Reference
from transcripts import replay_random_games

PERFT = [
    (5, "01010101", [32, 821, 14481, 193127]),
    (5, "00000000", [32, 833, 14667, 198349]),
    (7, "01" * 6, [96, 8290, 612723]),
    (9, "01" * 8, [192, 34407, 5592607]),
    (9, "0" * 16, [192, 34559, 5616879]),
    (13, "01" * 12, [480, 221257]),
]
SIZES = (5, 7, 9, 11, 13, 15, 21, 31)


def position(black: str, white: str = "", throne: str = "-", size: int = 9) -> gc.State:
    """A position by the cells of the stones, Black to move."""
    board = [["."] * size for _ in range(size)]
    for letter, cells in (("B", black), ("W", white)):
        for cell in cells.split():
            board[size - int(cell[1:])][ord(cell[0]) - 97] = letter
    return gc.game("morelli", size=size).from_position("/".join(map("".join, board)) + f" b {throne}")


@pytest.mark.parametrize(("size", "setup", "figures"), PERFT)
def test_perft(size: int, setup: str, figures: list[int]) -> None:
    g = gc.game("morelli", size=size)
    start = g.start(setup=setup)
    assert [g.perft(depth, start) for depth in range(1, len(figures) + 1)] == figures


@pytest.mark.parametrize(("size", "moves"), [(5, 32), (7, 96), (9, 192), (11, 320), (13, 480), (31, 3360)])
def test_first_moves_do_not_depend_on_the_start(size: int, moves: int) -> None:
    g = gc.game("morelli", size=size)
    assert {g.start(seed).num_legal for seed in range(20)} == {moves}


# ---- positions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("black", "throne", "targets"),
    [
        ("a5", "-", "b4 b5 b6 c3 c5 c7 d2 d5 d8 f5 g5 h5"),
        ("a5", "b", "b4 b5 b6 c3 c5 c7 d2 d5 d8"),
        ("a5", "w", "b4 b5 b6 c3 c5 c7 d2 d5 d8"),
        ("b2", "-", "c3 d4 f6 g7"),
        ("b2", "w", "c3 d4"),
    ],
)
def test_moves_of_a_stone(black: str, throne: str, targets: str) -> None:
    assert position(black, throne=throne).legal_moves() == [
        f"{black}-{target}" for target in sorted(targets.split(), key=lambda cell: (cell[1], cell[0]))
    ]


def test_a_frame_takes_the_throne() -> None:
    s = position("c4 f3 g6 d9", "a1").play("d9-d7")
    assert s.info() == {"throne": 0}
    assert s.position().endswith(" w b")


def test_a_converted_stone_completes_a_frame() -> None:
    s = position("c4 f3 d7 f9 h5", "g6 a1").play("f9-f7")
    assert s.cells().count("W") == 1
    assert s.info() == {"throne": 0}


def test_the_throne_changes_hands_and_outlives_its_frame() -> None:
    s = position("c4 f3 g6 d9 c8", "a1 a7", throne="w").play("d9-d7")
    assert s.info() == {"throne": 0}
    s.play("a7-c7")
    assert s.cells()[6 * 9 + 3] == "B"  # no white stone behind d7
    taken = position("c4 f3 g6 d9 a9", "a7 e7").play("d9-d7").play("a7-c7")
    assert taken.cells()[6 * 9 + 3] == "W"
    assert taken.info() == {"throne": 0}


def test_captures_do_not_spread() -> None:
    s = position("a5 f5 a9", "d5 e4").play("a5-c5")
    assert s.cells()[4 * 9 + 3] == "W"  # d5 lies between c5 and the throne, where no stone stands
    s = position("a4 e4 d7 a9", "d4 d5 d6").play("a4-c4")
    assert [s.cells()[row * 9 + 3] for row in (3, 4, 5, 6)] == ["B", "W", "W", "B"]


@pytest.mark.parametrize(("throne", "winners"), [("-", ()), ("b", (0,)), ("w", (1,))])
def test_who_is_stuck_ends_the_game(throne: str, winners: tuple[int, ...]) -> None:
    s = position("d5", "a1", throne=throne)
    assert s.is_over
    assert s.outcome.winners == winners


def test_every_cell_between_has_to_be_free() -> None:
    s = position("a5 d5", "h1")
    assert s.why_illegal(s.parse("a5-f5")) == "blocked"
    assert s.why_illegal(s.parse("a5-d5")) == "occupied"
    assert s.why_illegal(s.parse("h1-g2")) == "not_yours"
    owned = position("a5", throne="b")
    assert owned.why_illegal(owned.parse("a5-f5")) == "blocked"


@pytest.mark.parametrize(
    "text",
    [
        "B3B/5/5/5/5 b",
        "B3B/5/5/5/5 b x",
        "B3B/5/5/5/5 x -",
        "B3B/5/2B2/5/5 b -",
        "BBBBB/BBBBB/5/BBBBB/BBBBB b -",
        "B3B/5/5/5 b -",
        "B3X/5/5/5/5 b -",
    ],
)
def test_positions_that_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("morelli", size=5).from_position(text)


@pytest.mark.parametrize("size", [3, 4, 6, 30, 32, 33])
def test_sizes_that_are_refused(size: int) -> None:
    with pytest.raises(gc.VariantError):
        gc.game("morelli", size=size)


# ---- starts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_opposite_cells_have_different_colours(size: int) -> None:
    g = gc.game("morelli", size=size)
    starts = [g.start(seed) for seed in range(6)]
    for s in starts:
        cells = s.cells()
        assert {a + b for a, b in zip(cells, reversed(cells), strict=True)} == {"BW", "WB", ".."}
        assert cells.count("B") == cells.count("W") == 2 * (size - 1)
        assert g.start(setup=s.setup) == s
    assert len({s.setup for s in starts}) > 1


def test_the_coding_of_starts() -> None:
    g = gc.game("morelli", size=5)
    s = g.start(setup="01101000")
    assert s.setup == "01101000"
    black = {g._cells.names[i] for i, c in enumerate(s.cells()) if c == "B"}
    assert black == {"a1", "d1", "e2", "e3", "e4"} | {"d5", "c5", "a5"}
    same = [" ".join(black), " ".join(sorted(black)).upper(), " 01101000 "]
    assert all(g.start(setup=text) == s for text in same)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0110100",
        "011010001",
        "01101002",
        "a1 b1",
        "a1 d1 e2 e3 e4 d5 c5",
        "a1 d1 e2 e3 e4 d5 c5 e5",
        "a1 d1 e2 e3 e4 d5 c5 c5",
        "a1 d1 e2 e3 e4 d5 c5 b2",
        "a1 d1 e2 e3 e4 d5 c5 a5 a4",
        "a1 d1 e2 e3 e4 d5 c5 z9",
        "01" * 50_000,
        "a1 " * 30_000,
    ],
)
def test_setups_that_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError) as caught:
        gc.game("morelli", size=5).start(setup=text)
    assert len(str(caught.value)) < 300


# ---- notation and records -------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a5-d5", "A5-D5", " a5 - d5 ", "a5d5", "a5 d5"])
def test_spellings(text: str) -> None:
    assert position("a5").play(text).turns == ["a5-d5"]


@pytest.mark.parametrize("text", ["a5", "a5-e5", "a5-a6", "a5-b7", "a5xd5", "pass", "a5-d5-e6", "d5-a5"])
def test_these_are_no_turns(text: str) -> None:
    s = position("a5")
    with pytest.raises(gc.GamecoreError):
        s.play(text)


def test_columns_beyond_z() -> None:
    g = gc.game("morelli", "size 31")
    s = g.start(setup="0" * 60)
    assert s.play("ae5-aa5").turns == ["ae5-aa5"]


def test_random_records() -> None:
    def start(row: dict[str, Any]) -> gc.State:
        return gc.game("morelli", size=int(row["variant"].split("x")[0])).start(setup=row["black_start"])

    assert replay_random_games("morelli", start) == 2


# ---- second opinion -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "games", "every"), [(5, 200, 1), (7, 60, 3), (9, 20, 6), (11, 8, 10), (13, 4, 20), (31, 1, 400)]
)
def test_second_opinion(size: int, games: int, every: int) -> None:
    for seed in range(games):
        agree(gc.game("morelli", size=size), Reference(size=size), seed, every=every)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(5, 3000), (7, 1000), (9, 300)])
def test_second_opinion_at_length(size: int, games: int) -> None:
    for seed in range(games):
        agree(gc.game("morelli", size=size), Reference(size=size), seed, every=3)

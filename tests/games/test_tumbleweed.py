"""Tumbleweed: check figures, the opening, placements, scores, positions, records and a second opinion."""

from __future__ import annotations

import gamecore as gc
import pytest
from compare import agree
from reference.tumbleweed import Reference
from transcripts import Row, random_games, replay_random_games


def board(size: int, stacks: str, rest: str = "b -") -> gc.State:
    """A position from stacks by letter: `A:a1,b2 b:c3 N:c3`."""
    game = gc.game("tumbleweed", size=size)
    columns = [min(size + i, 3 * size - 2 - i) for i in range(2 * size - 1)]
    names = [[f"{chr(97 + i)}{k + 1}" for k in range(n)] for i, n in enumerate(columns)]
    pieces = {cell: part[0] for part in stacks.split() for cell in part[2:].split(",")}
    rows = ["".join(pieces.pop(name, ".") for name in column) for column in names]
    assert not pieces
    return game.from_position(f"{'/'.join(rows)} {rest}")


def at(s: gc.State, cell: str) -> str:
    return s.cells()[s.parse(cell)]


# ---- check figures --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "figures"),
    [
        (2, [30, 108, 276, 606]),
        (3, [306, 2472, 16632]),
        (4, [1260, 15972, 179196]),
        (6, [8010, 175800]),
        (8, [28056]),
        (11, [108570]),
    ],
)
def test_perft(size: int, figures: list[int]) -> None:
    g = gc.game("tumbleweed", size=size)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == figure


def test_final_position_of_the_app() -> None:
    white = "a:a4,b4,c4,c3,d3,d2 b:b1,d1,e2 c:d4 d:b3"
    black = "A:b5,c5,e4,f2,f1 B:d6,d5,e3,e1 C:f3"
    s = board(4, f"{white} {black}", "b over")
    assert s.is_over
    assert s.scores() == [20, 17]
    # The empty cells of each side: more of its stacks see them (planes 3 and 4).
    lead = s.observation(0)[3] - s.observation(0)[4]
    empty: dict[bool, list[str]] = {True: [], False: []}
    black_cells, white_cells = "c6 d7 e5 e6 f4 f5 g1 g2 g3 g4", "a1 a2 a3 b2 c1 c2"
    for name, stack in zip(s.game._cells.names, s.cells(), strict=True):
        q = ord(name[0]) - ord("d")
        ahead = lead[int(name[1]) - 1 + max(0, -q), q + 3]
        if stack == "." and ahead:
            empty[bool(ahead > 0)].append(name)
    assert empty == {True: black_cells.split(), False: white_cells.split()}
    assert s.outcome == ((0,), "two passes")


# ---- opening --------------------------------------------------------------------------------


def test_the_opening_is_one_turn_of_two_stacks() -> None:
    s = gc.game("tumbleweed").start()
    assert s.position() == "8/9/10/11/12/13/14/7N7/14/13/12/11/10/9/8 b opening"
    assert (s.why_illegal(s.parse("h8")), s.why_illegal(169), s.why_illegal(170)) == (
        "occupied",
        "cannot_pass",
        "cannot_swap",
    )
    for text in ("e4,b3", "E4 B3", "e4;b3", " e4, b3 "):
        t = s.copy().play(text)
        assert (t.turns, t.player, at(t, "e4"), at(t, "b3")) == (["e4,b3"], 1, "A", "a")
    assert s.copy().play("b3,e4") != s.copy().play("e4,b3")
    for text in ("e4,e4", "e4,h8", "h8,e4", "swap", "pass", "e4,b3,a1", "", ","):
        with pytest.raises(gc.GamecoreError):
            s.play(text)
        assert not s.actions
    s.play("e4")  # a step alone
    assert (s.in_turn, s.player, s.info()["opening_stacks"]) == (True, 0, 1)
    assert s.why_illegal(s.parse("e4")) == "occupied"
    assert s.num_turns() == len(s.legal_turns()) == 167
    assert s.play("b3").turns == ["e4,b3"]


def test_swap_changes_colours_and_black_moves() -> None:
    s = gc.game("tumbleweed", size=4).start().play("e4,b3")
    assert s.info() == {"opening_stacks": 0, "can_swap": 1, "passes": 0}
    s.play("swap")
    assert (at(s, "e4"), at(s, "b3"), s.player, s.sides) == ("a", "A", 0, ("Black", "White"))
    assert s.why_illegal(s.parse("swap")) == "cannot_swap"
    assert s == board(4, "A:b3 a:e4 N:d4")
    assert s.legal_turns() == board(4, "A:b3 a:e4 N:d4").legal_turns()
    with pytest.raises(gc.IllegalMoveError):
        s.play("swap")
    assert s.play("b2").player == 1


def test_who_moves_or_passes_accepts() -> None:
    for turn in ("pass", "b2"):
        s = gc.game("tumbleweed", size=4).start().play("e4,b3").play(turn)
        assert (s.player, s.why_illegal(s.parse("swap"))) == (0, "cannot_swap")
    s = gc.game("tumbleweed", size=4).start().play("e4,b3").play("pass").play("pass")
    assert s.outcome is not None
    s = gc.game("tumbleweed", size=4).start().play("e4,b3").play("swap").play("pass")
    assert not s.is_over
    assert s.play("pass").is_over


# ---- placements -----------------------------------------------------------------------------


def test_the_height_is_the_number_of_own_stacks_in_sight() -> None:
    s = board(4, "A:d1,a1,a4 N:d4 a:g1")
    assert at(s.copy().play("d3"), "d3") == "A"  # d1 through d2
    assert at(s.copy().play("a2"), "a2") == "B"  # a1, and a4 through a3
    assert s.why_illegal(s.parse("d5")) == "not_connected"  # behind the neutral stack


def test_a_stack_gives_way_to_a_higher_one_only() -> None:
    s = board(3, "A:a1,c1 a:b1,b2,b3 N:c3")
    assert at(s.copy().play("b1"), "b1") == "B"  # seen from both sides
    assert s.why_illegal(s.parse("b2")) == "occupied"  # seen from a1 alone: not higher
    s = board(3, "A:a1,c1 B:b1 N:c3")
    assert s.why_illegal(s.parse("b1")) == "occupied"
    s = board(3, "A:a1,c1 b:b1 N:c3")
    assert s.why_illegal(s.parse("b1")) == "occupied"
    s = board(3, "A:b1,a1,c1 N:c3")
    assert at(s.play("b1"), "b1") == "B"  # one's own too


def test_the_neutral_stack_can_be_captured() -> None:
    s = board(3, "A:c1,a1,c5 N:c3")
    assert at(s.play("c3"), "c3") == "C"
    assert "N" not in s.position()
    assert board(3, "A:c1,a1 N:c3").why_illegal(9) == "occupied"


def test_sights_are_those_of_a_walk() -> None:
    """What the state keeps up to date along random games is what a position read anew finds out."""
    for seed in range(20):
        s, rng = gc.game("tumbleweed", size=5).start(), gc.Rng(seed)
        while not s.is_over:
            s.play(s.random_action(rng))
            t = s.game.from_position(s.position())
            assert t.legal_actions() == s.legal_actions()
            assert (t.observation(0) == s.observation(0)).all()
            assert (t.scores(), t.hash) == (s.scores(), s.hash)


# ---- end and scores -------------------------------------------------------------------------


def test_two_passes_end_the_game() -> None:
    s = gc.game("tumbleweed", size=4).start().play("e4,b3").play("b2").play("pass")
    assert s.info()["passes"] == 1
    assert not s.play("c3").is_over
    assert s.play("pass").play("pass").is_over
    assert s.info()["passes"] == 2
    assert s.position().endswith(" over")


def test_scores_are_stacks_and_empty_cells() -> None:
    assert board(2, "N:b2").scores() == [0, 0]
    assert board(2, "A:a1 N:b2").scores() == [3, 0]  # a1, and a2 and b1 beside it
    assert board(2, "F:a1 a:c2 N:b2").scores() == [3, 3]
    s = board(2, "A:a1 a:c2 N:b2", "b pass").play("pass")
    assert s.outcome == ((), "two passes")
    assert s.returns() == [0, 0]


def test_a_side_without_a_placement_passes() -> None:
    s = board(2, "a:a1 N:b2")
    assert s.legal_turns() == ["pass"]
    assert not s.play("pass").is_over


# ---- positions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2/1N1/2 b",
        "2/1N1/2 b start",
        "2/1N1/2 w opening",
        "2/3/2 b opening",
        "a1/1N1/2 b opening",
        "B1/1N1/2 b opening",
        "AA/1N1/2 b opening",
        "A1/1N1/a1 b opening",
        "A1/1N1/a1 b swap",
        "A1/1N1/b1 w swap",
        "A1/1N1/2 w swap",
        "A1/1A1/a1 w swap",
        "N1/3/2 b -",
        "2/1N1/1N b -",
        "2/1G1/2 b -",
        "2/1N1/2/2 b -",
        "2/1N1/2 b - 1",
    ],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("tumbleweed", size=2).from_position(text)


def test_the_opening_is_told_from_the_board() -> None:
    g = gc.game("tumbleweed", size=2)
    assert g.from_position("2/1N1/2 b opening") == g.start()
    assert g.from_position("A1/1N1/2 b opening") == g.start().play_step("a1")
    assert g.from_position("A1/1N1/a1 w swap") == g.start().play("a1,c1")
    assert g.from_position("A1/1N1/a1 w -") != g.start().play("a1,c1")


def test_bounds() -> None:
    for size in (1, 12, 10**9, "8"):
        with pytest.raises(gc.VariantError):
            gc.game("tumbleweed", size=size)
    for size in range(2, 12):
        g = gc.game("tumbleweed", size=size)
        assert g.num_actions == 3 * size * (size - 1) + 3
        s = g.start().play_random(60, gc.Rng(size))
        assert g.from_position(s.position()) == s


# ---- records and second opinion -------------------------------------------------------------


def test_records() -> None:
    def check(row: Row, s: gc.State) -> None:
        score = row["score"]
        assert s.scores() == [
            sum(pair) for pair in zip(score["stacks_black_white"], score["influence_black_white"], strict=True)
        ]

    assert replay_random_games("tumbleweed", check=check) == len(list(random_games("tumbleweed")))


@pytest.mark.parametrize(
    ("size", "games", "every"), [(2, 100, 1), (3, 60, 1), (4, 20, 1), (6, 3, 2), (8, 2, 5), (11, 1, 40)]
)
def test_second_opinion(size: int, games: int, every: int) -> None:
    for seed in range(games):
        agree(gc.game("tumbleweed", size=size), Reference(size=size), seed, every=every, most=2000)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(2, 2000), (3, 1000), (4, 300)])
def test_second_opinion_at_length(size: int, games: int) -> None:
    for seed in range(games):
        agree(gc.game("tumbleweed", size=size), Reference(size=size), 1000 + seed, most=2000)


def test_captions_of_the_opening() -> None:
    s = gc.game("tumbleweed", size=3).start()
    assert "Black to place a black stack" in str(s)
    assert "Black to place a white stack" in str(s.play_step("a1"))
    assert "White to move\nPoints: Black" in str(s.play_step("b1"))
    assert str(s).count("(") == 2

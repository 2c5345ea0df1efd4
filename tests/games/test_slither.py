"""Slither: check figures, worked positions, the shape rule, notation, records, and a second opinion."""

from __future__ import annotations

from itertools import product

import gamecore as gc
import pytest
from compare import agree
from reference.slither import Reference
from transcripts import replay_random_games

PERFT = [
    (2, False, [4, 12, 48, 48, 0]),
    (2, True, [4, 16, 52, 80, 40]),
    (3, False, [9, 72, 1832, 35360]),
    (3, True, [9, 81, 956, 13316]),
    (4, False, [16, 240, 16424]),
    (4, True, [16, 256, 5712]),
    (5, False, [25, 600, 79200]),
    (5, True, [25, 625, 21308]),
    (9, False, [81, 6480]),
    (9, True, [81, 6561]),
    (13, False, [169, 28392]),
    (13, True, [169, 28561]),
]


@pytest.mark.parametrize(("size", "advanced", "figures"), PERFT)
def test_perft(size: int, advanced: bool, figures: list[int]) -> None:
    g = gc.game("slither", size=size, advanced=advanced)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == figure


def on_board(size: int, black: str, white: str, side: str = "b", **options: gc.game.Option) -> gc.State:
    """A position at the beginning of a turn."""
    names = gc.notation.Cells(size, size).names
    cells = dict.fromkeys(black.split(), "B") | dict.fromkeys(white.split(), "W")
    rows = ["".join(cells.get(name, ".") for name in names[i * size : (i + 1) * size]) for i in range(size)]
    return gc.game("slither", size=size, **options).from_position(f"{'/'.join(reversed(rows))} {side} - b")


def test_counting_turns_agrees_with_listing_them() -> None:
    for advanced, seed in product([False, True], range(3)):
        s = gc.game("slither", size=5, advanced=advanced).start()
        rng = gc.Rng(seed)
        while not s.is_over:
            assert s.num_turns() == len(s.legal_turns())
            assert s.num_legal == len(s.legal_actions())
            s.play_random(1, rng)


# ---- positions ------------------------------------------------------------------------------


def test_placements_and_movers_of_the_worked_position() -> None:
    s = on_board(5, "b2 d4", "c2 b4")
    assert s.num_turns() == 213
    places = [turn for turn in s.legal_turns() if "-" not in turn]
    assert sorted(places) == ["a2", "a4", "a5", "b1", "b3", "b5", "c4", "d1", "d2", "d3", "d5", "e1", "e2", "e4"]
    t = on_board(5, "b2 d4", "c2 b4", advanced=True)
    assert t.num_turns() == 108
    assert {turn[:2] for turn in t.legal_turns() if "-" in turn} == {"b2"}
    assert t.why_illegal(t.parse("d4-d5")) == gc.Reason.NOT_OFFERED


def test_a_turn_repairs_and_wins() -> None:
    s = on_board(5, "b1 b2 b3 c4", "d3 d4")  # b3 and c4 are a bare diagonal
    assert s.num_turns() == 169
    turns = s.legal_turns()
    assert {turn for turn in turns if s.copy().play(turn).is_over} == {"c4-b4,b5", "c4-b5,b4"}
    assert s.why_illegal(s.parse("e1")) == gc.Reason.NOT_CONNECTED
    s.play_step("c4-b5")
    assert (s.is_over, s.in_turn) == (False, True)
    assert s.play("b4").outcome == ((0,), "connection")


def test_after_a_move_the_turn_goes_on_though_the_edges_are_joined() -> None:
    s = on_board(3, "b1 b2 c3", "").play_step("c3-b3")
    assert not s.is_over
    assert s.legal_moves() == ["a1", "c1", "a2", "c2", "a3", "c3"]
    assert gc.game("slither", size=3).from_position(s.position()) == s
    assert s.play("c1").outcome == ((0,), "connection")


def test_the_vacated_cell_may_be_filled() -> None:
    s = on_board(5, "b2", "d4")
    assert {"b2-b3,b2", "b3"} <= set(s.legal_turns())
    assert s.copy().play("b2-b3,b2").position() == s.copy().play("b3").position()


def test_a_finished_chain_of_the_site() -> None:
    s = on_board(5, "", "a3 b3 b4 c4 d4 d3 e3")
    assert s.outcome == ((1,), "connection")


@pytest.mark.parametrize("variant", ["classic", "advanced"])
def test_only_a_forced_pass_is_a_pass(variant: str) -> None:
    g = gc.game("slither", variant, size=5)
    s = g.from_position("BBWWB/WB1WW/WW1BW/BWWBB/BBBBB b - b")
    assert s.legal_turns() == s.legal_moves() == ["pass"]
    assert (s.num_turns(), s.num_legal, s.random_action()) == (1, 1, s.parse("pass"))
    assert s.play("pass").legal_turns() == ["b2-c3,c4", "c2-c3,c4", "c5-c4,c3", "d5-c4,c3"]
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("pass")
    assert caught.value.reason is gc.Reason.CANNOT_PASS


def test_connection_follows_stones_that_move() -> None:
    """Whatever moves: a state that was played says what one says that was read from its text."""
    for advanced, seed in product([False, True], range(8)):
        g = gc.game("slither", size=6, advanced=advanced)
        s = g.start()
        rng = gc.Rng(seed)
        while not s.is_over:
            s.play_random(1, rng)
            t = g.from_position(s.position())
            assert (t.outcome, t.player, t.hash) == (s.outcome, s.player, s.hash)


def test_swap_exchanges_the_colours() -> None:
    s = gc.game("slither", "advanced").start().play("b3").play("swap")
    assert s.sides == ("White", "Black")
    assert s.player == 0
    assert s.position() == "9/9/9/9/9/9/1B7/9/9 w - w"
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("swap")
    assert caught.value.reason is gc.Reason.CANNOT_SWAP
    assert s.play("e5").player == 1
    with pytest.raises(gc.NotationError):
        gc.game("slither").start().play("b3").play("swap")


@pytest.mark.parametrize(
    "text",
    [
        "3/1B1/B2 w - b",
        "5/5/5/5/5 b - b",
        "3/3/3 b moved b",
        "3/3/3 b - w",
        "3/3/3 b x b",
        "3/3/3 b -",
        "1B1/1B1/1B1 w moved b",
        "B1B/1B1/B1B b moved b",
        "B1B/1B1/B1B w - b",
        "BBB/3/3 b moved w",
    ],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("slither", size=3).from_position(text)


# ---- notation -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["b2-b3,c3", "B2-B3,C3", " b2 - b3 , c3 ", "b2-b3 c3", "b2-b3/c3", "c3,b2-b3"])
def test_spellings(text: str) -> None:
    s = gc.game("slither", size=5).start().play("b2").play("e5").play(text)
    assert s.turns[-1] == "b2-b3,c3"


@pytest.mark.parametrize(
    "text", ["b2-b4,c2", "b2-b3,c2", "b2-b3,c3,d2", "b2-b2,c2", "b2b3,c2", "b2,c2", "c3,d4", "c3 pass", "pass,c2"]
)
def test_these_are_no_turns(text: str) -> None:
    s = gc.game("slither", size=5).start().play("b2").play("e5")
    with pytest.raises(gc.GamecoreError):
        s.play(text)
    assert len(s.turns) == 2


def test_a_move_alone_is_a_step() -> None:
    s = gc.game("slither", size=5).start().play("b2").play("e5").play("b2-b3")
    assert (s.in_turn, s.player) == (True, 0)
    assert s.play("c3").turns[-1] == "b2-b3,c3"


def test_in_the_advanced_game_the_move_comes_first() -> None:
    s = gc.game("slither", "advanced").start().play("b2").play("c2")
    with pytest.raises(gc.NotationError):
        s.play("c3,b2-b3")
    with pytest.raises(gc.NotationError):  # a whole turn, and a move that the opponent could make
        s.play("e5,c2-d2")
    s.play_step("b2-b3")
    with pytest.raises(gc.NotationError):
        s.play("b2,c2-d2")
    assert s.play("b2").turns[-1] == "b2-b3,b2"


# ---- records and second opinion ----------------------------------------------------------------


def test_random_records() -> None:
    def start(row: dict[str, str]) -> gc.State:
        name, size = row["variant"].split()
        return gc.game("slither", name, size=int(size.split("x")[0])).start()

    assert replay_random_games("slither", start) == 4


@pytest.mark.parametrize(
    ("size", "games", "every"), [(2, 60, 1), (3, 60, 1), (4, 20, 1), (5, 12, 2), (6, 6, 5), (9, 2, 15)]
)
@pytest.mark.parametrize("advanced", [False, True])
def test_second_opinion(size: int, games: int, every: int, advanced: bool) -> None:
    for seed in range(games):
        swap = advanced ^ (seed % 3 == 0)
        options = {"size": size, "advanced": advanced, "swap": swap}
        agree(gc.game("slither", **options), Reference(**options), seed, every=every)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games", "every"), [(3, 300, 1), (4, 150, 2), (5, 80, 3), (6, 30, 5)])
@pytest.mark.parametrize("advanced", [False, True])
def test_second_opinion_at_length(size: int, games: int, every: int, advanced: bool) -> None:
    game, reference = gc.game("slither", size=size, advanced=advanced), Reference(size=size, advanced=advanced)
    for seed in range(games):
        agree(game, reference, 1000 + seed, every=every)


def test_drawing_shows_the_whole_turn() -> None:
    s = on_board(5, "b2", "c4", advanced=False).play_step("b2-b3")
    assert "3 .(X). . ." in str(s)
    assert "2 .(.). . ." in str(s)
    assert str(s).endswith("Black to place a stone")
    s.play_step("d2")
    assert "2 .(.).(X)." in str(s)
    assert s.game.drawing(s).arrows == [(6, 11)]
    assert str(s).endswith("White to move")

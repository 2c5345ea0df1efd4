"""Plan-A-Head: check figures, worked positions, who moves, texts, records, and a second opinion."""

from __future__ import annotations

from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.plan_a_head import Reference

RECORDS = Path(__file__).parent.parent / "records" / "plan_a_head"
VARIANTS = ["two", "three"]


def after(moves: str, variant: str = "two") -> gc.State:
    s = gc.game("plan_a_head", variant).start()
    for move in moves.split():
        s.play(move)
    return s


# ---- check figures and worked positions --------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_perft(variant: str) -> None:
    g = gc.game("plan_a_head", variant)
    for depth, figure in enumerate([144, 15_120, 1_028_160, 33_929_280], 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


def test_whoever_ends_a_selection_begins_the_next() -> None:
    s = after("Ra1 Ba2 Gb1 Yb2")
    assert (s.player, s.num_legal) == (1, 119)
    assert s.game.perft(2, s) == 10_270


def test_every_colour_keeps_its_distance() -> None:
    texts = after("Rb2 Bb5 Ge2 Ye5").legal_moves()
    assert [sum(text[0] == colour for text in texts) for colour in "RBGY"] == [24] * 4


def test_the_order_of_the_players() -> None:
    for variant, order in (("two", "01011010" * 5), ("three", "012" * 12)):
        rng = gc.Rng(1)
        for _ in range(20):
            s, seats = gc.game("plan_a_head", variant).start(), ""
            while not s.is_over:
                seats += str(s.player)
                s.play_random(1, rng)
            assert order.startswith(seats)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("Rf6", "none_left"), ("Ba1", "occupied"), ("Bc2", "adjacent"), ("Ga7", None), ("Xa1", None), ("a1", None)],
)
def test_why_not(text: str, reason: str | None) -> None:
    s = after("Ra1 Ga6 Bb1 Yf1 Gb2 Re5")
    with pytest.raises(gc.GamecoreError) as caught:
        s.play(text)
    assert getattr(caught.value, "reason", None) == reason


def test_the_selection_is_told() -> None:
    assert after("Ra1 Ga6").info() == {"placed": 2, "red": 0, "blue": 1, "green": 0, "yellow": 1}
    assert after("Ra1 Ga6 Bb1 Yf1").info() == {"placed": 4, "red": 1, "blue": 1, "green": 1, "yellow": 1}
    assert "Selection  B Y" in str(after("Ra1 Ga6"))


# ---- ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "returns"),
    [("two", {(1, -1), (-1, 1)}), ("three", {(1, -0.5, -0.5), (-0.5, 1, -0.5), (-0.5, -0.5, 1)})],
)
def test_the_last_placement_wins(variant: str, returns: set[tuple[float, ...]]) -> None:
    g, seen = gc.game("plan_a_head", variant), set()
    for seed in range(40):
        s = g.start().play_random(36, gc.Rng(seed))
        seen.add(tuple(s.returns()))
        assert s.outcome.winner == s.copy().undo().player
    assert seen == returns


def test_a_full_board() -> None:
    text = "RBRBRB/GYGYGY/RBRBRB/GYGYGY/RBRBRB/GYGYGY"
    for variant, winner in (("two", 1), ("three", 2)):
        s = gc.game("plan_a_head", variant).from_position(text)
        assert (s.outcome.winner, s.outcome.reason) == (winner, "last placement")
        s = s.game.from_position(text[:-1] + "1")
        assert (s.legal_moves(), s.player) == (["Yf1"], winner)


def test_three_players_cannot_resign() -> None:
    assert after("Ra1").play("resign").returns() == [1, -1]
    with pytest.raises(gc.IllegalMoveError) as caught:
        after("Ra1", "three").play("resign")
    assert caught.value.reason is gc.Reason.NOT_OFFERED


# ---- texts ------------------------------------------------------------------------------------


def test_colours_and_cells_in_any_case() -> None:
    assert after("ra1 BB3 gF6 yb1").turns == ["Ra1", "Bb3", "Gf6", "Yb1"]


def test_position_is_the_board() -> None:
    s = after("Ra1 Ba2 Gb1 Yb2 Bf6")
    assert s.position() == "5B/6/6/6/BY4/RG4"
    t = s.game.from_position(s.position())
    assert (t.player, t.legal_actions()) == (s.player, s.legal_actions())


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/R4R",  # two of one colour out of the first selection
        "6/6/6/6/6/RBG2R",
        "R4R/6/R4R/6/B1B1B1/6",
        "6/6/6/6/BY4/YB4",  # neighbours of one colour
        "6/6/6/6/6/P5",
        "6/6/6/6/6/R5 r",
        "6/6/6/6/6",
    ],
)
def test_positions_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("plan_a_head").from_position(text)


# ---- records and second opinion ------------------------------------------------------------------


def test_records() -> None:
    lines = [line for line in (RECORDS / "random_games.txt").read_text().splitlines() if "|" in line]
    for line in lines:
        players, moves, winner, pieces = line.split(" | ")
        if line.startswith("#"):
            continue
        s = after(moves, VARIANTS[int(players[0]) - 2])
        assert s.turns == moves.split()
        assert s.is_over
        assert f"winner P{s.outcome.winner + 1}" == winner
        assert f"pieces {len(s.actions)}" == pieces


@pytest.mark.parametrize("variant", VARIANTS)
def test_second_opinion(variant: str) -> None:
    for seed in range(60):
        agree(gc.game("plan_a_head", variant), Reference(variant=variant), seed, every=3)

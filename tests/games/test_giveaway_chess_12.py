"""12* Giveaway Chess: check figures, worked positions, the blog's sample game, texts, and a second opinion."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import gamecore as gc
import pytest
from compare import agree
from reference.giveaway_chess_12 import Reference

RECORDS = Path(__file__).parent.parent / "records" / "giveaway_chess_12"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
OPTIONS: list[dict[str, Any]] = [{}, {"approach_rule": False}, {"distance": "king"}]


def giveaway(**options: Any) -> gc.Game:
    return gc.game("giveaway_chess_12", **options)


def at(position: str, **options: Any) -> gc.State:
    return giveaway(**options).from_position(position)


def turns(s: gc.State) -> list[str]:
    return [] if s.is_over else s.legal_turns()


# ---- figures --------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "second"), list(zip(OPTIONS, (7993, 8067, 7993), strict=True)))
def test_perft(options: dict[str, Any], second: int) -> None:
    g = giveaway(**options)
    assert [g.perft(depth) for depth in range(3)] == [1, 20, second]
    assert g.perft(1, by="step") == 20
    assert g.start().position() == f"{START} w 1 - - 0"


def test_counting_turns_agrees_with_listing_them() -> None:
    rng = gc.Rng(3)
    for options in OPTIONS:
        s = giveaway(**options).start()
        while not s.is_over:
            assert s.num_turns() == len(s.legal_turns())
            s.play_random(1, rng)


@pytest.mark.parametrize(
    ("position", "number", "winner"),
    [
        ("8/8/8/8/8/p7/P7/8 w", 0, 0),
        ("8/8/8/8/p7/8/P7/8 w", 1, 0),
        ("8/8/8/8/8/8/1p6/P7 w", 1, 1),
        ("1r6/P7/8/8/8/8/8/8 w", 5, 1),
        ("8/8/P7/8/8/8/p7/8 w", 0, 0),
        ("8/P7/8/8/8/8/8/1k6 w", 28, None),
    ],
)
def test_small_positions(position: str, number: int, winner: int | None) -> None:
    s = at(position)
    found = turns(s)
    assert len(found) == number
    if winner is not None:
        for end in [s.copy().play(turn) for turn in found] or [s]:
            assert end.outcome.winner == winner


# ---- the approach rule ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "legal", "illegal"),
    [
        # A piece counts from where it stood at the start: up and back is no approach, neither is up and further away.
        ("7k/8/8/8/8/8/8/N7 w", ["a1b3 b3c5", "a1b3 b3d2", "a1c2 c2e3"], ["a1b3 b3a1"]),
        # One of the two pieces is enough, in either order.
        ("7k/8/8/8/8/8/8/N1N5 w", ["a1b3 c1a2", "c1a2 a1b3"], ["c1a2 a2c1"]),
        # After c2c3 the pawn has to go on to c4, as far from a3 as it was on c2: no legal turn begins so.
        ("8/8/8/8/8/p7/2P5/8 w", [], ["c2c3", "c2c4"]),
    ],
)
def test_approach_rule(position: str, legal: list[str], illegal: list[str]) -> None:
    s = at(position)
    assert set(legal) <= set(turns(s))
    assert not set(illegal) & set(turns(s))
    for turn in illegal:
        if not s.is_over:
            with pytest.raises(gc.IllegalMoveError) as caught:
                s.copy().play(turn)
            assert caught.value.reason is gc.Reason.NOT_OFFERED
    free = at(position, approach_rule=False)
    assert set(illegal) <= {turn[: len(illegal[0])] for turn in turns(free)} | set(turns(free))


def test_the_two_distances_differ() -> None:
    # From a2 to b2 the straight line to c8 gets shorter, the king's way does not.
    position = "2k5/8/8/8/8/8/K7/8 w 1"
    assert "a2b2" in turns(at(position))
    assert "a2b2" not in turns(at(position, distance="king"))
    assert "a2b3" in turns(at(position, distance="king"))


def test_a_capture_in_either_move_frees_the_turn() -> None:
    s = at("8/8/8/8/8/1p5p/P7/8 w")
    assert turns(s) == ["a2b3 b3b4"]  # b4 is closer to nothing
    quiet_first = at("8/8/8/8/1p5p/8/P7/8 w")
    assert "a2a3 a3b4" in turns(quiet_first)
    assert "a2a3 a3a4" not in turns(quiet_first)


def test_a_first_move_without_a_second_wins_at_once() -> None:
    s = at("8/8/8/8/p7/8/P7/8 w").play("a2a3")
    assert s.outcome == ((0,), "no legal move")
    assert s.turns == ["a2a3"]
    assert not s.in_turn


# ---- captures -------------------------------------------------------------------------------


def test_captures_are_compulsory_move_by_move() -> None:
    s = giveaway().start()
    for turn in ("e2e3", "b7b5 h7h5"):
        s.play(turn)
    assert s.legal_moves() == ["d1h5", "f1b5"]
    assert s.why_illegal(s.parse("a2a3")) == "must_capture"
    s.play("d1h5")
    assert s.in_turn
    assert s.why_illegal(s.parse("h5h6")) == "must_capture"
    assert s.legal_moves() == ["f1b5", "h5b5", "h5f7", "h5h8"]
    assert s.num_turns() == 4


@pytest.mark.parametrize(
    ("first", "taken"),
    [
        ("e2e4 a2a3", "e4"),
        ("a2a3 e2e4", "e4"),
        ("e2e4 e4e5", None),  # it went on
        ("e2e4 c1e3", "e3"),  # a piece on the passed cell, an ordinary capture
    ],
)
def test_en_passant(first: str, taken: str | None) -> None:
    s = at("4k3/8/8/8/3p4/8/P3P3/2B5 w", approach_rule=False).play(first)
    assert s.position().split()[3] == ("e3" if taken == "e4" else "-")
    if taken is None:
        assert "d4e3" not in s.legal_moves()
        return
    assert s.legal_moves() == ["d4e3"]
    before = s.cells()
    after = s.play("d4e3").cells()
    gone = gc.notation.Cells(8, 8).read(taken)
    assert (before[gone], after[gone]) == {"e4": ("P", "."), "e3": ("B", "p")}[taken]


@pytest.mark.parametrize(
    ("position", "passed", "turn"),
    [
        ("k7/8/8/8/6pP/8/8/8 b 2 h3", "h3", "g4h3"),
        ("k7/8/8/5p2/6PP/8/8/8 b 2 h3", "h3", "f5g4 g4h3"),  # a capture comes beside the pawn, then takes it
        ("k7/8/8/5p2/6PP/8/8/8 b 1 h3", "-", "f5g4"),
        ("k7/8/8/6p1/7P/8/8/8 b 2 h3", "-", "g5h4"),  # it has to take the pawn where it stands
        ("k7/8/8/8/5pPP/8/8/8 b 2 g3h3", "g3", "f4g3 g3g2"),
        ("k7/8/8/8/1p4pP/8/8/R7 b 2 h3", "h3", "g4h3 b4b3"),
        ("1r5k/8/8/8/P5pP/8/8/1N6 b 2 a3h3", "h3", "b8b1 g4h3"),  # with the second move, after another capture
    ],
)
def test_only_cells_where_a_pawn_can_be_taken_are_remembered(position: str, passed: str, turn: str) -> None:
    s = at(position, approach_rule=False)
    assert s.position().split()[3] == passed
    assert turn in s.legal_turns()


def test_kings_are_ordinary_pieces() -> None:
    s = at("8/8/8/8/3k4/4P3/8/R3K2R w")
    assert s.legal_turns()[0].startswith("e3d4")
    assert s.play("e3d4").outcome == ((1,), "no piece left")
    castles = at("4k3/8/8/8/8/8/8/R3K2R w")
    assert castles.why_illegal(castles.parse("e1g1")) == "bad_move"


# ---- ends -----------------------------------------------------------------------------------


def test_draws() -> None:
    s = at("k7/8/8/8/8/8/8/7K w 2", approach_rule=False)
    for _ in range(2):
        s.play("h1h2 h2h1")
        s.play("a8a7 a7a8")
    assert s.outcome == ((), "threefold repetition")
    s = at("k7/8/8/8/8/8/8/7K w 2 - - 99")
    assert not s.is_over
    s.play("h1g2 g2f3")
    assert s.outcome == ((), "no capture or pawn move for too long")
    assert giveaway().from_position(s.position()).is_over


@pytest.mark.parametrize("position", ["k7/8/8/8/8/8/8/8 w", "k7/8/8/8/8/8/8/8 b"])
def test_a_side_without_pieces_has_won(position: str) -> None:
    assert at(position).outcome == ((0,), "no piece left")


# ---- texts ----------------------------------------------------------------------------------


def test_positions_in_the_middle_of_a_turn() -> None:
    s = giveaway().start().play("e2e3").play_step("b7b5")
    assert s.position() == "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR b 1 - b7b5 0"
    assert s.in_turn
    s.play_step("h7h5").play_step("d1h5")
    assert s.position().endswith(" w 1 - x 0")


@pytest.mark.parametrize(
    "text",
    [
        "8/8/8/8/8/8/8/8 w",
        f"{START} w 3",
        f"{START} x 1",
        f"{START} w 2 - e2e4",
        f"{START} w 1 - e2e4",
        f"{START} w 1 e3",
        f"{START} w 1 e6",
        f"{START} w 1 - - 101",
        f"{START} w 1 - - 0 0",
        "P7/8/8/8/8/8/8/k7 w",
        "kkkkkkkk/kkkkkkkk/k7/8/8/8/8/7K w",
        "8/8/8/8/8/p1P5/8/8 w 1 - c2c3",  # no legal turn begins so
        "7k/8/8/8/8/1N5p/8/8 w 1 - a1b4",
    ],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        giveaway().from_position(text)


@pytest.mark.parametrize("text", ["e2e4", "E2E4", "e2-e4", " e2 - e4", "e2:e4"])
def test_spellings(text: str) -> None:
    s = giveaway().start()
    if " - " in text:
        with pytest.raises(gc.NotationError):
            s.play(text)
    else:
        assert s.play(text).turns == ["e2e4"]


@pytest.mark.parametrize("text", ["e2e4 e7e5", "e2", "e2e4q", "e9e4", "e2e4e5", "O-O", "e4 e5"])
def test_these_are_no_turns_of_the_start(text: str) -> None:
    s = giveaway().start()
    with pytest.raises(gc.GamecoreError):
        s.play(text)
    assert not s.actions


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("e7e5", "not_yours"),
        ("e4e5", "not_yours"),
        ("a1a2", "occupied"),
        ("a1a3", "blocked"),
        ("e2d3", "bad_move"),
        ("e2e5", "bad_move"),
        ("b1c3", None),
    ],
)
def test_reasons(move: str, reason: str | None) -> None:
    s = giveaway().start()
    assert s.why_illegal(s.parse(move)) == reason


def test_promotions() -> None:
    s = at("7k/P7/8/8/8/8/8/8 w")
    assert [move for move in s.legal_moves() if move.startswith("a7")] == [f"a7a8{kind}" for kind in "qrbnk"]
    assert s.why_illegal(s.parse("a7a8")) == "not_offered"
    assert s.parse("a7-a8=K") == s.parse("a7a8k")


def test_the_last_turn_is_highlighted() -> None:
    s = giveaway().start()
    seen = []
    for move in ("e2e3", "b7b5", "h7h5", "d1h5"):
        s.play_step(move)
        seen.append(s.game.drawing(s).arrows)
    assert seen == [[(12, 20)], [(49, 33)], [(49, 33), (55, 39)], [(3, 39)]]


# ---- the sample game ------------------------------------------------------------------------


def test_sample_game() -> None:
    lines = (RECORDS / "sample.txt").read_text().splitlines()
    game = [line for line in lines if not line.startswith("#")]
    counts = [20, 441, 6, 2, 4, 65, 72, 2, 31, 1, 38, 15, 696, 30]
    free, strict = giveaway(approach_rule=False).start(), giveaway().start()
    for number, turn in enumerate(game):
        if number < len(counts):
            assert strict.num_turns() == counts[number]
        if number == 20:
            with pytest.raises(gc.IllegalMoveError):
                strict.copy().play(turn)
            assert turn in free.legal_turns()
            strict = giveaway().from_position(free.copy().play(turn).position())
        else:
            strict.play(turn)
        if turn == "resign":
            assert free.legal_moves() == ["f3g4"]
        free.play(turn)
    assert free.position().split()[0] == strict.position().split()[0] == "6n1/2N5/8/8/6p1/P2K1P2/2P2P2/8"
    assert free.returns() == [-1, 1]


# ---- a second opinion -----------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_second_opinion(options: dict[str, Any]) -> None:
    for seed in range(20):
        agree(giveaway(**options), Reference(**options), seed, every=4, most=300)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
def test_second_opinion_on_many_games(options: dict[str, Any]) -> None:
    for seed in range(20, 1000):
        agree(giveaway(**options), Reference(**options), seed, every=2)


def few_pieces(rng: random.Random) -> str:
    """A position with one to four pieces a side, where the approach rule forbids most."""
    board = [["."] * 8 for _ in range(8)]
    for side in (str.upper, str.lower):
        for _ in range(rng.choice((1, 1, 2, 3, 4))):
            piece = rng.choice("KPPPNBRQ")
            row = rng.randrange(1, 7) if piece == "P" else rng.randrange(8)
            board[row][rng.randrange(8)] = side(piece)
    rows = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row)) for row in board)
    return f"{rows} {rng.choice('wb')} {rng.choice((1, 2, 2, 2))}"


@pytest.mark.parametrize("options", OPTIONS)
def test_second_opinion_on_few_pieces(options: dict[str, Any]) -> None:
    g, rng, reference = giveaway(**options), random.Random(1), Reference(**options)
    for _ in range(250):
        position = few_pieces(rng)
        s = g.from_position(position)
        reference.reset(position)
        assert (s.is_over, s.returns()) == (reference.is_over, reference.returns()), position
        assert sorted(turns(s)) == sorted([] if reference.is_over else reference.legal_turns()), position

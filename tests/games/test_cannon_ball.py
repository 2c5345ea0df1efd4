"""Cannon-Ball: check figures, the secret line-up, entries, ends, records, and a second opinion."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.cannon_ball import Reference

RECORDS = Path(__file__).parent.parent / "records" / "cannon_ball" / "random_games.txt"
FIXED = gc.game("cannon_ball", "fixed")
SECRET = gc.game("cannon_ball")


@pytest.mark.parametrize(
    ("line_ups", "figures"),
    [
        ("R.B.R./BRBRBR G.Y.G./YGYGYG", [23, 692, 21597]),
        ("BR.BRB/RB.RR. G.Y.YY/G.GYGG", [20, 426]),
        ("RBR..B/BR.BRB .G.YGG/.YYGYY", [21, 488]),
    ],
)
def test_perft(line_ups: str, figures: list[int]) -> None:
    s = SECRET.start()
    for line_up in line_ups.split():
        s.play(line_up)
    assert s.turns == line_ups.split()
    for depth, figure in enumerate(figures, 1):
        assert SECRET.perft(depth, s) == figure


def test_perft_of_the_variants() -> None:
    assert SECRET.perft(1) == SECRET.start().num_turns() == 112_640
    assert FIXED.perft(3) == 21_597
    turns = FIXED.start().legal_turns()
    assert {"a1-b1,xf5", "a1-b1", "e1-f1,xb5"} <= set(turns)
    info = FIXED.start().info()
    assert [info[f"reserve_{c}"] for c in "RBGY"] == [4, 5, 4, 5]


def test_all_line_ups_are_listed_once() -> None:
    turns = SECRET.start().legal_turns()
    assert len(set(turns)) == len(turns) == 112_640
    assert "R.B.R./BRBRBR" in turns
    assert all(turn.count(".") == 3 and turn.index("/") == 6 for turn in turns)


# ---- the secret line-up --------------------------------------------------------------------


def test_a_line_up_is_secret_until_both_are_complete() -> None:
    s = SECRET.start().play("R.B.R./BRBRBR").play_step("G")
    assert s.in_turn
    assert s.position() == "lineup R.B.R./BRBRBR G"
    assert s.view(0) == "lineup R.B.R./BRBRBR ?"
    assert s.view(1) == "lineup ??????/?????? G"
    assert set(s.cells(1)) == {"G", "."}
    assert "reserve_R" not in s.info(1)
    assert not s.observation(1)[2:4].any()
    assert "red" not in s.svg(player=1)
    s.play(".Y.G./YGYGYG")
    assert s.view(1) == s.position() == FIXED.start().position()


def test_determinize_draws_every_line_up_alike() -> None:
    s, rng = SECRET.start().play("R.B.R./BRBRBR"), gc.Rng(1)
    n = 20_000
    seen = Counter(s.determinize(1, rng).position().split()[1] for _ in range(n))
    empty = Counter(
        i for text, k in seen.items() for i, c in enumerate(text.replace("/", "")) if c == "." for _ in range(k)
    )
    assert len(seen) > 0.9 * 112_640 * (1 - 2.72 ** (-n / 112_640))
    assert all(abs(empty[i] / n - 0.25) < 0.02 for i in range(12))
    assert s.determinize(0, rng) == s


def test_line_ups_have_nine_pieces() -> None:
    for text in ("R.B.R./BRBRB.", "RRB.R./BRBRBR", "GGG.../YYYYYY", "R.B.R.BRBRB", "R.B.R./BRBRBRR", "R.B/R.BRBRBR"):
        with pytest.raises(gc.GamecoreError):
            SECRET.start().play(text)
    assert SECRET.start().play("r.b.r.brbrbr").turns == ["R.B.R./BRBRBR"]
    s = SECRET.start()
    for _ in range(9):
        s.play_step("R")
    assert s.legal_moves() == ["."]


# ---- turns -----------------------------------------------------------------------------------


def test_captures_need_a_screen_of_the_other_colour() -> None:
    s = FIXED.start().play("a1-b1,xf5")
    assert s.position() == "G1Y1G1/YGYGYR/6/6/BRBRBR/2B1R1 2 R4B5G4Y5 entry"
    assert all(turn[1] == "@" for turn in s.legal_turns())
    assert s.copy().play("y@B6 c6-d6").turns[-1] == "Y@b6,c6-d6"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1-b1,xf6", "no_capture"),
        ("a2-a4", "bad_move"),
        ("a2-a1", "bad_move"),
        ("a2-b2", "occupied"),
        ("a5-a6", "not_yours"),
        ("b1-b2", "not_yours"),
        ("R@b1,b2-b3", "wrong_phase"),
        ("R@b2,b2-b3", "off_board"),
        ("b2-b3,xb5", "wrong_phase"),
    ],
)
def test_illegal_turns(text: str, reason: str) -> None:
    s = FIXED.start()
    with pytest.raises(gc.GamecoreError) as caught:
        s.play(text)
    assert isinstance(caught.value, gc.IllegalMoveError | gc.NotationError)
    if isinstance(caught.value, gc.IllegalMoveError):
        assert caught.value.reason.value == reason
    assert s == FIXED.start()


def test_a_capture_on_offer_may_be_left() -> None:
    s = FIXED.start().play("a1-b1")
    assert s.actions[-1] == 231
    assert s.turns == ["a1-b1"]
    t = FIXED.start().play_step("a1-b1")
    assert t.legal_turns() == ["xf5", "stop"]
    assert t.play("stop") == s


def test_an_entry_that_is_not_possible_is_skipped() -> None:
    full = FIXED.from_position("GYGYGY/YG4/6/6/BRBRBR/6 2 R4B5G0Y1 entry")
    assert full.legal_turns() == FIXED.from_position(full.position().replace("entry", "-")).legal_turns()
    none_left = FIXED.from_position("GY2GY/YG4/6/6/BRBRBR/6 2 R4B5G0Y0 entry")
    assert not any("@" in turn for turn in none_left.legal_turns())
    one = FIXED.from_position("GY2GY/YG4/6/6/BRBRBR/6 2 R4B5G0Y1 entry")
    assert {turn[0] for turn in one.legal_turns()} == {"Y"}


def test_entering_may_not_leave_the_player_without_a_move() -> None:
    # Only b6 and d6 can move, both to c6; a piece entered there would leave none.
    s = FIXED.from_position("GY1GYG/RRRRRR/6/6/6/YB4 2 R0B0G0Y1 entry")
    assert s.outcome == ((0,), "no legal turn")
    t = FIXED.from_position("GY1GYG/RRRRRR/6/6/6/YB4 2 R0B0G0Y0 entry")
    assert sorted(t.legal_turns()) == ["b6-c6", "d6-c6"]


@pytest.mark.parametrize(
    ("position", "turn", "reason"),
    [
        ("RBRBR1/5R/6/6/GYGYGY/6 1 R0B0G4Y5 -", "f5-f6", "last row filled"),
        ("YYYYY1/6/1B1G2/R5/6/BBRR2 1 R3B3G3Y3 -", "a3-a4,xd4", "fewer than six pieces"),
        ("GYGYGY/1RRRRB/B5/6/6/6 1 R0B0G0Y0 -", "a4-a5", "no legal turn"),
    ],
)
def test_ends(position: str, turn: str, reason: str) -> None:
    s = FIXED.from_position(position)
    assert not s.is_over
    assert s.play(turn).outcome == ((0,), reason)
    assert s.returns() == [1.0, -1.0]
    assert FIXED.from_position(s.position()).outcome == s.outcome


def test_threefold_repetition() -> None:
    s = FIXED.start()
    for i, turn in enumerate(["c1-d1", "c6-d6", "d1-c1", "d6-c6"] * 2, 1):
        assert not s.is_over, i
        s.play(turn)
    assert s.outcome == ((), "threefold repetition")
    # A position after the line-ups counts as the first occurrence, whoever made them.
    t = SECRET.start().play("R.B.R./BRBRBR").play("G.Y.G./YGYGYG")
    for turn in ["c1-d1", "c6-d6", "d1-c1", "d6-c6"] * 2:
        t.play(turn)
    assert t.outcome == ((), "threefold repetition")


def test_limit_of_turns() -> None:
    s = gc.game("cannon_ball", max_turns=3).start().play("R.B.R./BRBRBR").play("G.Y.G./YGYGYG")
    for turn in ("a2-a3", "a5-a4", "b2-b3"):
        assert not s.is_over
        s.play(turn)
    assert s.outcome == ((), "turn limit")


@pytest.mark.parametrize(
    "text",
    [
        "lineup RRRRRR/RRRR",
        "lineup ....",
        "lineup RRR GGG",
        "lineup R.B.R./BRBRBR G.Y.G./YGYGYG",
        "lineup R.B.R./",
        "RRRRRR/RRRR2/6/6/GGGGGG/6 1 R0B0G0Y0 -",
        "6/6/6/6/6/6 1 R0B0G0Y0 -",
        "G1Y1G1/YGYGYG/6/6/BRBRBR/R1B1R1 1 R4B5G4Y5 entered",
        "G1Y1G1/YGYGYG/6/6/BRBRBR/R1B1R1 1 R4B5G4Y5 c2",
        "G1Y1G1/YGYGYG/6/6/BRBRBR/R1B1R1 1 R4B5G4Y6 -",
        "G1Y1G1/YGYGYG/6/6/BRBRBR/R1B1R1 1 R4B5G4 -",
        "G1Y1G1/YGYGYG/6/6/BRBRBR/R1B1R1 3 R4B5G4Y5 -",
        "6/5R/6/6/GYGYG1/RBRBR1 1 R0B0G4Y5 -",
        "RBRBR1/5R/6/6/6/GYGYGY 2 R0B0G4Y5 -",
    ],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        SECRET.from_position(text)


# ---- records and a second opinion ------------------------------------------------------------


def test_records() -> None:
    kinds = {"few": "fewer than six pieces", "row": "last row filled", "rep": "threefold repetition"}
    for line in RECORDS.read_text().splitlines()[1:]:
        line_ups, turns, result = line.split(" | ")
        s = SECRET.start()
        for line_up in line_ups.split():
            s.play(line_up)
        for turn in turns.split():
            assert turn in s.legal_turns()
            s.play(turn)
        winner, kind = result.split()
        assert s.is_over
        assert s.outcome.winner == {"P1": 0, "P2": 1}[winner]
        assert s.outcome.reason == kinds[kind]
        assert s.turns == [*line_ups.split(), *turns.split()]


@pytest.mark.parametrize("variant", ["standard", "fixed"])
@pytest.mark.parametrize("max_turns", [1000, 25])
def test_second_opinion(variant: str, max_turns: int) -> None:
    game = gc.game("cannon_ball", variant, max_turns=max_turns)
    for seed in range(10):
        agree(game, Reference(variant=variant, max_turns=max_turns), seed, every=4)

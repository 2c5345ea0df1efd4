"""ConHex: check figures, claims, a finished game, swap, records, and a second opinion."""

from __future__ import annotations

import json
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from gamecore.games.conhex import _AREAS
from reference.conhex import Reference

RECORDS = Path(__file__).parent.parent / "records" / "conhex"

#: As the rule file lists them, from the top.
LIST = """
A11 C10 B9|K11 I10 J9|C10 D10 B9 D9 B8 C8|C10 D10 E10|D10 E10 F10 D9 E9 F9|E10 F10 G10|F10 G10 H10 F9 G9 H9|G10 H10 I10
H10 I10 H9 J9 I8 J8|B9 B8 B7|D9 E9 C8 E8 C7 D7|E9 F9 G9 E8 F8 G8|G9 H9 G8 I8 H7 I7|J9 J8 J7|B8 C8 B7 C7 B6 C6
E8 F8 D7 F7 D6 E6|F8 G8 F7 H7 G6 H6|I8 J8 I7 J7 I6 J6|B7 B6 B5|C7 D7 C6 D6 C5 D5|F7 E6 F6 G6 F5|H7 I7 H6 I6 H5 I5
J7 J6 J5|B6 C6 B5 C5 B4 C4|D6 E6 D5 F5 E4 F4|G6 H6 F5 H5 F4 G4|I6 J6 I5 J5 I4 J4|B5 B4 B3|C5 D5 C4 E4 D3 E3
H5 I5 G4 I4 G3 H3|J5 J4 J3|B4 C4 B3 D3 C2 D2|E4 F4 G4 E3 F3 G3|I4 J4 H3 J3 H2 I2|B3 C2 A1|D3 E3 F3 D2 E2 F2
F3 G3 H3 F2 G2 H2|J3 I2 K1|C2 D2 E2|E2 F2 G2|G2 H2 I2
"""
SPACES = LIST.strip().replace("\n", "|").split("|")
POINTS = gc.game("conhex", swap=False).start().legal_moves()


def corners(space: str) -> frozenset[str]:
    """The points at the corners of a space: one in a corner of the board or in its middle lies inside."""
    return frozenset(space.split()) - {"A1", "A11", "K1", "K11", "F6"}


def drawn(area: tuple[int, ...]) -> frozenset[str]:
    """The same of a space that is drawn, the corners on the rim left out."""
    return frozenset(POINTS[number] for number in area if number < len(POINTS))


def claims(s: gc.State, owner: str) -> set[frozenset[str]]:
    """The claimed spaces of an owner, by their corners."""
    owners = s.cells()[len(POINTS) :]
    return {drawn(area) for area, letter in zip(_AREAS, owners, strict=True) if letter == owner}


def played(moves: str, swap: bool = False) -> gc.State:
    s = gc.game("conhex", swap=swap).start()
    for move in moves.split():
        s.play(move)
    return s


# ---- the board -----------------------------------------------------------------------------


@pytest.mark.parametrize(("swap", "figures"), [(False, [69, 4692, 314364]), (True, [69, 4761, 319056])])
def test_perft(swap: bool, figures: list[int]) -> None:
    g = gc.game("conhex", swap=swap)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


def test_points_and_spaces_are_those_of_the_rules() -> None:
    assert len(POINTS) == 69
    assert set(POINTS) == set(" ".join(SPACES).split())
    assert [*POINTS[:4], POINTS[-1]] == ["A1", "K1", "C2", "D2", "K11"]
    assert len(SPACES) == len(_AREAS) == 41
    assert set(map(corners, SPACES)) == set(map(drawn, _AREAS))


@pytest.mark.parametrize("space", SPACES)
def test_half_of_the_points_claim_a_space(space: str) -> None:
    points = space.split()
    s = gc.game("conhex", swap=False).start()
    for count, point in enumerate(points, 1):
        s = s.game.from_position(s.position().replace(" r", " b")).play(point)
        assert (corners(space) in claims(s, "B")) == (count >= {3: 2, 5: 3, 6: 3}[len(points)])
        assert not s.is_over


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        # Blue down the left edge, then Red along the bottom, each from corner to corner.
        ("A11 E10 B9 F10 B8 G10 B7 C8 B6 D7 B5 E8 B4 F8 B3 G8 A1", 0),
        ("B9 A1 B8 C2 B7 D2 B6 E2 B5 F2 B4 G2 F6 H2 E6 I2 F7 K1", 1),
    ],
)
def test_a_chain_joins_the_two_sides_of_its_owner(moves: str, winner: int) -> None:
    *before, last = moves.split()
    s = played(" ".join(before))
    assert not s.is_over
    assert s.play(last).returns()[winner] == 1


FINISHED = (
    "D10 B9 D9 F9 G10 B7 C7 B6 B4 B3 A1 H6 I5 F4 G4 H10",
    "A11 C10 E10 F10 E9 C8 D7 C6 B5 F5 H5 C4 I4 G3 C2 D2",
)
OWNED = (
    "A1 B3 C2|B3 B4 B5|B5 B6 B7|B6 B7 B8 C6 C7 C8|B7 B8 B9|B8 B9 C8 C10 D9 D10|D9 D10 E9 E10 F9 F10"
    "|F9 F10 G9 G10 H9 H10|G10 H10 I10|F4 F5 G4 G6 H5 H6",
    "A11 B9 C10|C10 D10 E10|E10 F10 G10|B4 B5 B6 C4 C5 C6|C7 C8 D7 D9 E8 E9|G3 G4 H3 H5 I4 I5",
)


def test_a_finished_game_of_little_golem() -> None:
    blue, red = (moves.split() for moves in FINISHED)
    s = gc.game("conhex", swap=False).start()
    for own, other in zip(blue, red, strict=True):
        assert not s.is_over
        s.play(own)
        if own != blue[-1]:
            s.play(other)
    assert (s.is_over, s.end_reason, s.returns()) == (True, "connection", [1, -1])
    for owner, spaces in zip("BR", OWNED, strict=True):
        assert claims(s, owner) == set(map(corners, spaces.split("|")))


def test_claims_are_final_and_part_of_the_position() -> None:
    alternately = "D9 D10 E9 E10 F9 F10"  # three of the six points each
    first, second = played(alternately), played(f"A1 {alternately}")
    assert first.position() == "2/1RRR3/1BBB3/7/7/9/7/7/7/7/2 RR1/1B2/3/4/4/5/4/4/3/4/3 b"
    assert second.position() == "2/1BBB3/1RRR3/7/7/9/7/7/7/7/B1 BB1/1R2/3/4/4/5/4/4/3/4/3 r"
    for spaces in ("RR1/1B2", "RR1/1R2"):  # whoever came first
        text = first.position().replace("RR1/1B2", spaces)
        assert first.game.from_position(text).position() == text
    for spaces in ("RR1/4", "1R1/1B2", "BR1/1B2", "RRR/1B2", "RR1/BB2"):
        with pytest.raises(gc.PositionError, match="half of its points"):
            first.game.from_position(first.position().replace("RR1/1B2", spaces))


# ---- swap and texts ------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "mirrored"), [("J3", "C10"), ("A11", "K1"), ("F6", "F6"), ("b8", "H2")])
def test_swap_mirrors_the_stone(move: str, mirrored: str) -> None:
    s = played(f"{move} Swap", swap=True)
    assert {name: c for name, c in zip(POINTS, s.cells(), strict=False) if c != "."} == {mirrored: "R"}
    assert (s.player, s.turns, s.sides, s.num_legal) == (0, [move.upper(), "swap"], ("Blue", "Red"), 68)
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("swap")
    assert caught.value.reason is gc.Reason.CANNOT_SWAP


@pytest.mark.parametrize("text", ["A2", "B2", "L1", "A12", "A0", "E7", "J03", "3J", "", "swap!"])
def test_gaps_are_no_points(text: str) -> None:
    with pytest.raises(gc.NotationError):
        played("").play(text)


def test_the_board_as_text_has_spaces_in_small_letters() -> None:
    lines = str(played("D10 F7 C10 F6 E10 E6")).splitlines()
    assert lines[1].split() == ["b"]
    assert lines[2].split()[:4] == ["10", "B", "B", "B"]
    assert lines[9].strip() == "r"  # above the point in the middle of its space


# ---- records and second opinion ------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "turns", "head"),
    [("lg2203451.sgf", 32, ["J3", "H5", "I6"]), ("lg2273728_swap.sgf", 23, ["J3", "swap", "J9"])],
)
def test_records_of_little_golem(file: str, turns: int, head: list[str]) -> None:
    record = gc.load(RECORDS / file)
    s = record.final_state()
    assert (record.game.slug, record.result, record.players) == ("conhex", None, ("P1", "P2"))
    assert (len(record.turns), record.turns[:3], record.turns[-1]) == (turns, head, "resign")
    assert s.end_reason == "resignation"
    assert s.returns() == ([-1, 1] if turns % 2 else [1, -1])


def test_random_records() -> None:
    for line in (RECORDS / "random_games.jsonl").read_text().splitlines():
        record = json.loads(line)
        s = gc.game("conhex", record["variant"]).start()
        for move, count in zip(record["moves"], record["legal_counts"], strict=True):
            assert s.num_turns() == count
            s.play(move)
        assert s.outcome.winner == {"first": 0, "second": 1}[record["result"]]


@pytest.mark.parametrize("swap", [True, False])
def test_second_opinion(swap: bool) -> None:
    for seed in range(60):
        agree(gc.game("conhex", swap=swap), Reference(swap=swap), seed)


@pytest.mark.slow
def test_many_second_opinions() -> None:
    for seed in range(1000, 4000):
        agree(gc.game("conhex"), Reference(), seed, every=9)

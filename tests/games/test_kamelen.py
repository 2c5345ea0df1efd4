"""Kamelen: check figures, worked positions, wins and draws, notation, records, and a second opinion."""

from __future__ import annotations

import random
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.kamelen import Reference

RECORDS = Path(__file__).parent.parent / "records" / "kamelen"
OUTWARD, ANY = gc.game("kamelen"), gc.game("kamelen", "rows11 any")
FORMS = [(rows, turn) for rows in (11, 12, 13) for turn in ("outward", "any")]


def state(animals: str, side: str = "w", rows: int = 11, turn: str = "outward") -> gc.State:
    """A state with the animals of a text such as `Cf6 cb11`."""
    board = {f"{column}{row}": "#" for column, row in zip("egfegf", (1, 1, 2, rows, rows, rows - 1), strict=True)}
    board |= {animal[1:]: animal[0] for animal in animals.split()}
    lines = ("".join(board.get(f"{column}{row}", ".") for column in "abcdefghijk") for row in range(rows, 0, -1))
    return gc.game("kamelen", rows=rows, turn=turn).from_position(f"{'/'.join(lines)} {side}")


def moves(s: gc.State, start: str) -> str:
    """The legal moves from a cell, in the order of their texts."""
    return " ".join(sorted(move for move in s.legal_moves() if move.startswith(start)))


# ---- check figures -------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "turn"), FORMS)
def test_perft(rows: int, turn: str) -> None:
    g = gc.game("kamelen", rows=rows, turn=turn)
    outward, any_turn = (27_636, 226_872) if rows == 11 else (27_720, 227_044)
    for depth, figure in enumerate([30, 900, outward] if turn == "outward" else [62, 3844, any_turn], 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


def test_first_moves() -> None:
    left = "a2-c5 a2-d4 b2-d5 b2-e4 c2-a5 c2-e5 c2-f4 d2-a4 d2-b5 d2-f5 d2-g4 e2-b4 e2-c5 e2-g5 e2-h4"
    right = left.translate(str.maketrans("abcdefghijk", "kjihgfedcba"))
    assert set(OUTWARD.start().legal_moves()) == {*left.split(), *right.split()}


@pytest.mark.parametrize(
    ("rows", "able", "reach"),
    [(11, "bdhj", (60, 55)), (12, "acik", (63, 63)), (13, "bdhj", (71, 66))],
)
def test_camels_reach_the_cells_of_their_colour(rows: int, able: str, reach: tuple[int, int]) -> None:
    def targets(start: str) -> set[str]:
        """What a camel on a bare board reaches. Other camels keep the game going, at the left or right edge."""
        found = set()
        for column in (able[0], able[-1]):
            others = f"C{column}1 c{column}{rows}"
            if start[0] != column and start != f"f{rows}":
                s = state(f"C{start} {others}", rows=rows)
                found |= {move[len(start) + 1 :] for move in moves(s, start + "-").split()}
        return found

    for number, column in enumerate("bacd"):
        seen, todo = {f"{column}1"}, [f"{column}1"]
        while todo:
            new = targets(todo.pop()) - seen
            seen |= new
            todo += new
        assert (f"f{rows}" in seen) == (column in able)
        if number < 2:
            assert len(seen) == reach[number]


def test_worked_positions() -> None:
    # The camel on b1 keeps the game going: White's other one is not able.
    animals = "Cf6 Cb1 cb11 df8 di7"
    assert moves(state(animals), "f6") == "f6-c5 f6-c7 f6-e3 f6-g3 f6-i5 f6xi7"
    both = "f6-c5 f6-c7 f6-e3 f6-e5 f6-e7 f6-g3 f6-g5 f6-g7 f6-i5 f6xi7"
    assert moves(state(animals, turn="any"), "f6") == both
    animals = "Df6 Cb1 cb11 dh8 dc8"
    assert moves(state(animals), "f6") == "f6-c4 f6-d3 f6-d9 f6-h3 f6-i4 f6xc8"
    both = "f6-c4 f6-d3 f6-d5 f6-d7 f6-d9 f6-e4 f6-e8 f6-g4 f6-h3 f6-h5 f6-i4 f6xc8"
    assert moves(state(animals, turn="any"), "f6") == both
    s = state("Ce8 Cg8 Cc10 Ci10 Cb1 cb11")
    home = {move for move in s.legal_moves() if move.endswith("f11")}
    assert home == {"e8-f11", "g8-f11", "c10-f11", "i10-f11"}
    for move in home:
        t = s.copy().play(move)
        assert (t.outcome, t.scores()) == (((0,), "double win"), [2, 0])


def test_the_leg_stays_on_the_board() -> None:
    """From j10 both legs to k11 leave the board; one of those to i9 is blocked, the other not."""
    s = state("Cj10 Cb1 cb11 di10", turn="any")
    assert moves(s, "j10") == "j10-i7 j10-i9 j10-k7 j10-k9"
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("j10-k11")
    assert caught.value.reason is gc.Reason.BLOCKED


# ---- ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "more"), [("e4-f1", ""), ("e4xf1", "Df1")])
def test_a_camel_on_the_enemys_home_field_wins_double(move: str, more: str) -> None:
    s = state(f"ce4 Cb1 cb11 {more}", "b").play(move)
    assert (s.outcome, s.scores(), s.returns()) == (((1,), "double win"), [0, 2], [-1, 1])
    assert s.game.from_position(s.position()).scores() == [0, 2]


def test_double_goes_before_single() -> None:
    s = state("Ce8 cf11 da5").play("e8xf11")
    assert (s.outcome, s.scores()) == (((0,), "double win"), [2, 0])


def test_a_capture_of_the_last_able_camel_wins_single() -> None:
    s = state("Cb1 Df6 ci8 ca11 da5").play("f6xi8")
    assert (s.outcome, s.scores(), s.returns()) == (((0,), "single win"), [1, 0], [1, -1])
    assert s.game.from_position(s.position()).scores() == [1, 0]
    assert not state("Cb1 Df6 ci8 cb11 da5").play("f6xi8").is_over


def test_no_legal_move_is_a_draw() -> None:
    """A camel that comes home is shut in by the rocks; if it is the last animal of its side, nothing can move."""
    s = state("Cg4 cb11").play("g4-f1")
    assert not s.is_over
    s = state("Cf1 De7 cb11 cb6", "b").play("b6xe7")
    assert (s.outcome, s.scores(), s.legal_actions()) == (((), "no legal move"), [0, 0], [])
    assert s.game.from_position(s.position()).end_reason == "no legal move"


def test_threefold_repetition() -> None:
    s = OUTWARD.start()
    for number in range(8):
        assert not s.is_over
        s.play(("a2-c5", "a10-c7", "c5-a2", "c7-a10")[number % 4])
    assert (s.outcome, s.scores()) == (((), "threefold repetition"), [0, 0])
    s.undo()
    assert OUTWARD.perft(2, s) == OUTWARD.perft(2, OUTWARD.from_position(s.position()))


def test_a_hundred_turns_without_a_capture() -> None:
    s, rng = OUTWARD.start(), random.Random(1)
    for turn in range(100):
        assert (s.is_over, s.info()["quiet"]) == (False, turn)
        s.play(rng.choice([move for move in s.legal_moves() if "x" not in move and "-f1" not in move]))
    assert (s.outcome, s.scores()) == (((), "100 turns without a capture"), [0, 0])


# ---- texts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["c2-e5", "c2e5", "C2-E5", "c2 e5"])
def test_spellings(text: str) -> None:
    assert OUTWARD.start().play(text).turns == ["c2-e5"]


@pytest.mark.parametrize("text", ["e8xf11", "e8:f11", "e8-f11", "E8F11", "e8Xf11"])
def test_spellings_of_captures(text: str) -> None:
    assert state("Ce8 cf11 da5").play(text).turns == ["e8xf11"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c2-e4", gc.Reason.BAD_MOVE),
        ("c2xe5", gc.Reason.NO_CAPTURE),
        ("c10-e7", gc.Reason.NOT_YOURS),
        ("c4-e7", gc.Reason.NOT_YOURS),
        ("c1-d4", gc.Reason.BLOCKED),
        ("c2-f3", gc.Reason.BAD_MOVE),
        ("a2-a4", gc.Reason.BAD_MOVE),
        ("b1-c4", gc.Reason.BLOCKED),
    ],
)
def test_refused_moves(text: str, reason: gc.Reason) -> None:
    with pytest.raises(gc.IllegalMoveError) as caught:
        OUTWARD.start().play(text)
    assert caught.value.reason is reason


@pytest.mark.parametrize("text", ["c2", "c2-e5-g8", "c2-e55", "l2-e5", "c0-e3", "c2-e12", "xx", "-"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(gc.NotationError):
        OUTWARD.start().play(text)


@pytest.mark.parametrize(
    ("animals", "side"),
    [
        ("Cf11 cb11", "w"),  # White has won before
        ("cf1 Cb1", "b"),
        ("Ca1 cb11", "b"),  # White, who is said to have moved, has no able camel
        ("Cb1 ca11", "w"),
        ("Ca1 ca11", "w"),
        ("De1 Cb1 cb11", "w"),  # on a rock
        ("#a5 Cb1 cb11", "w"),
        ("cb11 " + " ".join(f"C{column}5" for column in "abcdefghi"), "w"),
        ("Cb1 cb11 " + " ".join(f"d{column}5" for column in "abcdefghijk"), "w"),
    ],
)
def test_refused_positions(animals: str, side: str) -> None:
    with pytest.raises(gc.PositionError):
        state(animals, side)


# ---- records and a second opinion ------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(RECORDS.glob("random-*.txt")), ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    head, _, rest = path.read_text().partition("turns:\n")
    turns, _, final = rest.partition("final:\n")
    facts = dict(line.split(": ") for line in head.splitlines())
    s = gc.game("kamelen", facts["variant"]).start()
    for line in turns.splitlines():
        s.play(line.split()[1])
        assert s.turns[-1] == line.split()[1]
    winner, points = facts["result"].split()
    assert s.outcome is not None
    assert s.outcome.winner == "wb".index(winner)
    assert max(s.scores()) == int(points)
    rows = final.replace("*", ".").split()
    assert s.cells() == "".join(reversed(rows))


@pytest.mark.parametrize(("rows", "turn"), FORMS)
def test_second_opinion(rows: int, turn: str) -> None:
    compare(rows, turn, range(3))


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "turn"), FORMS)
def test_second_opinion_on_many_games(rows: int, turn: str) -> None:
    compare(rows, turn, range(100, 200))


def compare(rows: int, turn: str, seeds: range) -> None:
    for seed in seeds:
        agree(gc.game("kamelen", rows=rows, turn=turn), Reference(rows=rows, turn=turn), seed)

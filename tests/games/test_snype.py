"""Snype: check figures, the printed game under both rules of moving, ends, swap, texts, and a second opinion."""

from __future__ import annotations

from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.snype import Reference
from transcripts import transcript, transcripts

EXACT, UPTO = gc.game("snype"), gc.game("snype", "upto")
SAMPLE = transcript(Path(__file__).parent.parent / "records" / "snype" / "sample.txt")


def after(game: gc.Game, *turns: str) -> gc.State:
    s = game.start()
    for turn in turns:
        s.play(turn)
    return s


def moves(s: gc.State) -> list[str]:
    """The legal moves of a turn's beginning."""
    return [text for text in s.legal_moves() if text not in ("--", "swap")]


# ---- check figures -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "move", "figures"),
    [
        (5, "exact", [61, 3782]),
        (5, "upto", [61, 3782]),
        (4, "exact", [37, 1406, 201794]),
        (3, "exact", [19, 380, 27788]),
        (3, "upto", [19, 380, 41438]),
    ],
)
def test_perft(size: int, move: str, figures: list[int]) -> None:
    g = gc.game("snype", size=size, move=move)
    assert [g.perft(depth) for depth in range(1, len(figures) + 1)] == figures


@pytest.mark.parametrize(
    ("entries", "exact", "turns", "upto"),
    [(3, 0, 60, 0), (6, 9, 570, 20), (12, 14, 765, 34), (26, 12, 481, 60)],
)
def test_counts_in_the_printed_game(entries: int, exact: int, turns: int, upto: int) -> None:
    s = after(UPTO, *SAMPLE.turns[:entries])
    assert len(moves(s)) == upto
    t = EXACT.from_position(s.position())
    assert (len(moves(t)), t.num_turns()) == (exact, turns)


# ---- the printed game ------------------------------------------------------------------------


def test_the_printed_game() -> None:
    s = after(UPTO, *SAMPLE.turns)
    assert s.cells() == "".join(SAMPLE.final)
    # Player 1 has o since the swap, and it is he who resigns.
    assert (s.sides, s.end_reason, s.outcome.winner) == (("o", "x"), "resignation", 1)
    s.undo()
    for move in ("-- p6", "-- o7"):
        t = s.copy().play("-- --").play(move)
        assert (t.outcome, t.returns()) == (((1,), "connection"), [-1, 1])
        board = s.position().replace("2o1xxo2", "2o2xo2")  # without the stone on the centre
        assert not UPTO.from_position(board).play("-- --").play(move).is_over


def test_one_move_of_it_breaks_the_rule_of_exact_lengths() -> None:
    s = after(EXACT, *SAMPLE.turns[:14])
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("j2l4 m5")
    assert caught.value.reason is gc.Reason.BAD_MOVE
    assert len(s.turns) == 14


# ---- rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(3, 9))
def test_edges_share_three_corners(size: int) -> None:
    """Two of the three edges meet in three corners: a line from there to the middle of the board's other side wins."""
    g, n = gc.game("snype", size=size), size - 1
    cells = {(c.line, c.column): i for i, c in g._board.cells.items()}
    for corner, step in {(-n, -n): (1, 1), (0, 2 * n): (0, -2), (n, -n): (-1, 1)}.items():
        line = [cells[corner[0] + k * step[0], corner[1] + k * step[1]] for k in range(2 * n + 1)]
        for first, wins in ((1, True), (2, False)):
            board = "".join("x" if cell in line[first:] else "." for cell in range(len(cells)))
            rows = (board[cells[r, abs(r) - 2 * n] : cells[r, 2 * n - abs(r)] + 1] for r in range(-n, size))
            s = g.from_position(f"{'/'.join(rows)} x stayed xo 0")
            assert s.copy().play(g._cells.names[line[0]]).is_over == wins
            assert not s.copy().play("--").is_over


def test_moves() -> None:
    """By exactly the range, over own stones, not over enemy ones; a stone on the centre stays."""
    s = EXACT.from_position("5/6/1o5/8/o1x6/8/7/6/5 o move xo 0")
    assert moves(s) == ["e3k3", "e3b6", "e3h6", "a5e1", "a5e9"]  # not a5i5, which passes over e5
    assert "e3k3" in moves(EXACT.from_position("5/6/1oo4/8/4x4/8/7/6/5 o move xo 0"))
    assert "e3k3" not in moves(EXACT.from_position("5/6/1ox4/8/9/8/7/6/5 o move xo 0"))
    assert "e3k3" not in moves(EXACT.from_position("5/6/1o2o2/8/4x4/8/7/6/5 o move xo 0"))
    assert moves(EXACT.from_position("5/6/7/8/4o4/8/7/6/x4 o move xo 0")) == []


def test_swap() -> None:
    s = after(EXACT, "g3")
    assert (s.player, s.sides) == (1, ("x", "o"))
    assert s.legal_moves() == ["--", "swap"]
    s.play("swap")
    assert (s.player, s.sides, s.turns) == (0, ("o", "x"), ["g3", "swap"])
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("swap")
    assert caught.value.reason is gc.Reason.CANNOT_SWAP
    with pytest.raises(gc.IllegalMoveError):
        after(EXACT, "g3", "-- --").play("swap")


def test_two_empty_turns() -> None:
    s = after(EXACT, "g3", "-- --")
    assert s.position().endswith(" x move xo 1")
    s.play("-- --")
    assert (s.outcome, s.returns()) == (((), "two empty turns"), [0, 0])
    assert EXACT.from_position(s.position()).end_reason == "two empty turns"
    # A swap is no empty turn.
    s = after(EXACT, "g3", "swap", "-- --")
    assert not s.is_over
    assert s.play("-- --").is_over


def test_threefold() -> None:
    """A position has no right to swap the second time, so the one after the first turn counts for itself."""
    s = after(EXACT, "a5", "-- --", "a5e1 --", "-- --", "e1a5 --")
    for turn in ["-- --", "a5e1 --", "-- --", "e1a5 --", "-- --"]:
        assert not s.is_over
        s.play(turn)
    assert (s.outcome, s.returns()) == (((), "threefold repetition"), [0, 0])
    # The position after a swap counts.
    s = after(EXACT, "a5", "swap")
    for turn in ["-- --", "a5e1 --", "-- --", "e1a5 --"] * 2:
        assert not s.is_over
        s.play(turn)
    assert s.end_reason == "threefold repetition"


def test_limit() -> None:
    s = after(gc.game("snype", max_turns=3), "a5", "swap", "-- g3")
    assert (s.outcome, s.num_legal) == (((), "turn limit"), 0)


# ---- texts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("f2c5 g5", "f2c5 g5"),
        ("g5 f2c5", "f2c5 g5"),
        ("G5 F2C5", "f2c5 g5"),
        ("g7 --", "-- g7"),
        ("-- g7", "-- g7"),
        ("f2c5 --", "f2c5 --"),
        ("-- f2c5", "f2c5 --"),
        ("--  --", "-- --"),
        ("f2c5 f2", "f2c5 f2"),
    ],
)
def test_spellings(text: str, canonical: str) -> None:
    assert after(EXACT, "i5", "-- f2", "-- --", text).turns[-1] == canonical


def test_spellings_of_the_first_turns() -> None:
    assert [after(EXACT, text).turns for text in ("i5", "-- i5", "i5 --", "I5")] == [["i5"]] * 4
    assert after(EXACT, "i5", "swapped").turns == ["i5", "swap"]
    assert after(EXACT, "i5").play_step("--").play_step("g7").turns == ["i5", "-- g7"]
    assert EXACT.start().play("i5").play("-- f2").play("-- --").play("f2c5").play("--").turns[-1] == "f2c5 --"


@pytest.mark.parametrize("text", ["g5 g7", "f2c5 e1m1", "-- -- --", "f2 c5 g5", "g55 --", "- g5", "f2c5g5", "pass"])
def test_texts_that_are_no_turns(text: str) -> None:
    s = after(EXACT, "i5", "-- f2", "-- --")
    with pytest.raises(gc.NotationError):
        s.play(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("f2c5 i5", gc.Reason.OCCUPIED),
        ("f2d4 --", gc.Reason.BAD_MOVE),
        ("f2i5 --", gc.Reason.OCCUPIED),
        ("f2e7 --", gc.Reason.BAD_MOVE),
        ("e1i5 --", gc.Reason.NOT_YOURS),
        ("g7", gc.Reason.WRONG_PHASE),
        ("swap", gc.Reason.CANNOT_SWAP),
    ],
)
def test_refused_turns(text: str, reason: gc.Reason) -> None:
    s = after(EXACT, "i5", "-- f2", "-- --")
    before = s.to_bytes()
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play(text)
    assert caught.value.reason is reason
    assert s.to_bytes() == before


def test_a_first_turn_is_not_passed() -> None:
    with pytest.raises(gc.IllegalMoveError) as caught:
        EXACT.start().play("-- --")
    assert caught.value.reason is gc.Reason.CANNOT_PASS


@pytest.mark.parametrize(
    "position",
    [
        "2x/4/5/4/3 o swap ox 0",  # nobody has swapped before
        "2x/4/5/4/3 x swap xo 0",
        "2x/4/5/4/2o x swap xo 0",
        "2x/4/5/4/3 o first xo 0",
        "3/4/5/4/3 o first xo 0",
        "3/4/5/4/3 x move xo 0",
        "2x/4/5/4/3 o moved xo 0",  # o has no stone
        "2x/4/5/4/3 o stayed xo 2",
        "x2/x3/x4/x3/x2 o move xo 1",  # the turn before was not empty
        "x2/x3/x4/x3/xxx x move xo 0",  # x has won before
        "x2/x3/x4/x3/xxx o stayed xo 0",
        "2x/4/5/4/3 o move xo",
        "2x/4/5/4/3 o move xo 3",
    ],
)
def test_refused_positions(position: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("snype", size=3).from_position(position)


@pytest.mark.parametrize("options", [{"size": 2}, {"size": 9}, {"move": "any"}, {"max_turns": 0}, {"swap": False}])
def test_refused_options(options: dict[str, int | str]) -> None:
    with pytest.raises(gc.VariantError):
        gc.game("snype", **options)


def test_text_board() -> None:
    assert str(gc.game("snype", size=3).start().play("e3")).splitlines() == [
        "       @ @ @",
        "  ? c1 . . . g1 @",
        " ? b2 . . . . h2 @",
        "? a3 . .(x). . i3 @#",
        " ? b4 . . . . h4 #",
        "  ? c5 . . . g5 #",
        "       # # #",
        "o to move",
    ]


# ---- records and a second opinion --------------------------------------------------------------


@pytest.mark.parametrize("path", transcripts("snype"), ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    game = transcript(path)
    s = gc.game("snype", game.facts["variant"].split()[0]).start()
    for number, turn in enumerate(game.turns):
        s.play(turn)
        assert number == 0 or turn.endswith(" --") or s.turns[-1] == turn
    assert s.cells() == "".join(game.final)
    assert s.sides[s.outcome.winner] == game.facts["result"][0]


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("move", ["exact", "upto"])
def test_second_opinion(size: int, move: str) -> None:
    for seed in range({3: 60, 4: 15, 5: 5}[size]):
        agree(gc.game("snype", size=size, move=move), Reference(size=size, move=move), seed, every=size)


@pytest.mark.slow
@pytest.mark.parametrize("size", range(3, 9))
@pytest.mark.parametrize("move", ["exact", "upto"])
def test_second_opinion_on_many_games(size: int, move: str) -> None:
    for seed in range(100, 100 + 4000 // size**3):
        agree(gc.game("snype", size=size, move=move), Reference(size=size, move=move), seed, every=size)


def test_drawing_shows_the_whole_turn_and_letters() -> None:
    s = after(EXACT, "i9", "-- e1").play_step("i9m5")
    assert str(s).endswith("x to place a stone")
    s.play_step("i5")
    d = s.game.drawing(s)
    assert {d.board.cells[i].name for i in d.last} == {"i9", "m5", "i5"}
    assert [d.pieces[i].label for i in d.pieces] == ["o", "x", "x"]
    assert len(d.fills) == 6 + 18

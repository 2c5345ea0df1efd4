"""Lines of Action: check figures, worked positions, draws, notation, records, and second opinions."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import gamecore as gc
import pytest
from compare import agree
from gamecore.records import Record, dumps, iter_records, loads
from reference.lines_of_action import Reference
from transcripts import replay_random_games

RECORDS = Path(__file__).parent.parent / "records" / "lines_of_action"

PERFT = {
    "standard": [36, 1244, 44952, 1563208],
    "scramble": [32, 992, 32000],
    "quick": [32, 972, 30940],
    "blackhole": [42, 1712, 72836],
}


def position(black: str, white: str, side: str = "b", variant: str = "standard", **options: Any) -> gc.State:
    """A position by the cells of the pieces."""
    g = gc.game("lines_of_action", variant, **options)
    size = 9 if variant == "blackhole" else 8
    board = [["."] * size for _ in range(size)]
    for letter, cells in (("B", black), ("W", white)):
        for cell in cells.split():
            board[size - int(cell[1])]["abcdefghi".index(cell[0])] = letter
    return g.from_position("/".join(map("".join, board)) + " " + side)


@pytest.mark.parametrize("variant", PERFT)
def test_perft(variant: str) -> None:
    g = gc.game("lines_of_action", variant)
    assert [g.perft(depth) for depth in range(1, len(PERFT[variant]) + 1)] == PERFT[variant]


# ---- moves ----------------------------------------------------------------------------------


def test_moves_of_a_position() -> None:
    s = position("a1 a3 b3", "c1 c3 h8")
    moves = "a1xc1 a3-a5 a3-b4 a3xc1 b3-a2 b3-a4 b3-b2 b3-b4 b3-c2 b3-c4"
    assert set(s.legal_moves()) == set(moves.split())


def test_the_hole_does_not_count() -> None:
    s = position("e3 a1 c9", "a9 i1 i9", variant="blackhole")
    assert " ".join(move[3:] for move in s.legal_moves() if move[:2] == "e3") == "d2 e2 f2 d3 f3 d4 e4 f4"


def test_a_piece_that_ends_on_the_hole_is_gone() -> None:
    s = position("e3 e8 a1", "a9 i1 i9", variant="blackhole").play("e3-e5")
    assert s.position() == "W7W/4B4/9/9/9/9/9/9/B7W w"
    assert not s.is_over
    crossing = position("e4 e6 a1", "a9 i1 i9", variant="blackhole")
    assert "e4-e6" not in crossing.legal_moves()
    assert "e4-e2" in crossing.legal_moves()
    last = position("e4 a1", "a9 i1 i9", variant="blackhole").play("e4-e5")
    assert last.outcome == ((0,), "all pieces connected")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("b1-b3", None),
        ("b1-b4", "bad_move"),
        ("b1-h1", None),
        ("b1-g1", "bad_move"),
        ("b1-c1", "bad_move"),
        ("a2-c2", "not_yours"),
        ("b1-d3", None),
        ("c1-a3", None),
        ("b1-a1", "bad_move"),
        ("pass", "cannot_pass"),
    ],
)
def test_reasons(move: str, reason: str | None) -> None:
    s = gc.game("lines_of_action").start()
    assert s.why_illegal(s.parse(move)) == reason


def test_own_and_enemy_pieces_in_the_way() -> None:
    s = position("a1 a3 b3 c5", "c1 c3 h8")
    assert s.why_illegal(s.parse("a1-d4")) == "blocked"
    assert s.why_illegal(s.parse("a3-c5")) == "occupied"
    assert position("a1 a2 b5", "h8 h6").why_illegal(s.parse("a1-a3")) is None  # over an own piece
    assert position("a1 a3 b5", "h8 h6").why_illegal(s.parse("a1-a3")) == "occupied"


# ---- ends -----------------------------------------------------------------------------------


def test_shortest_game() -> None:
    s = gc.game("lines_of_action").start()
    for turn in ["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7", "a3xc1", "b3-e6", "h3xf1"]:
        s.play(turn)
        assert not s.is_over
    assert s.play("e1-e5").outcome == ((0,), "all pieces connected")


def test_picture_of_the_site() -> None:
    s = position("b4 c3 c5 d3 e5 f3 g4 g5", "d4 g6 g7 h3 h4 h5 h6 h7").play("e5-e4")
    assert s.outcome == ((0,), "all pieces connected")


def test_a_capture_can_unite_the_opponent() -> None:
    s = position("a1 d1 h8", "a4 f5 f6").play("a1-a3")
    assert not s.is_over
    s = position("a2 d1 h8", "a4 f5 f6").play("a2xa4")
    assert s.outcome == ((1,), "all pieces connected")


@pytest.mark.parametrize("rule", ["draw", "mover"])
def test_both_united_at_once(rule: str) -> None:
    s = position("a2 a5", "a4 f5 f6", simultaneous=rule)
    assert "a2xa4" not in s.legal_moves()
    s = position("a2 b4", "a4 f5 f6", simultaneous=rule).play("a2xa4")
    assert s.outcome == (((), "both sides connected") if rule == "draw" else ((0,), "all pieces connected"))
    assert s.game.from_position(s.position()).outcome == s.outcome


def test_positions_that_are_over() -> None:
    assert position("a1", "c3 e5").outcome.winner == 0
    assert position("a1", "c3 e5", "w").outcome.winner == 0
    assert position("a1 c1", "", "w").outcome.winner == 1
    assert position("a1 a2", "c3 c4").outcome == ((), "both sides connected")
    assert position("a1 a2", "c3 c4", "w", simultaneous="mover").outcome.winner == 0
    assert position("a1 a2", "c3 c4", "b", simultaneous="mover").outcome.winner == 1


def test_threefold_repetition() -> None:
    s = gc.game("lines_of_action").start()
    there_and_back = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"]
    for turn in [*there_and_back, *there_and_back]:
        assert not s.is_over
        s.play(turn)
    assert s.outcome == ((), "threefold repetition")
    assert not s.game.from_position(s.position()).is_over


def test_forced_passes() -> None:
    """Each black piece would have to leave the board or to jump white ones."""
    s = position("a1 h8", "a2 b1 b2 g8 h7 g7", "b")
    assert s.legal_moves() == ["pass"]
    assert s.play("pass").player == 1
    assert s.legal_moves() != ["pass"]
    stuck = position("a1 h8", "a2 b1 b2 g8 h7 g7", "w")
    assert stuck.why_illegal(stuck.parse("pass")) == "cannot_pass"


def test_turn_limit() -> None:
    s = gc.game("lines_of_action", max_turns=3).start().play("b1-b3").play("a2-c2").play("b3-b1")
    assert s.outcome == ((), "turn limit")
    assert s.game.max_steps == 3
    assert gc.game("lines_of_action", max_turns=3).perft(4) == PERFT["standard"][3]


@pytest.mark.parametrize("text", ["8/8/8/8/8/8/8/B6W", "8/8/8/8/8/8/8/B6W x", "8/8/8/8/8/8/8/B6X b", "8/8/8/8/8/8/8 b"])
def test_positions_that_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("lines_of_action").from_position(text)


def test_nothing_stands_on_the_hole() -> None:
    with pytest.raises(gc.PositionError, match="hole"):
        position("e5 a1", "a9 i1", variant="blackhole")


# ---- notation and records -------------------------------------------------------------------


@pytest.mark.parametrize("text", ["f8xh6", "F8-H6", "f8:h6", " f8 X h6", "f8h6"])
def test_spellings(text: str) -> None:
    s = gc.game("lines_of_action").start().play(text)
    assert s.turns == ["f8xh6"]


@pytest.mark.parametrize("text", ["b1xb3", "b1", "b1-b3-b5", "b1-c3", "passed", "b1-i1"])
def test_these_are_no_turns(text: str) -> None:
    s = gc.game("lines_of_action").start()
    with pytest.raises(gc.GamecoreError):
        s.play(text)
    assert not s.turns


def files() -> list[Path]:
    return sorted(RECORDS.glob("*game*.txt"))


def read(path: Path) -> Record:
    (record,) = iter_records(path)
    return record


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_thesis_games(path: Path) -> None:
    text = path.read_text()
    record = read(path)
    assert record.game == gc.game("lines_of_action")
    s = record.final_state()
    assert s.is_over
    assert text.startswith(f"# result: {s.sides[s.outcome.winner].lower()} wins")
    assert [turn for turn in text.split() if "-" in turn or "x" in turn] == s.turns
    written = dumps(record, "text")
    assert written.startswith(f"1. {s.turns[0]} {s.turns[1]} 2. ")
    assert loads(written).turns == record.turns


def test_games_one_after_another() -> None:
    text = "\n\n".join(path.read_text() for path in files())
    assert len(files()) == 9
    assert [record.turns for record in iter_records(io.StringIO(text))] == [read(path).turns for path in files()]


def test_the_turns_tell_the_start() -> None:
    for variant in PERFT:
        s = gc.game("lines_of_action", variant).start().play_random(60, gc.Rng(4))
        record = loads(dumps(Record(s.game, s.turns), "text"))
        assert record.game == s.game
        assert record.final_state() == s


def test_random_records() -> None:
    assert replay_random_games("lines_of_action") == 4


# ---- second opinions ------------------------------------------------------------------------


@pytest.mark.parametrize("variant", PERFT)
@pytest.mark.parametrize("simultaneous", ["draw", "mover"])
def test_second_opinion(variant: str, simultaneous: str) -> None:
    g = gc.game("lines_of_action", variant, simultaneous=simultaneous)
    for seed in range(5):
        agree(g, Reference(variant=variant, simultaneous=simultaneous), seed, every=8)


@pytest.mark.slow
@pytest.mark.parametrize("variant", PERFT)
def test_second_opinion_at_length(variant: str) -> None:
    g = gc.game("lines_of_action", variant)
    for seed in range(1000):
        agree(g, Reference(variant=variant), seed, every=20)


def compare_with_open_spiel(games: int) -> int:
    """Its rules differ: the mover wins where both are united, and the first repetition of a board is a draw.

    So a game is compared up to there.
    """
    theirs = pytest.importorskip("pyspiel").load_game("lines_of_action")
    g, rng, turns = gc.game("lines_of_action", simultaneous="mover"), gc.Rng(1), 0
    for _ in range(games):
        s, t, boards = g.start(), theirs.new_initial_state(), set[str]()
        while not s.is_over and (board := s.position()[:-2]) not in boards:
            boards.add(board)
            assert t.current_player() == s.player
            actions = {t.action_to_string(s.player, a): a for a in t.legal_actions()}
            assert sorted(actions) == sorted(s.legal_moves())
            move = s.format(s.random_action(rng))
            s.play(move)
            t.apply_action(actions[move])
            turns += 1
        assert t.is_terminal()
        assert t.returns() == (s.returns() if s.is_over else [0, 0])
    return turns


def test_open_spiel_agrees() -> None:
    compare_with_open_spiel(20)


@pytest.mark.peers
def test_open_spiel_agrees_at_length() -> None:
    compare_with_open_spiel(10_000)

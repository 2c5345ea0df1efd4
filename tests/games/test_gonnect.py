"""Gonnect: check figures, worked positions, repetition, swap, records, and a second opinion."""

from __future__ import annotations

import gamecore as gc
import pytest
from compare import agree
from gamecore import records
from reference.gonnect import Reference
from transcripts import replay_random_games

PERFT = [
    (2, False, [4, 12, 24, 0]),
    (2, True, [4, 16, 36, 24, 0]),
    (3, False, [9, 72, 504, 2976, 14720]),
    (3, True, [9, 81, 576, 3480, 17696]),
    (4, False, [16, 240, 3360, 43576]),
    (4, True, [16, 256, 3600, 46936]),
    (5, True, [25, 625, 14400]),
]


@pytest.mark.parametrize(("size", "swap", "figures"), PERFT)
def test_perft(size: int, swap: bool, figures: list[int]) -> None:
    g = gc.game("gonnect", size=size, swap=swap)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


def on_board(black: str, white: str, side: str, size: int = 5) -> gc.State:
    names = [f"{column}{row + 1}" for row in range(size) for column in "abcdefghjk"[:size]]
    cells = dict.fromkeys(black.split(), "B") | dict.fromkeys(white.split(), "W")
    rows = ["".join(cells.get(name, ".") for name in names[i * size : (i + 1) * size]) for i in range(size)]
    return gc.game("gonnect", size=size).from_position(f"{'/'.join(reversed(rows))} {side}")


# ---- captures and repetition ------------------------------------------------------------------


def test_a_stone_without_liberties_may_capture() -> None:
    s = on_board("a2 b1", "c1 b2 a3", "w")
    assert s.play("a1").position() == "5/5/W4/1W3/W1W2 b"


def test_suicide_is_forbidden() -> None:
    s = on_board("a2 b1 d4", "", "w")
    assert s.why_illegal(s.parse("a1")) == gc.Reason.SUICIDE


def test_the_ko_may_not_be_retaken() -> None:
    s = on_board("b1 a2 b3", "c1 d2 c3 b2", "b").play("c2")
    assert s.why_illegal(s.parse("b2")) == gc.Reason.SUPERKO
    assert s.position() == "5/5/1BW2/BxBW1/1BW2 w"
    t = gc.game("gonnect", size=5).from_position(s.position())
    assert t == s
    assert t.legal_actions() == s.legal_actions()
    s.play("e5").play("a5")
    assert s.is_legal(s.parse("b2"))


def test_no_board_comes_back() -> None:
    for seed in range(200):
        s = gc.game("gonnect", size=4, swap=False).start()
        boards, rng = {s.cells().replace("x", ".")}, gc.Rng(seed)
        while not s.is_over:
            s.play_random(1, rng)
            board = s.cells().replace("x", ".")
            assert board not in boards
            boards.add(board)


def test_who_cannot_move_has_lost() -> None:
    eyes = on_board("a2 b1 b2 d1 d2 e2 c3", "", "w")
    assert [eyes.why_illegal(eyes.parse(name)) for name in ("a1", "e1")] == [gc.Reason.SUICIDE] * 2
    g = gc.game("gonnect", size=2)
    assert g.from_position("1B/B1 w").outcome == ((0,), "no legal move")
    assert not g.from_position("1B/B1 b").is_over


# ---- connection and swap ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "winner"),
    [("a1 e5 a2 e4 a3 e3 a4 e2 a5", 0), ("a1 a5 b1 b5 c1 c5 d1 d5 e2 e5", 1), ("b1 b5 c1 c5 d1 d5 e1 a1", 1)],
)
def test_either_pair_of_edges_will_do(moves: str, winner: int) -> None:
    s = gc.game("gonnect", size=5, swap=False).start()
    *before, last = moves.split()
    for move in before:
        s.play(move)
    if len(before) != 7:
        assert s.play(last).outcome == ((winner,), "connection")
    else:
        assert not s.is_over


def test_swap_recolours_the_stone() -> None:
    s = gc.game("gonnect", size=5).start().play("b2").play("swap")
    assert (s.player, s.sides, s.position()) == (0, ("Black", "White"), "5/5/5/1W3/5 b")
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("swap")
    assert caught.value.reason is gc.Reason.CANNOT_SWAP


@pytest.mark.parametrize(
    "text",
    ["BW/WB b", "3/3/3 b", "1B/BW w", "BW1/WB1/2W b", "1x/2 w x", "BBB/3/WWW b", "xB1/B2/3 w"],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("gonnect", size=text.split()[0].count("/") + 1 if text[0] != "3" else 2).from_position(text)


def test_columns_leave_out_the_i() -> None:
    s = gc.game("gonnect", "size 19").start().play("J10")
    assert s.turns == ["j10"]
    assert s.cells().index("B") == 9 * 19 + 8
    with pytest.raises(gc.NotationError):
        s.play("i10")


def test_a_limit_of_turns_is_a_draw() -> None:
    s = gc.game("gonnect", size=5, max_turns=3).start().play_random(3, gc.Rng(1))
    assert s.outcome == ((), "turn limit")


# ---- records and second opinion ----------------------------------------------------------------


def test_random_records() -> None:
    assert (
        replay_random_games("gonnect", lambda row: gc.game("gonnect", size=int(row["variant"].split("x")[0])).start())
        == 3
    )


def test_sgf_names_the_game_and_is_else_taken_for_go() -> None:
    s = gc.game("gonnect", "size 9").start()
    for turn in ("a9", "swap", "j1", "j9", "resign"):
        s.play(turn)
    text = records.dumps(records.Record.from_state(s), "sgf")
    assert "GM[1]" in text
    moves = [node.strip() for node in text.rstrip(")\n").split(";")[2:]]
    assert moves == ["B[aa]", "XB[swap]", "B[ii]", "W[ia]", "XA[resign]"]
    for named in (text, text.replace("XG[gonnect]", "EV[gonnect.9.1.2]").replace("XB[swap]", "W[swap]")):
        record = records.loads(named, "sgf")
        assert record.game == s.game
        assert record.final_state().turns == s.turns
    plain = "(;GM[1]SZ[9];B[aa];W[ii])"
    assert records.loads(plain, "sgf").game.slug == "go"
    assert records.loads(plain, "sgf", game="gonnect").turns == ["a9", "j1"]


@pytest.mark.parametrize(
    ("size", "games", "every"), [(2, 40, 1), (3, 60, 1), (4, 40, 1), (5, 20, 2), (9, 4, 8), (13, 1, 20)]
)
@pytest.mark.parametrize("swap", [False, True])
def test_second_opinion(size: int, games: int, every: int, swap: bool) -> None:
    for seed in range(games):
        agree(gc.game("gonnect", size=size, swap=swap), Reference(size=size, swap=swap), seed, every=every)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games", "every"), [(3, 1000, 1), (4, 500, 1), (5, 200, 1), (6, 100, 3)])
def test_second_opinion_at_length(size: int, games: int, every: int) -> None:
    game, reference = gc.game("gonnect", size=size), Reference(size=size)
    for seed in range(games):
        agree(game, reference, 1000 + seed, every=every)

"""Crazyhouse: check figures, hands, drops, notation, draws, records, and second opinions."""

from __future__ import annotations

import re

import gamecore as gc
import pytest
from compare import agree, ten_thousand_games
from reference.crazyhouse import Reference
from western import (
    RECORDS,
    agree_with_fairy_stockfish,
    agree_with_python_chess,
    perfts,
    pgn_games,
    play,
    read_damaged_moves,
    replay_random_games,
    sound,
)

GAME = gc.game("crazyhouse")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
PROMOTED = "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1"
TWO_MOVES = "k7/8/8/8/8/8/PP4P1/K2r4[NPp] w - - 0 1"

PERFT = [
    (START, [20, 400, 8902, 197281, 4888832]),
    ("2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", [301, 75353]),
    ("2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", [67, 3083, 88634, 932554]),
    ("r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", [42, 1347, 58057, 2083382]),
    (PROMOTED, [20, 360, 5445, 132758]),
    (TWO_MOVES, [2, 121, 6056]),
]


@pytest.mark.parametrize(("fen", "figures"), PERFT)
def test_perft(fen: str, figures: list[int]) -> None:
    assert perfts(GAME, fen, range(1, len(figures) + 1)) == figures


@pytest.mark.slow
def test_deep_perft() -> None:
    """As python-chess and others count."""
    assert GAME.perft(6) == 120812942


# ---- hands and drops -----------------------------------------------------------------------------


def test_captured_pieces_change_sides() -> None:
    s = play(GAME.start(), "e4 d5 exd5 Qxd5")
    assert s.position() == "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"
    assert [s.info()[letter] for letter in "QRBNPqrbnp"] == [0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    s.play("P@e4")
    assert s.position() == "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3"
    s.undo()
    assert s.info()["P"] == 1
    # En passant puts the pawn into the hand too.
    s = play(GAME.start(), "e4 a6 e5 d5 exd6")
    assert s.position().split()[0].endswith("[P]")


def test_a_promoted_piece_is_a_pawn_again() -> None:
    s = GAME.from_position(PROMOTED)
    assert s.copy().play("Bxb7").position() == "4k3/1b6/8/8/8/8/Kpp5/8[p] w - - 0 2"
    assert s.copy().play("b1=Q+").position() == "4k3/1Q~6/8/8/4b3/8/K1p5/1q~6[] w - - 0 2"
    # The mark moves with its piece, and another piece that goes where it was has none.
    s = GAME.from_position("4k3/1Q~6/8/8/8/8/8/1R2K3[] w - - 0 1")
    assert play(s, "Qb2 Kf8 Qc2 Ke8 Rb2").position() == "4k3/8/8/8/8/8/1RQ~5/4K3[] b - - 5 3"
    # A pawn that captures a promoted piece and promotes.
    s = GAME.from_position("1q~2k3/P7/8/8/8/8/8/4K3[] w - - 0 1").play("axb8=N")
    assert s.position() == "1N~2k3/8/8/8/8/8/8/4K3[P] b - - 0 1"


def test_drops_have_their_limits() -> None:
    s = GAME.from_position(TWO_MOVES)
    assert s.legal_moves() == ["N@b1", "N@c1"]
    for text, reason in (
        ("P@c1", "bad_move"),
        ("N@a2", "occupied"),
        ("Q@b1", "none_left"),
        ("N@e5", "in_check"),
        ("Ka2", "occupied"),
    ):
        with pytest.raises(gc.IllegalMoveError) as caught:
            s.play(text)
        assert caught.value.reason == reason
    s = GAME.from_position("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
    assert {move[3] for move in s.legal_moves() if "@" in move} == set("234567")
    # A pawn dropped on its second rank may make a double step, and is taken in passing.
    s = GAME.from_position("4k3/8/8/8/3p4/8/8/4K3[P] w - - 0 1")
    play(s, "P@e2 Kd8 e4")
    assert "dxe3" in s.legal_moves()


def test_a_dropped_rook_gives_no_right_to_castle() -> None:
    s = GAME.from_position("4k3/8/8/8/8/8/8/4K3[Rr] w - - 0 1")
    play(s, "R@h1 R@a8")
    assert s.position().split()[2] == "-"
    assert "O-O" not in s.legal_moves()
    # A right is lost with its rook, and another rook in the corner does not bring it back.
    s = play(GAME.from_position("4k2r/8/8/8/8/8/8/R3K2R[r] w KQk - 0 1"), "Rxh8+ Kd7 Rb8 R@h8")
    assert s.position().split()[2] == "Q"


def test_drops_check_mate_and_parry() -> None:
    s = GAME.from_position("6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1")
    assert s.gives_check("R@d8")
    assert s.play("R@d8").outcome == ((0,), "checkmate")
    assert s.turns == ["R@d8#"]
    s = GAME.from_position("6k1/5ppp/8/8/8/8/8/4K3[Rn] w - - 0 1")
    assert not s.play("R@d8").is_over
    assert sorted(s.legal_moves()) == ["N@e8", "N@f8"]


# ---- notation and positions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "move"),
    [
        ("P@e4 p@e4 @e4 P@E4 P@e4+ @e4!", "P@e4"),
        ("N@f3 n@f3 N@F3 N@f3#", "N@f3"),
        ("e4 e2e4", "e2e4"),
    ],
)
def test_drops_are_read_in_many_spellings(texts: str, move: str) -> None:
    s = GAME.from_position(START.replace("[]", "[PNQ]"))
    for text in texts.split():
        assert s.parse(text) == s.parse(move)


@pytest.mark.parametrize(
    "text", ["K@e4", "@", "N@", "N@z9", "N@e4e5", "NN@e4", "N@@e4", "X@e4", "N@e4=Q", "é@e4", "N@ e4"]
)
def test_drops_that_are_none(text: str) -> None:
    s = GAME.from_position(START.replace("[]", "[PNQ]"))
    with pytest.raises(gc.NotationError):
        s.play(text)


def test_actions_are_those_of_chess_and_drops() -> None:
    names = GAME.action_names
    assert names is not None
    assert names[:1968] == gc.game("chess").action_names
    assert len(names) == GAME.num_actions == 1968 + 5 * 64
    squares = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
    assert names[1968:] == tuple(f"{piece}@{square}" for piece in "QRBNP" for square in squares)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[nPQbN] w KQkq - 0 1", "[QNPbn]"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/pPnQ w KQkq - 0 1", "[QPnp]"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1", "[]"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "[]"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1", "[]"),
        ("4k3/8/8/8/8/8/8/4K3[pnbrqPNBRQ] w - - 0 1", "[QRBNPqrbnp]"),
        ("4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPppQ] w - - 0 1", "[QPPPPPPPPPPPPPPPPpp]"),
    ],
)
def test_hands_are_read_in_any_order(text: str, hands: str) -> None:
    written = GAME.from_position(text).position()
    assert re.search(r"\[.*\]", written)[0] == hands  # type: ignore[index]
    assert GAME.from_position(written).position() == written


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "hand"),
        ("4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "not closed"),
        ("4k3/8/8/8/8/8/8/4K3[Q]] w - - 0 1", "hand"),
        ("4k3/8/8/8/8/8/8/4K3[2Q] w - - 0 1", "hand"),
        ("4k3/8/8/8/8/8/8/4K3/8/8 w - - 0 1", "hand"),
        ("4k3/8/8/8/8/8/8/4K3[" + "P" * 200 + "] w - - 0 1", "more than"),
        ("4k3/8/8/8/8/8/8/4K3[" + "P" * 63 + "] w - - 0 1", "more than 64 pieces"),
        ("4k~3/8/8/8/8/8/8/4K3[] w - - 0 1", "promoted"),
        ("4k3/8/8/8/8/8/4P~3/4K3[] w - - 0 1", "promoted"),
        ("4k3/8/8/8/8/8/4Q~~3/4K3[] w - - 0 1", "no piece"),
        ("4k3/8/8/8/8/8/~7/4K3[] w - - 0 1", "no piece"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, why: str) -> None:
    with pytest.raises(gc.PositionError, match=re.escape(why)):
        GAME.from_position(text)


def test_no_random_text_breaks_the_reader() -> None:
    read_damaged_moves(GAME.start(1).play_random(60, gc.Rng(1)), "abh18KQNPOox-=+#@@é~ ")


# ---- ends ----------------------------------------------------------------------------------------


def test_identity_takes_in_hands_and_promoted_pieces() -> None:
    fens = [
        "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3[P] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3[PP] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3[p] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q3K3[N] w - - 0 1",
    ]
    assert len({GAME.from_position(fen).hash for fen in fens}) == len(fens)


def test_draws() -> None:
    s = play(GAME.start(), "Nf3 Nf6 Ng1 Ng8 " * 2)
    assert s.can_claim_draw
    assert play(s.copy(), "Nf3 Nf6 Ng1 Ng8 " * 2).end_reason == "repetition"
    auto = gc.game("crazyhouse", draws="auto")
    assert play(auto.start(), "Nf3 Nf6 Ng1 Ng8 " * 2).end_reason == "repetition"
    # Pawn drops are progress, other drops are not.
    s = GAME.from_position("4k3/8/8/8/8/8/8/4K3[NP] w - - 99 90")
    assert s.copy().play("P@e4").info()["quiet_plies"] == 0
    assert s.copy().play("N@e4").can_claim_draw
    s = GAME.from_position("4k3/8/8/8/8/8/8/4K3[NP] w - - 149 90")
    assert s.copy().play("N@e4").end_reason == "no capture or pawn move for too long"


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "dead position"),
        ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4K2N[] w - - 0 1", None),
        ("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", "stalemate"),
        ("7k/5Q2/6K1/8/8/8/8/8[p] b - - 0 1", None),
        ("7k/6Q1/6K1/8/8/8/8/8[q] b - - 0 1", "checkmate"),
    ],
)
def test_ends(fen: str, reason: str | None) -> None:
    assert GAME.from_position(fen).end_reason == reason


def test_observations_have_the_planes_of_the_page() -> None:
    s = GAME.from_position("4k3/1Q~6/8/8/8/8/8/4K3[QQPn] w - - 4 3")
    planes = s.observation()
    assert planes.shape == GAME.observation_shape == (33, 8, 8)
    assert [planes[plane].sum() for plane in (0, 5, 6)] == [1, 1, 1]
    assert [planes[plane, 0, 0] for plane in range(22, 32)] == [0.25, 0, 0, 0, 0.125, 0, 0, 0, 0.125, 0]
    assert planes[32].nonzero() == ([6], [1])
    assert s.observation(1)[30, 0, 0] == 0
    assert s.observation(1)[25, 0, 0] == 0.125


def test_drawings_show_hands_and_promoted_pieces() -> None:
    s = GAME.from_position("2r1rrB~1/1q2k2p/Np1bbp1n/1PP1p1Q1/1NpP2pN/P7/PK3P1P/2B1BR2[QPPr] b - - 0 54")
    drawing = GAME.drawing(s)
    assert drawing.pieces[62].name == "white bishop (promoted pawn)"
    assert drawing.pieces[60].name == "black rook"
    assert [
        (row.title, [piece.text for piece in row.pieces], row.counts) for row in (*drawing.above, *drawing.rows)
    ] == [
        ("Black", ["r"], [1]),
        ("White", ["Q", "P"], [1, 2]),
    ]
    s = GAME.from_position(START.replace("[]", "[N]")).play("N@f3")
    assert set(GAME.drawing(s).last) == {21}
    assert "(N)" in str(s)


# ---- records and second opinions -------------------------------------------------------------------


def test_real_games() -> None:
    for _, moves in pgn_games(RECORDS / "crazyhouse" / "games.pgn"):
        s = play(GAME.start(), " ".join(moves))
        assert s.turns == [sound(move) for move in moves]
    assert s.outcome == ((1,), "checkmate")


def test_random_games() -> None:
    assert replay_random_games(GAME, "random_games.jsonl") > 100


def test_second_opinion() -> None:
    agree(GAME, Reference(), 1, every=50)


@pytest.mark.slow
@pytest.mark.parametrize("draws", ["fide", "auto"])
def test_second_opinion_at_length(draws: str) -> None:
    for seed in range(10):
        agree(gc.game("crazyhouse", draws=draws), Reference(draws=draws), seed, every=4)


def test_some_games_against_other_libraries() -> None:
    assert agree_with_python_chess(GAME, python_chess(), range(3)) > 300
    assert agree_with_fairy_stockfish(GAME, "crazyhouse", range(100, 105), every=20) > 25


@ten_thousand_games(parts=10)
def test_against_python_chess(games: range) -> None:
    agree_with_python_chess(GAME, python_chess(), games)


@ten_thousand_games(parts=100)
def test_against_fairy_stockfish(games: range) -> None:
    agree_with_fairy_stockfish(GAME, "crazyhouse", games)


def python_chess():  # type: ignore[no-untyped-def]
    return pytest.importorskip("chess.variant").CrazyhouseBoard

"""Chess and Chess960: check figures, positions, notation, draws, books, records, and second opinions."""

from __future__ import annotations

import re

import gamecore as gc
import numpy as np
import pytest
from compare import agree, ten_thousand_games
from gamecore.draw import Drawing
from reference.chess import Reference
from western import (
    RECORDS,
    agree_with_fairy_stockfish,
    agree_with_python_chess,
    perfts,
    pgn_games,
    play,
    read_damaged_moves,
    replay_random_games,
    uci,
)

CHESS = gc.game("chess")
CHESS960 = gc.game("chess", "chess960")
AUTO = gc.game("chess", draws="auto")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# ---- check figures -----------------------------------------------------------------------------

PERFT = [
    (START, [20, 400, 8902, 197281, 4865609, 119060324]),
    (KIWIPETE, [48, 2039, 97862, 4085603, 193690690]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238, 674624, 11030083]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467, 422333, 15833292]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379, 2103487, 89941194]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2079, 89890, 3894594, 164075551],
    ),
]
PERFT960 = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12189, 326672, 8146062]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18002, 667366, 16253601]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10471, 273318, 6417013]),
    ("1k6/8/8/8/8/8/8/1RK5 w B - 0 1", [13, 48, 831, 3080]),
    ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", [5, 57, 821]),
    ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", [13, 58, 1033, 5689]),
    ("1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", [16, 226, 3602]),
]
STARTS = [
    (0, "BBQNNRKR", [20, 400, 9006, 201143, 4975808]),
    (1, "BQNBNRKR", [20, 400, 8948, 198393, 4863733]),
    (518, "RNBQKBNR", [20, 400, 8902, 197281, 4865609]),
    (534, "RNBKQBNR", []),
    (692, "RBBQKNNR", [20, 400, 8956, 199685, 4959379]),
    (959, "RKRNNQBB", [20, 400, 9006, 201143, 4973573]),
]


@pytest.mark.parametrize(("fen", "figures"), PERFT)
def test_perft(fen: str, figures: list[int]) -> None:
    assert perfts(CHESS, fen, range(1, 5)) == figures[:4]


@pytest.mark.parametrize(("fen", "figures"), PERFT960)
def test_perft_of_chess960(fen: str, figures: list[int]) -> None:
    assert perfts(CHESS960, fen, range(1, min(len(figures), 4) + 1)) == figures[:4]


@pytest.mark.parametrize(("number", "rank", "figures"), STARTS)
def test_numbered_starts(number: int, rank: str, figures: list[int]) -> None:
    g = gc.game("chess", chess960=True, number=number)
    s = g.start()
    assert not g.has_random_start
    assert s.position().split()[0] == f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank}"
    assert [g.perft(depth) for depth in range(1, len(figures[:4]) + 1)] == figures[:4]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "fen", "figures"),
    [(CHESS, *row) for row in PERFT] + [(CHESS960, *row) for row in PERFT960],
)
def test_deep_perft(game: gc.Game, fen: str, figures: list[int]) -> None:
    assert perfts(game, fen, range(5, len(figures) + 1)) == figures[4:]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "rank", "figures"), STARTS)
def test_deep_perft_of_starts(number: int, rank: str, figures: list[int]) -> None:
    s = CHESS960.start(setup=str(number))
    assert [CHESS960.perft(depth, s) for depth in range(5, len(figures) + 1)] == figures[4:]


# ---- the 960 starts ----------------------------------------------------------------------------


def test_all_960_starts() -> None:
    ranks = set()
    for number in range(960):
        s = CHESS960.start(setup=str(number))
        rank = s.position()[-len(" w HAha - 0 1") - 8 :][:8]
        king, rooks = rank.index("K"), [file for file in range(8) if rank[file] == "R"]
        assert rooks[0] < king < rooks[1]
        assert sum(file for file in range(8) if rank[file] == "B") % 2 == 1
        assert sorted(rank) == sorted("RNBQKBNR")
        files = "".join("abcdefgh"[file] for file in reversed(rooks))
        assert s.position() == f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {files.upper()}{files} - 0 1"
        assert s.setup == str(number)
        assert CHESS960.from_position(s.position()) == s
        # The outermost rooks are meant, so X-FEN has the usual letters.
        assert CHESS960.from_position(s.position().replace(f"{files.upper()}{files}", "KQkq")) == s
        assert CHESS960.perft(2, s) == s.num_legal**2
        ranks.add(rank)
    assert len(ranks) == 960


def test_all_960_starts_are_those_of_python_chess() -> None:
    chess = pytest.importorskip("chess")
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        s = CHESS960.start(setup=str(number))
        assert s.position() == board.shredder_fen()
        assert s.polyglot_hash() == pytest.importorskip("chess.polyglot").zobrist_hash(board)


def test_the_start_of_chess960_is_drawn() -> None:
    assert CHESS960.has_random_start
    assert CHESS960.start(3).position() == CHESS960.start(3).position()
    drawn = {CHESS960.start(seed).setup for seed in range(300)}
    assert 230 < len(drawn) <= 300
    for setup in ("960", "-1", "x", "", "1.5", "٣"):
        with pytest.raises(gc.PositionError):
            CHESS960.start(setup=setup)
    with pytest.raises(gc.VariantError, match="number"):
        gc.game("chess", number=3)


def test_a_set_up_may_be_a_fen() -> None:
    for game, fen in ((CHESS, KIWIPETE), (CHESS960, PERFT960[0][0])):
        s = game.start(setup=fen)
        assert (s.position(), s.setup) == (fen, fen)
        assert game.from_bytes(s.play_random(5).to_bytes()) == s
        assert s.rewound().position() == fen
    assert CHESS.start().setup is None


# ---- FEN -----------------------------------------------------------------------------------------


def test_positions_are_written_as_fen() -> None:
    assert CHESS.start().position() == START
    s = play(CHESS.start(), "1. e4 c5 2. Nf3")
    assert s.position() == "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    # The passed cell is named after every double step.
    assert CHESS.start().play("a4").position().split()[3] == "a3"
    assert CHESS960.start(setup="518").play("a4").position() == (
        "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b HAha a3 0 1"
    )


@pytest.mark.parametrize(
    ("game", "text", "fen"),
    [
        (CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", START),
        (CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KAhq - 0 1", START),
        (CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK -", START),
        (CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", START),
        (CHESS, "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w  KQkq  -  0  1 ", START),
        (CHESS, "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        # Three rooks: the outer one by K, the inner one by its file.
        (CHESS960, "4k3/8/8/8/8/8/8/RK3RR1 w KQ - 0 1", "4k3/8/8/8/8/8/8/RK3RR1 w GA - 0 1"),
        (CHESS960, "4k3/8/8/8/8/8/8/RK3RR1 w FQ - 0 1", "4k3/8/8/8/8/8/8/RK3RR1 w FA - 0 1"),
        (CHESS960, "rr1k3r/8/8/8/8/8/8/RR1K3R w HBkb - 0 1", "rr1k3r/8/8/8/8/8/8/RR1K3R w HBhb - 0 1"),
    ],
)
def test_fen_is_read_in_many_spellings(game: gc.Game, text: str, fen: str) -> None:
    s = game.from_position(text)
    assert s.position() == fen
    assert s == game.from_position(fen)


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", "empty"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
        ("k7/8/8/8/8/8/8/K7/8 w - - 0 1", "more than 8 rows"),
        ("k7/8/8/8/8/8/K7 w - - 0 1", "7 rows"),
        ("k8/8/8/8/8/8/8/K7 w - - 0 1", "longer"),
        ("k6/8/8/8/8/8/8/K7 w - - 0 1", "shorter"),
        ("k99999999999999999999/8/8/8/8/8/8/K7 w - - 0 1", "longer"),
        ("kx6/8/8/8/8/8/8/K7 w - - 0 1", "no piece"),
        ("k+6/8/8/8/8/8/8/K7 w - - 0 1", "no piece"),
        ("kQ~5/8/8/8/8/8/8/K7 b - - 0 1", "promoted"),
        ("kP6/8/8/8/8/8/8/K7 w - - 0 1", "stand on b8"),
        ("k7/8/8/8/8/8/8/Kp6 w - - 0 1", "stand on b1"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "more than 8 pawns"),
        ("k7/8/8/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1", "more than 16 pieces"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "side to move"),
        ("k7/8/8/8/8/8/8/K7[] w - - 0 1", "piece"),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", "castl"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castl"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "corner"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "castl"),
        ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "double step"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "double step"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e4 0 1", "double step"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "double step"),
        ("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "cell"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "quiet plies"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "number of the move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "number of the move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "too much"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1 " * 100, "1000 characters"),
        ("４k3/8/8/8/8/8/8/4K3 w - - 0 1", "no piece"),
    ],
)
def test_fen_that_cannot_be_is_refused(fen: str, why: str) -> None:
    with pytest.raises(gc.PositionError, match=re.escape(why)):
        CHESS.from_position(fen)


def test_two_castling_rooks_on_one_side_are_refused() -> None:
    with pytest.raises(gc.PositionError, match="two rooks"):
        CHESS960.from_position("4k3/8/8/8/8/8/8/RK3RR1 w GF - 0 1")


# ---- moves: SAN and UCI ------------------------------------------------------------------------------

KNIGHTS = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"
QUEENS = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1"
PROMOTES = "3rk3/4P3/8/8/8/8/4p3/3RK3 w - - 0 1"
PASSES = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CASTLES960 = "1r3kr1/pp4pp/8/8/8/8/PP4PP/1R3KR1 w GBgb - 0 1"


@pytest.mark.parametrize(
    ("fen", "move", "san"),
    [
        (START, "e2e4", "e4"),
        (START, "g1f3", "Nf3"),
        (KNIGHTS, "c3e2", "Nce2"),
        (KNIGHTS, "g1e2", "Nge2"),
        ("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g1f3", "N1f3"),
        ("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g5f3", "N5f3"),
        (QUEENS, "h4e1", "Qh4e1"),
        (QUEENS, "e4e1", "Qee1"),
        (QUEENS, "h1e1", "Q1e1"),
        # Of two rooks on a rank one is pinned, so that nothing has to be told apart.
        ("k3r3/8/8/8/8/4R2R/8/4K3 w - - 0 1", "h3g3", "Rg3"),
        (PROMOTES, "e7d8q", "exd8=Q+"),
        (PROMOTES, "e7d8n", "exd8=N"),
        (PASSES, "e5d6", "exd6"),
        (CASTLES, "e1g1", "O-O"),
        (CASTLES, "e1c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("7k/R7/8/8/8/8/8/KR6 w - - 0 1", "b1b8", "Rb8#"),
        ("k7/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8", "Re8+"),
    ],
)
def test_san_and_coordinates(fen: str, move: str, san: str) -> None:
    s = CHESS.from_position(fen)
    action = s.parse(move)
    assert s.format(action) == san
    assert s.parse(san) == action
    assert CHESS.action_names is not None
    assert CHESS.action_names[action] == move
    assert s.gives_check(move) == san.endswith(("+", "#"))


@pytest.mark.parametrize(
    ("fen", "texts", "move"),
    [
        (START, "e4 e2e4 E2E4 e2-e4 E4 Pe4 pe4 Pe2e4 Pe2-e4 ee4 2e4 e4! e4?! e4!!", "e2e4"),
        (START, "Nf3 nf3 NF3 Ngf3 N1f3 Ng1f3 Ng1-f3 g1f3 g1-f3 G1F3 Nf3+ Nf3# N-f3 Nf3!?", "g1f3"),
        (KNIGHTS, "Nce2 N3e2 Nc3e2 nce2 c3e2 NcE2 Nc-e2", "c3e2"),
        (QUEENS, "Qh4e1 Qh4-e1 h4e1 qh4e1", "h4e1"),
        (PROMOTES, "exd8=Q+ exd8=Q exd8Q exd8q exd8(Q) exd8/Q e7d8q e7xd8=Q e7d8Q E7D8Q ed8=Q e:d8Q", "e7d8q"),
        (PROMOTES, "exd8=N exd8N e7d8n", "e7d8n"),
        (PASSES, "exd6 exd6e.p. exd6_e.p. e5d6 e5xd6 ed6 e5:d6", "e5d6"),
        (CASTLES, "O-O 0-0 o-o e1g1 e1h1 Ke1g1 O-O+ 0-0!", "e1g1"),
        (CASTLES, "O-O-O 0-0-0 o-o-o e1c1 e1a1 Ke1-c1", "e1c1"),
    ],
)
def test_moves_are_read_in_many_spellings(fen: str, texts: str, move: str) -> None:
    s = CHESS.from_position(fen)
    for text in texts.split():
        assert s.parse(text.replace("_", " ")) == s.parse(move), text


@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        (KNIGHTS, "Ne2", "c3, g1|g1, c3"),
        (QUEENS, "Qe1", "any of"),
        (QUEENS, "Qhe1", "any of"),
        (START, "Nc4", "can go to c4|not legal"),
        (START, "Ze4", "no move"),
        (START, "xe4", "no move"),
        (START, "-e4", "no move"),
        (START, "e", "no move"),
        (START, "e2", "not legal|can go"),
        (START, "e9", "no move"),
        (START, "i4", "no move"),
        (START, "j2e4", "no move"),
        (START, "e2e4e5e6", "no"),
        (START, "e4=Q", "like this"),
        (START, "e2e4k", "no move"),
        (START, "e4=", "no move"),
        (START, "Nf3=Q", "like this"),
        (START, "--", "no move"),
        (START, "0000", "no move"),
        (START, "Z0", "no move"),
        (START, "e2 e4", "no move"),
        (START, "1.e4", "no move"),
        (PASSES, "EXD6", "no move"),
        (START, "N@f3", "no move"),
        (START, "O-O-O-O", "no such castling"),
        (START, "O-O/He1", "no such castling"),
        (CASTLES, "O-Ox", "no such castling"),
        (START, "♘f3", "no move"),
        (START, "+", "no move"),
        (START, "e4" + "+" * 20 + "x", "no move"),
        (START, "Ng1f3" * 200, "characters|no move"),
        (START, "Rg1f3", "no such piece of the side to move stands on g1"),
    ],
)
def test_moves_that_are_none(fen: str, text: str, why: str) -> None:
    s = CHESS.from_position(fen)
    with pytest.raises(gc.GamecoreError, match=why):
        s.play(text)
    assert s.position() == fen


def test_no_random_text_breaks_the_reader() -> None:
    for game in (CHESS, CHESS960):
        read_damaged_moves(game.from_position(KIWIPETE), "abhj1890KQNPOox-=+#@/éZ~ ")


def test_castling_in_chess960_is_written_by_the_rook() -> None:
    s = CHESS960.from_position(CASTLES960)
    assert [move for move in uci(s) if move in ("f1g1", "f1b1", "f1c1")] == ["f1b1", "f1g1"]
    for texts, move, after in (
        ("O-O 0-0 f1g1 Kf1g1", "f1g1", "1r3kr1/pp4pp/8/8/8/8/PP4PP/1R3RK1 b gb - 1 1"),
        ("O-O-O f1b1 f1c1", "f1b1", "1r3kr1/pp4pp/8/8/8/8/PP4PP/2KR2R1 b gb - 1 1"),
    ):
        for text in texts.split():
            t = s.copy().play(text)
            assert t.actions == [s.parse(move)]
            assert t.position() == after
    # Where the king could step to the square, the step is meant.
    s = CHESS960.from_position("4k3/8/8/8/8/8/8/5K1R w H - 0 1")
    assert s.copy().play("f1g1").position() == "4k3/8/8/8/8/8/8/6KR b - - 1 1"
    assert s.copy().play("f1h1").position() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    # The king stays, and only the rook moves.
    s = CHESS960.from_position("1k6/8/8/8/8/8/8/1RK5 w B - 0 1")
    assert s.play("c1b1").position() == "1k6/8/8/8/8/8/8/2KR4 b - - 1 1"
    assert s.turns == ["O-O-O"]


def test_a_king_on_its_rook_is_no_way_to_write_castling() -> None:
    s = CHESS960.from_position("4k3/8/8/8/8/8/8/6KR w H - 0 1")
    assert s.copy().play("O-O").position().startswith("4k3/8/8/8/8/8/8/5RK1 b -")
    with pytest.raises(gc.NotationError, match="can go to h1"):
        s.play("Kh1")


def test_castling_in_chess960_has_its_conditions() -> None:
    for fen, moves in (
        ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", []),  # the castling rook shields its king
        ("1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", ["O-O-O"]),  # only the rook crosses an attack
        ("3rk3/8/8/8/8/8/8/R3K3 w A - 0 1", []),
        ("4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", []),
        ("4k3/8/8/8/8/8/8/1R2K1NR w HB - 0 1", ["O-O-O"]),
        ("4k3/4r3/8/8/8/8/8/R3K3 w A - 0 1", []),
        ("4k3/8/8/8/8/8/8/R2NKR2 w FA - 0 1", ["O-O"]),
    ):
        s = CHESS960.from_position(fen)
        assert [move for move in s.legal_moves() if move.startswith("O")] == moves, fen


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (START, "e7e5", "not_yours"),
        (START, "e4e5", "not_yours"),
        (START, "Ke2", "occupied"),
        (START, "Bb5", "blocked"),
        (START, "e5", "bad_move"),
        (START, "exd3", "bad_move"),
        (START, "O-O", "occupied"),
        (PASSES, "e8", "bad_move"),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "in_check"),
        ("4r1k1/8/8/8/8/8/8/4K2N w - - 0 1", "Ng3", "in_check"),
        ("4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "Ke1", "in_check"),
        (PROMOTES, "exd8", "not_offered"),
        ("4k3/8/8/8/8/8/8/R3K2r w Q - 0 1", "O-O-O", "not_offered"),
    ],
)
def test_reasons(fen: str, text: str, reason: str) -> None:
    s = CHESS.from_position(fen)
    before = s.to_bytes()
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play(text)
    assert caught.value.reason == reason
    assert s.to_bytes() == before


def test_actions_are_numbered_by_cells_and_suffix() -> None:
    names = CHESS.action_names
    assert names is not None
    assert len(names) == len(set(names)) == CHESS.num_actions == 1968
    assert CHESS960.action_names == names
    order = [(cell(name[:2]), cell(name[2:4]), "qrbn".find(name[4]) + 1 if len(name) > 4 else 0) for name in names]
    assert order == sorted(order)
    assert sum(len(name) > 4 for name in names) == 2 * 4 * 22


def cell(name: str) -> int:
    return 8 * int(name[1]) - 8 + "abcdefgh".index(name[0])


# ---- check and attacks ---------------------------------------------------------------------------------


def test_check_and_attackers() -> None:
    s = CHESS.from_position("4k3/8/8/1b6/8/3n4/8/R3K2R w KQ - 0 1")
    assert s.is_check
    assert s.info()["check"] == 1
    assert s.attackers(cell("e1"), 1) == [cell("d3")]
    assert s.attackers(cell("d1"), 0) == [cell("a1"), cell("e1")]
    assert s.attackers(cell("d1"), 1) == []
    assert s.attackers(cell("b1"), 0) == [cell("a1")]
    assert s.attackers(cell("f1"), 1) == []  # the bishop is behind its knight
    assert s.gives_check("Kd1") is False
    # A pinned piece attacks, and so does a pawn, on both sides ahead.
    s = CHESS.from_position("4r1k1/8/8/8/8/4N3/3P4/4K3 w - - 0 1")
    assert s.attackers(cell("d5"), 0) == [cell("e3")]
    assert s.attackers(cell("c3"), 0) == s.attackers(cell("e3"), 0) == [cell("d2")]
    assert s.attackers(cell("d3"), 0) == s.attackers(cell("d4"), 0) == []
    with pytest.raises(gc.GamecoreError):
        s.attackers(64, 0)


def test_discovered_double_and_castling_checks() -> None:
    s = CHESS.from_position("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1")
    assert all(s.gives_check(move) for move in s.legal_actions() if CHESS.action_names[move].startswith("e4"))  # type: ignore[index]
    s.play("Nf6")
    assert s.attackers(cell("e8"), 0) == [cell("e1"), cell("f6")]
    assert {move[0] for move in s.legal_moves()} == {"K"}
    s = CHESS.from_position("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert s.gives_check("O-O-O")
    s = CHESS.from_position("8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 1")  # both pawns leave the rank
    assert s.gives_check("exd6")


# ---- ends ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "winners", "reason"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", (), "stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", (0,), "checkmate"),
        ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", (), "stalemate"),
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", (), "dead position"),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", (), "dead position"),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", (), "dead position"),
        ("4kb2/8/8/8/1B6/B7/8/2B1K3 w - - 0 1", (), "dead position"),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", (1,), "checkmate"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 150 90", (), "no capture or pawn move for too long"),
        # Mate comes before the counter.
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 150 90", (0,), "checkmate"),
    ],
)
def test_ends(fen: str, winners: tuple[int, ...], reason: str) -> None:
    s = CHESS.from_position(fen)
    assert s.is_over
    assert s.outcome == (winners, reason)
    assert s.legal_actions() == []


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/p7/8/8/8/8/8/4K3 w - - 0 1",
    ],
)
def test_what_is_not_dead(fen: str) -> None:
    assert not CHESS.from_position(fen).is_over


def test_a_capture_can_make_a_position_dead() -> None:
    s = CHESS.from_position("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1").play("Kxd2")
    assert s.end_reason == "dead position"
    assert CHESS.perft(1, s) == 5  # perft knows no draws


BACK_AND_FORTH = "Nf3 Nf6 Ng1 Ng8 "


def test_repetition_is_claimed_at_three_and_ends_the_game_at_five() -> None:
    s = play(CHESS.start(), BACK_AND_FORTH)
    assert not s.can_claim_draw
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.claim_draw()
    assert caught.value.reason is gc.Reason.NOT_OFFERED
    play(s, BACK_AND_FORTH)
    assert s.info()["occurrences"] == 3
    assert s.can_claim_draw
    t = s.copy().claim_draw()
    assert (t.is_over, t.ending, t.returns()) == (True, "draw:claimed", [0, 0])
    assert t.turns[-1] == "draw:claimed"
    # Whoever is to move may claim, for the position on the board; a new position is none.
    assert not s.copy().play("e4").can_claim_draw
    assert s.copy().play("Nf3").can_claim_draw
    play(s, BACK_AND_FORTH)
    assert not s.is_over
    play(s, "Nf3 Nf6 Ng1")
    assert not s.is_over
    s.play("Ng8")
    assert s.outcome == ((), "repetition")
    s.undo()
    assert not s.is_over


def test_draws_may_come_by_themselves() -> None:
    s = play(AUTO.start(), BACK_AND_FORTH + "Nf3 Nf6 Ng1")
    assert not s.is_over
    assert s.play("Ng8").end_reason == "repetition"
    fen = "4k3/8/8/8/8/8/8/4K2R w - - 98 90"
    s = AUTO.from_position(fen).play("Kd2")
    assert not s.is_over
    assert s.play("Kd7").end_reason == "no capture or pawn move for too long"
    s = CHESS.from_position(fen).play("Kd2")
    assert not s.can_claim_draw
    assert s.play("Kd7").can_claim_draw
    with pytest.raises(gc.VariantError):
        gc.game("chess", draws="never")


def test_the_clock_draws_at_150_unless_the_move_mates() -> None:
    fen = "7k/8/6K1/8/8/8/8/R7 w - - 149 120"
    assert CHESS.from_position(fen).play("Ra2").end_reason == "no capture or pawn move for too long"
    assert CHESS.from_position(fen).play("Ra8").outcome == ((0,), "checkmate")
    assert CHESS.from_position("7k/8/6K1/8/8/P7/8/R7 w - - 149 120").play("a4").info()["quiet_plies"] == 0


def test_castling_rights_tell_positions_apart() -> None:
    s = play(CHESS.start(), "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8")
    assert s.info()["occurrences"] == 1
    assert s.hash != play(CHESS.start(), "1. e4 e5").hash
    play(s, "Ke2 Ke7 Ke1 Ke8")
    assert s.info()["occurrences"] == 2


def test_a_passed_cell_counts_only_where_it_can_be_taken() -> None:
    # Nobody can take, so the position after the double step comes again.
    s = play(CHESS.start(), "e4 Nf6 Nf3 Ng8 Ng1")
    assert s.info()["occurrences"] == 2
    assert s.hash == play(CHESS.start(), "e4").hash
    # A pawn could take: another position.
    fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"
    s = play(CHESS.from_position(fen), "e4")
    assert s.hash != CHESS.from_position(s.position().replace("e3", "-")).hash
    play(s, "Kd8 Kd1 Ke8 Ke1")
    assert s.info()["occurrences"] == 1
    # The pawn is pinned: no legal capture, the same position.
    s = CHESS.from_position("4k3/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1".replace("4k3", "8")).play("e4")
    assert uci(s).count("d4e3") == 0
    assert s.hash == CHESS.from_position(s.position().replace("e3", "-")).hash


def test_keys_do_not_depend_on_the_way() -> None:
    a = play(CHESS.start(), "Nf3 Nf6 Nc3 Nc6")
    b = play(CHESS.start(), "Nc3 Nc6 Nf3 Nf6")
    assert (a.hash, a == b) == (b.hash, True)
    assert CHESS.from_position(a.position()).hash == a.hash
    assert len({CHESS.from_position(START.replace("KQkq", rights)).hash for rights in ("KQkq", "Kkq", "KQk", "-")}) == 4
    assert CHESS.start().hash != CHESS.from_position(START.replace(" w ", " b ")).hash


# ---- opening books ------------------------------------------------------------------------------------

POLYGLOT = [
    ("", 0x463B96181691FC9C),
    ("e2e4", 0x823C9B50FD114196),
    ("e2e4 d7d5", 0x0756B94461C50FB0),
    ("e2e4 d7d5 e4e5", 0x662FAFB965DB29D4),
    ("e2e4 d7d5 e4e5 f7f5", 0x22A48B5A8E47FF78),
    ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A607CA3F242C1),
    ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FDD303C946BDD9),
    ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C8123EA7B067637),
    ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F9B829B279560),
]


@pytest.mark.parametrize(("moves", "key"), POLYGLOT)
def test_polyglot_keys(moves: str, key: int) -> None:
    assert play(CHESS.start(), moves).polyglot_hash() == key
    assert CHESS960.from_position(play(CHESS.start(), moves).position()).polyglot_hash() == key


# ---- what is seen --------------------------------------------------------------------------------------


def test_observations_have_the_planes_of_the_page() -> None:
    s = play(CHESS.start(), "e4 Nf6")
    planes = s.observation()
    assert planes.shape == CHESS.observation_shape == (22, 8, 8)
    assert [planes[plane].sum() for plane in range(12)] == [1, 8, 2, 2, 2, 1] * 2
    assert planes[1, 3, 4] == planes[8, 5, 5] == planes[0, 0, 4] == 1
    assert [planes[plane, 0, 0] for plane in range(12, 22)] == pytest.approx([0, 0, 1, 0.02, 0.01, 1, 1, 1, 1, 0])
    black = s.observation(1)
    assert np.array_equal(black[:6], planes[6:12])
    assert black[14].sum() == 0
    assert play(CHESS.start(), "e4").observation()[21].nonzero() == (np.array([2]), np.array([4]))
    history = gc.game("chess", history=3)
    s = play(history.start(), "e4 Nf6")
    assert history.observation_shape == (3 * 14 + 8, 8, 8)
    planes = s.observation()
    assert planes[1, 3, 4] == planes[15, 3, 4] == planes[29, 1, 4] == 1
    assert s.rewound().observation()[14:42].sum() == 0
    s = play(CHESS.start(), BACK_AND_FORTH * 2)
    assert s.observation()[12:14].sum() == 128


def test_drawings_mark_the_last_move() -> None:
    def last(fen: str, move: str, game: gc.Game = CHESS) -> set[int]:
        s = game.from_position(fen)
        drawing = game.drawing(s.play(move) if move else s)
        assert isinstance(drawing, Drawing)
        return set(drawing.last)

    def cells(names: str) -> set[int]:
        return {cell(name) for name in names.split()}

    assert last(START, "") == set()
    assert last(START, "e4") == cells("e2 e4")
    assert last(CASTLES, "O-O") == cells("e1 f1 g1 h1")
    assert last(CASTLES, "O-O-O") == cells("a1 c1 d1 e1")
    assert last(CASTLES960, "O-O", CHESS960) == cells("f1 g1")
    assert last(PASSES, "exd6") == cells("e5 d5 d6")
    s = CHESS.start().play("e4").resign()
    assert set(CHESS.drawing(s).last) == cells("e2 e4")
    assert CHESS.drawing(s).caption == ["White won: resignation"]
    assert str(CHESS.start().play("e4")).splitlines()[3:5] == ["5 . . . . . . . .", "4 . . . .(P). . ."]


# ---- records ----------------------------------------------------------------------------------------------


def test_real_games() -> None:
    games = [*pgn_games(RECORDS / "chess" / "games.pgn"), *pgn_games(RECORDS / "chess" / "chess960.pgn")]
    for tags, moves in games:
        game = CHESS960 if "Variant" in tags else CHESS
        s = game.from_position(tags["FEN"]) if "FEN" in tags else game.start()
        for move in moves:
            s.play(move)
        assert s.turns == moves
    assert len(games) > 5


def test_random_games() -> None:
    assert replay_random_games(CHESS960, "random_games960.jsonl") > 150


# ---- second opinions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"draws": "auto"}, {"chess960": True}])
def test_second_opinion(options: dict[str, gc.game.Option]) -> None:
    agree(gc.game("chess", **options), Reference(**options), 1, every=20)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"draws": "auto"}, {"chess960": True}])
def test_second_opinion_at_length(options: dict[str, gc.game.Option]) -> None:
    for seed in range(10):
        agree(gc.game("chess", **options), Reference(**options), seed, every=4)


@pytest.mark.parametrize("game", [CHESS, CHESS960], ids=["chess", "chess960"])
def test_some_games_against_other_libraries(game: gc.Game) -> None:
    assert agree_with_python_chess(game, python_chess(game), range(5)) > 500
    assert agree_with_fairy_stockfish(game, "chess", range(100, 105), every=20) > 25


@ten_thousand_games(parts=10)
@pytest.mark.parametrize("game", [CHESS, CHESS960], ids=["chess", "chess960"])
def test_against_python_chess(game: gc.Game, games: range) -> None:
    agree_with_python_chess(game, python_chess(game), games)


@ten_thousand_games(parts=100)
@pytest.mark.parametrize("game", [CHESS, CHESS960], ids=["chess", "chess960"])
def test_against_fairy_stockfish(game: gc.Game, games: range) -> None:
    agree_with_fairy_stockfish(game, "chess", games)


def python_chess(game: gc.Game):  # type: ignore[no-untyped-def]
    chess = pytest.importorskip("chess")
    return lambda fen: chess.Board(fen, chess960=bool(game.options["chess960"]))

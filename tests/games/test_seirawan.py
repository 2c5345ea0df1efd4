"""Seirawan chess: check figures, gates, notation, draws, records, and second opinions."""

from __future__ import annotations

import re

import gamecore as gc
import pytest
from compare import agree, ten_thousand_games
from reference.seirawan import Reference
from western import (
    RECORDS,
    agree_with_fairy_stockfish,
    perfts,
    pgn_games,
    play,
    read_damaged_moves,
    replay_random_games,
    uci,
)

GAME = gc.game("seirawan")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
CASTLES = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1"
ROOKS = "4k3/8/8/8/8/8/4K3/R6R[HE] w AH - 0 1"

PERFT = [
    (START, [28, 784, 24830, 782599, 27639803]),
    ("reb1k2r/ppppqppp/2nb1n2/4p3/4P3/N1P2N2/PB1PQPPP/RE2KBHR[h] b KQkqc - 3 7", [35, 876, 30174, 890467]),
    (CASTLES, [47, 2209, 80141, 2907399]),
    ("4k3/8/8/8/8/8/8/rN2K3[HE] w B - 0 1", [5, 65, 804]),
    (ROOKS, [86, 376, 21021]),
    ("8/P6k/8/8/8/8/7K/8[] w - - 0 1", [11, 49, 658, 3591]),
]


@pytest.mark.parametrize(("fen", "figures"), PERFT)
def test_perft(fen: str, figures: list[int]) -> None:
    assert perfts(GAME, fen, range(1, min(len(figures), 4) + 1)) == figures[:4]


@pytest.mark.slow
def test_deep_perft() -> None:
    assert GAME.perft(5) == 27639803


# ---- gates -----------------------------------------------------------------------------------------


def test_a_piece_enters_where_another_one_leaves() -> None:
    s = GAME.start()
    assert sorted(move for move in s.legal_moves() if move.startswith("Nc3")) == ["Nc3", "Nc3/E", "Nc3/H"]
    s.play("Nc3/H")
    assert s.position() == "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Ehe] b KQCDFGkqbcdfg - 1 1"
    assert (s.info()["H"], s.info()["E"], s.info()["h"], s.info()["e"]) == (0, 1, 1, 1)
    play(s, "Nf6 Nb5 Ng8")
    # The square is used up, whoever comes back to it; so is one left without a gate.
    assert s.position().split()[2] == "KQCDFGkqbcdf"
    assert "Nc3/E" not in s.legal_moves()
    assert "Nf6/H" not in s.copy().play("a3").legal_moves()


def test_castling_with_a_gate_on_either_square() -> None:
    s = GAME.from_position(CASTLES)
    castles = ["O-O", "O-O/Ee1", "O-O/Eh1", "O-O/He1", "O-O/Hh1"]
    assert sorted(move for move in s.legal_moves() if re.match("O-O(?!-O)", move)) == castles
    assert [move for move in uci(s) if move in ("e1g1", "e1g1h", "e1g1e", "h1e1h", "h1e1e")] == [
        "e1g1",
        "e1g1e",
        "e1g1h",
        "h1e1e",
        "h1e1h",
    ]
    for move, after in (
        ("h1e1h", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RKH[Eeh] b Akq - 1 1"),
        ("e1g1e", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3ERK1[Heh] b Akq - 1 1"),
        ("a1e1e", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/E1KR3R[Heh] b Hkq - 1 1"),
        ("e1c1h", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KRH2R[Eeh] b Hkq - 1 1"),
        ("e1c1", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R[HEeh] b Hkq - 1 1"),
    ):
        assert GAME.from_position(after) == s.copy().play(move)
        assert s.copy().play(move).position() == GAME.from_position(after).position()


def test_a_gate_cures_no_check_and_no_pin() -> None:
    s = GAME.from_position("4k3/8/8/8/8/8/8/rN2K3[HE] w B - 0 1")
    assert {move[0] for move in s.legal_moves()} == {"K"}
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("Nc3/H")
    assert caught.value.reason is gc.Reason.IN_CHECK
    # An answer to a check that is legal by itself may bring a piece in.
    s = GAME.from_position("4k3/8/8/8/4r3/8/8/3QK3[HE] w D - 0 1")
    assert {"Qe2", "Qe2/H", "Qe2/E"} <= set(s.legal_moves())


def test_a_gate_gives_check_and_mate() -> None:
    s = GAME.from_position("8/8/8/8/8/3k4/8/R3K3[HE] w A - 0 1")
    assert not s.gives_check("a1a2")
    s = GAME.from_position("8/8/8/8/8/8/1k6/3RK3[HE] w D - 0 1")
    checks = {move for move in s.legal_moves() if move.startswith("Rd3")}
    assert checks == {"Rd3", "Rd3/E+", "Rd3/H+"}
    assert s.gives_check("Rd3/H")


def test_rights_are_lost_by_capture_and_kept_without_castling() -> None:
    s = GAME.from_position("4k3/8/8/8/8/5b2/8/4K2R[HE] b KQ - 0 1".replace("KQ", "K")).play("Bxh1")
    assert s.position().split()[2] == "E"
    s = GAME.from_position(ROOKS)
    assert s.position() == "4k3/8/8/8/8/8/4K3/R6R[HE] w AH - 0 1"
    assert {"Ra2/H", "Rhg1/E"} <= set(s.legal_moves())
    assert "O-O" not in s.legal_moves()
    # The right of the king's square stays when that of castling goes with the rooks.
    s = play(GAME.from_position(CASTLES), "Rg1 a6 Rh1 a5 Rb1")
    assert s.position().split()[2] == "Ekq"


def test_six_promotions_whatever_is_in_reserve() -> None:
    s = GAME.from_position("8/P6k/8/8/8/8/7K/8[] w - - 0 1")
    assert sorted(move for move in s.legal_moves() if move.startswith("a8")) == [f"a8={letter}" for letter in "BEHNQR"]
    assert s.play("a7a8h").turns == ["a8=H"]
    assert s.position().startswith("H7/")


# ---- notation and positions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "texts", "move"),
    [
        (START, "Nc3/H nc3/h Nc3/h Nb1c3/H b1c3h b1-c3H Nc3=H Nc3H Nc3/H+", "b1c3h"),
        (START, "Nc3 b1c3", "b1c3"),
        (CASTLES, "O-O/He1 0-0/He1 o-o/he1 O-O/HE1 e1g1h e1h1h O-O/He1+", "e1g1h"),
        (CASTLES, "O-O/Hh1 0-0/hh1 h1e1h O-O/HH1", "h1e1h"),
        (CASTLES, "O-O-O/Ea1 0-0-0/ea1 a1e1e", "a1e1e"),
        (CASTLES, "O-O-O/Ee1 e1c1e", "e1c1e"),
        (CASTLES, "O-O-O e1c1 e1a1", "e1c1"),
    ],
)
def test_moves_are_read_in_many_spellings(fen: str, texts: str, move: str) -> None:
    s = GAME.from_position(fen)
    for text in texts.split():
        assert s.parse(text) == s.parse(move), text
    assert GAME.action_names is not None
    assert GAME.action_names[s.parse(move)] == move


@pytest.mark.parametrize(
    "text",
    [
        "O-O/H",
        "O-O/Hd4",
        "O-O/Ha1",
        "O-O/",
        "O-O/Qe1",
        "O-O/He1h1",
        "O-O/He1/Eh1",
        "Nc3/",
        "Nc3/Q",
        "Nc3/K",
        "Nc3/H/E",
        "/H",
    ],
)
def test_moves_that_are_none(text: str) -> None:
    for fen in (START, CASTLES):
        with pytest.raises(gc.NotationError):
            GAME.from_position(fen).play(text)


@pytest.mark.parametrize(
    ("fen", "text", "reason"),
    [
        (START, "e4/H", None),
        (ROOKS, "Kd3/H", None),
        (START.replace("[HEhe]", "[Ehe]"), "Nc3/H", "not_offered"),
        (START.replace("KQB", "KQ"), "Nc3/H", "not_offered"),
        (START, "O-O/Hh1", "not_offered"),
    ],
)
def test_gates_that_are_not_offered(fen: str, text: str, reason: str | None) -> None:
    with pytest.raises(gc.IllegalMoveError if reason else gc.NotationError) as caught:
        GAME.from_position(fen).play(text)
    assert reason is None or caught.value.reason == reason  # type: ignore[union-attr]


def test_actions_are_numbered_by_cells_and_suffix() -> None:
    names = GAME.action_names
    assert names is not None
    assert len(names) == len(set(names)) == GAME.num_actions == 2832
    order = [(int(n[1]), n[0], int(n[3]), n[2], "qrbnhe".find(n[4]) + 1 if len(n) > 4 else 0) for n in names]
    assert order == sorted(order)
    gates = [n for n in names if len(n) > 4 and n[1] in "18"]
    promotions = [n for n in names if len(n) > 4 and n[1] in "27"]
    assert (len(gates), len(promotions)) == (776, 264)


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        (START, START),
        (START.replace("[HEhe]", "[ehEH]"), START),
        (START.replace("[HEhe]", "/ehHE"), START),
        (START.replace("KQBCDFGkqbcdfg", "GFKkDCQqBgfdcb"), START),
        (START.replace("KQBCDFGkqbcdfg", "KQABCDEFGHkqabcdefgh"), START),
        (START.replace("[HEhe]", ""), START.replace("[HEhe]", "[]").replace("BCDFG", "").replace("bcdfg", "")),
        (START.replace("[HEhe]", "[E]"), START.replace("[HEhe]", "[E]").replace("bcdfg", "")),
        ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
    ],
)
def test_positions_are_read_in_many_spellings(text: str, fen: str) -> None:
    assert GAME.from_position(text).position() == fen
    assert GAME.from_position(text) == GAME.from_position(fen)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (START.replace("[HEhe]", "[HHhe]"), "more than 1"),
        (START.replace("[HEhe]", "[Q]"), "pieces in hand are HE"),
        (START.replace("[HEhe]", "[HE"), "not closed"),
        ("4k3/8/8/8/8/8/8/4K3[HE] w A - 0 1", "gating right"),
        ("4k3/8/8/8/8/8/8/r3K3[HE] w A - 0 1", "gating right"),
        ("4k3/8/8/8/8/8/8/4K3[HE] w K - 0 1", "castle"),
        ("4k3/8/8/8/8/8/8/4K3[HE] w X - 0 1", "castling"),
        ("4k3/8/8/8/8/HHHHHH2/EEEEEEEE/4KEEE[HE] w - - 0 1", None),
        ("4k3/8/8/8/8/HHHHHHH1/EEEEEEEE/4KEEE[HE] w - - 0 1", "more than 20 pieces"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, why: str | None) -> None:
    if why is None:
        assert GAME.from_position(text).position() == text
        return
    with pytest.raises(gc.PositionError, match=re.escape(why)):
        GAME.from_position(text)


def test_no_random_text_breaks_the_reader() -> None:
    read_damaged_moves(GAME.from_position(CASTLES), "aehb18KQHEOo//-=+#@é ")


# ---- ends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "dead position"),
        ("4k3/8/8/8/8/8/8/4K3[HEhe] w - - 0 1", "dead position"),
        ("4k3/8/8/8/8/8/8/4K3[HE] w E - 0 1", None),
        ("4k3/8/8/8/8/8/8/4K3[HE] w e - 0 1", "dead position"),
        ("4k3/8/8/8/8/8/8/4K3[] w E - 0 1", "dead position"),
        ("4k3/8/8/8/8/8/8/4KN2[] w - - 0 1", "dead position"),
        ("4k3/8/8/8/8/8/8/4KH2[] w - - 0 1", None),
        ("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", "stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1", "checkmate"),
        ("4k3/8/8/8/8/8/8/4K3[HE] w E - 150 90", "no capture or pawn move for too long"),
    ],
)
def test_ends(fen: str, reason: str | None) -> None:
    assert GAME.from_position(fen).end_reason == reason


def test_identity_takes_in_reserves_and_rights_that_matter() -> None:
    def key(hands: str, rights: str) -> int:
        return GAME.from_position(f"4k3/8/8/8/8/8/8/RN2K3[{hands}] w {rights} - 0 1").hash

    assert len({key("HE", "AB"), key("HE", "A"), key("HE", "-"), key("H", "AB"), key("", "AB")}) == 5
    assert key("", "AB") == key("", "-")
    assert key("he", "AB") == key("he", "-")  # only Black has pieces left, the rights are White's
    # Rights that do not count any more are not written either.
    s = GAME.from_position("4k3/8/8/8/8/8/8/RN2K3[H] w AB - 0 1").play("Nc3/H")
    assert s.position() == "4k3/8/8/8/8/2N5/8/RH2K3[] b - - 1 1"


def test_draws() -> None:
    s = play(GAME.start(), "Nf3 Nf6 Ng1 Ng8 " * 2)
    # At the start the knights had gating rights.
    assert not s.can_claim_draw
    assert play(s, "Nf3 Nf6").can_claim_draw
    assert play(s, "Ng1 Ng8 Nf3 Nf6 " * 2).end_reason == "repetition"
    s = GAME.from_position("4k3/8/8/8/8/8/8/RN2K3[HE] w B - 99 90").play("Nc3/H")
    assert (s.info()["quiet_plies"], s.can_claim_draw) == (100, True)
    auto = gc.game("seirawan", draws="auto")
    assert auto.from_position("4k3/8/8/8/8/8/8/RN2K3[HE] w B - 99 90").play("Nc3/H").is_over


def test_observations_have_the_planes_of_the_page() -> None:
    s = GAME.from_position("4k3/8/8/8/8/8/8/RN2KE2[H] w B - 0 1")
    planes = s.observation()
    assert planes.shape == GAME.observation_shape == (31, 8, 8)
    assert [planes[plane].sum() for plane in range(9)] == [1, 0, 1, 0, 1, 0, 0, 1, 1]
    assert [planes[plane, 0, 0] for plane in range(26, 30)] == [0.125, 0, 0, 0]
    assert planes[30].nonzero() == ([0], [1])


def test_drawings_show_reserves_and_gates() -> None:
    s = GAME.start().play("Nc3/H")
    drawing = GAME.drawing(s)
    assert set(drawing.last) == {1, 18}
    assert drawing.pieces[1].name == "white hawk"
    assert [[piece.text for piece in row.pieces] for row in (*drawing.above, *drawing.rows)] == [["h", "e"], ["E"]]
    s = GAME.from_position(CASTLES).play("h1e1h")
    assert set(GAME.drawing(s).last) == {4, 5, 6, 7}


# ---- records and second opinions -----------------------------------------------------------------------


def test_a_real_game() -> None:
    ((tags, moves),) = pgn_games(RECORDS / "seirawan" / "game1.pgn")
    s = play(GAME.from_position(tags["FEN"]), " ".join(moves))
    assert s.turns == moves
    assert s.outcome == ((0,), "checkmate")
    coordinates = (RECORDS / "seirawan" / "game1.uci").read_text()
    assert play(GAME.start(), coordinates).actions == s.actions


def test_random_games() -> None:
    assert replay_random_games(GAME, "random_games.jsonl") > 150


def test_second_opinion() -> None:
    agree(GAME, Reference(), 1, every=50)


@pytest.mark.slow
@pytest.mark.parametrize("draws", ["fide", "auto"])
def test_second_opinion_at_length(draws: str) -> None:
    for seed in range(10):
        agree(gc.game("seirawan", draws=draws), Reference(draws=draws), seed, every=4)


def test_some_games_against_fairy_stockfish() -> None:
    assert agree_with_fairy_stockfish(GAME, "seirawan", range(100, 110), every=20) > 50


@ten_thousand_games(parts=100)
def test_against_fairy_stockfish(games: range) -> None:
    agree_with_fairy_stockfish(GAME, "seirawan", games)

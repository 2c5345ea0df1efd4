"""Grand Chess: check figures, promotion, notation, draws, records in either letters, and second opinions."""

from __future__ import annotations

import re

import gamecore as gc
import pytest
from compare import agree, ten_thousand_games
from reference.grand_chess import Reference
from western import (
    RECORDS,
    Letters,
    agree_with_fairy_stockfish,
    perfts,
    pgn_games,
    play,
    read_damaged_moves,
    replay_random_games,
    uci,
)

GAME = gc.game("grand_chess")
START = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1"
NOTHING = "4k5/3P6/10/10/10/10/10/RNBQKMCBNR/10/8NB {} - - 0 1"
MANY = "5k4/1p8/P1P7/10/10/10/10/10/R3K4R/10 w - - 0 1"

PERFT = [
    (START, [65, 4225, 259514, 15921643]),
    ("r8r/1nbqkmcbn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKMCBN1/R8R w - e7 0 3", [75, 5768, 400725]),
    (NOTHING.format("w"), [118, 261, 30293]),
    (NOTHING.format("b"), [2, 236, 520]),
    ("5k4/10/10/3P6/10/10/10/10/1RBNKMC1BR/10 w - - 0 1", [84, 320, 26974, 105157]),
    (MANY, [54, 349, 17813]),
    ("10/3k6/10/10/10/10/2p4p2/1R3N4/2p7/4K5 b - - 0 1", [35, 605, 19029]),
]


@pytest.mark.parametrize(("fen", "figures"), PERFT)
def test_perft(fen: str, figures: list[int]) -> None:
    depths = range(1, len(figures) + 1 - (fen == START))
    assert perfts(GAME, fen, depths) == figures[: len(depths)]


@pytest.mark.slow
def test_deep_perft() -> None:
    assert GAME.perft(4) == 15921643


# ---- pawns -------------------------------------------------------------------------------------------


def test_a_pawn_becomes_only_what_is_missing() -> None:
    s = GAME.from_position(MANY)
    pawn = [move for move in uci(s) if move.startswith(("a8", "c8"))]
    assert len(pawn) == 24
    assert {move[4:] for move in pawn if move.startswith("a8a9")} == {"", "q", "b", "n", "m", "c"}
    assert s.play("axb9=Q").turns == ["axb9=Q"]
    # Back on the board it is not to be had again, captured it is.
    s = GAME.from_position("5k4/10/P1P6r/10/10/10/10/10/R3K4R/10 w - - 0 1")
    play(s, "c9=Q Kg10")
    assert not any(move.endswith("=Q") for move in s.legal_moves())
    assert "a9=Q" in play(s, "Qc8 Rxc8").legal_moves()


def test_on_the_last_rank_it_must_promote_or_stay_away() -> None:
    s = GAME.from_position("6k3/3P6/10/10/10/10/10/10/RNBQK4R/10 w - - 0 1")
    assert {move for move in uci(s) if move.startswith("d9d10")} == {"d9d10b", "d9d10n", "d9d10m", "d9d10c"}
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("d10")
    assert caught.value.reason is gc.Reason.NOT_OFFERED
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("d10=Q")
    assert caught.value.reason is gc.Reason.NOT_OFFERED
    s = GAME.from_position(NOTHING.format("w"))
    assert not any(move.startswith("d9") for move in uci(s))
    # It attacks all the same.
    s = GAME.from_position(NOTHING.format("b"))
    assert s.is_check
    assert s.attackers(94, 0) == [83]


def test_a_pawn_may_stay_one_and_promote_later() -> None:
    s = GAME.from_position(MANY).play("a9")
    assert s.position().startswith("5k4/Pp8/2P7/")
    s.play("Kg10")
    assert {"a10=Q", "a10=M"} <= {move.rstrip("+#") for move in s.legal_moves()}
    assert "a10" not in {move.rstrip("+#") for move in s.legal_moves()}


def test_en_passant_on_its_ranks() -> None:
    s = GAME.from_position("r8r/1nbqkmcbn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKMCBN1/R8R w - e7 0 3")
    assert "fxe7" in s.legal_moves()
    assert s.play("fxe7").position().split()[0] == "r8r/1nbqkmcbn1/ppp2ppppp/3pP5/10/10/10/PPPPP1PPPP/1NBQKMCBN1/R8R"
    s = GAME.start().play("e5")
    assert s.position().split()[3] == "e4"


# ---- notation and positions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "texts", "move", "san"),
    [
        (START, "Me4 me4 Mf2e4 Mf2-e4 f2e4 F2E4", "f2e4", "Me4"),
        (START, "e5 e3e5 e3-e5 E5 Pe5", "e3e5", "e5"),
        (START, "Rad1 Ra1d1 a1d1 rad1 a1-d1", "a1d1", "Rad1"),
        (MANY, "axb9=M axb9M a8b9m a8xb9=M ab9=M axb9(M)", "a8b9m", None),
        (MANY, "axb9=C axb9c a8b9c", "a8b9c", None),
        (MANY, "a9 a8a9 a8-a9", "a8a9", "a9"),
        ("r8k/10/10/10/10/10/10/r9/10/4K5 b - - 0 1", "R10a6 Ra10a6 a10a6 r10a6", "a10a6", "R10a6"),
    ],
)
def test_moves_are_read_in_many_spellings(fen: str, texts: str, move: str, san: str | None) -> None:
    s = GAME.from_position(fen)
    names = GAME.action_names
    assert names is not None
    for text in texts.split():
        assert names[s.parse(text)] == move, text
    if san:
        assert s.format(names.index(move)) == san


@pytest.mark.parametrize(
    "text", ["Ac2", "e11", "e0", "k5", "e3e5q0", "e100", "O-O", "e3e5=A", "e3e5=K", "d9d10=", "R11a6", "a1b1h"]
)
def test_moves_that_are_none(text: str) -> None:
    with pytest.raises(gc.NotationError):
        GAME.start().play(text)


def test_actions_are_numbered_by_cells_and_suffix() -> None:
    names = GAME.action_names
    assert names is not None
    assert len(names) == len(set(names)) == GAME.num_actions == 4524
    parts = [re.fullmatch(r"([a-j])(\d+)([a-j])(\d+)(\w?)", name).groups() for name in names]  # type: ignore[union-attr]
    order = [(int(r), f, int(s), g, "qrbnmc".index(x) + 1 if x else 0) for f, r, g, s, x in parts]
    assert order == sorted(order)
    assert sum(bool(x) for *_, x in parts) == 2 * 3 * 28 * 6


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (START.replace("m", "a"), "no piece"),
        (START.replace("10/10/10/10", "10/10/10"), "9 rows"),
        (START.replace("10/10/10/10", "10/10/10/11"), "longer"),
        (START.replace("10/10/10/10", "10/10/10/9"), "shorter"),
        (START.replace("10/10/10/10", "10/10/10/1000000000000000000000"), "longer"),
        (START.replace("w - -", "w KQkq -"), "no castling"),
        (START.replace("w - -", "w - e11"), "cell"),
        ("k8P/10/10/10/10/10/10/10/10/K9 w - - 0 1", "stand on j10"),
        ("k9/10/10/10/10/10/P9/PPPPPPPPPP/10/K9 w - - 0 1", "more than 10 pawns"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, why: str) -> None:
    with pytest.raises(gc.PositionError, match=re.escape(why)):
        GAME.from_position(text)


def test_no_random_text_breaks_the_reader() -> None:
    read_damaged_moves(GAME.start().play_random(80, gc.Rng(1)), "abj019KQMCAx-=+#@é ")


# ---- ends ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1", "dead position"),
        ("4k5/10/10/10/10/10/10/10/10/4KN4 w - - 0 1", "dead position"),
        ("4k5/10/10/10/10/10/10/10/1B8/4KB4 w - - 0 1", None),
        ("4k5/10/10/10/10/10/10/10/1B8/4K1B3 w - - 0 1", "dead position"),
        ("4k5/10/10/10/10/10/10/10/10/4KC4 w - - 0 1", None),
        ("R8k/7M2/8K1/10/10/10/10/10/10/10 b - - 0 1", "checkmate"),
        ("9k/7Q2/8K1/10/10/10/10/10/10/10 b - - 0 1", "stalemate"),
        ("4k5/10/10/10/10/10/10/10/10/4KC4 w - - 150 90", "no capture or pawn move for too long"),
    ],
)
def test_ends(fen: str, reason: str | None) -> None:
    assert GAME.from_position(fen).end_reason == reason


def test_draws() -> None:
    s = play(GAME.start(), "Nc4 Nc7 Nb2 Nb9 " * 2)
    assert s.can_claim_draw
    assert s.copy().claim_draw().outcome == ((), "claimed draw")
    assert play(s, "Nc4 Nc7 Nb2 Nb9 " * 2).end_reason == "repetition"
    auto = gc.game("grand_chess", draws="auto")
    assert play(auto.start(), "Nc4 Nc7 Nb2 Nb9 " * 2).end_reason == "repetition"


def test_observations_have_the_planes_of_the_page() -> None:
    planes = GAME.start().play("e5").observation()
    assert planes.shape == GAME.observation_shape == (22, 10, 10)
    assert [planes[plane].sum() for plane in range(16)] == [1, 10, 2, 2, 2, 1, 1, 1] * 2
    assert planes[18].sum() == 0
    assert planes[21].nonzero() == ([3], [4])


def test_drawings() -> None:
    drawing = GAME.drawing(GAME.start().play("Me4"))
    assert set(drawing.last) == {15, 34}
    assert drawing.pieces[34].name == "white marshall"
    assert not drawing.rows
    assert not drawing.above


# ---- records and second opinions ---------------------------------------------------------------------------

THEIRS = str.maketrans("CA", "MC")  # chancellor and archbishop


def test_a_real_game_in_either_letters() -> None:
    coordinates = (RECORDS / "grand_chess" / "game1.uci").read_text()
    expected = play(GAME.start(), coordinates)
    for file, letters in (("game1_MC.pgn", {}), ("game1_CA.pgn", THEIRS)):
        ((_, moves),) = pgn_games(RECORDS / "grand_chess" / file, letters)
        s = play(GAME.start(), " ".join(moves))
        assert s.turns == moves
        assert s.actions == expected.actions


def test_random_games() -> None:
    assert replay_random_games(GAME, "random_games.jsonl") > 150


def test_second_opinion() -> None:
    agree(GAME, Reference(), 1, every=50)


@pytest.mark.slow
@pytest.mark.parametrize("draws", ["fide", "auto"])
def test_second_opinion_at_length(draws: str) -> None:
    for seed in range(10):
        agree(gc.game("grand_chess", draws=draws), Reference(draws=draws), seed, every=4)


def test_some_games_against_fairy_stockfish() -> None:
    assert agree_with_fairy_stockfish(GAME, "grand", range(100, 105), Letters("MC", "CA"), every=40) > 25


@ten_thousand_games(parts=100)
def test_against_fairy_stockfish(games: range) -> None:
    agree_with_fairy_stockfish(GAME, "grand", games, Letters("MC", "CA"))

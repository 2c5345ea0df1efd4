"""Shogi and its sisters: check figures, worked positions, notation, drawings, records, and other opinions."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import gamecore as gc
import pytest
from compare import agree
from reference.shogi import Reference

RECORDS = Path(__file__).parent.parent / "records" / "shogi"
VARIANTS = tuple(gc.games.Shogi.variants)


def at(sfen: str, variant: str = "shogi", **options: gc.game.Option) -> gc.State:
    return gc.game("shogi", variant, **options).from_position(sfen)


def usi(state: gc.State) -> set[str]:
    """The legal moves in USI."""
    names = state.game.action_names
    assert names is not None
    return {names[action] for action in state.legal_actions()}


# ---- check figures ------------------------------------------------------------------------------

STARTS = [
    ("shogi", [30, 900, 25470, 719731]),
    ("minishogi", [14, 181, 2512, 35401, 533203]),
    ("shogi56", [16, 250, 4166, 67517, 1186299]),
    ("shogi56plus", [39, 1438, 44436, 1330443]),
    ("shogi34", [4, 13, 63, 346, 1814, 10177, 61948, 367169]),
    ("torishogi", [17, 288, 5445, 104381]),
]
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1"
POSITIONS = [
    ("shogi", MIDDLE, [207, 28684, 4809015]),
    ("shogi", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", [593, 105677]),
    ("shogi", "7lk/9/8S/9/9/9/9/7L1/8K b P 1", [85, 639]),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b 2P 1", [71, 278, 17932]),
    ("shogi", "k8/2N5N/1L1P5/9/9/9/9/9/4K4 b - 1", [10, 12, 120]),
    ("minishogi", "3rk/3s1/4S/P4/K4 b P 1", [19, 124]),
    ("minishogi", "k4/2R1P/1B3/2S2/K4 b - 1", [16, 15, 269]),
    ("minishogi", "1R1gk/4p/P4/1S3/KG1r+b w bs 1", [48, 719, 24818]),
    ("shogi56", "k4/1P3/2S2/P4/5/2K2 b Pp 1", [26, 542, 10445]),
    ("shogi56", "5/gkg2/1ppPS/P2GK/1S3/5 w GP2sp 1", [38, 1519, 50759]),
    ("shogi56plus", "k4/5/2p2/2P2/5/2K2 b NL 1", [45, 157, 4589]),
    ("shogi34", "k2/2K/3/3 b RBPrbp 1", [31, 665, 10578]),
    ("shogi34", "3/k2/2K/3 b Pp 1", [10, 90, 451]),
    ("shogi34", "k2/bbR/1pP/R1K b - 1", [4, 20, 95, 543]),
    ("torishogi", "3k3/7/F1S4/7/7/7/3K3 b 2S 1", [52, 203, 10432]),
    ("torishogi", "3k3/7/2+F4/3+S3/7/L5R/3K3 b - 1", [33, 86, 2649]),
    ("torishogi", "3k3/7/7/2S4/2S4/7/3K3 b Ss 1", [41, 1729, 20939]),
    ("torishogi", "5pk/7/5SF/7/7/7/K6 b S 1", [48, 47]),
]


@pytest.mark.parametrize(("variant", "figures"), STARTS)
def test_perft(variant: str, figures: list[int]) -> None:
    g = gc.game("shogi", variant)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == figure
    assert g.perft(3, by="step") == figures[2]


@pytest.mark.parametrize(("variant", "sfen", "figures"), POSITIONS)
def test_perft_of_positions(variant: str, sfen: str, figures: list[int]) -> None:
    s = at(sfen, variant)
    for depth, figure in enumerate(figures, 1):
        assert s.game.perft(depth, s) == figure


@pytest.mark.slow
def test_deep_perft() -> None:
    g = gc.game("shogi")
    assert g.perft(5) == 19861490
    assert g.perft(4, at(MIDDLE)) == 516925165


# ---- worked positions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "sfen", "drop", "legal"),
    [
        ("shogi", "7lk/9/8S/9/9/9/9/7L1/8K b P 1", "P*1b", False),
        ("shogi", "8k/9/8S/9/9/9/9/9/8K b P 1", "P*1b", True),  # 2a is free for the king
        ("minishogi", "3rk/3s1/4S/P4/K4 b P 1", "P*1b", False),
        ("torishogi", "5pk/7/5SF/7/7/7/K6 b S 1", "S*1b", False),
        ("shogi34", "R1k/3/KB1/3 b P 1", "P*1b", True),  # the chick may mate
    ],
)
def test_drops_that_mate(variant: str, sfen: str, drop: str, legal: bool) -> None:
    s = at(sfen, variant)
    assert (drop in usi(s)) == legal
    if not legal:
        with pytest.raises(gc.IllegalMoveError) as caught:
            s.play(drop)
        assert caught.value.reason is gc.Reason.BAD_MOVE
        return
    s.play(drop)
    assert s.is_check
    assert s.is_over == (variant == "shogi34")


def test_a_moved_pawn_may_mate() -> None:
    s = at("7lk/9/6S1P/8L/9/9/9/9/8K b - 1").play("P1c-1b")
    assert s.outcome == ((0,), "checkmate")
    assert s.returns() == [1, -1]


def test_other_drops_may_mate() -> None:
    assert at("7lk/9/8S/9/9/9/9/7L1/8K b G 1").play("G*1b").outcome == ((0,), "checkmate")


def test_two_pawns_on_a_file() -> None:
    drops = {move for move in usi(at("4k4/9/4P4/9/9/9/9/9/4K4 b 2P 1")) if "*" in move}
    assert len(drops) == 8 * 8
    assert not any(move[2] == "5" or move[3] == "a" for move in drops)
    assert "P*5d" in usi(at("4k4/9/4+P4/9/9/9/9/9/4K4 b P 1")), "a promoted one does not count"
    assert "P*3d" in usi(at("4k4/9/4P1p2/9/9/9/9/9/4K4 b P 1")), "nor does the opponent's"
    for variant, sfen in [
        ("minishogi", "4k/5/P4/5/K4 b P 1"),
        ("shogi56", "4k/5/P4/5/5/K4 b P 1"),
    ]:
        files = {move[2] for move in usi(at(sfen, variant)) if "*" in move}
        assert files == set("1234")
    assert "P*3c" in usi(at("k2/P2/3/K2 b P 1", "shogi34")), "no limit for chicks"


def test_three_swallows_on_a_file() -> None:
    assert "S*5c" not in usi(at("3k3/7/7/2S4/2S4/7/3K3 b Ss 1", "torishogi"))
    assert "S*5c" in usi(at("3k3/7/7/2S4/2+S4/7/3K3 b Ss 1", "torishogi"))


def test_lions_arrive() -> None:
    s = at("k2/2K/3/3 b RBPrbp 1", "shogi34")
    assert {move for move in usi(s) if move[0] == "1" and move[1] == "b"} == {"1b1a", "1b1c", "1b2c"}
    s.play("1b1a")
    assert s.outcome == ((0,), "lion on the far row")
    assert s.returns() == [1, -1]
    s.undo()
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("1b2a")  # next to the other lion
    assert caught.value.reason is gc.Reason.IN_CHECK
    # A lion in check may win so as well.
    s = at("3/2K/kb1/3 b - 1", "shogi34")
    assert s.is_check
    assert s.play("1b1a").outcome == ((0,), "lion on the far row")
    # In a set-up position it stands there already: that is won too.
    assert at("2K/3/k2/3 b - 1", "shogi34").outcome == ((0,), "lion on the far row")
    assert at("1K1/3/3/k2 b - 1", "shogi34").is_over
    # Elsewhere a king on the last rank is a king on the last rank.
    assert not at("4K/5/5/5/k4 b - 1", "minishogi").is_over


def test_forced_and_optional_promotion() -> None:
    moves = usi(at("k8/2N5N/1L1P5/9/9/9/9/9/4K4 b - 1"))
    assert {"6c6b", "6c6b+", "8c8b", "8c8b+", "8c8a+"} <= moves
    assert "8c8a" not in moves
    knight = usi(at("4k4/9/9/4N4/4N4/9/9/9/4K4 b - 1"))
    assert {"5e4c", "5e4c+", "5d4b+", "5d6b+"} <= knight
    assert not {"5d4b", "5d6b"} & knight
    assert {"5c5d+", "5c5d", "5c5e+"} <= usi(at("4k4/9/4R4/9/9/9/9/9/K8 b - 1")), "out of the zone too"
    assert "5d4c+" not in usi(at("4k4/9/9/4G4/9/9/9/9/K8 b - 1"))
    birds = usi(at("k6/7/S1F4/7/7/7/6K b - 1", "torishogi"))
    assert {"5c5b", "5c5b+", "7c7b", "7c7b+"} <= birds
    assert {"5c4c", "5c4d"} <= birds
    lions = usi(at("2k/P2/1R1/2K b - 1", "shogi34"))
    assert "3b3a+" in lions
    assert not {"3b3a", "2c2b+"} & lions


def test_a_jump_cannot_be_blocked() -> None:
    # The pheasant on 2c gives check over 2d, the goose on 5c to the phoenix on 3e over 4d.
    moves = usi(at("rpck2l/s2f1c1/ssss1p1/1S2s1s/S1sSSK1/LS1F1s1/1PC1CPR b Ss 21", "torishogi"))
    assert moves == {"2e2d", "2e2f", "2e3d", "2e3f", "2e1f"}
    s = at("3k3/7/2+s4/7/4K2/3F3/2C4 b Ss 1", "torishogi")
    assert s.is_check
    assert not {move for move in usi(s) if move[:2] != "3e"}


def test_captured_pieces_turn_back() -> None:
    s = at("4k4/9/4+p4/4R4/9/9/9/9/4K4 b - 1").play("5d5c+")
    assert s.position() == "4k4/9/4+R4/9/9/9/9/9/4K4 w P 2"
    s = at("3k3/7/7/3+s3/3F3/7/3K3 b - 1", "torishogi").play("4e4d")
    assert s.position() == "3k3/7/7/3F3/7/7/3K3 w S 2"


def test_who_cannot_move_has_lost() -> None:
    s = at("k4/2R2/1G3/5/4K b - 1", "minishogi").play("R3b-3a")
    assert s.outcome == ((0,), "checkmate")
    s = at("k4/5/1GS2/5/4K b - 1", "minishogi").play("S3c-3b")
    assert s.outcome == ((0,), "stalemate")
    assert not s.is_check
    assert s.returns() == [1, -1]


# ---- draws --------------------------------------------------------------------------------------


def test_the_fourth_occurrence_draws() -> None:
    s = gc.game("shogi").start()
    for _ in range(3):
        for move in ("K5i-5h", "K5a-5b", "K5h-5i", "K5b-5a"):
            assert not s.is_over
            s.play(move)
    assert s.outcome == ((), "repetition")
    assert s.returns() == [0, 0]
    assert len(s.actions) == 12
    assert not s.undo().is_over


def test_other_hands_are_another_position() -> None:
    s = at("4k3r/9/9/9/9/9/9/9/4K4 b 4P 1")
    for _ in range(4):
        for move in ("P*1b", "1a1b", "5i5h", "1b1c", "5h5i", "1c1a"):
            s.play(move)
        assert s.info()["occurrences"] == 1
    assert not s.is_over
    assert s.position() == "4k3r/9/9/9/9/9/9/9/4K4 b 4p 25"


def test_perpetual_check_is_a_plain_draw() -> None:
    s = at("k8/9/9/9/9/9/9/9/R7K w - 1")
    for _ in range(3):
        for move in ("9a8a", "9i8i", "8a9a", "8i9i"):
            assert not s.is_over
            assert s.is_check == (s.player == 1)
            s.play(move)
    assert s.outcome == ((), "repetition")


def test_the_limit_of_turns_counts_from_the_number_in_the_position() -> None:
    g = gc.game("shogi", max_turns=10)
    s = g.from_position(gc.game("shogi").start().position().replace(" 1", " 8"))
    s.play("P7g-7f").play("P3c-3d")
    assert not s.is_over
    s.play("P2g-2f")
    assert s.outcome == ((), "turn limit")
    assert s.returns() == [0, 0]
    assert s.position().endswith(" 11")
    t = g.from_position(s.position())
    assert (t.is_over, t.position()) == (True, s.position())
    with pytest.raises(gc.PositionError):
        g.from_position(s.position()[:-2] + "12")
    assert gc.game("shogi").options["max_turns"] == 1000
    for variant in VARIANTS:
        g = gc.game("shogi", variant, max_turns=30)
        steps = g.playouts(200, threads=1).steps
        assert steps.max() == g.max_steps == 30
        s = g.start().play_random(30, gc.Rng(1))
        assert g.from_position(s.position()).is_over == s.is_over
    # A mate with the last turn is a mate.
    assert at("7lk/9/6S1P/8L/9/9/9/9/8K b - 10", max_turns=10).play("P1c-1b").outcome == ((0,), "checkmate")


# ---- notation -----------------------------------------------------------------------------------

READ = [
    ("shogi", None, "P7g-7f", "P7g-7f Pg7-f7 7g7f P-7f P7g-7f= p7g-7f ７六歩(77) ▲７六歩 76歩 +7776FU"),
    ("shogi", None, "R2h-7h", "R2h-7h Rh2-h7 2h7h R-7h ７八飛(28) ▲７八飛"),
    ("shogi", None, "S3i-3h", "S3i-3h 3i3h S-3h S3i-38"),
    ("shogi", "P7g-7f P3c-3d", "B8h-2b+", "B8h-2b+ 8h2b+ Bx2b+ ２二角成(88) ▲２二角成 +8822UM Bh8-b2+"),
    ("shogi", "P7g-7f P3c-3d B8h-2b+", "S3a-2b", "S3a-2b 3a2b Sx2b 同　銀(31) △同銀 ２二銀(31)"),
    ("shogi", "P7g-7f P3c-3d B8h-2b+ S3a-2b", "B5e", "B5e B*5e ５五角打 ▲５五角 +0055KA Be5"),
    ("shogi", "P7g-7f P3c-3d B8h-2b+ S3a-2b", "G4i-5h", "G4i-5h 4i5h G4i-5h 58金(49)"),
    ("minishogi", None, "R1e-1b", "R1e-1b 1e1b R-1b １二飛(15) Re1-b1"),
    ("shogi56", None, "P3c-3b", "P3c-3b Pc3-b3 2d2c P-2c"),
    ("shogi56plus", None, "N2b", "N2b n2b Nb2 N*1c １三桂打"),
    ("shogi34", None, "P3b-3a", "P3b-3a 2c2b Px2b Pb3-a3"),
    ("shogi34", None, "r2c-2b", "r2c-2b R2c-2b rc2-b2 1d1c R-1c"),
    ("shogi34", "P3b-3a", "K3`-3a", "K3`-3a K`3-a3 2a2b Kx2b"),
    ("torishogi", None, "Sw3d-3c", "Sw3d-3c sw3d-3c Swd3-c3 3d3c Sx3c"),
    ("torishogi", "Sw3d-3c", "Fa4b-3c", "Fa4b-3c 4b3c Fx3c"),
]


@pytest.mark.parametrize(("variant", "before", "canonical", "texts"), READ)
def test_readers_take_what_people_write(variant: str, before: str | None, canonical: str, texts: str) -> None:
    s = gc.game("shogi", variant).start()
    for move in (before or "").split():
        s.play(move)
    for text in texts.replace("同　", "同_").split(" "):
        assert s.format(s.parse(text.replace("_", "　"))) == canonical, text
    assert s.play(canonical).turns[-1] == canonical


def test_promoted_pieces_keep_their_symbols() -> None:
    s = at("4k4/9/4+P4/9/9/9/9/9/4K4 b R 1")
    assert "P5c-5b" in s.legal_moves()
    assert "R5h" in s.legal_moves()
    assert s.parse("+P-5b") == s.parse("５二と") == s.parse("P5c-5b") == s.parse("5c5b")
    s = at("3k3/7/2+F4/3+S3/7/L5R/3K3 b - 1", "torishogi")
    assert {"Fa5c-5g", "Sw4d-2b", "Sw4d-6b", "Sw4d-4f", "Ql7f-7a"} <= set(s.legal_moves())


def test_cells_on_even_boards_are_little_golems() -> None:
    s = gc.game("shogi", "shogi56").start()
    assert "K4e-4d" in s.legal_moves()
    assert s.parse("K4e-4d") == s.parse("3f3e")
    s = gc.game("shogi", "shogi56plus").start().play("N2b")
    assert s.position() == "sgkgs/5/1pppN/1PPP1/5/SGKGS w Lnl 2"


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "text",
    ["", "P", "P7", "P7g", "P9z-9y", "7g7g", "0a0b", "P*", "P*5", "K*5e", "Z7g-7f", "P7g-7f++", "７", "同　歩", "７六",
     "*", "+7776XX", "77" * 5000, "P" * 20_000, "P5i-5i-5i", "\0", "P7g\n-7f", "resignation", "▲", "+P", "P-9z",
     "１０六歩", "XXN3e", "7g-7f", "N7g-7f", "3b-3a"],
)  # fmt: skip
def test_other_texts_are_refused(variant: str, text: str) -> None:
    s = gc.game("shogi", variant).start()
    before = s.position()
    with pytest.raises(gc.GamecoreError):
        s.play(text)
    assert s.position() == before


def test_errors_say_why() -> None:
    s = gc.game("shogi").start()
    for text, reason in [
        ("P7f-7e", gc.Reason.NOT_YOURS),
        ("P3c-3d", gc.Reason.NOT_YOURS),
        ("P7g-7e", gc.Reason.BAD_MOVE),
        ("R2h-2c", gc.Reason.BLOCKED),
        ("R2h-2g", gc.Reason.OCCUPIED),
        ("P*5e", gc.Reason.NONE_LEFT),
        ("P7g-7f+", gc.Reason.NOT_OFFERED),
    ]:
        with pytest.raises(gc.IllegalMoveError) as caught:
            s.play(text)
        assert caught.value.reason is reason, text
    with pytest.raises(gc.NotationError, match="4i or 6i"):
        s.play("▲５八金")


# ---- drawing ------------------------------------------------------------------------------------

BOARDS = {
    "shogi": "9 8 7 6 5 4 3 2 1\nl n s g k g s n l a",
    "minishogi": "5 4 3 2 1\nr b s g k a",
    "shogi56": "6 5 4 3 2\ns g k g s `",
    "shogi56plus": "6 5 4 3 2\ns g k g s `",
    "shogi34": "4 3 2\nr k b `",
    "torishogi": "7 6 5 4 3 2 1\nr p c k c p l a",
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_boards(variant: str) -> None:
    s = gc.game("shogi", variant).start()
    lines = str(s).splitlines()
    held = "Gote   n l" if variant == "shogi56plus" else "Gote   -"
    assert lines[0] == held
    assert "\n".join(lines[1:3]) == BOARDS[variant]
    assert lines[-2] == held.replace("Gote ", "Sente").replace("n l", "N L")
    assert lines[-1] == "Sente to move"
    drawing = s.game.drawing(s)
    assert all(piece.turned == piece.glyph.islower() for piece in drawing.pieces.values())
    for cell, letter in enumerate(s.cells()):
        assert (drawing.pieces[cell].glyph if cell in drawing.pieces else ".") == letter


def test_drawings_of_promoted_pieces_hands_and_the_last_move() -> None:
    s = at("4k4/1+R+B6/1+S+N+L+P4/9/9/9/9/9/4K4 w 2Pr3p 1")
    letters = [drawn.glyph for drawn in s.game.drawing(s).pieces.values()]
    assert {"+R", "+B", "+S", "+N", "+L", "+P"} <= set(letters)
    lines = str(s).splitlines()
    assert (lines[0], lines[-2]) == ("Gote   r 3p", "Sente  2P")
    s = at("3k3/7/2+F4/3+S3/7/L5R/3K3 w - 1", "torishogi")
    names = {piece.name for piece in s.game.drawing(s).pieces.values()}
    assert names == {
        "gote's phoenix", "sente's phoenix", "sente's eagle", "sente's goose", "sente's left quail",
        "sente's right quail",
    }  # fmt: skip
    s = at("k2/3/+P2/2K b P 1", "shogi34")
    assert {p.name for p in s.game.drawing(s).pieces.values()} == {"gote's lion", "sente's lion", "sente's hen"}
    s = gc.game("shogi").start().play("P7g-7f")
    assert s.game.drawing(s).last == [2 * 9 + 2, 3 * 9 + 2]
    s = at("4k4/9/9/9/9/9/9/9/4K4 b P 1").play("P1e")
    assert s.game.drawing(s).last == [4 * 9 + 8]
    assert "(P)" in str(s)


# ---- records ------------------------------------------------------------------------------------


REASONS = {"mate": "checkmate", "campmate": "lion on the far row", "resign": "resignation", "agreed": "agreed draw"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_little_golems_games(variant: str) -> None:
    lines = (RECORDS / f"lg_{variant}.txt").read_text().splitlines()
    games = [line.split("\t") for line in lines if not line.startswith("#")]
    assert len(games) > 20
    for result, ending, text in games:
        head, code, _, *moves = text.strip("[]").split(";")
        assert (head, code) == ("shogi", variant.upper())
        s = gc.game("shogi", variant).start()
        for move in moves:
            assert not s.is_over
            s.play(move)
        assert s.turns == moves
        if ending == "agreed":
            s.agree_draw()
        reason = {
            "mate": "checkmate",
            "campmate": "lion on the far row",
            "resign": "resignation",
            "agreed": "agreed draw",
        }
        assert s.outcome is not None
        assert s.outcome.reason == reason.get(ending, ending)
        assert s.returns() == {"1-0": [1, -1], "0-1": [-1, 1], "1/2-1/2": [0, 0]}[result]


def test_random_records() -> None:
    names = {"mini": "minishogi", "5x6": "shogi56", "5x6+": "shogi56plus", "3x4": "shogi34", "tori": "torishogi"}
    for line in (RECORDS / "random_games.jsonl").read_text().splitlines():
        record = json.loads(line)
        moves = record["lg_moves"].split(";")
        s = gc.game("shogi", names.get(record["variant"], record["variant"])).start()
        for move in moves:
            s.play(move)
        assert s.turns == moves
        assert s.position().rpartition(" ")[0] == record["final"].rpartition(" ")[0]
        assert s.num_legal == record["legal_at_end"]


def test_a_professional_game_in_three_notations() -> None:
    usi_moves = (RECORDS / "pro2006.usi").read_text().split()[3:]
    csa_moves = re.findall(r"^[+-]\d{4}[A-Z]{2}$", (RECORDS / "pro2006.csa").read_text(), re.MULTILINE)
    kif_moves = re.findall(r"^ *\d+ (.+)$", (RECORDS / "pro2006.kif").read_text(), re.MULTILINE)
    assert kif_moves.pop() == "投了"
    states = []
    for moves in (usi_moves, csa_moves, kif_moves):
        s = gc.game("shogi").start()
        for move in moves:
            s.play(move)
        assert not s.is_over
        states.append(s)
    assert len({tuple(s.actions) for s in states}) == 1
    assert len(states[0].actions) == 181
    assert states[0].player == 1
    assert states[0].resign().outcome.winner == 0


# ---- positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sfen",
    [
        "",
        "startpos",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1 b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL/9 b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNLL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/10/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 21P 1",  # 41 pieces of sente's
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 0",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1002",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - -1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b K 1",
        "4k4/9/9/9/9/9/9/9/9 b - 1",
        "4k4/4k4/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 99999999999999999999P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 1000P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 19z 1",
        "4k4/9/9/9/9/9/9/9/4K4 b ++ 1",
        "4k4/9/9/9/+G8/9/9/9/4K4 b - 1",
        "4k4/9/9/9/+9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/++P8/9/9/9/4K4 b - 1",
        "+4k4/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/X8/9/9/9/4K4 b - 1",
        "4k4/9/9/9/９/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b é 1",
        "9" * 100_000,
        "/" * 100_000,
        "4k4/9/9/9/9/9/9/9/4K4 b " + "P" * 100_000,
    ],
)
def test_other_position_texts_are_refused(sfen: str) -> None:
    with pytest.raises(gc.PositionError):
        at(sfen)


def test_set_up_positions_are_sound() -> None:
    assert at("4k4/9/9/9/9/9/9/9/4K4").position() == "4k4/9/9/9/9/9/9/9/4K4 b - 1"
    assert at("4k4/9/9/9/9/9/9/9/4K4 w l2pP 7").position() == "4k4/9/9/9/9/9/9/9/4K4 w Pl2p 7"
    assert "1a1" not in {move[:3] for move in usi(at("4k3P/9/9/9/9/9/9/9/4K4 b - 1"))}, "it can never move"
    # The side to move could take the king.
    s = at("4k4/4R4/9/9/9/9/9/9/4K4 b - 1")
    s.play_random(1001, gc.Rng(0))
    assert s.is_over
    for variant in VARIANTS:
        g = gc.game("shogi", variant)
        s = g.start().play_random(20, gc.Rng(5))
        t = g.from_position(s.position())
        assert t == s
        assert t.info()["ply"] == s.info()["ply"]


# ---- other opinions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "games", "turns"),
    [
        ("shogi", 1, 110),
        ("minishogi", 3, 1000),
        ("shogi56", 3, 150),
        ("shogi56plus", 3, 150),
        ("shogi34", 30, 1000),
        ("torishogi", 1, 110),
    ],
)
def test_second_opinion(variant: str, games: int, turns: int) -> None:
    agree_on(variant, games, turns)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_second_opinion_on_many_games(variant: str) -> None:
    big = variant in ("shogi", "torishogi")
    agree_on(variant, 200 if big else 400, 150)
    agree_on(variant, 10 if big else 100, 1000)


def agree_on(variant: str, games: int, turns: int) -> None:
    """Random games of at most so many turns, beside the slow reference."""
    game = gc.game("shogi", variant, max_turns=turns)
    for seed in range(games):
        agree(game, Reference(variant=variant, max_turns=turns), seed)


def test_beside_cshogi() -> None:
    beside_cshogi(12)


@pytest.mark.hours
@pytest.mark.peers
def test_many_games_beside_cshogi() -> None:
    beside_cshogi(10_000)


def beside_cshogi(games: int) -> int:
    """Random games whose legal moves cshogi gives too; returns the number of positions compared."""
    cshogi = pytest.importorskip("cshogi")
    g, rng, compared = gc.game("shogi"), gc.Rng(4), 0
    names = g.action_names
    assert names is not None
    for _ in range(games):
        s, theirs = g.start(), cshogi.Board()
        while True:
            if not s.is_over or s.outcome.winners:
                assert usi(s) == {cshogi.move_to_usi(move) for move in theirs.legal_moves}, s.position()
                compared += 1
            if s.is_over:
                break
            assert s.is_check == theirs.is_check()
            action = s.random_action(rng)
            s.play(action)
            theirs.push_usi(names[action])
    return compared


#: Our variants in Fairy-Stockfish: its name, the letter of the pawn, and random games out of 10,000.
FAIRY = {
    "shogi": ("shogi", "P", 500),
    "minishogi": ("minishogi", "P", 2500),
    "shogi56": ("gorogoro", "P", 1500),
    "shogi56plus": ("gorogoroplus", "P", 1500),
    "shogi34": ("lions", "P", 3500),
    "torishogi": ("birds", "S", 500),
}
#: What it does not have ready. Its own dobutsu lets the lion move into capture and chicks be dropped on the last rank.
FAIRY_RULES = """
[gorogoroplus:gorogoro]
startFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[LNln] w 0 1
lance = l
shogiKnight = n
promotedPieceType = l:g n:g s:g p:g

[birds:torishogi]
mandatoryPiecePromotion = false

[lions:minishogi]
maxRank = 4
maxFile = 3
startFen = rkb/1p1/1P1/BKR[] w 0 1
bishop = -
rook = -
silver = -
customPiece1 = r:W
customPiece2 = b:F
promotionRegionWhite = *4
promotionRegionBlack = *1
promotedPieceType = p:g
shogiPawnDropMateIllegal = false
dropNoDoubled = -
flagPiece = k
flagRegionWhite = *4
flagRegionBlack = *1
"""


@pytest.mark.parametrize("variant", VARIANTS)
def test_beside_fairy_stockfish(variant: str) -> None:
    beside_fairy_stockfish(variant, 3, 60)


@pytest.mark.hours
@pytest.mark.peers
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games_beside_fairy_stockfish(variant: str) -> None:
    beside_fairy_stockfish(variant, FAIRY[variant][2], 1000)


@cache
def fairy_stockfish() -> Any:
    """The library, which takes a rule only once."""
    fairy = pytest.importorskip("pyffish")
    fairy.load_variant_config(FAIRY_RULES)
    return fairy


def beside_fairy_stockfish(variant: str, games: int, turns: int, seed: int = 5) -> tuple[int, int]:
    """Random games whose legal moves Fairy-Stockfish gives too.

    It gives drops of pawns that mate as moves, which then lose; these are the only difference. Returns how many
    positions were compared, and how many such drops there were.
    """
    fairy = fairy_stockfish()
    name, pawn, _ = FAIRY[variant]
    g, rng, compared, mates = gc.game("shogi", variant, max_turns=turns), gc.Rng(seed), 0, 0
    names = g.action_names
    assert names is not None
    ranks, files = g.observation_shape[1:]

    def cell(text: str) -> str:
        return f"{'abcdefghi'[files - int(text[0])]}{ranks - 'abcdefghi'.index(text[1])}"

    texts = [
        f"{move[0]}@{cell(move[2:])}" if move[1] == "*" else cell(move) + cell(move[2:]) + move[4:] for move in names
    ]
    for _ in range(games):
        s = g.start()
        while True:
            if not s.is_over or s.outcome.reason in ("checkmate", "stalemate"):
                rows, side, hands, _ = s.position().split()
                held = "".join(letter * int(count or 1) for count, letter in re.findall(r"(\d*)([A-Za-z])", hands))
                fen = f"{rows}[{held or '-'}] {'w' if side == 'b' else 'b'} 0 1"
                ours, theirs = {texts[a] for a in s.legal_actions()}, set(fairy.legal_moves(name, fen, []))
                assert ours <= theirs, s.position()
                for move in theirs - ours:
                    assert variant != "shogi34", s.position()
                    assert move.startswith(f"{pawn}@"), (s.position(), move)
                    assert fairy.gives_check(name, fen, [move]), (s.position(), move)
                    assert not fairy.legal_moves(name, fen, [move]), (s.position(), move)
                    mates += 1
                compared += 1
            if s.is_over:
                break
            s.play(s.random_action(rng))
    return compared, mates

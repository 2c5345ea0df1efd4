"""Xiangqi: check figures, worked positions, ends, every notation, records, and second opinions."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree, ten_thousand_games
from gamecore import notation_xiangqi as notation
from gamecore.draw import to_text
from gamecore.games.xiangqi import Xiangqi
from reference.xiangqi import Reference

RECORDS = Path(__file__).parent.parent / "records" / "xiangqi"
GAME = Xiangqi()
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def names(state: gc.State) -> list[str]:
    return sorted(state.legal_moves())


# ---- legal moves --------------------------------------------------------------------------------

PERFT = [
    (START, [44, 1920, 79666, 3290240]),
    ("1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1", [49, 2265, 100326, 4485547]),
    ("4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1", [13, 272, 3707, 92741]),
    ("4k4/9/9/9/9/9/9/4R4/9/4K4 w - - 0 1", [11, 18, 322, 290]),  # the chariot has to stay between the generals
    ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", [2, 3, 6, 14]),
    ("4k4/9/9/9/9/9/4p4/2P1B4/3PN4/4K4 w - - 0 1", [9, 53, 474]),  # the horse's leg, the elephant's eye
    ("3k5/4a4/4n4/9/4p4/9/9/4C4/4A4/4KC3 w - - 0 1", [26, 300, 8282]),  # screens
    ("3k5/9/9/9/2P1P4/p1p6/9/9/9/4K4 w - - 0 1", [8, 54, 426, 2752]),  # soldiers before and after the river
    ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", [38, 1128, 43929, 1339047]),
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2h2H3/6PCP/3AB4/2C6/3A1K1H1 w - - 0 1", [7, 281, 8620, 326201]),
    ("5a3/3k5/3aR4/9/5r3/5h3/9/3A1A3/5K3/2BC2B2 w - - 0 1", [25, 424, 9850, 202884]),
    ("CRH1k1b2/3ca4/4ba3/9/2hr5/9/9/4B4/4A4/4KA3 w - - 0 1", [28, 516, 14808, 395483]),
]


@pytest.mark.parametrize(("fen", "figures"), PERFT)
def test_perft(fen: str, figures: list[int]) -> None:
    """Draws do not end a line here, not even dead material."""
    state = GAME.from_position(fen)
    for depth, figure in enumerate(figures, 1):
        assert GAME.perft(depth, state) == GAME.perft(depth, state, by="step") == figure


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "depth", "figure"),
    [(PERFT[0][0], 5, 133312995), (PERFT[8][0], 5, 53112976), (PERFT[9][0], 5, 10369923), (PERFT[10][0], 5, 4739553)],
)
def test_deep_perft(fen: str, depth: int, figure: int) -> None:
    assert GAME.perft(depth, GAME.from_position(fen)) == figure


def test_generals_may_not_face_each_other() -> None:
    s = GAME.from_position("3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1")
    assert "e1d1" not in s.legal_moves()
    assert s.why_illegal(s.parse("e1d1")) == "in_check"
    assert {"e1e2", "e1f1"} < set(s.legal_moves())
    blocked = GAME.from_position("4k4/9/9/9/9/9/9/4N4/9/4K4 w - - 0 1")
    assert [m for m in blocked.legal_moves() if m.startswith("e3")] == []  # the horse stands between them


def test_why_a_move_is_not_legal() -> None:
    s = GAME.start()
    reasons = {"b1d2": "blocked", "a1a5": "blocked", "h3h8": "blocked", "a1b1": "occupied", "a10a9": "not_yours"}
    reasons |= {"e4d4": "bad_move", "e1e3": "bad_move", "b5b6": "not_yours", "b3b4": None, "b3b10": None}
    assert {move: s.why_illegal(s.parse(move)) for move in reasons} == reasons
    with pytest.raises(gc.IllegalMoveError, match="blocked"):
        s.play("C2+5")
    assert s.position() == START


def test_check() -> None:
    s = GAME.from_position("3k5/R8/9/9/9/9/9/9/9/5K3 w - - 0 1")
    assert s.gives_check("a9d9")
    assert not s.gives_check("a9b9")
    assert not s.is_check
    assert s.play("a9d9").is_check
    cells = GAME._cells
    assert s.attackers(cells.read("d10"), 0) == [cells.read("d9")]
    assert s.attackers(cells.read("d9"), 1) == [cells.read("d10")]
    assert s.info() == {"check": 1, "quiet_plies": 1, "ply": 1, "occurrences": 1}


# ---- ends ---------------------------------------------------------------------------------------


def test_who_cannot_move_has_lost() -> None:
    s = GAME.from_position("3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")
    assert not s.is_check
    assert s.outcome == ((0,), "stalemate")
    mated = GAME.from_position("3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1").play("b1d1")
    assert mated.outcome is None  # the general steps to the e-file
    mated = GAME.from_position("3k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1").play("b1d1")
    assert mated.outcome == ((0,), "checkmate")
    assert mated.returns() == [1.0, -1.0]
    assert mated.legal_actions() == []


PERPETUAL = "3k5/9/9/9/R8/9/9/9/9/5K3 w - - 0 1"
CHASE = ["a6d6", "d10e10", "d6e6", "e10d10", "e6d6", "d10e10", "d6e6", "e10d10", "e6d6"]


@pytest.mark.parametrize("rule", ["lose", "draw"])
def test_perpetual_check(rule: str) -> None:
    s = gc.game("xiangqi", perpetual=rule).from_position(PERPETUAL)
    for move in CHASE:
        assert not s.is_over
        s.play(move)
    assert s.outcome == (((1,), "perpetual check") if rule == "lose" else ((), "repetition"))
    assert s.info()["occurrences"] == 3
    assert not s.undo().is_over


def test_perpetual_check_by_black() -> None:
    """The same with colours and board turned round."""
    s = GAME.from_position("3k5/9/9/9/9/8r/9/9/9/5K3 b - - 0 1")
    for move in ["i5f5", "f1e1", "f5e5", "e1f1", "e5f5", "f1e1", "f5e5", "e1f1", "e5f5"]:
        assert not s.is_over
        s.play(move)
    assert s.outcome == ((0,), "perpetual check")


@pytest.mark.parametrize(
    ("fen", "cycle", "why"),
    [
        (START, "b3b4 b8b7 b4b3 b7b8", "nobody checks"),
        ("3k5/9/9/9/R8/9/9/9/9/5K3 w - - 0 1", "a6d6 d10e10 d6a6 e10d10", "only every second move checks"),
        ("R1r2k3/4c4/9/9/7C1/4r4/5C1c1/4K4/5R3/9 w - - 0 1", "f4e4 e5f5 e4f4 f5e5", "both check all the time"),
    ],
)
def test_other_repetitions_are_draws(fen: str, cycle: str, why: str) -> None:
    s = GAME.from_position(fen)
    for move in 2 * cycle.split():
        assert not s.is_over
        s.play(move)
    assert s.outcome == ((), "repetition"), why


def test_only_the_moves_since_the_second_occurrence_count() -> None:
    """A quiet move in the first round does not save the player who checks all through the second one."""
    s = GAME.from_position(PERPETUAL)
    for move in ["a6d6", "d10e10", "d6a6", "e10d10", "a6d6", "d10e10", "d6e6", "e10d10", "e6d6"]:
        assert not s.is_over
        s.play(move)
    assert s.outcome == ((1,), "perpetual check")
    s = GAME.from_position(PERPETUAL)
    for move in ["a6d6", "d10e10", "d6e6", "e10d10", "e6d6", "d10e10", "d6a6", "e10d10", "a6d6"]:
        assert not s.is_over
        s.play(move)
    assert s.outcome == ((), "repetition")


def test_the_limit_of_plies_without_a_capture() -> None:
    g = gc.game("xiangqi", no_capture_limit=4)
    s = g.start()
    for move in ("a4a5", "a7a6", "c4c5"):
        assert not s.play(move).is_over
    assert s.copy().play("c7c6").outcome == ((), "no capture for too long")
    s.undo()
    assert not s.play("a5a6").is_over  # a capture
    assert s.info()["quiet_plies"] == 0
    fen = "3k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 119 90"
    assert GAME.from_position(fen).play("a2a3").outcome == ((), "no capture for too long")
    assert GAME.from_position(fen).play("b1d1").outcome == ((0,), "checkmate")
    assert not GAME.from_position(fen.replace("119", "118")).play("a2a3").is_over


def test_dead_material() -> None:
    s = GAME.from_position("3k5/4a4/9/9/2b6/9/9/4p4/4K4/3A5 w - - 3 1")
    assert not s.copy().play("e2f2").is_over
    s.play("e2e3")
    assert s.outcome == ((), "dead position")
    assert GAME.from_position("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1").outcome == ((), "dead position")


def test_options() -> None:
    assert GAME.options == {"perpetual": "lose", "no_capture_limit": 120, "history": 1}
    for wrong in ({"perpetual": "win"}, {"no_capture_limit": 0}, {"history": 9}, {"chase": True}):
        with pytest.raises(gc.VariantError):
            gc.game("xiangqi", **wrong)
    assert gc.game("xiangqi", history=3).observation_shape == (51, 10, 9)


# ---- positions ----------------------------------------------------------------------------------


def test_positions_in_other_letters() -> None:
    same = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1"
    assert GAME.from_position(same).position() == START == GAME.start().position()
    assert GAME.from_position(START.split()[0]) == GAME.start()
    assert GAME.from_position(same.replace(" r ", " b ")).player == 1


@pytest.mark.parametrize(
    "fen",
    [
        "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",  # one general
        "3kk4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "2k6/9/9/9/9/9/9/9/9/4K4 w - - 0 1",  # outside the palace
        "3k5/9/9/9/9/9/9/9/9/3AK4/9 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/A3K4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/4A4/3AK4 x - - 0 1",
        "3k5/9/9/4B4/9/9/9/9/9/4K4 w - - 0 1",  # across the river
        "3k5/9/9/9/9/9/9/9/9/1B2K4 w - - 0 1",  # where no elephant comes
        "RRRRkRRRR/RRRRRRRR1/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/4Q4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/4K4 w KQ - 0 1",
        "3k5/9/9/9/9/9/9/9/9/4K4 w - e3 0 1",
        "3k5/9/9/9/9/9/9/9/9/4K4 w - - -1 1",
        "3k5/9/9/9/9/9/9/9/9/4K5 w - - 0 1",
    ],
)
def test_positions_that_are_none(fen: str) -> None:
    with pytest.raises(gc.PositionError):
        GAME.from_position(fen)


# ---- notation -----------------------------------------------------------------------------------

TANDEM = "3k5/9/9/9/4C4/9/4C4/9/9/5K3 w - - 0 1"
THREE = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1"
TWICE = "3k5/9/4P1P2/4P1P2/9/9/9/9/9/5K3 w - - 0 1"
FOUR = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1"
BLACK = "3k5/9/9/9/9/4p4/4p4/4p4/9/5K3 b - - 0 1"


@pytest.mark.parametrize(
    ("fen", "move", "texts"),
    [
        (START, "h3e3", "H3E3 h3-e3 H3-E3 H2-E2 h3xe3 h3e3+ Che3 che3 Ch3e3 Ch3-e3 C2=5 C2.5 c2=5 C２＝５"),
        (START, "h3e3", "炮二平五 炮2平5 炮２平５ 砲二平五 包二平五 炮二平五!"),
        (START, "h1g3", "h0g2 H0-G2 Ng3 Hg3 Hhg3 HG3 H2+3 N2+3 h2+3 马二进三 馬二進三 傌二進三"),
        (START, "b1c3", "b0c2 Nc3 Nbc3 H8+7 马八进七 馬8進7"),
        (START, "i1i2", "Ri2 R1+1 车一进一 俥一進一"),
        (START, "g1e3", "Ege3 Bge3 E3+5 B3+5 相三进五 象3进5"),
        (START, "f1e2", "A4+5 仕四进五 士4進5"),
        (START, "e1e2", "Ke2 K5+1 帅五进一 帥五進一 将5进1"),
        (START, "c4c5", "Pc5 Pcc5 P7+1 兵七进一 卒7進1"),
        (START.replace("w", "b"), "h10g8", "Nhg8 Ng8 H9-G7 H8+7 马８进７ 馬8進7 馬八进七"),
        (START.replace("w", "b"), "b8e8", "Cbe8 C2=5 炮２平５ 砲2平5"),
        ("3k5/9/9/9/9/9/9/9/7n1/4K2R1 w - - 0 1", "h1h2", "Rxh2 Rh2 Rhxh2 RXH2 h1xh2 R2+1 车二进一"),
        (TANDEM, "e6e5", "C+-1 +C-1 前炮退一 炮前退一 C6e5 Ce6e5"),
        (TANDEM, "e4e5", "C-+1 -C+1 后炮进一 後炮進一 C4e5"),
        (TANDEM, "e6d6", "C+=6 C+.6 +C=6 1C=6 前炮平六 一炮平六"),
        (TANDEM, "e4f4", "C-=4 -C.4 2C=4 后炮平四 後包平4"),
        (THREE, "e8d8", "15=6 P+=6 +P.6 1P=6 前兵平六 一兵平六 前五平六 5+.6"),
        (THREE, "e7d7", "25=6 P5=6 P5.6 2P=6 中兵平六 二兵平六 中五平六 兵五平六"),
        (THREE, "e6d6", "35=6 P-=6 -P.6 后兵平六 三兵平六 5-.6"),
        (THREE, "e8e9", "15+1 P++1 前兵进一"),
        (TWICE, "e8d8", "15=6 5+.6 前五平六 +5=6 三兵平六"),  # soldiers on two files may be numbered through
        (TWICE, "g7h7", "23=2 3-.2 后三平二 二兵平二 后兵平二"),
        (FOUR, "e9d9", "15=6 1P=6 ++.6 一兵平六"),
        (FOUR, "e7d7", "35=6 三兵平六"),
        (FOUR, "e6f6", "45=4 --.4 四兵平四"),
        (FOUR, "e9e10", "15+1 P++1 前兵进一"),  # only one of those it may mean can go there
        (BLACK, "e3d3", "15=4 P+=4 前卒平4 １卒平４"),
        (BLACK, "e5f5", "35=6 P-=6 后卒平６"),
        # Of two advisors or elephants only one can go up and one down; a horse that can go alone needs no word.
        ("3k5/9/9/9/9/2B3P2/9/3A5/9/2BA1K3 w - - 0 1", "d1e2", "A6+5 A-+5 仕六进五 后仕进五"),
        ("3k5/9/9/9/9/2B3P2/9/3A5/9/2BA1K3 w - - 0 1", "c5e3", "E7-5 E+-5 相七退五"),
        ("3k5/9/9/9/4N4/4P4/4N4/9/9/5K3 w - - 0 1", "e4d2", "H5-6 H--6"),
    ],
)
def test_reading(fen: str, move: str, texts: str) -> None:
    s = GAME.from_position(fen)
    for text in texts.split():
        assert GAME.action_names[s.parse(text)] == move, text
        assert s.copy().play(text).turns == [move]


@pytest.mark.parametrize(
    ("fen", "move", "wxf", "simplified", "traditional", "iccs"),
    [
        (START, "h3e3", "C2=5", "炮二平五", "炮二平五", "H2-E2"),
        (START, "b1c3", "H8+7", "马八进七", "馬八進七", "B0-C2"),
        (START, "e1e2", "K5+1", "帅五进一", "帥五進一", "E0-E1"),
        (START.replace("w", "b"), "f10e9", "A6+5", "士６进５", "士６進５", "F9-E8"),
        (TANDEM, "e6e4", None, None, None, None),
        (TANDEM, "e6e5", "C+-1", "前炮退一", "前炮退一", "E5-E4"),
        (TANDEM, "e4d4", "C-=6", "后炮平六", "後炮平六", "E3-D3"),
        (THREE, "e7f7", "25=4", "中兵平四", "中兵平四", "E6-F6"),
        (THREE, "e6f6", "35=4", "后兵平四", "後兵平四", "E5-F5"),
        (TWICE, "g8g9", "13+1", "前三进一", "前三進一", "G7-G8"),
        (FOUR, "e7f7", "35=4", "三兵平四", "三兵平四", "E6-F6"),
        (BLACK, "e3f3", "15=6", "前卒平６", "前卒平６", "E2-F2"),
    ],
)
def test_writing(fen: str, move: str, wxf: str | None, simplified: str, traditional: str, iccs: str) -> None:
    s = GAME.from_position(fen)
    action = GAME.action_names.index(move)
    if wxf is None:
        for write in (GAME.wxf, GAME.chinese, GAME.iccs):
            with pytest.raises(gc.IllegalMoveError):
                write(s, action)
        return
    assert GAME.wxf(s, action) == wxf
    assert GAME.chinese(s, action) == simplified
    assert GAME.chinese(s, action, traditional=True) == traditional
    assert GAME.iccs(s, action) == iccs


@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        (START, "", "no move"),
        (START, "C5=2", "no such piece"),
        (START, "C+=2", "no such piece"),
        (START, "H2=3", "sideways"),
        (START, "H2+9", "no piece moves"),
        (START, "C2=2", "no piece moves"),
        (START, "R1-1", "no piece moves"),
        (START, "C2+0", "no move"),
        (START, "C0=5", "no move"),
        (START, "h0h10", "0 to 9"),
        (START, "h3h11", "no move"),
        (START, "h3j3", "no move"),
        (START, "h3h3", "no piece moves"),
        (START, "a1b3c5", "no move"),
        (START, "Ce3", "any of"),
        (START, "Qe3", "no move"),
        (START, "炮二", "no move"),
        (START, "二平五", "no move"),
        (START, "炮十平五", "no move"),
        (START, "炮二平五炮二平五", "no move"),
        (START, "炮" * 5000, "too long"),
        (START, "h3h4c5" + "+" * 5000, "no move"),
        (START, "R1-1" + "!" * 5000, "no piece moves"),
        (START, "ﷺ" * 16, "no move"),  # grows eighteenfold when normalised
        (START, "+-=5", "no move"),
        (START, "C+2=5", "no move|no such"),
        (TANDEM, "C5=4", "may mean"),
        (TANDEM, "中炮平四", "no such piece"),
        (TANDEM, "C3=4", "no such piece"),
        (TWICE, "P+=4", "may mean"),
        (FOUR, "P+=4", "may mean"),
        (FOUR, "P5=4", "may mean"),
        (FOUR, "55=4", "no such piece"),
    ],
)
def test_texts_that_are_no_moves(fen: str, text: str, why: str) -> None:
    with pytest.raises(gc.NotationError, match=why) as caught:
        GAME.from_position(fen).play(text)
    assert len(str(caught.value)) < 200


def test_any_text_is_read_or_refused() -> None:
    rng = random.Random(7)
    signs = "KABNRCPEHabchi0123459+-=.x平进退前中后一二九炮兵車５＝ é"
    states = [GAME.from_position(fen) for fen in (START, TANDEM, THREE, TWICE, FOUR, BLACK)]
    read = 0
    for _ in range(15_000):
        s = rng.choice(states)
        text = "".join(rng.choices(signs, k=rng.choice([3, 4, 4, 4, 5, 6])))
        try:
            action = s.parse(text)
        except gc.NotationError as error:
            assert len(str(error)) < 200
        else:
            assert 0 <= action < GAME.num_actions
            read += 1
    assert read > 20


def test_ranks_from_0() -> None:
    assert notation.to_iccs("a10a9") == "A9-A8"
    assert notation.from_iccs("A9-A8") == notation.from_iccs("a9a8") == "a10a9"
    for text in ("a10a9", "Che3", "j0a0", "", "h" * 5000):
        with pytest.raises(gc.NotationError):
            notation.from_iccs(text)
    for text in ("", "Che3", "h3h12", "C2=5"):
        with pytest.raises(gc.NotationError):
            notation.to_iccs(text)
    # Alone, a text counts from 1 unless it has a 0, or only the spelling of ICCS makes it a legal move.
    s = GAME.from_position("r3k4/r8/9/9/9/9/9/9/9/3K5 b - - 0 1")
    assert GAME.action_names[s.parse("A8-B8")] == "a9b9"
    assert GAME.action_names[s.parse("A9-B9")] == "a9b9"
    assert s.why_illegal(s.parse("a8b8")) == "not_yours"


def like_pieces(rng: random.Random) -> str:
    """A position with many pieces of one kind on few files."""
    cells = ["."] * 90
    cells[rng.choice([3, 4, 5, 12, 13, 14])] = "K"
    cells[rng.choice([75, 76, 77, 84, 85, 86])] = "k"
    for side in range(2):
        files, kinds = rng.sample(range(9), rng.randrange(1, 4)), rng.choice(["P", "PRNC", "R", "RC", "N"])
        for _ in range(rng.randrange(2, 15)):
            kind, column, row = rng.choice(kinds), rng.choice(files), rng.randrange(10)
            if kind == "P" and (row < 3 or (row < 5 and column % 2)):
                continue
            cell = column + 9 * (9 - row if side else row)
            if cells[cell] == ".":
                cells[cell] = kind.lower() if side else kind
    rows = ("".join(cells[row * 9 : row * 9 + 9]) for row in range(9, -1, -1))
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows)) + rng.choice([" w", " b"])


def check_notations(s: gc.State) -> None:
    for action, name in zip(s.legal_actions(), s.legal_moves(), strict=True):
        wxf, red = GAME.wxf(s, action), s.player == 0
        texts = [wxf, wxf.replace("=", "."), wxf.lower(), GAME.chinese(s, action), GAME.chinese(s, action, True)]
        texts.append(texts[3].translate(str.maketrans(notation.NUMERALS, notation.WIDE)))
        texts += [name.upper(), re.sub("(?<=[0-9])(?=[a-i])", "-", name)]
        for text in texts:
            assert s.parse(text) == action, (s.position(), name, text)
        assert notation.from_iccs(GAME.iccs(s, action)) == name
        assert notation.from_iccs(GAME.iccs(s, action).replace("-", "").lower()) == name
        assert re.search(notation.WIDE.join("[]"), texts[3]) is None or not red


def test_every_notation_comes_back() -> None:
    rng = random.Random(3)
    looked = 0
    for seed in range(12):
        s = GAME.start().play_random(rng.randrange(250), gc.Rng(seed))
        looked += not s.is_over
        check_notations(s)
    while looked < 60:
        try:
            s = GAME.from_position(like_pieces(rng))
        except gc.PositionError:
            continue
        looked += not s.is_over
        check_notations(s)


def test_algebraic_comes_back() -> None:
    """With the origin's file and rank everything can be told apart, with letters of either kind."""
    for seed in range(20):
        s = GAME.start().play_random(120, gc.Rng(seed))
        cells = s.cells()
        for action in s.legal_actions():
            (start, target), name = GAME._moves[action], GAME.action_names[action]
            letter, origin, goal = cells[start].upper(), GAME._cells.names[start], GAME._cells.names[target]
            sign = "" if cells[target] == "." else "x"
            for text in (f"{letter}{name}", f"{letter}{origin}{sign}{goal}+"):
                assert s.parse(text) == action
                assert s.parse(text.replace("N", "H", 1).replace("B", "E", 1)) == action


# ---- records ------------------------------------------------------------------------------------


def moves_of(name: str) -> list[str]:
    """The moves of a record file, whatever its format."""
    text = re.sub(r"\[[^\]]*\]|\d+\.(?!\d)", " ", (RECORDS / name).read_text())
    return [word for word in text.split() if word not in ("*", "1-0", "0-1", "1/2-1/2")]


@pytest.mark.parametrize("name", ["opening_chinese", "opening_wxf", "pro_algebraic", "short_mate"])
def test_records(name: str) -> None:
    s = GAME.start()
    for move in moves_of(f"{name}.pgn"):
        s.play(move)
    plain = moves_of(f"{name.replace('wxf', 'chinese')}.uci")
    assert s.turns == plain
    assert len(plain) > 20
    assert s.end_reason == ("checkmate" if name == "short_mate" else None)
    assert s.returns() == ([-1.0, 1.0] if name == "short_mate" else [0.0, 0.0])


def test_records_are_written_as_they_were_read() -> None:
    s = GAME.start()
    wxf, chinese = [], []
    for move in moves_of("opening_chinese.uci"):
        action = s.parse(move)
        wxf.append(GAME.wxf(s, action))
        chinese.append(GAME.chinese(s, action))
        s.play(GAME.iccs(s, action) if "0" in GAME.iccs(s, action) else action)
    assert wxf == moves_of("opening_wxf.pgn")
    assert chinese == moves_of("opening_chinese.pgn")


def test_random_records() -> None:
    lines = (RECORDS / "random_games.jsonl").read_text().splitlines()
    for record in map(json.loads, lines):
        s = GAME.from_position(record["start"])
        for move in record["moves"].split():
            s.play(move)
        assert s.position() == record["final"]
        assert s.num_legal == record["legal_at_end"]
        assert s.is_check == record["check"]


# ---- drawing ------------------------------------------------------------------------------------


def test_drawing() -> None:
    s = GAME.start().play("h3e3")
    drawing = GAME.drawing(s)
    assert [GAME._cells.names[cell] for cell in drawing.last] == ["h3", "e3"]
    assert drawing.pieces[GAME._cells.read("e1")].label == "帥"
    assert {piece.kind for piece in drawing.pieces.values()} == {"coin"}
    assert to_text(drawing).splitlines()[0].split() == ["10", *"rnbakabnr"]
    assert drawing.caption == ["Black to move"]


# ---- second opinions ----------------------------------------------------------------------------


@pytest.mark.parametrize(("perpetual", "limit"), [("lose", 20), ("draw", 10), ("lose", 15)])
def test_second_opinion(perpetual: str, limit: int) -> None:
    g = gc.game("xiangqi", perpetual=perpetual, no_capture_limit=limit)
    agree(g, Reference(perpetual=perpetual, no_capture_limit=limit), limit, every=8)


ENDGAMES = [
    PERPETUAL,
    "3k5/9/4b4/9/9/2R6/9/9/4A4/4K4 w - - 0 1",
    "4k4/4P4/9/9/9/9/9/4p4/9/3K5 w - - 0 1",
    "3k1a3/9/3a5/9/5N3/9/9/9/4n4/4K4 b - - 100 40",
    "R1r2k3/4c4/9/9/7C1/4r4/5C1c1/4K4/5R3/9 w - - 0 1",
]


@pytest.mark.parametrize(("fen", "games"), [*zip(ENDGAMES, (60, 60, 60, 12, 4), strict=True)])
def test_second_opinion_on_endings(fen: str, games: int) -> None:
    """Few pieces, and players who love to check and to repeat: all ends come up."""
    rng = random.Random(fen)
    for _ in range(games):
        s, reference = GAME.from_position(fen), Reference(no_capture_limit=120)
        reference.reset(fen)
        while not s.is_over:
            assert names(s) == sorted(reference.legal_turns())
            checks = [action for action in s.legal_actions() if s.gives_check(action)]
            back = [s.parse(m) for m in (turn_back(t) for t in s.turns[-2:-1]) if m in s.legal_moves()]
            choice = rng.choice([checks, back, s.legal_actions()]) or s.legal_actions()
            move = GAME.action_names[rng.choice(choice)]
            s.play(move)
            reference.play(move)
            assert s.is_over == reference.is_over, (fen, s.turns)
        assert s.returns() == reference.returns(), (fen, s.turns)


def turn_back(move: str) -> str:
    start, target = GAME._moves[GAME.action_names.index(move)]
    return GAME._cells.names[target] + GAME._cells.names[start]


def beside_pyffish(seeds: range, every: int = 1) -> int:
    """Random games with Fairy-Stockfish: moves, check, and its WXF read. Its rule on chasing only ends games."""
    pyffish = pytest.importorskip("pyffish")
    ended = 0
    for seed in seeds:
        s, rng = GAME.start(), gc.Rng(seed)
        while True:
            over = s.end_reason in ("checkmate", "stalemate")
            if over or (not s.is_over and len(s.actions) % every == seed % every):
                fen = s.position()
                assert sorted(pyffish.legal_moves("xiangqi", fen, [])) == names(s), fen
            if s.is_over:
                break
            s.play(s.random_action(rng))
        ended += over
        assert pyffish.gives_check("xiangqi", s.position(), []) == s.is_check
    return ended


def test_some_games_beside_pyffish() -> None:
    assert beside_pyffish(range(24), every=40) > 4


def test_wxf_of_pyffish() -> None:
    pyffish = pytest.importorskip("pyffish")
    for fen in (START, TANDEM, THREE, TWICE, BLACK, *(fen for fen, _ in PERFT[1:3])):
        s = GAME.from_position(fen)
        for action, move in zip(s.legal_actions(), s.legal_moves(), strict=True):
            text = pyffish.get_san("xiangqi", s.position(), move, False, pyffish.NOTATION_XIANGQI_WXF)
            assert s.parse(text) == action
            # It leaves out the word where the other piece could not go the same way.
            assert GAME.wxf(s, action) in (
                text,
                re.sub(r"^([RCHP])\d", r"\1+", text),
                re.sub(r"^([RCHP])\d", r"\1-", text),
            )


@ten_thousand_games(parts=20)
def test_against_pyffish(games: range) -> None:
    """Every ply. pyffish builds its tables anew for each question, 2 ms: some six minutes a part."""
    assert beside_pyffish(games) > 150

"""Records of the shogi family: KIF, KI2, CSA, USI and Little Golem's text, and the notations they need."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, cast

import gamecore as gc
import pytest
from gamecore.errors import GamecoreError, IllegalMoveError, NotationError, PositionError, RecordError
from gamecore.notation_shogi import FORMS, Board, Notation
from gamecore.records import Line, Record, dump, dumps, iter_records, load, loads
from gamecore.records.kif import HANDICAPS, diagram
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strangers import Endless, Part, costs_linear_time, damaged, little_memory, readable

DATA = Path(__file__).parent / "records" / "shogi"
SHOGI = gc.games.game_class("shogi")
FORMATS = ("kif", "ki2", "csa", "usi", "lg")
START = FORMS["shogi"].start


def read(text: str | bytes, format: str | None = None) -> Record:
    return loads(text, format, game=SHOGI)


def written(record: Record, format: str) -> Record:
    return read(dumps(record, format), format)


def shogi(*turns: str, **fields: Any) -> Record:
    return Record(SHOGI(), turns, **fields)


# ---- boards -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_boards_of_all_forms(form: Any) -> None:
    board = Board(form.start)
    assert (board.files, board.ranks) == {
        "shogi": (9, 9),
        "minishogi": (5, 5),
        "shogi56": (5, 6),
        "shogi56plus": (5, 6),
        "shogi34": (3, 4),
        "torishogi": (7, 7),
    }[form.variant]
    cells = [board.cell(place) for place in range(board.files * board.ranks)]
    assert [board.place(cell) for cell in cells] == list(range(len(cells)))
    assert cells[0] == f"{board.files}{'abcdefghi'[board.ranks - 1]}"
    assert board.pieces[cells[-1]].islower()


def test_a_board_follows_moves_without_rules() -> None:
    board = Board(START)
    for move in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "5a5b", "4e6c+"]:
        board.play(move)
    assert board.sfen() == "lnsg1g1nl/1r2k2s1/ppp+Bpp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w Pb 8"
    assert board.own("6c") is None
    assert board.pieces["6c"] == "+B"
    assert board.last == "6c"
    assert (board.turn, board.number) == (1, 8)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "9/9 b - 1",
        "9/9/9/9/9/9/9/9/9/9 b -",
        "9/8/9 b -",
        "k8 x - 1",
        "k8 b -",
        "+9 b -",
        "k" * 10_000,
        "k/k b - x",
    ],
)
def test_boards_refuse_other_texts(text: str) -> None:
    if text == "k8 b -":
        assert Board(text).files == 9
        return
    if text == "9/9 b - 1":
        assert Board(text).ranks == 2
        return
    with pytest.raises(PositionError):
        Board(text)


# ---- moves --------------------------------------------------------------------------------

WORDS = [
    # piece on which cells, where to, and what each of them is called
    ("G", ["9b", "7b"], "8a", {"9b": "左", "7b": "右"}),
    ("G", ["3b", "5c"], "4b", {"3b": "寄", "5c": "上"}),
    ("G", ["5e", "4d"], "5d", {"5e": "上", "4d": "寄"}),
    ("S", ["8i", "7g"], "8h", {"8i": "上", "7g": "引"}),
    ("S", ["2i", "4g"], "3h", {"2i": "上", "4g": "引"}),
    ("G", ["9i", "7i"], "8h", {"9i": "左", "7i": "右"}),
    ("S", ["3i", "2i"], "3h", {"3i": "直", "2i": "右"}),
    ("G", ["6c", "5c", "4c"], "5b", {"6c": "左", "5c": "直", "4c": "右"}),
    ("+P", ["7i", "8i", "9i", "9h", "8g"], "8h", {"7i": "右", "8i": "直", "9i": "左上", "9h": "寄", "8g": "引"}),
    ("S", ["2i", "1g", "1i", "3g"], "2h", {"2i": "直", "1g": "右引", "1i": "右上", "3g": "左"}),
    ("+R", ["9a", "8d"], "8b", {"9a": "引", "8d": "上"}),
    ("+R", ["5b", "2c"], "4c", {"2c": "寄", "5b": "引"}),
    ("+R", ["5e", "1e"], "3e", {"5e": "左", "1e": "右"}),
    ("+R", ["9i", "8i"], "8h", {"9i": "左", "8i": "右"}),
    ("+R", ["2h", "1i"], "1g", {"2h": "左", "1i": "右"}),
    ("+B", ["9a", "8a"], "8b", {"9a": "左", "8a": "右"}),
    ("+B", ["9e", "6c"], "8e", {"9e": "寄", "6c": "引"}),
    ("+B", ["1a", "3d"], "1b", {"1a": "引", "3d": "上"}),
    ("+B", ["9i", "5i"], "7g", {"9i": "左", "5i": "右"}),
    ("+B", ["4g", "1h"], "2i", {"4g": "左", "1h": "右"}),
    ("N", ["6e", "4e"], "5c", {"6e": "左", "4e": "右"}),
    ("R", ["2h", "2b"], "2e", {"2h": "上", "2b": "引"}),
]
"""Most of them from the examples of the Japanese federation."""


def position_of(piece: str, cells: list[str], turn: int = 0, hand: str = "-") -> str:
    board = Board("9/9/9/9/9/9/9/9/9 b - 1")
    rotated = [f"{10 - int(cell[0])}{'ihgfedcba'['abcdefghi'.index(cell[1])]}" for cell in cells]
    for cell in rotated if turn else cells:
        board.pieces[cell] = piece.lower() if turn else piece
    kings = [cell for cell in ("1a", "9a", "5a", "1i", "9i", "5i", "9e", "1e") if cell not in board.pieces]
    board.turn = turn
    for king in "kK":
        board.pieces[kings.pop(0 if king == "k" else -1)] = king
    return board.sfen()


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(("piece", "cells", "end", "words"), WORDS)
def test_words_of_ki2(piece: str, cells: list[str], end: str, words: dict[str, str], turn: int) -> None:
    def seen(cell: str) -> str:
        return f"{10 - int(cell[0])}{'ihgfedcba'['abcdefghi'.index(cell[1])]}" if turn else cell

    notation = Notation(FORMS["shogi"])
    state = SHOGI().from_position(position_of(piece, cells, turn))
    legal = {state.game.action_names[action] for action in state.legal_actions()}
    for cell in cells:
        move = seen(cell) + seen(end)
        assert move in legal
        text = notation.ki2(state, move)
        assert text.removesuffix("不成")[4 if piece == "" else 3 :].lstrip("と龍馬金銀桂飛") == words[cell], (
            cell,
            text,
        )
        assert notation.read(state, text) == move
        assert notation.read(state, text.replace("直", "直上")) == move
        western = notation.western(state, move)
        assert western.startswith(f"{piece}{seen(cell)}-{seen(end)}")
        assert notation.read(state, western) == move


def test_words_may_be_too_many_or_too_few() -> None:
    notation = Notation(FORMS["shogi"])
    state = SHOGI().start()
    for text in ("７六歩", "▲７六歩上", "76歩", "▲７六歩直不成", "7六歩", "☗７六歩(77)", "７六 歩"):
        assert notation.read(state, text) == "7g7f", text
    for text in ("５八金右", "５八金右上", "５八金上右", "58金右"):
        assert notation.read(state, text) == "4i5h", text
    with pytest.raises(NotationError, match="4i or 6i"):
        notation.read(state, "５八金")
    with pytest.raises(IllegalMoveError):
        notation.read(state, "５八銀")
    with pytest.raises(NotationError, match="同"):
        notation.read(state, "同歩")
    assert notation.read(state.play("7g7f").play("3c3d").play("8h2b+"), "△同　銀") == "3a2b"


def test_drops_and_promotions() -> None:
    notation = Notation(FORMS["shogi"])
    state = SHOGI().from_position("4k4/9/9/4G4/9/9/9/9/4K2R1 b GS 1")
    assert notation.ki2(state, "G*5c") == "▲５三金打"
    assert notation.ki2(state, "G*2c") == "▲２三金"
    assert notation.ki2(state, "2i2c+") == "▲２三飛成"
    assert notation.ki2(state, "2i2c") == "▲２三飛不成"
    assert notation.ki2(state, "2i2d") == "▲２四飛"
    assert notation.western(state, "2i2c") == "R-2c="
    assert notation.western(state, "2i2c+") == "R-2c+"
    for text in ("▲５三金打", "G*5c", "G*53", "G5c", "0053KI", "+0053KI"):
        assert notation.read(state, text) == "G*5c", text
    for text in ("５三金", "G-5c", "G5d-5c", "5d5c", "５三金(54)", "5453KI", "+5453KI"):
        assert notation.read(state, text) == "5d5c", text
    for text in ("２三金", "２三金打"):
        assert notation.read(state, text) == "G*2c", text
    for text in ("２三飛不成", "２三飛生", "２三飛", "２三飛成らず", "R-2c=", "R-2c", "+2923HI"):
        assert notation.read(state, text) == "2i2c", text
    for text in ("２三飛成", "23飛成", "R-2c+", "R2i-2c+", "+2923RY", "R29-23+"):
        assert notation.read(state, text) == "2i2c+", text


def test_texts_that_are_no_moves() -> None:
    notation = Notation(FORMS["shogi"])
    state = SHOGI().start()
    for text in ("", " ", "x", "7g", "７六", "歩", "+7776", "+7776XX", "P0a-1b", "7g7f++", "P7g-7f-7e", "x" * 10_000):
        with pytest.raises(GamecoreError):
            state.play(text)
    for text in ("S7g-7f", "P3c-3d", "-7776FU", "+7776KI", "+0777FU", "-3334FU", "+5548GI"):
        with pytest.raises((NotationError, IllegalMoveError)):
            notation.read(state, text)


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        ("shogi", {"7g7f": "P7g-7f", "8h2b+": "B8h-2b+", "N*5e": "N5e"}),
        ("minishogi", {"5d5c": "P5d-5c", "B*3c": "B3c"}),
        ("shogi56", {"3d3c": "P4c-4b", "5a4b": "S6`-5a", "P*1f": "P2e"}),
        ("shogi34", {"2d1c": "K3c-2b", "2a2b": "K3`-3a", "1d1c": "r2c-2b", "B*3a": "b4`", "2c2b": "P3b-3a"}),
        ("torishogi", {"4f3e": "Fa4f-3e", "1a2b": "Ql1a-2b", "S*4d": "Sw4d", "5g6f": "Cr5g-6f", "7a7b": "Qr7a-7b"}),
    ],
)
def test_little_golems_text(variant: str, moves: dict[str, str]) -> None:
    notation = Notation(FORMS[variant])
    for move, text in moves.items():
        board = Board(FORMS[variant].start)
        if move[1] != "*" and board.own(move[:2]) is None:
            board.turn = 1
        assert notation.lg(board, move) == text
        state = cast(Any, Position(board))
        assert notation.read(state, text) == move
        assert notation.read(state, text.swapcase() if variant != "torishogi" else text.lower()) == move
    if variant == "shogi":
        assert notation.read(state, "Pg7-f7") == "7g7f"  # as old records have it


class Position:
    """As much of a state as reading Little Golem's text needs."""

    def __init__(self, board: Board) -> None:
        hands = "-"
        rows = "/".join("".join(piece or "1" for piece in row) for row in board.rows())
        self._text = f"{rows} {'bw'[board.turn]} {hands} 1"

    def position(self) -> str:
        return self._text


# ---- real records -------------------------------------------------------------------------


def test_one_game_in_three_formats() -> None:
    kif, csa, usi = (load(DATA / f"pro2006.{suffix}", game=SHOGI) for suffix in ("kif", "csa", "usi"))
    assert len(usi.turns) == 181
    assert kif.turns == csa.turns == [*usi.turns, "resign"]
    assert kif.players == csa.players == ("P1", "P2")
    assert kif.result == csa.result == (1, -1)
    assert kif.tags == {"開始日時": "2006/12/15 21:03"}
    assert kif.check().is_over
    assert csa.check().turns == kif.turns


@pytest.mark.parametrize("format", FORMATS)
def test_a_real_game_comes_back_in_every_format(format: str) -> None:
    record = load(DATA / "pro2006.kif", game=SHOGI)
    text = dumps(record, format)
    again = read(text)  # found by its beginning
    assert again.turns == record.turns
    if format not in ("usi", "lg"):
        assert (again.players, again.result) == (record.players, record.result)
    assert dumps(again, format) == text


@pytest.mark.parametrize("path", sorted(DATA.glob("lg_*.txt")), ids=lambda path: path.stem)
def test_little_golems_games(path: Path) -> None:
    """Every game is legal to the end that the file states, and comes back in every format that can hold it."""
    variant = path.stem.removeprefix("lg_")
    lines = [line.split("\t")[2] for line in path.read_text().splitlines() if not line.startswith("#")]
    for line, record in zip(lines, iter_records(path), strict=True):
        state = record.check()
        assert record.game == gc.game("shogi", variant)
        assert record.result is not None
        assert state.is_over == (
            record.tags["Termination"] in ("mate", "campmate", "stalemate", "repetition", "resign")
        )
        assert dumps(record, "lg") == line + "\n"
        if record.number % 5 == 1:
            for format in ("usi", "kif", "ki2", "csa") if FORMS[variant].handicap else ("usi",):
                again = read(dumps(record, format))
                assert (again.game, again.turns) == (record.game, record.turns), format


@pytest.mark.parametrize("variant", FORMS)
def test_random_games_in_every_format_and_notation(variant: str) -> None:
    game, notation, rng = gc.game("shogi", variant), Notation(FORMS[variant]), gc.Rng(len(variant))
    names, japanese = game.action_names, FORMS[variant].handicap is not None
    assert names is not None
    for length in (20, 60, 150):
        state = game.start()
        board = Board(state.position())
        assert board.sfen() == state.position() or not japanese
        while not state.is_over and len(state.actions) < length:
            action = state.random_action(rng)
            move, last = names[action], board.last
            texts = [move, notation.lg(board, move), notation.western(state, move)]
            if japanese:
                texts += [notation.ki2(state, move, last), notation.kif(board, move, last), notation.csa(board, move)]
            for index, text in enumerate(texts):
                if index != 2 or board.ranks % 2 or not notation.is_lg(text):  # such a text is Little Golem's
                    assert notation.read(state, text) == move, text
            state.play(action)
            board.play(move)
            assert board.pieces == Board(state.position()).pieces
            assert +board.hands == Board(state.position()).hands
        record = Record(game, state.turns, players=["a", None], result=state.returns() if state.is_over else None)
        for format in FORMATS if japanese else ("usi", "lg"):
            again = read(dumps(record, format))
            assert (again.game, again.turns) == (game, state.turns), format
            if format not in ("usi", "lg"):
                assert (again.players, again.result) == (record.players, record.result), format


@pytest.mark.peers
def test_words_of_ki2_are_those_of_cshogi() -> None:
    """But for pins, which cshogi looks at, and a word that it leaves out where two pieces are on one side."""
    cshogi = pytest.importorskip("cshogi")
    from cshogi import KI2

    game, notation, rng = SHOGI(), Notation(FORMS["shogi"]), gc.Rng(1)
    names = game.action_names
    assert names is not None
    different = 0
    for _ in range(60):
        state, board, last = game.start(), cshogi.Board(), None
        while not state.is_over and len(state.actions) < 250:
            for action in state.legal_actions():
                theirs = (
                    KI2.move_to_ki2(board.move_from_usi(names[action]), board).replace("　", "").replace("竜", "龍")
                )
                ours = notation.ki2(state, names[action], last).replace("　", "")
                assert ours == theirs or set(ours) > set(theirs)
                different += ours != theirs
            action = state.random_action(rng)
            board.push_usi(names[action])
            state.play(action)
            last = names[action][2:4]
    assert different < 50


# ---- KIF ----------------------------------------------------------------------------------

KIF = """\
# ---- Kifu for Windows V7 V7.70 棋譜ファイル ----
開始日時：1999/07/15(木) 19:07:12
棋戦：名人戦
手合割：平手\u3000\u3000
先手：大山康晴
後手：升田幸三
手数----指手---------消費時間--
*before
   1 ７六歩(77)   ( 0:16/00:00:16)
*after one
*
&bookmark
   2 ３四歩(33)   ( 1:05/00:01:05)+
   3 ２二角成(88) ( 0:00/00:00:16)
   4 同　銀(31)   (1:00:01/01:01:06)
   5 ４五角打     (00:10 / 00:00:26)
   6 切れ負け     ( 9:59/01:11:05)
まで5手で時間切れにより先手の勝ち

変化：3手
   3 ２六歩(27)
*aside
   4 投了
"""


def test_kif_reads_all_of_it() -> None:
    record = read(KIF)
    assert record.turns == ["P7g-7f", "P3c-3d", "B8h-2b+", "S3a-2b", "B4e"]
    assert record.players == ("大山康晴", "升田幸三")
    assert record.result == (1, -1)
    assert record.comments == {0: "before", 1: "after one\n\n&bookmark"}
    assert record.tags == {
        "開始日時": "1999/07/15(木) 19:07:12",
        "棋戦": "名人戦",
        "Termination": "time forfeit",
        "MoveTimes": "16 65 0 3601 10 599",
    }
    assert record.position is None
    again = written(record, "kif")
    assert again == record
    assert "   4 同　銀(31)   (60:01/01:01:06)" in dumps(record, "kif")
    assert "まで5手で時間切れにより先手の勝ち" in dumps(record, "kif")
    csa = written(record, "csa")
    assert csa.tags == {
        "START_TIME": "1999/07/15(木) 19:07:12",
        "EVENT": "名人戦",
        "Termination": "time forfeit",
        "MoveTimes": record.tags["MoveTimes"],
    }
    assert (csa.comments, csa.result, csa.players) == (record.comments, record.result, record.players)
    ki2 = written(record, "ki2")
    assert (ki2.comments, ki2.result, ki2.players) == (record.comments, record.result, record.players)
    assert ki2.tags["Termination"] == "time forfeit"


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_kif_charsets(charset: str, end: str) -> None:
    text = KIF.replace("\n", end)
    for data in (text, text[text.index("手合割") :], text.replace("#", "#KIF version=2.0 encoding=UTF-8\n#", 1)):
        if "encoding" in data and charset == "cp932":
            data = data.replace("UTF-8", "Shift_JIS")
        record = read(data.encode(charset))
        assert record.players == ("大山康晴", "升田幸三")
        assert record.turns[-1] == "B4e"
    name = "①髙﨑～ﾃｽﾄ"  # not in plain Shift_JIS
    assert read(text.replace("升田幸三", name).encode("cp932")).players[1] == name


def test_ki2_and_csa_charsets() -> None:
    record = read(KIF)
    for format in ("ki2", "csa"):
        text = dumps(record, format).split("\n", 1)[1]  # without the line that names the charset
        assert read(text.encode("cp932")).players == record.players
        assert read(text.encode()).players == record.players
        first = "'CSA encoding=SHIFT_JIS\n" if format == "csa" else "#KIF version=2.0 encoding=Shift_JIS\n"
        assert read((first + text).encode("cp932")).players == record.players


@pytest.mark.parametrize(
    ("word", "line", "name", "result", "turns"),
    [
        ("投了", "まで1手で先手の勝ち", None, (1, -1), ["resign"]),
        ("中断", "まで1手で中断", "unterminated", None, []),
        ("千日手", "まで1手で千日手", "repetition", (0, 0), []),
        ("持将棋", "まで1手で持将棋", None, (0, 0), ["draw:agreed"]),
        ("詰み", "まで1手で詰み", "mate", (1, -1), []),
        ("切れ負け", "まで1手で時間切れにより先手の勝ち", "time forfeit", (1, -1), []),
        ("反則負け", "まで1手で後手の反則負け", "illegal move", (1, -1), []),
        ("反則勝ち", "まで1手で後手の反則勝ち", "illegal move before", (-1, 1), []),
        ("入玉勝ち", "まで1手で後手の入玉勝ち", "entering king", (-1, 1), []),
        ("不戦敗", "まで1手で不戦敗", "lost by default", (1, -1), []),
    ],
)
def test_ends_of_games(word: str, line: str, name: str | None, result: Any, turns: list[str]) -> None:
    record = read(f"手合割：平手\n   1 ７六歩(77)\n   2 {word}\n")
    assert record.turns == ["P7g-7f", *turns]
    assert record.result == result
    assert record.tags.get("Termination") == name
    text = dumps(record, "kif")
    assert text.endswith(f"   2 {word}\n{line}\n")
    for format in ("kif", "ki2", "csa"):
        assert written(record, format) == record, format
    for bare in (f"▲７六歩\n{line}\n", f"▲７六歩 △{word}\n", f"▲７六歩\n{word}"):
        if bare != f"▲７六歩\n{word}":
            again = read(f"手合割：平手\n{bare}")
            assert (again.turns, again.result) == (record.turns, record.result), bare


@pytest.mark.parametrize(
    ("turns", "result"),
    [(["resign:0"], (-1, 1)), ([], (1, -1)), ([], (0, 0)), ([], None)],
)
@pytest.mark.parametrize("format", ["kif", "ki2", "csa"])
def test_other_ends_are_kept_too(turns: list[str], result: Any, format: str) -> None:
    record = shogi("P7g-7f", *turns, result=result)
    assert written(record, format) == record


def test_ends_after_the_fact() -> None:
    """A foul of either side, whoever is to move."""
    for word, result, name in (
        ("+ILLEGAL_ACTION", (-1, 1), "illegal move before"),
        ("-ILLEGAL_ACTION", (1, -1), "illegal move"),
        ("KACHI", (-1, 1), "entering king"),
        ("HIKIWAKE", (0, 0), None),
        ("MATTA", None, "unterminated"),
    ):
        record = read(f"PI\n+\n+7776FU\n%{word}\n")
        assert (record.result, record.tags.get("Termination")) == (result, name)
    with pytest.raises(RecordError, match="no end"):
        read("PI\n+\n+7776FU\n%NONSENSE\n")


@pytest.mark.parametrize("name", HANDICAPS)
def test_handicaps(name: str) -> None:
    kif = f"手合割：{name}\n下手：a\n上手：b\n   1 ６二玉(51)\n   2 ７六歩(77)\n   3 投了\n"
    record = read(kif)
    assert record.turns == ["K5a-6b", "P7g-7f", "resign"]
    assert record.position == HANDICAPS[name] + " 1"
    assert record.result == (1, -1)
    assert record.players == ("a", "b")
    for format in ("kif", "ki2", "csa", "usi"):
        again = written(record, format)
        assert (again.position, again.turns) == (record.position, record.turns)
    assert f"手合割：{name}\n下手：a" in dumps(record, "kif")
    assert "まで2手で下手の勝ち" in dumps(record, "kif")


DIAGRAM = """\
後手：羽生善治
後手の持駒：飛　角　金　銀　桂　香　歩十四\u3000
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂 ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ 馬 ・ ・ ・ ・ ・|二
| ・ ・v玉 ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・v全 ・ ・ ・ ・|四
| ・ ・v銀 ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|六
| 歩 ・ ・ ・ ・ ・v歩 ・ ・|七
| ・ ・ ・ ・ ・ ・ 龍 ・ ・|八
| ・ 桂v金 ・v金 ・ ・ 桂 香|九
+---------------------------+
先手：谷川浩司
先手の持駒：銀二　歩二
手数＝171  ▲６二角成  まで
後手番
"""


def test_diagrams() -> None:
    sfen = "ln7/3+B5/2k6/4+s4/2s6/4K4/P5p2/6+R2/1Ng1g2NL w 2S2Prbgsnl14p 172"
    record = read(DIAGRAM + "手数----指手---------消費時間--\n   1 同　玉(73)\n   2 ３七龍(38)\n")
    assert record.position == sfen
    assert record.players == ("谷川浩司", "羽生善治")
    assert record.turns == ["K7c-6b", "R3h-3g"]
    shown = diagram(Board(sfen))
    assert "\n".join(shown[1:13]) == "\n".join(DIAGRAM.splitlines()[2:14])
    text = dumps(record, "kif")
    assert read(text).position == sfen
    assert read(text).turns == record.turns
    assert read("\n".join(diagram(Board(sfen)))).position == sfen
    for wrong in (DIAGRAM.replace("v玉", "v王将"), DIAGRAM.replace("馬", "鯨"), DIAGRAM.replace("|二", "|二\n|・|")):
        with pytest.raises(GamecoreError):
            read(wrong).start()


def test_kif_names_of_smaller_games() -> None:
    for variant, form in FORMS.items():
        if form.handicap is None or variant == "shogi":
            continue
        rows = "\n".join(diagram(Board(form.start)))
        for head in (f"手合割：{form.handicap}\n", f"手合割：{form.handicap}\n{rows}\n", rows + "\n"):
            draft = load_draft(head)
            assert draft.form is form
            assert draft.position is None or Board(draft.position).sfen() == Board(form.start).sfen()


def load_draft(text: str) -> Any:
    from gamecore.records.kif import _Reader

    reader = _Reader()
    for line in text.splitlines():
        if line.strip():
            reader.take(line)
    if reader._rows:
        reader._diagram()
    return reader.draft


VARIATIONS = """\
手数----指手---------消費時間--
   1 ２六歩(27)+
   2 ３四歩(33)
   3 ２五歩(26)
   4 ３三角(22)
   5 投了

変化：3手
   3 ７六歩(77)+
*third
   4 ４四歩(43)
   5 投了

変化：4手
*fourth
   4 ３五歩(34)

変化：3手
   3 ６六歩(67)

変化：2手
   2 ８四歩(83)

変化：1手
   1 ７六歩(77)
"""


def test_variations() -> None:
    record = read(VARIATIONS)
    assert record.turns == ["P2g-2f", "P3c-3d", "P2f-2e", "B2b-3c", "resign"]
    assert record.variations == {
        2: [
            Line(["P7g-7f", "P4c-4d"], {1: "third"}, variations={1: [Line(["P3d-3e"], {0: "fourth"})]}),
            Line(["P6g-6f"]),
        ],
        1: [Line(["P8c-8d"])],
        0: [Line(["P7g-7f"])],
    }
    for format in ("kif", "ki2", "json"):
        assert written(record, format).variations == record.variations
    ours = [line.rstrip("+") for line in VARIATIONS.splitlines() if line.strip() and "投了" not in line]
    theirs = [
        line for line in dumps(record, "kif").splitlines()[2:] if line and "投了" not in line and "まで" not in line
    ]
    assert theirs == ours
    assert "\n\n変化：4手\n*fourth\n△３五歩\n\n変化" in dumps(record, "ki2")


def test_variations_that_are_wrong() -> None:
    for number in (0, 7, 99999):
        with pytest.raises(RecordError, match="no variation"):
            read(VARIATIONS + f"変化：{number}手\n")
    record = read(VARIATIONS.replace("８四歩(83)", "８五鯨(83)").replace("６六歩(67)", "６六歩(68)"))
    assert record.variations[1] == [Line(["8五鯨(83)"])]
    assert "変化：2手\n\n" in dumps(record, "kif")


def test_several_kif_games_and_a_fault_between() -> None:
    text = KIF + "\n" + KIF.replace("７六歩(77)", "７六鯨(77)") + KIF.replace("升田幸三", "三")
    records = list(iter_records(io.StringIO(text), "kif", SHOGI))
    assert [record.error is None for record in records] == [True, False, True]
    assert records[2].players[1] == "三"
    assert "move 1" in str(records[1].error)
    both = dumps([records[0], records[2]], "kif")
    assert [record.players[1] for record in iter_records(io.StringIO(both), "kif", SHOGI)] == ["升田幸三", "三"]
    bare = "1 ７六歩(77)\n2 ３四歩(33)\n1 ２六歩(27)\n"
    assert [r.turns for r in iter_records(io.StringIO(bare), game=SHOGI)] == [["P7g-7f", "P3c-3d"], ["P2g-2f"]]


def test_ki2_in_any_layout() -> None:
    for text in (
        "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角\n",
        "▲７六歩△３四歩▲２二角成△同銀▲４五角打",
        "☗76歩　☖34歩　☗22角成　☖同 銀\n☗45角",
        "先手：a\n\n▲７六歩(77)\n△３四歩(33)\n▲２二角成(88)\n△同銀\n▲４五角",
    ):
        record = read(text)
        assert record.turns == ["P7g-7f", "P3c-3d", "B8h-2b+", "S3a-2b", "B4e"], text
    with pytest.raises(RecordError, match=r"move 2 .*４四歩|move 2"):
        read("▲７六歩 △４五歩 ▲２六歩")
    with pytest.raises(RecordError, match="move 3"):
        read("▲７六歩 △３四歩 ▲５八金")


# ---- CSA ----------------------------------------------------------------------------------

CSA = """\
'CSA encoding=UTF-8
V3.0
N+NAKAHARA
N-YONENAGA, K.
$EVENT:13th World Computer Shogi Championship
$START_TIME:2003/05/03 10:30:00
$TIME+:900+0+5
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
'a comment
+
+7776FU,T12
-3334FU
T6.5
'** 30 -8822UM
+8822UM
'*taken
-3122GI
+0045KA
%CHUDAN
T3
"""


def test_csa_reads_all_of_it() -> None:
    record = read(CSA)
    assert record.turns == ["P7g-7f", "P3c-3d", "B8h-2b+", "S3a-2b", "B4e"]
    assert record.players == ("NAKAHARA", "YONENAGA, K.")
    assert record.position is None
    assert record.comments == {0: "a comment", 2: "* 30 -8822UM", 3: "taken"}
    assert record.tags == {
        "EVENT": "13th World Computer Shogi Championship",
        "START_TIME": "2003/05/03 10:30:00",
        "TIME+": "900+0+5",
        "MoveTimes": "12 6.5 - - - 3",
        "Termination": "unterminated",
    }
    assert written(record, "csa") == record
    kif = written(record, "kif")
    assert kif.tags["棋戦"] == record.tags["EVENT"]
    assert kif.tags["MoveTimes"] == "12 6 - - - 3"


@pytest.mark.parametrize(
    ("text", "sfen"),
    [
        ("PI82HI22KA\n-\n", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("P-11OU21FU22FU23FU24FU25FU26FU27FU28FU29FU\nP+00HI00HI\nP-00AL\n+\n", None),
        ("P1-OU *  *  *  *  *  *  *  * \nP9 *  *  *  *  *  *  *  * +OU\nP+55TO00FU00FU\nP-00KA\n-\n", None),
        ("-\n", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ],
)
def test_csa_positions(text: str, sfen: str | None) -> None:
    record = read(text, "csa")
    board = Board(str(record.position))
    if sfen is not None:
        assert record.position == sfen
    elif "AL" in text:
        assert board.hands["R"] == 2
        assert board.hands["p"] == 9
        assert (board.hands["g"], board.hands["b"]) == (4, 2)
    else:
        assert record.position == "k8/9/9/9/4+P4/9/9/9/8K w 2Pb 1"
        assert written(record, "csa") == record
        assert written(record, "kif") == record


def test_several_csa_games() -> None:
    one = "N+a\nPI\n+\n+7776FU\n%TORYO\n"
    texts = (f"V2.2\n{one}/\n{one}/\n{one}", one * 3, f"V2\n{one}" * 3, f"V2.2\n{one}/\n/\n{one}/\n{one}/\n")
    for text in texts:
        records = list(iter_records(io.StringIO(text), "csa", SHOGI))
        assert [(r.number, r.turns, r.players) for r in records] == [
            (number, ["P7g-7f", "resign"], ("a", None)) for number in (1, 2, 3)
        ], text
    text = f"{one}/\nN+b\nPI\n+\n+7776XX\n+2726FU\n/\n{one}"
    records = list(iter_records(io.StringIO(text), "csa", SHOGI))
    assert [record.error is None for record in records] == [True, False, True]
    assert dumps(records[::2], "csa").count("\n/\n") == 1
    with pytest.raises(RecordError, match="game 1"):
        read("PI\n+\nhello\n", "csa")
    with pytest.raises(RecordError, match="other side"):
        read("PI\n+\n-3334FU\n")


# ---- USI and Little Golem -----------------------------------------------------------------


def test_usi_lines() -> None:
    moves = "7g7f 3c3d 8h2b+ 3a2b B*4e"
    turns = ["P7g-7f", "P3c-3d", "B8h-2b+", "S3a-2b", "B4e"]
    for head in (
        "position startpos moves ",
        "startpos moves ",
        f"position sfen {START} 1 moves ",
        f"sfen {START} moves ",
        "",
    ):
        record = read(head + moves)
        assert (record.turns, record.position) == (turns, None)
        assert dumps(record, "usi") == f"position startpos moves {moves}\n"
    mid = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
    record = read(f"position sfen {mid} moves 8h2b+ 3a2b resign")
    assert record.position == mid
    assert record.turns == ["B8h-2b+", "S3a-2b", "resign"]
    assert written(record, "usi") == record
    assert read("position startpos").turns == []
    for wrong in ("startpos moves 7g7f x", "startpos moves resign 7g7f", "position sfen 9/9 b - 1", "7g7f 9j9i"):
        with pytest.raises((RecordError, PositionError)):
            read(wrong, "usi").check()


def test_lg_lines() -> None:
    text = "# remark\n1-0\tmate\t[shogi;SHOGI;null;P7g-7f;Pc3-d3;resign]\n"
    record = read(text)
    assert record.turns == ["P7g-7f", "Pc3-d3", "resign"]
    assert (record.result, record.tags) == ((1, -1), {"Termination": "mate"})
    assert dumps(record, "lg") == "[shogi;SHOGI;null;P7g-7f;P3c-3d;resign]\n"
    for wrong in (
        "[shogi;XX;null]",
        "[shogi;SHOGI;null;P7g-7f;hello]",
        "[chess;X]",
        "[shogi;SHOGI;null;resign;P7g-7f]",
    ):
        with pytest.raises(RecordError):
            read(wrong, "lg")
    with pytest.raises(RecordError, match="cannot hold a start position"):
        dumps(read("手合割：角落ち\n"), "lg")


# ---- files --------------------------------------------------------------------------------


def test_files_by_suffix_and_by_content(tmp_path: Path) -> None:
    record = shogi("P7g-7f", "P3c-3d", "resign", players=["é 髙", "b"], result=(1, -1))
    for suffix in (".kif", ".kifu", ".ki2", ".ki2u", ".csa", ".usi", ".sfen"):
        path = tmp_path / f"game{suffix}"
        dump(record, path)
        again = load(path, game=SHOGI)
        assert again.turns == record.turns
        path = path.rename(tmp_path / f"{suffix[1:]}.txt")
        assert load(path, game=SHOGI) == again
    dump(record, tmp_path / "lg.txt", "lg")
    assert load(tmp_path / "lg.txt", game=SHOGI).turns == record.turns


def test_games_without_such_records() -> None:
    hex_record = Record(gc.game("hex"), ["a1"])
    for format in FORMATS:
        with pytest.raises(RecordError, match="hex has no"):
            dumps(hex_record, format)
    with pytest.raises(RecordError):
        loads("position startpos moves 7g7f", game="hex")


def test_tags_are_no_structure() -> None:
    names = [
        "手合割",
        "先手",
        "後手",
        "変化",
        "後手の持駒",
        "a b",
        "",
        "1 ７六歩(77)",
        "#x",
        "*",
        "まで",
        "N+",
        "P1",
        "V2",
        "$",
    ]
    names += [
        "TERMINATION",
        "RESULT",
        "Result",
        "RE",
        "Event",
        "EV",
        "x：y",
        "▲",
        "手数",
        "上手",
        "下手番",
        "+",
        "%TORYO",
    ]
    record = shogi(
        "P7g-7f", tags=dict.fromkeys(names, "5五将棋"), comments={0: "1 ７六歩(77)\n変化：1手", 1: "+7776FU\n/"}
    )
    for format in FORMATS:
        again = written(record, format)
        assert (again.turns, again.players, again.position, again.result) == (["P7g-7f"], (None, None), None, None)
        if format in ("kif", "ki2", "csa"):
            assert again.comments == record.comments
    broken = shogi("P7g-7f", players=["a\n1 ２六歩(27)", "\n%TORYO"], tags={"Event": "x\n後手：z", "NOTE": "\n/\nN+q"})
    for format in ("kif", "ki2", "csa"):
        again = written(broken, format)
        assert (again.turns, again.players) == (["P7g-7f"], ("a 1 ２六歩(27)", "%TORYO"))


# ---- hostile input ------------------------------------------------------------------------

HOSTILE: dict[str, dict[str, Part]] = {
    "kif": {
        "comments": "*あ\n".encode(),
        "heads": "先手：あ\n".encode(),
        "keys": (b"", "あ：い\n".encode()),
        "hands": ("先手の持駒：".encode(), "歩十".encode()),
        "rows": "| ・\n".encode(),
        "moves": "1 ７六歩(77)\n".encode(),
        "one line": ("▲７六歩".encode(), "あ".encode()),
        "moves of one line": "▲７六歩△３四歩".encode(),
        "line": b"1 ",
        "digits": b"1",
        "spaces": (b"1 7", b" "),
        "clocks": (b"1 76", b"(0:1/"),
        "ends": "まで".encode(),
        "lines": "1 投了\n".encode(),
        "variations": "変化：1手\n1 ７六歩(77)\n".encode(),
        "zeros": b"\0",
        "high bytes": b"\xff",
    },
    "csa": {
        "games": b"/\n",
        "moves": b"+7776FU\n",
        "commas": (b"+7776FU", b",T1"),
        "tags": b"$A:b\n",
        "comments": b"'x\n",
        "ranks": b"P1-KY\n",
        "hands": (b"P+", b"00FU"),
        "all": (b"P+", b"00AL"),
        "names": (b"N+", b"x"),
        "versions": b"V2\n+7776FU\n",
        "high bytes": b"\x82\xa0",
    },
    "usi": {
        "moves": (b"position startpos moves", b" 7g7f"),
        "row": (b"position sfen ", b"9"),
        "rows": (b"position sfen ", b"9/"),
        "lines": b"startpos\n",
        "spaces": (b"position", b" "),
    },
    "lg": {
        "moves": (b"[shogi;SHOGI;null", b";P7g-7f"),
        "brackets": b"[",
        "games": b"[shogi;",
        "spaces": (b"[shogi", b" "),
        "semicolons": (b"[shogi;SHOGI;null", b";"),
        "lines": b"[shogi;SHOGI;null]\n",
    },
}


@pytest.mark.parametrize(
    ("format", "part"),
    [pytest.param(format, part, id=f"{format} {name}") for format in HOSTILE for name, part in HOSTILE[format].items()],
)
def test_hostile_files_cost_linear_time(format: str, part: Part) -> None:
    def read(data: bytes) -> None:
        for name in (format, None):
            try:
                for record in iter_records(io.BytesIO(data), name, SHOGI):
                    assert len(record.turns) <= 10_000
                    assert len(str(record.error)) < 600
            except RecordError:
                pass

    costs_linear_time(part, read, 10_000)


@pytest.mark.parametrize("format", ["csa", "usi", "lg", "kif"])
def test_reading_streams(format: str) -> None:
    game = {
        "csa": b"V2.2\nN+a\nN-b\nPI\n+\n+7776FU\nT3\n-3334FU\nT1\n%TORYO\n/\n",
        "usi": b"position startpos moves 7g7f 3c3d\n",
        "lg": b"[shogi;SHOGI;null;P7g-7f;P3c-3d]\n",
        "kif": "先手：a\n1 ７六歩(77)\n2 投了\n".encode(),
    }[format]
    records = iter_records(cast(Any, Endless(game)), game=SHOGI)
    assert next(records).error is None
    with little_memory(8_000_000):
        for _ in range(2000):
            assert next(records).error is None


SEEDS = [
    KIF,
    DIAGRAM + "   1 同　玉(73)\n",
    CSA,
    "手合割：六枚落ち\n▲４二玉 △７六歩\nまで2手で中断\n",
    f"position sfen {START} 1 moves 7g7f",
    "PI82HI\nP+00FU\nP-00AL\n-\n-5142OU\n%TORYO\n/\nPI\n+\n",
    "1-0\tmate\t[shogi;SHOGI;null;P7g-7f]\n",
]


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=100), st.text(max_size=60).map(str.encode)), st.sampled_from([None, *FORMATS]))
@example("1 ７六歩(".encode(), None)
@example("手数＝".encode(), "kif")
@example(b"P1+FU\n-", "csa")
@example(b"|v|", "kif")
@example("|v歩".encode(), "kif")
def test_any_bytes_are_records_or_errors(data: bytes, format: str | None) -> None:
    for record in readable(data, format, SHOGI):
        assert record.error is None


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SEEDS), st.data())
def test_damaged_files_are_records_or_errors(seed: str, data: st.DataObject) -> None:
    text = "".join(damaged(seed, data, st.text(seed[:40] + "\n：同成打19一九+-/'|v", max_size=3)))
    for record in readable(text.encode(), None, SHOGI):
        try:
            record.check()
        except GamecoreError:
            continue
        for format in ("kif", "csa", "usi"):
            again = read(dumps(record, format), format)
            assert (again.turns, again.position) == (record.replayed().turns, record.position)

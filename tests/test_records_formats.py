"""Record files: the formats, with a toy game, and every real file in `records` whose game reads it.

The toy is a heap of stones: a turn takes one to three of them, and who takes the last one wins. With the option
`dice` a die is rolled before each turn and named in its text, `4:2`.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, cast

import gamecore
import pytest
from gamecore.errors import GamecoreError, IllegalMoveError, NotationError, PositionError, RecordError, VariantError
from gamecore.game import Game
from gamecore.records import (
    Line,
    PdnDialect,
    Record,
    SgfDialect,
    TextDialect,
    dump,
    dumps,
    iter_records,
    load,
    loads,
    points_of,
    size_of,
)
from gamecore.records.sgf_tree import Node
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strangers import Endless, Part, costs_linear_time, damaged, hostile, little_memory, readable

DATA = Path(__file__).parent / "records"

# ---- a toy game ---------------------------------------------------------------------------


class HeapSgf(SgfDialect):
    gm = 99
    events = ("heap",)
    suffixes = (".heap",)
    values = "[a-c]|resign"
    size = 10

    def turn(self, value: str, game: Any) -> str:
        return value if value == "resign" else str("abc".index(value) + 1)

    def value(self, turn: str, game: Any) -> str:
        return turn if turn == "resign" else "abc"[int(turn) - 1]


class HeapPdn(PdnDialect):
    game_types = (("77", {"size": 10}), ("78", {"size": 20}))
    moves = "[1-3][-x]9"

    def sides(self, game: Any) -> tuple[str, str]:
        return "Black", "White"

    def turn(self, move: str) -> str:
        return move[0]

    def move(self, turn: str) -> str:
        return f"{turn}-9"


class HeapText(TextDialect):
    turns = "[1-3]"
    omitted = "1"  # with one stone left there is no choice
    separator = ""


class Heap:
    slug = "heap"
    num_players = 2
    has_random_start = False
    sgf, pdn, text = HeapSgf(), HeapPdn(), HeapText()

    def __init__(self, size: int = 10, dice: bool = False, **unknown: object) -> None:
        if unknown:
            raise VariantError(f"heap has no option {next(iter(unknown))!r}")
        self.options = {"size": size, "dice": dice}

    def start(self, seed: int | None = None, setup: str | None = None) -> HeapState:
        return HeapState(self, self.options["size"], setup=setup)

    def from_position(self, text: str) -> HeapState:
        if not text.isdecimal():
            raise PositionError(f"{text!r} is no number of stones")
        return HeapState(self, int(text), start_position=text)

    def play_recorded(self, state: HeapState, text: str) -> None:
        state.play(text)

    def turns_since(self, before: HeapState, state: HeapState) -> list[str]:
        return state.turns[len(before.turns) :]

    let_chance_fall = Game.let_chance_fall

    def chance_in_turn(self, state: HeapState, text: str) -> list[int]:
        return [int(text[0])] if text[1:2] == ":" else []


class HeapState:
    in_turn = False

    def __init__(self, game: Heap, stones: int, setup: str | None = None, start_position: str | None = None) -> None:
        self.game, self.stones, self.setup, self.start_position = game, stones, setup, start_position
        self.die: int | None = None
        self.turns: list[str] = []
        self.actions: list[int] = []
        self.mover = 0
        self.ended: list[float] | None = None

    @property
    def is_over(self) -> bool:
        return self.ended is not None or not self.stones

    @property
    def is_chance(self) -> bool:
        return bool(self.game.options["dice"]) and self.die is None and not self.is_over

    @property
    def player(self) -> int | None:
        return None if self.is_over or self.is_chance else self.mover

    @property
    def num_legal(self) -> int:
        return min(3, self.stones)

    def legal_moves(self) -> list[str]:
        return [str(n + 1) for n in range(self.num_legal)]

    def returns(self) -> list[float]:
        lost = self.mover if not self.stones else None
        return self.ended or ([0.0, 0.0] if lost is None else [1.0 - 2 * (s == lost) for s in (0, 1)])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(die, 1 / 6) for die in range(1, 7)]

    def play_chance(self, outcome: int) -> None:
        self.die = outcome
        self.actions.append(outcome)

    def play(self, turn: str | int) -> None:
        if isinstance(turn, str) and turn.startswith(("resign", "draw:")):
            seat = int(turn[7:]) if turn.startswith("resign:") else self.mover
            self.ended = [0.0, 0.0] if turn[0] == "d" else [1.0 - 2 * (s == seat) for s in (0, 1)]
            self.turns.append("resign" if turn == f"resign:{self.mover}" else turn)
            return
        digit = str(turn).rpartition(":")[2]
        if isinstance(turn, str) and not digit.isdecimal():
            raise NotationError(f"{turn!r} is no turn")
        step = turn if isinstance(turn, int) else int(digit) - 1
        if self.player is None or not 0 <= step < self.num_legal:
            raise IllegalMoveError(f"{turn!r} is not possible with {self.stones} stones")
        self.turns.append(f"{self.die}:{step + 1}" if self.die else str(step + 1))
        self.actions.append(step)
        self.stones -= step + 1
        self.die, self.mover = None, 1 - self.mover

    def play_turns(self, turns: list[str]) -> int:
        return 0  # no core reads its texts

    def position(self) -> str:
        return str(self.stones)

    def copy(self) -> HeapState:
        twin = HeapState(self.game, self.stones, self.setup, self.start_position)
        twin.__dict__.update(self.__dict__, turns=list(self.turns), actions=list(self.actions))
        return twin


HEAP = cast(Any, Heap)
"""The class as the readers take it."""


def heap(*turns: str, start: Any = None, **fields: Any) -> Record:
    return Record(cast(Any, start or Heap()), turns, **fields)


def texts(record: Record) -> list[str]:
    return [state.position() for state in record.states()]


# ---- replay -------------------------------------------------------------------------------


def test_replay_gives_every_state() -> None:
    record = heap("3", "3", "1", "3")
    assert texts(record) == ["10", "7", "4", "3", "0"]
    assert record.final_state().is_over
    assert record.movers() == [0, 1, 0, 1]


def test_first_illegal_turn_is_named() -> None:
    with pytest.raises(RecordError, match=r"game 7, turn 4 \('2'\).*1 stones"):
        heap("3", "3", "3", "2", "1", number=7).final_state()


def test_result_is_checked_only_where_the_game_is_over() -> None:
    heap("3", result=(-1, 1)).check()
    heap("3", "3", "1", "3", result=(-1, 1)).check()
    heap("3", "3", "1", "3", result=(0, 2)).check()  # the scale does not matter
    with pytest.raises(RecordError, match="the turns lead to"):
        heap("3", "3", "1", "3", result=(1, -1)).check()


def test_from_state_replays_to_the_same_state() -> None:
    game = Heap(dice=True)
    state = game.start()
    for die, step in ((4, 2), (1, 0)):
        state.play_chance(die)
        state.play(step)
    state.play_chance(6)  # saved between the die and the move
    record = Record.from_state(cast(Any, state), players=["A", None], tags={"Event": "x"})
    assert record.turns == ["4:3", "1:1"]
    assert record.actions == [4, 2, 1, 0, 6]
    final = cast(HeapState, record.final_state())
    assert (final.actions, final.die, final.stones) == (state.actions, 6, 6)


def test_chance_comes_from_the_actions_or_the_text_or_is_missed() -> None:
    game = Heap(dice=True)
    assert texts(heap("4:3", "1:1", start=game)) == ["10", "7", "6"]
    with pytest.raises(RecordError, match="how chance fell"):
        heap("3", start=game).final_state()
    with pytest.raises(RecordError, match=r"turn 1 \('4:3'\): its actions say '5:3'"):
        heap("4:3", start=game, actions=[5, 2]).final_state()
    with pytest.raises(RecordError, match="the actions end before it"):
        heap("4:3", start=game, actions=[]).final_state()


def test_stated_movers_are_checked() -> None:
    assert heap("3", "resign", seats=[0, 0]).final_state().turns == ["3", "resign:0"]
    with pytest.raises(RecordError, match="turn 2"):
        heap("3", "3", seats=[0, 0]).final_state()


def test_replayed_has_canonical_texts_and_steps() -> None:
    record = heap("0:3", "resign").replayed()
    assert (record.turns, record.actions) == (["3", "resign"], [2])


def test_a_random_start_must_be_known() -> None:
    with pytest.raises(RecordError, match="start"):
        Record(gamecore.game("go", random=True), ["aa"]).final_state()


# ---- JSON ---------------------------------------------------------------------------------


def test_json_keeps_everything() -> None:
    record = heap(
        "3",
        "draw:agreed",
        start=Heap(12),
        players=['Ø "x" ]', None],
        position="9",
        actions=[2],
        result=(0, 0),
        tags={"EV": "e"},
        comments={1: "c"},
    )
    text = dumps(record)
    assert text.count("\n") == 1
    again = loads(text, game=HEAP)
    assert again == record
    assert again.final_state().turns == ["3", "draw:agreed"]


def test_json_keeps_what_cannot_be_replayed() -> None:
    assert loads(dumps(heap("3", "9")), game=HEAP).turns == ["3", "9"]


def test_json_lines_and_a_fault_between_them() -> None:
    lines = [dumps(heap("1")), "{]\n", "\n", '{"format": "else"}\n', dumps(heap("2"))]
    records = list(iter_records(io.StringIO("".join(lines)), game=HEAP))
    assert [record.number for record in records] == [1, 2, 3, 4]
    assert [record.error is None for record in records] == [True, False, False, True]
    assert records[3].turns == ["2"]
    with pytest.raises(RecordError, match="game 2: not valid JSON"):
        records[1].final_state()


def test_json_may_be_spread_and_may_have_unknown_keys() -> None:
    data = json.loads(dumps(heap("1", "2")))
    assert loads(json.dumps(data | {"new": {}}, indent=2), game=HEAP).turns == ["1", "2"]


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"version": True},
        {"game": 3},
        {"game": "hexx"},
        {"options": {"size": [1]}},
        {"options": {"size": 10**30}},
        {"players": ["a"]},
        {"players": "ab"},
        {"players": [1, 2]},
        {"turns": None},
        {"turns": [1]},
        {"turns": "12"},
        {"actions": [-1]},
        {"actions": [True]},
        {"actions": [10**40]},
        {"result": [1, 2, 3]},
        {"result": ["1", "2"]},
        {"result": [10**400, 0]},
        {"position": "\ud800"},
        {"options": {"\udfff": 1}},
        {"tags": {"a": 1}},
        {"comments": {"x": "y"}},
        {"setup": 3},
    ],
)
def test_json_is_strict_about_types_and_sizes(change: dict[str, Any]) -> None:
    data = json.loads(dumps(heap("1", "2"))) | change
    with pytest.raises(RecordError, match="game 1"):
        loads(json.dumps(data), game=HEAP)


def test_json_numbers_must_be_finite() -> None:
    text = dumps(heap("1", result=(0, 0)))
    for number in ("NaN", "Infinity", "1e999"):
        with pytest.raises(RecordError):
            loads(text.replace("0.0, 0.0", f"{number}, 0.0"), game=HEAP)


# ---- SGF ----------------------------------------------------------------------------------


def sgf(text: str | bytes) -> Record:
    return loads(text, "sgf", game=HEAP)


def test_sgf_reads_head_moves_and_comments() -> None:
    record = sgf("(;FF[4] GM[99]\nSZ[8]PB[A]PW[B]RE[W+R]EV[cup]C[hello]\n;B[c]C[one];W[a];B[resign]\n)")
    assert record.game.options["size"] == 8
    assert record.players == ("A", "B")
    assert record.turns == ["3", "1", "resign"]
    assert record.result == (-1, 1)
    assert record.tags == {"RE": "W+R", "EV": "cup"}
    assert record.comments == {0: "hello", 1: "one"}
    assert record.check().turns == record.turns


def test_sgf_follows_the_first_variation() -> None:
    assert sgf("(;B[a](;W[b](;B[c])(;B[a];W[a]))(;W[c]))").turns == ["1", "2", "3"]


@pytest.mark.parametrize("name", ["x]", "]", "a]b", ":]", "x] y;(", "a\\\\b", "];", "a])", "a][b", "Ω≠é"])
def test_sgf_names_may_be_anything(name: str) -> None:
    assert sgf(f"(;FF[4]EV[null]PB[{name}]PW[other]SZ[9];B[a])").players[0] == name.replace("\\\\", "\\")


def test_sgf_escapes_and_old_names() -> None:
    record = sgf("(;GaMe[99]PlayerBlack[a\\]b\\\\]C[x\\\ny\\:z];Black[a])")
    assert record.players == ("a]b\\", None)
    assert record.comments == {0: "xy:z"}
    assert record.turns == ["1"]


@pytest.mark.parametrize("charset", ["UTF-8", "ISO-8859-1", "GB18030", "Shift_JIS", "Big5", "koi8-r"])
def test_sgf_charset_is_the_declared_one(charset: str) -> None:
    name = {"ISO-8859-1": "Jörg", "koi8-r": "Женя", "UTF-8": "Žółw"}.get(charset, "表示十能")  # 表 ends in a backslash
    name = "功許" if charset == "Big5" else name
    assert sgf(f"(;CA[{charset}]PB[{name}]PW[x];B[a])".encode(charset)).players == (name, "x")


@pytest.mark.parametrize(
    "declared", [b"", b"CA[utf-8]", b"CA[nonsense]", b"CA[hex]", b"CA[utf-16]", b"CA[unicode_escape]", b"CA[idna]"]
)
def test_sgf_wrong_bytes_are_latin1(declared: bytes) -> None:
    record = sgf(b"(;" + declared + b"PB[J\xf6rg]PW[\xc3\xb6 \\]];B[a])")
    assert record.players == ("Jörg", "ö ]")


def test_sgf_byte_order_marks() -> None:
    assert sgf("\ufeff(;PB[é];B[a])".encode()).players[0] == "é"
    assert sgf("(;PB[é];B[a])".encode("utf-16")).players[0] == "é"


def test_sgf_fault_does_not_lose_the_next_game() -> None:
    text = "(;PB[1];B[a])\n(;PB[2];B[a;W[b])\n(;PB[3];B[q])\n(;PB[4];B[a] oops (;B[c])\n(;PB[5];B[c])"
    records = list(iter_records(io.BytesIO(text.encode()), "sgf", HEAP))
    assert [record.error is None for record in records] == [True, False, False, False, True]
    assert records[4].players[0] == "5"
    assert "move 1: B[q] is not a move of heap" in str(records[2].error)
    fault = records[3].error
    assert fault is not None
    assert isinstance(fault.__cause__, NotationError)
    assert (fault.__cause__.line, fault.__cause__.column) == (4, 19)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(;B[a]", (1, 7)),
        ("(;\nB[a", (2, 3)),
        ("(;B", (1, 4)),
        ("(;;B[a]\n  W)", (2, 4)),
        ("(;(B[a]))", (1, 4)),
        ("(;;B[a]7)", (1, 8)),
        ("(; [a])", (1, 4)),
    ],
)
def test_sgf_faults_have_a_place(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(RecordError) as caught:
        sgf(text)
    cause = caught.value.__cause__
    assert isinstance(cause, NotationError)
    assert (cause.line, cause.column) == place


def test_sgf_writes_what_it_reads() -> None:
    record = heap(
        "3",
        "1",
        "resign:0",
        players=["a]b\\", "c"],
        result=(-1, 1),
        tags={"EV": "e", "Date": "2020", "lower": "lost"},
        comments={0: "top", 2: "two]"},
    )
    text = dumps(record, "sgf")
    assert text == (
        "(;FF[4]CA[UTF-8]GM[99]PB[a\\]b\\\\]PW[c]SZ[10]EV[e]DT[2020]RE[W]C[top];B[c];W[a]C[two\\]];B[resign])\n"
    )
    again = sgf(text)
    assert (again.players, again.result, again.comments) == (record.players, record.result, record.comments)
    assert again.check().turns == ["3", "1", "resign"]


def test_sgf_keeps_an_agreed_draw_and_the_result_text() -> None:
    record = heap("3", "draw:agreed", result=(0, 0), tags={"RE": "Draw"})
    text = dumps(record, "sgf")
    assert "RE[Draw];B[c];XB[draw:agreed])" in text
    assert sgf(text) == record


def test_sgf_cannot_hold_a_position() -> None:
    with pytest.raises(RecordError, match="format='json' can"):
        dumps(heap("1", position="4"), "sgf")


def test_sgf_helpers() -> None:
    node: Node = {"SZ": ["19:19"]}
    assert size_of(node, 9) == 19
    assert size_of({}, 9) == 9
    for bad in ("19:9", "x", "-3", "9999999"):
        with pytest.raises(RecordError):
            size_of({"SZ": [bad]}, 9)
    assert points_of(["ab", "aa:bb", "zA"]) == ["ab", "aa", "ba", "bb", "zA"]
    for wrong in (["a1"], ["aa:ZZ"] * 8000):
        with pytest.raises(RecordError):
            points_of(wrong)


def test_sgf_dialects_score_a_file() -> None:
    dialect = HeapSgf()

    def score(suffix: str = "", node: str = "B", value: str = "a", **root: str) -> int:
        head: Node = {name: [text] for name, text in root.items()}
        return dialect.score([head, {node: [value]}], suffix)

    assert score(GM="1") == score(value="zz") == score(node="R") == 0
    assert score(GM="99") > score(EV="heap.ch.1") > score(node="B") > score(node="W")
    assert score(".heap") > score()


@pytest.mark.parametrize(
    ("slug", "turns", "options"),
    [
        ("hex", [], {}),
        ("hex", ["resign"], {"size": 5}),
        ("hex", ["a1", "b2"], {"swap": False}),
        ("hex", [" A1 ", "SWAP", "RESIGN"], {}),
        ("hex", ["a1", "resign:0"], {}),
        ("connect6", ["a1", "b1 c1"], {"size": 15}),
        ("connect6", ["draw:agreed"], {}),
        ("amazons", [], {"start": "cross"}),
        ("amazons", ["resign"], {"size": 6}),
        ("go", ["Q4", "D16"], {"max_turns": 7}),
        ("go", ["resign"], {"size": 9, "komi": 7.123456789}),
        ("go", [], {"hahn": True, "ko": "superko"}),
        ("go", [], {"torus": True, "size": 11}),
    ],
)
def test_sgf_comes_back_as_the_same_game(slug: str, turns: list[str], options: dict[str, Any]) -> None:
    game = gamecore.game(slug, **options)
    record = Record(game, turns, result=(1, -1))
    again = loads(dumps(record, "sgf"))
    assert again.game == game
    assert again.replayed().turns == record.replayed().turns == loads(dumps(record)).turns


def test_sgf_resignation_keeps_its_side() -> None:
    record = loads("(;FF[4]SZ[5]RE[W];W[bc];W[resign])")
    assert loads(dumps(record)).check().returns() == record.check().returns() == [-1, 1]


def test_sgf_cannot_hold_half_a_turn() -> None:
    state = gamecore.game("amazons").start()
    state.play(state.legal_actions()[0])
    assert loads(dumps(Record.from_state(state))).final_state() == state
    with pytest.raises(RecordError, match="within a turn"):
        dumps(Record.from_state(state), "sgf")


@pytest.mark.parametrize("slug", ["hex", "go", "amazons"])
def test_tags_are_no_structure(slug: str) -> None:
    names = [
        "GM",
        "FF",
        "CA",
        "SZ",
        "B",
        "W",
        "AB",
        "AW",
        "AE",
        "PL",
        "VA",
        "TO",
        "KM",
        "XA",
        "XB",
        "XG",
        "XO",
        "C",
        "RE",
    ]
    names += ["FEN", "Result", "GameType", "StartSetup", "Termination", "x]", "a b", 'n "v"] [m', "White", ""]
    record = Record(gamecore.game(slug), tags=dict.fromkeys(names, "1"))
    again = loads(dumps(record, "sgf"))
    assert (again.game, again.turns, again.setup, again.players) == (record.game, [], None, (None, None))
    record = heap(
        "3", tags=dict.fromkeys(names, "20") | {"Event": 'x"] [White "me"]'}, comments={1: "[A" + ' "b"]' * 99}
    )
    again = pdn(dumps(record, "pdn"))
    fields = (again.game.options, again.turns, again.players, again.position, again.setup, again.result)
    assert fields == (record.game.options, ["3"], (None, None), None, None, None)


# ---- PDN ----------------------------------------------------------------------------------

GAME = '[White "w"]\n[Black "b"]\n[Result "1-0"]\n[GameType "77"]\n\n'


def pdn(text: str | bytes) -> Record:
    return loads(text, "pdn", game=HEAP)


def test_pdn_reads_tags_moves_and_comments() -> None:
    record = pdn(GAME + "{first} 1. 3-9 2x9! {a\n b} $4 (1... 1-0 {no} (x)) 2.\n1-9 ; rest\n%skip\n1... 3-9*\n1-0")
    assert record.players == ("b", "w")
    assert record.turns == ["3", "2", "1", "3"]
    assert record.result == (1, -1)
    assert record.comments == {0: "first", 2: "a b", 3: "rest"}
    assert record.nags == {2: [1, 4]}
    assert record.variations == {1: [Line([], {0: "no"}, {}, {0: [Line(["x"])]})]}
    assert record.tags == {}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", (1, -1)),
        ("2-0", (1, -1)),
        ("0-1", (-1, 1)),
        ("0-2", (-1, 1)),
        ("1-1", (0, 0)),
        ("1/2-1/2", (0, 0)),
        ("*", None),
    ],
)
def test_pdn_results(text: str, result: tuple[float, float] | None) -> None:
    assert pdn(f'[GameType "77"]\n3-9 {text}').result == result
    assert pdn(f'[GameType "77"][Result "{text}"]\n3-9').result == result


def test_pdn_games_without_results_or_tags_and_faults_between() -> None:
    text = (
        GAME + "1. 3-9\n\n" + GAME + "1. 2-9 {open\n\n" + GAME + "1. hello\n" + GAME + "1. 1-9 *\n\n"
        '[Black "b"]\n[White]\n[GameType "77"]\n1. 1-9 *\n' + GAME + "1. 3-9 (1. 2-9 *\n" + GAME + "2-9 1-0"
    )
    records = list(iter_records(io.StringIO(text), "pdn", HEAP))
    assert [record.error is None for record in records] == [True, False, False, True, False, False, True]
    assert "move 1: 'hello' is not a move" in str(records[2].error)
    assert isinstance(records[1].error.__cause__ if records[1].error else None, NotationError)


@pytest.mark.parametrize("name", ['O"Neill', 'the "x" man', "a]b", 'a\\\\"b', "ends\\", ""])
def test_pdn_names_may_be_anything(name: str) -> None:
    record = pdn(f'[Black "{name}"]\n[GameType "77"]\n3-9 *')
    assert len(str(record.players[0])) >= len(name) - 1
    assert pdn(dumps(record, "pdn")).players == record.players


def test_pdn_writes_what_it_reads() -> None:
    turns = ["1"] * 18 + ["resign"]
    record = heap(*turns, start=Heap(20), players=["b", "w"], result=(-1, 1), comments={2: "two }"}, tags={"EV": "e"})
    text = dumps(record, "pdn")
    assert '[GameType "78"]' in text
    assert '[Event "e"]' in text
    assert "1. 1-9 1-9 {two )} 2. 1-9" in text
    assert max(map(len, text.splitlines())) < 80
    again = pdn(text)
    assert (again.turns, again.players, again.result) == (turns, ("b", "w"), (-1, 1))
    assert again.check().is_over


def test_pdn_is_written_in_canonical_texts() -> None:
    record = Record(gamecore.game("draughts"), ["9 - 13", "24-20", "RESIGN"])
    assert "1. 9-13 24-20 *" in dumps(record, "pdn")
    assert loads(dumps(record, "pdn")).turns == ["9-13", "24-20", "resign"]
    for format in ("pdn", "sgf"):
        with pytest.raises(RecordError, match="which no reader takes"):
            dumps(heap("3", players=["x" * 2_000_000, None]), format)


def test_pdn_keeps_positions_and_setups() -> None:
    for fields in ({"position": "7"}, {"setup": "seven"}):
        record = heap("3", **fields)
        again = pdn(dumps(record, "pdn"))
        assert (again.position, again.setup) == (record.position, record.setup)


# ---- transcripts --------------------------------------------------------------------------


def test_transcripts_get_their_forced_turns_back() -> None:
    record = loads("# remark\n3 3; 3\n", "text", HEAP)
    assert record.turns == ["3", "3", "3"]
    assert loads("1. 3 3 2. 2 1", "text", HEAP).turns == ["3", "3", "2", "1"]
    assert loads("333resign", "text", HEAP).turns == ["3", "3", "3", "resign"]
    assert dumps(heap("3", "3", "3", "1"), "text") == "333\n"
    with pytest.raises(RecordError, match="column 3"):
        loads("33x3", "text", HEAP)


def test_numbered_lines_of_a_transcript_are_one_game() -> None:
    text = "# one\n1. 3 3\n2. 2 1\n\n  3. 1\n# two\n1. 3 x\n2. 1\n1. 2 2 2. 3 3"
    one, two, three = iter_records(io.StringIO(text), "text", HEAP)
    assert one.turns == ["3", "3", "2", "1", "1"]
    assert isinstance(two.error, RecordError)
    assert (three.turns, three.number) == (["2", "2", "3", "3"], 3)
    assert len(loads("1. 1" + "\n2. 1" * 1000, "text", HEAP).turns) == 1001
    with pytest.raises(GamecoreError, match="longer than"):
        loads("1. 1" + "\n2. 1" * 300_000, "text", HEAP)


# ---- files --------------------------------------------------------------------------------


def test_load_wants_exactly_one() -> None:
    for text in ("", "  \n", "no game"):
        with pytest.raises(RecordError):
            loads(text, "sgf", game=HEAP)
    with pytest.raises(RecordError, match="several"):
        loads("(;B[a])(;B[b])", "sgf", game=HEAP)
    with pytest.raises(RecordError, match="none of the formats"):
        loads("\0", game=HEAP)
    with pytest.raises(RecordError, match="no record format 'xyz'; there are json"):
        loads("", "xyz")
    with pytest.raises(RecordError, match="no game called 'xyz'"):
        loads("(;B[a])", game="xyz")


def test_format_by_content() -> None:
    record = heap("3", "2", players=["a", "b"])
    for format in ("json", "sgf", "pdn", "text"):
        assert loads(dumps(record, format), game=HEAP).turns == record.turns


def test_dump_and_load_files(tmp_path: Path) -> None:
    record = heap("3", "2", players=["é", "\ud800"])
    for suffix in (".json", ".jsonl", ".sgf", ".pdn", ".txt"):
        path = tmp_path / f"game{suffix}"
        dump(record, path)
        assert load(path, game=HEAP).turns == ["3", "2"]
        with path.open("rb") as binary, path.open(encoding="utf-8") as text:
            assert load(binary, game=HEAP) == load(text, game=HEAP)
    dump([record, record], tmp_path / "two.sgf")
    assert len(list(iter_records(tmp_path / "two.sgf", game=HEAP))) == 2
    stream = io.BytesIO()
    dump(record, stream, "sgf")
    assert "é".encode() in stream.getvalue()
    with pytest.raises(RecordError, match="names no format"):
        dump(record, tmp_path / "game.xyz")


def test_a_record_that_cannot_be_written_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("old")
    with pytest.raises(RecordError):
        dump(heap("3", "9"), path)
    assert path.read_text() == "old"


def test_a_game_with_its_options_is_taken_as_it_is() -> None:
    game = cast(Any, Heap(size=5))
    assert loads("(;SZ[9];B[a])", game=game).game is game


@pytest.mark.parametrize(
    "game",
    [
        b"(;FF[4]PB[a]PW[b]SZ[10];B[a];W[b];B[c])",
        GAME.encode() + b"1. 3-9 2-9 1-0\n",
        dumps(heap("1", "2")).encode(),
        b"333\n",
    ],
)
def test_reading_streams(game: bytes) -> None:
    records = iter_records(cast(Any, Endless(game)), game=HEAP)
    next(records)
    with little_memory(8_000_000):
        for _ in range(3000):
            assert next(records).error is None


# ---- hostile input ------------------------------------------------------------------------

HOSTILE: dict[str, dict[str, Part]] = {
    "sgf": {
        "open brackets": b"(",
        "nested nodes": b"(;",
        "nested moves": b"(;B[a]",
        "nested heads": b"(;FF[4]",
        "open values": b"(;FF[",
        "open value": (b"(;FF[4]C[", b"x"),
        "brackets in a value": (b"(;FF[4]C[", b"]x"),
        "spaces in a value": (b"(;FF[4]C[", b"]  "),
        "backslashes": (b"(;FF[4]C[", b"\\"),
        "values": (b"(;FF[4]AB", b"[]"),
        "nodes": (b"(", b";"),
        "name": (b"(;", b"A"),
    },
    "json": {
        "line": (b'{"format": "', b"x"),
        "depth": b"[",
        "objects": b'{"a":',
        "digits": (b'{"format": "gamecore-record", "version": ', b"1"),
        "lines": b"{\n",
    },
    "pdn": {
        "tags": b'[A "b"]\n',
        "open tags": b'[A "',
        "quotes": (b'[A "', b'"'),
        "open comments": b"1. 1-9 {",
        "open comment": (b"1. 1-9 {", b"x"),
        "variations": (b"1. ", b"("),
        "closed variations": (b"1. ", b"()"),
        "moves": b"1-9 3-9 ",
        "digits": b"1",
        "dots": b"1. . ",
        "blanks": (b"1-9", b" "),
        "zeros": b"\0",
        "high bytes": b"\xff",
    },
    "text": {"turns": b"1", "zeros": b"\0"},
}
"""By format."""


@pytest.mark.parametrize(
    ("format", "part"),
    [pytest.param(format, part, id=f"{format} {name}") for format in HOSTILE for name, part in HOSTILE[format].items()],
)
def test_hostile_files_cost_linear_time(format: str, part: Part) -> None:
    """Errors and no more."""

    def read(data: bytes) -> None:
        for record in iter_records(io.BytesIO(data), format, HEAP):
            assert record.error or format in ("pdn", "text")

    costs_linear_time(part, read)


@pytest.mark.slow
@pytest.mark.parametrize("format", HOSTILE)
def test_hostile_files_cost_little_memory(format: str) -> None:
    for part in HOSTILE[format].values():
        data = hostile(part, 1_500_000)
        with little_memory(100_000_000):
            for _ in iter_records(io.BytesIO(data), format, HEAP):
                pass


@pytest.mark.parametrize(("format", "begin"), [("sgf", b"(;FF[4]C["), ("json", b'{"'), ("pdn", b'[A "b"]\n{')])
def test_a_huge_line_is_one_error_with_a_place(format: str, begin: bytes) -> None:
    records = list(iter_records(io.BytesIO(b"\n" + begin + b"x" * 20_000_000), format, HEAP))
    assert len(records) == 1
    with pytest.raises(RecordError, match=r"line [23], column"):
        records[0].final_state()


SEEDS = [
    b"(;FF[4]CA[utf-8]GM[99]PB[x]SZ[9];B[a]C[t\\]];W[b](;B[c])(;B[a]))",
    GAME.encode() + b"1. 3-9 {c} 2-9 (1. 2-9) $3 2. 1-9 1-0",
    dumps(heap("1", "2", actions=[0, 1], result=(0, 0), tags={"a": "b"}, comments={1: "x"})).encode(),
    b"# x\n3 3 2 resign\n",
]


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([None, "json", "sgf", "pdn", "text"]))
@example(b"(;B[", None)
@example(b'[A "b" ', "pdn")
def test_any_bytes_are_records_or_errors(data: bytes, format: str | None) -> None:
    for record in readable(data, format, HEAP):
        try:
            record.check()
        except GamecoreError:
            continue
        dumps(record)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SEEDS), st.data())
def test_damaged_files_are_records_or_errors(seed: bytes, data: st.DataObject) -> None:
    for record in readable(bytes(damaged(seed, data, st.binary(max_size=3))), None, HEAP):
        try:
            record.check()
        except GamecoreError:
            continue
        assert loads(dumps(record), game=HEAP) == record


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20), min_size=2, max_size=2),
    st.dictionaries(st.sampled_from(["EV", "RO", "GN"]), st.text("ab]\\[;()é \"'", max_size=20)),
    st.lists(st.sampled_from("12"), max_size=3),
)
def test_sgf_round_trip(players: list[str], tags: dict[str, str], turns: list[str]) -> None:
    record = heap(*turns, players=players, tags=tags)
    assert sgf(dumps(record, "sgf")) == record
    assert sgf(dumps(record, "sgf").encode()) == record


# ---- the real files -----------------------------------------------------------------------


def real_files() -> list[Any]:
    found: list[Any] = []
    for slug in gamecore.list_games():
        cls = gamecore.games.game_class(slug)
        suffixes = {".sgf": cls.sgf, ".pdn": cls.pdn, ".txt": getattr(cls, "text", None)}
        suffixes |= dict.fromkeys(cls.sgf.suffixes if cls.sgf else (), cls.sgf)
        for path in sorted((DATA / slug).glob("*")):
            if suffixes.get(path.suffix) and path.name not in ("SOURCE.txt", "expected.txt"):
                found.append(pytest.param(slug, path, id=f"{slug}/{path.name}"))
    return found


@pytest.mark.parametrize(("slug", "path"), real_files())
def test_real_file(slug: str, path: Path) -> None:
    """The game is recognised, every turn is legal, and writing it loses nothing."""
    record = load(path)
    assert record.game.slug == slug
    state = record.check()
    if "FinalFEN" in record.tags:
        fields = state.position().split(":")[:3]  # the clocks are not in the tag
        assert record.game.from_position(record.tags["FinalFEN"]).position() == ":".join(fields)
    game = type(record.game)
    for format in ("json", "sgf", "pdn", "text"):
        if format == "json" or getattr(game, format, None):
            again = loads(dumps(record, format))
            assert again.game == record.game
            assert (again.turns, again.players, again.result) == (state.turns, record.players, record.result)
    exact = Record.from_state(state, players=record.players, tags=record.tags)
    assert loads(dumps(exact)).final_state().actions == state.actions
    assert record.replayed().turns == state.turns

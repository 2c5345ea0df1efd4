"""KIF and KI2, the record formats of Japanese programs.

    手合割：平手
    先手：A
    手数----指手---------消費時間--
       1 ７六歩(77)   ( 0:16/00:00:16)
    *a comment
       2 投了

A KIF move says where the piece came from, a KI2 move (`▲７六歩`, several a line) only what tells it from the other
moves that are possible, so that the reader has to play. Both are read by one reader, in any mixture. A line of comment
that begins with & is a bookmark. Variations (変化：9手) stand behind the game, the last to part from it first; each
parts from the line before it or from one that this line parted from.

Other starts than the usual one are the handicaps (手合割) or a diagram (BOD). Names of games on smaller boards:
5五将棋 and ゴロゴロ将棋. Files are written in UTF-8 and say so in their first line.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from gamecore.errors import GamecoreError, RecordError
from gamecore.notation_shogi import (
    FORMS,
    JAPANESE,
    KANJI,
    MARKS,
    NAMES,
    PIECES,
    RANKS,
    SHORT,
    WIDE,
    Board,
    board_of,
    plain,
)
from gamecore.records.find import Finder
from gamecore.records.record import Line, Record, is_outside
from gamecore.records.scan import Scanner
from gamecore.records.shogi import (
    ENDINGS,
    FOUL,
    FOUL_BEFORE,
    KIF,
    RESIGN,
    TIME,
    GameLines,
    KifuDialect,
    Script,
    Walk,
    form_of,
    read_lines,
    same,
)

if TYPE_CHECKING:
    from gamecore._core import State

_HEAD = "#KIF version=2.0 encoding=UTF-8"
_EVEN = FORMS["shogi"].start.replace(" b", " w")
HANDICAPS = {
    name: _EVEN.replace("lnsgkgsnl/1r5b1", rows)
    for name, rows in {
        "香落ち": "lnsgkgsn1/1r5b1",
        "右香落ち": "1nsgkgsnl/1r5b1",
        "角落ち": "lnsgkgsnl/1r7",
        "飛車落ち": "lnsgkgsnl/7b1",
        "飛香落ち": "lnsgkgsn1/7b1",
        "二枚落ち": "lnsgkgsnl/9",
        "三枚落ち": "lnsgkgsn1/9",
        "四枚落ち": "1nsgkgsn1/9",
        "五枚落ち": "2sgkgsn1/9",
        "左五枚落ち": "1nsgkgs2/9",
        "六枚落ち": "2sgkgs2/9",
        "左七枚落ち": "2sgkg3/9",
        "右七枚落ち": "3gkgs2/9",
        "八枚落ち": "3gkg3/9",
        "十枚落ち": "4k4/9",
    }.items()
}
"""Positions by the names of the handicaps: gote gives them and moves first."""
_FORMS = {form.handicap: form for form in FORMS.values() if form.handicap} | {
    name: FORMS[variant]
    for variant, names in {
        "minishogi": ("五五将棋", "五々将棋", "5五"),
        "shogi56": ("ゴロゴロ", "ごろごろ将棋", "どうぶつしょうぎ ごろごろ"),
        "shogi56plus": ("ごろごろ将棋プラス",),
    }.items()
    for name in names
}
_SENTE, _GOTE = ("先手", "下手"), ("後手", "上手")
_OWNED = {"手合割", "変化", *_SENTE, *_GOTE, *(f"{side}の持駒" for side in _SENTE + _GOTE)}
_SEATS = dict.fromkeys(_SENTE, 0) | dict.fromkeys(_GOTE, 1)
_WORDS = {word: ending for ending in ENDINGS for word in ending.kif}

_HEADER = re.compile(r"([^\s：:|+\-#*&'][^：:]{0,40})[：:](.*)")
_VARIATION = re.compile(r"変化[：:]\s*(\d{1,5})手")
_NUMBERED = re.compile(r"(\d{1,5})\s*[\s.:、]\s*(.*)", re.ASCII)
_COLUMNS = re.compile(r"\d(?:\s+\d){2,8}", re.ASCII)
_TIME = re.compile(r"\(\s*(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2}(?:\.\d{1,3})?)\s*(?:/[^)]{0,20})?\)\s*\+?$", re.ASCII)
_RESULT = re.compile(r"まで[、\s]*\d{1,5}手(?:で|にて)?(.*)")
_WINNER = re.compile("(先手|後手|下手|上手)の(反則勝ち|入玉勝ち|宣言勝ち|勝ち|反則負け|切れ負け|負け)")
_COUNTED = re.compile(rf"([{''.join(SHORT[p] for p in 'PLNSGBR')}])([{KANJI}十]{{1,3}}|\d{{1,2}})?", re.ASCII)
_NUMBER = re.compile(r"手数[=＝]\s*(\d{1,4})", re.ASCII)
_LAST = re.compile(rf"[{MARKS}]\s*([1-9１-９][1-9１-９{KANJI}])")
_NAME = re.compile(rf"[^\s：:|+\-#*&'{MARKS}\d][^：:\s]{{0,40}}")

_MOVE = rf"(?:[1-9１-９][1-9１-９{KANJI}][ 　]{{0,9}})?同?[ 　]{{0,9}}(?:成|[{''.join(SHORT.values())}王竜])"
BEGINS = re.compile(
    rf"(?:[#*&][^\n]*(?:\n|\Z)|\s)*(?:[^\x00-\x7f：]{{1,20}}[：:]|手数[-=＝]|[{MARKS}]\s{{0,9}}(?:{_MOVE}|投了)|まで\s*\d"
    rf"|\+--|\|[ v][^\x00-\x7f]|\d{{1,5}}[ \t　]{{1,20}}[{MARKS}]?(?:{_MOVE}|投了|中断))|#\s*(?:KIF|-+ *Kifu)",
    re.ASCII,
)


class _Reader(GameLines):
    """One game, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = False
        """Whether there was a move or an end, so that another head is the next game's."""
        self._rows: list[str] = []
        self._hands: Counter[str] = Counter()
        self._turn: int | None = None
        self._number = 1
        self._last: str | None = None

    @staticmethod
    def bare(line: str) -> str:
        """A line without its end and the blanks around it."""
        return line.strip("\r\n\t 　\ufeff")

    def is_next(self, line: str) -> bool:
        """Whether a line belongs to another game."""
        if not self.begun or line[0] in "*&#":
            return False
        numbered = None if _COLUMNS.fullmatch(line) else _NUMBERED.match(line)
        if numbered:
            return int(numbered[1]) == 1 and not self.draft.aside and bool(self.draft.moves)
        if line.startswith("手数-"):
            return True
        return bool(_HEADER.match(line)) and not _VARIATION.match(line) and not _RESULT.match(line)

    def take(self, line: str) -> None:
        """Read a line that is not empty."""
        draft = self.draft
        sign = line[0]
        if sign == "#" or line.startswith("手数-"):
            self.known = self.known or sign != "#"
        elif sign in "*&":
            draft.comment(line[1:] if sign == "*" else line)
        elif sign == "|":
            self.known = True
            self._rows.append(line)
            if len(self._rows) > 9:
                raise RecordError("the diagram has more than 9 rows")
        elif found := _VARIATION.match(line):
            draft.vary(int(found[1]) - 1)
        elif _COLUMNS.fullmatch(line):
            pass  # the files above a diagram
        elif numbered := _NUMBERED.match(line):
            self.known = self.begun = True
            self._numbered(numbered[2])
        elif sign in MARKS:
            self.known = self.begun = True
            self._moves(line)
        elif found := _RESULT.match(line):
            self.known = self.begun = True
            self._end(found[1])
        elif found := _NUMBER.match(line):
            self._number = int(found[1]) + 1
            if last := _LAST.search(line):
                self._last = unicodedata.normalize("NFKC", last[1])
        elif line[:2] in _SEATS and line[2:] == "番":
            self._turn = _SEATS[line[:2]]
        elif found := _HEADER.match(line):
            self._header(found[1].strip(), found[2].strip())

    def _header(self, name: str, text: str) -> None:
        draft = self.draft
        self.known = True
        if name in _SEATS:
            draft.player(_SEATS[name], text)
        elif name[2:] == "の持駒" and name[:2] in _SEATS:
            self._hand(_SEATS[name[:2]], text)
        elif name == "手合割":
            self._handicap(text)
        else:
            draft.tag(name, text)

    def _handicap(self, text: str) -> None:
        name = re.sub(r"^(\d)枚", lambda digit: "〇一二三四五六七八九"[int(digit[1])] + "枚", text)
        if name in HANDICAPS:
            self.draft.form, self.draft.position = FORMS["shogi"], HANDICAPS[name] + " 1"
        elif name in _FORMS:
            self.draft.form = _FORMS[name]
        elif name and name != "その他":
            raise RecordError(f"手合割：{text[:40]} is no handicap that is known; a diagram serves for others")

    def _hand(self, seat: int, text: str) -> None:
        for name, count in _COUNTED.findall(text.partition("なし")[0]):
            self._hands[PIECES[name].lower() if seat else PIECES[name]] += _count(count)

    def _numbered(self, text: str) -> None:
        draft = self.draft
        text = plain(text)
        if time := _TIME.search(text):
            hours, minutes, seconds = (float(part or 0) for part in time.groups())
            if not draft.aside:
                draft.times[len(draft.moves)] = f"{hours * 3600 + minutes * 60 + seconds:g}"
            text = text[: time.start()].rstrip()
        text = text.rstrip("+ ")
        word = text.lstrip(MARKS).strip()
        if word in _WORDS:
            self._ends(word)
        elif word:
            self._move(text)

    def _ends(self, word: str) -> None:
        if not self.draft.aside:  # how a variation ends is not kept
            self.draft.ending = _WORDS[word]

    def _moves(self, line: str) -> None:
        text = plain(line)
        at = 0
        while at < len(text):
            found = JAPANESE.match(text, at)
            if not found:
                word = text[at:].strip(f"{MARKS} ")
                if word in _WORDS:
                    self._ends(word)
                    return
                raise RecordError(f"move {len(self.draft.moves) + 1}: {text[at : at + 20]!r} is no move")
            self._move(found[0].strip())
            at = found.end()
            at += len(text) - at - len(text[at:].lstrip(" ,、。"))

    def _move(self, text: str) -> None:
        if self.draft.ending is not None and not self.draft.aside:
            raise RecordError(f"move {len(self.draft.moves) + 1}: {text[:40]!r} after the end of the game")
        self.draft.move(text)

    def _end(self, text: str) -> None:
        """A line such as まで83手で時間切れにより先手の勝ち."""
        draft = self.draft
        if draft.aside:
            return
        found = _WINNER.search(text)
        if found:
            seat, how = _SEATS[found[1]], found[2]
            draft.winner = seat if how.endswith("勝ち") else 1 - seat
        if draft.ending is not None:
            return
        if not found:
            draft.ending = next((_WORDS[word] for word in _WORDS if word in text), None)
        elif "時間切れ" in text or how == "切れ負け":
            draft.ending = TIME
        elif how in _WORDS:
            # Of the loser or the winner: which of the words it is depends on who is to move.
            mover = (self._start_turn() + len(draft.moves)) % 2
            ending = _WORDS[how]
            if ending in (FOUL, FOUL_BEFORE):
                ending = FOUL if draft.winner != mover else FOUL_BEFORE
            draft.ending = ending
        elif not draft.times and not any("(" in move for move in draft.moves[-1:]):
            draft.ending = RESIGN  # KI2 has no other word for it

    def _start_turn(self) -> int:
        if self._turn is not None:
            return self._turn
        return int(self.draft.position is not None and " w " in self.draft.position)

    def record(self, finder: Finder[KifuDialect], number: int) -> Record:
        """The game, all its lines read."""
        if not self.known:
            raise RecordError("there is neither a head nor a move of KIF in it")
        if self._rows:
            self._diagram()
        last = self._last
        draft = self.draft

        def read(walk: Walk, text: str) -> str:
            before = walk.board.last or (None if last is None else last[0] + _rank(last[1]))
            return walk.notation.read_japanese(walk.board, text, before, walk.legal)

        return draft.record(finder, number, read)

    def _diagram(self) -> None:
        rows = [[_piece(row[i], row[i + 1]) for i in range(1, _width(row), 2)] for row in self._rows]
        text = "/".join("".join(piece or "1" for piece in row) for row in rows)
        hands = "".join(f"{count}{letter}" for letter, count in self._hands.items() if count) or "-"
        turn = "bw"[self._start_turn()]
        board = Board(f"{text} {turn} {hands} {self._number}")
        form = form_of(board)
        if self.draft.form is None or (self.draft.form.variant, form.variant) != ("shogi56plus", "shogi56"):
            self.draft.form = form
        self.draft.position = board.sfen()


def _width(row: str) -> int:
    end = row.find("|", 1)
    return (end if end > 0 else len(row)) - 1


def _piece(owner: str, name: str) -> str:
    if owner == " " and name in "・　 ．.":
        return ""
    piece = PIECES.get(name)
    if piece is None or owner not in " ^▲☗vVｖ△▽☖":
        raise RecordError(f"{owner + name!r} in the diagram is no piece")
    return piece if owner in " ^▲☗" else piece.lower()


def _rank(text: str) -> str:
    return RANKS[KANJI.index(text) if text in KANJI else int(text) - 1]


def _count(text: str) -> int:
    """A number up to 99 in digits or in words: 十八."""
    if not text or text.isdecimal():
        return int(text or 1)
    tens, ten, ones = text.rpartition("十") if "十" in text else ("", "", text)
    digits = [KANJI.find(part[-1:]) + 1 if part else 0 for part in (tens, ones)]
    return (digits[0] or 1) * 10 * bool(ten) + digits[1]


def read(scan: Scanner, finder: Finder[KifuDialect]) -> Iterator[Record]:
    """The games of a KIF or KI2 stream."""
    return read_lines(scan, finder, _Reader)


# ---- writing ----------------------------------------------------------------------------------


def write(record: Record) -> str:
    """A record as KIF, checked by replay."""
    script = Script(record, "kif", ENDINGS)
    spent = [0, 0]

    def show(moves: list[tuple[str, list[str]]], first: int, main: bool) -> Iterator[str]:
        for index, (text, comment) in enumerate(moves, first):
            yield _timed(script, index, text, spent) if main else f"{index + 1:4} {text}"
            yield from comment

    def say(state: State, move: str, last: str | None) -> str:
        return script.notation.kif(board_of(state.position()), move, last)

    parts = _Writer(say, show).parts(script)
    if script.ending:
        parts[0].append(_timed(script, len(script.moves), script.ending.kif[0], spent))
    return _joined(script, "手数----指手---------消費時間--", parts)


def write_ki2(record: Record) -> str:
    """A record as KI2, checked by replay."""
    script = Script(record, "ki2", ENDINGS)

    def show(moves: list[tuple[str, list[str]]], first: int, main: bool) -> Iterator[str]:
        row: list[str] = []
        for text, comment in moves:
            row.append(text)
            if comment or len(row) == 6:
                yield " ".join(row)
                yield from comment
                row = []
        if row:
            yield " ".join(row)

    return _joined(script, "", _Writer(script.notation.ki2, show).parts(script))


class _Writer(NamedTuple):
    """How a format says a move, and how it shows several with their comments: from a number on, of the game or not."""

    say: Callable[[State, str, str | None], str]
    show: Callable[[list[tuple[str, list[str]]], int, bool], Iterable[str]]

    def parts(self, script: Script) -> list[list[str]]:
        """The game and its variations, each as lines of the file."""
        record = script.record
        line = Line(record.turns, record.comments, variations=record.variations)
        return self._parts(line, record.start(), 0, None, main=True)

    def _parts(self, line: Line, state: State, first: int, last: str | None, main: bool = False) -> list[list[str]]:
        names = state.game.action_names
        assert names is not None
        moves: list[tuple[str, list[str]]] = []
        aside: list[list[list[str]]] = []
        for played in range(len(line.turns) + 1):
            for variation in reversed(line.variations.get(played, ())):
                begins, *others = self._parts(variation, state.copy(), first + played, last)
                aside.append([["", f"変化：{first + played + 1}手", *begins], *others])
            if played == len(line.turns) or is_outside(line.turns[played]):
                break
            action = _legal_action(state, line.turns[played])
            if action is None:
                break  # a variation that is wrong from here
            move = names[action]
            moves.append((self.say(state, move, last), _comment(line.comments.get(played + 1))))
            state.play(action)
            last = move[2:4]
        return [[*_comment(line.comments.get(0)), *self.show(moves, first, main)], *chain(*reversed(aside))]


def _legal_action(state: State, turn: str) -> int | None:
    try:
        action = state.parse(turn)
    except GamecoreError:
        return None
    return action if state.is_legal(action) else None


def _joined(script: Script, rule: str, parts: list[list[str]]) -> str:
    main, *variations = parts
    return "\n".join([*_head(script), rule, *main, *_last_line(script), *chain(*variations)]) + "\n"


def _head(script: Script) -> list[str]:
    record, board = script.record, script.board()
    lines = [_HEAD]
    lines += [f"{name}：{text}" for name, text in script.tags(KIF) if _NAME.fullmatch(name) and name not in _OWNED]
    given = _handicap(board)
    shown = given is None and (record.position is not None)
    if not shown or script.form.variant != "shogi":
        lines.append(f"手合割：{given or script.form.handicap}")
    players = [
        f"{name}：{' '.join(player.split())}"
        for name, player in zip(_names(given), record.players, strict=True)
        if player is not None
    ]
    return [*lines, *players, *(diagram(board) if shown else ())]


def _handicap(board: Board) -> str | None:
    return next((name for name, sfen in HANDICAPS.items() if same(board, board_of(sfen))), None)


def _names(handicap: str | None) -> tuple[str, str]:
    return ("下手", "上手") if handicap else ("先手", "後手")


def diagram(board: Board) -> list[str]:
    """A position as Japanese programs show it (BOD)."""
    rule = f"+{'---' * board.files}+"
    rows = [f"|{''.join(_shown(piece) for piece in row)}|{KANJI[rank]}" for rank, row in enumerate(board.rows())]
    files = "".join(f" {WIDE[file - 1]}" for file in range(board.files, 0, -1))
    lines = [f"後手の持駒：{_held(board, 'w')}", f" {files}", rule, *rows, rule, f"先手の持駒：{_held(board, 'b')}"]
    if board.number > 1:
        lines.append(f"手数＝{board.number - 1}")
    return lines + ["後手番"] * board.turn


def _shown(piece: str) -> str:
    if not piece:
        return " ・"
    return ("v" if piece[-1].islower() else " ") + SHORT[piece.upper()]


def _held(board: Board, side: str) -> str:
    held: list[str] = []
    for piece in "RBGSNLP":
        count = board.hands[piece if side == "b" else piece.lower()]
        if count > 0:
            tens, ones = divmod(count, 10)
            number = (KANJI[tens - 1] if tens > 1 else "") + "十" * (tens > 0) + (KANJI[ones - 1] if ones else "")
            held.append(NAMES[piece] + (number if count > 1 else ""))
    return "　".join(held) or "なし"


def _timed(script: Script, index: int, text: str, spent: list[int]) -> str:
    time = script.time(index)
    line = f"{index + 1:4} {text}"
    if time is None:
        return line
    seconds = int(float(time))
    spent[index % 2] += seconds
    total = spent[index % 2]
    clock = f"{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02}"
    width = sum(1 if letter.isascii() else 2 for letter in text)
    return f"{line}{' ' * max(1, 13 - width)}({seconds // 60:2}:{seconds % 60:02}/{clock})"


def _comment(text: str | None) -> list[str]:
    if text is None:
        return []
    return [line if line.startswith("&") else f"*{line}" for line in text.splitlines() or [""]]


def _last_line(script: Script) -> list[str]:
    ending = script.ending
    if ending is None:
        return []
    names = _names(_handicap(script.board()))
    word = ending.kif[0]
    if ending.value in (1, -1) and ending.name not in ("mate", "won by default", "lost by default"):
        winner, loser = (script.mover, 1 - script.mover)[:: ending.value or 1]
        if ending is TIME:
            word = f"時間切れにより{names[winner]}の勝ち"
        elif ending is FOUL:
            word = f"{names[loser]}の反則負け"
        else:
            word = f"{names[winner]}の{'勝ち' if ending is RESIGN else word}"
    return [f"まで{len(script.moves)}手で{word}"]

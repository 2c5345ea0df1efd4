"""CSA, the record format of computer shogi: one statement a line, games parted by a line with nothing but `/`.

    V2.2
    N+A
    N-B
    $EVENT:cup
    PI
    +
    +7776FU
    T16
    'a comment
    -3334FU,T3
    %TORYO

Versions 1 to 3 are read. Boards of other sizes than 9x9 have as many ranks P1, P2, … as it takes. A comment for
programs (`'*`) loses its asterisk, and every comment is written with one. Files are written in UTF-8 and say so; the
number of the first move, which CSA has no form for, is kept in $MOVE_NUMBER.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from gamecore.errors import RecordError
from gamecore.notation_shogi import CODES, FORMS, PIECE_OF_CODE, RANKS, Board, board_of
from gamecore.records.find import Finder
from gamecore.records.record import Record
from gamecore.records.scan import Scanner
from gamecore.records.shogi import CSA, ENDINGS, FOUL, FOUL_BEFORE, GameLines, KifuDialect, Script, form_of, read_lines

_HEAD = "'CSA encoding=UTF-8\nV2.2\n"
_EVEN = Board(FORMS["shogi"].start)
_WORDS = {word: ending for ending in ENDINGS for word in ending.csa}
_TAG = re.compile(r"\$([A-Za-z][A-Za-z0-9_]{0,40}[+-]?)\s*:?(.*)")
_MOVE_NUMBER = re.compile(r"\$MOVE_NUMBER:(\d{1,4})", re.ASCII)
_TIME = re.compile(r"T(\d{1,7}(?:\.\d{1,3})?)", re.ASCII)
_RANK = re.compile(r"P([1-9])((?: \* |[+-][A-Z]{2}| {3}){1,9})")
_PLACED = re.compile(r"(\d\d)([A-Z]{2})", re.ASCII)
_PLACES = re.compile(r"P.(?:\d\d[A-Z]{2})*\s*", re.ASCII)
_MOVE = re.compile(r"[+-]\d{4}[A-Z]{2}", re.ASCII)
_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,40}[+-]?")

BEGINS = re.compile(
    r"(?:'[^\n]*(?:\n|\Z)|\s)*(?:V[1-9]\b|N[+-]|\$[A-Z]|PI|P[1-9+-]|[+-](?:\d{4}[A-Z]{2}|[ \t\r]*(?:\n|\Z)))"
    r"|'CSA\b",
    re.ASCII,
)


class _Reader(GameLines):
    """One game, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: dict[str, str] = {}
        self._hands: Counter[str] = Counter()
        self._size = (9, 9)
        self._ranks = 0
        self._stated = False
        self._turn = 0
        self._number = 1
        self._foul: int | None = None

    @staticmethod
    def bare(line: str) -> str:
        """A line without its end; blanks within a rank count."""
        text = line.rstrip("\r\n\t\ufeff")
        return text.strip() if text.strip() in ("", "/") else text

    def is_next(self, line: str) -> bool:
        """Whether a line parts this game from the next, or is the next one's although no `/` came before it."""
        begun = bool(self.draft.moves or self.draft.ending)
        return line == "/" or (begun and (line[0] in "VN$P" or line in ("+", "-")))

    def take(self, line: str) -> None:
        """Read a line that is not empty."""
        if line == "/":
            return
        if line[0] == "'":
            if not line.startswith("'CSA "):
                self.draft.comment(line[2:] if line.startswith("'*") else line[1:])
            return
        self.known = True
        for statement in line.split(",") if line[0] in "+-%T" else (line,):
            self._statement(statement.strip() if line[0] != "P" else statement)

    def _statement(self, text: str) -> None:
        draft = self.draft
        if _MOVE.fullmatch(text):
            if draft.ending is not None or self._foul is not None:
                raise RecordError(f"{text} after the end of the game")
            draft.move(text)
            draft.seats.append("+-".index(text[0]))
        elif time := _TIME.fullmatch(text):
            draft.times[max(len(draft.moves) - (draft.ending is None and self._foul is None), 0)] = time[1]
        elif text[:1] == "%":
            self._end(text[1:])
        elif text in ("+", "-"):
            self._turn = "+-".index(text)
        elif text[:2] in ("N+", "N-"):
            draft.player("+-".index(text[1]), text[2:])
        elif text[:1] == "P":
            self._place(text)
        elif number := _MOVE_NUMBER.fullmatch(text):
            self._number = int(number[1])
        elif tag := _TAG.fullmatch(text):
            draft.tag(tag[1] if tag[1] not in ("TERMINATION", "RESULT") else tag[1].title(), tag[2].strip())
        elif not (text[:1] == "V" or text == ""):
            raise RecordError(f"{text[:40]!r} is no statement of CSA, such as +7776FU")

    def _end(self, word: str) -> None:
        if word[1:] == "ILLEGAL_ACTION" and word[0] in "+-":
            self._foul = "+-".index(word[0])
        elif word in _WORDS:
            self.draft.ending = _WORDS[word]
        else:
            raise RecordError(f"%{word[:40]} is no end of a game")

    def _place(self, text: str) -> None:
        self._stated = True
        if text.startswith("PI"):
            self._pieces = dict(_EVEN.pieces)
            for cell, code in _placed(text):
                if self._pieces.pop(_cell(cell), "").upper() != _piece(code):
                    raise RecordError(f"{cell}{code} is not there at the start, and so cannot be left out")
        elif rank := _RANK.fullmatch(text.rstrip() + " " * (-(len(text.rstrip()) - 2) % 3)):
            number = int(rank[1])
            self._ranks = max(self._ranks, number)
            cells = [rank[2][at : at + 3] for at in range(0, len(rank[2]), 3)]
            if number == 1:
                self._size = (len(cells), 0)
            for index, cell in enumerate(cells):
                if cell[0] in "+-":
                    file = self._size[0] - index
                    self._pieces[f"{file}{RANKS[number - 1]}"] = _owned(_piece(cell[1:]), cell[0])
        elif text[1:2] in ("+", "-"):
            for cell, code in _placed(text):
                if code == "AL":
                    self._all(text[1])
                elif cell == "00":
                    self._hands[_owned(_piece(code), text[1])] += 1
                else:
                    self._pieces[_cell(cell)] = _owned(_piece(code), text[1])
        else:
            raise RecordError(f"{text[:40]!r} is no statement of CSA, such as P1-KY-KE-GI-KI-OU-KI-GI-KE-KY")

    def _all(self, side: str) -> None:
        """The pieces that are left of a set, in one hand."""
        left = _count(_EVEN.pieces.values())
        used = _count(self._pieces.values())
        for letter, count in self._hands.items():
            used[letter.upper()] += count
        for letter, count in left.items():
            if letter != "K" and count > used[letter]:
                self._hands[_owned(letter, side)] += count - used[letter]

    def record(self, finder: Finder[KifuDialect], number: int) -> Record:
        """The game, all its lines read."""
        draft = self.draft
        if (self._stated and self._pieces != _EVEN.pieces) or self._hands or self._turn or self._number > 1:
            self._position()
        if self._foul is not None:
            mover = (self._turn + len(draft.moves)) % 2
            draft.ending = FOUL if self._foul == mover else FOUL_BEFORE
        return draft.record(finder, number, lambda walk, text: walk.notation.read_csa(walk.board, text))

    def _position(self) -> None:
        if not self._stated:
            self._pieces = dict(_EVEN.pieces)
        files, ranks = (self._size[0], self._ranks) if self._ranks else (9, 9)
        cells = [[self._pieces.get(f"{file}{rank}", "1") for file in range(files, 0, -1)] for rank in RANKS[:ranks]]
        if sum(piece != "1" for row in cells for piece in row) < len(self._pieces):
            raise RecordError(f"there are pieces that are not on the board of {files}x{ranks} cells")
        hands = "".join(f"{count}{letter}" for letter, count in self._hands.items()) or "-"
        board = board_of(f"{'/'.join(map(''.join, cells))} {'bw'[self._turn]} {hands} {self._number}")
        self.draft.form, self.draft.position = form_of(board), board.sfen()


def _placed(text: str) -> list[tuple[str, str]]:
    """Cells and pieces of a line such as `P+28HI00FU`."""
    if not _PLACES.fullmatch(text):
        raise RecordError(f"{text[:40]!r} is no list of cells and pieces, such as P+28HI00FU")
    return _PLACED.findall(text)


def _piece(code: str) -> str:
    piece = PIECE_OF_CODE.get(code)
    if piece is None:
        raise RecordError(f"{code} is no piece of CSA: {', '.join(PIECE_OF_CODE)} are")
    return piece


def _owned(piece: str, side: str) -> str:
    return piece if side == "+" else piece.lower()


def _cell(text: str) -> str:
    if "0" in text:
        raise RecordError(f"{text} is no cell")
    return text[0] + RANKS[int(text[1]) - 1]


def _count(pieces: Iterable[str]) -> Counter[str]:
    return Counter(piece[-1].upper() for piece in pieces)


def read(scan: Scanner, finder: Finder[KifuDialect]) -> Iterator[Record]:
    """The games of a CSA stream."""
    return read_lines(scan, finder, _Reader)


def write(record: Record) -> str:
    """A record as CSA, checked by replay."""
    script = Script(record, "csa", [ending for ending in ENDINGS if ending.csa or ending is FOUL_BEFORE])
    lines = [f"N{side}{' '.join(name.split())}" for side, name in zip("+-", record.players, strict=True) if name]
    for name, text in script.tags(CSA):
        if _NAME.fullmatch(name.upper()):
            lines.append(f"${name.upper()}:{text}")
    board = script.board()
    if board.number > 1:
        lines.append(f"$MOVE_NUMBER:{board.number}")
    if record.position is None and script.form.variant == "shogi":
        lines.append("PI")
    else:
        lines += _position(board)
    lines += ["+-"[board.turn], *_comment(record, 0)]
    for index, move in enumerate(script.moves):
        lines += [script.notation.csa(board, move), *_time(script, index), *_comment(record, index + 1)]
        board.play(move)
    if script.ending is not None:
        word = script.ending.csa[0] if script.ending is not FOUL_BEFORE else f"{'-+'[script.mover]}ILLEGAL_ACTION"
        lines += [f"%{word}", *_time(script, len(script.moves))]
    return _HEAD + "\n".join(lines) + "\n"


def _position(board: Board) -> list[str]:
    lines = []
    for rank, row in enumerate(board.rows(), 1):
        cells = "".join(f"{'-' if p[-1].islower() else '+'}{CODES[p.upper()]}" if p else " * " for p in row)
        lines.append(f"P{rank}{cells}")
    for side, letters in (("+", "RBGSNLP"), ("-", "rbgsnlp")):
        held = "".join(f"00{CODES[letter.upper()]}" * board.hands[letter] for letter in letters)
        if held:
            lines.append(f"P{side}{held}")
    return lines


def _time(script: Script, index: int) -> list[str]:
    time = script.time(index)
    return [] if time is None else [f"T{time}"]


def _comment(record: Record, played: int) -> list[str]:
    text = record.comments.get(played)
    return [] if text is None else [f"'*{line}" for line in text.splitlines() or [""]]

"""How moves of the shogi family are written, and what a position text says.

Inside, a move is its USI text, which is also the name of its action: `7g7f`, `8h2b+`, `P*5e` (files from 1 at
sente's right, ranks from a at gote's edge). The other notations say more or less than that:

| notation     | examples                                    | needs                                       |
|--------------|---------------------------------------------|---------------------------------------------|
| Little Golem | `P7g-7f`, `B8h-3c+`, `N3e`                  | the board, for the piece                    |
| CSA          | `+7776FU`, `-0034KA`                        | the board, for the piece after the move     |
| KIF          | `７六歩(77)`, `同　歩(64)`, `５五角打`      | the board, and where the last move went     |
| KI2          | `▲７六歩`, `△同金右`, `▲５三銀左不成`    | whatever else could have been meant         |
| Western      | `P-7f`, `Bx2b+`, `P*5e`, `S4i-3h`           | the same                                    |

`Board` is as much of a position as notation needs, and knows no rule; `Notation` reads and writes the moves of
one form of the game. What else could have been meant is asked of the state: its legal actions, and `attackers`.

On boards with an even number of ranks Little Golem's cells are shifted: file + 1, and one letter lower, so that
the first rank is a backquote. A text that could be of both kinds (`S4d-3c`) is Little Golem's.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gamecore.errors import IllegalMoveError, NotationError, PositionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gamecore._core import State

RANKS = "abcdefghi"
KANJI = "一二三四五六七八九"
WIDE = "１２３４５６７８９"

NAMES = {
    "P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
    "+P": "と", "+L": "成香", "+N": "成桂", "+S": "成銀", "+B": "馬", "+R": "龍",
}  # fmt: skip
"""Japanese names of the pieces."""
SHORT = {**NAMES, "+L": "杏", "+N": "圭", "+S": "全"}
"""The same in one character each, as diagrams have them."""
PIECES = {name: piece for names in (NAMES, SHORT) for piece, name in names.items()} | {"王": "K", "竜": "+R"}
CODES = {
    "P": "FU", "L": "KY", "N": "KE", "S": "GI", "G": "KI", "B": "KA", "R": "HI", "K": "OU",
    "+P": "TO", "+L": "NY", "+N": "NK", "+S": "NG", "+B": "UM", "+R": "RY",
}  # fmt: skip
"""CSA's names of the pieces."""
PIECE_OF_CODE = {code: piece for piece, code in CODES.items()}

_HAND = re.compile(r"([1-9]\d?)?([A-Za-z])")
_SFEN = re.compile(
    r"((?:\+?[A-Za-z]|[1-9/]){1,160}) ([bw]) (-|(?:(?:[1-9]\d?)?[A-Za-z]){1,40})(?: (\d{1,6}))?", re.ASCII
)
_PIECE = re.compile(r"\+?[A-Za-z]|\.")
_EMPTY = {ord(str(count)): "." * count for count in range(1, 10)}

_USI = re.compile(r"([1-9][a-i])([1-9][a-i])(\+?)|([A-Z])\*([1-9][a-i])")
_LG_CELL = "[1-9][`a-i]|[`a-i][1-9]"
_CSA = re.compile(r"([+-]?)(\d\d)([1-9][1-9])([A-Z]{2})", re.ASCII)
_WESTERN = re.compile(r"(\+?[A-Z])([1-9][a-i1-9])?([-x*'])([1-9][a-i1-9])([+=]?)", re.ASCII)
MARKS = "▲△▽▼☗☖"
JAPANESE = re.compile(
    rf"[{MARKS}]?\s*([1-9][1-9{KANJI}])?\s*(同)?\s*({'|'.join(sorted(PIECES, key=len, reverse=True))})\s*"
    r"((?:[右左直上行入寄引下]){0,3})\s*(不成|成らず|成ず|生|成り?|打)?\s*(?:\(([1-9][1-9])\))?",
    re.ASCII,
)
_BLANKS = re.compile(r"\s+", re.ASCII)
_REFUSED = ("不成", "成らず", "成ず", "生")


class Form(NamedTuple):
    """One form of the game, as its notation and its records see it."""

    variant: str
    code: str
    """Little Golem's name."""
    start: str
    """Placement, side and hands of the start, as SFEN has them."""
    symbols: Mapping[str, str]
    """Little Golem's symbols of the pieces, by their SFEN letters."""
    handicap: str | None = None
    """What KIF says in 手合割; None where there are no Japanese records."""


_COMMON = {letter: letter for letter in "KRBGSNLP"}
_TORI = {"K": "K", "F": "Fa", "C": "Cr", "P": "Pt", "L": "Ql", "R": "Qr", "S": "Sw"}

FORMS = {
    form.variant: form
    for form in (
        Form(
            "shogi",
            "SHOGI",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
            _COMMON,
            "平手",
        ),
        Form("minishogi", "MINISHOGI", "rbsgk/4p/5/P4/KGSBR b -", _COMMON, "5五将棋"),
        Form("shogi56", "SHOGI56", "sgkgs/5/1ppp1/1PPP1/5/SGKGS b -", _COMMON, "ゴロゴロ将棋"),
        Form("shogi56plus", "SHOGI56PLUS", "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl", _COMMON, "ゴロゴロ将棋プラス"),
        Form("shogi34", "SHOGI34", "rkb/1p1/1P1/BKR b -", {"K": "K", "R": "r", "B": "b", "P": "P"}),
        Form("torishogi", "TORISHOGI", "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b -", _TORI),
    )
}
"""The forms by the game's option `variant`."""


class Board:
    """Which piece stands where, in whose hands the others are, and whose turn it is; no rules."""

    __slots__ = ("files", "hands", "last", "number", "pieces", "ranks", "turn")

    def __init__(self, sfen: str) -> None:
        found = _SFEN.fullmatch(sfen.strip())
        if not found:
            raise PositionError(f"{sfen[:60]!r} is no position, such as {FORMS['minishogi'].start + ' 1'!r}")
        rows = [_PIECE.findall(row) for row in found[1].translate(_EMPTY).split("/")]
        self.files, self.ranks = len(rows[0]), len(rows)
        if self.ranks > 9 or not 0 < self.files <= 9 or any(len(row) != self.files for row in rows):
            raise PositionError(f"the rows of {sfen[:60]!r} are no board of up to 9x9 cells")
        self.pieces = {
            f"{self.files - x}{RANKS[y]}": piece
            for y, row in enumerate(rows)
            for x, piece in enumerate(row)
            if piece != "."
        }
        """By cell; capitals are sente's, a promoted piece has a + before it."""
        self.hands: Counter[str] = Counter()
        for number, letter in _HAND.findall(found[3]):
            self.hands[letter] += int(number or 1)
        self.turn = int(found[2] == "w")
        self.number = int(found[4] or 1)
        self.last: str | None = None
        """The cell where the last move went."""

    def copy(self) -> Board:
        """Another board with the same position."""
        twin = object.__new__(Board)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.pieces, twin.hands = dict(self.pieces), self.hands.copy()
        return twin

    def play(self, move: str) -> None:
        """Make a move in USI, legal or not."""
        if move[1] == "*":
            piece, end = self._owned(move[0]), move[2:4]
            self.hands[piece] -= 1
        else:
            piece, end = self.pieces.pop(move[:2], ""), move[2:4]
            if taken := self.pieces.get(end):
                self.hands[taken[-1].swapcase()] += 1
            if move[4:] and piece:
                piece = "+" + piece[-1]
        if piece:
            self.pieces[end] = piece
        self.last, self.turn, self.number = end, 1 - self.turn, self.number + 1

    def _owned(self, letter: str) -> str:
        return letter.lower() if self.turn else letter.upper()

    def own(self, cell: str) -> str | None:
        """The piece of the side to move on a cell, as `P` or `+P`."""
        piece = self.pieces.get(cell, "")
        return piece.upper() if piece and piece[-1].islower() == bool(self.turn) else None

    def rows(self) -> list[list[str]]:
        """The pieces row by row from gote's edge, the highest file first; "" for an empty cell."""
        files = range(self.files, 0, -1)
        return [[self.pieces.get(f"{file}{rank}", "") for file in files] for rank in RANKS[: self.ranks]]

    def sfen(self) -> str:
        """The position as SFEN, of a form with the usual pieces."""
        rows = "/".join("".join(piece or "1" for piece in row) for row in self.rows())
        rows = re.sub("1{2,9}", lambda ones: str(len(ones[0])), rows)
        held = [(self.hands[piece], piece) for piece in "RBGSNLPrbgsnlp"]
        hands = "".join(f"{count if count > 1 else ''}{piece}" for count, piece in held if count > 0)
        return f"{rows} {'bw'[self.turn]} {hands or '-'} {self.number}"

    def place(self, cell: str) -> int:
        """A cell's place in `State.cells`, which begins at sente's left."""
        return (self.ranks - 1 - RANKS.index(cell[1])) * self.files + self.files - int(cell[0])

    def cell(self, place: int) -> str:
        """The inverse of `place`."""
        return f"{self.files - place % self.files}{RANKS[self.ranks - 1 - place // self.files]}"


@lru_cache(32)
def board_of(sfen: str) -> Board:
    """The board of a position text; shared, so not to be played on."""
    return Board(sfen)


class Notation:
    """The moves of one form of the game, read from any notation and written in each."""

    def __init__(self, form: Form) -> None:
        self.form = form
        start = Board(form.start)
        self.files, self.ranks = start.files, start.ranks
        shift = self.ranks % 2 == 0
        cells = [start.cell(place) for place in range(self.files * self.ranks)]
        self._lg_cells = {cell: f"{int(cell[0]) + shift}{chr(ord(cell[1]) - shift)}" for cell in cells}
        self._from_lg = {name: cell for cell, name in self._lg_cells.items()}
        self._from_lg |= {name[::-1]: cell for name, cell in self._from_lg.items()}  # rank first, in old records
        self._letters = {symbol.lower(): letter for letter, symbol in form.symbols.items()}
        symbols = "|".join(sorted(form.symbols.values(), key=len, reverse=True))
        self._lg = re.compile(rf"({symbols})({_LG_CELL})(?:-({_LG_CELL})(\+?))?", re.IGNORECASE | re.ASCII)

    # ---- writing -------------------------------------------------------------------------------

    def lg(self, board: Board, move: str) -> str:
        """A move as Little Golem has it; its USI text where nothing stands on the cell it begins on."""
        if move[1] == "*":
            return self.form.symbols.get(move[0], move[0]) + self._lg_cells.get(move[2:], move[2:])
        piece = board.pieces.get(move[:2])
        start, end = self._lg_cells.get(move[:2]), self._lg_cells.get(move[2:4])
        symbol = self.form.symbols.get(piece[-1].upper()) if piece else None
        if symbol is None or start is None or end is None:
            return move
        return f"{symbol}{start}-{end}{move[4:]}"

    def csa(self, board: Board, move: str) -> str:
        """A move as CSA has it."""
        side = "+-"[board.turn]
        if move[1] == "*":
            return f"{side}00{_digits(move[2:])}{CODES[move[0]]}"
        piece = board.pieces[move[:2]].upper()
        return f"{side}{_digits(move[:2])}{_digits(move[2:4])}{CODES['+' + piece if move[4:] else piece]}"

    def kif(self, board: Board, move: str, last: str | None = None) -> str:
        """A move as KIF has it, with its origin. `last` is the cell where the move before went."""
        end = move[2:4]
        cell = "同　" if end == last else _japanese(end)
        if move[1] == "*":
            return f"{cell}{NAMES[move[0]]}打"
        name = NAMES[board.pieces[move[:2]].upper()]
        return f"{cell}{name}{'成' if move[4:] else ''}({_digits(move[:2])})"

    def ki2(self, state: State, move: str, last: str | None = None) -> str:
        """A move as KI2 has it: with as few words as tell it from the other moves of such pieces.

        `last` is the cell where the move before went. A piece that is pinned counts, since many readers look no
        further than how pieces move.
        """
        board = board_of(state.position())
        end = move[2:4]
        mark = "▲△"[board.turn]
        cell = "同" if end == last else _japanese(end)
        piece = move[0] if move[1] == "*" else board.own(move[:2]) or ""
        text = f"{mark}{cell}{'　' if cell == '同' and len(NAMES[piece]) == 1 else ''}{NAMES[piece]}"
        rivals = self._sources(state, board, piece, end)
        if move[1] == "*":
            return text + ("打" if rivals else "")
        telling = (
            words for words in _words(board, piece, move[:2], end) if _chosen(board, rivals, end, words) == [move[:2]]
        )
        words = next(telling, None)
        if words is None:  # a third dragon between two
            return self.kif(board, move, last)
        return text + words + ("成" if move[4:] else "不成" if move + "+" in _legal(state) else "")

    def western(self, state: State, move: str) -> str:
        """A move as Western books have it: with its origin only where others could be meant."""
        if move[1] == "*":
            return move
        board = board_of(state.position())
        piece, end = board.own(move[:2]) or "", move[2:4]
        origin = move[:2] if len(self._sources(state, board, piece, end)) > 1 else ""
        sign = "x" if end in board.pieces else "-"
        return f"{piece}{origin}{sign}{end}{move[4:] or ('=' if move + '+' in _legal(state) else '')}"

    def _sources(self, state: State, board: Board, piece: str, end: str) -> list[str]:
        """The cells from which such pieces of the side to move reach a cell, pinned or not."""
        cells = map(board.cell, state.attackers(board.place(end), board.turn))
        return [cell for cell in cells if board.own(cell) == piece]

    # ---- reading -------------------------------------------------------------------------------

    def read(self, state: State, text: str) -> str:
        """A move in USI, from a text of any notation.

        Raises NotationError if it is no move's text or may be several moves, IllegalMoveError if it names a piece
        that is not there.
        """
        text = text.strip()
        if _USI.fullmatch(text):
            return text
        board = board_of(state.position())
        if found := self._lg.fullmatch(text):
            return self._read_lg(board, text, found)
        text = plain(text)
        if found := _CSA.fullmatch(text):
            return self.read_csa(board, text)
        if found := _WESTERN.fullmatch(text):
            return self._read_western(state, board, text, found)
        return self.read_japanese(board, text, _last(state) if "同" in text else None, lambda: _legal(state))

    @cached_property
    def _lg_example(self) -> str:
        return "P7g-7f" if self.form.variant != "torishogi" else "Sw3d-3c"

    def is_lg(self, text: str) -> bool:
        """Whether a text looks like a move of Little Golem's."""
        return self._lg.fullmatch(text) is not None

    def _read_lg(self, board: Board, text: str, found: re.Match[str]) -> str:
        letter = self._letters[found[1].lower()]
        cells = [self._from_lg.get(cell.lower()) for cell in (found[2], found[3]) if cell]
        if None in cells:
            names = list(self._lg_cells.values())
            raise NotationError(f"{text[:40]!r} names a cell that is not on the board ({names[0]} to {names[-1]})")
        if found[3] is None:
            return f"{letter}*{cells[0]}"
        self._expect(board, str(cells[0]), (letter, "+" + letter), text)
        return f"{cells[0]}{cells[1]}{found[4]}"

    def _expect(self, board: Board, cell: str, pieces: tuple[str, ...], text: str) -> None:
        if board.own(cell) not in pieces:
            raise IllegalMoveError(f"{text[:40]!r}: no such piece of the side to move is on {cell}", "not_yours")

    def read_csa(self, board: Board, text: str) -> str:
        """A move of CSA in USI; the board says whether the piece is promoted already."""
        found = _CSA.fullmatch(text) if self.form.handicap is not None else None
        piece = PIECE_OF_CODE.get(found[4]) if found else None
        if not found or piece is None:
            raise NotationError(f"{text[:40]!r} is no move of CSA, such as +7776FU")
        if found[1] not in ("", "+-"[board.turn]):
            raise IllegalMoveError(f"{text[:40]!r} is a move of the other side", "not_yours")
        end = _cell(found[3])
        if found[2] == "00":
            return f"{piece}*{end}"
        if "0" in found[2]:
            raise NotationError(f"{text[:40]!r} begins on no cell")
        start = _cell(found[2])
        promotes = piece[0] == "+" and board.own(start) == piece[1]
        self._expect(board, start, (piece[1:] if promotes else piece,), text)
        return f"{start}{end}{'+' if promotes else ''}"

    def _read_western(self, state: State, board: Board, text: str, found: re.Match[str]) -> str:
        piece, end = found[1], _cell(found[4])
        if found[3] in "*'":
            if found[2] or found[5] or len(piece) > 1:
                raise NotationError(f"{text[:40]!r}: a piece is dropped as it is in hand, {piece[-1]}*{found[4]}")
            return f"{piece}*{end}"
        sign = "+" if found[5] == "+" else ""
        if found[2]:
            start = _cell(found[2])
            self._expect(board, start, (piece,), text)
            return f"{start}{end}{sign}"
        cells = {move[:2] for move in _legal(state) if move[2:4] == end and board.own(move[:2]) == piece}
        return f"{_only(sorted(cells), text)}{end}{sign}"

    def read_japanese(self, board: Board, text: str, last: str | None, legal: Callable[[], Iterable[str]]) -> str:
        """A move of KIF or KI2 in USI. `last` is the cell that 同 means; `legal` are the moves that may be meant,
        asked for only where the text does not say where the piece comes from.
        """
        text = plain(text)
        found = JAPANESE.fullmatch(text)
        if not found or not (found[1] or found[2]) or self.form.handicap is None:
            raise NotationError(f"{text[:40]!r} is no move, such as {self._lg_example} or ７六歩")
        end = _cell(found[1]) if found[1] else last
        if end is None:
            raise NotationError(f"{text[:40]!r}: there is no move before it that 同 could mean")
        piece, words, kind, origin = PIECES[found[3]], found[4], found[5], found[6]
        if kind == "打":
            if origin or len(piece) > 1:
                raise NotationError(f"{text[:40]!r}: a piece that is dropped is not promoted, and comes from no cell")
            return f"{piece}*{end}"
        sign = "+" if kind and kind not in _REFUSED else ""
        if origin:
            start = _cell(origin)
            self._expect(board, start, (piece,), text)
            return f"{start}{end}{sign}"
        moves = [move for move in legal() if move[2:4] == end]
        cells = sorted({move[:2] for move in moves if move[1] != "*" and board.own(move[:2]) == piece})
        if not cells and not words and f"{piece}*{end}" in moves:
            return f"{piece}*{end}"
        return f"{_only(_chosen(board, cells, end, words), text)}{end}{sign}"


def plain(text: str) -> str:
    """A text without wide letters and digits, and with single blanks (long ones would keep the patterns busy)."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFKC", text)).strip()


def _only(cells: list[str], text: str) -> str:
    if not cells:
        raise IllegalMoveError(f"{text[:40]!r}: no such piece can go there", "bad_move")
    if len(cells) > 1:
        raise NotationError(f"{text[:40]!r} may mean the piece on {' or '.join(cells)}: say which")
    return cells[0]


def _legal(state: State) -> set[str]:
    names = state.game.action_names
    assert names is not None
    return {names[action] for action in state.legal_actions()}


def _last(state: State) -> str | None:
    """The cell where the last move went."""
    names, actions = state.game.action_names, state.actions
    return names[actions[-1]][2:4] if actions and names else None


def _digits(cell: str) -> str:
    return cell[0] + str(RANKS.index(cell[1]) + 1)


def _japanese(cell: str) -> str:
    return WIDE[int(cell[0]) - 1] + KANJI[RANKS.index(cell[1])]


def _cell(text: str) -> str:
    """A cell by any of its names: 7g, 77, 7七."""
    for ranks in ("0123456789", KANJI):
        if text[1] in ranks:
            return text[0] + RANKS[ranks.index(text[1]) - (ranks[0] == "0")]
    return text


# ---- the words of KI2 ---------------------------------------------------------------------------
#
# 上 寄 引 say how the piece goes: forward, sideways or back. 右 左 say on which side of its rivals it stands, 直 that
# it goes straight forward (said of golds, silvers and what moves like them).

_MOTION = {"上": 1, "行": 1, "入": 1, "寄": 0, "引": -1, "下": -1}
_LONG = ("R", "B", "+R", "+B")


def _path(board: Board, start: str, end: str) -> tuple[int, int]:
    """How far to the right of the end a piece begins, and how it goes (1 forward, -1 back), as its owner sees it."""
    sign = -1 if board.turn else 1
    right = sign * (int(end[0]) - int(start[0]))
    forward = sign * (RANKS.index(start[1]) - RANKS.index(end[1]))
    return right, (forward > 0) - (forward < 0)


def _words(board: Board, piece: str, start: str, end: str) -> list[str]:
    """The words that may be said of a piece, the preferred ones first."""
    right, forward = _path(board, start, end)
    motion = {1: "上", 0: "寄", -1: "引"}[forward]
    sides = ["直"] if right == 0 and forward == 1 and piece not in _LONG else ["右", "左"]
    return ["", motion, *sides, *(side + motion for side in sides)]


def _chosen(board: Board, cells: list[str], end: str, words: str) -> list[str]:
    """Those of the cells that the words fit."""
    paths = {cell: _path(board, cell, end) for cell in cells}
    for word in words:
        if word in _MOTION:
            paths = {cell: path for cell, path in paths.items() if path[1] == _MOTION[word]}
    for word in words:
        if word == "直":
            paths = {cell: path for cell, path in paths.items() if path == (0, 1)}
        elif word in "右左" and paths:
            side = max if word == "右" else min
            furthest = side(right for right, _ in paths.values())
            paths = {cell: path for cell, path in paths.items() if path[0] == furthest}
    return list(paths)

"""How moves of xiangqi are written: coordinates with ranks from 1 or from 0, WXF and Chinese.

Inside, a move is a pair of cells, from and to, numbered rank by rank from a1. Its canonical text counts ranks
from 1 (`h3e3`), ICCS counts them from 0 (`H2-E2`); nothing else is needed to read or write these.

WXF and Chinese say which piece moves, which way, and how far or to which file, as its player sees it:
`C2=5`, `炮二平五`, `马８进７`. They are one system in two alphabets, so Chinese is read by spelling it in WXF's:

    form    example   the piece that moves
    PF      C2        on that file
    PW      C+        of several on a file: + the front one, - the rear one (前 后), * the middle one (中), or by number
    WP      +C, 1P    the same
    WF, F±  15, 3+    a soldier, where there are several on more than one file, or more than two on one
    WPF     1R5       any piece, in positions that no game leads to

Nothing is known here of legal moves. Where a text leaves open which of several pieces moves, `read` tells all.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from gamecore.errors import NotationError

#: No move has a longer text.
LONGEST = 16

NUMERALS = "一二三四五六七八九"
WIDE = "１２３４５６７８９"
#: Piece by its letter in FEN: Red's and Black's sign.
SIMPLIFIED = {"K": "帅将", "A": "仕士", "B": "相象", "N": "马马", "R": "车车", "C": "炮炮", "P": "兵卒"}
TRADITIONAL = {**SIMPLIFIED, "K": "帥將", "N": "馬馬", "R": "車車"}

_READ = str.maketrans(
    {
        **{sign: letter for signs in (SIMPLIFIED, TRADITIONAL) for letter, both in signs.items() for sign in both},
        **{"傌": "N", "俥": "R", "砲": "C", "包": "C"},
        **{numeral: str(number) for number, numeral in enumerate(NUMERALS, 1)},
        **{"前": "+", "中": "*", "后": "-", "後": "-", "进": "+", "進": "+", "退": "-", "平": "=", ".": "=", "−": "-"},
        **{"H": "N", "E": "B"},
    }
)
_MOVE = re.compile(r"([1-9+*-]?)([KABNRCP]?)([1-9+*-]?)([+=-])([1-9])")
_COORDINATES = re.compile(r"([A-I])(10|[0-9])[-X:]?([A-I])(10|[0-9])")
_ICCS = re.compile(r"([A-I])([0-9])-?([A-I])([0-9])", re.IGNORECASE | re.ASCII)
#: Pieces whose ways are not straight: their last figure is always a file.
_OBLIQUE = "ABN"


class Placed(NamedTuple):
    """The pieces of one side and kind on one file, the front one first, as its player sees them."""

    file: int
    cells: list[int]


def to_iccs(move: str) -> str:
    """The ICCS form of a canonical text: `h3e3` is `H2-E2`; UCCI leaves out the hyphen and has small letters."""
    start, target = coordinates(move) or (None, None)
    if start is None or target is None:
        raise NotationError(f"{move[:60]!r} is no move in coordinates (h3e3)")
    return "-".join(f"{'ABCDEFGHI'[cell % 9]}{cell // 9}" for cell in (start, target))


def from_iccs(move: str) -> str:
    """The canonical text of a move in ICCS or UCCI, where ranks count from 0: `H2-E2` and `h2e2` are `h3e3`."""
    found = _ICCS.fullmatch(move.strip()) if len(move) <= LONGEST else None
    if found is None:
        raise NotationError(f"{move[:60]!r} is no move in ICCS (H2-E2)")
    return f"{found[1]}{int(found[2]) + 1}{found[3]}{int(found[4]) + 1}".lower()


def coordinates(text: str) -> tuple[int, int] | None:
    """The cells of a text like `h3e3`, `H3-E3` or `h3xe3`, or None for a text of another kind.

    Ranks count from 1, or from 0 if one of them is 0.
    """
    if text[:1].isupper() and text[2:].islower():  # a piece and its rank: H2e4
        return None
    found = _COORDINATES.fullmatch(text.upper())
    if found is None:
        return None
    first = 0 if "0" in (found[2], found[4]) else 1
    ranks = int(found[2]) - first, int(found[4]) - first
    if max(ranks) > 9:
        raise NotationError(f"{text!r}: ranks are 1 to 10, or 0 to 9 in ICCS")
    return ranks[0] * 9 + ord(found[1]) - 65, ranks[1] * 9 + ord(found[3]) - 65


def wxf(cells: str, move: tuple[int, int]) -> str:
    """A move in WXF: `C2=5`, `H8+7`, `C+-2`; `15=6` is the first of three soldiers on file 5."""
    start, target = move
    kind, side = _piece(cells, start)
    letter = {"N": "H", "B": "E"}.get(kind, kind)
    files = _files(cells, kind, side)
    own = next(placed for placed in files if start in placed.cells)
    number, many = own.cells.index(start), len(own.cells)
    tandems = sum(len(placed.cells) > 1 for placed in files)
    if many == 1 or kind in "AB":  # of two advisors or elephants only one can go that way
        who = f"{letter}{own.file}"
    elif many == 2 and tandems == 1:
        who = f"{letter}{'+-'[number]}"
    else:
        who = f"{number + 1 if number < 9 else '-'}{'' if kind == 'P' else letter}{own.file}"
    return who + "".join(_way(kind, side, start, target))


def chinese(cells: str, move: tuple[int, int], traditional: bool = False) -> str:
    """A move in Chinese: 炮二平五, 马８进７, 前炮退二; 前三平四 is the front soldier on the third of two such files."""
    start, target = move
    kind, side = _piece(cells, start)
    sign = (TRADITIONAL if traditional else SIMPLIFIED)[kind][side]
    figures = (NUMERALS, WIDE)[side]
    rear = "後" if traditional else "后"
    files = _files(cells, kind, side)
    own = next(placed for placed in files if start in placed.cells)
    number, many = own.cells.index(start), len(own.cells)
    file = figures[own.file - 1]
    if many == 1 or kind in "AB":
        who = sign + file
    else:
        words = {2: "前" + rear, 3: "前中" + rear}.get(many, figures + rear)
        tandems = sum(len(placed.cells) > 1 for placed in files)
        who = words[number] + ("" if kind == "P" and tandems > 1 else sign) + ("" if tandems == 1 else file)
    way, figure = _way(kind, side, start, target)
    return who + {"=": "平", "+": "進" if traditional else "进", "-": "退"}[way] + figures[int(figure) - 1]


def read(cells: str, side: int, text: str) -> list[tuple[int, int]]:
    """All moves that a text in WXF or Chinese may mean; those off the board are left out."""
    plain = unicodedata.normalize("NFKC", text).upper().translate(_READ) if len(text) <= LONGEST else ""
    found = _MOVE.fullmatch(plain)
    who = _who(*found.group(1, 2, 3)) if found else None
    if found is None or who is None:
        raise NotationError(f"{text[:60]!r} is no move: h3e3, Che3, C2=5 and 炮二平五 are")
    kind, file, word = who
    if found[4] == "=" and kind in _OBLIQUE:
        raise NotationError(f"{text!r}: this piece does not move sideways")
    files = [placed for placed in _files(cells, kind, side) if file in (None, placed.file)]
    starts = dict.fromkeys(cell for placed in files for cell in _meant(placed.cells, kind, word))
    if file is None and word.isdigit():  # soldiers on two files, numbered through
        through = [cell for placed in files if len(placed.cells) > 1 for cell in placed.cells]
        starts |= dict.fromkeys(through[int(word) - 1 : int(word)])
    if not starts:
        raise NotationError(f"{text!r}: there is no such piece of the side to move")
    moves = [(start, _target(kind, side, start, found[4], int(found[5]))) for start in starts]
    return [(start, target) for start, target in moves if target is not None]


def _who(before: str, kind: str, after: str) -> tuple[str, int | None, str] | None:
    """Kind, file and word (which of several on a file, or nothing) of the first part of a move."""
    if kind and before and after:
        return (kind, int(after), before) if after.isdigit() else None
    if kind:
        return (kind, int(after), "") if after.isdigit() else (kind, None, before or after) if before or after else None
    if before.isdigit() and after in ("+", "-", "*"):
        return "P", int(before), after
    if before and after.isdigit():
        return "P", int(after), before
    return ("P", None, before + after) if before + after in ("++", "--") else None


def _meant(cells: list[int], kind: str, word: str) -> list[int]:
    """Which pieces on a file a word means."""
    many = len(cells)
    middle = cells[many // 2 : many // 2 + 1] if many % 2 else []
    if not word:  # WXF leaves out the word of a middle soldier
        return middle if kind == "P" and many > 1 and middle else cells
    if many < 2:
        return []
    if word.isdigit():
        return cells[int(word) - 1 : int(word)]
    if word == "*":
        return middle
    # Of more than three soldiers one sign means the outermost in Chinese, but the next in WXF, where it takes two signs.
    few = 2 if kind == "P" and many > 3 and len(word) == 1 else 1
    return cells[:few] if word[0] == "+" else cells[-few:]


def _piece(cells: str, start: int) -> tuple[str, int]:
    letter = cells[start]
    if letter == ".":
        raise NotationError("there is no piece on the cell the move begins at")
    return letter.upper(), int(letter.islower())


def _file(side: int, cell: int) -> int:
    """A cell's file, counted from its player's right."""
    return cell % 9 + 1 if side else 9 - cell % 9


def _files(cells: str, kind: str, side: int) -> list[Placed]:
    """Where the pieces of one kind and side are, by file from the right."""
    letter, found = kind.lower() if side else kind, dict[int, list[int]]()
    for cell in range(90) if side else range(89, -1, -1):
        if cells[cell] == letter:
            found.setdefault(_file(side, cell), []).append(cell)
    return [Placed(file, found[file]) for file in sorted(found)]


def _way(kind: str, side: int, start: int, target: int) -> tuple[str, str]:
    """Sign and last figure of a move."""
    ahead = (target // 9 - start // 9) * (-1 if side else 1)
    sign = "=" if ahead == 0 else "+" if ahead > 0 else "-"
    return sign, str(_file(side, target) if ahead == 0 or kind in _OBLIQUE else abs(ahead))


def _target(kind: str, side: int, start: int, sign: str, figure: int) -> int | None:
    """Where a piece comes to; None for no cell, or none it could ever come to."""
    column = figure - 1 if side else 9 - figure
    aside = abs(column - start % 9)
    if sign == "=":
        return start // 9 * 9 + column if aside else None
    if kind not in _OBLIQUE:
        column, ahead = start % 9, figure
    else:
        ahead = {("A", 1): 1, ("B", 2): 2, ("N", 1): 2, ("N", 2): 1}.get((kind, aside), 0)
    rank = start // 9 + ahead * (1 if (sign == "+") != bool(side) else -1)
    return rank * 9 + column if ahead and 0 <= rank <= 9 else None

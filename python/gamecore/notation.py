"""Reading and writing cells: the part of move notation that many games share.

Writers are exact; readers accept capital letters and say what was expected. Texts here are short (the caller
has limited them), so plain string work is enough.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from gamecore.errors import IllegalMoveError, NotationError, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gamecore._core import State


def column_name(column: int, skip: str = "") -> str:
    """The letters of a column: a … z, aa, ab, …; `skip` is a letter that is left out."""
    letters = [c for c in "abcdefghijklmnopqrstuvwxyz" if c not in skip]
    name = ""
    while True:
        name = letters[column % len(letters)] + name
        column = column // len(letters) - 1
        if column < 0:
            return name


class Cells:
    """The names of a board's cells: column letters and a number, or whatever the board calls them.

    `Cells(columns, rows)` are those of a rectangle: cell number `row * columns + column` has the name of its column
    followed by row + 1, so that the first row is the one called 1. `Cells.of(names)` takes any names, by cell.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self._take(f"{column_name(c)}{r + 1}" for r in range(rows) for c in range(columns))

    @classmethod
    def of(cls, names: Iterable[str]) -> Cells:
        """The cells with these names, as those of a `draw.Board`: `Cells.of(c.name for c in board.cells.values())`."""
        cells = cls(0, 0)
        cells._take(names)
        return cells

    def _take(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self._numbers = {name.lower(): i for i, name in enumerate(self.names)}

    @cached_property
    def _ranks(self) -> list[tuple[int, str, int]]:
        """By cell, its place in the order of columns, then numbers."""
        split = (re.fullmatch(r"(\D*)(\d+)", name) for name in self.names)
        return [(len(m[1]), m[1], int(m[2])) if m else (0, "", i) for i, m in enumerate(split)]

    def in_order(self, cells: Iterable[int]) -> list[int]:
        """Cells by column from the left, then by number: the order in which a set of stones is written."""
        return sorted(cells, key=self._ranks.__getitem__)

    def read(self, text: str) -> int:
        """The number of a cell. Raises NotationError for a text that is no cell's name."""
        try:
            return self._numbers[text.strip().lower()]
        except KeyError:
            ends = f"{self.names[0]} to {self.names[-1]}"
            raise NotationError(f"{text[:60]!r} is no cell of this board ({ends})") from None

    def split(self, text: str) -> list[int]:
        """The cells of a text that holds several, joined or separated by blanks, `-` or `,`: `j9l11`, `a4 b5`."""
        names, name = [], ""
        for c in text:
            if c in " -,+\t":
                if name:
                    names.append(name)
                name = ""
            elif c.isalpha() and name[-1:].isdigit():
                names.append(name)
                name = c
            else:
                name += c
        if name:
            names.append(name)
        return [self.read(n) for n in names]


class Moves:
    """Moves of pieces, numbered by start, then target, as the core's `Pairs` are; `pairs` are all the board has."""

    def __init__(self, cells: Cells, pairs: Iterable[tuple[int, int]]) -> None:
        self.cells = cells
        #: Start and target of every action.
        self.ends = sorted(pairs)
        self._numbers = {ends: number for number, ends in enumerate(self.ends)}

    def text(self, action: int, sign: str = "-") -> str:
        """A move's text: `a4-a7`."""
        start, target = self.ends[action]
        return f"{self.cells.names[start]}{sign}{self.cells.names[target]}"

    def read(self, text: str) -> int:
        """The action of a text with two cells. Raises NotationError for another one, IllegalMoveError for no move."""
        ends = self.cells.split(text)
        if len(ends) != 2:
            raise NotationError(f"{text[:60]!r} is no move from cell to cell, such as {self.text(0)}")
        return self.number(ends[0], ends[1], text)

    def number(self, start: int, target: int, text: str) -> int:
        """The action from cell to cell. Raises IllegalMoveError, about a text, if there is none."""
        number = self._numbers.get((start, target))
        if number is None:
            raise IllegalMoveError(
                f"{text[:60]!r}: no piece can go from one of these cells to the other", Reason.BAD_MOVE
            )
        return number


def queen_moves(columns: int, rows: int, reach: int | None = None) -> Iterator[tuple[int, int]]:
    """All pairs of cells of a rectangle that lie on a row, a column or a diagonal, at most `reach` steps apart."""
    furthest = max(columns, rows) if reach is None else reach
    for start in range(columns * rows):
        r, c = divmod(start, columns)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for row, column in ((r + k * dr, c + k * dc) for k in range(1, furthest + 1)):
                if row >= rows or not 0 <= column < columns:
                    break
                yield from ((start, row * columns + column), (row * columns + column, start))


def one_of(text: str, words: dict[str, int], what: str) -> int:
    """The number of a word. Raises NotationError that lists the words."""
    try:
        return words[text.strip().lower()]
    except KeyError:
        raise NotationError(f"{text[:60]!r} is no {what}: {', '.join(words)} are") from None


def turns_through(state: State, steps: Sequence[tuple[int, int]], places: Sequence[int]) -> list[list[int]]:
    """The turns of the piece on the first of `places` that end on the last and land on the others on the way.

    For games in which a piece makes several steps in a turn (captures of draughts); `steps` says where each action
    begins and ends. Turns that lead to the same position are given once.
    """
    seen: set[tuple[int, int]] = set()

    def follow(state: State, start: int, rest: Sequence[int]) -> Iterator[tuple[list[int], State]]:
        for action in state.legal_actions():
            begin, end = steps[action]
            if begin != start:
                continue
            after = state.copy().play(action)
            if not after.in_turn:
                if list(rest) == [end]:
                    yield [action], after
                continue
            left = rest[1:] if len(rest) > 1 and rest[0] == end else rest
            if (after.hash, len(left)) not in seen:
                seen.add((after.hash, len(left)))
                yield from (([action, *turn], last) for turn, last in follow(after, end, left))

    return list({after.hash: turn for turn, after in follow(state, places[0], places[1:])}.values())

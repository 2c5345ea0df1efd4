"""Slow plain-Python reference of Progressive Quad Lisbon (progressive_quad_lisbon).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion in tests.

Cells are pairs (column, row) counted from 0; row 0 is at the top.  Seat 0 is `x` and makes the odd turns.  A turn is
written as its cells in ascending order, column first: `d4 d6`.  `play` reads them in any order, and the short form that
joins columns or rows: `e468`, `fh6`.

From the fourth turn on a default board has millions of turns, so `legal_turns` is only for the beginning and for small
boards.  `is_legal` tests a turn and `random_turn` draws one without a list.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import copy as shallow_copy

from .base import TwoSides

Cell = tuple[int, int]
Board = dict[Cell, str]

COLOURS = "xo"  # by seat
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
KINGWISE = [*ORTHOGONAL, (1, 1), (1, -1), (-1, 1), (-1, -1)]


def name(cell: Cell) -> str:
    return chr(ord("a") + cell[0]) + str(cell[1] + 1)


def flood(start: Cell, inside: set[Cell], steps: list[Cell]) -> set[Cell]:
    """The cells of a set that can be reached from one of them by these steps, without leaving the set."""
    reached, waiting = {start}, [start]
    while waiting:
        column, row = waiting.pop()
        for across, down in steps:
            cell = (column + across, row + down)
            if cell in inside and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


def parts(cells: set[Cell], steps: list[Cell]) -> list[set[Cell]]:
    """A set of cells, divided into what hangs together by these steps."""
    left, found = set(cells), []
    while left:
        part = flood(next(iter(left)), left, steps)
        left -= part
        found.append(part)
    return found


class Reference(TwoSides):
    """One game of Progressive Quad Lisbon.  `size` is 5 to 9 (default 9); 3 and 4 are for tests."""

    def __init__(self, *, size: int = 9) -> None:
        if not 3 <= size <= 9:
            raise ValueError(f"no board of size {size}")
        self.size = size
        self.cells = {(column, row) for column in range(size) for row in range(size)}
        last = size - 1
        self.sides = [{cell for cell in self.cells if cell[axis] == number} for axis in (0, 1) for number in (0, last)]
        self.border = set().union(*self.sides)
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Progressive Quad Lisbon has no set-up text")
        self._begin({}, 1)

    def set_position(self, text: str, turn: int) -> None:
        """Put up a position: the rows of the board from the top, joined by `/`, and the number of the turn to come.

        The position is not judged: only the next turn can end the game.
        """
        if [len(row) for row in text.split("/")] != [self.size] * self.size or not re.fullmatch("[.xo/]*", text):
            raise ValueError(f"not a board of size {self.size}: {text!r}")
        signs = {(x, y): sign for y, row in enumerate(text.split("/")) for x, sign in enumerate(row)}
        self._begin({cell: sign for cell, sign in signs.items() if sign != "."}, turn)

    def _begin(self, board: Board, turn: int) -> None:
        self.board = board
        self.turn = turn  # the number of the turn to come
        self.side = (turn - 1) % 2
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.board = dict(self.board)
        return other

    def rows(self) -> str:
        """The rows of the board from the top, joined by `/`, with a point for every empty cell."""
        numbers = range(self.size)
        return "/".join("".join(self.board.get((column, row), ".") for column in numbers) for row in numbers)

    # ---------------------------------------------------------------- turns

    def _empty(self) -> list[Cell]:
        """The empty cells in ascending order: column from the left, then row."""
        return sorted(self.cells - set(self.board))

    def _own(self) -> set[Cell]:
        return {cell for cell, colour in self.board.items() if colour == COLOURS[self.side]}

    def _allowed(self, placed: set[Cell]) -> bool:
        """Whether all stones of a turn are in different groups once the turn is made."""
        return all(len(group & placed) <= 1 for group in parts(self._own() | placed, KINGWISE))

    def _joins(self, cell: Cell, placed: list[Cell]) -> bool:
        """Whether one more stone would be in a group with a stone placed before it in the same turn."""
        return not flood(cell, self._own() | {cell, *placed}, KINGWISE).isdisjoint(placed)

    def _turns(self, placed: list[Cell]) -> Iterator[list[Cell]]:
        """The turns that begin with these stones, in ascending order, and have at least one more.

        Groups only grow, so a stone that is too much stays so whatever is added.
        """
        if len(placed) == self.turn:
            return
        for cell in self._empty():
            if (not placed or cell > placed[-1]) and not self._joins(cell, placed):
                yield [*placed, cell]
                yield from self._turns([*placed, cell])

    def legal_turns(self) -> list[str]:
        return [] if self.is_over else [" ".join(map(name, turn)) for turn in self._turns([])]

    def is_legal(self, turn: str) -> bool:
        try:
            self.copy().play(turn)
        except ValueError:
            return False
        return True

    def random_turn(self, rng: random.Random) -> str:
        """A number of stones from 1 to all, then the empty cells one by one in random order, without those that join.

        Every legal turn can be drawn, but not all with the same probability.  Late in the game a turn may have fewer
        stones than the number drawn, as the cells give out.
        """
        number = rng.randint(1, self.turn)
        cells = self._empty()
        rng.shuffle(cells)
        placed: list[Cell] = []
        for cell in cells:
            if len(placed) < number and not self._joins(cell, placed):
                placed.append(cell)
        return " ".join(map(name, sorted(placed)))

    # ---------------------------------------------------------------- playing

    def _read(self, text: str) -> list[Cell]:
        """The cells of a turn: in a word of letters and digits every letter goes with every digit."""
        columns = [chr(ord("a") + number) for number in range(self.size)]
        digits = [str(number + 1) for number in range(self.size)]
        found = []
        for word in text.split():
            if not re.fullmatch(f"[{''.join(columns)}]+[{''.join(digits)}]+", word):
                raise ValueError(f"not cells: {word!r}")
            letters = [sign for sign in word if sign in columns]
            numbers = [sign for sign in word if sign in digits]
            found += [(columns.index(letter), digits.index(number)) for letter in letters for number in numbers]
        return found

    def _play(self, turn: str) -> None:
        placed = self._read(turn.lower())
        if not 1 <= len(placed) <= self.turn:
            raise ValueError(f"turn {self.turn} has 1 to {self.turn} stones")
        if len(set(placed)) != len(placed) or any(cell in self.board for cell in placed):
            raise ValueError("a stone must go on an empty cell")
        if not self._allowed(set(placed)):
            raise ValueError("two stones of the turn are in one group")
        for cell in placed:
            self.board[cell] = COLOURS[self.side]
        own, mover = self._own(), self.side
        self.turn += 1
        self.side = 1 - mover
        if self._joins_three_sides(own):
            self._end(mover, "three sides")
        elif self._has_loop(own):
            self._end(mover, "closed loop")
        elif len(self.board) == len(self.cells):
            self._end(None, "full board")

    def _joins_three_sides(self, own: set[Cell]) -> bool:
        return any(sum(not side.isdisjoint(group) for side in self.sides) >= 3 for group in parts(own, KINGWISE))

    def _has_loop(self, own: set[Cell]) -> bool:
        """Whether the own stones cut off a region of other cells (empty or enemy) from the border."""
        return any(region.isdisjoint(self.border) for region in parts(self.cells - own, ORTHOGONAL))

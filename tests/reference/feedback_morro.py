"""Slow plain-Python reference of Feedback Morro (feedback_morro), written from the rule text alone.

A cell is a pair (column, row), both counted from 1; row 1 is at the top.  The position is a dictionary from cell to the
side that owns the stone there: 0 is `x`, who begins, 1 is `o`.

A turn is a set of one to three cells, written in ascending order: `e2 e4 d6` is spelled `d6 e2 e4`, and only so read.
`is_legal` tests a turn and `random_turn` draws one without listing the others, for there may be many thousands.
"""

from __future__ import annotations

import random
from copy import copy as shallow_copy
from itertools import combinations

from .base import TwoSides

Cell = tuple[int, int]

LINE_STEPS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def name(cell: Cell) -> str:
    return chr(ord("a") + cell[0] - 1) + str(cell[1])


class Reference(TwoSides):
    """One game of Feedback Morro on `size` x `size` cells (3 to 19, default 9)."""

    def __init__(self, *, size: int = 9) -> None:
        if not 3 <= size <= 19:
            raise ValueError("size must be from 3 to 19")
        self.size = size
        # All cells in ascending order, column from the left, then row.
        self.cells = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
        self.by_name = {name(cell): cell for cell in self.cells}
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Feedback Morro has no set-up text")
        self.owner: dict[Cell, int] = {}
        self.side = 0
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.turns_played = 0

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.owner = dict(self.owner)
        return other

    def line_list(self, side: int) -> list[int]:
        """The lengths of all lines of a side, from long to short.

        Python compares two lists as the rule does: by the first difference, and if one begins with the whole of the
        other, the longer one is greater.
        """
        lengths = []
        for x, y in self.cells:
            for dx, dy in LINE_STEPS:
                if self.owner.get((x - dx, y - dy)) == side:
                    continue  # the line, if there is one, begins earlier
                length = 0
                while self.owner.get((x + length * dx, y + length * dy)) == side:
                    length += 1
                if length >= 2:
                    lengths.append(length)
        return sorted(lengths, reverse=True)

    # ---------------------------------------------------------------- turns

    def numbers(self) -> list[int]:
        """The numbers of stones that the player to move may place."""
        if self.turns_played == 0:
            return [1]
        numbers = [2]
        if self.turns_played >= 2 and self.line_list(1 - self.side) > self.line_list(self.side):
            numbers.append(3)
        left = len(self._empty())
        return sorted({min(number, left) for number in numbers})  # a turn fills what is left if that is less

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        empty = self._empty()
        return [self._spell(cells) for number in self.numbers() for cells in combinations(empty, number)]

    def is_legal(self, turn: str) -> bool:
        if self.is_over or not all(word in self.by_name for word in turn.split()):
            return False
        cells = [self.by_name[word] for word in turn.split()]
        return (
            len(cells) in self.numbers()
            and len(set(cells)) == len(cells)
            and not any(cell in self.owner for cell in cells)
            and turn == self._spell(tuple(cells))
        )

    def random_turn(self, rng: random.Random) -> str:
        """A legal turn: every number of stones that is allowed is equally likely, then every set of so many cells."""
        return self._spell(tuple(rng.sample(self._empty(), rng.choice(self.numbers()))))

    def _empty(self) -> list[Cell]:
        return [cell for cell in self.cells if cell not in self.owner]

    def _spell(self, cells: tuple[Cell, ...]) -> str:
        return " ".join(name(cell) for cell in sorted(cells))

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        if not self.is_legal(turn):
            raise ValueError(f"illegal turn: {turn!r}")
        for word in turn.split():
            self.owner[self.by_name[word]] = self.side
        self.turns_played += 1
        self.side = 1 - self.side
        if not self._empty():
            lists = [self.line_list(0), self.line_list(1)]
            winner = None if lists[0] == lists[1] else lists.index(max(lists))
            self._end(winner, "full board")

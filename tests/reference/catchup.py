"""Slow reference of Catchup (catchup), written from the rule text alone for clarity, not for speed.

Seat 0 is White, who begins.  Cells are axial pairs (q, r) on every board.  A turn is a set of cells and is written in
ascending order with commas: `e5`, `d4,f5`, on the random board `1:-1,2:-1`.

A turn late in the game is one of thousands of sets, on a big board of hundreds of thousands.  So `play` tests a turn by
itself, without `legal_turns`; `num_turns` counts the legal turns and `random_turn` draws one, all with the same chance.
"""

from __future__ import annotations

import random
from copy import copy as shallow_copy
from itertools import combinations
from math import comb

from .base import TwoSides
from .flood import reach
from .hexagon import STEPS, Cell, hexagon, side_of_board

WHITE, BLACK = 0, 1
RANDOM_BOARD = "random board"
RANDOM_CELLS = 61


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + q, cell[1] + r) for q, r in STEPS]


def groups(cells: set[Cell]) -> list[int]:
    """The sizes of the connected groups that the cells form, largest first."""
    left = set(cells)
    sizes = []
    while left:
        group = reach([left.pop()], lambda cell: cells.intersection(neighbours(cell)))
        left -= group
        sizes.append(len(group))
    return sorted(sizes, reverse=True)


def winner_of(white: list[int], black: list[int]) -> int | None:
    """Who has won a full board with these groups, largest first.  None is a draw.

    Python compares lists as the rule does: the first difference decides, else the longer list is greater.
    """
    if white == black:
        return None
    return WHITE if white > black else BLACK


def draw_board(rng: random.Random, cells: int = RANDOM_CELLS) -> str:
    """A random board as a set-up text: grown cell by cell, every free neighbour of the set with the same chance."""
    board = {(0, 0)}
    while len(board) < cells:
        free = {neighbour for cell in board for neighbour in neighbours(cell)} - board
        board.add(rng.choice(sorted(free)))
    return " ".join(f"{q}:{r}" for q, r in sorted(board))


class Reference(TwoSides):
    """One game of Catchup.

    Options: `variant`, `size 5` (default), `size 7` or `random board`; `size`, the side of a regular board, 2 to 13.
    On the random board `reset` takes the list of cells; without it some board is drawn, always the same.
    """

    def __init__(self, *, size: int | None = None, variant: str | None = None) -> None:
        self.random_board = variant == RANDOM_BOARD
        if self.random_board and size is not None:
            raise ValueError("the random board has no size")
        self.size = None if self.random_board else side_of_board(size, variant, default=5)
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if self.size is None:
            self.names = self._read_board(draw_board(random.Random(0)) if setup is None else setup)
        elif setup is None:
            self.names = hexagon(self.size)
        else:
            raise ValueError("a regular board has no set-up text")
        self.name_of = {cell: name for name, cell in self.names.items()}
        self.stones: dict[Cell, int] = {}
        self.score = [1, 1]  # the size of the largest group, at least 1
        self.rose = [False, False]  # whether the score went up in the seat's last turn
        self.side = WHITE
        self.winner: int | None = None
        self.end_reason: str | None = None

    def _read_board(self, text: str) -> dict[str, Cell]:
        cells = []
        for word in text.split():
            q, _, r = word.partition(":")
            cells.append((int(q), int(r)))
        if len(set(cells)) != len(cells) or len(groups(set(cells))) != 1:
            raise ValueError("a board is one connected set of different cells")
        return {f"{q}:{r}": (q, r) for q, r in sorted(cells)}

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.stones, other.score, other.rose = dict(self.stones), list(self.score), list(self.rose)
        return other

    def scores(self) -> list[float]:
        return [float(score) for score in self.score]

    # ---------------------------------------------------------------- turns

    def empty_cells(self) -> list[Cell]:
        """In ascending order."""
        return [cell for cell in self.name_of if cell not in self.stones]

    def most_stones(self) -> int:
        """How many stones the player to move may place."""
        if not self.stones:
            return 1  # the first turn of the game
        me, other = self.side, 1 - self.side
        catching_up = self.rose[other] and self.score[other] >= self.score[me]
        return min(3 if catching_up else 2, len(self.empty_cells()))

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        empty = self.empty_cells()
        sets = [cells for count in range(1, self.most_stones() + 1) for cells in combinations(empty, count)]
        return [self._spell(list(cells)) for cells in sets]

    def num_turns(self) -> int:
        if self.is_over:
            return 0
        return sum(comb(len(self.empty_cells()), count) for count in range(1, self.most_stones() + 1))

    def random_turn(self, rng: random.Random) -> str:
        empty = self.empty_cells()
        counts = range(1, self.most_stones() + 1)
        [count] = rng.choices(counts, [comb(len(empty), count) for count in counts])
        return self._spell(rng.sample(empty, count))

    def _spell(self, cells: list[Cell]) -> str:
        return ",".join(self.name_of[cell] for cell in sorted(cells))

    def _play(self, turn: str) -> None:
        words = turn.lower().split(",")
        cells = {self.names[word] for word in words if word in self.names} - set(self.stones)
        if len(cells) != len(words):
            raise ValueError(f"not different empty cells: {turn!r}")
        if len(cells) > self.most_stones():
            raise ValueError(f"too many stones: {turn!r}")
        me = self.side
        for cell in cells:
            self.stones[cell] = me
        largest = self.groups_of(me)[0]
        self.rose[me] = largest > self.score[me]
        self.score[me] = largest
        self.side = 1 - me
        if not self.empty_cells():
            self._end(winner_of(self.groups_of(WHITE), self.groups_of(BLACK)), "the board is full")

    def groups_of(self, side: int) -> list[int]:
        return groups({cell for cell, owner in self.stones.items() if owner == side})

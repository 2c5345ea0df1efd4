"""Slow reference implementation of Hex, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

Cells are (column, row) pairs counted from 0; row 0 is the top row.  Player 0 joins top and bottom,
player 1 joins left and right.  Turns: a cell such as ``f6``, or ``swap``.  ``play`` also takes
``resign``, which is never listed.
"""

from __future__ import annotations

import re

Cell = tuple[int, int]

NEIGHBOUR_STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)]


def cell_name(cell: Cell) -> str:
    column, row = cell
    return chr(ord("a") + column) + str(row + 1)


class Reference:
    """One game of Hex on a rhombus of size x size cells."""

    def __init__(self, *, size: int | None = None, swap: bool = True, variant: str | None = None) -> None:
        if variant is not None:
            number = variant.removeprefix("size ")  # "size 11", or just "11"
            if not re.fullmatch("[1-9][0-9]?", number):
                raise ValueError(f"unknown variant {variant!r}")
            if size not in (None, int(number)):
                raise ValueError(f"variant {variant!r} does not have size {size}")
            size = int(number)
        self.size = 13 if size is None else size
        if not 2 <= self.size <= 26:
            raise ValueError("size must be from 2 to 26")
        self.swap = swap
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Hex has no set-up text")
        self._stones: dict[Cell, int] = {}  # cell -> seat that owns the stone
        self._turns_played = 0
        self._winner: int | None = None

    def copy(self) -> Reference:
        other = Reference(size=self.size, swap=self.swap)
        other._stones = dict(self._stones)
        other._turns_played = self._turns_played
        other._winner = self._winner
        return other

    @property
    def player(self) -> int | None:
        return None if self.is_over else self._turns_played % 2

    @property
    def is_over(self) -> bool:
        return self._winner is not None

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        turns = [cell_name(cell) for cell in self._all_cells() if cell not in self._stones]
        if self.swap and self._turns_played == 1:
            turns.append("swap")
        return turns

    def play(self, turn: str) -> None:
        mover = self.player
        if mover is None:
            raise ValueError("the game is over")
        if turn == "resign":
            self._winner = 1 - mover
            return
        if turn not in self.legal_turns():
            raise ValueError(f"illegal turn {turn!r}")
        if turn == "swap":
            [(column, row)] = self._stones
            self._stones = {(row, column): mover}
        else:
            [cell] = [cell for cell in self._all_cells() if cell_name(cell) == turn]
            self._stones[cell] = mover
        self._turns_played += 1
        if self._has_chain(mover):
            self._winner = mover

    def chance(self) -> list[float] | None:
        return None

    def returns(self) -> list[float]:
        if self._winner is None:
            return [0.0, 0.0]
        return [1.0 if seat == self._winner else -1.0 for seat in (0, 1)]

    def scores(self) -> list[float] | None:
        return None

    def _all_cells(self) -> list[Cell]:
        return [(column, row) for row in range(self.size) for column in range(self.size)]

    def _has_chain(self, seat: int) -> bool:
        """Whether the seat's stones join its two edges: flood from one edge, look at the other."""
        last = self.size - 1
        axis = 1 if seat == 0 else 0  # player 0 goes from the first to the last row, player 1 by columns
        own = {cell for cell, owner in self._stones.items() if owner == seat}
        waiting = [cell for cell in own if cell[axis] == 0]
        reached = set(waiting)
        while waiting:
            column, row = waiting.pop()
            for column_step, row_step in NEIGHBOUR_STEPS:
                neighbour = (column + column_step, row + row_step)
                if neighbour in own and neighbour not in reached:
                    reached.add(neighbour)
                    waiting.append(neighbour)
        return any(cell[axis] == last for cell in reached)

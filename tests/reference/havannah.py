"""Slow reference implementation of Havannah, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

A cell is a pair (q, r) of axial coordinates with the centre at (0, 0).  On a board of side n, the three numbers q, r
and q + r run from -(n-1) to n-1.  Each of their six extreme values is one edge of the hexagon: a cell on two edges at
once is a corner, and a cell on one edge only belongs to that side.  Columns have the same q; the letters start with the
lowest q, and the cells of a column are numbered from 1 by ascending r.

Player 0 is Black and moves first.  Turns: a cell such as ``E1``, or ``swap``.  ``play`` also takes ``resign``, which is
never listed.
"""

from __future__ import annotations

from copy import copy as shallow_copy

from .base import TwoSides
from .flood import reach

Cell = tuple[int, int]

STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


class Reference(TwoSides):
    """One game of Havannah on a hexagon with `size` cells (2 to 13) on each side.

    With `swap` White may take over Black's first stone, on its cell, instead of placing one of his own.
    """

    def __init__(self, *, size: int = 8, swap: bool = True) -> None:
        if not 2 <= size <= 13:
            raise ValueError("size must be from 2 to 13")
        self.size = size
        self.swap = swap
        numbers = range(-(size - 1), size)
        cells = [(q, r) for q in numbers for r in numbers if q + r in numbers]
        self.cells = {self.name(cell): cell for cell in cells}
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Havannah has no set-up text")
        self.stones: dict[Cell, int] = {}  # cell -> seat that owns the stone
        self.turns_played = 0
        self.side = 0
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.stones = dict(self.stones)
        return other

    # ---------------------------------------------------------------- the board

    def name(self, cell: Cell) -> str:
        q, r = cell
        lowest = -(self.size - 1) - min(q, 0)  # the lowest r of this column
        return chr(ord("A") + q + self.size - 1) + str(r - lowest + 1)

    def neighbours(self, cell: Cell) -> list[Cell]:
        q, r = cell
        around = [(q + dq, r + dr) for dq, dr in STEPS]
        return [(q, r) for q, r in around if max(abs(q), abs(r), abs(q + r)) < self.size]

    def edges(self, cell: Cell) -> list[tuple[str, int]]:
        """The edges of the board this cell lies on: none, one (a side) or two (a corner)."""
        q, r = cell
        return [(axis, value) for axis, value in (("q", q), ("r", r), ("q+r", q + r)) if abs(value) == self.size - 1]

    # ---------------------------------------------------------------- what wins

    def features(self, group: set[Cell]) -> set[str]:
        """Which of bridge, fork and ring a connected group of stones forms."""
        found = set()
        edges = [self.edges(cell) for cell in group]
        if sum(len(edge) == 2 for edge in edges) >= 2:
            found.add("bridge")
        if len({edge[0] for edge in edges if len(edge) == 1}) >= 3:
            found.add("fork")
        if self._encloses_something(group):
            found.add("ring")
        return found

    def _encloses_something(self, group: set[Cell]) -> bool:
        """Whether some cell inside the group has no way out, or is one of the group's own and surrounded by it."""
        rest = set(self.cells.values()) - group
        border = {cell for cell in rest if self.edges(cell)}
        outside = reach(border, lambda cell: [other for other in self.neighbours(cell) if other in rest])
        if rest - outside:
            return True
        around = [self.neighbours(cell) for cell in group]
        return any(len(cells) == 6 and group.issuperset(cells) for cells in around)

    # ---------------------------------------------------------------- playing

    def _can_swap(self) -> bool:
        return self.swap and self.turns_played == 1

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        turns = [name for name, cell in self.cells.items() if cell not in self.stones]
        return [*turns, "swap"] if self._can_swap() else turns

    def _play(self, turn: str) -> None:
        if turn not in self.legal_turns():
            raise ValueError(f"illegal turn {turn!r}")
        mover = self.side
        if turn == "swap":
            self.stones = dict.fromkeys(self.stones, mover)
        else:
            self.stones[self.cells[turn]] = mover
            group = reach(
                [self.cells[turn]],
                lambda cell: [other for other in self.neighbours(cell) if self.stones.get(other) == mover],
            )
            features = self.features(group)  # the other groups are as they were: without any
            if features:
                self._end(mover, " and ".join(sorted(features)))
            elif len(self.stones) == len(self.cells):
                self._end(None, "full board")
        self.turns_played += 1
        self.side = 1 - mover

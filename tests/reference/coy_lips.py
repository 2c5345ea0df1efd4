"""Slow plain-Python reference of Coy Lips (coy_lips), written from the rule text alone.

Cells are those of `hexhex`.  The position is a dictionary from cell to the side that owns the stone there: 0 is `o`,
who begins, 1 is `x`.

A turn is a set of up to four cells (two in turn 1), written in ascending order with `--` for each stone passed:
`d6 j12 p2 v8`, `u5 u9 -- --`, in turn 1 `h2 --`.  Only this spelling is read.  On big boards the turns are millions:
`is_legal` tests one by the letter of the rule, `random_turn` draws one, and neither lists the others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import copy as shallow_copy

from .base import TwoSides
from .hexhex import DIRECTIONS, Cell, all_cells, groups, name, step

Shape = tuple[tuple[int, int], ...]

PASSED = "--"

# The tetrahexes in axial coordinates (q, r), where the six neighbours are (1,0) (0,1) (-1,1) and their opposites.
TETRAHEXES = {
    "bar": [(0, 0), (0, 1), (0, 2), (0, 3)],
    "hook": [(0, 0), (0, 1), (0, 2), (1, -1)],
    "three-with-side": [(0, 0), (0, 1), (0, 2), (1, 0)],
    "zigzag": [(0, 0), (0, 1), (1, -2), (1, -1)],
    "rhombus": [(0, 0), (0, 1), (1, -1), (1, 0)],
    "arch": [(0, 0), (0, 1), (1, -1), (1, 1)],
    "propeller": [(0, 0), (1, -2), (1, -1), (2, -1)],
}


def normal_form(axial: list[tuple[int, int]]) -> Shape:
    """The same for two shapes if and only if one can be rotated or reflected into the other."""
    forms = []
    for start in (axial, [(r, q) for q, r in axial]):
        turned = start
        for _ in range(6):
            turned = [(-r, q + r) for q, r in turned]  # by 60 degrees
            left, top = min(q for q, r in turned), min(r for q, r in turned)
            forms.append(tuple(sorted((q - left, r - top) for q, r in turned)))
    return min(forms)


KIND_OF = {normal_form(cells): kind for kind, cells in TETRAHEXES.items()}


class Reference(TwoSides):
    """One game of Coy Lips on a hexhex board with `size` cells (3 to 9, default 7) on a side."""

    def __init__(self, *, size: int = 7) -> None:
        if not 3 <= size <= 9:
            raise ValueError("size must be from 3 to 9")
        self.size = size
        self.cells = all_cells(size)
        self.by_name = {name(cell): cell for cell in self.cells}
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Coy Lips has no set-up text")
        self.owner: dict[Cell, int] = {}
        self.side = 0
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.turns_played = 0
        self.placed_last = True  # whether the last turn placed a stone
        self.kinds: list[set[str]] = [set(), set()]  # the kinds that each side has completed
        self.changed = [0, 0]  # the turn in which that set changed last

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.owner, other.kinds, other.changed = dict(self.owner), list(self.kinds), list(self.changed)
        return other

    # ---------------------------------------------------------------- tetrahexes

    def groups(self, side: int) -> list[set[Cell]]:
        return groups(cell for cell, owner in self.owner.items() if owner == side)

    def completed(self, side: int) -> set[str]:
        """The kinds of tetrahex that are on the board as whole groups of the side."""
        fours = [group for group in self.groups(side) if len(group) == 4]
        return {KIND_OF[normal_form([((x - y) // 2, y) for x, y in group])] for group in fours}

    # ---------------------------------------------------------------- turns

    @property
    def most_stones(self) -> int:
        return 2 if self.turns_played == 0 else 4

    def spell(self, cells: list[Cell]) -> str:
        words = [name(cell) for cell in sorted(cells)]
        return " ".join(words + [PASSED] * (self.most_stones - len(words)))

    def is_legal(self, turn: str) -> bool:
        return not self.is_over and self._read(turn) is not None

    def _read(self, turn: str) -> list[Cell] | None:
        """The cells of a legal turn, None if it is none."""
        words = [word for word in turn.split() if word != PASSED]
        if len(words) > self.most_stones or not all(word in self.by_name for word in words):
            return None
        cells = [self.by_name[word] for word in words]
        if len(set(cells)) < len(cells) or any(cell in self.owner for cell in cells) or self.spell(cells) != turn:
            return None
        after = self.copy()
        after.owner.update(dict.fromkeys(cells, self.side))
        return cells if all(len(group & set(cells)) <= 1 for group in after.groups(self.side)) else None

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        together = self._together()
        return [self.spell(cells) for cells in self._sets([], list(together), together)]

    def _sets(self, chosen: list[Cell], others: list[Cell], together: dict[Cell, set[Cell]]) -> Iterator[list[Cell]]:
        """The legal sets that consist of the chosen cells and some of the others."""
        yield chosen
        if len(chosen) < self.most_stones:
            for i, cell in enumerate(others):
                fitting = [other for other in others[i + 1 :] if other in together[cell]]
                yield from self._sets([*chosen, cell], fitting, together)

    def _together(self) -> dict[Cell, set[Cell]]:
        """For every empty cell the empty cells that may get a stone in the same turn.

        Two new stones are in one group if they touch, touch the same old group, or are joined through other new stones.
        In the last case neighbours in that chain are joined in one of the first two ways: so a set of cells is legal if
        every two of them are.
        """
        own_groups = self.groups(self.side)
        empty = [cell for cell in self.cells if cell not in self.owner]
        near = {cell: {step(cell, direction) for direction in DIRECTIONS} for cell in empty}
        touched = {cell: {i for i, group in enumerate(own_groups) if group & near[cell]} for cell in empty}
        return {
            cell: {
                other
                for other in empty
                if other != cell and other not in near[cell] and not touched[cell] & touched[other]
            }
            for cell in empty
        }

    def random_turn(self, rng: random.Random) -> str:
        """A legal turn, each with some chance: before every stone the turn stops with a chance of 1 in 10."""
        together = self._together()
        fitting = set(together)
        cells: list[Cell] = []
        while len(cells) < self.most_stones and fitting and rng.random() < 0.9:
            cells.append(rng.choice(sorted(fitting)))
            fitting &= together[cells[-1]]
        return self.spell(cells)

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        cells = self._read(turn)
        if cells is None:
            raise ValueError(f"illegal turn: {turn!r}")
        mover = self.side
        self.owner.update(dict.fromkeys(cells, mover))
        self.turns_played += 1
        kinds = self.completed(mover)
        if kinds != self.kinds[mover]:
            self.kinds[mover] = kinds
            self.changed[mover] = self.turns_played
        self.side = 1 - mover
        if len(kinds) == len(TETRAHEXES):
            self._end(mover, "all seven kinds")
        elif not cells and not self.placed_last:
            self._end(self._leader(), "two empty turns")
        self.placed_last = bool(cells)

    def _leader(self) -> int | None:
        """The side with more kinds; on equal numbers the one whose set is older; neither without any kind."""
        first, second = (len(kinds) for kinds in self.kinds)
        if first != second:
            return 0 if first > second else 1
        if first == 0:
            return None
        return 0 if self.changed[0] < self.changed[1] else 1

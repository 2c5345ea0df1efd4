"""Slow reference of Morelli (morelli), written from the rule text alone for clarity, not for speed.

Seat 0 is Black, who begins, seat 1 is White.  A cell is its offset (x, y) from the centre, the throne.
Turns are written `a5-d5`.
"""

from __future__ import annotations

from copy import copy as shallow_copy

from .base import TwoSides

Cell = tuple[int, int]

BLACK, WHITE = 0, 1
THRONE = (0, 0)
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def column_name(column: int) -> str:
    """a .. z, then aa, ab, ..."""
    letter = chr(ord("a") + column % 26)
    return letter if column < 26 else column_name(column // 26 - 1) + letter


def distance(cell: Cell) -> int:
    """From the throne, counted in square rings."""
    return max(abs(cell[0]), abs(cell[1]))


def frame(cell: Cell) -> list[Cell]:
    """The four cells that a quarter turn around the throne takes into each other."""
    x, y = cell
    return [(x, y), (-y, x), (-x, -y), (y, -x)]


class Reference(TwoSides):
    """One game of Morelli.

    Options: `size`, an odd number from 5 to 51 (default 13), or a `variant` such as `size 9`.  `reset` takes the start
    as a bit string or as the list of the black cells; without it the bits are 0101...
    """

    def __init__(self, *, size: int | None = None, variant: str | None = None) -> None:
        if variant is not None:
            number = int(variant.removeprefix("size "))
            if size not in (None, number):
                raise ValueError(f"variant {variant!r} does not have size {size}")
            size = number
        self.size = 13 if size is None else size
        if not 5 <= self.size <= 51 or self.size % 2 == 0:
            raise ValueError(f"size must be an odd number from 5 to 51, not {size}")
        self.half = (self.size - 1) // 2
        offsets = range(-self.half, self.half + 1)
        self.names = {(x, y): column_name(x + self.half) + str(y + self.half + 1) for x in offsets for y in offsets}
        self.cells = {name: cell for cell, name in self.names.items()}
        self.reset()

    # ---------------------------------------------------------------- starts and positions

    def border(self) -> list[Cell]:
        """The border cells, once round from a1 along row 1.  The opposite of a cell is half the round away."""
        h = self.half
        run = range(-h, h)
        return [(i, -h) for i in run] + [(h, i) for i in run] + [(-i, h) for i in run] + [(-h, -i) for i in run]

    def reset(self, setup: str | None = None) -> None:
        border = self.border()
        pairs = len(border) // 2
        text = setup or "01" * (pairs // 2)
        self.stones: dict[Cell, int] = {}  # cell -> owner
        if set(text) <= {"0", "1"}:
            if len(text) != pairs:
                raise ValueError(f"a start has {pairs} bits, not {len(text)}")
            for index, bit in enumerate(text):
                self.stones[border[index]] = int(bit)
                self.stones[border[index + pairs]] = 1 - int(bit)
        else:
            black = {self.cells.get(name) for name in text.lower().split()}
            self.stones = {cell: BLACK if cell in black else WHITE for cell in border}
            one_of_each_pair = all(((x, y) in black) != ((-x, -y) in black) for x, y in border)
            if not black <= set(border) or not one_of_each_pair:
                raise ValueError("the black cells of a start are one of each pair of opposite border cells")
        self._start(None, BLACK)

    def set_position(self, black: str, white: str, owner: int | None, side: int) -> None:
        """Put up a position; `owner` is the side that owns the throne."""
        self.stones = {self.cells[name]: BLACK for name in black.split()}
        self.stones |= {self.cells[name]: WHITE for name in white.split()}
        self._start(owner, side)

    def _start(self, owner: int | None, side: int) -> None:
        self.owner = owner
        self.side = side
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.stones = dict(self.stones)
        return other

    # ---------------------------------------------------------------- turns

    def targets(self, start: Cell) -> list[Cell]:
        """Where the stone on a cell may go."""
        found = []
        for dx, dy in DIRECTIONS:
            here = (start[0] + dx, start[1] + dy)
            while here in self.names and here not in self.stones and (here != THRONE or self.owner is None):
                if here != THRONE and distance(here) < distance(start):
                    found.append(here)
                here = (here[0] + dx, here[1] + dy)
        return found

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        own = [cell for cell, owner in self.stones.items() if owner == self.side]
        return [f"{self.names[cell]}-{self.names[target]}" for cell in own for target in self.targets(cell)]

    def _play(self, turn: str) -> None:
        first, _, second = turn.strip().lower().partition("-")
        start, target = self.cells.get(first), self.cells.get(second)
        me = self.side
        if start is None or self.stones.get(start) != me or target not in self.targets(start):
            raise ValueError(f"illegal turn: {turn!r}")
        del self.stones[start]
        self.stones[target] = me
        converted = self._surrounded_from(target)
        for cell in converted:
            self.stones[cell] = me
        for cell in [target, *converted]:
            if all(self.stones.get(corner) == me for corner in frame(cell)):
                self.owner = me
        self.side = 1 - me
        if not self.legal_turns():
            self._end(self.owner, "no legal move")

    def _surrounded_from(self, cell: Cell) -> list[Cell]:
        """The single enemy stones between this stone and another one of its side."""
        x, y = cell
        me = self.stones[cell]
        found = []
        for dx, dy in DIRECTIONS:
            between, beyond = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if self.stones.get(between) == 1 - me and self.stones.get(beyond) == me:
                found.append(between)
        return found

"""Slow reference of Gonnect (gonnect), written from the rule text alone for clarity, not for speed.

Seat 0 is Black, who begins, seat 1 is White; a swap changes the colour of the stone, not of the seats.  Points are
(column, row) pairs counted from 0 at the bottom left; the letter i is left out.  Turns: a point such as `d4`, `swap`.
"""

from __future__ import annotations

from copy import copy as shallow_copy

from .base import TwoSides
from .flood import reach

Point = tuple[int, int]
Stones = dict[Point, int]  # the owner of every stone

BLACK, WHITE = 0, 1
LETTERS = "abcdefghjklmnopqrstuvwxyz"


class Reference(TwoSides):
    """One game of Gonnect.

    Options: `size`, 2 to 25 (default 13), or a `variant` such as `size 9`; `swap`, on by default.
    """

    def __init__(self, *, size: int | None = None, swap: bool = True, variant: str | None = None) -> None:
        if variant is not None:
            number = int(variant.removeprefix("size "))
            if size not in (None, number):
                raise ValueError(f"variant {variant!r} does not have size {size}")
            size = number
        self.size = 13 if size is None else size
        if not 2 <= self.size <= len(LETTERS):
            raise ValueError(f"size must be 2 to {len(LETTERS)}, not {size}")
        self.swap = swap
        self.points = {
            LETTERS[column] + str(row + 1): (column, row) for column in range(self.size) for row in range(self.size)
        }
        self.neighbours = {point: self._neighbours(point) for point in self.points.values()}
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Gonnect has no set-up text")
        self.set_position("", "", BLACK)
        self.turns = 0

    def set_position(self, black: str, white: str, side: int) -> None:
        """Put up a position of normal play; no board before it is known."""
        owners = [(BLACK, name) for name in black.split()] + [(WHITE, name) for name in white.split()]
        self.stones: Stones = {self.points[name]: owner for owner, name in owners}
        self.earlier = {frozenset(self.stones.items())}  # every board of the game, this one included
        self.turns = 2
        self.side = side
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.stones, other.earlier = dict(self.stones), set(self.earlier)
        return other

    # ---------------------------------------------------------------- chains

    def _neighbours(self, point: Point) -> list[Point]:
        column, row = point
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        return [(x, y) for x, y in around if 0 <= x < self.size and 0 <= y < self.size]

    def chain(self, stones: Stones, point: Point) -> set[Point]:
        """The stones joined to the one on this point."""
        owner = stones[point]
        return reach([point], lambda here: [there for there in self.neighbours[here] if stones.get(there) == owner])

    def has_liberty(self, stones: Stones, chain: set[Point]) -> bool:
        return any(neighbour not in stones for point in chain for neighbour in self.neighbours[point])

    def connects(self, side: int) -> bool:
        """Whether a chain of the side touches two opposite edges."""
        own = {point for point, owner in self.stones.items() if owner == side}
        for axis in (0, 1):
            near_edge = [point for point in own if point[axis] == 0]
            joined = reach(near_edge, lambda point: own.intersection(self.neighbours[point]))
            if any(point[axis] == self.size - 1 for point in joined):
                return True
        return False

    # ---------------------------------------------------------------- turns

    def after(self, point: Point) -> Stones | None:
        """The board after the player to move has placed a stone on a point, or None where that is illegal."""
        if point in self.stones:
            return None
        stones = self.stones | {point: self.side}
        for neighbour in self.neighbours[point]:
            if stones.get(neighbour) == 1 - self.side:
                chain = self.chain(stones, neighbour)
                if not self.has_liberty(stones, chain):
                    for captured in chain:
                        del stones[captured]
        if not self.has_liberty(stones, self.chain(stones, point)):
            return None  # suicide
        if frozenset(stones.items()) in self.earlier:
            return None  # repetition
        return stones

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        turns = [name for name, point in self.points.items() if self.after(point) is not None]
        return [*turns, "swap"] if self._may_swap() else turns

    def _may_swap(self) -> bool:
        return self.swap and self.turns == 1

    def _play(self, turn: str) -> None:
        text = turn.strip().lower()
        if text == "swap" and self._may_swap():
            self.stones = dict.fromkeys(self.stones, WHITE)
        else:
            point = self.points.get(text)
            stones = None if point is None else self.after(point)
            if stones is None:
                raise ValueError(f"illegal turn: {turn!r}")
            self.stones = stones
        self.earlier.add(frozenset(self.stones.items()))
        self.turns += 1
        mover = self.side
        self.side = 1 - mover
        if self.connects(mover):
            self._end(mover, "opposite sides joined")
        elif not self._may_swap() and all(self.after(point) is None for point in self.points.values()):
            self._end(mover, "no legal turn")

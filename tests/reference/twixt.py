"""Slow reference implementation of Twixt PP, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

A hole is a pair (column, row), both counted from 1 at the top left.  A link is the pair of its two pegs, the smaller
first.  Player 0 is White, moves first and joins the top row with the bottom row; player 1 is Black and joins the left
column with the right one.  The links of each player are kept as they were made: a link is only ever made from the peg
just placed, and only where no link of the opponent is in its way.

Turns: a hole such as ``p12``, or ``swap``; with `removal`, a list of own links to take off may stand before the hole,
``-c3d5,-d5f6,g7``, in ascending order.  ``play`` also takes ``resign``, which is never listed.

With `removal` there are millions of turns as soon as a player has some twenty links, because every set of them may go.
So besides `legal_turns`, which lists all, there are `num_turns`, `is_legal` and `random_turn` (each link goes with
probability 1/2, the hole is any of the legal ones: every turn is equally likely), which list nothing; `play` doesn't
either.
"""

from __future__ import annotations

import random
from copy import copy as shallow_copy
from itertools import combinations

from .base import TwoSides
from .flood import reach

Hole = tuple[int, int]
Link = tuple[Hole, Hole]

KNIGHT_STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def column_name(column: int) -> str:
    """a .. z for 1 to 26, then aa, ab, ..."""
    more, letter = divmod(column - 1, 26)
    return (column_name(more) if more else "") + chr(ord("a") + letter)


def hole_name(hole: Hole) -> str:
    return column_name(hole[0]) + str(hole[1])


def link_name(link: Link) -> str:
    return "-" + hole_name(link[0]) + hole_name(link[1])


def link_between(first: Hole, second: Hole) -> Link:
    return (first, second) if first < second else (second, first)


def turn_of(a: Hole, b: Hole, c: Hole) -> int:
    """Positive, negative or zero: on which side of the line from a to b the point c lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(first: Link, second: Link) -> bool:
    """Whether two links without a common peg have a common inner point."""
    (a, b), (c, d) = first, second
    return turn_of(a, b, c) * turn_of(a, b, d) < 0 and turn_of(c, d, a) * turn_of(c, d, b) < 0


class Reference(TwoSides):
    """One game of Twixt PP on `size` x `size` holes (from 4).

    With `swap` Black may answer White's first peg by making it his own, mirrored.  With `removal` a player may take off
    any of his links before he places his peg.
    """

    def __init__(self, *, size: int = 24, swap: bool = True, removal: bool = False) -> None:
        if size < 4:
            raise ValueError("size must be at least 4")
        self.size = size
        self.swap = swap
        self.removal = removal
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Twixt has no set-up text")
        self.pegs: dict[Hole, int] = {}  # hole -> seat that owns the peg
        self.links: list[set[Link]] = [set(), set()]  # by seat
        self.turns_played = 0
        self.side = 0
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.pegs = dict(self.pegs)
        other.links = [set(links) for links in self.links]
        return other

    # ---------------------------------------------------------------- legal turns

    def _holes(self) -> list[Hole]:
        """Where the player to move may put a peg: an empty hole which is not in a border line of the opponent."""
        anywhere, inner = range(1, self.size + 1), range(2, self.size)
        columns, rows = (inner, anywhere) if self.side == 0 else (anywhere, inner)
        holes = [(column, row) for column in columns for row in rows]
        return [hole for hole in holes if hole not in self.pegs]

    def _removable(self) -> list[Link]:
        return sorted(self.links[self.side]) if self.removal else []

    def _can_swap(self) -> bool:
        return self.swap and self.turns_played == 1

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        links = self._removable()
        turns = [
            ",".join([*map(link_name, removed), hole_name(hole)])
            for number in range(len(links) + 1)
            for removed in combinations(links, number)
            for hole in self._holes()
        ]
        return [*turns, "swap"] if self._can_swap() else turns

    def num_turns(self) -> int:
        return 0 if self.is_over else 2 ** len(self._removable()) * len(self._holes()) + self._can_swap()

    def random_turn(self, rng: random.Random) -> str:
        holes = ["swap"] * self._can_swap() + [hole_name(hole) for hole in self._holes()]
        removed = [link_name(link) for link in self._removable() if rng.random() < 0.5]
        return ",".join([*removed, rng.choice(holes)])  # before a swap there are no links yet

    def is_legal(self, turn: str) -> bool:
        if self.is_over:
            return False
        if turn == "swap":
            return self._can_swap()
        *removed, peg = turn.split(",")
        links = [link_name(link) for link in self._removable()]
        in_order = removed == [link for link in links if link in removed]
        return in_order and peg in map(hole_name, self._holes())

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        if not self.is_legal(turn):
            raise ValueError(f"illegal turn {turn!r}")
        mover = self.side
        if turn == "swap":
            [(column, row)] = self.pegs
            self.pegs = {(row, column): mover}
        else:
            *removed, peg = turn.split(",")
            self.links[mover] = {link for link in self.links[mover] if link_name(link) not in removed}
            [hole] = [hole for hole in self._holes() if hole_name(hole) == peg]
            self._place(hole)
        self.turns_played += 1
        self.side = 1 - mover
        if self._is_joined(mover):
            self._end(mover, "connection")
        elif not self._holes():
            self._end(None, "no hole left")

    def _place(self, hole: Hole) -> None:
        """Put a peg of the player to move into a hole and make its links."""
        self.pegs[hole] = self.side
        for column_step, row_step in KNIGHT_STEPS:
            other = (hole[0] + column_step, hole[1] + row_step)
            if self.pegs.get(other) == self.side:
                link = link_between(hole, other)
                if not any(cross(link, barrier) for barrier in self.links[1 - self.side]):
                    self.links[self.side].add(link)

    def _is_joined(self, seat: int) -> bool:
        """Whether links of the seat join its two border lines: flood from the first one, look at the other."""
        across = 1 - seat  # White's border lines are rows, Black's columns
        joined: dict[Hole, list[Hole]] = {}
        for first, second in self.links[seat]:
            joined.setdefault(first, []).append(second)
            joined.setdefault(second, []).append(first)
        starts = [hole for hole in joined if hole[across] == 1]
        return any(hole[across] == self.size for hole in reach(starts, lambda hole: joined[hole]))

"""Slow plain-Python reference of Gomoku (gomoku) in three variants, written from the rule text alone.

A point is a pair (column, row), both counted from 1; row 1 is at the bottom.  The position is a dictionary from point
to colour, 0 Black or 1 White, and the colour that moves next: colours always alternate.  Sides are seats: seat 0 begins
and is Black in the variant `gomoku`; in the others the answer of seat 1 to the opening decides who is.

A turn is a point, `j10`; the opening of the Pro variants is one turn of one to five points in the order of playing,
`h8i9g7`, and the answer to it is a point or `swap`.  The openings are billions: `is_legal` tests a turn and
`random_turn` draws one without listing the others.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import copy as shallow_copy
from itertools import permutations

from .base import TwoSides

Point = tuple[int, int]

SIZES = {"gomoku": 19, "pro": 15, "pro9": 9}
LINE_STEPS = [(1, 0), (0, 1), (1, 1), (1, -1)]
LONGEST_OPENING = 5
MOST_STONES = 150  # in the variant gomoku


def name(point: Point) -> str:
    return chr(ord("a") + point[0] - 1) + str(point[1])


class Reference(TwoSides):
    """One game.

    Options: `variant`, `gomoku` (default, 19x19), `pro` (15x15) or `pro9`; `zone`, for `gomoku` only: where Black's
    second stone must not go, `site` (default) or an odd number k from 1 to 17 for the k x k square in the middle.
    """

    def __init__(self, *, variant: str = "gomoku", zone: str | int = "site") -> None:
        if variant not in SIZES:
            raise ValueError(f"unknown variant {variant!r}")
        if zone != "site" and (variant != "gomoku" or zone not in range(1, 18, 2)):
            raise ValueError(f"no such zone: {zone!r}")
        self.variant = variant
        self.zone = zone
        self.size = SIZES[variant]
        self.points = [(x, y) for x in range(1, self.size + 1) for y in range(1, self.size + 1)]
        # All rows of five points on the board.
        runs = [[(x + i * dx, y + i * dy) for i in range(5)] for x, y in self.points for dx, dy in LINE_STEPS]
        self.windows = [run for run in runs if run[-1] in self.points]
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Gomoku has no set-up text")
        self.stones: dict[Point, int] = {}
        self.colour = 0
        self.side = 0
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.phase = "play" if self.variant == "gomoku" else "opening"  # then "answer", then "play"

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.stones = dict(self.stones)
        return other

    # ---------------------------------------------------------------- turns

    def allowed_points(self) -> list[Point]:
        """Where the next stone may go."""
        empty = [point for point in self.points if point not in self.stones]
        if self.variant == "gomoku" and len(self.stones) == 0:
            return [self._centre()]
        if self.variant == "gomoku" and len(self.stones) == 2:
            return [point for point in empty if not self._in_zone(point)]
        return empty

    def _centre(self) -> Point:
        return (self.size + 1) // 2, (self.size + 1) // 2

    def _in_zone(self, point: Point) -> bool:
        across, along = sorted(abs(a - b) for a, b in zip(point, self._centre(), strict=True))
        if isinstance(self.zone, int):
            return along <= self.zone // 2
        return along <= 3 or (across, along) == (0, 4)  # the 7x7 square and four points

    def openings(self, length: int) -> Iterator[str]:
        for points in permutations(self.points, length):
            yield "".join(name(point) for point in points)

    def legal_turns(self) -> list[str]:
        """All legal turns. Never to be asked for at an opening: there are billions."""
        if self.is_over:
            return []
        if self.phase == "opening":
            return [text for length in range(1, LONGEST_OPENING + 1) for text in self.openings(length)]
        turns = [name(point) for point in self.allowed_points()]
        return [*turns, "swap"] if self.phase == "answer" else turns

    def is_legal(self, turn: str) -> bool:
        if self.is_over:
            return False
        if turn == "swap":
            return self.phase == "answer"
        points = self._read(turn)
        most = LONGEST_OPENING if self.phase == "opening" else 1
        allowed = self.allowed_points()
        return 1 <= len(points) <= most and len(set(points)) == len(points) and all(p in allowed for p in points)

    def random_turn(self, rng: random.Random) -> str:
        """A legal turn. All are equally likely, but of openings every length is, and then every one of that length."""
        if self.phase == "opening":
            return "".join(name(point) for point in rng.sample(self.points, rng.randint(1, LONGEST_OPENING)))
        return rng.choice(self.legal_turns())

    def _read(self, turn: str) -> list[Point]:
        """The points of a turn; none, if it is not spelled as it should be."""
        if not re.fullmatch("([a-s][1-9][0-9]?)+", turn):
            return []
        return [(ord(word[0]) - ord("a") + 1, int(word[1:])) for word in re.findall("[a-s][0-9]+", turn)]

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        if not self.is_legal(turn):
            raise ValueError(f"illegal turn: {turn!r}")
        if turn == "swap":  # now seat 0 has to play the colour that moves next
            self.side = 0
            self.phase = "play"
            return
        mover = self.side
        points = self._read(turn)
        for point in points:
            self.stones[point] = self.colour
            self.colour = 1 - self.colour
        self.side = 1 - mover
        self.phase = "answer" if self.phase == "opening" else "play"
        if self._makes_five(points[-1]):
            self._end(mover, "five in a row")
        elif self.variant == "gomoku":
            if len(self.stones) == MOST_STONES:
                self._end(None, "150 stones")
        elif not self.can_make_five(self.colour):
            self._end(mover, "no five possible")

    def _makes_five(self, point: Point) -> bool:
        """Whether the stone on a point is in a line of five or more."""
        return any(len({self.stones.get(p) for p in window}) == 1 for window in self.windows if point in window)

    def can_make_five(self, colour: int) -> bool:
        """Whether a window of five points is free of the other colour."""
        return any(all(self.stones.get(point) != 1 - colour for point in window) for window in self.windows)

"""Slow reference implementation of Connect6, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

Points are (column, row) pairs counted from 0; row 0 is at the bottom.  Player 0 is Black.  A turn is
written as its cells without separator: ``j10``, ``j7k8``.  ``play`` also takes ``resign``, which is
never listed.
"""

from __future__ import annotations

import re
from itertools import combinations

Point = tuple[int, int]

LINE_DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]
LINE_LENGTH = 6


def column_name(column: int) -> str:
    """a .. z, then aa, ab, ..., az, ba, ..."""
    letter = chr(ord("a") + column % 26)
    return letter if column < 26 else column_name(column // 26 - 1) + letter


class Reference:
    """One game of Connect6 on size x size points."""

    def __init__(self, *, size: int | None = None, variant: str | None = None) -> None:
        if variant is not None:
            if not re.fullmatch("[1-9][0-9]?", variant):
                raise ValueError(f"unknown variant {variant!r}")
            if size not in (None, int(variant)):
                raise ValueError(f"variant {variant!r} does not have size {size}")
            size = int(variant)
        self.size = 19 if size is None else size
        if not 6 <= self.size <= 59:
            raise ValueError("size must be from 6 to 59")
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Connect6 has no set-up text")
        self._stones: dict[Point, int] = {}  # point -> seat that owns the stone
        self._turns_played = 0
        self._winner: int | None = None

    def copy(self) -> Reference:
        other = Reference(size=self.size)
        other._stones = dict(self._stones)
        other._turns_played = self._turns_played
        other._winner = self._winner
        return other

    @property
    def player(self) -> int | None:
        return None if self.is_over else self._turns_played % 2

    @property
    def is_over(self) -> bool:
        return self._winner is not None or len(self._stones) == self.size**2

    def legal_turns(self) -> list[str]:
        mover = self.player
        if mover is None:
            return []
        empty = self._empty_points()
        if self._turns_played == 0 or len(empty) == 1:
            return [self._spell([point]) for point in empty]
        winning = {point for point in empty if self._makes_six(point, mover)}
        turns = [self._spell([point]) for point in empty if point in winning]
        for first, second in combinations(empty, 2):  # ascending: column, then row
            if first in winning and second in winning:
                continue
            # A stone that makes six by itself is written last.
            turns.append(self._spell([second, first] if first in winning else [first, second]))
        return turns

    def play(self, turn: str) -> None:
        mover = self.player
        if mover is None:
            raise ValueError("the game is over")
        if turn == "resign":
            self._winner = 1 - mover
            return
        points = self._read(turn)
        self._check_legal(points, mover)
        for point in points:
            self._stones[point] = mover
        self._turns_played += 1
        if any(self._makes_six(point, mover) for point in points):
            self._winner = mover

    def chance(self) -> list[float] | None:
        return None

    def returns(self) -> list[float]:
        if self._winner is None:
            return [0.0, 0.0]
        return [1.0 if seat == self._winner else -1.0 for seat in (0, 1)]

    def scores(self) -> list[float] | None:
        return None

    def _empty_points(self) -> list[Point]:
        """The empty points in ascending order: column from the left, then row."""
        points = [(column, row) for column in range(self.size) for row in range(self.size)]
        return [point for point in points if point not in self._stones]

    def _makes_six(self, point: Point, seat: int) -> bool:
        """Whether a stone of the seat on this point is (or would be) in a line of six or more."""
        for column_step, row_step in LINE_DIRECTIONS:
            length = 1
            for sign in (1, -1):
                column, row = point[0] + sign * column_step, point[1] + sign * row_step
                while self._stones.get((column, row)) == seat:
                    length += 1
                    column, row = column + sign * column_step, row + sign * row_step
            if length >= LINE_LENGTH:
                return True
        return False

    def _check_legal(self, points: list[Point], mover: int) -> None:
        """Raise ValueError unless ``legal_turns`` lists these points, in this order."""
        empty = self._empty_points()
        if any(point not in empty for point in points) or len(set(points)) != len(points):
            raise ValueError("a stone must go on an empty point")
        makes_six = [self._makes_six(point, mover) for point in points]
        if self._turns_played == 0 or len(empty) == 1:
            if len(points) != 1:
                raise ValueError("this turn has one stone")
        elif len(points) == 1:
            if makes_six != [True]:
                raise ValueError("a single stone is enough only if it makes six")
        elif len(points) == 2:
            if makes_six[0]:
                raise ValueError("no stone is needed after the one that makes six")
            if not makes_six[1] and points[0] > points[1]:
                raise ValueError("the two points must be written in ascending order")
        else:
            raise ValueError("a turn has one or two stones")

    def _spell(self, points: list[Point]) -> str:
        return "".join(column_name(column) + str(row + 1) for column, row in points)

    def _read(self, turn: str) -> list[Point]:
        names = {column_name(column): column for column in range(self.size)}
        parts = re.findall("([a-z]+)([0-9]+)", turn)
        points = [(names[letters], int(number) - 1) for letters, number in parts if letters in names]
        if not points or self._spell(points) != turn:
            raise ValueError(f"not a turn: {turn!r}")
        return points

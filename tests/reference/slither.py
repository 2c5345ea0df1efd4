"""Slow reference implementation of Slither and Advanced Slither, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

A point is a pair (column, row), both counted from 1 at the bottom left, so ``a1`` is (1, 1).  Colour 0 is Black and
joins bottom and top, colour 1 is White and joins left and right.  Seat 0 starts as Black and moves first; a swap
exchanges the colours of the seats.

A turn is a placement, ``e5``, or a move and a placement, ``b2-b3,c2``: the move comes first, because every result can
be reached that way.  Also ``swap``, and ``pass`` for a player who has no other turn.  ``play`` also takes ``resign``,
which is never listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy as shallow_copy

from .base import TwoSides
from .flood import reach

Point = tuple[int, int]
Move = tuple[Point, Point]

ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def point_name(point: Point) -> str:
    return chr(ord("a") + point[0] - 1) + str(point[1])


def move_name(move: Move | None) -> str:
    return f"{point_name(move[0])}-{point_name(move[1])}" if move else ""


def spell(move: Move | None, place: Point) -> str:
    return f"{move_name(move)},{point_name(place)}" if move else point_name(place)


def bare_diagonals(point: Point, own: set[Point]) -> list[Point]:
    """The stones diagonal to a point which have no stone beside both of them; all stones are of one colour."""
    x, y = point
    return [
        (x + dx, y + dy)
        for dx, dy in DIAGONAL
        if (x + dx, y + dy) in own and (x + dx, y) not in own and (x, y + dy) not in own
    ]


class Reference(TwoSides):
    """One game of Slither on `size` x `size` points (2 to 26).

    With `advanced` only stones in groups of both colours may move.  With `swap` (not given: in Advanced Slither) the
    second player may exchange the colours instead of his first turn.
    """

    def __init__(self, *, size: int = 9, advanced: bool = False, swap: bool | None = None) -> None:
        if not 2 <= size <= 26:
            raise ValueError("size must be from 2 to 26")
        self.size = size
        self.advanced = advanced
        self.swap = advanced if swap is None else swap
        numbers = range(1, size + 1)
        points = [(column, row) for column in numbers for row in numbers]
        self.points = {point_name(point): point for point in points}
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Slither has no set-up text")
        self.stones: dict[Point, int] = {}  # point -> colour of the stone
        self.colours = [0, 1]  # by seat
        self.turns_played = 0
        self.side = 0
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.stones, other.colours = dict(self.stones), list(self.colours)
        return other

    # ---------------------------------------------------------------- legal turns

    def _own(self, stones: dict[Point, int]) -> set[Point]:
        """Where the stones of the player to move are among these."""
        return {point for point, colour in stones.items() if colour == self.colours[self.side]}

    def _stones_beside(self, point: Point) -> list[Point]:
        beside = [(point[0] + dx, point[1] + dy) for dx, dy in ORTHOGONAL]
        return [other for other in beside if other in self.stones]

    def _may_move(self, stone: Point) -> bool:
        """Advanced Slither: whether there are both colours in the stone's group, which is of any colour."""
        if not self.advanced:
            return True
        return len({self.stones[other] for other in reach([stone], self._stones_beside)}) == 2

    def _moves(self) -> list[Move | None]:
        """All moves, without a look at the shape of the stones; None: no stone is moved."""
        moves: list[Move | None] = [None]
        empty = set(self.points.values()) - set(self.stones)
        for stone in sorted(filter(self._may_move, self._own(self.stones))):
            targets = [(stone[0] + dx, stone[1] + dy) for dx, dy in ORTHOGONAL + DIAGONAL]
            moves += [(stone, target) for target in targets if target in empty]
        return moves

    def _after(self, move: Move | None) -> dict[Point, int]:
        """The stones after a move, before a stone is placed."""
        stones = dict(self.stones)
        if move:
            stones[move[1]] = stones.pop(move[0])
        return stones

    def _turns(self) -> Iterator[tuple[Move | None, Point]]:
        """Every legal turn of moving and placing."""
        for move in self._moves():
            stones = self._after(move)
            own = self._own(stones)
            wrong = [(first, second) for first in own for second in bare_diagonals(first, own)]
            for place in self.points.values():
                # The placed stone must stand beside both stones of each pair that was wrong, and make no wrong pair.
                if (
                    place not in stones
                    and all(place in ((a[0], b[1]), (b[0], a[1])) for a, b in wrong)
                    and not bare_diagonals(place, own)
                ):
                    yield move, place

    def _can_swap(self) -> bool:
        return self.swap and self.turns_played == 1

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        turns = [spell(move, place) for move, place in self._turns()]
        if self._can_swap():
            turns.append("swap")
        return turns or ["pass"]

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        mover = self.side
        if turn == "swap" and self._can_swap():
            self.colours.reverse()
        elif turn == "pass" and self.legal_turns() == ["pass"]:
            pass
        else:
            self._move_and_place(turn)
            if self._is_joined(self.colours[mover]):
                self._end(mover, "connection")
        self.turns_played += 1
        self.side = 1 - mover
        if turn == "pass":
            assert self.legal_turns() != ["pass"], "never are both players stuck"

    def _move_and_place(self, turn: str) -> None:
        """Read, check and carry out a turn; the shape is looked at all over the board, as the rule says."""
        moves = {move_name(move): move for move in self._moves()}
        moved, _, placed = turn.rpartition(",")
        if moved not in moves or placed not in self.points or turn != spell(moves[moved], self.points[placed]):
            raise ValueError(f"not a turn here: {turn!r}")
        stones = self._after(moves[moved])
        if self.points[placed] in stones:
            raise ValueError(f"{placed} is not empty")
        stones[self.points[placed]] = self.colours[self.side]
        own = self._own(stones)
        if any(bare_diagonals(point, own) for point in own):
            raise ValueError(f"{turn!r} leaves stones which are diagonal neighbours only")
        self.stones = stones

    def _is_joined(self, colour: int) -> bool:
        """Whether stones of the colour join its two edges: flood from the first one, look at the other."""
        across = 1 - colour  # Black goes from the first to the last row, White by columns
        own = {point for point, owner in self.stones.items() if owner == colour}
        starts = [point for point in own if point[across] == 1]
        chain = reach(starts, lambda point: [other for other in self._stones_beside(point) if other in own])
        return any(point[across] == self.size for point in chain)

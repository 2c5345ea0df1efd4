"""Slow reference implementation of Amazons, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

Cells are (file, rank) pairs counted from 0; rank 0 is at the bottom.  Player 0 is White.  Turns are
written ``from-to/arrow``, for example ``j4-g7/d7``.  ``play`` also takes ``resign``, which is never
listed.
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]

# name: (size, (White's amazons, Black's amazons))
VARIANTS = {
    "standard": (10, ("a4 d1 g1 j4", "a7 d10 g10 j7")),
    "cross": (10, ("d1 g1 d10 g10", "a4 a7 j4 j7")),
    "mini6": (6, ("b1 e6", "a5 f2")),
    "mini5": (5, ("c1", "c5")),
    "mini4": (4, ("b1", "c4")),
}
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
ARROW = -1  # mark of a blocked cell; amazons are marked with their owner's seat


def cell_name(cell: Cell) -> str:
    return chr(ord("a") + cell[0]) + str(cell[1] + 1)


def cell_of(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


class Reference:
    """One game of Amazons.  ``start`` is another name for ``variant``; ``size`` alone picks the start
    position that belongs to that board.
    """

    def __init__(self, *, variant: str | None = None, start: str | None = None, size: int | None = None) -> None:
        if variant is not None and start is not None and variant != start:
            raise ValueError("variant and start contradict each other")
        name = variant if variant is not None else start
        if name is None:
            names = [key for key, value in VARIANTS.items() if size in (None, value[0])]
            if not names:
                raise ValueError(f"no start position of size {size}")
            name = names[0]
        if name not in VARIANTS:
            raise ValueError(f"unknown variant {name!r}")
        if size not in (None, VARIANTS[name][0]):
            raise ValueError(f"variant {name!r} does not have size {size}")
        self.variant = name
        self.size = VARIANTS[name][0]
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Amazons has no set-up text")
        self._board: dict[Cell, int] = {}  # cell -> owner of the amazon there, or ARROW
        for seat, names in enumerate(VARIANTS[self.variant][1]):
            for name in names.split():
                self._board[cell_of(name)] = seat
        self._to_move = 0
        self._winner: int | None = None

    def copy(self) -> Reference:
        other = Reference(variant=self.variant)
        other._board = dict(self._board)
        other._to_move = self._to_move
        other._winner = self._winner
        return other

    @property
    def player(self) -> int | None:
        return None if self.is_over else self._to_move

    @property
    def is_over(self) -> bool:
        return self._winner is not None

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        return [
            f"{cell_name(origin)}-{cell_name(target)}/{cell_name(arrow)}" for origin, target, arrow in self._turns()
        ]

    def play(self, turn: str) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        if turn == "resign":
            self._winner = 1 - self._to_move
            return
        if turn not in self.legal_turns():
            raise ValueError(f"illegal turn {turn!r}")
        origin, target, arrow = (cell_of(name) for name in turn.replace("/", "-").split("-"))
        del self._board[origin]
        self._board[target] = self._to_move
        self._board[arrow] = ARROW
        self._to_move = 1 - self._to_move
        if next(self._turns(), None) is None:  # a player to move without a legal turn loses
            self._winner = 1 - self._to_move

    def chance(self) -> list[float] | None:
        return None

    def returns(self) -> list[float]:
        if self._winner is None:
            return [0.0, 0.0]
        return [1.0 if seat == self._winner else -1.0 for seat in (0, 1)]

    def scores(self) -> list[float] | None:
        return None

    def _turns(self) -> Iterator[tuple[Cell, Cell, Cell]]:
        """Every (amazon, target, arrow) of the player to move."""
        for origin in [cell for cell, owner in self._board.items() if owner == self._to_move]:
            occupied = set(self._board) - {origin}  # the amazon itself is no obstacle: it has moved away
            for target in self._queen_cells(origin, occupied):
                for arrow in self._queen_cells(target, occupied):
                    yield origin, target, arrow

    def _queen_cells(self, start: Cell, occupied: set[Cell]) -> list[Cell]:
        """The cells one or more steps from start in a straight line, up to the first obstacle."""
        cells = []
        for file_step, rank_step in DIRECTIONS:
            file, rank = start[0] + file_step, start[1] + rank_step
            while 0 <= file < self.size and 0 <= rank < self.size and (file, rank) not in occupied:
                cells.append((file, rank))
                file, rank = file + file_step, rank + rank_step
        return cells

"""Games on a hexagon of hexagons in rows, in which pieces move along board lines from cell to cell."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property

from gamecore.draw import Board, hexhex
from gamecore.game import Game
from gamecore.notation import Cells, Moves


class HexhexMoves(Game):
    """Cells with doubled column letters, and the moves of the core, numbered by start and target."""

    @cached_property
    def _board(self) -> Board:
        return hexhex(self._size)

    @cached_property
    def _cells(self) -> Cells:
        return Cells.of(cell.name for cell in self._board.cells.values())

    def _distance(self, a: int, b: int) -> int:
        """From cell to cell."""
        one, other = self._board.cells[a], self._board.cells[b]
        down, across = abs(one.line - other.line), abs(one.column - other.column)
        return max(down, (down + across) // 2)

    def _aligned(self, a: int, b: int) -> bool:
        """Whether two cells share a board line."""
        one, other = self._board.cells[a], self._board.cells[b]
        return abs(one.column - other.column) == abs(one.line - other.line) or one.line == other.line

    @abstractmethod
    def _goes(self, start: int, distance: int) -> bool:
        """Whether the geometry has moves of this length from a cell."""

    @cached_property
    def _moves(self) -> Moves:
        cells = self._board.cells
        pairs = ((a, b) for a in cells for b in cells if self._aligned(a, b) and self._goes(a, self._distance(a, b)))
        return Moves(self._cells, pairs)

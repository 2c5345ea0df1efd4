"""Slow reference implementation of four in a row, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

The board is a list of columns, each the list of its discs from the bottom up; a disc is the seat that
dropped it.  A turn is the letter of a column: ``d``.  ``play`` also takes ``resign``, which is never
listed.
"""

from __future__ import annotations

VARIANTS = {"6x7": (7, 6), "8x8": (8, 8), "9x9": (9, 9), "10x10": (10, 10)}  # name: (columns, rows)
LINE_DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]
LINE_LENGTH = 4


class Reference:
    """One game of four in a row on columns x rows cells (``cols`` is another name of ``columns``)."""

    def __init__(
        self,
        *,
        columns: int | None = None,
        rows: int | None = None,
        variant: str | None = None,
        cols: int | None = None,
    ) -> None:
        if columns is not None and cols is not None and columns != cols:
            raise ValueError("columns and cols contradict each other")
        if columns is None:
            columns = cols
        if variant is not None:
            if variant not in VARIANTS:
                raise ValueError(f"unknown variant {variant!r}")
            if columns not in (None, VARIANTS[variant][0]) or rows not in (None, VARIANTS[variant][1]):
                raise ValueError(f"variant {variant!r} has another size")
            columns, rows = VARIANTS[variant]
        self.columns = 7 if columns is None else columns
        self.rows = 6 if rows is None else rows
        if not (1 <= self.columns <= 26 and 1 <= self.rows <= 26):
            raise ValueError("columns and rows must be from 1 to 26")
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("four in a row has no set-up text")
        self._board: list[list[int]] = [[] for _ in range(self.columns)]
        self._to_move = 0
        self._winner: int | None = None

    def copy(self) -> Reference:
        other = Reference(columns=self.columns, rows=self.rows)
        other._board = [list(discs) for discs in self._board]
        other._to_move = self._to_move
        other._winner = self._winner
        return other

    @property
    def player(self) -> int | None:
        return None if self.is_over else self._to_move

    @property
    def is_over(self) -> bool:
        return self._winner is not None or all(len(discs) == self.rows for discs in self._board)

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        return [chr(ord("a") + column) for column in range(self.columns) if not self._is_full(column)]

    def play(self, turn: str) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        if turn == "resign":
            self._winner = 1 - self._to_move
            return
        if turn not in self.legal_turns():
            raise ValueError(f"illegal turn {turn!r}")
        column = ord(turn) - ord("a")
        self._board[column].append(self._to_move)
        if self._makes_line(column, len(self._board[column]) - 1):
            self._winner = self._to_move
        self._to_move = 1 - self._to_move

    def chance(self) -> list[float] | None:
        return None

    def returns(self) -> list[float]:
        if self._winner is None:
            return [0.0, 0.0]
        return [1.0 if seat == self._winner else -1.0 for seat in (0, 1)]

    def scores(self) -> list[float] | None:
        return None

    def _is_full(self, column: int) -> bool:
        return len(self._board[column]) == self.rows

    def _disc(self, column: int, row: int) -> int | None:
        """The seat whose disc lies there; None for an empty cell and outside the board."""
        if 0 <= column < self.columns and 0 <= row < len(self._board[column]):
            return self._board[column][row]
        return None

    def _makes_line(self, column: int, row: int) -> bool:
        """Whether the disc on this cell is part of a line of four or more of its owner."""
        owner = self._disc(column, row)
        for column_step, row_step in LINE_DIRECTIONS:
            length = 1
            for sign in (1, -1):
                other_column, other_row = column + sign * column_step, row + sign * row_step
                while self._disc(other_column, other_row) == owner:
                    length += 1
                    other_column, other_row = other_column + sign * column_step, other_row + sign * row_step
            if length >= LINE_LENGTH:
                return True
        return False

"""Slow reference implementation of Plan-A-Head, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

Squares are (column, row) pairs counted from 0.  A turn is a colour letter and a square: ``Ra1``.  With
two players ``play`` also takes ``resign``, which is never listed; with three it is not offered.
"""

from __future__ import annotations

Square = tuple[int, int]

VARIANTS = {"two": 2, "three": 3}
SIDE = 6
COLOURS = "RBGY"  # one piece of each makes a selection
PIECES = 36


def square_name(square: Square) -> str:
    return chr(ord("a") + square[0]) + str(square[1] + 1)


class Reference:
    """One game of Plan-A-Head for two or three players."""

    def __init__(self, *, players: int | None = None, variant: str | None = None) -> None:
        if variant is not None:
            if variant not in VARIANTS:
                raise ValueError(f"unknown variant {variant!r}")
            if players not in (None, VARIANTS[variant]):
                raise ValueError(f"variant {variant!r} is not for {players} players")
            players = VARIANTS[variant]
        self.players = 2 if players is None else players
        if self.players not in (2, 3):
            raise ValueError("players must be 2 or 3")
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Plan-A-Head has no set-up text")
        self._pieces: dict[Square, str] = {}  # square -> colour, in the order of placement
        self._resigned: int | None = None

    def copy(self) -> Reference:
        other = Reference(players=self.players)
        other._pieces = dict(self._pieces)
        other._resigned = self._resigned
        return other

    @property
    def player(self) -> int | None:
        return None if self.is_over else self._mover(len(self._pieces))

    @property
    def is_over(self) -> bool:
        return self._resigned is not None or not self._placements()

    def legal_turns(self) -> list[str]:
        return [] if self.is_over else [colour + square_name(square) for colour, square in self._placements()]

    def play(self, turn: str) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        if turn == "resign" and self.players == 2:
            self._resigned = self.player
            return
        for colour, square in self._placements():
            if colour + square_name(square) == turn:
                self._pieces[square] = colour
                return
        raise ValueError(f"illegal turn {turn!r}")

    def chance(self) -> list[float] | None:
        return None

    def returns(self) -> list[float]:
        if not self.is_over:
            return [0.0] * self.players
        winner = self._mover(len(self._pieces) - 1)  # the last placement wins
        if self._resigned is not None:
            winner = 1 - self._resigned
        loser_share = -1.0 / (self.players - 1)
        return [1.0 if seat == winner else loser_share for seat in range(self.players)]

    def scores(self) -> list[float] | None:
        return None

    def _mover(self, placement: int) -> int:
        """The seat that makes a placement, the first one being number 0."""
        if self.players == 3:
            return placement % 3
        return (placement // 4 + placement % 4) % 2

    def _colours_left(self) -> list[str]:
        """The pieces still in the current selection; a used-up selection is followed by a new one."""
        if len(self._pieces) == PIECES:
            return []
        placed = len(self._pieces) % len(COLOURS)
        used = list(self._pieces.values())[len(self._pieces) - placed :]
        return [colour for colour in COLOURS if colour not in used]

    def _placements(self) -> list[tuple[str, Square]]:
        """Every colour left with every empty square that has no neighbour of that colour."""
        squares = [(column, row) for column in range(SIDE) for row in range(SIDE)]
        return [
            (colour, square)
            for colour in self._colours_left()
            for square in squares
            if square not in self._pieces and colour not in self._neighbour_colours(square)
        ]

    def _neighbour_colours(self, square: Square) -> list[str]:
        """Colours of the pieces that touch the square horizontally, vertically or diagonally."""
        column, row = square
        return [
            self._pieces[neighbour]
            for neighbour in [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            if neighbour != square and neighbour in self._pieces
        ]

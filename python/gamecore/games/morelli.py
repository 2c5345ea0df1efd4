"""Morelli: slide towards the centre, convert what you enclose, frame the throne."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.game import Game, Option
from gamecore.notation import Moves, queen_moves

if TYPE_CHECKING:
    from gamecore._core import State


class Morelli(Game):
    """Richard Moxham's Morelli on any odd board from 5 x 5 to 31 x 31, with the colours of the border drawn by lot."""

    title = "Morelli"
    variants: ClassVar[dict[str, dict[str, Option]]] = {f"size {n}": {"size": n} for n in (9, 11, 13, 31)}
    default = "size 13"
    sides = ("Black", "White")

    def _ring(self, cell: int) -> int:
        """Distance from the centre."""
        row, column = divmod(cell, self._size)
        return max(abs(row - self._size // 2), abs(column - self._size // 2))

    @cached_property
    def _moves(self) -> Moves:
        rings = [self._ring(cell) for cell in range(self._size**2)]
        pairs = queen_moves(self._size, self._size)
        return Moves(self._cells, ((a, b) for a, b in pairs if 0 < rings[b] < rings[a]))

    def step_text(self, state: State, action: int) -> str:
        return self._moves.text(action)

    def read_step(self, state: State, text: str) -> int:
        return self._moves.read(text)

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        size, owner = self._size, state.info()["throne"]
        colours = {"B": "black", "W": "white"}
        pieces = {i: Piece(colours[c]) for i, c in enumerate(state.cells()) if c != "."}
        if owner >= 0:
            colour = self.sides[owner].lower()
            pieces[size**2 // 2] = Piece(colour, "queen", glyph="#", name=f"throne, {colour}")
        rings = [cell for cell in range(size**2) if self._ring(cell) % 2 == 0]
        last = [self._moves.ends[action] for action in state.actions[-1:]]
        return Drawing(
            square(size, size),
            pieces=pieces,
            fills={**dict.fromkeys(rings, "grey"), size**2 // 2: "green"},
            last=[end for move in last for end in move],
            arrows=last,
            caption=[*self.caption(state), f"Throne: {self.sides[owner] if owner >= 0 else 'vacant'}"],
        )

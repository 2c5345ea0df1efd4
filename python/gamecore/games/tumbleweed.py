"""Tumbleweed: stacks as high as the number of own stacks that see their cell."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, Piece, hexhex
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.notation import Cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

_BETWEEN = re.compile(r"[\s,;+]+")

PIECES = {
    letter: Piece(colour, label=str(height), name=f"{colour} stack of height {height}")
    for colour, letters in (("black", "ABCDEF"), ("white", "abcdef"))
    for height, letter in enumerate(letters, 1)
} | {"N": Piece("grey", label="2", name="neutral stack of height 2")}


class Tumbleweed(Game):
    """Tumbleweed on any hexagon of side 2 to 11."""

    title = "Tumbleweed"
    variants: ClassVar[dict[str, dict[str, Option]]] = {f"size {n}": {"size": n} for n in (4, 6, 8, 11)}
    default = "size 8"
    sides = ("Black", "White")

    @cached_property
    def _board(self) -> Board:
        return hexhex(self._size, upright=True)

    @cached_property
    def _cells(self) -> Cells:
        return Cells.of(cell.name for cell in self._board.cells.values())

    @cached_property
    def _words(self) -> dict[str, int]:
        cells = len(self._cells.names)
        return {"pass": cells, "swap": cells + 1}

    def step_text(self, state: State, action: int) -> str:
        cells = self._cells.names
        return cells[action] if action < len(cells) else ("pass", "swap")[action - len(cells)]

    def read_step(self, state: State, text: str) -> int:
        word = self._words.get(text.strip().lower())
        return self._cells.read(text) if word is None else word

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        return ",".join(self.step_text(state, step) for step in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        """A step; in the opening also both: the cell of the black stack, then that of the white one."""
        words = [word for word in _BETWEEN.split(text.strip()) if word]
        if not 1 <= len(words) <= max(1, state.info()["opening_stacks"]):
            raise NotationError(f"{text[:60]!r} is no turn: a cell, pass or swap; the opening is two cells (e4,b3)")
        return [self.read_step(state, word) for word in words]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        pieces = {cell: PIECES[c] for cell, c in enumerate(state.cells()) if c != "."}
        black, white = (int(points) for points in state.scores() or ())
        return Drawing(
            self._board,
            pieces=pieces,
            last=[cell for cell in self._last_turn(state) if cell in pieces],
            caption=[*self.caption(state), f"Points: Black {black}, White {white}"],
        )

    def caption(self, state: State) -> list[str]:
        """In the opening, which stack is to be placed."""
        lines, stacks = super().caption(state), 0 if state.is_over else state.info()["opening_stacks"]
        return [lines[0].replace("to move", f"to place a {('white', 'black')[stacks - 1]} stack")] if stacks else lines

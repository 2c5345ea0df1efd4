"""Reversi (Othello): enclose enemy disks in straight rows to flip them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.game import Game, Option
from gamecore.records import TextDialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State


class ReversiText(TextDialect):
    """`F5D6C3…`: placements run together, forced passes left out."""

    turns = r"[a-l](?:1[0-2]|[1-9])"
    omitted = "pass"
    separator = ""

    def options(self, turns: Sequence[str]) -> dict[str, Option]:
        """The board that the first move is legal on and all others lie on; 8x8 where there is a choice."""
        cells = [(ord(turn[0]) - 96, int(turn[1:])) for turn in turns if turn[1:].isdecimal()]
        for half in (4, 3, 5, 6):
            begins = {(half, half - 1), (half - 1, half), (half + 2, half + 1), (half + 1, half + 2)}
            if cells and cells[0] in begins and max(map(max, cells)) <= 2 * half:
                return {"size": 2 * half}
        return {}


class Reversi(Game):
    """Reversi from Othello's start on any even board from 4x4 to 12x12."""

    title = "Reversi"
    variants: ClassVar[dict[str, dict[str, Option]]] = {f"size {n}x{n}": {"size": n} for n in (6, 8, 10, 12)}
    default = "size 8x8"
    sides = ("Black", "White")
    text = ReversiText()

    def step_text(self, state: State, action: int) -> str:
        return "pass" if action == len(self._cells.names) else self._cells.names[action]

    def read_step(self, state: State, text: str) -> int:
        return len(self._cells.names) if text.lower() in ("pass", "--") else self._cells.read(text)

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        size = int(self.options["size"])
        colours = {"B": "black", "W": "white"}
        black, white = (int(n) for n in state.scores() or ())
        return Drawing(
            square(size, size, row_one="top"),
            pieces={i: Piece(colours[c]) for i, c in enumerate(state.cells()) if c != "."},
            last=[a for a in state.actions[-1:] if a < size * size],
            caption=[*self.caption(state), f"Black {black}, White {white}"],
        )

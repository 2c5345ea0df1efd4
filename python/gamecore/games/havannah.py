"""Havannah: make a ring, a bridge or a fork on a hexagon of hexagons."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, Piece, hexhex
from gamecore.game import Game, Option
from gamecore.notation import Cells
from gamecore.records import SgfDialect

if TYPE_CHECKING:
    from gamecore._core import State


class HavannahSgf(SgfDialect):
    """Little Golem names the nodes the wrong way round, as in Hex: W moves first, PB and RE[B] are the first player."""

    events = ("havannah",)
    suffixes = (".hgf",)
    nodes = ("W", "B")
    values = "[A-Z][0-9]{1,2}|swap|resign"
    size = 8


class Havannah(Game):
    """Havannah with 2 to 13 cells along each side; the swap takes over the stone where it stands."""

    title = "Havannah"
    variants: ClassVar[dict[str, dict[str, Option]]] = {f"size {n}": {"size": n} for n in range(4, 11)}
    default = "size 8"
    sides = ("Black", "White")
    sgf = HavannahSgf()

    @cached_property
    def _board(self) -> Board:
        size = int(self.options["size"])
        return hexhex(size, upright=True, name=lambda q, r: f"{chr(64 + q + size)}{r + size + min(q, 0)}")

    @cached_property
    def _cells(self) -> Cells:
        return Cells.of(cell.name for cell in self._board.cells.values())

    def step_text(self, state: State, action: int) -> str:
        return "swap" if action == len(self._cells.names) else self._cells.names[action]

    def read_step(self, state: State, text: str) -> int:
        return len(self._cells.names) if text.lower() == "swap" else self._cells.read(text)

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        colours = {"B": "black", "W": "white"}
        return Drawing(
            self._board,
            pieces={i: Piece(colours[c]) for i, c in enumerate(state.cells()) if c != "."},
            last=[a for a in state.actions[-1:] if a < len(self._cells.names)],
            caption=self.caption(state),
        )

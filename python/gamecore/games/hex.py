"""Hex: join your two edges of a rhombus of hexagons."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, rhombus
from gamecore.game import Game, Option
from gamecore.records import SgfDialect

if TYPE_CHECKING:
    from gamecore._core import State


class HexSgf(SgfDialect):
    """Little Golem names the nodes the wrong way round: W moves first. PB and RE[B] are still the first player."""

    events = ("hex",)
    suffixes = (".hsgf",)
    nodes = ("W", "B")
    values = "[a-z]{2}|swap|resign"
    size = 13

    def turn(self, value: str, game: Game) -> str:
        return f"{value[0]}{ord(value[1]) - 96}" if len(value) == 2 else value

    def value(self, turn: str, game: Game) -> str:
        return turn if turn in ("swap", "resign") else turn[0] + chr(96 + int(turn[1:]))


class Hex(Game):
    """Hex with Little Golem's sizes and its swap: the second player's stone takes the mirrored cell."""

    title = "Hex"
    variants: ClassVar[dict[str, dict[str, Option]]] = {f"size {n}": {"size": n} for n in (11, 13, 15, 19)}
    default = "size 13"
    sides = ("Black", "White")
    sgf = HexSgf()

    def step_text(self, state: State, action: int) -> str:
        return "swap" if action == len(self._cells.names) else self._cells.names[action]

    def read_step(self, state: State, text: str) -> int:
        return len(self._cells.names) if text.lower() in ("swap", "swapped") else self._cells.read(text)

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        size = int(self.options["size"])
        colours = {"B": "black", "W": "white"}
        last = [a for a in state.actions[-1:] if a < size * size]
        return Drawing(
            rhombus(size, size),
            pieces={i: Piece(colours[c]) for i, c in enumerate(state.cells()) if c != "."},
            last=last,
            edges={"top": "black", "bottom": "black", "left": "white", "right": "white"},
            caption=self.caption(state),
        )

"""Plan-A-Head: four colours, and no two neighbours alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, Row, square
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.notation import Cells

if TYPE_CHECKING:
    from gamecore._core import State

_CELLS = Cells(6, 6)
_COLOURS = ("red", "blue", "green", "yellow")


class PlanAHead(Game):
    """Fred Horn's placement game for two or three players: the last placement wins."""

    title = "Plan-A-Head"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"two": {"players": 2}, "three": {"players": 3}}
    default = "two"
    sides = ("First", "Second", "Third")

    def step_text(self, state: State, action: int) -> str:
        colour, cell = divmod(action, 36)
        return "RBGY"[colour] + _CELLS.names[cell]

    def read_step(self, state: State, text: str) -> int:
        colour = "rbgy".find(text[:1].lower())
        if colour < 0 or not text:
            raise NotationError(f"{text[:60]!r}: a colour (R, B, G or Y) and a cell are expected, such as Ra1")
        return colour * 36 + _CELLS.read(text[1:])

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        info = state.info()
        left = [Piece(colour) for colour in _COLOURS if info[colour] and info["placed"] < 36]
        return Drawing(
            square(6, 6),
            pieces={i: Piece(_COLOURS["RBGY".index(c)]) for i, c in enumerate(state.cells()) if c != "."},
            last=[action % 36 for action in state.actions[-1:]],
            rows=[Row("Selection", left)],
            caption=self.caption(state),
        )

"""Feedback Morro: own the longest line when the board is full."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.games._sets import SetTurns

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Option


class FeedbackMorro(SetTurns):
    """Feedback Morro on any board from 3 x 3 to 19 x 19."""

    title = "Feedback Morro"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"standard": {"size": 9}}
    sides = ("x", "o")
    separator = " "

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        colours = {"x": "black", "o": "white"}
        return Drawing(
            square(self._size, self._size, row_one="top"),
            pieces={i: Piece(colours[c], glyph=c) for i, c in enumerate(state.cells()) if c != "."},
            last=self._last(state),
            caption=self.caption(state),
        )

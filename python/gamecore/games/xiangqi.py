"""Xiangqi."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, xiangqi_board, xiangqi_piece
from gamecore.games._chess import ChessGame

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Option


class Xiangqi(ChessGame):
    """Xiangqi."""

    title = "Xiangqi"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"xiangqi": {}}
    default = "xiangqi"
    sides = ("Red", "Black")

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        board = xiangqi_board()
        pieces = {cell: xiangqi_piece(letter) for cell, letter in enumerate(state.cells()) if letter != "."}
        return Drawing(board, pieces=pieces, caption=self.caption(state))

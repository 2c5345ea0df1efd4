"""Seirawan Chess."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, chess_piece, square
from gamecore.games._chess import ChessGame
from gamecore.records.chess_family import SeirawanPgn

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Option


class Seirawan(ChessGame):
    """Seirawan Chess."""

    title = "Seirawan Chess"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"seirawan": {}}
    default = "seirawan"
    sides = ("White", "Black")
    pgn = SeirawanPgn()

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        board = square(8, 8, style="checkered")
        pieces = {cell: chess_piece(letter) for cell, letter in enumerate(state.cells()) if letter != "."}
        return Drawing(board, pieces=pieces, caption=self.caption(state))

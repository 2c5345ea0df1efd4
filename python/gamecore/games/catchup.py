"""Catchup: the larger groups win, and who has fallen behind places more."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, Piece, hexagons, hexhex
from gamecore.game import Option
from gamecore.games._sets import SetTurns
from gamecore.notation import Cells

if TYPE_CHECKING:
    from gamecore._core import State


@lru_cache(64)
def _random_board(cells: str) -> tuple[Board, Cells]:
    """The board that begins a position text, with the names of its cells."""
    pairs = (name.split(":") for name in cells.split(","))
    places = {cell: (int(q), int(r)) for cell, (q, r) in enumerate(pairs)}
    return hexagons(places, lambda q, r: f"{q}:{r}", upright=True), Cells.of(cells.split(","))


class Catchup(SetTurns):
    """Catchup on the hexagon of hexagons of side 2 to 11, or on a board of any shape that is drawn."""

    title = "Catchup"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        "size 5": {"size": 5},
        "size 7": {"size": 7},
        "random board": {"random": True},
    }
    default = "size 5"
    sides = ("White", "Black")

    @cached_property
    def _regular(self) -> tuple[Board, Cells]:
        board = hexhex(self._size, upright=True)
        return board, Cells.of(cell.name for cell in board.cells.values())

    def _board_of(self, state: State) -> tuple[Board, Cells]:
        return _random_board(state.position().split(" ")[0]) if self.options["random"] else self._regular

    @property
    def _done(self) -> int:
        return self.num_actions - 1

    def cells_of(self, state: State) -> Cells:
        return self._board_of(state)[1]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        colours = {"W": "white", "B": "black"}
        white, black = (int(score) for score in state.scores() or ())
        return Drawing(
            self._board_of(state)[0],
            pieces={cell: Piece(colours[c]) for cell, c in enumerate(state.cells()) if c != "."},
            last=self.last_stones(state),
            caption=[*self.caption(state), f"Largest groups: White {white}, Black {black}"],
        )

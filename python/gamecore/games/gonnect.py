"""Gonnect: Go without the pass; the first chain from edge to opposite edge wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, letters, square, star_points
from gamecore.game import Game, Option
from gamecore.notation import Cells
from gamecore.records import Record, SgfDialect
from gamecore.records.sgf_tree import Node

if TYPE_CHECKING:
    from gamecore._core import State

COLUMNS = "abcdefghjklmnopqrstuvwxyz"
LETTERS = "abcdefghijklmnopqrstuvwxy"
PIECES = {
    "B": Piece("black", "stone"),
    "W": Piece("white", "stone"),
    "x": Piece("red", "dot", glyph="*", name="an earlier board would come back"),
}


class GonnectSgf(SgfDialect):
    """Files of Go's own number, which name the game: by XG, or by the tournament in EV. All others are Go."""

    gm = 1
    events = ("gonnect",)
    values = "[a-y]{2}|swap|resign"
    size = 13

    def score(self, tree: Sequence[Node], suffix: str) -> int:
        event = tree[0].get("EV", [""])[0].split(".")[0]
        return super().score(tree, suffix) if event in self.events else 0

    def root(self, record: Record) -> Node:
        return {"XG": ["gonnect"], **super().root(record)}

    def turn(self, value: str, game: Game) -> str:
        """Two letters, column and row from the top left."""
        if len(value) != 2:
            return value
        column, row = LETTERS.index(value[0]), int(game.options["size"]) - LETTERS.index(value[1])
        return f"{COLUMNS[column]}{row}"

    def value(self, turn: str, game: Game) -> str | None:
        """Go has no form for a swap or a resignation."""
        if turn in ("swap", "resign"):
            return None
        return LETTERS[COLUMNS.index(turn[0])] + LETTERS[int(game.options["size"]) - int(turn[1:])]


class Gonnect(Game):
    """Gonnect with the swap, on any board from 2 x 2 to 25 x 25."""

    title = "Gonnect"
    variants: ClassVar[dict[str, dict[str, Option]]] = {f"size {n}": {"size": n} for n in (9, 13, 15, 19)}
    default = "size 13"
    sides = ("Black", "White")
    sgf = GonnectSgf()

    @cached_property
    def _cells(self) -> Cells:
        """The names of the points: no column is called i."""
        return Cells.of(f"{letter}{row + 1}" for row in range(self._size) for letter in COLUMNS[: self._size])

    def step_text(self, state: State, action: int) -> str:
        return "swap" if action == len(self._cells.names) else self._cells.names[action]

    def read_step(self, state: State, text: str) -> int:
        return len(self._cells.names) if text.strip().lower() == "swap" else self._cells.read(text)

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        size, cells = self._size, state.cells()
        return Drawing(
            square(size, size, style="points", column_label=lambda c: letters(c, "i"), stars=star_points(size)),
            pieces={p: PIECES[c] for p, c in enumerate(cells) if c != "."},
            last=[a for a in state.actions[-1:] if a < len(cells)],
            caption=self.caption(state),
        )

"""Four in a row: discs fall down columns; four of a colour in a line win."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.notation import column_name
from gamecore.records import TextDialect

if TYPE_CHECKING:
    from gamecore._core import State


class FourInARowText(TextDialect):
    """Columns one after the other, all letters or all single digits: `d d c e c`, `ddcec`, `44353`."""

    # A letter beside a digit is a cell: such a line is of another game.
    turns = r"(?!resign|draw:)[a-z](?!\d)|(?<![a-z])[1-9](?![a-z])"


class FourInARow(Game):
    """Four in a row on the classic board or any other up to 26 x 26."""

    title = "Four in a row"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        "6x7": {"columns": 7, "rows": 6},
        **{f"{n}x{n}": {"columns": n, "rows": n} for n in (8, 9, 10)},
    }
    default = "6x7"
    sides = ("Yellow", "Red")
    text = FourInARowText()

    @cached_property
    def _columns(self) -> dict[str, int]:
        """Columns by name: their letters first, then their numbers."""
        numbers = range(int(self.options["columns"]))
        return {column_name(c): c for c in numbers} | {str(c + 1): c for c in numbers}

    def step_text(self, state: State, action: int) -> str:
        return column_name(action)

    def read_step(self, state: State, text: str) -> int:
        column = self._columns.get(text.strip().lower())
        if column is None:
            n = int(self.options["columns"])
            raise NotationError(f"{text[:60]!r} is no column of this board (a to {column_name(n - 1)}, or 1 to {n})")
        return column

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        columns, rows = int(self.options["columns"]), int(self.options["rows"])
        colours = {"Y": "yellow", "R": "red"}
        cells = state.cells()
        # The last disc lies on top of its column.
        last = [max(i for i in range(a, len(cells), columns) if cells[i] != ".") for a in state.actions[-1:]]
        return Drawing(
            square(columns, rows),
            pieces={i: Piece(colours[c]) for i, c in enumerate(cells) if c != "."},
            last=last,
            caption=self.caption(state),
        )

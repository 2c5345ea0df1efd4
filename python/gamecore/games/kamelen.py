"""Kamelen: camels and dromedaries among rocks; a camel on the enemy's home field wins double."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.errors import IllegalMoveError, NotationError, Reason
from gamecore.game import Game, Option
from gamecore.notation import Cells

if TYPE_CHECKING:
    from gamecore._core import State

COLUMNS = 11
#: Squared lengths of the moves of each kind of animal, camels first; the short ones need `turn="any"`.
LENGTHS = ((10, 2), (13, 5))
STEPS = range(-3, 4)
#: Camels, which win, are square and dromedaries round.
PIECES = {
    "C": Piece("white", "tile", "C", glyph="C"),
    "D": Piece("white", "disc", "D", glyph="D"),
    "c": Piece("black", "tile", "C", glyph="c"),
    "d": Piece("black", "disc", "D", glyph="d"),
    "#": Piece("grey", "block"),
}


class Kamelen(Game):
    """Fred Horn's Kamelen on 11 columns and 11 to 13 rows."""

    title = "Kamelen"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        f"rows{rows}{suffix}": {"rows": rows, "turn": turn}
        for turn, suffix in (("outward", ""), ("any", " any"))
        for rows in (11, 12, 13)
    }
    default = "rows11"
    sides = ("White", "Black")

    @cached_property
    def _rows(self) -> int:
        return int(self.options["rows"])

    @cached_property
    def _names(self) -> Cells:
        return Cells(COLUMNS, self._rows)

    @cached_property
    def _moves(self) -> list[tuple[int, int]]:
        """The cells of every action, in the core's order: by kind, offset and the cell that is left."""
        return [
            (row * COLUMNS + column, (row + dr) * COLUMNS + column + dc)
            for long, short in LENGTHS
            for dr in STEPS
            for dc in STEPS
            if dr**2 + dc**2 in ((long, short) if self.options["turn"] == "any" else (long,))
            for row in range(self._rows)
            for column in range(COLUMNS)
            if 0 <= row + dr < self._rows and 0 <= column + dc < COLUMNS
        ]

    @cached_property
    def _actions(self) -> dict[tuple[int, int], int]:
        return {move: action for action, move in enumerate(self._moves)}

    def step_text(self, state: State, action: int) -> str:
        start, target = self._moves[action]
        sign = "-" if state.cells()[target] == "." else "x"
        return f"{self._names.names[start]}{sign}{self._names.names[target]}"

    def read_step(self, state: State, text: str) -> int:
        squares = self._names.split(re.sub("[xX:]", "-", text))
        if len(squares) != 2:
            raise NotationError(f"{text[:60]!r}: a move such as c2-e5 or f6xi7 is expected")
        start, target = squares
        if (start, target) not in self._actions:
            raise IllegalMoveError(f"{text[:60]!r}: no animal moves that far", Reason.BAD_MOVE)
        if re.search("[xX:]", text) and state.cells()[target] == ".":
            raise IllegalMoveError(f"{text[:60]!r}: there is nothing to capture", Reason.NO_CAPTURE)
        return self._actions[start, target]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        last = [self._moves[action] for action in state.actions[-1:]]
        homes = (COLUMNS // 2, (self._rows - 1) * COLUMNS + COLUMNS // 2)
        return Drawing(
            square(COLUMNS, self._rows, style="checkered"),
            pieces={i: PIECES[c] for i, c in enumerate(state.cells()) if c != "."},
            fills=dict.fromkeys(homes, "green"),
            last=[target for _, target in last],
            arrows=last,
            caption=self.caption(state),
        )

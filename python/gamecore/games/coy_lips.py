"""Coy Lips: be first to own a complete set of tetrahexes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, hexhex
from gamecore.errors import NotationError
from gamecore.games._sets import SetTurns
from gamecore.notation import Cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State
    from gamecore.game import Option

_KINDS = ("bar", "hook", "three with side", "zigzag", "rhombus", "arch", "propeller")
_PASS = "--"


class CoyLips(SetTurns):
    """Coy Lips on hexagons of side 3 to 9."""

    title = "Coy Lips"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"standard": {"size": 7}}
    sides = ("o", "x")
    separator = " "

    @cached_property
    def _board(self) -> Board:
        return hexhex(self._size)

    @cached_property
    def _cells(self) -> Cells:
        return Cells.of(cell.name for cell in self._board.cells.values())

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        """The cells by column, then row, and `--` for each placement that is passed."""
        cells = self._cells.in_order(step for step in steps if step < self._done)
        passed = [_PASS] * (state.info()["stones_left"] - len(cells))
        return self.separator.join([*(self._cells.names[cell] for cell in cells), *passed])

    def words(self, text: str) -> list[str]:
        """The cells among the words; `--` may stand anywhere or be left out, but there are four placements at most."""
        words = super().words(text)
        if len(words) > 4:
            raise NotationError(f"{text[:60]!r}: one to four cells or {_PASS} are expected")
        return [word for word in words if word != _PASS]

    def caption(self, state: State) -> list[str]:
        """What each side has of the set is told too."""
        sets = [(side, state.info()[f"{side}_set"]) for side in self.sides]
        kinds = [(side, [kind for i, kind in enumerate(_KINDS) if bits >> i & 1]) for side, bits in sets]
        return super().caption(state) + [f"{side} has {', '.join(have) or 'no tetrahex'}" for side, have in kinds]

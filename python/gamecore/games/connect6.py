"""Connect6: six in a row, two stones a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square, star_points
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.records import SgfDialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State


class Connect6Sgf(SgfDialect):
    """Little Golem's form: the turn's cells run together as a node's value."""

    events = ("connect6",)
    values = "(?:[a-z]{1,2}[0-9]{1,2}){1,2}|resign"
    size = 19


class Connect6(Game):
    """Connect6 on any board from 6 x 6 to 59 x 59."""

    title = "Connect6"
    variants: ClassVar[dict[str, dict[str, Option]]] = {str(n): {"size": n} for n in (19, 15)}
    default = "19"
    sides = ("Black", "White")
    sgf = Connect6Sgf()

    def _place(self, cell: int) -> tuple[int, int]:
        return cell % self._size, cell // self._size

    def step_text(self, state: State, action: int) -> str:
        return self._cells.names[action]

    def read_step(self, state: State, text: str) -> int:
        return self._cells.read(text)

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        """The smaller column first, then the smaller row; but a stone that makes six by itself last."""
        if len(steps) == 2 and self._place(steps[0]) > self._place(steps[1]):
            first, last = steps
            steps = (first, last) if state.copy().play(last).is_over else (last, first)
        return "".join(self._cells.names[cell] for cell in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        """One or two cells in any order. A stone given after one that makes six is left out."""
        cells = self._cells.split(text)
        left = state.info()["stones_left"]
        if not 1 <= len(cells) <= left:
            raise NotationError(f"{text[:60]!r}: {len(cells)} stones are named, {left} can be placed in this turn")
        if len(set(cells)) == 2 and all(map(state.is_legal, cells)) and state.copy().play(cells[0]).is_over:
            return cells[:1]
        return cells

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        colours = {"B": "black", "W": "white"}
        stones = state.cells()
        last = state.actions[-2:]
        return Drawing(
            square(self._size, self._size, style="points", stars=star_points(self._size)),
            pieces={i: Piece(colours[c], "stone") for i, c in enumerate(stones) if c != "."},
            last=[cell for cell in last if stones[cell] == stones[last[-1]]],
            caption=self.caption(state),
        )

"""Games whose turns are sets of stones: `d4,f5`. What they share: how a turn is written and read, and the drawing."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, Piece, square
from gamecore.errors import NotationError
from gamecore.game import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State
    from gamecore.notation import Cells

_BETWEEN = re.compile(r"[\s,;+]+")


class SetTurns(Game):
    """A game in which a player places some stones in a turn, in any order.

    Actions are the cells, and behind them the one that says that the turn is complete (written `done`, and left out of
    turns: what ends without it, or with it, is told from the state).
    """

    #: What stands between the cells of a turn.
    separator: ClassVar[str] = ","
    #: The colours of the stones, by their letters.
    colours: ClassVar[dict[str, str]] = {"x": "black", "o": "white"}

    @property
    def _done(self) -> int:
        return len(self._cells.names)

    def cells_of(self, state: State) -> Cells:
        """The names of the cells; games whose board differs from start to start look at the state."""
        return self._cells

    def step_text(self, state: State, action: int) -> str:
        return "done" if action == self._done else self.cells_of(state).names[action]

    def read_step(self, state: State, text: str) -> int:
        return self._done if text.strip().lower() == "done" else self.cells_of(state).read(text)

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        """The cells by column, then number; `done` for a turn that ends without another one."""
        cells = self.cells_of(state)
        placed = cells.in_order(step for step in steps if step < self._done)
        return self.separator.join(cells.names[cell] for cell in placed) or "done"

    def read_turn(self, state: State, text: str) -> list[int]:
        """Cells in any order; `done` may follow. Raises NotationError for a cell named twice."""
        read = self.cells_of(state).read
        return self._complete(state, text, [read(word) for word in self.words(text)])

    def last_stones(self, state: State) -> list[int]:
        """The stones of the last turn, or of the one that is going on."""
        return [step for step in self._last_turn(state) if step < self._done]

    def words(self, text: str) -> list[str]:
        """The names of cells in a turn's text, without a closing `done`. Raises NotationError if there is no word."""
        words = [word for word in _BETWEEN.split(text) if word]
        if not words:
            raise NotationError(f"{text[:60]!r}: the cells of a turn are expected")
        return words[:-1] if words[-1].lower() == "done" else words

    def _complete(self, state: State, text: str, cells: list[int]) -> list[int]:
        """The steps of a turn that places these stones: with the one that ends it, where it does not end by itself."""
        if len(set(cells)) != len(cells):
            raise NotationError(f"{text[:60]!r}: a cell is named twice")
        walk = state.copy()
        for placed, cell in enumerate(cells):
            if placed and not walk.in_turn:
                raise NotationError(f"{text[:60]!r}: {len(cells)} stones in a turn that may have {placed}")
            if not walk.is_legal(cell):
                return cells  # who plays them is told why
            walk.play(cell)
        # A stone that is too few for a turn is a step of it, unless the text says that it is all.
        ends = len(cells) != 1 or walk.is_legal(self._done) or text.lower().endswith("done")
        return [*cells, self._done] if ends and (walk.in_turn or not cells) else cells

    def caption(self, state: State) -> list[str]:
        """How many stones may still be placed in the turn is told too."""
        left = "" if state.is_over else f", stones left: {state.info()['stones_left']}"
        return [line + left for line in super().caption(state)]

    # ---- drawing ----------------------------------------------------------------------------

    @cached_property
    def _board(self) -> Board:
        return square(self._size, self._size, row_one="top")

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        stones = enumerate(state.cells())
        return Drawing(
            self._board,
            pieces={cell: Piece(self.colours[c], label=c, glyph=c) for cell, c in stones if c != "."},
            last=self.last_stones(state),
            caption=self.caption(state),
        )

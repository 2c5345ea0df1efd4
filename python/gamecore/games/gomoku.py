"""Gomoku: five in a row, after a restricted opening or in Little Golem's Pro forms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square, star_points
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.records import SgfDialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State
    from gamecore.records.sgf_tree import Node

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class GomokuSgf(SgfDialect):
    """Little Golem's form, whole turns as values, and the standard's: letter pairs from the top left."""

    gm = 4
    events = ("gomoku",)
    values = "(?:[a-z][0-9]{1,2}){1,5}|[a-z]{2}|swap|resign"
    size = 19

    def options(self, root: Node) -> dict[str, Option]:
        """A file of 19 points is the restricted form, others are Pro."""
        options = super().options(root)
        return {**options, "opening": "centre" if options["size"] == 19 else "pro"}

    def turn(self, value: str, game: Game) -> str:
        if re.fullmatch("[a-z]{2}", value):
            return f"{value[0]}{int(game.options['size']) - _LETTERS.index(value[1])}"
        return value


class Gomoku(Game):
    """Gomoku as on Little Golem: `gomoku` on 19 x 19, `pro` and `pro9`."""

    title = "Gomoku"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        "gomoku": {"opening": "centre", "size": 19},
        "pro": {"opening": "pro", "size": 15},
        "pro9": {"opening": "pro", "size": 9},
    }
    default = "gomoku"
    sides = ("Black", "White")
    sgf = GomokuSgf()

    @property
    def _words(self) -> tuple[str, ...]:
        """What actions behind the points are called."""
        return ("done", "swap") if self.options["opening"] == "pro" else ()

    def step_text(self, state: State, action: int) -> str:
        names = self._cells.names
        return names[action] if action < len(names) else self._words[action - len(names)]

    def read_step(self, state: State, text: str) -> int:
        word = text.lower().replace("swapped", "swap")
        return len(self._cells.names) + self._words.index(word) if word in self._words else self._cells.read(text)

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        """The stones of a Pro opening in the order of playing, written together."""
        done = len(self._cells.names)
        return "".join(self.step_text(state, step) for step in steps if step != done) or "done"

    def read_turn(self, state: State, text: str) -> list[int]:
        """A point or `swap`; in a Pro opening all its stones, in the order of playing."""
        opening = state.in_turn or (self._words and state.position().endswith("opening"))
        if not opening or text.lower() == "done":
            return [self.read_step(state, text)]
        cells, placed = self._cells.split(text), sum(c != "." for c in state.cells())
        if not 1 <= len(cells) <= 5 - placed:
            raise NotationError(f"{text[:60]!r}: {len(cells)} stones, an opening has one to five")
        return cells if placed + len(cells) == 5 else [*cells, len(self._cells.names)]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        colours = {"B": "black", "W": "white"}
        return Drawing(
            square(self._size, self._size, style="points", stars=star_points(self._size)),
            pieces={i: Piece(colours[c], "stone") for i, c in enumerate(state.cells()) if c != "."},
            last=[step for step in self._last_turn(state) if step < self._size**2],
            caption=self.caption(state),
        )

    def caption(self, state: State) -> list[str]:
        """The parts of a Pro game before the colours are settled are told too."""
        lines, part = super().caption(state), state.position().rpartition(" ")[2]
        if part == "opening" and not state.is_over:
            placed = sum(c != "." for c in state.cells())
            return [f"Opening, a {'white' if placed % 2 else 'black'} stone{' or done' if placed else ''}"]
        return [f"{lines[0]}, or swap"] if part == "choice" and not state.is_over else lines

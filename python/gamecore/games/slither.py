"""Slither: join your two edges; place a stone, and before it a stone may move a step."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.notation import Moves, queen_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

_HYPHEN = re.compile(r"\s*-\s*")
_BETWEEN = re.compile(r"[\s,;/]+")
COLOURS = {"B": "black", "W": "white"}


class Slither(Game):
    """Slither as it began, and the advanced game: only stones in groups of both colours move, and the pie rule."""

    title = "Slither"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        "classic": {},
        "classic 13x13": {"size": 13},
        "advanced": {"advanced": True},
        "advanced 13x13": {"size": 13, "advanced": True},
    }
    default = "classic"
    sides = ("Black", "White")

    @cached_property
    def _moves(self) -> Moves:
        return Moves(self._cells, queen_moves(self._size, self._size, reach=1))

    @cached_property
    def _names(self) -> list[str]:
        """The names of all actions."""
        cells = self._cells.names
        words = ["pass", "swap"] if self.options["swap"] else ["pass"]
        return [*cells, *map(self._moves.text, range(len(self._moves.ends))), *words]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: action for action, name in enumerate(self._names)}

    def step_text(self, state: State, action: int) -> str:
        return self._names[action]

    def read_step(self, state: State, text: str) -> int:
        step = self._numbers.get(_HYPHEN.sub("-", text.strip().lower()))
        if step is None:
            raise NotationError(f"{text[:60]!r} is neither a cell (c2) nor a step to a neighbour (b2-b3), pass or swap")
        return step

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        return ",".join(self._names[step] for step in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        """A cell, or a move and a cell, in the classic game in either order. A move alone is a step."""
        parts = [part for part in _BETWEEN.split(_HYPHEN.sub("-", text.strip())) if part]
        if not 1 <= len(parts) <= 2:
            raise NotationError(f"{text[:60]!r} is no turn such as c2 or b2-b3,c2")
        steps = [self.read_step(state, part) for part in parts]
        if not self.options["advanced"] and "-" in parts[-1]:
            steps.reverse()
        cells = len(self._cells.names)
        if len(steps) == 2 and (state.in_turn or not steps[1] < cells <= steps[0] < self._pass):
            raise NotationError(f"{text[:60]!r} is not one turn, such as c2 or b2-b3,c2")
        return steps

    @property
    def _pass(self) -> int:
        return len(self._cells.names) + len(self._moves.ends)

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        n, size, steps = len(self._cells.names), self._size, self._last_turn(state)
        arrows = [self._moves.ends[a - n] for a in steps if n <= a < self._pass]
        return Drawing(
            square(size, size, style="points"),
            pieces={i: Piece(COLOURS[c], "stone") for i, c in enumerate(state.cells()) if c != "."},
            last=[*(a for a in steps if a < n), *(end for move in arrows for end in move)],
            arrows=arrows,
            edges={"top": "black", "bottom": "black", "left": "white", "right": "white"},
            caption=self.caption(state),
        )

    def caption(self, state: State) -> list[str]:
        """Within a turn, that its stone has to be placed."""
        lines = super().caption(state)
        return [lines[0].replace("to move", "to place a stone")] if state.in_turn else lines

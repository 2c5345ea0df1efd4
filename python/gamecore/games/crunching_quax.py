"""Crunching Quax: stones placed by threes, and lines of stones that move and crush enemy lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece
from gamecore.errors import NotationError
from gamecore.game import Option
from gamecore.games._hexhex import HexhexMoves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

PIECES = {stone: Piece(colour, label=stone, glyph=stone) for stone, colour in (("o", "white"), ("x", "black"))}
_MOVE = re.compile(r"([a-z]+\d+)\s*[:-]\s*([a-z]+\d+)")


class CrunchingQuax(HexhexMoves):
    """The game of 2015 on sides from 3 to 10."""

    title = "Crunching Quax"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"standard": {"size": 6}}
    sides = ("o", "x")

    def _goes(self, start: int, distance: int) -> bool:
        return distance >= 2

    def step_text(self, state: State, action: int) -> str:
        names, stones = self._cells.names, state.cells()
        if action < len(names):
            return names[action]
        start, target = self._moves.ends[action - len(names)]
        enemy = "xo"["ox".index(stones[start])]
        kills = state.copy().play(action).cells().count(enemy) < stones.count(enemy)
        return f"{names[start]}{':' if kills else '-'}{names[target]}"

    def read_step(self, state: State, text: str) -> int:
        if not (found := _MOVE.fullmatch(text.lower())):
            return self._cells.read(text)
        start, target = self._cells.read(found[1]), self._cells.read(found[2])
        return len(self._cells.names) + self._moves.number(start, target, text)

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        """Cells by column, then number; or a line move and a cell."""
        if steps[0] < len(self._cells.names):
            steps = self._cells.in_order(steps)
        return " ".join(self.step_text(state, step) for step in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        """Cells in any order; or a line move and a cell. A line move or a cell alone is a step."""
        found = _MOVE.match(text.lower())
        cells = self._cells.split(text[found.end() :] if found else text)
        left = 1 if found else state.info()["left"]
        if len(set(cells)) != len(cells) or len(cells) not in (0 if found else 1, left or 1):
            due = f"{left} different cells" if left else "a line move and a cell"
            raise NotationError(f"{text[:60]!r}: a turn is {due} here")
        return [self.read_step(state, found[0]), *cells] if found else cells

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        first, steps = len(self._cells.names), self._last_turn(state)
        arrows = [self._moves.ends[step - first] for step in steps if step >= first]
        return Drawing(
            self._board,
            pieces={cell: PIECES[stone] for cell, stone in enumerate(state.cells()) if stone != "."},
            last=[*(step for step in steps if step < first), *(end for move in arrows for end in move)],
            arrows=arrows,
            caption=self.caption(state),
        )

    def caption(self, state: State) -> list[str]:
        """Within a turn, how many stones have to be placed yet."""
        lines = super().caption(state)
        return [f"{lines[0]}, stones left: {state.info()['left']}"] if state.in_turn else lines

"""Dots and boxes: draw lines between dots; who closes a box owns it and draws again."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Area, Drawing, Link, square
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.notation import Cells

if TYPE_CHECKING:
    from gamecore._core import State


class DotsAndBoxes(Game):
    """Dots and boxes on any board from 1x1 to 15x15 boxes, plain or with the pie rule after a set-up."""

    title = "Dots and boxes"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        "4x4": {"columns": 4, "rows": 4},
        "5x5": {"columns": 5, "rows": 5},
        "5x5-pie": {"columns": 5, "rows": 5, "pie": 5},
        "6x6": {"columns": 6, "rows": 6},
        "7x7": {"columns": 7, "rows": 7},
    }
    default = "5x5"
    sides = ("Blue", "Red")

    @cached_property
    def _lines(self) -> list[tuple[int, int]]:
        """The dots at the ends of every line, by action."""
        columns, rows = int(self.options["columns"]), int(self.options["rows"])
        across = [row * (columns + 1) + column for row in range(rows + 1) for column in range(columns)]
        return [(a, a + 1) for a in across] + [(a, a + columns + 1) for a in range((columns + 1) * rows)]

    @cached_property
    def _names(self) -> list[str]:
        dots = Cells(int(self.options["columns"]) + 1, int(self.options["rows"]) + 1).names
        lines = [f"{dots[a]}{'h' if b == a + 1 else 'v'}" for a, b in self._lines]
        return lines + (["stop", "keep", "swap"] if self.options["pie"] else [])

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._names)}

    def step_text(self, state: State, action: int) -> str:
        return self._names[action]

    def read_step(self, state: State, text: str) -> int:
        try:
            return self._numbers[text.strip().lower()]
        except KeyError:
            raise NotationError(
                f"{text[:60]!r} is no line of this board: its left or lower dot, then h or v ({self._names[0]})"
            ) from None

    def read_turn(self, state: State, text: str) -> list[int]:
        """A line, or several of one player joined by `+`: all but the last have to leave him to move."""
        steps = [self.read_step(state, part) for part in text.split("+")]
        walk = state.copy() if len(steps) > 1 else state
        for step in steps[:-1]:
            if not walk.is_legal(step):
                break  # the play of the steps says why
            if walk.play(step).player != state.player:
                raise NotationError(f"{text[:60]!r}: the turn passes after {self._names[step]}")
        return steps

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        columns, rows, lines = int(self.options["columns"]), int(self.options["rows"]), self._lines
        cells, areas = state.cells(), list[Area]()
        for number, owner in enumerate(cells[len(lines) :]):
            if owner != ".":
                dot = number + number // columns
                corners = (dot, dot + 1, dot + columns + 2, dot + columns + 1)
                areas.append(Area(corners, "blue" if owner == "B" else "red"))
        return Drawing(
            square(columns + 1, rows + 1, style="dots"),
            links=[Link(*line) for line, mark in zip(lines, cells, strict=False) if mark != "."],
            areas=areas,
            last=[dot for action in state.actions[-1:] if action < len(lines) for dot in lines[action]],
            caption=self.caption(state),
        )

    def caption(self, state: State) -> list[str]:
        info = state.info()
        if state.is_over or info["phase"] > 1:
            return super().caption(state)
        colour = self.sides[info["colour"]]
        return [f"Set-up: a line of {colour}" if info["phase"] == 0 else f"Keep or swap? {colour} is next"]

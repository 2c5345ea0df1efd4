"""Go: surround more of the board than your opponent."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square, star_points
from gamecore.errors import NotationError
from gamecore.game import Game, Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
GTP_COLUMNS = "abcdefghjklmnopqrstuvwxyz"
PIECES = {
    "B": Piece("black", "stone"),
    "W": Piece("white", "stone"),
    "b": Piece("black", "stone", "x", "b"),  # dead, says a proposal
    "w": Piece("white", "stone", "x", "w"),
}


class Go(Game):
    """Go with Little Golem's boards: by territory, the players agree on dead stones; or by area, for programs."""

    title = "Go"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        **{str(n): {"size": n} for n in (9, 13, 19, 27, 37)},
        "hahn": {"hahn": True},
        "random": {"random": True},
        "toroidal": {"size": 11, "torus": True, "komi": 4.5},
    }
    default = "19"
    sides = ("Black", "White")

    @cached_property
    def _size(self) -> int:
        return int(self.options["size"])

    @cached_property
    def _names(self) -> list[str]:
        letters = LETTERS[: self._size]
        return [column + row for row in letters for column in letters]

    @cached_property
    def _points(self) -> dict[str, int]:
        return {name: p for p, name in enumerate(self._names)}

    @cached_property
    def _words(self) -> dict[str, int]:
        n = len(self._names)
        words = {"pass": n} if self._size > 19 else {"pass": n, "tt": n}  # SGF's older way to pass
        if self.options["scoring"] == "territory":
            words |= {"submit": 2 * n + 1, "accept": 2 * n + 2, "resume": 2 * n + 3}
        return words

    def step_text(self, state: State, action: int) -> str:
        n = len(self._names)
        if action < n:
            return self._names[action]
        if n < action <= 2 * n:
            return f"dead:{self._names[action - n - 1]}"
        return next(word for word, number in self._words.items() if number == action)

    def read_step(self, state: State, text: str) -> int:
        if (word := self._words.get(text.lower())) is not None:
            return word
        if text[:5].lower() == "dead:" and self.options["scoring"] == "territory":
            return len(self._names) + 1 + self._first(self._groups(state.cells()), text[5:])
        return self._point(text)

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        n = len(self._names)
        if steps[-1] != 2 * n + 1:
            return self.step_text(state, steps[0])
        groups = self._groups(state.cells())
        firsts = {step - n - 1 for step in steps[:-1]} | self._marked(state, groups)
        dead = sorted((p for p in groups if groups[p] in firsts), key=lambda p: (p % self._size, p))
        return "score:" + ",".join(self._names[p] for p in dead)

    def read_turn(self, state: State, text: str) -> list[int]:
        if text[:5].lower() != "score" or self.options["scoring"] == "area":
            return [self.read_step(state, text)]
        n, groups = len(self._names), self._groups(state.cells())
        named = {self._first(groups, name) for name in re.split(r"[:,\s]+", text[5:]) if name}
        marked = self._marked(state, groups)
        if not named >= marked:
            raise NotationError(f"{text[:60]!r} leaves out {self._names[min(marked - named)]}, which is marked already")
        return [*(n + 1 + first for first in sorted(named - marked)), 2 * n + 1]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        stars = () if self.options["torus"] else star_points(self._size)
        label = LETTERS.__getitem__
        return Drawing(
            square(
                self._size,
                self._size,
                style="points",
                row_one="top",
                column_label=label,
                row_label=label,
                stars=stars,
            ),
            pieces={p: PIECES[c] for p, c in enumerate(state.cells()) if c != "."},
            last=[a for a in state.actions[-1:] if a < len(self._names)],
            caption=self.caption(state),
        )

    def caption(self, state: State) -> list[str]:
        facts = dict(state.info())
        taken = f"Prisoners: Black {facts['black_prisoners']}, White {facts['white_prisoners']}"
        return [*super().caption(state), taken]

    # ---- points and groups ---------------------------------------------------------------

    def _point(self, text: str) -> int:
        """A point's number: `pd` from the top left, or `Q16` (no I) from the bottom left on boards up to 25."""
        name = text.lower() if self._size <= 26 else text
        if (point := self._points.get(name)) is not None:
            return point
        gtp = re.fullmatch("([a-hj-z])([1-9][0-9]?)", text.lower(), re.ASCII)
        if gtp and self._size <= 25:
            column, row = GTP_COLUMNS.index(gtp[1]), self._size - int(gtp[2])
            if column < self._size and row >= 0:
                return row * self._size + column
        words = ", ".join(word for word in self._words if word != "tt")
        raise NotationError(f"{text[:60]!r} is no point (aa to {self._names[-1]}) and none of {words}")

    @cached_property
    def _around(self) -> list[list[int]]:
        size, torus = self._size, self.options["torus"]
        steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
        return [
            [
                (row + dr) % size * size + (column + dc) % size
                for dc, dr in steps
                if torus or (0 <= column + dc < size and 0 <= row + dr < size)
            ]
            for row in range(size)
            for column in range(size)
        ]

    def _groups(self, cells: str) -> dict[int, int]:
        """The smallest point of every stone's group."""
        cells, groups = cells.upper(), dict[int, int]()
        for first, colour in enumerate(cells):
            if colour == "." or first in groups:
                continue
            groups[first], todo = first, [first]
            while todo:
                near = [q for q in self._around[todo.pop()] if cells[q] == colour and q not in groups]
                groups |= dict.fromkeys(near, first)
                todo += near
        return groups

    def _first(self, groups: dict[int, int], name: str) -> int:
        if (point := self._point(name)) not in groups:
            raise NotationError(f"no stone stands on {self._names[point]}")
        return groups[point]

    def _marked(self, state: State, groups: dict[int, int]) -> set[int]:
        """The groups already marked in a turn that is going on."""
        cells = state.cells()
        return {first for first in groups.values() if state.in_turn and cells[first].islower()}

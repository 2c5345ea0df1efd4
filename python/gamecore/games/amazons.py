"""Amazons: move like a queen, shoot a burning arrow; who cannot move loses."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.records import SgfDialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

#: The core's directions, as (column, row) steps.
DIRECTIONS = ((-1, 0), (0, -1), (-1, -1), (-1, 1), (1, 0), (0, 1), (1, 1), (1, -1))

PIECES = {"W": Piece("white", "queen"), "B": Piece("black", "queen"), "x": Piece("grey", "block")}


class AmazonsSgf(SgfDialect):
    """Little Golem: W moves first, and PB is the first player's name."""

    events = ("amazons",)
    nodes = ("W", "B")
    values = "[a-j](?:10|[1-9])-[a-j](?:10|[1-9])/[a-j](?:10|[1-9])|resign"
    size = 10


class Amazons(Game):
    """The game of the amazons, with a second start position and three small boards for tests."""

    title = "Amazons"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        "standard": {},
        "cross": {"start": "cross"},
        "mini6": {"size": 6},
        "mini5": {"size": 5},
        "mini4": {"size": 4},
    }
    sides = ("White", "Black")
    sgf = AmazonsSgf()

    @cached_property
    def _moves(self) -> dict[tuple[int, int], int]:
        """The action of every queen's move, in the core's order: by cell, direction and distance."""
        n = self._size
        moves = [
            (r * n + c, (r + dr * k) * n + c + dc * k)
            for r in range(n)
            for c in range(n)
            for dc, dr in DIRECTIONS
            for k in range(1, n)
            if 0 <= c + dc * k < n and 0 <= r + dr * k < n
        ]
        return {move: n * n + i for i, move in enumerate(moves)}

    @cached_property
    def _ends(self) -> list[tuple[int, int]]:
        return list(self._moves)

    def step_text(self, state: State, action: int) -> str:
        names = self._cells.names
        if action < len(names):
            return f"/{names[action]}"
        start, target = self._ends[action - len(names)]
        return f"{names[start]}-{names[target]}"

    def read_step(self, state: State, text: str) -> int:
        if text.startswith("/"):
            return self._cells.read(text[1:])
        match self._cells.split(text):
            case [target]:
                return target
            case [start, target] if (start, target) in self._moves:
                return self._moves[start, target]
        raise NotationError(f"{text[:60]!r} is neither a queen's move (a4-a7) nor an arrow (/b7)")

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        return "".join(self.step_text(state, step) for step in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        move, slash, arrow = text.partition("/")
        steps = [self.read_step(state, move)] if move or not slash else []
        return [*steps, self._cells.read(arrow)] if slash else steps

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        arrows: list[tuple[int, int]] = []
        for action in state.actions[-1:] if state.in_turn else state.actions[-2:]:
            if action >= len(self._cells.names):
                arrows.append(self._ends[action - len(self._cells.names)])
            elif arrows:
                arrows.append((arrows[0][1], action))
        return Drawing(
            square(self._size, self._size, style="checkered"),
            pieces={i: PIECES[c] for i, c in enumerate(state.cells()) if c != "."},
            last=[target for _, target in arrows],
            arrows=arrows,
            caption=self.caption(state),
        )

"""12* Giveaway Chess: two moves a turn; who loses all pieces wins."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, chess_piece, square
from gamecore.errors import NotationError
from gamecore.game import Game, Option
from gamecore.notation import Cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

#: What other notations put between the cells: `e4-e5`, `e4xd5`, `e4:d5`, `a7a8=k`.
SIGNS = re.compile("[-x:=]")


class GiveawayChess12(Game):
    """Giveaway chess with two single moves a turn (White's first turn: one) and a rule against idle turns."""

    title = "12* Giveaway Chess"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"giveaway_chess_12": {}}
    default = "giveaway_chess_12"
    sides = ("White", "Black")
    counters = 1

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return self.action_names or ()

    @cached_property
    def _actions(self) -> dict[str, int]:
        return {name: action for action, name in enumerate(self._names)}

    def step_text(self, state: State, action: int) -> str:
        return self._names[action]

    def read_step(self, state: State, text: str) -> int:
        try:
            return self._actions[SIGNS.sub("", text.lower())]
        except KeyError:
            raise NotationError(f"{text[:60]!r} is no single move (e2e4, a7a8q)") from None

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        return " ".join(self._names[step] for step in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        moves, left = text.split(), state.info()["moves_left"]
        if not 1 <= len(moves) <= left:
            raise NotationError(f"{text[:60]!r} has {len(moves)} single moves, 1 to {left} are expected")
        return [self.read_step(state, move) for move in moves]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        cells = Cells(8, 8)
        # The first turn may be cut short by the set-up; all others but the last have two moves.
        moves = len(state.actions)
        size = 1 if (moves - state.rewound().info()["moves_left"]) % 2 else 2
        last = [cells.split(f"{name[:2]} {name[2:4]}") for name in map(self._names.__getitem__, state.actions[-size:])]
        return Drawing(
            square(8, 8, style="checkered"),
            pieces={cell: chess_piece(letter) for cell, letter in enumerate(state.cells()) if letter != "."},
            last={cell for move in last for cell in move},
            arrows=[(start, target) for start, target in last],
            caption=self.caption(state),
        )

"""Shogi and its smaller sisters."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, shogi_board, shogi_piece
from gamecore.errors import NotationError
from gamecore.game import Game

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Option

_NAMES = ("shogi", "minishogi", "shogi56", "shogi56plus", "shogi34", "torishogi")


class Shogi(Game):
    """Shogi, Mini Shogi, Shogi 5x6 and 5x6+, Dobutsu (3x4) and Tori Shogi."""

    title = "Shogi"
    variants: ClassVar[dict[str, dict[str, Option]]] = {name: {"variant": name} for name in _NAMES}
    default = "shogi"
    sides = ("Sente", "Gote")
    counters = 1

    def step_text(self, state: State, action: int) -> str:
        assert self.action_names is not None
        return self.action_names[action]

    def read_step(self, state: State, text: str) -> int:
        assert self.action_names is not None
        if text not in self.action_names:
            raise NotationError(f"{text[:60]!r} is no move")
        return self.action_names.index(text)

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        return Drawing(shogi_board(9, 9), pieces={}, caption=self.caption(state))

"""Shogi and its smaller sisters."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, shogi_board
from gamecore.errors import IllegalMoveError
from gamecore.game import Game
from gamecore.notation_shogi import FORMS, Notation, board_of
from gamecore.records import KifuDialect

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Option


class Shogi(Game):
    """Shogi, Mini Shogi, Shogi 5x6 and 5x6+, Dobutsu (3x4) and Tori Shogi."""

    title = "Shogi"
    variants: ClassVar[dict[str, dict[str, Option]]] = {name: {"variant": name} for name in FORMS}
    default = "shogi"
    sides = ("Sente", "Gote")
    counters = 1

    kifu = KifuDialect()

    @cached_property
    def _notation(self) -> Notation:
        return Notation(FORMS[str(self.options["variant"])])

    @cached_property
    def _names(self) -> tuple[str, ...]:
        assert self.action_names is not None
        return self.action_names

    @cached_property
    def _actions(self) -> dict[str, int]:
        return {name: action for action, name in enumerate(self._names)}

    def step_text(self, state: State, action: int) -> str:
        return self._notation.lg(board_of(state.position()), self._names[action])

    def read_step(self, state: State, text: str) -> int:
        move = self._notation.read(state, text)
        if move not in self._actions:
            raise IllegalMoveError(f"{self.slug}: {text[:60]!r} is not legal: no piece can go this way", "bad_move")
        return self._actions[move]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        return Drawing(shogi_board(9, 9), pieces={}, caption=self.caption(state))

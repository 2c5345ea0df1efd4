"""What the games of the chess family share in Python: texts come from the core, pieces from the drawing kit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamecore.errors import NotationError
from gamecore.game import Game

if TYPE_CHECKING:
    from gamecore._core import State


class ChessGame(Game):
    """A chess whose moves the core reads and writes, for it reads records fast."""

    #: Of a FEN: the passed cell (which counts where it can be taken, then legal moves differ) and two numbers.
    counters = 3

    def step_text(self, state: State, action: int) -> str:
        text = state.core_text(action)
        assert text is not None
        return text

    def read_step(self, state: State, text: str) -> int:
        action = state.read_core_text(text)
        if action is None:
            raise NotationError(f"{text[:60]!r} is no move")
        return action

"""Feedback Morro: own the longest line when the board is full."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.games._sets import SetTurns

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Option


class FeedbackMorro(SetTurns):
    """Feedback Morro on any board from 3 x 3 to 19 x 19."""

    title = "Feedback Morro"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"standard": {"size": 9}}
    sides = ("x", "o")
    separator = " "

    def caption(self, state: State) -> list[str]:
        """Who has the better lines is told too."""
        lines, leader = super().caption(state), state.info()["leader"]
        if state.is_over:
            return lines
        return [*lines, "Lines are equal" if leader < 0 else f"{self.sides[leader]} has the better lines"]

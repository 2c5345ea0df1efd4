"""What slow references of board games for two share: whose turn it is, how a game ends, and who has won.

A subclass sets `side`, `winner` and `end_reason` with the position, and says in `_play` what a turn does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod


class TwoSides(ABC):
    """One game. Sides are seats; the side whose turn it is may resign. Nothing is scored or left to chance."""

    side: int
    winner: int | None
    end_reason: str | None

    @property
    def is_over(self) -> bool:
        return self.end_reason is not None

    @property
    def player(self) -> int | None:
        return None if self.is_over else self.side

    def returns(self) -> list[float]:
        if self.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def scores(self) -> list[float] | None:
        return None

    def chance(self) -> None:
        return None

    def play(self, turn: str) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        if turn.strip().lower() == "resign":
            self._end(1 - self.side, "resignation")
        else:
            self._play(turn)

    @abstractmethod
    def _play(self, turn: str) -> None:
        """Plays a turn of the side to move, or raises ValueError."""

    def _end(self, winner: int | None, reason: str) -> None:
        self.winner = winner
        self.end_reason = reason

"""Errors. All are `GamecoreError`, and all are `ValueError`: the input was at fault, nothing has changed."""

from __future__ import annotations

from enum import Enum

from gamecore import _core

__all__ = [
    "GamecoreError",
    "IllegalMoveError",
    "LimitError",
    "NotationError",
    "PositionError",
    "Reason",
    "RecordError",
    "VariantError",
]

# One member per reason of the core, named in capitals: Reason.OCCUPIED has the value "occupied".
Reason = Enum("Reason", {word.upper(): word for word in _core.REASONS}, type=str, module=__name__)
Reason.__doc__ = "Why a move is not legal."


class GamecoreError(ValueError):
    """Base of all errors of this library."""


class VariantError(GamecoreError):
    """There is no such game, variant or option."""


class PositionError(GamecoreError):
    """A position text, set-up text or saved state that cannot be read."""


class RecordError(GamecoreError):
    """A record that cannot be read or replayed."""


class LimitError(GamecoreError):
    """There is more than the limit given."""


class IllegalMoveError(GamecoreError):
    """A move that the rules do not allow now; `reason` says why."""

    def __init__(self, message: str, reason: Reason | str = "not_offered") -> None:
        super().__init__(message)
        self.reason = Reason(reason)

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (str(self), self.reason.value)


class NotationError(GamecoreError):
    """A text that is no move, or no file of the format; `line` and `column` (from 1) where there is a text."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        place = (
            "" if line is None else f"line {line}: " if column is None else f"line {line}, column {column}: "
        )
        super().__init__(place + message)
        self.message, self.line, self.column = message, line, column

    def __reduce__(self) -> tuple[type, tuple[str, int | None, int | None]]:
        return type(self), (self.message, self.line, self.column)

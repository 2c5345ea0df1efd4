"""Errors. All are `GamecoreError`, and all are `ValueError`: the input was at fault, nothing has changed."""

from __future__ import annotations

from enum import Enum

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


class Reason(str, Enum):
    """Why a move is not legal; the same words as the core's `Illegal`."""

    OUT_OF_RANGE = "out_of_range"
    GAME_OVER = "game_over"
    CHANCE_ACTS = "chance_acts"
    NO_CHANCE = "no_chance"
    OCCUPIED = "occupied"
    OFF_BOARD = "off_board"
    NOT_YOURS = "not_yours"
    BAD_MOVE = "bad_move"
    BLOCKED = "blocked"
    NO_CAPTURE = "no_capture"
    MUST_CAPTURE = "must_capture"
    NOT_MAXIMAL = "not_maximal"
    KO = "ko"
    SUPERKO = "superko"
    SUICIDE = "suicide"
    IN_CHECK = "in_check"
    NOT_CONNECTED = "not_connected"
    ADJACENT = "adjacent"
    CANNOT_PASS = "cannot_pass"
    MUST_PASS = "must_pass"
    CANNOT_SWAP = "cannot_swap"
    WRONG_PHASE = "wrong_phase"
    NONE_LEFT = "none_left"
    WRONG_DIE = "wrong_die"
    NOT_OFFERED = "not_offered"


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
        place = "" if line is None else f"line {line}: " if column is None else f"line {line}, column {column}: "
        super().__init__(place + message)
        self.message, self.line, self.column = message, line, column

    def __reduce__(self) -> tuple[type, tuple[str, int | None, int | None]]:
        return type(self), (self.message, self.line, self.column)

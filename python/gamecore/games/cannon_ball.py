"""Cannon-Ball: two colours a side, a secret line-up, and captures across a piece of one's own other colour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, Row, square
from gamecore.errors import IllegalMoveError, NotationError, Reason
from gamecore.game import Game, Option
from gamecore.notation import Cells, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

#: First actions of each kind: line-ups, entries, moves, captures; then the end of a turn without a capture.
ENTRY, MOVE, CAPTURE, STOP = 3, 15, 195, 231
#: Moves by direction: steps of columns, and of rows forward.
WAYS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0))
LETTERS = ("RB", "GY")
COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
CELLS = Cells(6, 6)


class CannonBall(Game):
    """Fred Horn's Cannon-Ball."""

    title = "Cannon-Ball"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"standard": {}, "fixed": {"fixed": True}}
    sides = ("Red and blue", "Green and yellow")

    def step_text(self, state: State, action: int) -> str:
        return _step_text(state.player or 0, action)

    def read_step(self, state: State, text: str) -> int:
        seat, text = state.player or 0, text.lower()
        letters = {letter: i for i, letter in enumerate(LETTERS[seat].lower())}
        if text == "stop":
            return STOP
        if text == "." or text in letters:
            return ("." + LETTERS[seat].lower()).index(text)
        if text[1:2] == "@":
            row, column = divmod(CELLS.read(text[2:]), 6)
            if row != 5 * seat:
                raise IllegalMoveError(f"{text!r}: entries are made on the first row", Reason.OFF_BOARD)
            return ENTRY + 6 * one_of(text[0], letters, "colour of the player to move") + column
        if text[:1] == "x":
            return CAPTURE + CELLS.read(text[1:])
        squares = CELLS.split(text)
        if len(squares) != 2:
            raise NotationError(f"{text[:60]!r}: a turn such as c2-c3, a1-b1,xf5 or {letters}@a1,a1-b1 is expected")
        (row, column), (to_row, to_column) = (divmod(cell, 6) for cell in squares)
        way = (to_column - column, (to_row - row) * (1 - 2 * seat))
        if way not in WAYS:
            raise IllegalMoveError(f"{text!r}: pieces go one step forward or sideways", Reason.BAD_MOVE)
        return MOVE + 36 * WAYS.index(way) + squares[0]

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        texts = [_step_text(state.player or 0, step) for step in steps if step != STOP] or ["stop"]
        if steps[0] >= ENTRY:
            return ",".join(texts)
        row = max(len(texts) - 6, 0)  # how much of the first row is in it
        return "".join([*texts[:row], "/" * (row > 0), *texts[row:]])

    def read_turn(self, state: State, text: str) -> list[int]:
        if (lined_up := state.info()["lined_up"]) < 24:
            letters = text.replace("/", "", 1) if text[-7:-6] == "/" else text
            if len(letters) not in (1, 12 - lined_up % 12):
                raise NotationError(f"{text[:60]!r}: a line-up such as R.B.R./BRBRBR is expected")
            return [self.read_step(state, letter) for letter in letters]
        parts = re.split(r"[,\s]+", text)
        if len(parts) > 3:
            raise NotationError(f"{text[:60]!r}: a turn has three parts at most: an entry, a move, a capture")
        steps = [self.read_step(state, part) for part in parts]
        try:
            after = state.copy().play_all(steps)
        except IllegalMoveError:
            return steps  # whoever plays them will be told why
        return [*steps, STOP] if MOVE <= steps[-1] < CAPTURE and after.in_turn else steps

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        info, last = state.info(player), list[int]()
        mover = info["seat"] if info["moved"] >= 0 else 1 - info["seat"]
        for action in reversed(state.actions[-3:]):
            if CAPTURE <= action < STOP:
                last.append(action - CAPTURE)
            elif MOVE <= action < CAPTURE:
                last += _squares(mover, action)
                break
        rows = []
        for letters in LETTERS:
            spare = [(letter, info.get(f"reserve_{letter}", 0)) for letter in letters]
            rows.append(Row("Reserves", [Piece(COLOURS[c], label=str(n), glyph=f"{c}{n}") for c, n in spare if n]))
        return Drawing(
            square(6, 6),
            pieces={i: Piece(COLOURS[c]) for i, c in enumerate(state.cells(player)) if c != "."},
            last=last,
            rows=[row for row in rows if row.pieces],
            caption=self.caption(state),
        )


def _squares(seat: int, action: int) -> tuple[int, int]:
    """From where to where a move goes."""
    direction, start = divmod(action - MOVE, 36)
    columns, rows = WAYS[direction]
    return start, start + columns + 6 * rows * (1 - 2 * seat)


def _step_text(seat: int, action: int) -> str:
    if action < ENTRY:
        return f".{LETTERS[seat]}"[action]
    if action < MOVE:
        colour, column = divmod(action - ENTRY, 6)
        return f"{LETTERS[seat][colour]}@{CELLS.names[30 * seat + column]}"
    if action < CAPTURE:
        return "-".join(CELLS.names[cell] for cell in _squares(seat, action))
    return "stop" if action == STOP else f"x{CELLS.names[action - CAPTURE]}"

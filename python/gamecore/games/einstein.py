"""EinStein würfelt nicht!: a dice race of numbered stones."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.errors import IllegalMoveError, NotationError
from gamecore.game import Game, Option
from gamecore.notation import Cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

_CELLS = Cells(5, 5)
_MOVE = re.compile(r"(?:([1-6])\s*:\s*)?([a-e][1-5])\s*[-x:]?\s*([a-e][1-5])")
_LETTERS = ("ABCDEF", "abcdef")
#: By player and direction of an action: the way on the board.
_WAYS = ((1, -5, -4), (-1, 5, 4))


class Einstein(Game):
    """EinStein würfelt nicht! with Little Golem's variants; actions are seen from the player to move."""

    title = "EinStein würfelt nicht!"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        name: {"rule": name} for name in ("standard", "blackhole", "backward")
    }
    sides = ("Red", "Blue")
    match_points = 3

    def step_text(self, state: State, action: int) -> str:
        if action < 6:
            return str(action + 1)
        assert state.player is not None
        back, way = divmod(action - 6, 18)
        start = state.cells().index(_LETTERS[state.player][way // 3])
        end = start + _WAYS[state.player][way % 3] * (1 - 2 * back)
        return f"{state.info()['die']}:{_CELLS.names[start]}{_CELLS.names[end]}"

    def read_step(self, state: State, text: str) -> int:
        if re.fullmatch("[1-6]", text):
            return int(text) - 1
        found = _MOVE.fullmatch(text.lower())
        if found is None:
            raise NotationError(f"{text[:60]!r}: a set-up such as 413562 or a move such as 4:a4b4 is expected")
        info = state.info()
        if info["setup"]:
            raise _illegal(text, "the stones are being set up", "wrong_phase")
        if found[1] not in (None, str(info["die"])):
            raise _illegal(text, f"the die shows {info['die']}", "wrong_die")
        assert state.player is not None
        start, end = _CELLS.read(found[2]), _CELLS.read(found[3])
        ways, stone = _WAYS[state.player], _LETTERS[state.player].find(state.cells()[start])
        if stone < 0:
            raise _illegal(text, f"no stone of {self.sides[state.player]} stands there", "not_yours")
        columns, way = abs(start % 5 - end % 5), end - start
        if columns <= 1 and way in ways:
            return 6 + 3 * stone + ways.index(way)
        if columns <= 1 and -way in ways and self.options["rule"] == "backward":
            return 24 + 3 * stone + ways.index(-way)
        raise _illegal(text, "stones do not move that way", "bad_move")

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        return "".join(self.step_text(state, step) for step in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        digits = text.replace(" ", "")
        if re.fullmatch("[1-6]{1,6}", digits):
            return [int(digit) - 1 for digit in digits]
        return [self.read_step(state, text)]

    def chance_in_turn(self, state: State, text: str) -> list[int]:
        found = _MOVE.fullmatch(text.strip().lower())
        return [int(found[1]) - 1] if found and found[1] else []

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        pieces = {12: Piece("black", "block")} if self.options["rule"] == "blackhole" else {}
        shown, before = state.cells(player), state.copy()
        for cell, letter in enumerate(shown):
            if letter == "?":
                pieces[cell] = Piece(self.sides[1 - (player or 0)], label="?")
            elif letter != ".":
                side = int(letter.islower())
                pieces[cell] = Piece(self.sides[side], label=str(_LETTERS[side].index(letter) + 1))
        with suppress(IllegalMoveError):
            before.undo_turn()
        last = [cell for cell, letter in enumerate(before.cells(player)) if letter != shown[cell]]
        return Drawing(square(5, 5), pieces=pieces, last=last, caption=self.caption(state))

    def chance_text(self, state: State, outcome: int) -> str:
        return f"the die shows {outcome + 1}"

    def caption(self, state: State) -> list[str]:
        lines, die = super().caption(state), state.info()["die"]
        return lines if state.player is None or not die else [f"{lines[0]}, the die shows {die}"]


def _illegal(text: str, why: str, reason: str) -> IllegalMoveError:
    return IllegalMoveError(f"einstein: {text[:60]!r}: {reason}: {why}", reason)

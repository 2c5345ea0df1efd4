"""Draughts: English (checkers) and International."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, Piece, square
from gamecore.errors import IllegalMoveError, NotationError
from gamecore.game import Game, Option
from gamecore.notation import turns_through
from gamecore.records import PdnDialect

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gamecore._core import State

_MOVE = re.compile(r"\d{1,2}(?:\s*[-x:×]\s*\d{1,2})+", re.ASCII | re.IGNORECASE)
_LIMIT = 1_000_000
_PIECES = {
    "w": Piece("white", "man"),
    "b": Piece("black", "man"),
    "W": Piece("white", "king"),
    "B": Piece("black", "king"),
}


class DraughtsPdn(PdnDialect):
    """GameType 21 is the English game, 20 the International one; without it the squares tell."""

    game_types = (("21", {"rules": "english"}), ("20", {"rules": "international"}))

    def game_type(self, tags: Mapping[str, str], moves: Sequence[str]) -> str:
        squares = re.findall(r"\d+", " ".join([*moves, tags.get("FEN", "")]))
        guess = "20" if any(int(square) > 32 for square in squares) else "21"
        return super().game_type(tags, moves) or guess

    def options(self, game_type: str, tags: Mapping[str, str]) -> Mapping[str, Option]:
        opening: dict[str, Option] = {"opening": "3move"} if "StartSetup" in tags else {}
        return {**super().options(game_type, tags), **opening}

    def sides(self, game: Game) -> tuple[str, str]:
        return ("Black", "White") if game.options["rules"] == "english" else ("White", "Black")


class Draughts(Game):
    """English draughts on 8x8 squares or International on 10x10; squares are numbered from the top."""

    title = "Draughts"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        "english": {"rules": "english"},
        "english 3move": {"rules": "english", "opening": "3move"},
        "international": {"rules": "international"},
    }
    default = "english"
    sides = ("White", "Black")
    pdn = DraughtsPdn()

    @cached_property
    def _board(self) -> Board:
        size, half = (8, 4) if self.options["rules"] == "english" else (10, 5)
        return square(
            size,
            size,
            style="checkered",
            row_one="top",
            coordinates="cells",
            places={s: (2 * (s % half) + (s // half % 2 == 0), s // half) for s in range(half * size)},
            name=lambda column, row: str(row * half + column // 2 + 1),
        )

    @cached_property
    def _steps(self) -> list[tuple[int, int]]:
        """The squares, as people number them, of every action."""
        reach = 2 if self.options["rules"] == "english" else 9
        cells = self._board.cells.items()
        return [
            (a + 1, b + 1)
            for a, start in cells
            for b, end in cells
            if 1 <= abs(start.x - end.x) == abs(start.y - end.y) <= reach
        ]

    @cached_property
    def _actions(self) -> dict[tuple[int, int], int]:
        return {step: action for action, step in enumerate(self._steps)}

    def _ends(self, steps: Sequence[int]) -> tuple[int, int]:
        return self._steps[steps[0]][0], self._steps[steps[-1]][1]

    def step_text(self, state: State, action: int) -> str:
        start, end = self._steps[action]
        return f"{start}{'x' if state.info()['must_capture'] else '-'}{end}"

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        start, end = self._ends(steps)
        if not state.info()["must_capture"]:
            return f"{start}-{end}"
        same = [turn for turn in state.turn_steps(_LIMIT) if self._ends(turn) == (start, end)]
        if len(same) == 1:
            return f"{start}x{end}"
        after = state.copy().play_all(steps)
        path = next((turn for turn in same if state.copy().play_all(turn) == after), steps)
        return "x".join(map(str, [start, *(self._steps[action][1] for action in path)]))

    def _squares(self, text: str) -> list[int]:
        if _MOVE.fullmatch(text) is None:
            raise NotationError(f"{text[:60]!r} is no move, such as 11-15 or 22x15")
        return [int(number) for number in re.findall(r"\d+", text)]

    def read_step(self, state: State, text: str) -> int:
        start, end, *more = self._squares(text)
        if more or (start, end) not in self._actions:
            raise NotationError(f"{text[:60]!r}: no piece goes from one of these squares to the other")
        return self._actions[start, end]

    def read_turn(self, state: State, text: str) -> list[int]:
        squares = self._squares(text)
        steps = [self._actions.get(step, self.num_actions) for step in pairwise(squares)]
        try:
            if not state.copy().play_all(steps).in_turn:
                return steps
        except IllegalMoveError:
            pass
        found = turns_through(state, self._steps, squares)
        if len(found) > 1:
            raise NotationError(f"{text[:60]!r} may be any of {len(found)} captures: name more squares between")
        if found:
            return found[0]
        if self.num_actions in steps:
            raise IllegalMoveError(f"{self.slug}: {text[:60]!r}: no piece can go this way", "bad_move")
        return steps

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        last: list[int] = []
        for action in reversed(state.actions):  # the steps of a chain go on from each other's ends
            start, end = self._steps[action]
            if last and last[-1] != end - 1:
                break
            last += [end - 1, start - 1]
        pieces = {s: _PIECES[c] for s, c in enumerate(state.cells()) if c != "."}
        return Drawing(self._board, pieces=pieces, last=set(last), caption=self.caption(state))

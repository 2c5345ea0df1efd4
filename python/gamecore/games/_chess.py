"""What the games of the chess family share in Python: texts come from the core, pieces from the drawing kit."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, chess_piece, hand, square
from gamecore.errors import NotationError
from gamecore.game import Game

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.draw import Board, Row


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


class WesternChess(ChessGame):
    """A chess on a chequered board, with FEN and SAN."""

    sides = ("White", "Black")
    #: Columns and rows of the board.
    board_size: ClassVar[int] = 8
    #: Letters of the pieces a player may have in hand or in reserve.
    in_hand: ClassVar[str] = ""

    @cached_property
    def _board(self) -> Board:
        return square(self.board_size, self.board_size, style="checkered")

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        return Drawing(
            self._board,
            pieces={cell: chess_piece(letter) for cell, letter in enumerate(_letters(state)) if letter != "."},
            last=self._last_move(state),
            above=self._hand(state, "Black", self.in_hand.lower()),
            rows=self._hand(state, "White", self.in_hand),
            caption=self.caption(state),
        )

    def _last_move(self, state: State) -> list[int]:
        """The cells that the last move changed: of both pieces in castling, of a pawn taken in passing too."""
        before = state.copy()
        while before.ending:
            before.undo()
        if not before.actions:
            return []
        pairs = zip(before.undo().cells(), state.cells(), strict=True)
        return [cell for cell, (old, new) in enumerate(pairs) if old != new]

    def _hand(self, state: State, title: str, letters: str) -> list[Row]:
        held = state.info()
        return [hand(title, {letter: held[letter] for letter in letters}, chess_piece)] if letters else []


def _letters(state: State) -> list[str]:
    """What stands on each cell, as the position text has it: with ~ behind promoted pieces of crazyhouse."""
    ranks = re.split(r"[\[ ]", state.position())[0].split("/")
    full = (re.sub(r"\d+", lambda empty: "." * int(empty[0]), rank) for rank in reversed(ranks))
    return [letter for rank in full for letter in re.findall(r"\.|\w~?", rank)]

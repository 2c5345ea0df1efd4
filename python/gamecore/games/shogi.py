"""Shogi and its smaller sisters."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, hand, shogi_board, shogi_piece
from gamecore.errors import IllegalMoveError
from gamecore.game import Game
from gamecore.notation_shogi import FORMS, Notation, board_of

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.draw.pieces import Family
    from gamecore.game import Option

#: Which pieces to draw where they are not the usual ones.
FAMILIES: dict[str, Family] = {"shogi34": "dobutsu", "torishogi": "tori"}


class Shogi(Game):
    """Shogi, Mini Shogi, Shogi 5x6 and 5x6+, Dobutsu (3x4) and Tori Shogi."""

    title = "Shogi"
    variants: ClassVar[dict[str, dict[str, Option]]] = {name: {"variant": name} for name in FORMS}
    default = "shogi"
    sides = ("Sente", "Gote")
    counters = 1

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

    @cached_property
    def _board(self) -> Board:
        files, ranks = self._notation.files, self._notation.ranks
        places = {row * files + file: (file, ranks - 1 - row) for row in range(ranks) for file in range(files)}
        return shogi_board(files, ranks, corner="1a" if ranks % 2 else "2`", places=places)

    def step_text(self, state: State, action: int) -> str:
        return self._notation.lg(board_of(state.position()), self._names[action])

    def read_step(self, state: State, text: str) -> int:
        move = self._notation.read(state, text)
        if move not in self._actions:
            raise IllegalMoveError(f"{self.slug}: {text[:60]!r} is not legal: no piece can go this way", "bad_move")
        return self._actions[move]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        board, form = board_of(state.position()), str(self.options["variant"])
        piece = partial(shogi_piece, family=FAMILIES.get(form, "shogi"))
        sente, gote = ({p: n for p, n in board.hands.items() if p.islower() == side} for side in (False, True))
        last = self._names[state.actions[-1]] if state.actions else ""
        return Drawing(
            self._board,
            pieces={board.place(cell): piece(letter) for cell, letter in board.pieces.items()},
            last=[board.place(cell) for cell in (last[:2], last[2:4]) if cell[1:] not in ("", "*")],
            above=[hand("Gote", gote, piece)],
            rows=[hand("Sente", sente, piece)],
            caption=self.caption(state),
        )

"""Xiangqi, Chinese chess: generals in their palaces, a river, cannons."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore import notation_xiangqi as notation
from gamecore.draw import Drawing, xiangqi_board, xiangqi_piece
from gamecore.errors import NotationError
from gamecore.games._chess import ChessGame
from gamecore.notation import Cells
from gamecore.records.chess_family import XiangqiPgn

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Option

#: A piece letter, where it comes from, where it goes: `Che3`, `Nhg8`, `Rxh10`.
_ALGEBRAIC = re.compile(r"([KABNRCPEH])([A-I]?(?:10|[1-9])?[X-]?[A-I](?:10|[1-9]))")
#: ICCS as records write it.
_ICCS = re.compile(r"[A-I][0-9]-[A-I][0-9]")


class Xiangqi(ChessGame):
    """Xiangqi with Little Golem's rules: who has no move loses, perpetual check loses, other repetitions are draws."""

    title = "Xiangqi"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"xiangqi": {}}
    default = "xiangqi"
    sides = ("Red", "Black")
    pgn = XiangqiPgn()

    @cached_property
    def _cells(self) -> Cells:
        return Cells(9, 10)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return self.action_names or ()

    @cached_property
    def _moves(self) -> list[tuple[int, int]]:
        """The cells of every action, from and to."""
        return [(start, target) for start, target in map(self._cells.split, self._names)]

    @cached_property
    def _actions(self) -> dict[tuple[int, int], int]:
        return {move: action for action, move in enumerate(self._moves)}

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {name: action for action, name in enumerate(self._names)}

    def step_text(self, state: State, action: int) -> str:
        return self._names[action]

    def read_step(self, state: State, text: str) -> int:
        if (action := self._by_name.get(text)) is not None:
            return action
        bare = text.rstrip("+#!?")
        if len(bare) > notation.LONGEST:
            raise NotationError(f"{text[:60]!r} is too long for a move")
        if (move := notation.coordinates(bare)) is not None:
            action = self._actions.get(move)
            if _ICCS.fullmatch(bare) and "0" not in bare and (action is None or not state.is_legal(action)):
                # By its spelling it is ICCS, unless that makes no legal move either.
                told = self._by_name.get(notation.from_iccs(bare))
                action = told if told is not None and state.is_legal(told) else action
            if action is None:
                raise NotationError(f"{text!r}: no piece moves like this")
            return action
        if (found := _ALGEBRAIC.fullmatch(bare.upper())) is not None:
            return super().read_step(state, found[1] + found[2].lower())
        actions = [
            self._actions[m] for m in notation.read(state.cells(), state.player or 0, bare) if m in self._actions
        ]
        if not actions:
            raise NotationError(f"{text!r}: no piece moves like this")
        legal = [action for action in actions if state.is_legal(action)]
        if len(legal) > 1:
            meant = " or ".join(self._names[action] for action in legal)
            raise NotationError(
                f"{text!r} may mean {meant}: the front piece is written C+ or 前, the rear one C- or 后"
            )
        return (legal or actions)[0]

    def wxf(self, state: State, action: int) -> str:
        """A legal move in WXF notation: `C2=5`, `H8+7`, `C+-2`. Raises IllegalMoveError."""
        return notation.wxf(state.cells(), self._move(state, action))

    def chinese(self, state: State, action: int, traditional: bool = False) -> str:
        """A legal move in Chinese notation, 炮二平五, in simplified or traditional signs. Raises IllegalMoveError."""
        return notation.chinese(state.cells(), self._move(state, action), traditional)

    def iccs(self, state: State, action: int) -> str:
        """A legal move in ICCS coordinates, whose ranks count from 0: `H2-E2`. Raises IllegalMoveError."""
        return notation.to_iccs(self._format(state, action))

    def _move(self, state: State, action: int) -> tuple[int, int]:
        self._format(state, action)  # refuses what is not legal
        return self._moves[action]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        return Drawing(
            xiangqi_board(),
            pieces={cell: xiangqi_piece(letter) for cell, letter in enumerate(state.cells()) if letter != "."},
            last=[cell for action in state.actions[-1:] for cell in self._moves[action]],
            caption=self.caption(state),
        )

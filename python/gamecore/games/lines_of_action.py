"""Lines of Action: move as far as there are pieces on the line; unite all your pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square
from gamecore.errors import GamecoreError, IllegalMoveError, Reason
from gamecore.game import Game, Option
from gamecore.notation import Cells, Moves, queen_moves
from gamecore.records import TextDialect

if TYPE_CHECKING:
    from gamecore._core import State

STARTS = ("standard", "scramble", "quick", "blackhole")
HOLE = 40
#: So many turns of a record tell which board it began with.
TOLD_BY = 10


class LinesOfActionText(TextDialect):
    """`1. c8-c6 h4-f2 2. g8-g6 h2-e2`."""

    turns = r"[a-i][1-9][-x:][a-i][1-9]|pass"
    numbered = True

    def options(self, turns: Sequence[str]) -> Mapping[str, Option]:
        """The start from which the first turns can be played; the standard one where none fits."""
        for start in STARTS:
            state = LinesOfAction(start).start()
            try:
                for turn in turns[:TOLD_BY]:
                    state.game.play_recorded(state, turn)
            except GamecoreError:
                continue
            return {"start": start}
        return {}


class LinesOfAction(Game):
    """Claude Soucie's Lines of Action, with two other starts and the board with a hole."""

    title = "Lines of Action"
    variants: ClassVar[dict[str, dict[str, Option]]] = {start: {"start": start} for start in STARTS}
    sides = ("Black", "White")
    text = LinesOfActionText()

    @cached_property
    def _hole(self) -> bool:
        return self.options["start"] == "blackhole"

    @cached_property
    def _moves(self) -> Moves:
        size = 9 if self._hole else 8
        return Moves(Cells(size, size), queen_moves(size, size))

    def step_text(self, state: State, action: int) -> str:
        if action == len(self._moves.ends):
            return "pass"
        return self._moves.text(action, "-" if state.cells()[self._moves.ends[action][1]] == "." else "x")

    def read_step(self, state: State, text: str) -> int:
        if text.lower() == "pass":
            return len(self._moves.ends)
        plain = re.sub("[xX:]", "-", text)
        action = self._moves.read(plain)
        if plain != text and state.cells()[self._moves.ends[action][1]] == ".":
            raise IllegalMoveError(f"{text[:60]!r}: there is nothing to capture", Reason.NO_CAPTURE)
        return action

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        colours = {"B": "black", "W": "white"}
        pieces = {i: Piece(colours[c]) for i, c in enumerate(state.cells()) if c != "."}
        if self._hole:
            pieces[HOLE] = Piece("black", "block", glyph="@", name="hole")
        size = 9 if self._hole else 8
        last = [self._moves.ends[action] for action in state.actions[-1:] if action < len(self._moves.ends)]
        return Drawing(
            square(size, size, style="checkered"),
            pieces=pieces,
            last=[end for move in last for end in move],
            arrows=last,
            caption=self.caption(state),
        )

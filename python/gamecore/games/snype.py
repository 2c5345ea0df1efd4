"""Snype: join three edges of a hexagon with stones that move the farther, the nearer they are to the edge."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, Piece, hexhex
from gamecore.draw.geometry import Margin
from gamecore.errors import NotationError
from gamecore.game import Option
from gamecore.games._hexhex import HexhexMoves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

#: The colours of the edges @, ? and #, and of the stones.
EDGES = {"red": ("top", "upper right"), "blue": ("upper left", "lower left"), "green": ("lower right", "bottom")}
COLOURS = {"x": "black", "o": "white"}


class Snype(HexhexMoves):
    """Nick Bentley's Snype as it was played in 2015, on sides from 3 to 8."""

    title = "Snype"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"exact": {}, "upto": {"move": "upto"}}
    default = "exact"
    sides = ("x", "o")

    @cached_property
    def _board(self) -> Board:
        """With the signs of the edges around it, as the rule's source prints them (in texts)."""
        board, last = hexhex(self._size), self._size - 1
        margins = []
        for margin in board.margins:
            sign = "@" * (margin.line <= 0) + "#" * (margin.line >= 0)
            text = f"? {margin.text}" if margin.side == "left" else f"{margin.text} {sign}"
            margins.append(margin._replace(text=text))
        for line, sign in ((-last, "@"), (last, "#")):
            columns = [cell.column for cell in board.cells.values() if cell.line == line]
            margins += [Margin(sign, line + (1 if line > 0 else -1), column) for column in columns]
        return board._replace(margins=margins)

    def _range(self, cell: int) -> int:
        return self._distance(cell, len(self._board.cells) // 2)

    def _goes(self, start: int, distance: int) -> bool:
        reach = self._range(start)
        return 0 < distance <= reach if self.options["move"] == "upto" else 0 < distance == reach

    def step_text(self, state: State, action: int) -> str:
        names, first = self._cells.names, len(self._cells.names)
        if action < first:
            return names[action]
        if action < first + 3:
            return ("--", "--", "swap")[action - first]
        return self._moves.text(action - first - 3, "")

    def read_step(self, state: State, text: str) -> int:
        first = len(self._cells.names)
        if text.lower() in ("swap", "swapped"):
            return first + 2
        if text == "--":
            return first if state.in_turn else first + 1
        match self._cells.split(text):
            case [cell]:
                return cell
            case [start, target]:
                return first + 3 + self._moves.number(start, target, text)
        raise NotationError(f"{text[:60]!r} is neither a move (m5k3) nor a cell (h4) nor a pass (--)")

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        return " ".join(self.step_text(state, step) for step in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        """A move and a placement in either order; one word is a step."""
        words = text.split()
        if len(words) != 2:
            return [self.read_step(state, text)]
        cells = [0 if word == "--" else len(self._cells.split(word)) for word in words]
        if cells in ([1, 2], [1, 0], [0, 2]):
            words.reverse()
            cells.reverse()
        if state.in_turn or cells[0] not in (0, 2) or cells[1] not in (0, 1):
            raise NotationError(f"{text[:60]!r}: a turn is a move and a placement, each -- if it is passed")
        placement = len(self._cells.names) if words[1] == "--" else self._cells.read(words[1])
        if state.position().split()[2] == "first" and words[0] == "--":
            return [placement]
        return [self.read_step(state, words[0]), placement]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        first, steps = len(self._cells.names), self._last_turn(state)
        arrows = [self._moves.ends[step - first - 3] for step in steps if step >= first + 3]
        return Drawing(
            self._board,
            pieces={
                i: Piece(COLOURS[c], label=c, glyph=c, name=f"{c}, range {self._range(i)}")
                for i, c in enumerate(state.cells())
                if c != "."
            },
            fills={i: "grey" for i in self._board.cells if self._range(i) % 2},  # rings of equal range
            last=[*(step for step in steps if step < first), *(end for move in arrows for end in move)],
            arrows=arrows,
            edges={side: colour for colour, sides in EDGES.items() for side in sides},
            caption=self.caption(state),
        )

    def caption(self, state: State) -> list[str]:
        """Within a turn, that its stone has to be placed."""
        lines = super().caption(state)
        return [lines[0].replace("to move", "to place a stone")] if state.in_turn else lines

"""Twixt on paper: pegs, links a knight's move long, and two pairs of border rows to be joined."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, Link, Piece, square
from gamecore.errors import IllegalMoveError, NotationError
from gamecore.game import Game, Option
from gamecore.notation import column_name
from gamecore.records import SgfDialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

#: The directions of links from their left ends, in the core's order, as (column, row) steps.
RIGHTWARD = ((1, -2), (1, 2), (2, -1), (2, 1))

#: By character, the column or row that it stands for: bytes above 127 have been read as Latin-1 or as Windows-1252.
INDEX = {chr(code): code - 96 for code in range(97, 256)}
INDEX |= {char: code - 96 for code in range(128, 160) if (char := bytes((code,)).decode("cp1252", "ignore"))}
ONE = rf"\{{\{{(?:9[7-9]|1\d\d|2[0-5]\d)\}}\}}|[{re.escape(''.join(INDEX))}]"


class TwixtSgf(SgfDialect):
    """Little Golem: b is the first player. Column and row are characters from a on, whatever comes after z."""

    events = ("twixt",)
    suffixes = (".tsgf",)
    nodes = ("b", "r")
    values = rf"(?:{ONE}){{2}}(?:\|draw)?|swap|resign"
    size = 24

    def turn(self, value: str, game: Game) -> str:
        """A move; that a draw was offered with it leaves no trace."""
        if value in ("swap", "resign"):
            return value
        column, row = (INDEX.get(one) or int(one[2:-2]) - 96 for one in re.findall(ONE, value)[:2])
        return f"{column_name(column - 1)}{row}"

    def value(self, turn: str, game: Game) -> str | None:
        if turn in ("swap", "resign"):
            return turn
        if "-" in turn:
            return None
        row, column = divmod(game._cells.read(turn), int(game.options["size"]))
        return "".join(chr(code) if code < 127 else f"{{{{{code}}}}}" for code in (97 + column, 97 + row))


class Twixt(Game):
    """Twixt with Little Golem's sizes and swap; links of one side may cross each other."""

    title = "Twixt"
    variants: ClassVar[dict[str, dict[str, Option]]] = {f"size {n}": {"size": n} for n in (24, 30, 48)}
    default = "size 24"
    sides = ("White", "Black")
    sgf = TwixtSgf()

    @property
    def _first_link(self) -> int:
        """The first action that takes off a link."""
        return self._size**2 + bool(self.options["swap"])

    def step_text(self, state: State, action: int) -> str:
        names, size = self._cells.names, self._size
        if action < self._first_link:
            return names[action] if action < len(names) else "swap"
        left, direction = divmod(action - self._first_link, 4)
        column, row = divmod(left, size)
        dc, dr = RIGHTWARD[direction]
        return f"-{names[row * size + column]}{names[(row + dr) * size + column + dc]}"

    def read_step(self, state: State, text: str) -> int:
        if text.lower() in ("swap", "swapped"):
            if not self.options["swap"]:  # the number is that of a link then
                raise IllegalMoveError(f"twixt: {text!r} is not possible: the game is played without it")
            return len(self._cells.names)
        if not text.startswith("-"):
            return self._cells.read(text)
        ends = sorted(divmod(cell, self._size)[::-1] for cell in self._cells.split(text))
        if len(ends) == 2:
            (column, row), (c, r) = ends
            if (c - column, r - row) in RIGHTWARD:
                if not self.options["removal"]:
                    raise IllegalMoveError(f"twixt: {text[:60]!r}: links stay, without the option removal")
                return self._first_link + 4 * (column * self._size + row) + RIGHTWARD.index((c - column, r - row))
        raise NotationError(f"{text[:60]!r} is no link: two holes a knight's move apart, such as -c3d5")

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        """The links taken off, by their left ends, then the peg."""
        return ",".join(self.step_text(state, step) for step in [*sorted(steps[:-1]), steps[-1]])

    def read_turn(self, state: State, text: str) -> list[int]:
        """Links in any order, and a peg, which comes after them."""
        steps = [self.read_step(state, part) for part in re.split(r"[\s,;]+", text)]
        steps.sort(key=lambda step: step < self._first_link)
        if len(steps) > 1 and steps[-2] < self._first_link:
            raise NotationError(f"{text[:60]!r} has more than one peg")
        return steps

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        size, cells = self._size, state.cells()
        colours = {"W": "white", "B": "black"}
        ends = self._cells.split(state.position().rpartition(" ")[2].strip("-"))
        return Drawing(
            self._board,
            pieces={i: Piece(colours[c], "peg") for i, c in enumerate(cells) if c != "."},
            last=[a for a in state.actions[-1:] if a < size * size],
            links=[Link(a, b, colours[cells[a]]) for a, b in zip(ends[::2], ends[1::2], strict=True)],
            edges={"top": "white", "bottom": "white", "left": "black", "right": "black"},
            caption=self.caption(state),
        )

    @property
    def _board(self) -> Board:
        n = self._size
        places = {r * n + c: (c, r) for r in range(n) for c in range(n) if not {r, c} <= {0, n - 1}}
        board = square(n, n, style="dots", row_one="top", places=places)
        low, high = 0.5, n - 1.5
        corners = ((low, low), (high, low), (high, high), (low, high), (low, low))
        return board._replace(lines=list(pairwise(corners)))

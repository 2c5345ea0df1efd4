"""Polyomino: tiles of two colours, each touching its own colour at corners only."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Link, Piece, Row, square
from gamecore.errors import NotationError, RecordError
from gamecore.game import Game, Option
from gamecore.notation import column_name
from gamecore.records import TextDialect

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gamecore._core import State

#: The tiles of 1 to 6 squares as the core numbers them: rows from the top.
TILES = [
    "#",
    "#/#",
    "#/#/# #./##",
    "#/#/#/# #./#./## #./##/#. ##/## .#/##/#.",
    "#/#/#/#/# #./#./#./## #./#./##/#. #./##/## ##/#./## #../#../### #../###/#.. .#/##/#./#. .#./###/#.. .##/##./#.. "
    "..#/###/#.. .#./###/.#.",
    "#/#/#/#/#/# #./#./#./#./## #./#./#./##/#. #./#./##/#./#. #./#./##/## #./##/#./## ##/#./#./## #../#../#../### "
    "#./##/##/#. #../#../###/#.. .#/##/#./#./#. ##/##/## #../##./### #../###/##. .#/##/#./## ##./#../### .#/##/##/#. "
    "#../###/#.# #.../####/#... .#/.#/##/#./#. .#./###/#../#.. .##/##./#../#.. ..#/###/#../#.. .#./###/##. "
    ".##/##./##. .#./.#./###/#.. .#./.##/##./#.. .##/.#./##./#.. .#./###/#.# .#../####/#... ..#/.##/##./#.. "
    "..#./####/#... ...#/####/#... .#./.#./###/.#. .#./.##/##./.#.",
]
#: The pictures by name: the number of squares and a letter.
PICTURES = {f"{n}{column_name(i)}": p for n, row in enumerate(TILES, 1) for i, p in enumerate(row.split())}
#: By variant, columns and squares of the largest tile.
BOARDS = {"mini": (8, 4), "small": (12, 4), "penta": (14, 5), "hexa": (20, 6)}
#: By phase, what is to be done before the colours are tied to players.
OPENING = ["First player: a blue tile", "First player: an orange tile", "Second player: a blue tile, or swap"]


class PolyominoText(TextDialect):
    """The turns on one line; the first one has two tiles, by which a line is known."""

    turns = r"(?:[a-t]\d{1,2})+(?:\|(?:[a-t]\d{1,2})+)?|swap|pass"

    def turn_texts(self, line: str) -> list[str]:
        turns = super().turn_texts(line)
        if not turns or "|" not in turns[0]:
            raise RecordError("column 1: the first turn is not one of two tiles")
        return turns

    def options(self, turns: Sequence[str]) -> Mapping[str, Option]:
        """The smallest variant that has all these squares and tiles."""
        tiles = [re.findall(r"([a-t])(\d+)", tile) for turn in turns for tile in turn.split("|")]
        size = max(max(ord(column) - 96, int(row)) for tile in tiles for column, row in tile)
        most = max(map(len, tiles))
        return {"variant": next((v for v, board in BOARDS.items() if size <= board[0] and most <= board[1]), "hexa")}


class Polyomino(Game):
    """Little Golem's game, in its four variants; by tiles or, as an older page has it, by squares."""

    title = "Polyomino"
    variants: ClassVar[dict[str, dict[str, Option]]] = {name: {"variant": name} for name in BOARDS}
    default = "mini"
    sides = ("Blue", "Orange")
    text = PolyominoText()

    @cached_property
    def _size(self) -> int:
        return BOARDS[str(self.options["variant"])][0]

    @property
    def _names(self) -> tuple[str, ...]:
        return self.action_names or ()

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._names)}

    def step_text(self, state: State, action: int) -> str:
        return self._names[action]

    def read_step(self, state: State, text: str) -> int:
        """The squares of a tile in any order. Raises NotationError for squares that are none."""
        word = text.strip().lower()
        if word not in self._numbers:
            word = "".join(self._cells.names[cell] for cell in sorted(self._cells.split(word)))
        if word not in self._numbers:
            raise NotationError(f"{text[:60]!r} are not the squares of a tile")
        return self._numbers[word]

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        return "|".join(self.step_text(state, step) for step in steps)

    def read_turn(self, state: State, text: str) -> list[int]:
        return [self.read_step(state, tile) for tile in text.split("|")]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        """The tiles on the board, those of the last turn marked, and small pictures of those that are left."""
        size, cells = self._size, state.cells()
        colours = {"B": "blue", "O": "orange"}
        taken = {i: colours[c] for i, c in enumerate(cells) if c != "."}
        steps = [step for step in self._last_turn(state) if step < self.num_actions - 2]
        joined = [(i, i + 1) for i in taken if (i + 1) % size] + [(i, i + size) for i in taken]
        return Drawing(
            square(size, size),
            fills=taken,
            pieces={i: Piece(colour, "tile") for i, colour in taken.items()},
            links=[Link(i, j, taken[i]) for i, j in joined if taken[i] == taken.get(j)],
            last=[cell for step in steps for cell in self._squares(step)],
            rows=self._reserves(state),
            caption=self.caption(state),
        )

    def _squares(self, action: int) -> list[int]:
        return self._cells.split(self._names[action])

    def _reserves(self, state: State) -> list[Row]:
        info, long = state.info(), max(9, self._size - 2)
        rows = []
        for who, colour in (("blue", "blue"), ("orange", "orange"), ("left", "grey")):
            left = [name for name in PICTURES for _ in range(info.get(f"{who}_{name}", 0))]
            tiles = [Piece(colour, "shape", PICTURES[name], name, name=f"{colour} {name}") for name in left]
            if f"{who}_1a" in info:
                rows += [Row(who.title(), tiles[:long])]
                rows += [Row("", tiles[i : i + long]) for i in range(long, len(tiles), long)]
        return rows

    def caption(self, state: State) -> list[str]:
        if state.is_over or (phase := state.info()["phase"]) >= len(OPENING):
            return super().caption(state)
        return [OPENING[phase]]

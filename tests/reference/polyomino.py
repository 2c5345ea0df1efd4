"""Slow plain-Python reference of Polyomino (polyomino), written from the rule text alone.

A cell is a pair (row, column), both counted from 1; row 1 is at the bottom, so sorted cells are in the order of the
notation.  Tiles are cut from the free polyominoes, which are grown here cell by cell; all their placements on the empty
board are listed once, and the legal ones are filtered out of them.  Colours are 0 Blue and 1 Orange, sides are seats.

Turns: `d4`, `e4f4d5e5`, the first one `f1g1f2g2|e4f4d5e5` (Blue's tile, then Orange's), `swap`, `pass`.  There are a
million first turns on the smallest board and billions on the biggest: `is_legal` tests a turn and `random_turn` draws
one without listing the others.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from functools import cache

from .base import TwoSides

Cell = tuple[int, int]
Cells = tuple[Cell, ...]

# name: (side of the board, cells of the largest tile, tiles of each shape, whether the colours share one set)
VARIANTS = {
    "mini": (8, 4, 1, False),
    "small": (12, 4, 2, False),
    "penta": (14, 5, 1, False),
    "hexa": (20, 6, 1, True),
}


def beside(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def cornerwise(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row + dr, column + dc) for dr in (-1, 1) for dc in (-1, 1)]


# ------------------------------------------------------------------ shapes


def to_origin(cells: Iterable[Cell]) -> Cells:
    cells = list(cells)
    low, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - low, column - left) for row, column in cells))


def orientations(cells: Cells) -> set[Cells]:
    """The shape turned and reflected in all ways."""
    found = set()
    for _ in range(4):
        cells = tuple((column, -row) for row, column in cells)  # a quarter turn
        found |= {to_origin(cells), to_origin((row, -column) for row, column in cells)}
    return found


def shape(cells: Cells) -> Cells:
    """The same for two sets of cells if and only if one can be turned, reflected and shifted into the other."""
    return min(orientations(cells))


@cache
def free_polyominoes(number: int) -> list[Cells]:
    """The shapes of so many cells, each grown from one with a cell less."""
    if number == 1:
        return [((0, 0),)]
    return sorted(
        {
            shape((*smaller, new))
            for smaller in free_polyominoes(number - 1)
            for cell in smaller
            for new in beside(cell)
            if new not in smaller
        }
    )


@cache
def placements_on_board(size: int, largest: int) -> dict[Cells, list[Cells]]:
    """For every shape all its placements on the empty board."""
    return {
        piece: [
            tuple((row + up, column + right) for row, column in turned)
            for turned in sorted(orientations(piece))
            for up in range(1, size + 1 - max(row for row, _ in turned))
            for right in range(1, size + 1 - max(column for _, column in turned))
        ]
        for number in range(1, largest + 1)
        for piece in free_polyominoes(number)
    }


# ------------------------------------------------------------------ notation


def spell(cells: Cells) -> str:
    return "".join(chr(ord("a") + column - 1) + str(row) for row, column in sorted(cells))


def read(text: str) -> Cells:
    """The cells of one tile; none, if they are not spelled as they should be."""
    words = re.findall("([a-t])([1-9][0-9]?)", text)
    cells = tuple((int(number), ord(letter) - ord("a") + 1) for letter, number in words)
    return cells if spell(cells) == text else ()


# ------------------------------------------------------------------ the game


class Reference(TwoSides):
    """One game.

    Options: `variant`, `mini` (default), `small`, `penta` or `hexa`; `score`, what is counted, `tiles` (default) or
    `squares`.  Scores are by seat; as long as seat 1 has not said `swap`, seat 1 is Blue.
    """

    def __init__(self, *, variant: str = "mini", score: str = "tiles") -> None:
        if variant not in VARIANTS:
            raise ValueError(f"unknown variant {variant!r}")
        if score not in ("tiles", "squares"):
            raise ValueError(f"unknown score {score!r}")
        self.variant = variant
        self.score = score
        self.size, self.largest, self.copies, self.common = VARIANTS[variant]
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Polyomino has no set-up text")
        rack = Counter(dict.fromkeys(self._everywhere(), self.copies))
        self.racks = [rack, rack if self.common else rack.copy()]  # the tiles left, by colour
        self.placed: list[list[Cells]] = [[], []]  # the tiles on the board, by colour
        self.phase = "first"  # then "answer", then "play"
        self.colour = 0  # whose turn it is after the first
        self.seat_of = [1, 0]
        self.passes = 0  # in a row
        self.side = 0
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        return deepcopy(self)

    def _everywhere(self) -> dict[Cells, list[Cells]]:
        return placements_on_board(self.size, self.largest)

    def squares(self, colour: int) -> set[Cell]:
        return {cell for tile in self.placed[colour] for cell in tile}

    # ---------------------------------------------------------------- turns

    def closed_and_touching(self, colour: int) -> tuple[set[Cell], set[Cell]]:
        """The cells a new tile of the colour must keep off, and those of which it must have at least one."""
        own, other = self.squares(colour), self.squares(1 - colour)
        closed = own | other | {cell for square in own for cell in beside(square)}
        return closed, {cell for square in own for cell in cornerwise(square)} - closed

    def placements(self, colour: int) -> list[Cells]:
        """The legal placements of a colour, if it is its turn."""
        closed, touching = self.closed_and_touching(colour)
        return [
            cells
            for piece, everywhere in self._everywhere().items()
            if self.racks[colour][piece] > 0
            for cells in everywhere
            if closed.isdisjoint(cells) and not touching.isdisjoint(cells)
        ]

    def may_place(self, colour: int, cells: Cells) -> bool:
        """Whether such a placement is legal: the rule once more, looked at from the tile."""
        own, other = self.squares(colour), self.squares(1 - colour)
        return (
            self._has_tile(colour, cells)
            and not any(cell in own or cell in other for cell in cells)
            and not any(near in own for cell in cells for near in beside(cell))
            and any(near in own for cell in cells for near in cornerwise(cell))
        )

    def _has_tile(self, colour: int, cells: Cells) -> bool:
        on_board = all(1 <= row <= self.size and 1 <= column <= self.size for row, column in cells)
        return on_board and 0 < len(cells) <= self.largest and self.racks[colour][shape(cells)] > 0

    def legal_turns(self) -> list[str]:
        """All legal turns. At the first turn this is for the smallest board only."""
        if self.is_over:
            return []
        if self.phase == "first":
            tiles = [(piece, cells) for piece, everywhere in self._everywhere().items() for cells in everywhere]
            return [
                spell(blue) + "|" + spell(orange)
                for blue_piece, blue in tiles
                for orange_piece, orange in tiles
                if blue_piece != orange_piece and set(blue).isdisjoint(orange)
            ]
        turns = [spell(cells) for cells in self.placements(self.colour)] or ["pass"]
        return [*turns, "swap"] if self.phase == "answer" else turns

    def is_legal(self, turn: str) -> bool:
        if self.is_over:
            return False
        if self.phase == "first":
            blue, orange = [*map(read, turn.split("|")), (), ()][:2]
            return (
                turn == spell(blue) + "|" + spell(orange)
                and self._has_tile(0, blue)
                and self._has_tile(1, orange)
                and shape(blue) != shape(orange)
                and set(blue).isdisjoint(orange)
            )
        if turn == "swap":
            return self.phase == "answer"
        if turn == "pass":
            return not self.placements(self.colour)
        return self.may_place(self.colour, read(turn))

    def random_turn(self, rng: random.Random) -> str:
        """A legal turn, all equally likely; a first turn is drawn until its tiles are different and do not overlap."""
        if self.phase != "first":
            return rng.choice(self.legal_turns())
        tiles = [cells for everywhere in self._everywhere().values() for cells in everywhere]
        while True:
            turn = spell(rng.choice(tiles)) + "|" + spell(rng.choice(tiles))
            if self.is_legal(turn):
                return turn

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        if not self.is_legal(turn):
            raise ValueError(f"illegal turn: {turn!r}")
        if self.phase == "first":
            for colour, text in enumerate(turn.split("|")):
                self._place(colour, read(text))
            self.phase = "answer"
            self.side = 1
            return
        self.phase = "play"
        if turn == "swap":  # it is still Blue's turn
            self.seat_of = [0, 1]
        else:
            if turn == "pass":
                self.passes += 1
            else:
                self.passes = 0
                self._place(self.colour, read(turn))
            self.colour = 1 - self.colour
        self.side = self.seat_of[self.colour]
        if self.passes == 2:
            scores = self.scores()
            winner = None if scores[0] == scores[1] else scores.index(max(scores))
            self._end(winner, f"more {self.score}")

    def _place(self, colour: int, cells: Cells) -> None:
        self.placed[colour].append(cells)
        self.racks[colour][shape(cells)] -= 1

    def scores(self) -> list[float]:
        counts = [len(self.placed[c]) if self.score == "tiles" else len(self.squares(c)) for c in (0, 1)]
        return [float(counts[self.seat_of.index(seat)]) for seat in (0, 1)]

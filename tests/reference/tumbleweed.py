"""Slow reference of Tumbleweed (tumbleweed), written from the rule text alone for clarity, not for speed.

Seat 0 is Black, who makes the opening turn, seat 1 is White; a swap exchanges the two stacks, not the seats.
Turns: the opening `e4,b3` (the black cell, then the white one), `swap`, a cell such as `d5`, `pass`.

`play` tests a turn by itself, without `legal_turns`.
"""

from __future__ import annotations

from copy import copy as shallow_copy

from .base import TwoSides
from .hexagon import STEPS, Cell, hexagon, side_of_board

BLACK, WHITE, NEUTRAL = 0, 1, 2
CENTRE = (0, 0)


class Reference(TwoSides):
    """One game of Tumbleweed.

    Options: `variant`, `size 4`, `size 6`, `size 8` (default) or `size 11`; or `size`, the side of the board, 2 to 13.
    """

    def __init__(self, *, size: int | None = None, variant: str | None = None) -> None:
        self.size = side_of_board(size, variant, default=8)
        self.cells = hexagon(self.size)
        self.on_board = set(self.cells.values())
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Tumbleweed has no set-up text")
        self.stacks: dict[Cell, tuple[int, int]] = {CENTRE: (NEUTRAL, 2)}  # cell -> owner, height
        self.turns = 0
        self.passes = 0  # in succession, up to now
        self.side = BLACK
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.stacks = dict(self.stacks)
        return other

    def set_position(self, black: str, white: str, neutral: str, side: int) -> None:
        """Put up a position of normal play from lists of stacks such as `a4:1 b3:4`."""
        self.reset()
        self.stacks = {}
        for owner, text in enumerate((black, white, neutral)):
            for word in text.split():
                cell, height = word.split(":")
                self.stacks[self.cells[cell]] = (owner, int(height))
        self.turns = 2 + side
        self.side = side

    # ---------------------------------------------------------------- sight

    def seen(self, cell: Cell) -> list[int]:
        """How many first stacks in the six directions are black, white and neutral."""
        counts = [0, 0, 0]
        for q, r in STEPS:
            here = (cell[0] + q, cell[1] + r)
            while here in self.on_board and here not in self.stacks:
                here = (here[0] + q, here[1] + r)
            if here in self.stacks:
                counts[self.stacks[here][0]] += 1
        return counts

    def new_height(self, cell: Cell) -> int | None:
        """The height of the stack that the player to move may put on a cell, or None."""
        height = self.seen(cell)[self.side]
        there = self.stacks[cell][1] if cell in self.stacks else 0
        return height if height > there else None

    def scores(self) -> list[float]:
        points = [0.0, 0.0]
        for cell in self.on_board:
            if cell in self.stacks:
                owner = self.stacks[cell][0]
                if owner != NEUTRAL:
                    points[owner] += 1
            else:
                black, white, _ = self.seen(cell)
                if black != white:
                    points[BLACK if black > white else WHITE] += 1
        return points

    # ---------------------------------------------------------------- turns

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        if self.turns == 0:
            free = [name for name, cell in self.cells.items() if cell not in self.stacks]
            return [f"{black},{white}" for black in free for white in free if black != white]
        turns = [name for name, cell in self.cells.items() if self.new_height(cell) is not None]
        return [*turns, "pass", "swap"] if self.turns == 1 else [*turns, "pass"]

    def _play(self, turn: str) -> None:
        text = turn.strip().lower()
        me = self.side
        if self.turns == 0:
            self._open(text)
        elif text == "swap" and self.turns == 1:
            changed = {cell: (1 - owner, height) for cell, (owner, height) in self.stacks.items() if owner != NEUTRAL}
            self.stacks |= changed
        elif text == "pass":
            pass
        else:
            cell = self.cells.get(text)
            height = None if cell is None else self.new_height(cell)
            if cell is None or height is None:
                raise ValueError(f"illegal turn: {turn!r}")
            self.stacks[cell] = (me, height)
        self.turns += 1
        self.passes = self.passes + 1 if text == "pass" else 0
        self.side = 1 - me
        if self.passes == 2:
            black, white = self.scores()
            self._end(None if black == white else BLACK if black > white else WHITE, "two passes")

    def _open(self, text: str) -> None:
        names = text.split(",")
        cells = {self.cells[name] for name in names if name in self.cells} - set(self.stacks)
        if not len(names) == len(cells) == 2:
            raise ValueError(f"an opening is two different empty cells, not {text!r}")
        for owner, name in enumerate(names):
            self.stacks[self.cells[name]] = (owner, 1)

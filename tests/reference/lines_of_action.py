"""Slow reference of Lines of Action (lines_of_action), written from the rule text alone for clarity, not for speed.

Seat 0 is Black, who begins, seat 1 is White.  Cells are (column, row) pairs counted from 0 at the bottom left.
Turns: `c8-c6`, with a capture `f8xc5`, and `pass`, which is legal only where there is no move.
"""

from __future__ import annotations

from collections import Counter
from copy import copy as shallow_copy

from .base import TwoSides
from .flood import reach

Cell = tuple[int, int]

BLACK, WHITE = 0, 1
AXES = [(1, 0), (0, 1), (1, 1), (1, -1)]  # one direction of each kind of line

# name: (size, hole, (Black, White))
VARIANTS = {
    "standard": (8, None, ("b1 c1 d1 e1 f1 g1 b8 c8 d8 e8 f8 g8", "a2 a3 a4 a5 a6 a7 h2 h3 h4 h5 h6 h7")),
    "scramble": (8, None, ("b8 d8 f8 c1 e1 g1 a2 a4 a6 h3 h5 h7", "c8 e8 g8 b1 d1 f1 a3 a5 a7 h2 h4 h6")),
    "quick": (8, None, ("c1 d1 e1 f1 c8 d8 e8 f8", "a3 a4 a5 a6 h3 h4 h5 h6")),
    "blackhole": (
        9,
        "e5",
        ("b1 c1 d1 e1 f1 g1 h1 b9 c9 d9 e9 f9 g9 h9", "a2 a3 a4 a5 a6 a7 a8 i2 i3 i4 i5 i6 i7 i8"),
    ),
}


def name(cell: Cell) -> str:
    return chr(ord("a") + cell[0]) + str(cell[1] + 1)


def cell_of(text: str) -> Cell:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


class Reference(TwoSides):
    """One game of Lines of Action.

    Options: `variant`, `standard` (default), `scramble`, `quick` or `blackhole`; `simultaneous`, `draw` (default) or
    `mover`: what happens when both sides are united; `max_turns` (1000), after which the game is a draw.
    """

    def __init__(self, *, variant: str = "standard", simultaneous: str = "draw", max_turns: int = 1000) -> None:
        if variant not in VARIANTS or simultaneous not in ("draw", "mover") or max_turns < 1:
            raise ValueError(f"no such game: {variant}, {simultaneous}, {max_turns} turns")
        self.variant = variant
        self.simultaneous = simultaneous
        self.max_turns = max_turns
        self.size, hole, _ = VARIANTS[variant]
        self.hole = None if hole is None else cell_of(hole)
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Lines of Action has no set-up text")
        black, white = VARIANTS[self.variant][2]
        self.set_position(black, white, BLACK)

    def set_position(self, black: str, white: str, side: int) -> None:
        """Put up a position, as if the game started with it."""
        self.pieces: dict[Cell, int] = {cell_of(text): BLACK for text in black.split()}
        self.pieces |= {cell_of(text): WHITE for text in white.split()}
        self.side = side
        self.turns = 0
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.seen = Counter([self._position()])

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.pieces, other.seen = dict(self.pieces), self.seen.copy()
        return other

    def _position(self) -> tuple[frozenset[tuple[Cell, int]], int]:
        return frozenset(self.pieces.items()), self.side

    # ---------------------------------------------------------------- moves

    def on_board(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def pieces_on_line(self, cell: Cell, axis: Cell) -> int:
        """How many pieces of both colours are on the whole line through a cell."""
        dx, dy = axis
        line = [(cell[0] + k * dx, cell[1] + k * dy) for k in range(-self.size, self.size + 1)]
        return sum(here in self.pieces for here in line)

    def targets(self, start: Cell) -> list[Cell]:
        """Where the piece on a cell may go."""
        found = []
        me = self.pieces[start]
        for axis in AXES:
            length = self.pieces_on_line(start, axis)
            for dx, dy in (axis, (-axis[0], -axis[1])):
                *passed, target = [(start[0] + k * dx, start[1] + k * dy) for k in range(1, length + 1)]
                jumps_enemy = any(self.pieces.get(cell) == 1 - me for cell in passed)
                if self.on_board(target) and self.pieces.get(target) != me and not jumps_enemy:
                    found.append(target)
        return found

    def moves(self) -> dict[str, tuple[Cell, Cell]]:
        """Every move of the player to move, by its text."""
        found = {}
        for start, owner in self.pieces.items():
            if owner == self.side:
                for target in self.targets(start):
                    found[name(start) + ("x" if target in self.pieces else "-") + name(target)] = (start, target)
        return found

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        return list(self.moves()) or ["pass"]

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        text = turn.strip().lower()
        moves = self.moves()
        passed = text == "pass" and not moves
        if not passed:
            if text not in moves:
                raise ValueError(f"illegal turn: {turn!r}")
            start, target = moves[text]
            self.pieces[target] = self.pieces.pop(start)
            if target == self.hole:
                del self.pieces[target]
        mover = self.side
        self.side = 1 - mover
        self.turns += 1
        self.seen[self._position()] += 1
        united = [self.is_united(BLACK), self.is_united(WHITE)]
        if all(united):
            self._end(mover if self.simultaneous == "mover" else None, "both united")
        elif any(united):
            self._end(united.index(True), "united")
        elif self.seen[self._position()] >= 3:
            self._end(None, "third occurrence of the position")
        elif passed and not self.moves():
            self._end(None, "neither side has a move")
        elif self.turns >= self.max_turns:
            self._end(None, "limit of turns")

    def is_united(self, side: int) -> bool:
        """Whether the pieces of a side are a single group; one piece and none are."""
        own = {cell for cell, owner in self.pieces.items() if owner == side}

        def touching(cell: Cell) -> set[Cell]:
            return own & {(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}

        return not own or reach([min(own)], touching) == own

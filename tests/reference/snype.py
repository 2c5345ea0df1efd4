"""Slow plain-Python reference of Snype (snype).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion in tests.

The board is that of `hexhex`, with stones `x` and `o`.  Sides are seats: seat 0 places the first `x` stone, then
seat 1 may say `swap` and be `x` from then on, which leaves `o` and the next turn to seat 0.  An ordinary turn is a move
(or `--`) and a placement (or `--`): `m5k3 h4`, `-- j2`, `g5h6 --`, `-- --`; the first turn is a cell, `i5`.  `play`
reads the two halves in either order, and the first turn as `-- i5` too.

A turn of the default board is one of at most some thousand, so `legal_turns` lists them all, and `random_turn` picks
one of that list.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from copy import copy as shallow_copy

from .base import TwoSides
from .hexhex import DIRECTIONS, Board, Cell, all_cells, distance, groups, name, read_rows, rows, sides, step

PASS = "--"
# The two sides along which each of the three coloured edges runs.
EDGES = {"@": ("top", "upper right"), "?": ("upper left", "lower left"), "#": ("bottom", "lower right")}
# What comes next: the first stone, the answer to it (perhaps a swap), or any later turn.
FIRST, ANSWER, LATER = "first", "answer", "later"

Move = tuple[Cell, Cell]
Turn = tuple[Move | None, Cell | None]


class Reference(TwoSides):
    """One game of Snype.

    Options: `size`, 3 to 8 (default 5); `move`, the length of moves, `exact` (default) or `upto` the range;
    `max_turns`, after which the game is a draw.
    """

    def __init__(self, *, size: int = 5, move: str = "exact", max_turns: int = 1000) -> None:
        if not 3 <= size <= 8 or move not in ("exact", "upto"):
            raise ValueError(f"no such game: size {size}, move {move}")
        self.size = size
        self.move = move
        self.max_turns = max_turns
        self.cells = all_cells(size)
        self.cell_of = {name(cell): cell for cell in self.cells}
        self.centre = (2 * size - 2, size)
        by_side = sides(size)
        self.edges = {colour: by_side[one] | by_side[other] for colour, (one, other) in EDGES.items()}
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Snype has no set-up text")
        self._begin({}, FIRST, side=0, x_seat=0)

    def set_position(self, text: str, colour: str, x_seat: int = 0) -> None:
        """Put up a later position: the rows of the board and the colour to move; it counts as the first of a new game.

        The position is not judged: only the next turn can end the game.
        """
        if colour not in ("x", "o"):
            raise ValueError(f"no such colour: {colour!r}")
        board = read_rows(text, self.size, "xo")
        self._begin(board, LATER, side=x_seat if colour == "x" else 1 - x_seat, x_seat=x_seat)

    def _begin(self, board: Board, stage: str, side: int, x_seat: int) -> None:
        self.board = board
        self.stage = stage
        self.side = side
        self.x_seat = x_seat
        self.turns_played = 0
        self.just_passed = False  # the turn before passed both the move and the placement
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.seen = Counter([self.position()])

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.board, other.seen = dict(self.board), self.seen.copy()
        return other

    @property
    def colour(self) -> str:
        """The colour to move."""
        return "x" if self.side == self.x_seat else "o"

    def position(self) -> str:
        """What is compared for a repetition; before the answer to the first stone it says that a swap is possible."""
        return f"{rows(self.board, self.size)} {self.colour} {self.stage}"

    # ---------------------------------------------------------------- turns

    def moves(self) -> list[Move]:
        """All moves (from, to) of the colour to move."""
        return [(start, target) for start in self.cells for target in self._targets(start)]

    def _targets(self, start: Cell) -> list[Cell]:
        """Where the stone on this cell may go, if it is one of the colour to move."""
        if self.board.get(start) != self.colour:
            return []
        range_ = distance(start, self.centre)
        found = []
        for direction in DIRECTIONS:
            for length in range(1, range_ + 1):
                cell = step(start, direction, length)
                if cell not in self.cells or self.board.get(cell, self.colour) != self.colour:
                    break  # the edge, or an enemy stone: neither target nor passed over
                if cell not in self.board and (length == range_ or self.move == "upto"):
                    found.append(cell)
        return found

    def _after(self, move: Move | None) -> Board:
        """The board after the first half of a turn."""
        board = dict(self.board)
        if move is not None:
            board[move[1]] = board.pop(move[0])
        return board

    def _turns(self) -> Iterator[Turn]:
        """All ordinary turns of the colour to move."""
        for move in [None, *self.moves()]:
            board = self._after(move)
            yield move, None
            for cell in self.cells:
                if cell not in board:
                    yield move, cell

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        if self.stage == FIRST:
            return [name(cell) for cell in self.cells]
        turns = [
            f"{PASS if move is None else name(move[0]) + name(move[1])} {PASS if placed is None else name(placed)}"
            for move, placed in self._turns()
        ]
        return [*turns, "swap"] if self.stage == ANSWER else turns

    def random_turn(self, rng: random.Random) -> str:
        """Each legal turn with the same probability."""
        return rng.choice(self.legal_turns())

    # ---------------------------------------------------------------- playing

    def _read(self, text: str) -> Turn:
        """The two halves of a turn; whether they are legal is not asked here."""
        halves = text.split()
        if self.stage == FIRST and len(halves) == 1:
            halves = [PASS, *halves]
        move: Move | None = None
        placed: Cell | None = None
        read = []
        for half in halves:
            names = re.findall("[a-z]+[0-9]+", half)
            if half != PASS and ("".join(names) != half or any(each not in self.cell_of for each in names)):
                raise ValueError(f"neither a cell nor a move: {half!r}")
            read.append(len(names))
            if len(names) == 1:
                placed = self.cell_of[names[0]]
            elif len(names) == 2:
                move = (self.cell_of[names[0]], self.cell_of[names[1]])
        if sorted(read) not in ([0, 0], [0, 1], [0, 2], [1, 2]):
            raise ValueError(f"not a turn: {text!r}")
        return move, placed

    def _play(self, turn: str) -> None:
        text = turn.strip().lower()
        if text == "swap":
            if self.stage != ANSWER:
                raise ValueError("there is nothing to swap")
            self.x_seat = self.side  # whose turn it stays for is the other seat, as `o`
            self._finish(passed=False)
            return
        move, placed = self._read(text)
        if self.stage == FIRST and (move is not None or placed is None):
            raise ValueError("the first turn is one placement")
        if move is not None and move[1] not in self._targets(move[0]):
            raise ValueError(f"illegal move in {turn!r}")
        board = self._after(move)
        if placed is not None:
            if placed in board:
                raise ValueError(f"{name(placed)} is not empty")
            board[placed] = self.colour
        self.board = board
        self._finish(passed=move is None and placed is None)

    def _finish(self, passed: bool) -> None:
        mover, own = self.side, [cell for cell, colour in self.board.items() if colour == self.colour]
        self.turns_played += 1
        self.stage = ANSWER if self.stage == FIRST else LATER
        self.side = 1 - mover
        position = self.position()
        self.seen[position] += 1
        if any(all(group & edge for edge in self.edges.values()) for group in groups(own)):
            self._end(mover, "a group touches all three edges")
        elif passed and self.just_passed:
            self._end(None, "two turns passed")
        elif self.seen[position] >= 3:
            self._end(None, "third occurrence of the position")
        elif self.turns_played >= self.max_turns:
            self._end(None, "limit of turns")
        self.just_passed = passed

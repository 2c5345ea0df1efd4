"""Slow plain-Python reference of Crunching Quax (crunching_quax).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion in tests.

The board is that of `hexhex`.  Seat 0 has the `o` stones, seat 1 the `x` stones.  A turn is either placements in
ascending order, column first (`g6 j5 m4`), or the move of a line and a placement: the old cell of the line's rear
stone, `:` with kills and `-` without, the new cell of its head, then the placed cell (`f5:h7 g8`).  `play` reads the
cells of placements in any order, and either separator.

A default board has up to 50,000 turns: `legal_turns` lists them in a fraction of a second, but not for every turn of
many games.  `is_legal` tests a turn and `random_turn` draws one without the list.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from copy import copy as shallow_copy
from itertools import combinations
from typing import NamedTuple

from .base import TwoSides
from .hexhex import DIRECTIONS, Board, Cell, all_cells, groups, name, on_common_line, read_rows, rows, sides, step

COLOURS = "ox"  # by seat
# A group that touches all three sides of one of these wins.
GOALS = [("top", "lower right", "lower left"), ("bottom", "upper left", "upper right")]


def non_linear(placed: tuple[Cell, ...]) -> bool:
    return not any(on_common_line(one, other) for one, other in combinations(placed, 2))


def spell(placed: tuple[Cell, ...]) -> str:
    return " ".join(name(cell) for cell in sorted(placed))


class LineMove(NamedTuple):
    rear: Cell  # where the rear stone was
    head: Cell  # where the head stone is
    kills: int
    after: Board

    def text(self) -> str:
        return name(self.rear) + (":" if self.kills else "-") + name(self.head)


class Reference(TwoSides):
    """One game of Crunching Quax.

    Options: `size`, 3 to 10 (default 6); `max_turns`, after which the game is a draw.
    """

    def __init__(self, *, size: int = 6, max_turns: int = 300) -> None:
        if not 3 <= size <= 10:
            raise ValueError(f"no board of size {size}")
        self.size = size
        self.max_turns = max_turns
        self.cells = all_cells(size)
        self.on_board = set(self.cells)
        self.cell_of = {name(cell): cell for cell in self.cells}
        by_side = sides(size)
        self.goals = [[by_side[side] for side in goal] for goal in GOALS]
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("Crunching Quax has no set-up text")
        self._begin({}, side=0, opening=True)

    def set_position(self, text: str, colour: str) -> None:
        """Put up a later position: the rows of the board and the colour to move; it counts as the first of a new game.

        The position is not judged: only the next turn can end the game.
        """
        self._begin(read_rows(text, self.size, COLOURS), side=COLOURS.index(colour), opening=False)

    def _begin(self, board: Board, side: int, opening: bool) -> None:
        self.board = board
        self.side = side
        self.opening = opening  # the first turn is to come
        self.turns_played = 0
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.seen = Counter([self.position()])

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.board, other.seen = dict(self.board), self.seen.copy()
        return other

    def position(self) -> str:
        """What is compared for a repetition."""
        return f"{rows(self.board, self.size)} {COLOURS[self.side]}"

    # ---------------------------------------------------------------- placements

    def _empty(self) -> list[Cell]:
        return [cell for cell in self.cells if cell not in self.board]

    def _placements(self, number: int, cells: list[Cell]) -> Iterator[tuple[Cell, ...]]:
        """All sets of so many of these cells that are non-linear, in the order of the list."""
        for placed in combinations(cells, number):
            if non_linear(placed):
                yield placed

    def _due(self) -> int:
        """How many stones a turn of placements alone has; 0 if there is no such turn."""
        if self.opening:
            return 2
        numbers = [3] if self.line_moves() else [3, 2, 1]  # fewer than three only where nothing else is possible
        for number in numbers:
            if next(self._placements(number, self._empty()), None) is not None:
                return number
        return 0

    # ---------------------------------------------------------------- moves of lines

    def line_moves(self) -> list[LineMove]:
        """All moves of lines of the side to move (without the placement that follows)."""
        own = COLOURS[self.side]
        found = []
        for cell in self.cells:
            for direction in DIRECTIONS:
                # A cell is the head of at most one line in a direction: if no own stone is in front of it.
                if self.board.get(cell) == own and self.board.get(step(cell, direction)) != own:
                    found += self._moves_of_line(cell, direction)
        return found

    def _run(self, cell: Cell, direction: Cell, sign: str) -> list[Cell]:
        """The cells from this one on, on the board and in this direction, that all hold this sign."""
        run = []
        while cell in self.on_board and self.board.get(cell, ".") == sign:
            run.append(cell)
            cell = step(cell, direction)
        return run

    def _moves_of_line(self, head: Cell, direction: Cell) -> list[LineMove]:
        back = (-direction[0], -direction[1])
        line = self._run(head, back, COLOURS[self.side])
        length = len(line)
        if length < 2:
            return []
        gap = len(self._run(step(head, direction), direction, "."))
        found = [self._shift(line, direction, by, []) for by in range(1, min(gap, length) + 1)]
        if gap < length:
            enemies = self._run(step(head, direction, gap + 1), direction, COLOURS[1 - self.side])
            kills = min(length - len(enemies), len(enemies))
            if kills >= 1 and gap + kills <= length:
                found.append(self._shift(line, direction, gap + kills, enemies[:kills]))
        return found

    def _shift(self, line: list[Cell], direction: Cell, by: int, killed: list[Cell]) -> LineMove:
        """The move of a line (head first) by so many cells."""
        after = {cell: colour for cell, colour in self.board.items() if cell not in line and cell not in killed}
        for cell in line:
            after[step(cell, direction, by)] = COLOURS[self.side]
        return LineMove(line[-1], step(line[0], direction, by), len(killed), after)

    # ---------------------------------------------------------------- turns

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        due = self._due()
        turns = [spell(placed) for placed in self._placements(due, self._empty())] if due else []
        for move in self.line_moves():
            turns += [f"{move.text()} {name(cell)}" for cell in self.cells if cell not in move.after]
        return turns

    def is_legal(self, turn: str) -> bool:
        try:
            self.copy().play(turn)
        except ValueError:
            return False
        return True

    def random_turn(self, rng: random.Random) -> str:
        """A line move or placements, with the same probability where both are possible.

        Of line moves and cells to place on each is equally likely.  Placements are the first possible ones of the empty
        cells in random order, so that each is possible, but not each equally likely.
        """
        moves, due = self.line_moves(), self._due()
        if moves and (due == 0 or rng.random() < 0.5):
            move = rng.choice(moves)
            return f"{move.text()} {name(rng.choice([cell for cell in self.cells if cell not in move.after]))}"
        cells = self._empty()
        rng.shuffle(cells)
        return spell(next(self._placements(due, cells)))

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        words = turn.lower().split()
        self.board = self._move_and_place(words) if re.search("[:-]", turn) else self._place(words)
        self._finish()

    def _cell(self, word: str) -> Cell:
        if word not in self.cell_of:
            raise ValueError(f"no such cell: {word!r}")
        return self.cell_of[word]

    def _place(self, words: list[str]) -> Board:
        """The board after a turn of placements."""
        placed = tuple(self._cell(word) for word in words)
        if not placed or len(placed) != self._due():
            raise ValueError(f"a turn of placements has {self._due()} stones here")
        if not non_linear(placed) or any(cell in self.board for cell in placed):
            raise ValueError("the cells must be empty and no two of them on a line")
        return self.board | dict.fromkeys(placed, COLOURS[self.side])

    def _move_and_place(self, words: list[str]) -> Board:
        """The board after a turn with a line move."""
        if len(words) != 2:
            raise ValueError("a line move is followed by one placement")
        for move in self.line_moves():
            if move.text().replace(":", "-") == words[0].replace(":", "-"):
                cell = self._cell(words[1])
                if cell in move.after:
                    raise ValueError(f"{name(cell)} is not empty")
                return move.after | {cell: COLOURS[self.side]}
        raise ValueError(f"no such line move: {words[0]!r}")

    def _finish(self) -> None:
        mover, own = self.side, [cell for cell, colour in self.board.items() if colour == COLOURS[self.side]]
        self.turns_played += 1
        self.opening = False
        self.side = 1 - mover
        position = self.position()
        self.seen[position] += 1
        if any(all(group & side for side in goal) for group in groups(own) for goal in self.goals):
            self._end(mover, "three sides")
        elif self._due() == 0 and not self.line_moves():
            self._end(None, "no legal turn")
        elif self.seen[position] >= 3:
            self._end(None, "third occurrence of the position")
        elif self.turns_played >= self.max_turns:
            self._end(None, "limit of turns")

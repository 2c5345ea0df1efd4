"""Slow plain-Python reference of Kamelen (kamelen).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion in tests.

A cell is a pair (column, row), both counted from 1 at the bottom left, so `a1` is (1, 1).  The board is a dictionary
from cell to letter: `C` and `D` are White's camels and dromedaries, `c` and `d` Black's, `#` is a rock.  Seat 0 is
White, who moves first.  Turns are written `c2-e5` (plain) and `f6xi7` (capture).

Position text (ours): the rows from the top, joined by `/`, with numbers for runs of empty cells and `*` for an empty
home field; then `w` or `b` to move; then the number of turns since the last capture, for example
`cccc#*#cccc/ddddd#ddddd/11/11/11/11/11/11/11/DDDDD#DDDDD/CCCC#*#CCCC w 0`.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import copy as shallow_copy

from .base import TwoSides

Cell = tuple[int, int]

WIDTH = 11
ROCK = "#"
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
CAMEL_ROW, DROMEDARY_ROW = "CCCC#*#CCCC", "DDDDD#DDDDD"


def name(cell: Cell) -> str:
    return chr(ord("a") + cell[0] - 1) + str(cell[1])


def side_of(animal: str) -> int:
    return 0 if animal.isupper() else 1


class Reference(TwoSides):
    """One game of Kamelen.

    Options: `rows`, 11 (default), 12 or 13; `turn`, `outward` (default) or `any`, the directions of a move's last
    step; `draws=False` switches off the draws by repetition and without captures (for perft).

    A player without an able camel loses when the other side ends a turn, not in the moment a set-up shows it so.
    A game that is resigned counts as a single win.
    """

    def __init__(self, *, rows: int = 11, turn: str = "outward", draws: bool = True) -> None:
        if rows not in (11, 12, 13) or turn not in ("outward", "any"):
            raise ValueError(f"no such game: {rows} rows, turn {turn}")
        self.rows = rows
        self.turn = turn
        self.draws = draws
        self.home = [(6, 1), (6, rows)]
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        """Start anew, from the usual start or from a position text."""
        black = [CAMEL_ROW.lower(), DROMEDARY_ROW.lower()]
        rows = [*black, *[str(WIDTH)] * (self.rows - 4), DROMEDARY_ROW, CAMEL_ROW]
        self.set_position(setup or "/".join(rows) + " w 0")

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.board, other.seen = dict(self.board), self.seen.copy()
        return other

    # ---------------------------------------------------------------- positions

    def set_position(self, text: str) -> None:
        rows, colour, *quiet = text.split()
        if len(rows.split("/")) != self.rows or colour not in "wb" or len(quiet) > 1:
            raise ValueError(f"bad position: {text!r}")
        board: dict[Cell, str] = {}
        for y, row in zip(range(self.rows, 0, -1), rows.split("/"), strict=True):
            signs = re.sub(r"\d+", lambda run: "." * int(run[0]), row)
            if len(signs) != WIDTH:
                raise ValueError(f"bad row {row!r}")
            for x, sign in enumerate(signs, 1):
                if sign not in "CDcd#.*" or (sign in "*#" and ((x, y) in self.home) != (sign == "*")):
                    raise ValueError(f"{sign!r} cannot be on {name((x, y))}")
                if sign not in ".*":
                    board[x, y] = sign
        self.board = board
        self.side = "wb".index(colour)
        self.quiet = int(quiet[0]) if quiet else 0  # turns since the last capture
        self.points = [0.0, 0.0]
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.seen: Counter[str] = Counter()
        self._note_position()

    def position(self) -> str:
        lines = []
        for y in range(self.rows, 0, -1):
            row = "".join(self.board.get((x, y), "*" if (x, y) in self.home else ".") for x in range(1, WIDTH + 1))
            lines.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
        return f"{'/'.join(lines)} {'wb'[self.side]} {self.quiet}"

    def scores(self) -> list[float]:
        return list(self.points)

    # ---------------------------------------------------------------- moves

    def targets(self, cell: Cell) -> set[Cell]:
        """Where the animal on a cell may go: two steps of one kind, then one step of the other kind."""
        animal = self.board[cell]
        first, last = (ORTHOGONAL, DIAGONAL) if animal in "Cc" else (DIAGONAL, ORTHOGONAL)
        found = set()
        for dx, dy in first:
            leg = [(cell[0] + dx, cell[1] + dy), (cell[0] + 2 * dx, cell[1] + 2 * dy)]
            if not all(self._on_board(step) and step not in self.board for step in leg):
                continue
            for ex, ey in last:
                goes_on = dx * ex + dy * ey > 0  # the last step does not turn back
                target = (leg[1][0] + ex, leg[1][1] + ey)
                if not self._on_board(target) or not (goes_on or self.turn == "any"):
                    continue
                there = self.board.get(target)
                if there is None or (there != ROCK and side_of(there) != side_of(animal)):
                    found.add(target)
        return found

    def _on_board(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= WIDTH and 1 <= cell[1] <= self.rows

    def _all_moves(self) -> dict[str, tuple[Cell, Cell]]:
        moves = {}
        for cell, animal in sorted(self.board.items()):
            if animal != ROCK and side_of(animal) == self.side:
                for target in sorted(self.targets(cell)):
                    moves[name(cell) + ("x" if target in self.board else "-") + name(target)] = (cell, target)
        return moves

    def legal_turns(self) -> list[str]:
        return [] if self.is_over else list(self._moves)

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        text = turn.strip().lower()
        if text not in self._moves:
            raise ValueError(f"illegal turn: {turn!r}")
        start, target = self._moves[text]
        mover, enemy = self.side, 1 - self.side
        self.quiet = 0 if target in self.board else self.quiet + 1
        animal = self.board[target] = self.board.pop(start)
        self.side = enemy
        if animal in "Cc" and target == self.home[enemy]:
            self._end(mover, "a camel on the enemy home field", points=2)
        elif not self.able_camels(enemy):
            self._end(mover, "no able camel left")
        else:
            self._note_position()

    def able_camels(self, side: int) -> list[Cell]:
        """The camels of a side on cells of the colour of the field they run to."""
        colour = sum(self.home[1 - side]) % 2
        return [cell for cell, animal in self.board.items() if animal == "Cc"[side] and sum(cell) % 2 == colour]

    def _end(self, winner: int | None, reason: str, points: int = 1) -> None:
        super()._end(winner, reason)
        self.points = [float(points) if seat == winner else 0.0 for seat in (0, 1)]

    def _note_position(self) -> None:
        self._moves = self._all_moves()
        key = self.position().rsplit(" ", 1)[0]  # all but the counter
        self.seen[key] += 1
        if not self._moves:
            self._end(None, "no legal turn")
        elif self.draws and self.seen[key] >= 3:
            self._end(None, "third occurrence of the position")
        elif self.draws and self.quiet >= 100:
            self._end(None, "100 turns without a capture")

"""Slow reference implementation of Reversi (with the Othello start).

It is written from the rule file of the game and from the common conventions of the rule files alone, for
clarity and not for speed: an independent second opinion for testing a fast implementation.

Seats and colours coincide: seat 0 is Black and moves first, seat 1 is White.
A cell is a pair (column, row), both counted from 1 at the top left, so `a1` is (1, 1).
"""

from copy import copy as shallow_copy
from string import ascii_lowercase

Cell = tuple[int, int]

BLACK, WHITE = 0, 1

DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


class Reference:
    """One game of Reversi.

    Option: `size`, an even number from 4 to 26 (default 8). `draws` is accepted as in other references and
    changes nothing: there are no draws by repetition and no limit of turns.
    """

    def __init__(self, *, size: int = 8, draws: bool = True) -> None:
        if size % 2 != 0 or not 4 <= size <= 26:
            raise ValueError(f"size must be even and from 4 to 26, not {size}")
        self.size = size
        self.draws = draws
        numbers = range(1, size + 1)
        self.cells: list[Cell] = [(column, row) for column in numbers for row in numbers]
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        """Go back to the start position; there are no set-up texts."""
        if setup is not None:
            raise ValueError("this game has no set-up texts")
        h = self.size // 2
        self.disks: dict[Cell, int] = {
            (h, h): WHITE,
            (h + 1, h + 1): WHITE,
            (h + 1, h): BLACK,
            (h, h + 1): BLACK,
        }
        self.to_move = BLACK
        self.result: list[float] | None = None  # None while the game is running

    def copy(self) -> "Reference":
        """An independent copy (sharing what is never changed in place)."""
        other = shallow_copy(self)
        other.disks = dict(self.disks)
        return other

    @property
    def player(self) -> int | None:
        """The seat to act, None when the game is over."""
        return None if self.is_over else self.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def chance(self) -> list[float] | None:
        """Chance never acts in this game."""
        return None

    def returns(self) -> list[float]:
        """+1 for the winner, -1 for the loser; zeros for a draw and while the game is running."""
        return [0.0, 0.0] if self.result is None else list(self.result)

    def scores(self) -> list[float] | None:
        """The numbers of black and of white disks on the board, at any time."""
        colours = list(self.disks.values())
        return [float(colours.count(BLACK)), float(colours.count(WHITE))]

    def legal_turns(self) -> list[str]:
        """Every legal turn once: placements by column, then row; or only `pass` if there is none."""
        if self.is_over:
            return []
        # The game would be over if the opponent had no placement either, so passing is then the only turn.
        return self._placements(self.to_move) or ["pass"]

    def play(self, turn: str) -> None:
        """Play one turn in canonical spelling (`resign` too); ValueError, and no change, if illegal."""
        if self.is_over:
            raise ValueError(f"the game is over: {turn}")
        if turn == "resign":
            self.result = [1.0, 1.0]
            self.result[self.to_move] = -1.0
            return
        if turn not in self.legal_turns():
            raise ValueError(f"illegal turn: {turn}")
        if turn != "pass":
            cell = self._cell(turn)
            for flipped in self._flips(cell, self.to_move):
                self.disks[flipped] = self.to_move
            self.disks[cell] = self.to_move
        self.to_move = 1 - self.to_move
        if not self._placements(BLACK) and not self._placements(WHITE):
            self._end()

    def _end(self) -> None:
        colours = list(self.disks.values())
        black, white = colours.count(BLACK), colours.count(WHITE)
        if black > white:
            self.result = [1.0, -1.0]
        elif black < white:
            self.result = [-1.0, 1.0]
        else:
            self.result = [0.0, 0.0]

    def _placements(self, colour: int) -> list[str]:
        """The names of all cells where this colour may place a disk."""
        empty = [cell for cell in self.cells if cell not in self.disks]
        return [self._name(cell) for cell in empty if self._flips(cell, colour)]

    def _flips(self, cell: Cell, colour: int) -> list[Cell]:
        """The enemy disks that a disk of this colour on this empty cell encloses."""
        flips: list[Cell] = []
        for step_x, step_y in DIRECTIONS:
            row: list[Cell] = []
            x, y = cell[0] + step_x, cell[1] + step_y
            while self.disks.get((x, y)) == 1 - colour:
                row.append((x, y))
                x, y = x + step_x, y + step_y
            if self.disks.get((x, y)) == colour:  # never true outside the board
                flips += row
        return flips

    def _name(self, cell: Cell) -> str:
        column, row = cell
        return f"{ascii_lowercase[column - 1]}{row}"

    def _cell(self, name: str) -> Cell:
        return ascii_lowercase.index(name[0]) + 1, int(name[1:])

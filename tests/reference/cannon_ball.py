"""Slow plain-Python reference of Cannon-Ball (cannon_ball).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion
in tests.

The two secret line-ups are entered one after the other, as turns of seat 0 and then of seat 1
(`R.B.R./BRBRBR`, first row / second row); the variant `fixed` starts after them. Line-ups do not
count towards `max_turns`.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

COLUMNS = "abcdef"
ROWS = "123456"

COLOURS = ["RB", "GY"]  # by seat
FIRST_ROW = ["1", "6"]
SECOND_ROW = ["2", "5"]
LAST_ROW = ["6", "1"]
FORWARD = [1, -1]

PIECES_PER_COLOUR = 9
LINE_UP_SIZE = 9

# Capturer, screen, captured.
CAPTURES = [("R", "B", "G"), ("G", "Y", "B"), ("B", "R", "Y"), ("Y", "G", "R")]

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]

FIXED_LINE_UPS = ["R.B.R./BRBRBR", "G.Y.G./YGYGYG"]

VARIANTS = ["standard", "fixed"]

Board = dict[str, str]  # square -> colour


def step(square: str, x: int, y: int) -> str | None:
    """The square x columns to the right and y rows up, None off the board."""
    column = COLUMNS.index(square[0]) + x
    row = ROWS.index(square[1]) + y
    if 0 <= column < 6 and 0 <= row < 6:
        return COLUMNS[column] + ROWS[row]
    return None


def moves(board: Board, seat: int) -> list[tuple[str, str]]:
    """All steps (from, to) of a seat."""
    forward = FORWARD[seat]
    found: list[tuple[str, str]] = []
    for source in sorted(board):
        if board[source] not in COLOURS[seat]:
            continue
        for x, y in [(-1, 0), (1, 0), (-1, forward), (0, forward), (1, forward)]:
            target = step(source, x, y)
            if target is not None and target not in board:
                found.append((source, target))
    return found


def captures(board: Board, square: str) -> list[str]:
    """The squares of the enemy pieces that the piece on this square may capture."""
    found: list[str] = []
    for x, y in DIRECTIONS:
        pieces: list[str] = []  # squares of the pieces seen in this direction, nearest first
        here = step(square, x, y)
        while here is not None:
            if here in board:
                pieces.append(here)
            here = step(here, x, y)
        if len(pieces) >= 2:
            screen, captured = pieces[0], pieces[1]
            if (board[square], board[screen], board[captured]) in CAPTURES:
                found.append(captured)
    return found


def line_ups(seat: int) -> list[str]:
    """All line-up texts of a seat."""
    found: list[str] = []

    def extend(text: str, empty: int) -> None:
        if len(text) == 12:
            if empty == 12 - LINE_UP_SIZE:
                found.append(text[:6] + "/" + text[6:])
            return
        for colour in COLOURS[seat]:
            extend(text + colour, empty)
        if empty < 12 - LINE_UP_SIZE:
            extend(text + ".", empty + 1)

    extend("", 0)
    return found


def is_line_up(text: str, seat: int) -> bool:
    if len(text) != 13 or text[6] != "/":
        return False
    squares = text[:6] + text[7:]
    if any(char not in COLOURS[seat] + "." for char in squares):
        return False
    return squares.count(".") == 12 - LINE_UP_SIZE


class Reference:
    """One game of Cannon-Ball."""

    def __init__(self, *, variant: str = "standard", max_turns: int = 1000) -> None:
        if variant not in VARIANTS:
            raise ValueError(f"unknown variant {variant!r}")
        self.variant = variant
        self.max_turns = max_turns
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        """Back to the start. This game has no set-up text."""
        if setup is not None:
            raise ValueError("cannon_ball has no set-up text")
        self.line_ups: list[str] = []
        self.board: Board = {}
        self.reserves = dict.fromkeys("RBGY", PIECES_PER_COLOUR)
        self.seat = 0
        self.entry_due = False
        self.turns_played = 0
        self.occurrences: Counter[tuple[object, ...]] = Counter()
        self.result: list[float] | None = None
        self.turns: list[str] = []  # the legal turns once the line-ups are done
        if self.variant == "fixed":
            for text in FIXED_LINE_UPS:
                self.play(text)

    def copy(self) -> Reference:
        other = Reference(variant=self.variant, max_turns=self.max_turns)
        other.line_ups = list(self.line_ups)
        other.board = dict(self.board)
        other.reserves = dict(self.reserves)
        other.seat = self.seat
        other.entry_due = self.entry_due
        other.turns_played = self.turns_played
        other.occurrences = Counter(self.occurrences)
        other.result = None if self.result is None else list(self.result)
        other.turns = list(self.turns)
        return other

    def set_position(
        self,
        pieces: dict[str, str],
        reserves: dict[str, int],
        to_move: int = 0,
        entry_due: bool = False,
    ) -> None:
        """Put up a position after the line-ups; it counts as the first one of a new game.

        `pieces` gives the colour letter by square, `reserves` the number by colour letter (a colour
        not named has none), `entry_due` tells whether the last turn captured a piece of the seat
        to move. The position is not judged: only the next turn can end the game.
        """
        for square, colour in pieces.items():
            if len(square) != 2 or square[0] not in COLUMNS or square[1] not in ROWS:
                raise ValueError(f"no such square: {square!r}")
            if colour not in ("R", "B", "G", "Y"):
                raise ValueError(f"no such colour: {colour!r}")
        self.line_ups = ["", ""]
        self.board = dict(pieces)
        self.reserves = {colour: reserves.get(colour, 0) for colour in "RBGY"}
        self.seat = to_move
        self.entry_due = entry_due
        self._start_play()

    def _start_play(self) -> None:
        self.turns_played = 0
        self.result = None
        self.occurrences = Counter([self._position()])
        self.turns = self._all_turns()

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def player(self) -> int | None:
        return None if self.is_over else self.seat

    def chance(self) -> list[float] | None:
        return None

    def play_chance(self, outcome: int) -> None:
        raise ValueError("cannon_ball has no chance")

    def returns(self) -> list[float]:
        return [0.0, 0.0] if self.result is None else list(self.result)

    def scores(self) -> list[float] | None:
        return None

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        if len(self.line_ups) < 2:
            return line_ups(self.seat)
        return list(self.turns)

    def play(self, turn: str) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        if len(self.line_ups) < 2:
            if not is_line_up(turn, self.seat):
                raise ValueError(f"illegal line-up {turn!r}")
            self._play_line_up(turn)
        else:
            if turn not in self.turns:
                raise ValueError(f"illegal turn {turn!r}")
            self._play_turn(turn)

    def _play_line_up(self, text: str) -> None:
        first, second = text.split("/")
        for row, colours in ((FIRST_ROW[self.seat], first), (SECOND_ROW[self.seat], second)):
            for column, colour in zip(COLUMNS, colours, strict=True):
                if colour != ".":
                    self.board[column + row] = colour
                    self.reserves[colour] -= 1
        self.line_ups.append(text)
        self.seat = 1 - self.seat
        if len(self.line_ups) == 2:
            self._start_play()

    def _entries(self) -> list[tuple[str, str]]:
        """All possible entries (colour, square) of the seat to move; none when none is due."""
        if not self.entry_due:
            return []
        colours = [colour for colour in COLOURS[self.seat] if self.reserves[colour] > 0]
        squares = [column + FIRST_ROW[self.seat] for column in COLUMNS]
        return [(colour, square) for colour, square in product(colours, squares) if square not in self.board]

    def _all_turns(self) -> list[str]:
        entries = self._entries()
        if not entries:
            return self._turns_from(self.board, "")
        found: list[str] = []
        for colour, square in entries:
            board = dict(self.board)
            board[square] = colour
            found += self._turns_from(board, f"{colour}@{square},")
        return found

    def _turns_from(self, board: Board, prefix: str) -> list[str]:
        """The turns with the move made on this board, i.e. after the entry written in `prefix`."""
        found: list[str] = []
        for source, target in moves(board, self.seat):
            text = f"{prefix}{source}-{target}"
            found.append(text)
            after = dict(board)
            after[target] = after.pop(source)
            for captured in captures(after, target):
                found.append(f"{text},x{captured}")
        return found

    def _play_turn(self, turn: str) -> None:
        captured = False
        for part in turn.split(","):
            if "@" in part:
                colour, square = part.split("@")
                self.board[square] = colour
                self.reserves[colour] -= 1
            elif "-" in part:
                source, target = part.split("-")
                self.board[target] = self.board.pop(source)
            else:
                self.board[part[1:]] = self.board.pop(target)  # removes the captured piece
                captured = True
        mover = self.seat
        self.seat = 1 - mover
        self.entry_due = captured
        self.turns_played += 1
        self.turns = self._all_turns()
        position = self._position()
        self.occurrences[position] += 1
        if self._fills_last_row(mover) or self._pieces_on_board(self.seat) < 6 or not self.turns:
            self.result = [1.0, -1.0] if mover == 0 else [-1.0, 1.0]
        elif self.occurrences[position] >= 3 or self.turns_played >= self.max_turns:
            self.result = [0.0, 0.0]

    def _fills_last_row(self, seat: int) -> bool:
        return all(self.board.get(column + LAST_ROW[seat], "") in list(COLOURS[seat]) for column in COLUMNS)

    def _pieces_on_board(self, seat: int) -> int:
        return sum(colour in COLOURS[seat] for colour in self.board.values())

    def _position(self) -> tuple[object, ...]:
        """What must be equal for a repetition."""
        return (
            frozenset(self.board.items()),
            tuple(self.reserves[colour] for colour in "RBGY"),
            self.seat,
            self.entry_due,
        )

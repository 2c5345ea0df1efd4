"""Slow plain-Python reference of 12* Giveaway Chess (giveaway_chess_12).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion in tests.

A turn is a sequence of one or two single moves, written like `d1h5 f1b5`.  All turns are made by trying every single
move and, behind it, every second one; then those without a capture must pass the approach rule.

A square is a pair (file, rank), both counted from 1.  The board is a dictionary from square to FEN letter.  Seat 0 is
White.  The position text is board, side and number of single moves of the turn, `.../RNBQKBNR w 1`; it tells nothing
of en passant and of counters.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import copy as shallow_copy
from typing import NamedTuple

from .base import TwoSides

Square = tuple[int, int]
Board = dict[Square, str]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 1"
ROOK = [(1, 0), (-1, 0), (0, 1), (0, -1)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
# directions and the greatest number of steps
MOVES = {"r": (ROOK, 7), "b": (BISHOP, 7), "q": (ROOK + BISHOP, 7), "k": (ROOK + BISHOP, 1), "n": (KNIGHT, 1)}


class Single(NamedTuple):
    """A single move."""

    start: Square
    target: Square
    becomes: str  # the letter of the piece after the move
    promotes: bool
    victim: Square | None  # where the captured piece stands
    double: bool  # a pawn's double step

    @property
    def text(self) -> str:
        return name(self.start) + name(self.target) + (self.becomes.lower() if self.promotes else "")

    @property
    def en_passant(self) -> bool:
        return self.victim is not None and self.victim != self.target


class Turn(NamedTuple):
    """A whole turn; `stuck` says that the mover has no second single move."""

    singles: tuple[Single, ...]
    stuck: bool


def name(square: Square) -> str:
    return "abcdefgh"[square[0] - 1] + str(square[1])


def side_of(piece: str) -> int:
    return 0 if piece.isupper() else 1


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= 8 and 1 <= square[1] <= 8


def after(board: Board, single: Single) -> Board:
    """The board after a single move."""
    board = dict(board)
    if single.victim is not None:
        del board[single.victim]
    del board[single.start]
    board[single.target] = single.becomes
    return board


def single_moves(board: Board, side: int, doubles: set[Square]) -> list[Single]:
    """All single moves of a side: only captures if there are any.

    `doubles` holds the squares where pawns arrived by a double step in the opponent's last turn.
    """
    found = []
    for square, piece in sorted(board.items()):
        if side_of(piece) == side:
            found += pawn_moves(board, square, doubles) if piece in "Pp" else piece_moves(board, square)
    captures = [single for single in found if single.victim is not None]
    return captures or found


def piece_moves(board: Board, square: Square) -> list[Single]:
    piece, found = board[square], []
    directions, most = MOVES[piece.lower()]
    for dx, dy in directions:
        for steps in range(1, most + 1):
            target = (square[0] + steps * dx, square[1] + steps * dy)
            if not on_board(target):
                break
            if target not in board:
                found.append(Single(square, target, piece, False, None, False))
                continue
            if side_of(board[target]) != side_of(piece):
                found.append(Single(square, target, piece, False, target, False))
            break
    return found


def pawn_moves(board: Board, square: Square, doubles: set[Square]) -> list[Single]:
    pawn, (x, y) = board[square], square
    forward, first_rank, last_rank = (1, 2, 8) if pawn == "P" else (-1, 7, 1)
    steps: list[tuple[Square, Square | None, bool]] = []  # target, victim, double step
    one, two = (x, y + forward), (x, y + 2 * forward)
    if on_board(one) and one not in board:
        steps.append((one, None, False))
        if y == first_rank and two not in board:
            steps.append((two, None, True))
    for target in [(x - 1, y + forward), (x + 1, y + forward)]:
        beside = (target[0], y)  # a pawn that passed over an empty target
        if target in board:
            if side_of(board[target]) != side_of(pawn):
                steps.append((target, target, False))
        elif beside in doubles and board.get(beside) == pawn.swapcase():
            steps.append((target, beside, False))
    found = []
    for target, victim, double in steps:
        promotes = target[1] == last_rank
        for letter in "QRBNK" if promotes else "P":
            becomes = letter if pawn == "P" else letter.lower()
            found.append(Single(square, target, becomes, promotes, victim, double))
    return found


class Reference(TwoSides):
    """One game of 12* Giveaway Chess.

    Options: `approach_rule` (default true), `distance`, `euclid` (default) or `king`; `draws=False` switches off the
    draws by repetition and without progress (for perft).

    In repetitions White's first turn, of one single move, is a position of its own.
    """

    def __init__(self, *, approach_rule: bool = True, distance: str = "euclid", draws: bool = True) -> None:
        if distance not in ("euclid", "king"):
            raise ValueError(f"no such distance: {distance}")
        self.approach_rule = approach_rule
        self.distance = distance
        self.draws = draws
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        self.set_position(setup or START)

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.seen = self.seen.copy()  # nothing else is changed in place
        return other

    # ---------------------------------------------------------------- positions

    def set_position(self, text: str) -> None:
        """Take up a position; without a last field the turn has two single moves."""
        rows, colour, *left = text.split()
        if colour not in "wb" or left not in ([], ["1"], ["2"]) or len(rows.split("/")) != 8:
            raise ValueError(f"bad position: {text!r}")
        board: Board = {}
        for y, row in zip(range(8, 0, -1), rows.split("/"), strict=True):
            signs = re.sub(r"\d", lambda run: "." * int(run[0]), row)
            if not re.fullmatch(r"[.pnbrqkPNBRQK]{8}", signs):
                raise ValueError(f"bad row {row!r}")
            board.update({(x, y): sign for x, sign in enumerate(signs, 1) if sign != "."})
        self.board = board
        self.side = "wb".index(colour)
        self.moves_left = int(left[0]) if left else 2
        self.doubles: set[Square] = set()
        self.quiet = 0  # turns since the last capture or pawn move
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.seen: Counter[tuple[str, frozenset[Square]]] = Counter()
        self._note_position()

    def position(self) -> str:
        rows = ["".join(self.board.get((x, y), ".") for x in range(1, 9)) for y in range(8, 0, -1)]
        text = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
        return f"{text} {'wb'[self.side]} {self.moves_left}"

    # ---------------------------------------------------------------- turns

    def _has_pieces(self, board: Board, side: int) -> bool:
        return any(side_of(piece) == side for piece in board.values())

    def _all_turns(self) -> dict[str, Turn]:
        turns = []
        for first in single_moves(self.board, self.side, self.doubles):
            middle = after(self.board, first)
            if self.moves_left == 1 or not self._has_pieces(middle, 1 - self.side):
                turns.append(Turn((first,), stuck=False))
                continue
            seconds = single_moves(middle, self.side, self.doubles)
            turns += [Turn((first, second), stuck=False) for second in seconds]
            if not seconds:
                turns.append(Turn((first,), stuck=True))
        return {" ".join(s.text for s in turn.singles): turn for turn in turns if self._approaches(turn)}

    def _approaches(self, turn: Turn) -> bool:
        """The approach rule: without a capture some piece must end nearer to some enemy than it began."""
        if not self.approach_rule or any(single.victim is not None for single in turn.singles):
            return True
        began: dict[Square, Square] = {}  # where the moved pieces stand, and stood at the start of the turn
        for single in turn.singles:
            began[single.target] = began.pop(single.start, single.start)
        enemies = [square for square, piece in self.board.items() if side_of(piece) != self.side]
        return any(self._far(now, e) < self._far(before, e) for now, before in began.items() for e in enemies)

    def _far(self, one: Square, other: Square) -> int:
        dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
        return max(dx, dy) if self.distance == "king" else dx * dx + dy * dy

    def legal_turns(self) -> list[str]:
        return [] if self.is_over else list(self._turns)

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        text = " ".join(turn.lower().split())
        if text not in self._turns:
            raise ValueError(f"illegal turn: {turn!r}")
        singles, stuck = self._turns[text]
        mover, progress = self.side, False
        doubles: set[Square] = set()
        for single in singles:
            progress = progress or single.victim is not None or self.board[single.start] in "Pp"
            self.board = after(self.board, single)
            doubles.discard(single.start)
            if single.double:
                doubles.add(single.target)
        self.doubles = doubles
        self.quiet = 0 if progress else self.quiet + 1
        self.side, self.moves_left = 1 - mover, 2
        if stuck:
            self._end(mover, "no second single move")
        else:
            self._note_position()

    def _note_position(self) -> None:
        self._turns = self._all_turns()
        takes = frozenset(s.target for turn in self._turns.values() for s in turn.singles if s.en_passant)
        self.seen[self.position(), takes] += 1
        for side in (self.side, 1 - self.side):
            if not self._has_pieces(self.board, side):
                self._end(side, "no pieces left")
                return
        if not self._turns:
            self._end(self.side, "no legal turn")
        elif self.draws and self.seen[self.position(), takes] >= 3:
            self._end(None, "third occurrence of the position")
        elif self.draws and self.quiet >= 100:
            self._end(None, "100 turns without a capture or pawn move")

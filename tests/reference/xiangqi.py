"""Slow plain-Python reference of XiangQi (xiangqi).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion in tests.  A move is
legal if, once it is made, no enemy piece could capture the mover's general and the two generals do not face each other
along an open file.

A point is a pair (file, rank), both counted from 1 at Red's left.  The board is a dictionary from point to FEN letter,
upper case is Red.  Seat 0 is Red.  Turns are written `h3e3`, with ranks 1 to 10.  The position text is the FEN; its
half-move clock counts the plies since the last capture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy as shallow_copy

from .base import TwoSides

Point = tuple[int, int]
Board = dict[Point, str]

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def name(point: Point) -> str:
    return "abcdefghi"[point[0] - 1] + str(point[1])


def side_of(piece: str) -> int:
    return 0 if piece.isupper() else 1


def in_palace(point: Point, side: int) -> bool:
    return 4 <= point[0] <= 6 and (1 <= point[1] <= 3 if side == 0 else 8 <= point[1] <= 10)


def beyond_river(point: Point, side: int) -> bool:
    return point[1] >= 6 if side == 0 else point[1] <= 5


def walk(point: Point, step: tuple[int, int]) -> Iterator[Point]:
    """The points of the board in one direction, nearest first."""
    x, y = point[0] + step[0], point[1] + step[1]
    while 1 <= x <= 9 and 1 <= y <= 10:
        yield x, y
        x, y = x + step[0], y + step[1]


def reach(board: Board, point: Point) -> Iterator[Point]:
    """The points a piece could go to if own pieces on the target and the own general did not matter."""
    piece, (x, y) = board[point].upper(), point
    side = side_of(board[point])
    if piece == "K":
        yield from (p for dx, dy in ORTHOGONAL if in_palace(p := (x + dx, y + dy), side))
    elif piece == "A":
        yield from (p for dx, dy in DIAGONAL if in_palace(p := (x + dx, y + dy), side))
    elif piece == "B":
        for dx, dy in DIAGONAL:
            target = (x + 2 * dx, y + 2 * dy)
            if (x + dx, y + dy) not in board and not beyond_river(target, side):
                yield target
    elif piece == "N":
        for dx, dy in ORTHOGONAL:
            if (x + dx, y + dy) not in board:
                for ex, ey in DIAGONAL:
                    if dx * ex + dy * ey > 0:  # outward
                        yield x + dx + ex, y + dy + ey
    elif piece == "R":
        for step in ORTHOGONAL:
            for target in walk(point, step):
                yield target
                if target in board:
                    break
    elif piece == "C":
        for step in ORTHOGONAL:
            screens = 0
            for target in walk(point, step):
                if target not in board:
                    if screens == 0:
                        yield target
                    continue
                screens += 1
                if screens == 2:
                    yield target
                    break
    else:
        yield x, y + (1 if side == 0 else -1)
        if beyond_river(point, side):
            yield x - 1, y
            yield x + 1, y


def targets(board: Board, point: Point) -> list[Point]:
    """The points of the board a piece could go to if its own general did not matter."""
    side = side_of(board[point])
    inside = [p for p in reach(board, point) if 1 <= p[0] <= 9 and 1 <= p[1] <= 10]
    return [p for p in inside if p not in board or side_of(board[p]) != side]


def attacked(board: Board, side: int) -> bool:
    """Could the general of this side be captured, or does it face the other one?

    A general that is gone counts as attacked, so that its side has no legal move; this happens only from positions
    where it could be captured at once.
    """
    own = next((p for p, piece in board.items() if piece == "Kk"[side]), None)
    if own is None:
        return True
    in_front = next((board[p] for p in walk(own, (0, 1 if side == 0 else -1)) if p in board), "")
    return in_front == "kK"[side] or any(
        own in targets(board, p) for p, piece in board.items() if side_of(piece) != side
    )


def after(board: Board, start: Point, target: Point) -> Board:
    board = dict(board)
    board[target] = board.pop(start)
    return board


class Reference(TwoSides):
    """One game of XiangQi.

    Options: `perpetual`, `lose` (default) or `draw`; `no_capture_limit` in plies (default 120); `draws=False` switches
    off all ends but the lack of a legal move (for perft).
    """

    def __init__(self, *, perpetual: str = "lose", no_capture_limit: int = 120, draws: bool = True) -> None:
        if perpetual not in ("lose", "draw"):
            raise ValueError(f"no such rule: {perpetual}")
        self.perpetual = perpetual
        self.no_capture_limit = no_capture_limit
        self.draws = draws
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        self.set_position(setup or START)

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.history = list(self.history)  # nothing else is changed in place
        return other

    # ---------------------------------------------------------------- positions

    def set_position(self, fen: str) -> None:
        rows, colour, *rest = fen.split()
        if colour not in ("w", "r", "b") or len(rows.split("/")) != 10 or len(rest) not in (0, 2, 3, 4):
            raise ValueError(f"bad FEN: {fen!r}")
        board: Board = {}
        for y, row in zip(range(10, 0, -1), rows.split("/"), strict=True):
            signs = re.sub(r"\d", lambda run: "." * int(run[0]), row).translate(str.maketrans("HhEe", "NnBb"))
            if not re.fullmatch(r"[.rnbakcpRNBAKCP]{9}", signs):
                raise ValueError(f"bad row {row!r}")
            board.update({(x, y): sign for x, sign in enumerate(signs, 1) if sign != "."})
        if sorted(piece for piece in board.values() if piece in "Kk") != ["K", "k"]:
            raise ValueError("each side has one general")
        self.board = board
        self.side = 1 if colour == "b" else 0
        self.quiet = int(rest[2]) if len(rest) > 2 else 0  # plies since the last capture
        self.round = int(rest[3]) if len(rest) > 3 else 1
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.history: list[tuple[str, bool]] = []  # every position, and whether its side to move is attacked
        self._note_position()

    def position(self) -> str:
        return f"{self._placement()} - - {self.quiet} {self.round}"

    def _placement(self) -> str:
        rows = ["".join(self.board.get((x, y), ".") for x in range(1, 10)) for y in range(10, 0, -1)]
        return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows)) + " " + "wb"[self.side]

    # ---------------------------------------------------------------- moves

    def _all_moves(self) -> dict[str, tuple[Point, Point]]:
        moves = {}
        for start, piece in sorted(self.board.items()):
            if side_of(piece) == self.side:
                for target in targets(self.board, start):
                    if not attacked(after(self.board, start, target), self.side):
                        moves[name(start) + name(target)] = (start, target)
        return moves

    def legal_turns(self) -> list[str]:
        return [] if self.is_over else list(self._moves)

    # ---------------------------------------------------------------- playing

    def _play(self, turn: str) -> None:
        text = turn.strip().lower()
        if text not in self._moves:
            raise ValueError(f"illegal turn: {turn!r}")
        start, target = self._moves[text]
        self.quiet = 0 if target in self.board else self.quiet + 1
        self.round += self.side
        self.board = after(self.board, start, target)
        self.side = 1 - self.side
        self._note_position()

    def _note_position(self) -> None:
        self._moves = self._all_moves()
        check = attacked(self.board, self.side)
        self.history.append((self._placement(), check))
        if not self._moves:
            self._end(1 - self.side, "checkmate" if check else "stalemate")
            return
        if not self.draws:
            return
        times = [i for i, (placement, _) in enumerate(self.history) if placement == self._placement()]
        if len(times) >= 3:
            cycle = self.history[times[-2] + 1 :]  # the positions after each move since the last occurrence
            checkers = self._checkers([attack for _, attack in cycle])
            if self.perpetual == "lose" and len(checkers) == 1:
                self._end(1 - checkers[0], "perpetual check")
            else:
                self._end(None, "third occurrence of the position")
        elif self.quiet >= self.no_capture_limit:
            self._end(None, f"{self.no_capture_limit} plies without a capture")
        elif all(piece.upper() in "KAB" for piece in self.board.values()):
            self._end(None, "no piece left that could attack")

    def _checkers(self, attacks: list[bool]) -> list[int]:
        """The sides whose every move of a cycle attacked; its last move was made by the side not to move now."""
        last, before = attacks[::-1][0::2], attacks[::-1][1::2]
        sides = [1 - self.side] if all(last) else []
        return sides + ([self.side] if all(before) else [])

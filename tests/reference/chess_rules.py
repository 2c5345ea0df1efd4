"""What the slow references of chess, crazyhouse, Seirawan chess and Grand Chess share.

Written from the rule texts alone.  The board is a dictionary from square to piece.  One function says which piece sees
which square; moves and attacks both come from it.  A move is legal if, once it is made on a copy, the own king is not
attacked.  Nothing is kept from one position to the next.

Squares are pairs (file, rank) counted from 0.  A piece is its FEN letter, upper case for White; a promoted piece of
crazyhouse carries `~` behind it.  Sides are numbers and seats: 0 is White, 1 is Black, whoever moves first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

Square = tuple[int, int]
Board = dict[Square, str]

ORTHOGONAL = {(0, 1), (0, -1), (1, 0), (-1, 0)}
DIAGONAL = {(1, 1), (1, -1), (-1, 1), (-1, -1)}
KNIGHT = {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}
SLIDES = {"Q": ORTHOGONAL | DIAGONAL, "R": ORTHOGONAL, "B": DIAGONAL}
SLIDES |= {"E": ORTHOGONAL, "H": DIAGONAL, "M": ORTHOGONAL, "C": DIAGONAL}
LEAPS = {"K": ORTHOGONAL | DIAGONAL} | dict.fromkeys("NEHMC", KNIGHT)


def name(square: Square) -> str:
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def owner(piece: str) -> int:
    return 0 if piece.isupper() else 1


def kind_of(piece: str) -> str:
    return piece[0].upper()


def coloured(kind: str, side: int) -> str:
    return kind if side == 0 else kind.lower()


def forward(side: int) -> int:
    return 1 if side == 0 else -1


def line(start: Square, end: Square) -> list[Square]:
    """The squares from one to the other on a straight line, both included."""
    x, y = end[0] - start[0], end[1] - start[1]
    steps = max(abs(x), abs(y))
    return [(start[0] + i * x // steps, start[1] + i * y // steps) for i in range(steps + 1)] if steps else [start]


def sees(board: Board, source: Square, target: Square) -> bool:
    """Does the piece on `source` attack `target`, whatever stands there?"""
    kind, x, y = kind_of(board[source]), target[0] - source[0], target[1] - source[1]
    if kind == "P":
        return abs(x) == 1 and y == forward(owner(board[source]))
    if (x, y) in LEAPS.get(kind, ()):
        return True
    if kind not in SLIDES or (x and y and abs(x) != abs(y)) or x == y == 0:
        return False
    step = ((x > 0) - (x < 0), (y > 0) - (y < 0))
    return step in SLIDES[kind] and not any(square in board for square in line(source, target)[1:-1])


def attacked(board: Board, target: Square, by: int) -> bool:
    return any(owner(piece) == by and sees(board, source, target) for source, piece in board.items())


def king_square(board: Board, side: int) -> Square:
    (square,) = [square for square, piece in board.items() if piece == coloured("K", side)]
    return square


def in_check(board: Board, side: int) -> bool:
    """Is the own king attacked?  (A set position may let the first move take a king; then there is none.)"""
    return coloured("K", side) in board.values() and attacked(board, king_square(board, side), 1 - side)


@dataclass(frozen=True)
class Move:
    """A move or a drop (`source` is None).  Castling names the king's squares and, in `rook`, the rook's."""

    kind: str
    source: Square | None
    target: Square
    promotion: str = ""
    rook: Square | None = None
    gate: str = ""
    gate_at: Square | None = None


@dataclass
class Position:
    """All that a FEN says."""

    board: Board
    side: int
    rooks: set[Square] = field(default_factory=set)  # the rooks that may still castle
    gates: set[Square] = field(default_factory=set)  # squares with a gating right (Seirawan chess)
    ep: Square | None = None  # the square passed over by a double step just made
    hands: list[str] = field(default_factory=lambda: ["", ""])  # pieces off the board, upper case, by side
    clock: int = 0
    number: int = 1


class ChessRules:
    """The rules as functions of a position.  A subclass says what differs."""

    files = ranks = 8
    kinds = "KQRBNP"
    hand_kinds: str | None = None  # what may be in hand, in the order of writing; None: there are no hands
    pawn_rank = 1  # where pawns stand at the start, seen from their side
    promoted_mark = ""
    chess960 = False

    # ---------------------------------------------------------------- text of a position

    def parse_fen(self, fen: str) -> Position:
        fields = fen.split()
        fields += ["0", "1"][len(fields) - 4 :]
        match = re.fullmatch(r"([^\[]*)(?:\[(.*)\])?", fields[0])
        if len(fields) != 6 or fields[1] not in ("w", "b") or match is None:
            raise ValueError(f"bad FEN: {fen!r}")
        rows, hand = match[1], match[2] or ""
        if self.hand_kinds is not None and match[2] is None and rows.count("/") == self.ranks:
            rows, hand = rows.rsplit("/", 1)
        position = Position(self._parse_rows(rows), "wb".index(fields[1]), clock=int(fields[4]), number=int(fields[5]))
        if any(letter.upper() not in (self.hand_kinds or "") for letter in hand):
            raise ValueError(f"bad hand: {fen!r}")
        position.hands = ["".join(c.upper() for c in hand if owner(c) == side) for side in (0, 1)]
        if fields[2] != "-":
            self.parse_rights(fields[2], position)
        if fields[3] != "-":
            position.ep = "abcdefghij".index(fields[3][0]), int(fields[3][1:]) - 1
            pawn = position.ep[0], position.ep[1] - forward(position.side)
            rank = self.rank(1 - position.side, self.pawn_rank + 1)
            stands = position.board.get(pawn) == coloured("P", 1 - position.side)
            if position.ep[1] != rank or not stands or position.ep in position.board:
                raise ValueError(f"no double step: {fen!r}")
        return position

    def _parse_rows(self, text: str) -> Board:
        rows = [re.findall(r"\d+|[A-Za-z]~?|.", row) for row in text.split("/")]
        board: Board = {}
        for rank, row in enumerate(reversed(rows)):
            at = 0
            for item in row:
                if item.isdigit():
                    at += int(item)
                    continue
                if kind_of(item) not in self.kinds or item[1:] not in ("", self.promoted_mark):
                    raise ValueError(f"bad piece {item!r}")
                board[at, rank] = item
                at += 1
            if at != self.files:
                raise ValueError(f"bad row in {text!r}")
        kings = sorted(piece for piece in board.values() if kind_of(piece) == "K")
        pawns = [self.rank(owner(p), rank) for (_, rank), p in board.items() if kind_of(p) == "P"]
        if len(rows) != self.ranks or kings != ["K", "k"] or not set(pawns) <= set(range(1, self.ranks - 1)):
            raise ValueError(f"bad board: {text!r}")
        return board

    def parse_rights(self, text: str, position: Position) -> None:
        """Castling rights: K and Q (k and q) for the outermost rook of a side, or the letter of the rook's file."""
        for letter in text:
            side, rank = owner(letter), self.rank(owner(letter), 0)
            king, rook = king_square(position.board, side), coloured("R", side)
            rooks = [file for file in range(self.files) if position.board.get((file, rank)) == rook]
            if letter in "KkQq":
                rooks = [file for file in rooks if (file > king[0]) == (letter in "Kk")]
                rooks = rooks[-1:] if letter in "Kk" else rooks[:1]
            else:
                rooks = [file for file in rooks if name((file, 0))[0] == letter.lower()]
            usual = king[0] == 4 and rooks[:1] in ([0], [7])
            if not rooks or king[1] != rank or not (usual or self.chess960):
                raise ValueError(f"no king and rook for the right {letter}")
            position.rooks.add((rooks[0], rank))
        for side in (0, 1):
            sides = [rook > king_square(position.board, side) for rook in self.castling_rooks(position, side)]
            if len(sides) != len(set(sides)):
                raise ValueError(f"two rooks on one side of the king: {text!r}")

    def rights(self, position: Position) -> str:
        """The castling field of the FEN."""
        text = ""
        for side in (0, 1):
            king = king_square(position.board, side)
            for rook in reversed(self.castling_rooks(position, side)):
                text += coloured("K" if rook > king else "Q", side)
        return text or "-"

    def write_fen(self, position: Position) -> str:
        rows = []
        for rank in reversed(range(self.ranks)):
            row = "".join(position.board.get((file, rank), ".") for file in range(self.files))
            rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), row))
        board = "/".join(rows)
        if self.hand_kinds is not None:
            hands = [sorted(position.hands[side], key=self.hand_kinds.index) for side in (0, 1)]
            board += f"[{''.join(hands[0])}{''.join(hands[1]).lower()}]"
        ep = name(position.ep) if position.ep else "-"
        return f"{board} {'wb'[position.side]} {self.rights(position)} {ep} {position.clock} {position.number}"

    # ---------------------------------------------------------------- moves

    def rank(self, side: int, rank: int) -> int:
        """A rank counted from 0 at the own side, as a rank of the board, or the other way round."""
        return rank if side == 0 else self.ranks - 1 - rank

    def castling_rooks(self, position: Position, side: int) -> list[Square]:
        return sorted(rook for rook in position.rooks if owner(position.board[rook]) == side)

    def legal_moves(self, position: Position) -> list[Move]:
        moves = [*self.piece_moves(position), *self.castlings(position)]
        return [move for move in moves if self.is_safe(position, move)]

    def is_safe(self, position: Position, move: Move) -> bool:
        """Is the own king not attacked after the move?"""
        return not in_check(self.after(position, move).board, position.side)

    def piece_moves(self, position: Position) -> Iterator[Move]:
        """All moves but castling, whatever becomes of the own king."""
        board, side = position.board, position.side
        for source, piece in board.items():
            if owner(piece) != side:
                continue
            if kind_of(piece) == "P":
                for target in self.pawn_targets(position, source):
                    for promotion in self.promotions(position, self.rank(side, target[1])):
                        yield Move("P", source, target, promotion)
                continue
            for target in ((file, rank) for file in range(self.files) for rank in range(self.ranks)):
                if sees(board, source, target) and not (target in board and owner(board[target]) == side):
                    yield Move(kind_of(piece), source, target)

    def pawn_targets(self, position: Position, source: Square) -> Iterator[Square]:
        board, side, (file, rank) = position.board, position.side, source
        once, twice = (file, rank + forward(side)), (file, rank + 2 * forward(side))
        if once not in board:
            yield once
            if self.rank(side, rank) == self.pawn_rank and twice not in board:
                yield twice
        for target in ((file - 1, once[1]), (file + 1, once[1])):
            if target == position.ep or (target in board and owner(board[target]) != side):
                yield target

    def promotions(self, position: Position, rank: int) -> list[str]:
        """What a pawn that reaches this rank, seen from its side, may become; "" is to stay a pawn."""
        return list("QRBN") if rank == self.ranks - 1 else [""]

    def castlings(self, position: Position) -> Iterator[Move]:
        board, side = position.board, position.side
        for rook in self.castling_rooks(position, side):
            king = king_square(board, side)
            target, rook_target = self.castled(king, rook)
            way = line(king, target)
            if any(square in board for square in {*way, *line(rook, rook_target)} - {king, rook}):
                continue
            if not any(attacked(board, square, 1 - side) for square in way):
                yield Move("K", king, target, rook=rook)

    def castled(self, king: Square, rook: Square) -> tuple[Square, Square]:
        """Where king and rook stand after castling."""
        return ((6, king[1]), (5, king[1])) if rook > king else ((2, king[1]), (3, king[1]))

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move (the old one stays)."""
        new = replace(position, board=dict(position.board), hands=list(position.hands), ep=None)
        board, side = new.board, position.side
        taken = None
        if move.source is None:
            board[move.target] = coloured(move.kind, side)
            new.hands[side] = new.hands[side].replace(move.kind, "", 1)
        elif move.rook:
            del board[move.source], board[move.rook]
            for square, kind in zip(self.castled(move.source, move.rook), "KR", strict=True):
                board[square] = coloured(kind, side)
        else:
            piece = board.pop(move.source)
            passing = move.kind == "P" and move.target[0] != move.source[0] and move.target not in board
            taken = board.pop((move.target[0], move.source[1]) if passing else move.target, None)
            board[move.target] = coloured(move.promotion, side) + self.promoted_mark if move.promotion else piece
            if move.kind == "P" and abs(move.target[1] - move.source[1]) == 2:
                new.ep = line(move.source, move.target)[1]
        if move.gate and move.gate_at:
            board[move.gate_at] = coloured(move.gate, side)
            new.hands[side] = new.hands[side].replace(move.gate, "", 1)
        touched = {move.source, move.target, move.rook}
        new.gates = position.gates - touched
        new.rooks = position.rooks - touched
        if move.kind == "K":
            new.rooks -= set(self.castling_rooks(position, side))
        if taken:
            self.take(new, taken)
        new.clock = 0 if taken or move.kind == "P" else new.clock + 1
        new.number += side
        new.side = 1 - side
        return new

    def take(self, position: Position, piece: str) -> None:
        """What becomes of a piece that the side to move has just taken."""

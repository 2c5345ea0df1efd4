"""Slow plain-Python reference of the Shogi family (shogi).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion in tests.  A move is
legal if, once it is made, no enemy piece could capture the mover's king, lion or phoenix.

A cell is a pair (file, rank): files from 1 at sente's right, ranks from 1 at gote's edge.  The board is a dictionary
from cell to SFEN piece (`P`, `+P`), upper case is sente.  Seat 0 is sente.  The position text is the SFEN.

Turns are written as Little Golem does, `P7g-7f`, `B8h-3c+`, `N3e`; where the number of ranks is even its files count
from 2 and its ranks from the backquote.  `play` also takes USI (`7g7f`, `8h3c+`, `N*3e`, true coordinates) and old
texts with the rank before the file.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import copy as shallow_copy
from typing import NamedTuple

from .base import TwoSides

Cell = tuple[int, int]
Board = dict[Cell, str]
Hands = tuple[Counter[str], Counter[str]]  # by seat; letters in upper case

FAR = 9
# (left, forward, steps) from the owner's side; a jump is one step to a far cell
Step = tuple[int, int, int]
F, B, LEFT, RIGHT = (0, 1), (0, -1), (1, 0), (-1, 0)
FL, FR, BL, BR = (1, 1), (-1, 1), (1, -1), (-1, -1)


def steps(*directions: tuple[int, int], most: int = 1) -> list[Step]:
    return [(left, forward, most) for left, forward in directions]


STRAIGHT, SLANTED = (F, B, LEFT, RIGHT), (FL, FR, BL, BR)
GOLD = steps(F, B, LEFT, RIGHT, FL, FR)
COMMON = {"K": steps(*STRAIGHT, *SLANTED), "P": steps(F), "+P": GOLD}
JAPANESE = {
    **COMMON,
    "R": steps(*STRAIGHT, most=FAR),
    "+R": steps(*STRAIGHT, most=FAR) + steps(*SLANTED),
    "B": steps(*SLANTED, most=FAR),
    "+B": steps(*SLANTED, most=FAR) + steps(*STRAIGHT),
    "G": GOLD,
    "S": steps(F, FL, FR, BL, BR),
    "N": steps((1, 2), (-1, 2)),
    "L": steps(F, most=FAR),
    **dict.fromkeys(("+S", "+N", "+L"), GOLD),
}
ANIMALS = {**COMMON, "R": steps(*STRAIGHT), "B": steps(*SLANTED)}
BIRDS = {
    "K": COMMON["K"],  # phoenix
    "F": steps(F, LEFT, RIGHT, *SLANTED),
    "+F": steps(LEFT, RIGHT, F) + steps(FL, FR, B, most=FAR) + steps(BL, BR, most=2),
    "C": steps(F, B, FL, FR, BL, BR),
    "P": steps((0, 2), BL, BR),  # pheasant
    "L": steps(F, BR, most=FAR) + steps(BL),
    "R": steps(F, BL, most=FAR) + steps(BR),
    "S": steps(F),  # swallow
    "+S": steps((2, 2), (-2, 2), (0, -2)),
}


class Rules(NamedTuple):
    start: str
    zone: int  # ranks where pieces promote
    pieces: dict[str, list[Step]]
    pawn: str = "P"
    pawns_a_file: int = 1
    pawn_mates: bool = False  # may a dropped pawn give mate?
    camp: bool = False  # does a king win on the last rank?
    hand: str = "RBGSNLP"  # order in the SFEN
    symbols: dict[str, str] | None = None  # Little Golem's, where they are not the letters


VARIANTS = {
    "shogi": Rules("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 3, JAPANESE),
    "minishogi": Rules("rbsgk/4p/5/P4/KGSBR b - 1", 1, JAPANESE),
    "shogi56": Rules("sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1", 2, JAPANESE),
    "shogi56plus": Rules("sgkgs/5/1ppp1/1PPP1/5/SGKGS b LNln 1", 2, JAPANESE),
    "shogi34": Rules(
        "rkb/1p1/1P1/BKR b - 1", 1, ANIMALS, pawns_a_file=9, pawn_mates=True, camp=True, symbols={"R": "r", "B": "b"}
    ),
    "torishogi": Rules(
        "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1",
        2,
        BIRDS,
        pawn="S",
        pawns_a_file=2,
        hand="FPCLRS",
        symbols={"F": "Fa", "C": "Cr", "P": "Pt", "L": "Ql", "R": "Qr", "S": "Sw"},
    ),
}


class Move(NamedTuple):
    letter: str  # upper case, unpromoted
    start: Cell | None  # None: a drop
    target: Cell
    promotes: bool


def side_of(piece: str) -> int:
    return 0 if piece[-1].isupper() else 1


def of_side(letter: str, side: int) -> str:
    return letter if side == 0 else letter.lower()


class Reference(TwoSides):
    """One game of the family.

    Options: `variant`, one of `shogi` (default), `minishogi`, `shogi56`, `shogi56plus`, `shogi34`, `torishogi`;
    `max_turns` (default 1000), a draw; `draws=False` switches off repetition and that limit (for perft).
    """

    def __init__(self, *, variant: str = "shogi", max_turns: int = 1000, draws: bool = True) -> None:
        self.rules = VARIANTS[variant]
        self.variant = variant
        self.max_turns = max_turns
        self.draws = draws
        rows = self.rules.start.split()[0].split("/")
        self.ranks = len(rows)
        self.files = len(self._signs(rows[0]))
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        self.set_position(setup or self.rules.start)

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.seen = self.seen.copy()  # nothing else is changed in place
        return other

    # ---------------------------------------------------------------- positions

    def _signs(self, row: str) -> list[str]:
        """The cells of an SFEN row, from the highest file; empty ones are empty texts."""
        signs = []
        for sign in re.findall(r"\d+|\+?[A-Za-z]", row):
            signs += [""] * int(sign) if sign.isdigit() else [sign]
        return signs

    def set_position(self, sfen: str) -> None:
        rows, colour, hands, *number = sfen.split()
        board: Board = {}
        for rank, row in enumerate(rows.split("/"), 1):
            signs = self._signs(row)
            if len(signs) != self.files or any(s and s.upper() not in self.rules.pieces for s in signs):
                raise ValueError(f"bad row {row!r}")
            board.update({(self.files - i, rank): sign for i, sign in enumerate(signs) if sign})
        kings = sorted(piece for piece in board.values() if piece in "Kk")
        if rank != self.ranks or colour not in ("b", "w") or kings != ["K", "k"]:
            raise ValueError(f"bad SFEN: {sfen!r}")
        held: Hands = (Counter(), Counter())
        for count, letter in re.findall(r"(\d*)([A-Za-z])", hands):
            if letter.upper() not in self.rules.hand:
                raise ValueError(f"{letter!r} cannot be in hand")
            held[side_of(letter)][letter.upper()] += int(count or 1)
        self.board, self.hands = board, held
        self.side = "bw".index(colour)
        self.turns = int(number[0]) - 1 if number else 0
        self.winner: int | None = None
        self.end_reason: str | None = None
        self.seen: Counter[str] = Counter()
        self._note_position()

    def position(self) -> str:
        return f"{self._placement()} {self.turns + 1}"

    def _placement(self) -> str:
        rows = []
        for rank in range(1, self.ranks + 1):
            row = "".join(self.board.get((file, rank), ".") for file in range(self.files, 0, -1))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
        hands = ""
        for seat, hand in enumerate(self.hands):
            for letter in self.rules.hand:
                count = str(hand[letter]) if hand[letter] > 1 else ""
                hands += count + of_side(letter, seat) if hand[letter] else ""
        return f"{'/'.join(rows)} {'bw'[self.side]} {hands or '-'}"

    # ---------------------------------------------------------------- texts

    def _lg(self, move: Move) -> str:
        shift = 1 if self.ranks % 2 == 0 else 0
        symbol = (self.rules.symbols or {}).get(move.letter, move.letter)
        cells = [f"{c[0] + shift}{chr(ord('a') + c[1] - 1 - shift)}" for c in (move.start, move.target) if c]
        return symbol + "-".join(cells) + ("+" if move.promotes else "")

    def _usi(self, move: Move) -> str:
        start, target = (f"{c[0]}{chr(ord('a') + c[1] - 1)}" if c else f"{move.letter}*" for c in move[1:3])
        return start + target + ("+" if move.promotes else "")

    def legal_turns(self) -> list[str]:
        return [] if self.is_over else [self._lg(move) for move in self._moves]

    def legal_coordinates(self) -> list[str]:
        return [] if self.is_over else [self._usi(move) for move in self._moves]

    # ---------------------------------------------------------------- moves

    def _last_ranks(self, cell: Cell, side: int, count: int) -> bool:
        """Is the cell on the last so many ranks seen by this side?"""
        return cell[1] <= count if side == 0 else cell[1] > self.ranks - count

    def _stuck_there(self, letter: str, cell: Cell, side: int) -> bool:
        """Could the unpromoted piece never move again from the cell?"""
        if letter == "N":
            return self._last_ranks(cell, side, 2)
        never_back = letter == self.rules.pawn or (letter == "L" and self.rules.pieces is JAPANESE)
        return never_back and self._last_ranks(cell, side, 1)

    def _targets(self, board: Board, cell: Cell) -> list[Cell]:
        piece, found = board[cell], []
        sign = 1 if side_of(piece) == 0 else -1  # sente's left has higher files, its front lower ranks
        for left, forward, most in self.rules.pieces[piece.upper()]:
            for n in range(1, most + 1):
                target = (cell[0] + sign * left * n, cell[1] - sign * forward * n)
                if not (1 <= target[0] <= self.files and 1 <= target[1] <= self.ranks):
                    break
                if target not in board or side_of(board[target]) != side_of(piece):
                    found.append(target)
                if target in board:
                    break
        return found

    def _attacked(self, board: Board, side: int) -> bool:
        """Could the king of this side be captured?  A king that is gone (from an unreal set-up) counts as attacked."""
        king = next((cell for cell, piece in board.items() if piece == of_side("K", side)), None)
        enemies = [cell for cell, piece in board.items() if side_of(piece) != side]
        return king is None or any(king in self._targets(board, cell) for cell in enemies)

    def _after(self, board: Board, side: int, move: Move) -> Board:
        board = dict(board)
        piece = board.pop(move.start) if move.start else of_side(move.letter, side)
        board[move.target] = "+" + piece if move.promotes else piece
        return board

    def _legal(self, board: Board, hands: Hands, side: int, mate_rule: bool) -> list[Move]:
        """All legal moves; without `mate_rule` pawn drops may give mate."""
        moves = []
        for cell, piece in sorted(board.items()):
            if side_of(piece) != side:
                continue
            letter = piece[-1].upper()
            for target in self._targets(board, cell):
                in_zone = any(self._last_ranks(c, side, self.rules.zone) for c in (cell, target))
                if in_zone and "+" + piece.upper() in self.rules.pieces:
                    moves.append(Move(letter, cell, target, True))
                if "+" in piece or not self._stuck_there(letter, target, side):
                    moves.append(Move(letter, cell, target, False))
        empty = [(f, r) for f in range(1, self.files + 1) for r in range(1, self.ranks + 1) if (f, r) not in board]
        for letter in filter(hands[side].get, self.rules.hand):
            moves += [Move(letter, None, cell, False) for cell in empty if self._may_drop(board, letter, cell, side)]
        moves = [move for move in moves if not self._attacked(self._after(board, side, move), side)]
        if mate_rule and not self.rules.pawn_mates:
            moves = [move for move in moves if not self._drops_mate(board, hands, side, move)]
        return moves

    def _may_drop(self, board: Board, letter: str, cell: Cell, side: int) -> bool:
        if self._stuck_there(letter, cell, side):
            return False
        on_file = [c for c, piece in board.items() if piece == of_side(letter, side) and c[0] == cell[0]]
        return letter != self.rules.pawn or len(on_file) < self.rules.pawns_a_file

    def _drops_mate(self, board: Board, hands: Hands, side: int, move: Move) -> bool:
        if move.start is not None or move.letter != self.rules.pawn:
            return False
        board = self._after(board, side, move)
        return self._attacked(board, 1 - side) and not self._legal(board, hands, 1 - side, mate_rule=False)

    # ---------------------------------------------------------------- playing

    def _find(self, turn: str) -> Move:
        text = turn.strip().lower()
        lg = re.sub("([a-z`])([0-9])(?=-|[+]?$)", r"\2\1", text)  # rank before file
        for move in self._moves:
            if text == self._usi(move).lower() or self._lg(move).lower() in (text, lg):
                return move
        raise ValueError(f"illegal turn: {turn!r}")

    def _play(self, turn: str) -> None:
        move = self._find(turn)
        mover = self.side
        hands = (self.hands[0].copy(), self.hands[1].copy())
        if move.start is None:
            hands[mover][move.letter] -= 1
        elif move.target in self.board:
            hands[mover][self.board[move.target][-1].upper()] += 1
        self.board, self.hands = self._after(self.board, mover, move), hands
        self.side = 1 - mover
        self.turns += 1
        if self.rules.camp and move.letter == "K" and self._last_ranks(move.target, mover, 1):
            self._end(mover, "the lion reached the last rank")
        else:
            self._note_position()

    def _note_position(self) -> None:
        self._moves = self._legal(self.board, self.hands, self.side, mate_rule=True)
        self.seen[self._placement()] += 1
        if not self._moves:
            check = self._attacked(self.board, self.side)
            self._end(1 - self.side, "checkmate" if check else "stalemate")
        elif self.draws and self.seen[self._placement()] >= 4:
            self._end(None, "fourth occurrence of the position")
        elif self.draws and self.turns >= self.max_turns:
            self._end(None, f"{self.max_turns} turns played")

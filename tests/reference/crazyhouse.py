"""Slow plain-Python reference of crazyhouse, from the rule text alone; see `chess_family`."""

from __future__ import annotations

from .chess_family import ChessFamily
from .chess_rules import Move, Position, kind_of


class Reference(ChessFamily):
    """Taken pieces go to the hand of the captor, promoted ones as pawns, and may be dropped instead of a move."""

    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    hand_kinds = "QRBNP"
    promoted_mark = "~"

    def legal_moves(self, position: Position) -> list[Move]:
        return super().legal_moves(position) + self.drops(position)

    def drops(self, position: Position) -> list[Move]:
        empty = [(file, rank) for file in range(8) for rank in range(8) if (file, rank) not in position.board]
        drops = [
            Move(kind, None, square)
            for kind in sorted(set(position.hands[position.side]))
            for square in empty
            if kind != "P" or square[1] not in (0, 7)
        ]
        return [drop for drop in drops if self.is_safe(position, drop)]

    def take(self, position: Position, piece: str) -> None:
        position.hands[position.side] += "P" if self.promoted_mark in piece else kind_of(piece)

    def is_dead(self, position: Position) -> bool:
        """Only two bare kings with nothing in hand."""
        return len(position.board) == 2 and position.hands == ["", ""]

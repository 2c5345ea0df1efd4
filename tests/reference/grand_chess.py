"""Slow plain-Python reference of Grand Chess (grand_chess), from the rule text alone; see `chess_family`."""

from __future__ import annotations

from .chess_family import ChessFamily
from .chess_rules import Position, coloured

AT_THE_START = {"Q": 1, "M": 1, "C": 1, "R": 2, "B": 2, "N": 2}


class Reference(ChessFamily):
    """Chess on 10 x 10 squares with marshall (M) and cardinal (C); a pawn becomes a piece its side has lost."""

    files = ranks = 10
    start = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1"
    kinds = "KQMCRBNP"
    pawn_rank = 2

    def parse_rights(self, text: str, position: Position) -> None:
        raise ValueError("there is no castling")

    def promotions(self, position: Position, rank: int) -> list[str]:
        """Allowed on the last three ranks and compulsory on the last; nothing there if no piece is to be had."""
        if rank < 7:
            return [""]
        mine = [coloured(kind, position.side) for kind in AT_THE_START]
        on_board = {piece.upper(): list(position.board.values()).count(piece) for piece in mine}
        lost = [kind for kind, number in AT_THE_START.items() if on_board[kind] < number]
        return lost if rank == 9 else ["", *lost]

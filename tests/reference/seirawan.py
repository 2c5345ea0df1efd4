"""Slow plain-Python reference of Seirawan chess (seirawan), from the rule text alone; see `chess_family`."""

from __future__ import annotations

from dataclasses import replace

from .chess_family import ChessFamily
from .chess_rules import Move, Position, Square, coloured, king_square, name, owner


class Reference(ChessFamily):
    """Each side has a hawk and an elephant in reserve; they enter on squares that pieces leave for the first time.

    The square of every piece that has never moved carries a gating right, which is kept in the set `gates`.
    """

    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
    kinds = "KQRBNPHE"
    hand_kinds = "HE"

    def parse_rights(self, text: str, position: Position) -> None:
        """K and Q are the right to castle, and to gate on both squares; other letters are files of gating rights."""
        super().parse_rights("".join(letter for letter in text if letter in "KQkq"), position)
        for rook in position.rooks:
            position.gates |= {rook, king_square(position.board, owner(position.board[rook]))}
        for letter in text:
            if letter in "KQkq":
                continue
            side = owner(letter)
            square = "abcdefgh".index(letter.lower()), self.rank(side, 0)
            piece = position.board.get(square, "P")
            if piece in "Pp" or owner(piece) != side:
                raise ValueError(f"no piece for the gating right {letter}")
            position.gates.add(square)

    def rights(self, position: Position) -> str:
        """As in chess, then the files of all other gating rights; a side without a reserve has none to write."""
        text = ""
        for side in (0, 1):
            named = set()
            for rook in reversed(self.castling_rooks(position, side)):
                king = king_square(position.board, side)
                text += coloured("K" if rook > king else "Q", side)
                named |= {rook, king}
            for gate in sorted(self.live_gates(position, side) - named):
                text += coloured(name(gate)[0].upper(), side)
        return text or "-"

    def live_gates(self, position: Position, side: int) -> set[Square]:
        """The gating rights of a side, as long as it has a piece to gate."""
        return {gate for gate in position.gates if gate[1] == self.rank(side, 0) and position.hands[side]}

    def legal_moves(self, position: Position) -> list[Move]:
        """Every legal move of chess, alone and with each piece of the reserve on each square it opens for one."""
        moves = []
        for move in super().legal_moves(position):
            moves.append(move)
            for square in (move.source, move.rook):
                if square in position.gates:
                    for kind in position.hands[position.side]:
                        moves.append(replace(move, gate=kind, gate_at=square))
        return moves

    def promotions(self, position: Position, rank: int) -> list[str]:
        return list("QRBNHE") if rank == 7 else [""]

    def gate_text(self, move: Move) -> str:
        if not move.gate or move.gate_at is None:
            return ""
        return f"/{move.gate}{name(move.gate_at)}" if move.rook else f"/{move.gate}"

    def coordinates(self, move: Move) -> str:
        if move.rook and move.gate_at == move.rook and move.source:
            return f"{name(move.rook)}{name(move.source)}{move.gate.lower()}"
        return super().coordinates(move) + move.gate.lower()

    def identity(self, position: Position) -> object:
        gates = self.live_gates(position, 0) | self.live_gates(position, 1)
        return super().identity(position), frozenset(gates)

    def is_dead(self, position: Position) -> bool:
        """As in chess, where no reserve can enter any more."""
        return super().is_dead(position) and not any(self.live_gates(position, side) for side in (0, 1))

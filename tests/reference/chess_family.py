"""The game around the rules of chess and its kin: turns as text, repetition, ends and claims."""

from __future__ import annotations

import re
from copy import deepcopy

from .chess_rules import ChessRules, Move, Position, in_check, kind_of, name


class ChessFamily(ChessRules):
    """One game.  A subclass says what differs: attributes, and the methods it overrides.

    `draws` is "fide" (draws at five repetitions and 150 plies; claims at three and 100), "auto" (draws at three and
    100), or False: then neither repetition nor clock nor dead material end the game, as perft wants it.
    """

    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

    def __init__(self, *, draws: str | bool = "fide") -> None:
        if draws not in ("fide", "auto", False):
            raise ValueError(f"unknown draws: {draws!r}")
        self.draws = draws
        self.reset()

    # ---------------------------------------------------------------- set-up

    def reset(self, setup: str | None = None) -> None:
        """The start, or the position of a FEN."""
        self.set_position(self.start if setup is None else setup)

    def set_position(self, fen: str) -> None:
        self.position = self.parse_fen(fen)
        self.end_reason: str | None = None
        self.winner: int | None = None
        self.seen: dict[object, int] = {}
        self._look()

    def fen(self) -> str:
        return self.write_fen(self.position)

    def copy(self) -> ChessFamily:
        return deepcopy(self)

    # ---------------------------------------------------------------- notation

    def san(self, move: Move) -> str:
        after = self.after(self.position, move)
        check = in_check(after.board, after.side)
        sign = "" if not check else "+" if self.legal_moves(after) else "#"
        return self._san_without_sign(move) + self.gate_text(move) + sign

    def _san_without_sign(self, move: Move) -> str:
        board, target = self.position.board, name(move.target)
        if move.source is None:
            return f"{move.kind}@{target}"
        if move.rook:
            return "O-O" if move.rook > move.source else "O-O-O"
        file, rank = name(move.source)[0], name(move.source)[1:]
        if move.kind == "P":
            text = f"{file}x{target}" if move.source[0] != move.target[0] else target
            return f"{text}={move.promotion}" if move.promotion else text
        takes = "x" if move.target in board else ""
        same = [m.source for m in self._legal if (m.kind, m.target, m.rook) == (move.kind, move.target, None)]
        others = {source for source in same if source not in (None, move.source)}
        if not others:
            which = ""
        elif all(other[0] != move.source[0] for other in others if other):
            which = file
        elif all(other[1] != move.source[1] for other in others if other):
            which = rank
        else:
            which = file + rank
        return f"{move.kind}{which}{takes}{target}"

    def gate_text(self, move: Move) -> str:
        return ""

    def coordinates(self, move: Move) -> str:
        if move.source is None:
            return f"{move.kind}@{name(move.target)}"
        target = move.rook if move.rook and self.chess960 else move.target
        return f"{name(move.source)}{name(target)}{move.promotion.lower()}"

    # ---------------------------------------------------------------- playing

    def legal_turns(self) -> list[str]:
        return [] if self.is_over else [self.san(move) for move in self._legal]

    def legal_coordinates(self) -> list[str]:
        return [] if self.is_over else [self.coordinates(move) for move in self._legal]

    def play(self, turn: str) -> None:
        """Play a turn given as SAN (check signs may be missing) or in coordinates."""
        if self.is_over:
            raise ValueError("the game is over")
        wanted = re.sub("^@", "P@", turn.rstrip("+#"))
        wanted = wanted.replace("0-0", "O-O").replace("O-0", "O-O")
        for move in self._legal:
            san = self._san_without_sign(move) + self.gate_text(move)
            if wanted in (san, self.coordinates(move)):
                self.position = self.after(self.position, move)
                self._look()
                return
        raise ValueError(f"illegal turn: {turn!r}")

    def _look(self) -> None:
        """Find the legal moves of a new position, count it, and see whether the game is over."""
        position = self.position
        self._legal = self.legal_moves(position)
        key = self.identity(position)
        self.seen[key] = self.seen.get(key, 0) + 1
        self.times_seen = self.seen[key]
        if not self._legal and in_check(position.board, position.side):
            self.end_reason, self.winner = "checkmate", 1 - position.side
        elif not self._legal:
            self.end_reason = "stalemate"
        elif not self.draws:
            return
        elif self.is_dead(position):
            self.end_reason = "dead position"
        elif self.times_seen >= (5 if self.draws == "fide" else 3):
            self.end_reason = "fivefold repetition" if self.draws == "fide" else "threefold repetition"
        elif position.clock >= (150 if self.draws == "fide" else 100):
            self.end_reason = "75-move rule" if self.draws == "fide" else "50-move rule"

    def identity(self, position: Position) -> object:
        """What must be the same for a repetition; the ep square counts only if it can be taken now."""
        board, ep = position.board, position.ep
        takes = any(m.kind == "P" and m.target == ep and m.source and m.source[0] != ep[0] for m in self._legal if ep)
        hands = tuple("".join(sorted(hand)) for hand in position.hands)
        return frozenset(board.items()), position.side, frozenset(position.rooks), ep if takes else None, hands

    def is_dead(self, position: Position) -> bool:
        """Nothing but kings and one knight, or kings and bishops that all stand on one colour."""
        rest = [(kind_of(piece), sum(square) % 2) for square, piece in position.board.items()]
        rest = [(kind, colour) for kind, colour in rest if kind != "K"]
        one_knight = [kind for kind, _ in rest] == ["N"]
        return not rest or one_knight or (len(set(rest)) == 1 and rest[0][0] == "B")

    # ---------------------------------------------------------------- state

    @property
    def is_over(self) -> bool:
        return self.end_reason is not None

    @property
    def player(self) -> int | None:
        return None if self.is_over else self.position.side

    def can_claim_draw(self) -> bool:
        return self.draws == "fide" and not self.is_over and (self.times_seen >= 3 or self.position.clock >= 100)

    def claim_draw(self) -> None:
        if not self.can_claim_draw():
            raise ValueError("no draw to claim")
        self.end_reason = "draw claimed"

    def agree_draw(self) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        self.end_reason = "draw agreed"

    def resign(self, seat: int | None = None) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        self.end_reason, self.winner = "resignation", 1 - (self.position.side if seat is None else seat)

    def returns(self) -> list[float]:
        return [0.0 if self.winner is None else 1.0 if seat == self.winner else -1.0 for seat in (0, 1)]

    def scores(self) -> list[float] | None:
        return None

    def chance(self) -> list[float] | None:
        return None

"""Slow plain-Python reference of chess and Chess960 (chess), from the rule text alone; see `chess_family`."""

from __future__ import annotations

import random
from itertools import combinations

from .chess_family import ChessFamily
from .chess_rules import Position, coloured, name


def back_rank(number: int) -> str:
    """White's first rank of a Chess960 start, a to h."""
    rank = [""] * 8
    number, light = divmod(number, 4)
    rank[2 * light + 1] = "B"
    number, dark = divmod(number, 4)
    rank[2 * dark] = "B"
    number, queen = divmod(number, 6)
    rank[_empty(rank)[queen]] = "Q"
    empty = _empty(rank)
    for knight in list(combinations(range(5), 2))[number]:
        rank[empty[knight]] = "N"
    for file, piece in zip(_empty(rank), "RKR", strict=True):
        rank[file] = piece
    return "".join(rank)


def _empty(rank: list[str]) -> list[int]:
    return [file for file in range(8) if not rank[file]]


class Reference(ChessFamily):
    """Chess, or with `chess960=True` Chess960: castling is written king-takes-rook in coordinates, rights by files.

    The set-up is a FEN, or for Chess960 the number of the start, 0 to 959; without one Chess960 starts from the option
    `number`, or from a number drawn by the module `random`.
    """

    def __init__(self, *, chess960: bool = False, number: int | None = None, draws: str | bool = "fide") -> None:
        if number is not None and not (chess960 and 0 <= number < 960):
            raise ValueError(f"no such start: {number}")
        self.chess960 = chess960
        self.number = number
        super().__init__(draws=draws)

    def reset(self, setup: str | None = None) -> None:
        if self.chess960 and setup is None:
            setup = str(random.randrange(960) if self.number is None else self.number)
        if not self.chess960 or setup is None or not setup.isdigit():
            super().reset(setup)
            return
        if int(setup) >= 960:
            raise ValueError(f"no such start: {setup}")
        row = back_rank(int(setup))
        files = "".join("abcdefgh"[file] for file in reversed(range(8)) if row[file] == "R")
        super().reset(f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w {files.upper()}{files} - 0 1")

    def rights(self, position: Position) -> str:
        """For Chess960 as files (Shredder-FEN), otherwise as usual."""
        if not self.chess960:
            return super().rights(position)
        text = ""
        for side in (0, 1):
            for rook in reversed(self.castling_rooks(position, side)):
                text += coloured(name(rook)[0].upper(), side)
        return text or "-"

"""Chess and Chess960."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.games._chess import WesternChess
from gamecore.records.chess_family import ChessPgn

if TYPE_CHECKING:
    from gamecore.game import Option


class Chess(WesternChess):
    """8x8 squares; Chess960 begins with one of 960 back ranks."""

    title = "Chess"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"chess": {}, "chess960": {"chess960": True}}
    default = "chess"
    pgn = ChessPgn()

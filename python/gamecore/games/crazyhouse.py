"""Crazyhouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.games._chess import WesternChess
from gamecore.records.chess_family import CrazyhousePgn

if TYPE_CHECKING:
    from gamecore.game import Option


class Crazyhouse(WesternChess):
    """Captured pieces change sides and are dropped; a promoted piece is a pawn again in hand."""

    title = "Crazyhouse"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"crazyhouse": {}}
    default = "crazyhouse"
    pgn = CrazyhousePgn()
    in_hand = "QRBNP"

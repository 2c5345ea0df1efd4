"""Seirawan chess."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.games._chess import WesternChess
from gamecore.records.chess_family import SeirawanPgn

if TYPE_CHECKING:
    from gamecore.game import Option


class Seirawan(WesternChess):
    """A hawk and an elephant in reserve enter where a piece leaves its first square."""

    title = "Seirawan Chess"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"seirawan": {}}
    default = "seirawan"
    pgn = SeirawanPgn()
    in_hand = "HE"

"""Grand Chess."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.games._chess import WesternChess
from gamecore.records.chess_family import GrandPgn

if TYPE_CHECKING:
    from gamecore.game import Option


class GrandChess(WesternChess):
    """10x10 squares, with marshall and cardinal."""

    title = "Grand Chess"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"grand_chess": {}}
    default = "grand_chess"
    pgn = GrandPgn()
    board_size = 10

"""The PGN dialects of the chess family, each for the class of its game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gamecore.records.pgn import PgnDialect

if TYPE_CHECKING:
    from gamecore._core import TaggedGame
    from gamecore.game import Game


class ChessPgn(PgnDialect):
    """No tag, or Chess960, whose files state the start position."""

    variants = (
        ("", {}),
        ("Chess960", {"chess960": True}),
        *((name, {"chess960": True}) for name in ("Fischerandom", "Fischer Random", "Fischer Random Chess", "960")),
        *((name, {}) for name in ("Standard", "Chess", "Normal", "Classical", "From Position")),
    )

    def states_start(self, game: Game) -> bool:
        return bool(game.options["chess960"])


class CrazyhousePgn(PgnDialect):
    """Drops are written `N@f3`; sites differ whether the letter of a pawn is."""

    variants = (("Crazyhouse", {}), ("zh", {}))


class SeirawanPgn(PgnDialect):
    """Gates are written `Nc3/H`."""

    variants = (("Seirawan", {}), ("Seirawan Chess", {}), ("S-Chess", {}), ("Sharper Chess", {}))

    def states_start(self, game: Game) -> bool:
        return True


_READ = str.maketrans("CA", "MC")
_WRITE = str.maketrans("MC", "CA")


class GrandPgn(PgnDialect):
    """Other programs write C (chancellor) for the marshall and A (archbishop) for the cardinal, and so do we here.

    A file in which there is an M, and no A, is in the letters of the rules.
    """

    variants = (("Grand", {}), ("Grand Chess", {}))

    def states_start(self, game: Game) -> bool:
        return True

    def turns(self, tags: Mapping[str, str], source: TaggedGame) -> Callable[[str], str] | None:
        return None if self._has_own_letters(tags, source) else lambda move: move.translate(_READ)

    def position(self, tags: Mapping[str, str], source: TaggedGame) -> str | None:
        fen = super().position(tags, source)
        return fen if fen is None or self._has_own_letters(tags, source) else _placement(fen, _READ)

    def _has_own_letters(self, tags: Mapping[str, str], source: TaggedGame) -> bool:
        pieces = tags.get("FEN", "").partition(" ")[0].upper() + "".join(source.moves)
        return "M" in pieces and "A" not in pieces

    def move(self, turn: str) -> str:
        return turn.translate(_WRITE)

    def fen(self, position: str) -> str:
        return _placement(position, _WRITE)


def _placement(fen: str, letters: dict[int, int]) -> str:
    """A position with other letters for both sides' pieces; in moves only capital letters are pieces."""
    pieces, blank, rest = fen.partition(" ")
    return pieces.translate(letters).swapcase().translate(letters).swapcase() + blank + rest


_ICCS = re.compile(r"([A-Ia-i])([0-9])-?([A-Ia-i])([0-9])", re.ASCII)
_CELLS = re.compile(r"([a-i])(10|[1-9])([a-i])(10|[1-9])", re.ASCII)


class XiangqiPgn(PgnDialect):
    """`[Game "Chinese Chess"]` in the Formats ICCS (which we write), WXF and Chinese, and western algebraic files.

    Coordinates count ranks from 0 in ICCS and from 1 otherwise; all other texts are for the game to read.
    """

    variants = (("Xiangqi", {}), ("Chinese Chess", {}))
    sides = ("Red", "Black")

    def head(self, game: Game) -> dict[str, str]:
        return {"Game": "Chinese Chess", "Format": "ICCS"}

    def players(self, tags: Mapping[str, str]) -> list[str | None]:
        return [tags.get("Red", tags.get("White")), tags.get("Black")]

    def turns(self, tags: Mapping[str, str], source: TaggedGame) -> Callable[[str], str] | None:
        def is_iccs(move: str) -> bool:
            found = _ICCS.fullmatch(move)
            return found is not None and ("-" in move or "0" in (found[2], found[4]))

        stated = tags.get("Format", "").strip().upper()
        if stated == "ICCS" or (not stated and any(map(is_iccs, source.moves))):
            return _from_iccs
        return None

    def move(self, turn: str) -> str:
        found = _CELLS.fullmatch(turn)
        return f"{found[1]}{int(found[2]) - 1}-{found[3]}{int(found[4]) - 1}".upper() if found else turn


def _from_iccs(move: str) -> str:
    found = _ICCS.fullmatch(move)
    return f"{found[1]}{int(found[2]) + 1}{found[3]}{int(found[4]) + 1}".lower() if found else move

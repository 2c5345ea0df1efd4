"""PDN records: the draughts member of the PGN family.

A game that PDN serves says in a `PdnDialect` which GameType numbers are its own, who is White, and what its
moves look like. The first number of a result is always the first player's: in English draughts that is Black,
in files as in here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gamecore.errors import RecordError
from gamecore.records.find import Finder, dialect_of
from gamecore.records.movetext import RESULTS, STRUCTURE, read_games, record_of, write_game
from gamecore.records.record import Line, Record
from gamecore.records.scan import Scanner

if TYPE_CHECKING:
    from gamecore._core import TaggedGame
    from gamecore.game import Game, Option

_STRUCTURE = STRUCTURE | {"GameType", "White", "Black"}


class PdnDialect:
    """How the PDN files of one game look; the methods are there to override."""

    game_types: tuple[tuple[str, Mapping[str, Option]], ...] = ()
    """GameType numbers with the options they stand for."""
    moves: str = r"\d{1,2}(?:[-x:]\d{1,2})+"
    """What a move looks like (a regular expression for the whole of it)."""
    suffixes: tuple[str, ...] = ()

    def game_type(self, tags: Mapping[str, str], moves: Sequence[str]) -> str:
        """The GameType number of a file, guessed where the tag is missing."""
        return tags.get("GameType", "").split(",")[0].strip()

    def score(self, tags: Mapping[str, str], moves: Sequence[str]) -> int:
        """How well a file fits this game; 0: not at all."""
        fits = re.compile(self.moves).fullmatch
        if not all(fits(move) for move in moves if move != "resign"):
            return 0
        return int(self.game_type(tags, moves) in dict(self.game_types))

    def options(self, game_type: str, tags: Mapping[str, str]) -> Mapping[str, Option]:
        """The options of the game."""
        try:
            return dict(self.game_types)[game_type]
        except KeyError:
            known = ", ".join(number for number, _ in self.game_types)
            raise RecordError(f"GameType {game_type!r:.40} is not one of this game's: {known}") from None

    def head(self, game: Game) -> dict[str, str]:
        """The tags that `game_type` and `options` read back."""
        for number, options in self.game_types:
            if all(game.options.get(name) == value for name, value in options.items()):
                return {"GameType": number}
        raise RecordError(f"PDN has no GameType for {game.slug} with {game.options}")

    def sides(self, game: Game) -> tuple[str, str]:
        """The tags of the players' names, by seat."""
        return "White", "Black"

    def turn(self, move: str) -> str:
        """A move as the game writes turns."""
        return move.replace(":", "x")

    def move(self, turn: str) -> str:
        """The inverse of `turn`."""
        return turn


def read(scan: Scanner, finder: Finder[PdnDialect]) -> Iterator[Record]:
    """The games of a PDN stream."""

    def record(source: TaggedGame, number: int) -> Record:
        tags, moves = source.tags, source.moves
        cls, dialect = finder.choose(lambda dialect: dialect.score(tags, moves))
        game = finder.build(cls, dialect.options(dialect.game_type(tags, moves), tags))
        fits = re.compile(dialect.moves).fullmatch
        for index, move in enumerate(moves, 1):
            if move != "resign" and not fits(move):
                raise RecordError(f"move {index}: {move!r} is not a move of {game.slug}, such as 11-15 or 22x15")
        line = Line.of(source.line(), lambda move: dialect.turn(move) if fits(move) else move)
        players = [tags.get(side) for side in dialect.sides(game)]
        return record_of(source, number, game, tags, line, players, tags.get("FEN"), _STRUCTURE)

    return read_games(scan, list(RESULTS), record)


def write(record: Record) -> str:
    """A record as PDN in its game's dialect, checked by replay."""
    game = record.game
    dialect = dialect_of(type(game), "pdn")
    if not isinstance(dialect, PdnDialect):
        raise RecordError(f"{game.slug} has no PDN records; format='json' serves every game")
    fen = None if record.position is None and record.setup is None else record.start().position()
    return write_game(record, dialect.head(game), dialect.sides(game), dialect.move, _STRUCTURE, fen)

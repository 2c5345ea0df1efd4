"""PGN records: chess and what is written like chess.

The tags Variant and Game say which game it is, no such tag means chess. A game that PGN serves says in a
`PgnDialect` which of these names are its own:

    class CrazyhousePgn(PgnDialect):
        variants = (("Crazyhouse", {}),)

Reading costs little more than finding the moves: what they are in the file is what the game reads as turns (SAN
is), so they stay in the file's text until somebody asks, and a replay takes them from there. Options that no
name stands for are written in the tag Options.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from gamecore.errors import RecordError
from gamecore.records.find import Finder, dialect_of, options_from, options_text
from gamecore.records.movetext import STRUCTURE, UNKNOWN, read_games, record_of, write_game
from gamecore.records.record import Line, Record
from gamecore.records.scan import Scanner

if TYPE_CHECKING:
    from gamecore._core import TaggedGame
    from gamecore.game import Game, Option

IDENTITY = ("Variant", "Game", "Format", "Options")
"""The tags that decide which game it is."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "1/2", "½-½")
_STRUCTURE = STRUCTURE | {*IDENTITY, "White", "Black", "Red"}
_PLAIN = re.compile(r"[\W_]+")


class PgnDialect:
    """How the PGN files of one game look. Attributes suffice for most games, methods are there to override."""

    variants: tuple[tuple[str, Mapping[str, Option]], ...] = ()
    """Names in the tag Variant (or Game) with the options they stand for; "" where there is no such tag.

    Case and punctuation do not matter. Of several names with the same options the first one is written.
    """
    sides: tuple[str, str] = ("White", "Black")
    """The tags of the players' names, by seat."""
    suffixes: tuple[str, ...] = ()

    def name(self, tags: Mapping[str, str]) -> str:
        """What a file calls the game, in plain letters."""
        return _plain(tags.get("Variant") or tags.get("Game", ""))

    def score(self, tags: Mapping[str, str]) -> int:
        """How well a file fits this game; 0: not at all."""
        return int(any(self.name(tags) == _plain(name) for name, _ in self.variants))

    def options(self, tags: Mapping[str, str]) -> Mapping[str, Option]:
        """The options of the game that the tags of `IDENTITY` state."""
        for name, options in self.variants:
            if self.name(tags) == _plain(name):
                return options
        known = ", ".join(name for name, _ in self.variants if name)
        raise RecordError(f'[Variant "{tags.get("Variant", ""):.40}"] is not one of this game\'s: {known}')

    def head(self, game: Game) -> dict[str, str]:
        """The tags that `options` reads back."""
        fits = [
            (name, options)
            for name, options in self.variants
            if all(game.options.get(option) == value for option, value in options.items())
        ]
        if not fits:
            raise RecordError(f"PGN has no name for {game.slug} with {game.options}")
        name, _ = max(fits, key=lambda pair: len(pair[1]))
        return {"Variant": name} if name else {}

    def players(self, tags: Mapping[str, str]) -> list[str | None]:
        """The names of the players, by seat."""
        return [tags.get(side) for side in self.sides]

    def turns(self, tags: Mapping[str, str], source: TaggedGame) -> Callable[[str], str] | None:
        """How the moves of a file become turns; None where they are turns."""
        return None

    def move(self, turn: str) -> str:
        """A canonical turn as PGN writes it."""
        return turn

    def position(self, tags: Mapping[str, str], source: TaggedGame) -> str | None:
        """The position the game starts from, if the file says one."""
        return None if tags.get("SetUp") == "0" else tags.get("FEN")

    def fen(self, position: str) -> str:
        """A position as PGN writes it."""
        return position

    def states_start(self, game: Game) -> bool:
        """Whether files state the start position even where it is the usual one."""
        return False


def _plain(name: str) -> str:
    return _PLAIN.sub("", name).lower()


def read(scan: Scanner, finder: Finder[PgnDialect]) -> Iterator[Record]:
    """The games of a PGN stream."""

    @lru_cache(64)
    def game_of(*identity: str | None) -> tuple[Game, PgnDialect, str | None]:
        """The game, its dialect, and the usual start position."""
        tags = {name: text for name, text in zip(IDENTITY, identity, strict=True) if text is not None}
        cls, dialect = finder.choose(lambda dialect: dialect.score(tags))
        game = finder.given
        if game is None:
            game = finder.build(cls, {**dialect.options(tags), **options_from(tags.get("Options", ""))})
        return game, dialect, None if game.has_random_start else game.start().position()

    def record(source: TaggedGame, number: int) -> Record:
        tags = source.tags
        game, dialect, start = game_of(*map(tags.get, IDENTITY))
        turn = dialect.turns(tags, source)
        line = None if turn is None else Line.of(source.line(), turn)
        position = dialect.position(tags, source)
        position = None if position == start else position
        return record_of(source, number, game, tags, line, dialect.players(tags), position, _STRUCTURE)

    return read_games(scan, RESULTS, record)


def write(record: Record) -> str:
    """A record as PGN in its game's dialect, checked by replay."""
    game = record.game
    dialect = dialect_of(type(game), "pgn")
    if not isinstance(dialect, PgnDialect):
        raise RecordError(f"{game.slug} has no PGN records; format='json' serves every game")
    head = dialect.head(game)
    if further := options_text(game, dialect.options(head)):
        head["Options"] = further
    fen = None
    if record.position is not None or record.setup is not None or dialect.states_start(game):
        fen = dialect.fen(record.start().position())
    return write_game(record, head, dialect.sides, dialect.move, _STRUCTURE, fen, UNKNOWN)

"""PDN records: the draughts member of the PGN family.

A game that PDN serves says in a `PdnDialect` which GameType numbers are its own, who is White, and what its
moves look like. The first number of a result is always the first player's: in English draughts that is Black,
in files as in here.

A turn that ends the game from outside (`resign`, `draw:agreed`) is no PDN move; it is kept in the tag
Termination, and the set-up text of a random start in StartSetup (beside the FEN, which other programs read).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gamecore.errors import GamecoreError, NotationError, RecordError
from gamecore.records.find import Finder, dialect_of
from gamecore.records.movetext import RESULTS, TaggedGame, read_games, write_game
from gamecore.records.record import OUTSIDE, Record, is_outside
from gamecore.records.scan import Scanner
from gamecore.records.sgf import TAG_NAMES

if TYPE_CHECKING:
    from gamecore.game import Game, Option

_NAMES = {ident: name for name, ident in TAG_NAMES.items()}
_NAME = re.compile(r"[A-Za-z0-9_]{1,100}")
_STRUCTURE = {"GameType", "White", "Black", "FEN", "SetUp", "StartSetup", "Termination"}


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
    for number, game in enumerate(read_games(scan), 1):
        try:
            if isinstance(game, NotationError):
                raise game
            yield _record(game, finder, number)
        except GamecoreError as error:
            yield Record.faulty(number, error)


def _record(source: TaggedGame, finder: Finder[PdnDialect], number: int) -> Record:
    tags = source.tags
    cls, dialect = finder.choose(lambda dialect: dialect.score(tags, source.moves))
    setup = tags.get("StartSetup")
    game = finder.build(cls, dialect.options(dialect.game_type(tags, source.moves), tags))
    turns: list[str] = []
    fits = re.compile(dialect.moves).fullmatch
    for move in source.moves:
        if move == "resign":
            turns.append(move)
        elif fits(move):
            turns.append(dialect.turn(move))
        else:
            raise RecordError(f"move {len(turns) + 1}: {move!r} is not a move of {game.slug}, such as 11-15 or 22x15")
    kept = {name: text for name, text in tags.items() if name not in _STRUCTURE}
    if (ending := tags.get("Termination")) is not None:
        if OUTSIDE.fullmatch(ending):
            turns.append(ending)
        else:
            kept["Termination"] = ending
    return Record(
        game,
        turns,
        players=[tags.get(side) for side in dialect.sides(game)],
        setup=setup,
        position=tags.get("FEN") if setup is None else None,
        result=RESULTS.get(source.result or "*") or RESULTS.get(tags.get("Result", "*")),
        tags=kept,
        comments=source.comments,
        number=number,
    )


def write(record: Record) -> str:
    """A record as PDN in its game's dialect, checked by replay."""
    game = record.game
    dialect = dialect_of(type(game), "pdn")
    if not isinstance(dialect, PdnDialect):
        raise RecordError(f"{game.slug} has no PDN records; format='json' serves every game")
    record = record.spelled()
    turns, seats = record.turns, record.movers()
    result = record.tags.get("Result", "*")
    if record.result is None or RESULTS.get(result) != record.result:
        result = next(text for text, value in RESULTS.items() if value == _whole(record.result))
    sides = zip(dialect.sides(game), record.players, strict=True)
    tags = {side: player for side, player in sides if player is not None}
    tags |= {"Result": result} | dialect.head(game)
    if record.setup is not None:
        tags["StartSetup"] = record.setup
    if record.setup is not None or record.position is not None:
        tags |= {"SetUp": "1", "FEN": record.start().position()}
    if turns and is_outside(turns[-1]):
        ending = turns[-1]
        tags["Termination"] = ending
        turns = turns[:-1]
    for name, text in record.tags.items():
        name = _NAMES.get(name, name)
        if _NAME.fullmatch(name) and (name not in _STRUCTURE or (name == "Termination" and not is_outside(text))):
            tags.setdefault(name, text)
    first = seats[0] if seats else 0
    return write_game(tags, [dialect.move(turn) for turn in turns], record.comments, result, first)


def _whole(result: tuple[float, ...] | None) -> tuple[float, float] | None:
    """A result as a PDN can say it."""
    if result is None:
        return None
    first, second = result
    sign = float((first > second) - (first < second))
    return sign, -sign

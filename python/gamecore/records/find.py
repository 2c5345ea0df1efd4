"""Which game does a record belong to?

Every game class carries its record dialects as class attributes named after the format (`sgf`, `pgn`, `pdn`,
`text`). A reader asks each dialect how well a file fits it; the best one wins. Whoever knows the game says so
instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from gamecore.errors import RecordError

if TYPE_CHECKING:
    from gamecore.game import Game, Option

D = TypeVar("D")

_KEPT = 64
_INTEGER = re.compile(r"-?[0-9]{1,9}")


class Finder(Generic[D]):
    """The games that a file may belong to, and the rules objects built for them so far."""

    def __init__(self, format: str, wanted: Game | type[Game] | str | None = None, suffix: str = "") -> None:
        self.format = format
        self.suffix = suffix
        self._wanted = class_of(wanted) if isinstance(wanted, str) else wanted
        self._built: dict[tuple[type[Game], str], Game] = {}

    @property
    def given(self) -> Game | None:
        """The game with its options that the caller gave; whatever a file says of them does not count."""
        return None if isinstance(self._wanted, type) else self._wanted

    @cached_property
    def _dialects(self) -> list[tuple[type[Game], D]]:
        wanted = self._wanted
        if wanted is None:
            classes: Iterable[type[Game]] = all_classes()
        else:
            classes = [wanted if isinstance(wanted, type) else type(wanted)]
        found = ((cls, dialect_of(cls, self.format)) for cls in classes)
        return [(cls, cast(D, dialect)) for cls, dialect in found if dialect is not None]

    def choose(self, score: Callable[[D], int], slug: str | None = None) -> tuple[type[Game], D]:
        """The game with this slug, or whose dialect fits best; an error if none fits, or several do."""
        if slug is not None:
            for cls, dialect in self._dialects:
                if cls.slug == slug:
                    return cls, dialect
            raise RecordError(f"the record is of {slug!r:.60}, which is not the game asked for, or not known")
        if self._wanted is not None:
            if not self._dialects:
                raise RecordError(f"the game asked for has no {self.format} records")
            return self._dialects[0]
        scored = [(score(dialect), cls, dialect) for cls, dialect in self._dialects]
        best = max((points for points, _, _ in scored), default=0)
        if best <= 0:
            raise RecordError(f"no game's {self.format} dialect fits this record; name the game (game=...)")
        winners = [(cls, dialect) for points, cls, dialect in scored if points == best]
        if len(winners) > 1:
            slugs = ", ".join(sorted(cls.slug for cls, _ in winners))
            raise RecordError(f"the record may be of any of these games: {slugs}; name the game (game=...)")
        return winners[0]

    def named(self, slug: str, options: Mapping[str, Option]) -> Game:
        """The game that a record names itself; an error if it is not the one asked for."""
        cls = class_of(slug) if self._wanted is None else self._wanted
        if cls.slug != slug:
            raise RecordError(f"the record is of {slug!r:.60}, not of {cls.slug}")
        return self.build(cls if isinstance(cls, type) else type(cls), options)

    def build(self, cls: type[Game], options: Mapping[str, Option]) -> Game:
        """The game with these options, built once; a game that the caller gave is taken as it is."""
        if self.given is not None:
            return self.given
        key = cls, repr(sorted(options.items()))
        if key not in self._built:
            if len(self._built) >= _KEPT:  # a file with a thousand different boards must not keep them all
                self._built.clear()
            self._built[key] = cls(**options)
        return self._built[key]


def dialect_of(cls: type[Game], format: str) -> object | None:
    """The dialect a game has for a format, or None."""
    return cast("object | None", getattr(cls, format, None))


def all_classes() -> list[type[Game]]:
    """The classes of all games (all their modules are loaded for it)."""
    from gamecore import games

    return games.all_classes()


def class_of(slug: str) -> type[Game]:
    """The class of a game by its slug."""
    from gamecore.game import list_games
    from gamecore.games import game_class

    if slug not in list_games():
        raise RecordError(f"there is no game called {slug!r:.60}")
    return game_class(slug)


def options_from(text: str) -> dict[str, Option]:
    """The options in a text such as `swap=false max_turns=5`."""
    pairs = (word.partition("=") for word in text.split())
    return {name: _option(value) for name, _, value in pairs}


def _option(text: str) -> Option:
    if text in ("true", "false"):
        return text == "true"
    if _INTEGER.fullmatch(text):
        return int(text)
    try:
        return float(text)
    except ValueError:
        return text


def options_text(game: Game, stated: Mapping[str, Option]) -> str:
    """The options of a game that `stated` ones do not bring about, as `options_from` reads them."""
    usual = type(game)(**stated).options
    further = {name: value for name, value in game.options.items() if usual.get(name) != value}
    return " ".join(f"{name}={str(value).lower()}" for name, value in further.items())

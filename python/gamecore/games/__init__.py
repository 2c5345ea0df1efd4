"""One module per game, each with one subclass of `gamecore.Game`: `gamecore.games.Hex(size=11)`.

The list of games is the core's catalog; a class is found by its game's name (`dots_and_boxes` has
`DotsAndBoxes`) and loaded on first use, so nothing has to be registered here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from gamecore._core import SLUGS

if TYPE_CHECKING:
    from gamecore.game import Game

_CLASS_NAMES = {"".join(part.capitalize() for part in slug.split("_")): slug for slug in SLUGS}
_SLUGS = {slug: name for name, slug in _CLASS_NAMES.items()}


def game_class(slug: str) -> type[Game]:
    """The class of a game. Raises KeyError for a name that is not in the catalog."""
    found: type[Game] = getattr(import_module(f"gamecore.games.{slug}"), _SLUGS[slug])
    return found


def all_classes() -> list[type[Game]]:
    """The classes of all games, in the order of their names."""
    return [game_class(slug) for slug in SLUGS]


def __getattr__(name: str) -> type[Game]:
    if name in _CLASS_NAMES:
        return game_class(_CLASS_NAMES[name])
    raise AttributeError(f"module 'gamecore.games' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_CLASS_NAMES, "all_classes", "game_class"])

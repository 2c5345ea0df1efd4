"""Some 55 abstract, word and card games behind one small API.

    >>> import gamecore as gc
    >>> s = gc.game("hex", size=11).start()
    >>> s.play("f6").play("swap").player
    0

Rules, legal moves and scoring run in Rust; the classes of `gamecore.games` hold each game's notation,
variants and drawing. See `gamecore.list_games()` for the games.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from gamecore._core import Batch, Rng, State, __version__, after_fork
from gamecore.errors import (
    GamecoreError,
    IllegalMoveError,
    LimitError,
    NotationError,
    PositionError,
    Reason,
    RecordError,
    VariantError,
)
from gamecore.game import Game, Outcome, Playouts, game, list_games
from gamecore.match import Match

if TYPE_CHECKING:
    from gamecore import games
    from gamecore.records import Record, dump, dumps, iter_records, load, loads

__all__ = [
    "Batch",
    "Game",
    "GamecoreError",
    "IllegalMoveError",
    "LimitError",
    "Match",
    "NotationError",
    "Outcome",
    "Playouts",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Rng",
    "State",
    "VariantError",
    "__version__",
    "dump",
    "dumps",
    "game",
    "games",
    "iter_records",
    "list_games",
    "load",
    "loads",
]

if hasattr(os, "register_at_fork"):
    # A forked child shares its parent's memory: generators without a seed start anew there.
    os.register_at_fork(after_in_child=after_fork)

# Loaded on first use, so that `import gamecore` stays quick.
_LAZY = dict.fromkeys(("Record", "dump", "dumps", "iter_records", "load", "loads"), "gamecore.records")


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "games":
        return import_module("gamecore.games")
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'gamecore' has no attribute {name!r}")

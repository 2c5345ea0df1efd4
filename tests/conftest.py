"""What all tests share: the walk over the catalog."""

from __future__ import annotations

import gamecore as gc
import pytest
from gamecore.games import game_class

#: Every variant of every game in the catalog, as (slug, variant).
VARIANTS = [(slug, variant) for slug in gc.list_games() for variant in game_class(slug).variants]


@pytest.fixture(params=VARIANTS, ids=[f"{slug}-{variant}" for slug, variant in VARIANTS], scope="session")
def game(request: pytest.FixtureRequest) -> gc.Game:
    """Each variant of each game."""
    slug, variant = request.param
    return gc.game(slug, variant)

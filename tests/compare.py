"""A second opinion: random games compared, turn by turn, with the slow reference of `tests/reference` or a library."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gamecore as gc
import pytest


def agree(game: gc.Game, reference: Any, seed: int, setup: str | None = None, every: int = 1, most: int = 5000) -> int:
    """Plays a random game in both; returns its turns.

    Compared are who acts, the odds of chance, the set of legal turns (at every `every`-th turn, where there are at most
    `most`), returns and scores. So a reference has `reset(setup)`, the properties `player` and `is_over`, and
    `legal_turns()`, `play(turn)`, `returns()`, `scores()`, `chance()` (odds or None), `play_chance(outcome)`; and, if
    it can, `random_turn(rng)` for where there are more turns.
    """
    rng, draw = gc.Rng(seed), random.Random(seed)
    s = game.start(seed, setup=setup)
    reference.reset(setup if setup is not None else s.setup)
    turns = 0
    while True:
        where = f"seed {seed}, after {s.turns[-5:]}: {s.position()}"
        assert s.player == reference.player, where
        assert s.is_over == reference.is_over, where
        assert s.returns() == pytest.approx(reference.returns(), abs=1e-6), where
        if s.is_over:
            assert s.scores() == reference.scores(), where
            return turns
        if s.is_chance:
            odds = dict(s.chance_outcomes())
            expected = {i: p for i, p in enumerate(reference.chance()) if p > 0}
            assert odds == pytest.approx(expected), where
            s.play_chance(rng)
            reference.play_chance(s.actions[-1])
            continue
        assert reference.chance() is None, where
        if turns % every == 0 and s.num_turns() <= most:
            ours, theirs = s.legal_turns(), reference.legal_turns()
            assert len(ours) == len(set(ours)), where
            assert sorted(ours) == sorted(theirs), where
        elif hasattr(reference, "random_turn"):
            # Too many turns to list: ours are tried out by playing one, theirs by playing one of theirs on a copy.
            s.copy().play(reference.random_turn(draw))
        begun = s.copy()
        steps = []
        while not steps or s.in_turn:
            action = s.random_action(rng)
            s.play(action)
            steps.append(action)
        reference.play(canonical(begun, s, steps))
        turns += 1


def canonical(begun: gc.State, after: gc.State, steps: list[int]) -> str:
    """The canonical text of a turn just played, whatever order its steps were played in."""
    text = begun.format_turn(steps)
    assert begun.copy().play(text) == after, (text, steps, begun.position())
    return text


def ten_thousand_games(parts: int) -> Callable[[Any], Any]:
    """Marks a comparison that takes hours, with games of the seeds 0 to 9,999; a part is given its seeds as `games`."""
    size = 10_000 // parts
    games = [range(size * part, size * (part + 1)) for part in range(parts)]
    in_parts = pytest.mark.parametrize("games", games, ids=[str(part) for part in range(parts)])
    return lambda test: pytest.mark.hours(pytest.mark.peers(in_parts(test)))


def agree_with_open_spiel(game: gc.Game, name: str, games: int) -> None:
    """Plays random games in OpenSpiel too, where it numbers the actions as we do: players, actions and results."""
    theirs, rng = pytest.importorskip("pyspiel").load_game(name), gc.Rng(0)
    for _ in range(games):
        s, t = game.start(), theirs.new_initial_state()
        while not s.is_over:
            assert s.player == t.current_player()
            assert s.legal_actions() == t.legal_actions()
            action = s.random_action(rng)
            s.play(action)
            t.apply_action(action)
        assert t.is_terminal()
        assert s.returns() == t.returns()

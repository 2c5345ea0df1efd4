"""What every game must do, in every variant: the catalog is walked, no game is named here.

Random games are played and looked at as they go. The number of plies looked at is bounded, so that big boards
cost no more than small ones; the seeds differ by ply, so a fault is found again by running the test again.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator

import gamecore as gc
import numpy as np
import pytest

GAMES = 3
LOOKS = 40


def walk(game: gc.Game, seed: int, looks: int = LOOKS) -> Iterator[gc.State]:
    """States of a random game: about `looks` of them spread over its length, as many within turns, start and end."""
    rng = gc.Rng(seed)
    length = max(1, int(game.playouts(4, seed=seed, threads=1).steps.max()))
    stride = max(1, length // looks)
    s = game.start(seed)
    ply = 0
    while True:
        if ply % stride == 0 or (s.in_turn and ply % stride == 1) or s.is_over or s.is_chance:
            yield s
        if s.is_over:
            return
        if s.is_chance:
            s.play_chance(rng)
        else:
            s.play(s.random_action(rng))
            ply += 1
        assert ply <= game.max_steps


def test_random_games_end_within_max_steps(game: gc.Game) -> None:
    out = game.playouts(50, seed=7, threads=1)
    assert out.returns.shape == (50, game.num_players)
    assert out.returns.dtype == np.float32
    assert out.steps.dtype == np.int32
    assert 0 < out.steps.max() <= game.max_steps
    assert np.allclose(out.returns.sum(axis=1), 0, atol=1e-6)
    assert abs(out.returns).max() <= 1


def test_there_is_always_a_legal_step_until_the_end(game: gc.Game) -> None:
    for seed in range(GAMES):
        for s in walk(game, seed):
            actions = s.legal_actions()
            assert actions == sorted(set(actions))
            assert s.num_legal == len(actions)
            assert bool(actions) == (s.player is not None)
            assert (s.player is None) == (s.is_over or s.is_chance)
            assert (s.outcome is not None) == s.is_over
            assert sum(s.returns()) == pytest.approx(0, abs=1e-6)
            assert s.is_over or not any(s.returns())
            if s.is_chance:
                outcomes = s.chance_outcomes()
                assert sum(p for _, p in outcomes) == pytest.approx(1)
                assert all(0 <= o < game.num_chance_outcomes for o, _ in outcomes)
            else:
                assert not s.chance_outcomes()


def test_masks_and_arrays_agree_with_the_list(game: gc.Game) -> None:
    mask = np.empty(game.num_actions, bool)
    array = np.empty(game.num_actions, np.uint32)
    for s in walk(game, 11):
        actions = s.legal_actions()
        assert s.legal_mask(mask) is mask
        assert np.flatnonzero(mask).tolist() == actions
        assert s.legal_array().tolist() == actions
        assert s.legal_array(array).tolist() == actions
        if actions:
            assert s.random_action() in actions


def test_texts_of_steps_come_back(game: gc.Game) -> None:
    for s in walk(game, 1, 25):
        actions = s.legal_actions()
        texts = s.legal_moves()
        assert len(set(texts)) == len(texts)
        for action, text in list(zip(actions, texts, strict=True))[:300]:
            assert s.parse(text) == action
            assert s.format(action) == text
            assert s.parse(f" {text} ") == action
        # To `play` too it is a step, or a turn that begins with it.
        for text in random.Random(len(texts)).sample(texts, min(len(texts), 20)):
            assert s.copy().play(text).actions[len(s.actions)] == s.parse(text)


def test_whole_turns_come_back(game: gc.Game) -> None:
    looked = 0
    for s in walk(game, 2, 20):
        if s.player is None:
            continue
        try:
            n = s.num_turns(5000)
        except gc.LimitError:
            continue
        turns = s.legal_turns()
        assert len(turns) == n == len(set(turns))
        for text in random.Random(n).sample(turns, min(n, 30)):
            t = s.copy().play(text)
            assert t.is_over or not t.in_turn
            if not s.in_turn:
                assert t.turns[-1] == text
        looked += 1
    assert looked


def test_turns_replay_to_the_same_position(game: gc.Game) -> None:
    for seed in range(GAMES):
        s = game.start(seed).play_random(60, gc.Rng(seed))
        t = s.rewound()
        for step in s.history:
            if step & gc._core.CHANCE_BIT:
                t.play_chance(outcome=step & ~gc._core.CHANCE_BIT)
            else:
                t.play(step)
        assert t == s
        assert t.turns == s.turns
        assert t.actions == s.actions


def test_undo_takes_back_every_step(game: gc.Game) -> None:
    s = game.start(5)
    rng = gc.Rng(5)
    trail = []
    while not s.is_over and len(trail) < 150:
        trail.append((s.position(), s.hash, s.player, s.legal_actions()))
        if s.is_chance:
            s.play_chance(rng)
        else:
            s.play(s.random_action(rng))
    for position, key, player, actions in reversed(trail):
        s.undo()
        assert (s.position(), s.hash, s.player, s.legal_actions()) == (position, key, player, actions)
    with pytest.raises(gc.IllegalMoveError):
        s.undo()


def test_undo_turn_goes_back_to_a_turns_beginning(game: gc.Game) -> None:
    s = game.start(6).play_random(40, gc.Rng(6))
    while s.turns:
        before = s.turns
        going_on = s.in_turn
        s.undo_turn()
        assert not s.in_turn
        assert s.player is not None
        assert s.turns == (before if going_on else before[:-1])


def test_copies_positions_bytes_and_pickles_come_back(game: gc.Game) -> None:
    for s in walk(game, 3, 25):
        for t in (
            s.copy(),
            copy.copy(s),
            copy.deepcopy(s),
            game.from_bytes(s.to_bytes()),
            pickle.loads(pickle.dumps(s)),
        ):
            assert t == s
            assert t.hash == s.hash
            assert t.history == s.history
            assert t.legal_actions() == s.legal_actions()
            assert t.to_bytes() == s.to_bytes()
        t = game.from_position(s.position())
        assert t == s
        assert t.hash == s.hash
        assert t.position() == s.position()
        if s.is_over and not t.is_over:  # the history decided, which a position does not tell
            assert s.history
            continue
        assert (t.player, t.is_over, t.legal_actions()) == (s.player, s.is_over, s.legal_actions())
        assert (t.returns(), t.scores()) == (s.returns(), s.scores())
    assert pickle.loads(pickle.dumps(game)) == game


def test_illegal_actions_are_refused_and_change_nothing(game: gc.Game) -> None:
    rng = random.Random(9)
    for s in walk(game, 9, 20):
        legal = set(s.legal_actions())
        before = s.to_bytes()
        some = [rng.randrange(game.num_actions) for _ in range(50)]
        for action in [*some, game.num_actions, 2**31, 2**32 - 1, 2**32, 2**70, -1, np.int64(-5)]:
            if action in legal:
                assert s.is_legal(action)
                continue
            assert not s.is_legal(action)
            with pytest.raises(gc.IllegalMoveError) as caught:
                s.play(action)
            assert isinstance(caught.value.reason, gc.Reason)
            assert s.to_bytes() == before


HOSTILE = [
    "",
    " ",
    "\0",
    "a",
    "a0",
    "z99",
    "a1" * 5000,
    "swap swap",
    "é1",
    "a１",
    "-1",
    "((((",
    "\n",
    "pass!",
    "1e9",
    "💥",
    "resign:9",
    "resign:x",
]


def test_hostile_texts_are_refused(game: gc.Game) -> None:
    for s in walk(game, 4, 6):
        before = s.to_bytes()
        turns = set(s.legal_turns()) if s.player is not None and s.num_turns() < 5000 else set()
        for text in HOSTILE:
            if text in turns or (s.player is not None and text in s.legal_moves()):
                continue
            for play in (s.play, s.play_step):
                try:
                    play(text)
                except gc.GamecoreError:
                    assert s.to_bytes() == before
                else:  # a reader may be more lenient than the writer, but then it has played a turn or step
                    assert s.to_bytes() != before
                    s = game.from_bytes(before)


def test_hostile_positions_and_bytes_are_refused(game: gc.Game) -> None:
    s = game.start(8).play_random(30, gc.Rng(8))
    good, data = s.position(), s.to_bytes()
    rng = random.Random(8)
    for text in [*HOSTILE, good + " x", good[:-1], good * 100, "/" * 1000, "9" * 1000, "x" * 100_000]:
        try:
            t = game.from_position(text)
        except gc.PositionError as error:
            assert len(str(error)) < 1000
        else:
            assert game.from_position(t.position()) == t
    for cut in range(len(data)):
        with pytest.raises(gc.PositionError):
            game.from_bytes(data[:cut])
    with pytest.raises(gc.PositionError):
        game.from_bytes(data + b"\0")
    for _ in range(200):
        broken = bytearray(data)
        broken[rng.randrange(len(data))] = rng.randrange(256)
        try:
            t = game.from_bytes(bytes(broken))
        except gc.PositionError:
            continue
        assert game.from_bytes(t.to_bytes()) == t


def test_positions_survive_mutation(game: gc.Game) -> None:
    """Texts near a real position: refused, or a sound state from which a game can be played."""
    s = game.start(12).play_random(25, gc.Rng(12))
    rng = random.Random(12)
    good = s.position()
    letters = sorted(set(good)) + list("0123456789/ .:-BWbw")
    for _ in range(150):
        text = list(good)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(2)] = rng.choice(letters)
        try:
            t = game.from_position("".join(text))
        except gc.PositionError:
            continue
        assert game.from_position(t.position()) == t
        assert t.is_over or t.legal_actions() or t.is_chance
        t.play_random(game.max_steps + 1)
        assert t.is_over


def test_observations_have_their_shape_and_fill_a_buffer(game: gc.Game) -> None:
    buffer = np.full(game.observation_shape, np.nan, np.float32)
    for s in walk(game, 13, 10):
        for seat in range(game.num_players):
            seen = s.observation(seat)
            assert seen.shape == game.observation_shape
            assert seen.dtype == np.float32
            assert np.isfinite(seen).all()
            assert s.observation(seat, out=buffer) is buffer
            assert (buffer == seen).all()
        with pytest.raises(gc.GamecoreError, match="player"):
            s.observation(game.num_players)
        with pytest.raises(ValueError, match="out"):
            s.observation(0, out=np.zeros(3, np.float32))


def test_hidden_things_do_not_leak(game: gc.Game) -> None:
    """What a seat sees is the same in every state that fits what it knows."""
    if not game.has_hidden_information:
        pytest.skip("nothing is hidden in this game")
    rng = gc.Rng(1)
    differed = False
    for s in walk(game, 14, 30):
        for seat in range(game.num_players):
            for _ in range(3):
                t = s.determinize(seat, rng)
                assert t.view(seat) == s.view(seat)
                assert (t.observation(seat) == s.observation(seat)).all()
                assert t.svg(seat) == s.determinize(seat, rng).svg(seat)
                assert t.cells(seat) == s.cells(seat)
                assert t.info(seat) == s.info(seat)
                assert t.player == s.player
                if s.player == seat:
                    assert t.legal_actions() == s.legal_actions()
                differed |= t.position() != s.position()
    assert differed


def test_keys_tell_positions_apart(game: gc.Game) -> None:
    keys: dict[int, tuple[str, list[int]]] = {}
    for seed in range(GAMES):
        for s in walk(game, 20 + seed, 100):
            position = s.position().rsplit(" ", game.counters)[0], s.legal_actions()
            assert keys.setdefault(s.hash, position) == position
    assert len(keys) > 1


def test_batch_agrees_with_states(game: gc.Game) -> None:
    n = 8
    b = game.batch(n, seed=3, threads=2)
    states = [b.state(i) for i in range(n)]
    ended = 0
    for _ in range(120):
        mask = b.legal_mask()
        seen = b.observations()
        actions = b.random_actions()
        for i, s in enumerate(states):
            assert b.players[i] == (-1 if s.player is None else s.player)
            assert (mask[i] == s.legal_mask()).all()
            assert (seen[i] == s.observation()).all()
        b.step(actions)
        for i, s in enumerate(states):
            if s.is_over:
                states[i] = b.state(i)
                assert not b.rewards[i].any()
                continue
            s.play(int(actions[i]))
            while s.is_chance:
                s = states[i] = b.state(i)
            assert s.position() == b.state(i).position() or game.is_stochastic
            assert b.terminated[i] | b.truncated[i] == s.is_over
            assert b.rewards[i].tolist() == s.returns()
            ended += s.is_over
    with pytest.raises(gc.IllegalMoveError, match="game"):
        b.step(np.full(n, game.num_actions))


def test_playouts_do_not_depend_on_threads(game: gc.Game) -> None:
    one, two = (game.playouts(150, seed=5, threads=t) for t in (1, 2))
    assert (one.returns == two.returns).all()
    assert (one.steps == two.steps).all()
    assert (game.playouts(20, seed=5).steps == one.steps[:20]).all()


def test_playouts_are_distributed_as_stepping(game: gc.Game) -> None:
    """Bulk games may be played in a faster way, but have the lengths and results of stepwise ones."""
    n = 400
    bulk = game.playouts(n, seed=1)
    rng = gc.Rng(2)
    returns, steps = np.zeros((n, game.num_players)), np.zeros(n)
    for i in range(n):
        s = game.start(i).play_random(game.max_steps + 1, rng)
        returns[i], steps[i] = s.returns(), sum(not step & gc._core.CHANCE_BIT for step in s.history)
    for a, b in ((bulk.steps, steps), *zip(bulk.returns.T, returns.T, strict=True)):
        spread = np.sqrt((np.var(a) + np.var(b)) / n)
        assert abs(np.mean(a) - np.mean(b)) <= 5 * spread + 1e-9


def test_perft_by_turn_counts_the_turns(game: gc.Game) -> None:
    s = game.start(3).play_random(4, gc.Rng(3))
    if s.player is None or s.num_turns() > 20_000:
        pytest.skip("too many turns to list here")
    assert game.perft(1, s) == s.num_turns() == len(s.legal_turns())
    assert game.perft(1, s, by="step") == s.num_legal
    assert game.perft(0, s) == 1


def test_endings_from_outside(game: gc.Game) -> None:
    s = game.start(2)
    position = s.position()
    s.agree_draw()
    assert s.is_over
    assert s.outcome == ((), "agreed draw")
    assert s.legal_actions() == []
    assert game.from_bytes(s.to_bytes()).ending == "draw:agreed"
    assert s.turns[-1] == "draw:agreed"
    with pytest.raises(gc.IllegalMoveError):
        s.agree_draw()
    s.undo()
    assert s.position() == position
    assert not s.is_over
    for seat in range(game.num_players):
        t = s.copy()
        try:
            t.resign(seat)
        except gc.IllegalMoveError as error:
            assert error.reason is gc.Reason.NOT_OFFERED
            continue
        assert t.is_over
        assert t.returns()[seat] < 0
        assert game.from_bytes(t.to_bytes()).returns() == t.returns()


def test_drawings_show_every_state(game: gc.Game) -> None:
    for s in walk(game, 15, 6):
        assert s.svg().startswith("<svg")
        assert f"<title>{game.title}" in s.svg()
        assert s._repr_svg_() == s.svg()
        assert s.svg(0).startswith("<svg")
        assert str(s).strip()


def test_the_catalog_is_sorted() -> None:
    assert list(gc.list_games()) == sorted(gc.list_games())


def test_reasons_are_those_of_the_core() -> None:
    assert tuple(reason.value for reason in gc.Reason) == gc._core.REASONS


def test_options_and_variants(game: gc.Game) -> None:
    assert gc.game(game.slug, game.variant) == game
    assert gc.game(game.slug, **game.options) == game
    assert type(game).default in type(game).variants
    with pytest.raises(gc.VariantError, match="no option"):
        gc.game(game.slug, no_such_option=1)
    with pytest.raises(gc.VariantError, match="no variant"):
        gc.game(game.slug, "no such variant")
    for name, value in game.options.items():
        for bad in (10**9, -(10**9), 10**30, float("nan"), "x" * 1000, None, [], b""):
            with pytest.raises((gc.VariantError, TypeError)):
                gc.game(game.slug, **{name: bad})
        if isinstance(value, bool):
            assert gc.game(game.slug, **{name: not value}).options[name] is not value

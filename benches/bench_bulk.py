"""Bulk work in Rust: playouts, perft, batch."""

from __future__ import annotations

import os
import time
from statistics import median
from typing import Any

import gamecore as gc
import pytest
from conftest import ROUNDS, ROWS

#: Row, game, games per round, pyspiel's name (for its native rollouts).
PLAYOUTS = [
    ("hex 11x11", ("hex", {"size": 11, "swap": False}), 20_000, "hex(board_size=11)"),
    ("hex 13x13", ("hex", {"size": 13, "swap": False}), 10_000, "hex(board_size=13)"),
    ("reversi 8x8", ("reversi", {}), 20_000, "othello"),
    ("amazons 10x10", ("amazons", {}), 5_000, "amazons"),
    ("connect6 19x19", ("connect6", {}), 5_000, None),
    ("dots and boxes 5x5", ("dots_and_boxes", {}), 20_000, "dots_and_boxes(num_rows=5,num_cols=5)"),
    ("einstein", ("einstein", {}), 50_000, "einstein_wurfelt_nicht"),
    ("go 9x9", ("go", {"size": 9, "scoring": "area"}), 2_000, "go(board_size=9)"),
    ("go 19x19", ("go", {"size": 19, "scoring": "area"}), 300, "go(board_size=19)"),
    ("English draughts", ("draughts", {}), 5_000, "checkers"),
    ("International draughts", ("draughts", {"rules": "international"}), 3_000, None),
    ("oceans 11", ("oceans_11", {}), 2_000, None),
    ("plan-a-head", ("plan_a_head", {}), 20_000, None),
    ("cannon-ball", ("cannon_ball", {}), 2_000, None),
    ("four in a row", ("four_in_a_row", {}), 50_000, "connect_four"),
    # Connection, grouping and placement. OpenSpiel lets no two links of twixt cross, which makes its random games a
    # quarter longer, and ends lines of action at the first repetition of a board.
    ("catchup, side 5", ("catchup", {"size": 5}), 20_000, None),
    ("catchup, side 7", ("catchup", {"size": 7}), 10_000, None),
    ("catchup, random board", ("catchup", {"random": True}), 5_000, None),
    ("conhex", ("conhex", {}), 20_000, None),
    ("coy lips", ("coy_lips", {}), 5_000, None),
    ("crunching quax", ("crunching_quax", {}), 5_000, None),
    ("feedback morro", ("feedback_morro", {}), 10_000, None),
    ("gomoku 19x19", ("gomoku", {}), 5_000, None),
    ("gomoku pro 15x15", ("gomoku", {"opening": "pro", "size": 15}), 5_000, None),
    ("gonnect 13x13", ("gonnect", {}), 3_000, None),
    ("havannah, side 8", ("havannah", {"swap": False}), 20_000, "havannah"),
    ("lines of action", ("lines_of_action", {}), 10_000, "lines_of_action"),
    ("lines of action, black hole", ("lines_of_action", {"start": "blackhole"}), 10_000, None),
    ("morelli 13x13", ("morelli", {}), 5_000, None),
    ("polyomino mini", ("polyomino", {}), 20_000, None),
    ("polyomino small", ("polyomino", {"variant": "small"}), 10_000, None),
    ("polyomino penta", ("polyomino", {"variant": "penta"}), 3_000, None),
    ("polyomino hexa", ("polyomino", {"variant": "hexa"}), 1_000, None),
    ("progressive quad lisbon", ("progressive_quad_lisbon", {}), 10_000, None),
    ("slither 9x9", ("slither", {}), 5_000, None),
    ("slither 9x9, advanced", ("slither", {"advanced": True}), 5_000, None),
    ("snype", ("snype", {}), 10_000, None),
    ("tumbleweed, side 8", ("tumbleweed", {}), 2_000, None),
    ("twixt 24x24", ("twixt", {"swap": False}), 2_000, "twixt(board_size=24)"),
    # The chess family as far as no peer plays it; the rest is in bench_chess.py.
    ("grand chess", ("grand_chess", {}), 200, None),
    ("seirawan", ("seirawan", {}), 400, None),
    ("shogi 5x5", ("shogi", {"variant": "minishogi"}), 1_000, None),
    ("shogi 5x6", ("shogi", {"variant": "shogi56"}), 500, None),
    ("shogi 5x6+", ("shogi", {"variant": "shogi56plus"}), 700, None),
    ("shogi 3x4", ("shogi", {"variant": "shogi34"}), 3_000, None),
    ("tori shogi", ("shogi", {"variant": "torishogi"}), 200, None),
    ("12* giveaway chess", ("giveaway_chess_12", {}), 3_000, None),
    ("kamelen", ("kamelen", {}), 500, None),
]


@pytest.mark.parametrize(("row", "game", "n", "theirs"), PLAYOUTS, ids=[p[0] for p in PLAYOUTS])
def test_playouts_steps(row: str, game: Any, n: int, theirs: str | None, measure: Any) -> None:
    g = gc.game(game[0], **game[1])
    measure("Playouts on one core", row, "gamecore", "steps", lambda: int(g.playouts(n, threads=1).steps.sum()))


@pytest.mark.parametrize(
    ("row", "game", "n", "theirs"), [p for p in PLAYOUTS if p[3]], ids=[p[0] for p in PLAYOUTS if p[3]]
)
@pytest.mark.parametrize("subject", ["gamecore", "pyspiel"])
def test_playouts_games(subject: str, row: str, game: Any, n: int, theirs: str, measure: Any) -> None:
    """Games per second, for rules that end alike; pyspiel's native rollouts are those of its MCTS evaluator."""
    pyspiel = pytest.importorskip("pyspiel")
    if subject == "gamecore":
        g = gc.game(game[0], **game[1])

        def work() -> float:
            g.playouts(n, threads=1)
            return n
    else:
        few = max(20, n // 40)
        other = pyspiel.load_game(theirs)
        evaluator = pyspiel.RandomRolloutEvaluator(few, 1)
        # Two simulations of `few` rollouts each: all but a moment of it is rollouts.
        bot = pyspiel.MCTSBot(other, evaluator, 1.0, 2, 10, False, 1, False)
        state = other.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])

        def work() -> float:
            bot.step(state)
            return 2 * few

    measure("Playouts: games, beside pyspiel's native rollouts", row, subject, "games", work)


@pytest.mark.parametrize(("row", "game", "n", "_theirs"), PLAYOUTS[:3], ids=[p[0] for p in PLAYOUTS[:3]])
def test_two_threads(row: str, game: Any, n: int, _theirs: str | None) -> None:
    """By the clock, on all cores: the one row where time that passes is what counts."""
    if not hasattr(os, "sched_setaffinity") or (os.cpu_count() or 1) < 2:
        pytest.skip("needs two cores, and a system where the bench can be kept to one")
    g = gc.game(game[0], **game[1])

    def rate(threads: int) -> float:
        begun = time.perf_counter()
        steps = int(g.playouts(20 * n, threads=threads).steps.sum())
        return steps / (time.perf_counter() - begun)

    one_core = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
        rates = [(rate(1), rate(2)) for _ in range(ROUNDS)]
    finally:
        os.sched_setaffinity(0, one_core)
    ROWS["Playouts by the clock: two threads beside one", row] = {
        "gamecore": (median(two for _, two in rates), "steps"),
        "one thread": (median(one for one, _ in rates), "steps"),
    }


PERFT = [
    ("reversi 8x8, depth 9", ("reversi", {}), 9),
    ("English draughts, depth 9", ("draughts", {}), 9),
    ("International draughts, depth 8", ("draughts", {"rules": "international"}), 8),
    ("amazons 10x10, depth 2", ("amazons", {}), 2),
    ("hex 11x11, depth 3", ("hex", {"size": 11}), 3),
    ("four in a row, depth 9", ("four_in_a_row", {}), 9),
    ("catchup, side 3, depth 4", ("catchup", {"size": 3}), 4),
    ("conhex, depth 4", ("conhex", {}), 4),
    ("crunching quax, depth 2", ("crunching_quax", {}), 2),
    ("feedback morro 5x5, depth 3", ("feedback_morro", {"size": 5}), 3),
    ("gonnect 9x9, depth 3", ("gonnect", {"size": 9}), 3),
    ("havannah, side 8, depth 3", ("havannah", {}), 3),
    ("lines of action, depth 4", ("lines_of_action", {}), 4),
    ("progressive quad lisbon, depth 2", ("progressive_quad_lisbon", {}), 2),
    ("slither 5x5, depth 4", ("slither", {"size": 5}), 4),
    ("snype, side 4, depth 3", ("snype", {"size": 4}), 3),
    ("tumbleweed, side 6, depth 3", ("tumbleweed", {"size": 6}), 3),
    ("twixt 24x24, depth 2", ("twixt", {}), 2),
]


@pytest.mark.parametrize(("row", "game", "depth"), PERFT, ids=[p[0] for p in PERFT])
def test_perft(row: str, game: Any, depth: int, measure: Any) -> None:
    g = gc.game(game[0], **game[1])
    measure("Perft by turn", row, "gamecore", "leaves", lambda: g.perft(depth))


BATCH = [
    ("hex 11x11", ("hex", {"size": 11}), "hex", 60),
    ("reversi 8x8", ("reversi", {}), "othello", 60),
    ("go 9x9", ("go", {"size": 9, "scoring": "area"}), "go_9x9", 60),
]


@pytest.mark.parametrize(("row", "game", "theirs", "steps"), BATCH, ids=[p[0] for p in BATCH])
@pytest.mark.parametrize("subject", ["gamecore", "pgx"])
def test_batch(subject: str, row: str, game: Any, theirs: str, steps: int, measure: Any) -> None:
    """4,096 games: masks and observations of every state, a random legal action each, a step."""
    n = 4096
    if subject == "gamecore":
        b = gc.game(game[0], **game[1]).batch(n, threads=1)
        mask, seen, actions = b.legal_mask(), b.observations(), b.random_actions()

        def work() -> float:
            for _ in range(steps):
                b.legal_mask(mask)
                b.observations(seen)
                b.random_actions(actions)
                b.step(actions)
            return n * steps
    else:
        work = pgx_work(theirs, n, 3)
    measure("Batch of 4,096 games: mask, observation, random action, step", row, subject, "steps", work)


def pgx_work(name: str, n: int, steps: int) -> Any:
    """The same with pgx on the CPU: one compiled function of vmapped step and random action."""
    pgx = pytest.importorskip("pgx")
    import jax
    import jax.numpy as jnp

    env = pgx.make(name)
    init, step = jax.jit(jax.vmap(env.init)), jax.vmap(env.step)

    @jax.jit
    def advance(state: Any, key: Any) -> Any:
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return step(state, jax.random.categorical(key, logits, axis=-1))

    key = jax.random.PRNGKey(0)
    holder = [init(jax.random.split(key, n)), key]

    def work() -> float:
        state, key = holder
        for _ in range(steps):
            key, sub = jax.random.split(key)
            state = advance(state, sub)
        state.observation.block_until_ready()
        holder[:] = [state, key]
        return n * steps

    return work

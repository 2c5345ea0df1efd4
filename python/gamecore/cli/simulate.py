"""Random games in bulk, with a progress bar and statistics.

A run is played in blocks, so that memory is bounded and the bar moves. Game i depends on (seed, i) alone, so the
result is that of `playouts(games, seed)`, whatever the blocks and the number of threads.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from math import sqrt
from typing import Any

import click

import gamecore as gc

#: Seconds after which a run is long enough for a progress bar.
PATIENCE = 0.3


def blocks(games: int) -> Iterator[tuple[int, int]]:
    """(number of the first game, number of games) of each block; the first ones are small, for slow games."""
    first, size = 0, 1024
    while first < games:
        yield first, min(games - first, size)
        first += size
        size = min(2 * size, 16384)


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95% confidence interval of a rate by Wilson's score, which holds near 0 and 1 too."""
    z2 = 1.959963984540054**2
    middle = (hits + z2 / 2) / (n + z2)
    half = sqrt(z2 * (hits * (n - hits) / n + z2 / 4)) / (n + z2)
    return max(0.0, middle - half), min(1.0, middle + half)


def simulate(game: gc.Game, state: gc.State | None, games: int, seed: int, threads: int, as_json: bool) -> None:
    """Plays the games and prints the statistics."""
    facts = run(game, state, games, seed, threads)
    click.echo(json.dumps(facts) if as_json else report(facts))


def run(game: gc.Game, state: gc.State | None, games: int, seed: int, threads: int) -> dict[str, Any]:
    """Plays the games; the statistics as one JSON object."""
    import numpy as np

    wins = np.zeros(game.num_players, np.int64)
    returns = np.zeros(game.num_players)
    lengths = np.zeros(game.max_steps + 1, np.int64)
    draws = done = 0
    advance: Callable[[int], None] | None = None
    begun = time.perf_counter()
    with ExitStack() as stack:
        for first, n in blocks(games):
            block = game.playouts(n, seed, threads, state, first=first)
            won = block.returns > 0
            wins += won.sum(axis=0)
            draws += n - int(won.any(axis=1).sum())
            returns += block.returns.sum(axis=0, dtype=np.float64)
            counts = np.bincount(block.steps)
            lengths[: len(counts)] += counts
            done += n
            if advance is None and time.perf_counter() - begun > PATIENCE and sys.stderr.isatty():
                advance = progress_bar(stack, games)
            if advance is not None:
                advance(done)
    seconds = time.perf_counter() - begun

    reached = lengths.cumsum()
    median = (int((reached > (games - 1) // 2).argmax()) + int((reached > games // 2).argmax())) / 2
    seen = lengths.nonzero()[0]
    total = int(lengths @ np.arange(len(lengths)))
    sides = (state or game.start(0)).sides
    return {
        "game": game.slug,
        "variant": game.variant,
        "options": game.options,
        "games": games,
        "seed": seed,
        "threads": threads,
        "sides": [
            {
                "seat": seat,
                "side": side,
                "wins": share(int(wins[seat]), games),
                "mean_return": float(returns[seat]) / games,
            }
            for seat, side in enumerate(sides)
        ],
        "draws": share(draws, games),
        "steps": {
            "mean": total / games,
            "min": int(seen[0]),
            "median": median,
            "max": int(seen[-1]),
            "total": total,
        },
        "seconds": seconds,
        "games_per_second": games / seconds,
        "steps_per_second": total / seconds,
    }


def share(hits: int, n: int) -> dict[str, float]:
    """A count with its rate and 95% interval."""
    low, high = wilson(hits, n)
    return {"count": hits, "rate": hits / n, "low": low, "high": high}


def report(facts: dict[str, Any]) -> str:
    """The statistics for people."""
    rows = {f"seat {side['seat']} (begins as {side['side']}) wins": side["wins"] for side in facts["sides"]}
    rows["draws"] = facts["draws"]
    wide = max(map(len, rows))
    lines = [f"{facts['game']}, {facts['variant']}: {facts['games']:,} random games, seed {facts['seed']}"]
    for name, r in rows.items():
        lines.append(f"{name:{wide}}  {r['count']:13,}  {r['rate']:7.2%}  (95%: {r['low']:.2%} to {r['high']:.2%})")
    steps = facts["steps"]
    lines.append(
        f"steps a game: mean {steps['mean']:.2f}, median {steps['median']:g}, min {steps['min']}, max {steps['max']}"
    )
    speed = f"{facts['games_per_second']:,.0f} games/s, {facts['steps_per_second']:,.0f} steps/s"
    return "\n".join([*lines, f"{facts['seconds']:.2f} s: {speed}"])


def progress_bar(stack: ExitStack, games: int) -> Callable[[int], None]:
    """Shows a bar on stderr until the stack is closed; returns what moves it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    task = bar.add_task("", total=games)
    return lambda done: bar.update(task, completed=done)

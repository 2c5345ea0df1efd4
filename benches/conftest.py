"""Benchmarks: gamecore beside its peers, in one run, on one core, by CPU time.

Every benchmark belongs to a row (a pair of a task and a game) and has a subject (`gamecore` or a peer). It does a
fixed piece of work per round and returns how many units it did (games, moves, calls). The table holds units per CPU
second (median of the rounds) and the ratio to the fastest peer of the row: ratios within one run are what counts.
`make bench` writes the table to docs/speed.md.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest

#: One core for everything, peers and their thread pools included.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
if hasattr(os, "sched_setaffinity") and not os.environ.get("BENCH_ALL_CORES"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

ROUNDS = 5
ROWS: dict[tuple[str, str], dict[str, tuple[float, str]]] = {}
#: Peers that could not be measured.
LEFT_OUT: set[str] = set()


@pytest.fixture
def measure(benchmark: Any) -> Callable[..., None]:
    """measure(task, row, subject, unit, work): `work()` does one round and returns its units."""

    def run(task: str, row: str, subject: str, unit: str, work: Callable[[], float]) -> None:
        benchmark.group = f"{task}: {row}"
        rates: list[float] = []

        def once() -> None:
            begun = time.process_time()
            units = work()
            rates.append(units / (time.process_time() - begun))

        benchmark.pedantic(once, rounds=ROUNDS, warmup_rounds=1)
        rate = median(rates[1:])
        benchmark.extra_info.update(unit=unit, per_cpu_second=rate)
        ROWS.setdefault((task, row), {})[subject] = (rate, unit)

    return run


def pretty(rate: float) -> str:
    """Three digits and a unit prefix."""
    for factor, prefix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if rate >= factor:
            return f"{rate / factor:.3g}{prefix} "
    return f"{rate:.3g} "


def table() -> str:
    """The table as Markdown."""
    out = [
        "# Speed",
        "",
        "Written by `make bench`: units per CPU second, one core, median of five rounds, everything in one run.",
        f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}. Ratios are what counts;",
        "absolute numbers are those of the machine the bench ran on. Where a row has several peers, the fastest comes",
        "first, and the ratios stand in the order of the peers.",
    ]
    for task in dict.fromkeys(task for task, _ in ROWS):
        out += ["", f"## {task}", "", "| | gamecore | peer | ratio |", "| --- | --- | --- | --- |"]
        for (of, row), subjects in ROWS.items():
            if of != task or "gamecore" not in subjects:
                continue
            ours, unit = subjects["gamecore"]
            peers = sorted(((rate, name) for name, (rate, _) in subjects.items() if name != "gamecore"), reverse=True)
            theirs = "; ".join(f"{name} {pretty(rate)}".strip() for rate, name in peers)
            ratios = "; ".join(f"{ours / rate:.2f}" for rate, _ in peers)
            out.append(f"| {row} | {pretty(ours)}{unit}/s | {theirs} | {ratios} |")
    if LEFT_OUT:
        out += ["", "Not there to be measured: " + ", ".join(sorted(LEFT_OUT)) + "."]
    return "\n".join(out) + "\n"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Prints the table, and writes it if asked to (BENCH_TABLE=path)."""
    if not ROWS:
        return
    text = table()
    print("\n" + text)
    if path := os.environ.get("BENCH_TABLE"):
        Path(path).write_text(text)

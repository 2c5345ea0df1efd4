"""The loop a user writes: random games step by step, from Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gamecore as gc
import pytest

pyspiel = pytest.importorskip("pyspiel")

#: Games both have: row, our game, theirs, games per round.
PAIRS = [
    ("hex 11x11", ("hex", {"size": 11, "swap": False}), "hex(board_size=11)", 150),
    ("reversi 8x8", ("reversi", {}), "othello", 150),
    ("amazons 10x10", ("amazons", {}), "amazons", 60),
    ("English draughts", ("draughts", {}), "checkers", 120),
    ("dots and boxes 5x5", ("dots_and_boxes", {}), "dots_and_boxes(num_rows=5,num_cols=5)", 150),
    ("go 9x9", ("go", {"size": 9, "scoring": "area"}), "go(board_size=9)", 60),
    ("go 19x19", ("go", {"size": 19, "scoring": "area"}), "go(board_size=19)", 10),
    ("einstein", ("einstein", {}), "einstein_wurfelt_nicht", 500),
    ("four in a row", ("four_in_a_row", {}), "connect_four", 500),
    ("havannah, side 8", ("havannah", {"swap": False}), "havannah", 100),
    ("lines of action", ("lines_of_action", {}), "lines_of_action", 60),
    ("twixt 24x24", ("twixt", {"swap": False}), "twixt(board_size=24)", 30),
]
#: What a move is differs there, so games are counted: amazons takes 3 actions a turn in pyspiel and 2 here.
BY_GAMES = {"amazons 10x10"}
IDS = [row for row, *_ in PAIRS]


def ours(game: gc.Game) -> Callable[[], gc.State]:
    """Fresh games; EinStein begins after its set-up, which pyspiel deals at random."""
    if game.slug != "einstein":
        return game.start
    ready = game.start()
    for _ in range(2):
        ready.play("123456")
    return ready.copy


def count(row: str, games: int, moves: int) -> float:
    return games if row in BY_GAMES else moves


@pytest.mark.parametrize(("row", "ours_", "theirs", "games"), PAIRS, ids=IDS)
@pytest.mark.parametrize("subject", ["gamecore", "pyspiel"])
def test_loop(subject: str, row: str, ours_: Any, theirs: str, games: int, measure: Any) -> None:
    rng = random.Random(1)
    choice = rng.choice

    def gamecore() -> float:
        moves = 0
        for _ in range(games):
            s = start()
            while not s.is_over:
                if s.is_chance:
                    s.play_chance()
                else:
                    s.play(choice(s.legal_actions()))
                    moves += 1
        return count(row, games, moves)

    def peer() -> float:
        moves = 0
        for _ in range(games):
            s = other.new_initial_state()
            while not s.is_terminal():
                if s.is_chance_node():
                    outcomes, odds = zip(*s.chance_outcomes(), strict=True)
                    s.apply_action(rng.choices(outcomes, odds)[0])
                else:
                    s.apply_action(choice(s.legal_actions()))
                    moves += 1
        return count(row, games, moves)

    if subject == "gamecore":
        start = ours(gc.game(ours_[0], **ours_[1]))
    else:
        other = pyspiel.load_game(theirs)
    unit = "games" if row in BY_GAMES else "moves"
    measure("Python loop: legal_actions, choice, play", row, subject, unit, gamecore if subject == "gamecore" else peer)


@pytest.mark.parametrize(("row", "ours_", "theirs", "games"), PAIRS, ids=IDS)
@pytest.mark.parametrize("style", ["random_action", "play_random"])
def test_list_free(style: str, row: str, ours_: Any, theirs: str, games: int, measure: Any) -> None:
    """Without a list of moves; to be read beside pyspiel's loop above, which is repeated for the ratio."""
    start = ours(gc.game(ours_[0], **ours_[1]))
    rng = gc.Rng(1)

    def one_by_one() -> float:
        moves = 0
        for _ in range(games):
            s = start()
            while not s.is_over:
                if s.is_chance:
                    s.play_chance(rng)
                else:
                    s.play(s.random_action(rng))
                    moves += 1
        return count(row, games, moves)

    def in_one_go() -> float:
        moves = 0
        for _ in range(games):
            s = start()
            before = len(s.history)
            s.play_random(1_000_000, rng)
            moves += sum(1 for step in s.history[before:] if step < gc._core.CHANCE_BIT)
        return count(row, games, moves)

    unit = "games" if row in BY_GAMES else "moves"
    task = "Python loop without lists: play(random_action)" if style == "random_action" else "play_random to the end"
    measure(task, row, "gamecore", unit, one_by_one if style == "random_action" else in_one_go)
    from conftest import ROWS

    peer = ROWS.get(("Python loop: legal_actions, choice, play", row), {}).get("pyspiel")
    if peer:
        ROWS[task, row]["pyspiel"] = peer

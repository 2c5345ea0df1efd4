"""The chess family beside its peers: perft, playouts and the loop in Python.

A row is one race: its subjects take turns, all do the same work, and the best of the rounds counts. The peers that are
programs of their own come from benches/peers/build.sh; a peer that is not there is left out. So are rows of games that
this build of gamecore does not have.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import gamecore as gc
import pytest
from conftest import LEFT_OUT, ROUNDS, ROWS
from peers import engines

PERFT = "Chess family: perft by turn (best of five)"
BESIDE_CHESS = "Chess family: perft beside Chess here"
PLAYOUTS = "Chess family: playouts (best of five)"
LOOP = "Chess family: Python loop (best of five)"

#: What a peer does in a round: units, and seconds of CPU time.
Work = Callable[[], tuple[float, float]]


def race(task: str, row: str, unit: str, subjects: dict[str, Work]) -> None:
    """Lets the subjects take turns, and keeps the best rate of each."""
    best = dict.fromkeys(subjects, 0.0)
    for _ in range(ROUNDS):
        for name, work in subjects.items():
            units, seconds = work()
            best[name] = max(best[name], units / seconds)
    ROWS[task, row] = {name: (rate, unit) for name, rate in best.items()}


def timed(work: Callable[[], float]) -> Work:
    """Work within this process."""

    def once() -> tuple[float, float]:
        begun = time.process_time()
        units = work()
        return units, time.process_time() - begun

    return once


def built(program: str) -> Path | None:
    """A peer that is a program of its own, or None."""
    path = engines.find(program)
    if path is None:
        LEFT_OUT.add(f"{program} (benches/peers/build.sh makes it)")
    return path


def module(name: str) -> Any:
    """A peer from Python, or None."""
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        LEFT_OUT.add(name)
        return None


def game(slug: str, variant: str | None) -> gc.Game:
    if slug not in gc.list_games():
        pytest.skip(f"this build has no {slug}")
    return gc.game(slug, variant)


SMALL, LARGE = ("",), ("-large",)


@dataclass(frozen=True)
class Count:
    """A row of perft.

    `fairy` is Fairy-Stockfish's variant, with the depth it counts to in the time of a round. Its build for large boards
    plays on small ones too, more slowly; `builds` says which are asked.
    """

    row: str
    game: tuple[str, str | None]
    depth: int
    position: str | None = None
    fairy: tuple[str, int] | None = None
    shakmaty: bool = False
    stockfish: bool = False
    cshogi: bool = False
    builds: tuple[str, ...] = SMALL + LARGE
    #: Whether the peers' rules have other moves, so that only speeds compare.
    differs: bool = False


COUNTS = [
    Count("chess", ("chess", None), 6, None, ("chess", 5), builds=SMALL, shakmaty=True, stockfish=True),
    Count(
        "chess, middle game",
        ("chess", None),
        5,
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        shakmaty=True,
        stockfish=True,
    ),
    Count(
        "chess960, middle game",
        ("chess", "chess960"),
        5,
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        shakmaty=True,
        stockfish=True,
    ),
    Count("crazyhouse", ("crazyhouse", None), 5, None, ("crazyhouse", 5), builds=SMALL, shakmaty=True),
    Count(
        "crazyhouse, middle game",
        ("crazyhouse", None),
        4,
        "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
        ("crazyhouse", 4),
        builds=SMALL,
        shakmaty=True,
    ),
    Count(
        "crazyhouse, full hands",
        ("crazyhouse", None),
        3,
        "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
        ("crazyhouse", 3),
        builds=SMALL,
        shakmaty=True,
    ),
    Count("grand chess", ("grand_chess", None), 4, None, ("grand", 4), builds=LARGE),
    Count(
        "grand chess, promotions",
        ("grand_chess", None),
        5,
        "5k4/10/10/3P6/10/10/10/10/1RBNKMC1BR/10 w - - 0 1",
        ("grand", 5),
        builds=LARGE,
    ),
    Count("seirawan", ("seirawan", None), 5, None, ("seirawan", 4)),
    Count(
        "seirawan, middle game",
        ("seirawan", None),
        4,
        "reb1k2r/ppppqppp/2nb1n2/4p3/4P3/N1P2N2/PB1PQPPP/RE2KBHR[h] b KQkqc - 3 7",
        ("seirawan", 4),
    ),
    Count("xiangqi", ("xiangqi", None), 4, None, ("xiangqi", 4), builds=LARGE),
    Count(
        "xiangqi, middle game",
        ("xiangqi", None),
        4,
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        ("xiangqi", 4),
        builds=LARGE,
    ),
    Count("shogi", ("shogi", None), 4, None, ("shogi", 4), cshogi=True, builds=LARGE),
    Count(
        "shogi, full hands",
        ("shogi", None),
        3,
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        ("shogi", 3),
        cshogi=True,
        builds=LARGE,
    ),
    Count("shogi 5x5", ("shogi", "minishogi"), 6, None, ("minishogi", 5)),
    Count("shogi 5x6", ("shogi", "shogi56"), 5, None, ("gorogoro", 5)),
    Count("shogi 5x6+", ("shogi", "shogi56plus"), 4, None, ("shogi56plus", 4)),
    Count("shogi 3x4", ("shogi", "shogi34"), 8, None, ("dobutsu", 7), differs=True),
    Count("tori shogi", ("shogi", "torishogi"), 5, None, ("tori", 5)),
]


def uci_position(count: Count) -> str:
    """The position as UCI writes it, in the letters of Fairy-Stockfish."""
    if count.position is None:
        return "startpos"
    board, rest = count.position.split(" ", 1)
    if count.game[0] == "grand_chess":
        board = board.translate(str.maketrans("CMcm", "ACac"))
    return f"{'sfen' if count.game[0] == 'shogi' else 'fen'} {board} {rest}"


@pytest.mark.parametrize("count", COUNTS, ids=[count.row for count in COUNTS])
def test_perft(count: Count) -> None:
    g = game(*count.game)
    state = g.from_position(count.position) if count.position else None
    leaves: dict[tuple[str, int], float] = {}

    def noted(name: str, depth: int, work: Work) -> Work:
        def once() -> tuple[float, float]:
            nodes, seconds = work()
            leaves[name, depth] = nodes
            return nodes, seconds

        return once

    with ExitStack() as stack:
        subjects = {"gamecore": noted("gamecore", count.depth, timed(lambda: g.perft(count.depth, state)))}
        if count.shakmaty and built("gamecore-peers"):
            what = ["perft", str(count.depth), *([count.position] if count.position else [])]
            name = count.game[1] or count.game[0]

            def ask() -> tuple[float, float]:
                answer = engines.shakmaty(name, *what)
                return answer["nodes"], answer["seconds"]

            subjects["shakmaty"] = noted("shakmaty", count.depth, ask)

        def engine(label: str, program: str, variant: str | None, depth: int) -> None:
            path = built(program)
            if path is None:
                return
            uci = stack.enter_context(engines.Engine(path, variant, count.game[1] == "chess960"))
            position = uci_position(count)
            subjects[label] = noted(label, depth, lambda: uci.perft(depth, position))

        if count.stockfish:
            engine("Stockfish", "stockfish", None, count.depth)
        if count.fairy:
            variant, depth = count.fairy
            for build in count.builds:
                engine(f"Fairy-Stockfish{build}", f"fairy-stockfish{build}", variant, depth)
        if count.cshogi and (cshogi := module("cshogi")):
            board = cshogi.Board(count.position) if count.position else cshogi.Board()
            subjects["cshogi"] = noted("cshogi", count.depth, timed(lambda: cshogi_perft(board, count.depth)))
        race(PERFT, count.row, "leaves", subjects)

    if not count.differs:
        of_depth: dict[int, set[float]] = {}
        for (_, depth), nodes in leaves.items():
            of_depth.setdefault(depth, set()).add(nodes)
        assert all(len(nodes) == 1 for nodes in of_depth.values()), leaves
    ours = ROWS[PERFT, count.row]["gamecore"]
    chess = ROWS.get((PERFT, "chess"), {}).get("gamecore")
    if chess and count.row != "chess":
        ROWS[BESIDE_CHESS, count.row] = {"gamecore": ours, "chess": chess}


def cshogi_perft(board: Any, depth: int) -> int:
    """Driven from Python: the moves of a position come in one list, and only the leaves are counted in bulk."""
    if depth == 1:
        return len(board.legal_moves)
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += cshogi_perft(board, depth - 1)
        board.pop()
    return leaves


#: Row, game, variant, pyspiel's name, python-chess's class, games of a round: in bulk, and from Python.
GAMES = [
    ("chess", ("chess", None), "chess", "chess.Board", 4_000, 100),
    ("crazyhouse", ("crazyhouse", None), "crazyhouse", "chess.variant.CrazyhouseBoard", 2_000, 100),
    ("xiangqi", ("xiangqi", None), "xiangqi", None, 2_000, 100),
    ("shogi", ("shogi", None), "shogi", None, 2_000, 100),
]


@cache
def spiel_game_length(name: str) -> float:
    """Moves of pyspiel's random game, by 200 of them: its native rollouts do not tell."""
    import pyspiel

    moves = spiel_loop(pyspiel.load_game(name), 200, random.Random(2).choice)
    return moves / 200


def spiel_loop(other: Any, games: int, choice: Callable[[list[int]], int]) -> int:
    moves = 0
    for _ in range(games):
        s = other.new_initial_state()
        while not s.is_terminal():
            s.apply_action(choice(s.legal_actions()))
            moves += 1
    return moves


def spiel_rollouts(name: str, games: int) -> Work:
    """The rollouts of its MCTS evaluator, in moves."""
    import pyspiel

    other = pyspiel.load_game(name)
    length = spiel_game_length(name)
    # Two simulations of `games` rollouts each: all but a moment of it is rollouts.
    bot = pyspiel.MCTSBot(other, pyspiel.RandomRolloutEvaluator(games, 1), 1.0, 2, 10, False, 1, False)
    state = other.new_initial_state()

    def work() -> float:
        bot.step(state)
        return 2 * games * length

    return timed(work)


def shakmaty_playouts(variant: str, how: str, games: int) -> Work:
    """Ends by mate, stalemate, bare material and 75 moves; not by repetition."""

    def work() -> tuple[float, float]:
        answer = engines.shakmaty(variant, how, str(games))
        return answer["moves"], answer["seconds"]

    return work


@pytest.mark.parametrize(("row", "of", "spiel", "_python", "games", "_few"), GAMES, ids=[row for row, *_ in GAMES])
def test_playouts(row: str, of: Any, spiel: str, _python: Any, games: int, _few: int) -> None:
    """Moves a second: draws by rule, and with them the lengths of games, differ."""
    g = game(*of)
    subjects = {"gamecore": timed(lambda: int(g.playouts(games, threads=1).steps.sum()))}
    if row in ("chess", "crazyhouse") and built("gamecore-peers"):
        subjects["shakmaty, plain loop"] = shakmaty_playouts(row, "playouts", games // 4)
        subjects["shakmaty, lean loop"] = shakmaty_playouts(row, "lean-playouts", games // 4)
    if module("pyspiel"):
        subjects["pyspiel"] = spiel_rollouts(spiel, 25)
    race(PLAYOUTS, row, "moves", subjects)


@pytest.mark.parametrize(("row", "of", "spiel", "python", "_games", "few"), GAMES, ids=[row for row, *_ in GAMES])
def test_loop(row: str, of: Any, spiel: str, python: str | None, _games: int, few: int) -> None:
    g = game(*of)
    choice = random.Random(1).choice

    def ours() -> float:
        moves = 0
        for _ in range(few):
            s = g.start()
            while not s.is_over:
                s.play(choice(s.legal_actions()))
                moves += 1
        return moves

    subjects = {"gamecore": timed(ours)}
    if pyspiel := module("pyspiel"):
        other = pyspiel.load_game(spiel)
        subjects["pyspiel"] = timed(lambda: spiel_loop(other, few // 5, choice))
    if python and module("chess"):
        where, name = python.rsplit(".", 1)
        board = getattr(module(where), name)
        subjects["python-chess"] = timed(lambda: python_chess_loop(board, few // 20, choice))
    if row == "shogi" and (cshogi := module("cshogi")):
        subjects["cshogi"] = timed(lambda: cshogi_loop(cshogi, few // 2, choice))
    race(LOOP, row, "moves", subjects)


def python_chess_loop(board: Any, games: int, choice: Callable[[list[Any]], Any]) -> int:
    """Its is_game_over would find the legal moves a second time; repetitions are not looked for."""
    moves = 0
    for _ in range(games):
        b = board()
        while b.halfmove_clock < 150 and not b.is_insufficient_material():
            legal = list(b.legal_moves)
            if not legal:
                break
            b.push(choice(legal))
            moves += 1
    return moves


def cshogi_loop(cshogi: Any, games: int, choice: Callable[[list[int]], int]) -> int:
    """Ends by mate and after 1,000 plies; repetitions are not looked for."""
    moves = 0
    for _ in range(games):
        b = cshogi.Board()
        for _ in range(1000):
            legal = list(b.legal_moves)
            if not legal:
                break
            b.push(choice(legal))
            moves += 1
    return moves

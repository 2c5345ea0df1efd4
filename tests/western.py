"""What the tests of chess, Crazyhouse, Seirawan chess and Grand Chess share: figures, records, other libraries."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gamecore as gc
import pytest

RECORDS = Path(__file__).parent / "records"


def perfts(game: gc.Game, fen: str, depths: range) -> list[int]:
    """The figures of a position for some depths."""
    s = game.from_position(fen)
    return [game.perft(depth, s) for depth in depths]


def uci(state: gc.State) -> list[str]:
    """The legal moves in coordinates."""
    names = state.game.action_names
    assert names is not None
    return sorted(names[action] for action in state.legal_actions())


def play(state: gc.State, turns: str) -> gc.State:
    """Plays a line of SAN, with or without numbers of moves."""
    for turn in re.sub(r"\d+\.+\s*", " ", turns).split():
        state.play(turn)
    return state


def replay_random_games(game: gc.Game, file: str) -> int:
    """Replays games in coordinates up to a position that the file has; returns their plies."""
    plies = 0
    for line in (RECORDS / game.slug / file).read_text().splitlines():
        record = json.loads(line)
        s = game.from_position(record["start"])
        for move in record["moves"].split():
            assert move in uci(s)
            s.play(move)
            plies += 1
        ours, theirs = s.position().split(), record["final"].split()
        assert ours[:3] == theirs[:3]
        assert ours[5] == theirs[5]
        assert s.num_legal == record["legal_at_end"]
        assert s.is_check == record["check"]
    return plies


def pgn_games(path: Path, letters: dict[int, str] | None = None) -> Iterator[tuple[dict[str, str], list[str]]]:
    """The games of a file without comments: tags, and moves up to a null move."""
    for game in re.split(r"\n(?=\[White )", path.read_text()):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.MULTILINE))
        text = re.sub(r"^\[.*\]$", "", game, flags=re.MULTILINE).partition("--")[0]
        text = text.translate(letters or {})
        yield tags, [word for word in text.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", word)]


def sound(written: str) -> str:
    """A move in SAN as we write it, from other writers' spellings."""
    return "P" + written if written.startswith("@") else written


def read_damaged_moves(state: gc.State, letters: str) -> None:
    """Reads moves with some letters gone, exchanged or put in: each is an action or an error of bounded length."""
    rng = random.Random(1)
    moves = state.legal_moves()
    for _ in range(3000):
        text = list(rng.choice(moves))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text) + 1)
            text[at : at + rng.randrange(2)] = rng.choice(letters)
        try:
            action = state.parse("".join(text))
        except gc.NotationError as error:
            assert len(str(error)) < 200
        else:
            assert 0 <= action < state.game.num_actions


# ---- python-chess --------------------------------------------------------------------------------


def agree_with_python_chess(game: gc.Game, board: Callable[[str], Any], games: range, every: int = 8) -> int:
    """Random games: legal moves at each ply, at every `every`-th one all that both can tell; returns plies."""
    polyglot = pytest.importorskip("chess.polyglot")
    names, plies = game.action_names, 0
    assert names is not None
    for seed in games:
        rng = gc.Rng(seed)
        s = game.start(seed)
        b = board(s.position())
        while True:
            where = f"seed {seed}: {s.position()}"
            theirs = sorted(move.uci() for move in b.legal_moves)
            assert s.is_check == b.is_check(), where
            if s.is_over:
                _same_end(s, b, theirs, where)
                break
            assert uci(s) == theirs, where
            action = s.random_action(rng)
            move = b.parse_uci(names[action])
            if plies % every == 0:
                assert s.format(action) == sound(b.san(move)), where
                assert s.gives_check(action) == b.gives_check(move), where
                assert _fen(s.position(), game) == _fen(b.fen(en_passant="fen", shredder=b.chess960), game), where
                assert (s.info()["occurrences"] >= 3) == b.is_repetition(3), where
                assert [s.attackers(plies % 64, seat) for seat in (0, 1)] == [
                    list(b.attackers(white, plies % 64)) for white in (True, False)
                ], where
                if game.slug == "chess":
                    assert s.polyglot_hash() == polyglot.zobrist_hash(b), where
            s.play(action)
            b.push(move)
            plies += 1
    return plies


def _fen(fen: str, game: gc.Game) -> list[str]:
    """Without the clock in crazyhouse, which no drop stops in python-chess."""
    rows, *fields = fen.split()
    if game.slug == "crazyhouse":
        fields[3] = ""
    return [_placement(rows), *fields]


def _placement(rows: str) -> str:
    """With a hand in one order."""
    board, _, hand = rows.partition("[")
    return board + "".join(sorted(hand))


def _same_end(s: gc.State, b: Any, theirs: list[str], where: str) -> None:
    ends = {
        "checkmate": b.is_checkmate,
        "stalemate": b.is_stalemate,
        "dead position": b.is_insufficient_material,
        "repetition": b.is_fivefold_repetition,
        "no capture or pawn move for too long": b.is_seventyfive_moves,
    }
    assert s.end_reason is not None
    assert ends[s.end_reason](), where
    assert bool(theirs) == (s.end_reason not in ("checkmate", "stalemate")), where


# ---- Fairy-Stockfish: the program `fairy-stockfish` (built for large boards) if it is in PATH, else pyffish ---


class Letters:
    """How another program writes what we write: texts with some capital letters, and their small ones, exchanged."""

    def __init__(self, ours: str = "", theirs: str = "") -> None:
        self._there = str.maketrans(ours + ours.lower(), theirs + theirs.lower())

    def fen(self, fen: str) -> str:
        placement, _, rest = fen.partition(" ")
        return placement.translate(self._there) + " " + rest

    def move(self, move: str) -> str:
        """A suffix stands last; cells of `move` have letters too."""
        return move[:-1] + move[-1].translate(self._there)


def agree_with_fairy_stockfish(
    game: gc.Game, variant: str, games: range, letters: Letters | None = None, every: int = 1
) -> int:
    """Random games: legal moves at every `every`-th ply, the position at the end; returns plies compared."""
    letters = letters or Letters()
    names, chess960 = game.action_names, bool(game.options.get("chess960"))
    assert names is not None
    asked: list[tuple[str, list[str]]] = []
    played: list[tuple[str, list[str], str]] = []
    for seed in games:
        rng = gc.Rng(seed)
        s = game.start(seed)
        start, moves = s.position(), []
        while not s.is_over:
            if len(moves) % every == 0:
                asked.append((letters.fen(s.position()), sorted(map(letters.move, uci(s)))))
            action = s.random_action(rng)
            moves.append(letters.move(names[action]))
            s.play(action)
        if s.end_reason in ("checkmate", "stalemate"):
            asked.append((letters.fen(s.position()), []))
        played.append((letters.fen(start), moves, letters.fen(s.position())))
    if program := shutil.which("fairy-stockfish"):
        legal, final = _ask_program(program, variant, chess960, [fen for fen, _ in asked], played)
    else:
        sf = pytest.importorskip("pyffish")
        legal = (sorted(sf.legal_moves(variant, fen, [], chess960)) for fen, _ in asked)
        final = (sf.get_fen(variant, start, moves, chess960) for start, moves, _ in played)
    for (fen, ours), theirs in zip(asked, legal, strict=True):
        assert ours == theirs, fen
    for (_, _, end), theirs in zip(played, final, strict=True):
        # Their passed cell stands only where it can be taken, and their clock stops at every drop.
        a, b = end.split(), theirs.split()
        assert (_placement(a[0]), a[1], a[2], a[5]) == (_placement(b[0]), b[1], b[2], b[5])
    return len(asked)


def _ask_program(
    program: str, variant: str, chess960: bool, fens: list[str], played: list[tuple[str, list[str], str]]
) -> tuple[Iterator[list[str]], Iterator[str]]:
    lines = [
        f"setoption name UCI_Variant value {variant}",
        f"setoption name UCI_Chess960 value {str(chess960).lower()}",
    ]
    for start, moves, _ in played:
        lines += [f"position fen {start} moves {' '.join(moves)}", "d"]
    for fen in fens:  # these answer in their own time, so that nothing else may follow
        lines += [f"position fen {fen}", "go perft 1"]
    done = subprocess.run([program], input="\n".join([*lines, "quit\n"]), capture_output=True, text=True, check=True)
    answers = done.stdout.split("\nNodes searched: ")[:-1]
    legal = (sorted(re.findall(r"^(\S+): 1$", answer, re.MULTILINE)) for answer in answers)
    return legal, iter(re.findall(r"^Fen: (.*)$", answers[0], re.MULTILINE))

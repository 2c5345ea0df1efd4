"""What the records of the shogi family have in common, whatever the format (KIF, KI2, CSA, USI, Little Golem).

A game takes part by a `KifuDialect`, the attribute `kifu` of its class. A reader collects a game in a `Draft`,
which turns the moves into the game's own spelling without playing by the rules; formats that are read line by line
share `read_lines`. A writer takes a record apart into a `Script`.

How a game ended is a word in the list of moves. Giving up and agreeing to a draw (持将棋) are turns, as in every
other format; any other word is kept, in English, as the tag Termination (`ENDINGS`). The times of the moves are
kept in seconds in the tag MoveTimes, `16 3 -`, the end included.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gamecore.errors import GamecoreError, RecordError
from gamecore.notation_shogi import FORMS, Board, Form, Notation, board_of
from gamecore.records.find import Finder, dialect_of
from gamecore.records.movetext import RESULTS
from gamecore.records.record import OUTSIDE, Line, Record, is_outside
from gamecore.records.scan import MAX_TEXT, Scanner

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Game, Option

MAX_MOVES = 10_000
MAX_TAGS = 1_000
MAX_LINE = 100_000
MAX_DEPTH = 100


class Ending(NamedTuple):
    """A way to end a game."""

    name: str
    kif: tuple[str, ...]
    csa: tuple[str, ...]
    value: int | None
    """What the side to move gets: 1, 0, -1, or None where the word does not say."""


RESIGN, IMPASSE, REPETITION, MATE, LIMIT, TIME, FOUL, FOUL_BEFORE = (
    Ending("resignation", ("投了",), ("TORYO",), -1),
    Ending("impasse", ("持将棋", "引き分け"), ("JISHOGI", "HIKIWAKE"), 0),
    Ending("repetition", ("千日手",), ("SENNICHITE",), 0),
    Ending("mate", ("詰み", "詰"), ("TSUMI",), -1),
    Ending("move limit", ("最大手数",), ("MAX_MOVES",), 0),
    Ending("time forfeit", ("切れ負け", "時間切れ"), ("TIME_UP",), -1),
    Ending("illegal move", ("反則負け", "反則"), ("ILLEGAL_MOVE",), -1),
    Ending("illegal move before", ("反則勝ち", "反則手"), (), 1),
)
ENDINGS = (
    RESIGN,
    IMPASSE,
    REPETITION,
    MATE,
    LIMIT,
    TIME,
    FOUL,
    FOUL_BEFORE,
    Ending("entering king", ("入玉勝ち", "宣言勝ち"), ("KACHI",), 1),
    Ending("won by default", ("不戦勝",), (), 1),
    Ending("lost by default", ("不戦敗",), (), -1),
    Ending("no mate", ("不詰",), ("FUZUMI",), None),
    Ending("unterminated", ("中断", "封じ手"), ("CHUDAN", "MATTA", "ERROR"), None),
)
"""All of them, with the words of KIF and of CSA, the usual word first."""

TAGS = (
    ("Event", "EV", "棋戦", "EVENT"),
    ("Site", "PC", "場所", "SITE"),
    ("Date", "DT", "開始日時", "START_TIME"),
    ("EndTime", "", "終了日時", "END_TIME"),
    ("TimeControl", "TM", "持ち時間", "TIME_LIMIT"),
    ("Opening", "ON", "戦型", "OPENING"),
    ("Annotator", "AN", "備考", "NOTE"),
)
"""What PGN, SGF, KIF and CSA call the same things."""
KIF, CSA = 2, 3
_STRUCTURE = {"Termination", "MoveTimes", "Result", "RE", "TERMINATION", "RESULT"}


class KifuDialect:
    """How the records of a game of the shogi family look: which forms of the game there are."""

    forms: Mapping[str, Form] = FORMS
    """By the value of the option `variant`; the first is that of a file which names none."""

    def form(self, game: Game) -> Form:
        """The form of a game."""
        return self.forms[str(game.options["variant"])]

    def options(self, form: Form) -> Mapping[str, Option]:
        """The inverse of `form`."""
        return {"variant": form.variant}


@lru_cache(16)
def notation_of(variant: str) -> Notation:
    """The notation of a form, made once."""
    return Notation(FORMS[variant])


def form_of(board: Board) -> Form:
    """The form of the game that a position is of."""
    size = f"{board.files}x{board.ranks}"
    names = {"9x9": "shogi", "5x5": "minishogi", "5x6": "shogi56", "3x4": "shogi34", "7x7": "torishogi"}
    if size not in names:
        raise RecordError(f"there is no form of shogi on a board of {size} cells")
    held = {piece[-1].upper() for piece in [*board.pieces.values(), *board.hands]}
    return FORMS["shogi56plus" if size == "5x6" and held & {"L", "N"} else names[size]]


def same(board: Board, other: Board) -> bool:
    """Whether two boards show the same position."""
    return (board.pieces, +board.hands, board.turn) == (other.pieces, +other.hands, other.turn)


def tag_name(name: str, column: int) -> str:
    """What a format calls a tag; its own name where it is in no table."""
    return next((row[column] for row in TAGS if name in row), name)


class Branch:
    """The moves of a game or a variation in the file's notation, what is said of them, and what parts from them."""

    def __init__(self, start: int) -> None:
        self.start = start
        """The number of moves before it."""
        self.moves: list[str] = []
        self.comments: dict[int, list[str]] = {}
        """Lines by number of its moves played."""
        self.branches: dict[int, list[Branch]] = {}
        """By number of its moves played."""


class Draft:
    """A game on its way from a file into a record."""

    def __init__(self) -> None:
        self.main = Branch(0)
        self._path = [self.main]
        self._tags: dict[str, list[str]] = {}
        self.players: list[str | None] = [None, None]
        self.form: Form | None = None
        self.position: str | None = None
        self.seats: list[int] = []
        self.times: dict[int, str] = {}
        self.ending: Ending | None = None
        self.winner: int | None = None
        self._room = MAX_TEXT
        self._left = MAX_MOVES

    @property
    def moves(self) -> list[str]:
        """The moves of the game, variations aside."""
        return self.main.moves

    @property
    def aside(self) -> bool:
        """Whether what comes next belongs to a variation."""
        return len(self._path) > 1

    def move(self, text: str) -> None:
        """Add a move, in the file's notation."""
        self._path[-1].moves.append(text)
        self._left -= 1
        if self._left < 0:
            raise RecordError(f"the game has more than {MAX_MOVES} moves")

    def vary(self, start: int) -> None:
        """Begin a variation, with so many moves before it of the line that came last."""
        while self.aside and self._path[-1].start >= start:
            self._path.pop()
        parent = self._path[-1]
        played = start - parent.start
        self._left -= 1
        if not 0 <= played <= len(parent.moves) or len(self._path) > MAX_DEPTH or self._left < 0:
            raise RecordError(f"no variation can begin at move {start + 1}")
        branch = Branch(start)
        parent.branches.setdefault(played, []).append(branch)
        self._path.append(branch)

    def comment(self, text: str) -> None:
        """Add a line of comment to the last move."""
        self._take(text)
        line = self._path[-1]
        line.comments.setdefault(len(line.moves), []).append(text)

    def tag(self, name: str, text: str) -> None:
        """Add a tag; the same one again goes on with it."""
        self._take(text)
        self._tags.setdefault(name, []).append(text)
        if len(self._tags) > MAX_TAGS:
            raise RecordError(f"the game has more than {MAX_TAGS} tags")

    def player(self, seat: int, name: str) -> None:
        """Name a player; without a name he stays unknown."""
        self._take(name)
        self.players[seat] = name.strip() or None

    def _take(self, text: str) -> None:
        self._room -= len(text) + 1
        if self._room < 0:
            raise RecordError(f"the game has more than {MAX_TEXT} characters of tags and comments")

    def record(self, finder: Finder[KifuDialect], number: int, read: Callable[[Walk, str], str]) -> Record:
        """The record; `read` turns a move of the file into USI."""
        cls, dialect = finder.choose(lambda dialect: 1)
        form = self.form or next(iter(dialect.forms.values()))
        game = finder.build(cls, dialect.options(form))
        start = dialect.form(game).start
        position = self.position
        if position is not None and (board := board_of(position)).number == 1 and same(board, board_of(start)):
            position = None
        walk = Walk(game, notation_of(dialect.form(game).variant), position, start)
        line, fault = _line(self.main, walk, read)
        if fault is not None:
            index = len(walk.turns)
            raise RecordError(f"move {index + 1} ({self.moves[index][:40]!r}): {fault}") from fault
        tags = {name: "\n".join(lines) for name, lines in self._tags.items()}
        if self.times:
            last = max(self.times)
            tags["MoveTimes"] = " ".join(self.times.get(index, "-") for index in range(last + 1))
        turns, result = walk.turns, self._result(walk, tags)
        if self.seats and len(turns) > len(self.seats):
            self.seats.append(walk.board.turn)
        return Record(
            game,
            turns,
            players=self.players,
            position=position,
            result=result,
            tags=tags,
            comments=line.comments,
            variations=line.variations,
            seats=self.seats or None,
            number=number,
        )

    def _result(self, walk: Walk, tags: dict[str, str]) -> tuple[float, float] | None:
        """The stated result; an end from outside becomes a turn."""
        ending, mover = self.ending, walk.board.turn
        result = RESULTS.get(tags.pop("Result", "*"))
        if OUTSIDE.fullmatch(tags.get("Termination", "")):
            walk.turns.append(tags.pop("Termination"))
        elif ending in (RESIGN, IMPASSE):  # programs say them of a mated position too
            if (ending is IMPASSE or self.winner != mover) and not walk.is_over:
                walk.turns.append("resign" if ending is RESIGN else "draw:agreed")
        elif ending is not None:
            tags["Termination"] = ending.name
        if self.winner is not None:
            return (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)
        if ending is None or ending.value is None:
            return result
        mine = float(ending.value)
        return (mine, -mine) if mover == 0 else (-mine + 0.0, mine)


def _line(branch: Branch, walk: Walk, read: Callable[[Walk, str], str]) -> tuple[Line, GamecoreError | None]:
    """A line in the game's spelling, as far as it can be read, and what is wrong with its next move."""
    variations: dict[int, list[Line]] = {}
    fault = None
    for played in range(len(branch.moves) + 1):
        if played in branch.branches:
            variations[played] = [_line(line, walk.fork(), read)[0] for line in branch.branches[played]]
        if played < len(branch.moves):
            try:
                walk.add(read(walk, branch.moves[played]))
            except GamecoreError as error:
                fault = error
                break
    turns = walk.turns + branch.moves[len(walk.turns) :]
    comments = {played: "\n".join(lines) for played, lines in branch.comments.items()}
    return Line(turns, comments, variations=variations), fault


class Walk:
    """The moves of a game being read: the board as far as notation needs it, and the turns in the game's spelling."""

    def __init__(self, game: Game, notation: Notation, position: str | None, start: str) -> None:
        self.game, self.notation = game, notation
        self.board = board_of(position or start).copy()
        self.turns: list[str] = []
        self._moves: list[str] = []
        self._position = position
        self._state: State | None = None
        self._parent: Walk | None = None
        self._fault: GamecoreError | None = None

    def fork(self) -> Walk:
        """Another walk from here, to be done with before this one goes on."""
        twin = copy(self)
        twin.board, twin.turns, twin._moves = self.board.copy(), [], []
        twin._state, twin._parent, twin._fault = None, self, None
        return twin

    def add(self, move: str) -> None:
        """Go on by a move in USI."""
        self.turns.append(self.notation.lg(self.board, move))
        self._moves.append(move)
        self.board.play(move)

    def legal(self) -> set[str]:
        """The legal moves in USI, for notations that leave something to them."""
        names = self.game.action_names
        assert names is not None
        return {names[action] for action in self._played().legal_actions()}

    @property
    def is_over(self) -> bool:
        """Whether the moves end the game, so that nobody can give it up any more."""
        try:
            return self._played().is_over
        except GamecoreError:
            return False  # the replay will say what is wrong

    def _played(self) -> State:
        """The state after the moves. What many walks have in common is played once."""
        if self._fault is not None:
            raise self._fault
        try:
            if self._parent is not None:
                self._state, self._parent = self._parent._played().copy(), None
            elif self._state is None:
                position = self._position
                self._state = self.game.start() if position is None else self.game.from_position(position)
            assert self._state is not None
            self._state.play_all([_action(self.game, move) for move in self._moves])
        except GamecoreError as error:
            self._fault = error
            raise
        self._moves = []
        return self._state


@lru_cache(8)
def _actions(game: Game) -> dict[str, int]:
    return {name: action for action, name in enumerate(game.action_names or ())}


def _action(game: Game, move: str) -> int:
    action = _actions(game).get(move)
    if action is None:
        raise RecordError(f"{move!r}: no piece can go this way")
    return action


class GameLines(ABC):
    """A game of a format that is read line by line, as far as its lines have come."""

    def __init__(self) -> None:
        self.draft = Draft()
        self.fault: GamecoreError | None = None
        """What is wrong with it, where a line could not be read."""
        self.known = False
        """Whether there was anything of a game."""

    @staticmethod
    @abstractmethod
    def bare(line: str) -> str:
        """A line without what does not count; an empty one is passed over."""

    @abstractmethod
    def is_next(self, line: str) -> bool:
        """Whether a line belongs to the next game."""

    @abstractmethod
    def take(self, line: str) -> None:
        """Read a line that is not empty."""

    @abstractmethod
    def record(self, finder: Finder[KifuDialect], number: int) -> Record:
        """The game, all its lines read."""


def read_lines(scan: Scanner, finder: Finder[KifuDialect], begin: Callable[[], GameLines]) -> Iterator[Record]:
    """The games of a stream; one that cannot be read is a record that says why, and reading goes on behind it."""
    number = 1
    game = begin()
    while True:
        try:
            line = scan.line(MAX_LINE)
        except GamecoreError as error:
            game.fault = game.fault or error
            continue
        text = "" if line is None else game.bare(line)
        if line is None or (text and game.is_next(text)):
            if game.known or game.fault or (line is None and number == 1):
                yield _finished(game, finder, number)
                number += 1
            if line is None:
                return
            game = begin()
        if text:
            try:
                game.take(text)
            except GamecoreError as error:
                game.fault = game.fault or scan.error(str(error))


def _finished(game: GameLines, finder: Finder[KifuDialect], number: int) -> Record:
    try:
        if game.fault is not None:
            raise game.fault
        return game.record(finder, number)
    except GamecoreError as error:
        return Record.faulty(number, error)


class Script:
    """A record taken apart for writing: checked by replay, its moves in USI. The format has words for some endings."""

    def __init__(self, record: Record, format: str, endings: Sequence[Ending] = ()) -> None:
        dialect = dialect_of(type(record.game), "kifu")
        if not isinstance(dialect, KifuDialect):
            raise RecordError(f"{record.game.slug} has no {format} records; format='json' serves every game")
        self.record = record = record.spelled()
        self.form = dialect.form(record.game)
        if format not in ("usi", "lg") and self.form.handicap is None:
            raise RecordError(f"{self.form.variant} has no {format} records; format='json' serves every game")
        self.notation = notation_of(self.form.variant)
        self.position = record.start().position()
        self.final = record.final_state()
        names = record.game.action_names
        assert names is not None
        self.moves = [names[action] for action in self.final.actions]
        self.outside = record.turns[-1] if record.turns and is_outside(record.turns[-1]) else None
        self.mover = (self.board().turn + len(self.moves)) % 2
        """The side to move at the end."""
        ending = self._ending()
        self.ending = ending if ending in endings else None
        self.times = record.tags.get("MoveTimes", "").split()

    def board(self) -> Board:
        """The board at the start, to be played on."""
        return board_of(self.position).copy()

    def _ending(self) -> Ending | None:
        if self.outside is not None:
            return {"resign": RESIGN, "draw:agreed": IMPASSE}.get(self.outside)
        stated = self.record.tags.get("Termination")
        named = next((ending for ending in ENDINGS[2:] if ending.name == stated), None)
        if named is not None or not self.final.is_over:
            return named
        outcome = self.final.outcome
        assert outcome is not None
        return MATE if outcome.winners else REPETITION if "repe" in outcome.reason else LIMIT

    def states(self) -> Iterator[tuple[State, str]]:
        """Each move, with the state before it (the same one, played on)."""
        state = self.record.start()
        for move in self.moves:
            yield state, move
            state.play(move)

    def time(self, index: int) -> str | None:
        """The seconds a move took, if they are known."""
        time = self.times[index] if index < len(self.times) else "-"
        return time if re.fullmatch(r"\d{1,7}(?:\.\d{1,3})?", time, re.ASCII) else None

    def tags(self, column: int) -> Iterator[tuple[str, str]]:
        """The tags by the names that a format has for them, the private ones among them."""
        owned = set(_STRUCTURE)
        for tag, text in self.record.tags.items():
            name = tag_name(tag, column)
            if tag not in owned and name not in owned:
                owned.add(name)
                yield name, " ".join(text.split())
        stated = self.record.tags.get("Termination", "")
        unsaid = self.outside or ("" if is_outside(stated) else stated)
        if unsaid and self.ending is None:
            yield "Termination", " ".join(unsaid.split())
        result = self.record.result
        if result is not None and self.stated() != result:
            yield "Result", next(text for text, value in RESULTS.items() if value == _whole(result))

    def stated(self) -> tuple[float, float] | None:
        """The result that the ending alone says."""
        if self.ending is None or self.ending.value is None:
            return None
        mine = float(self.ending.value)
        return (mine, -mine) if self.mover == 0 else (-mine + 0.0, mine)


def _whole(result: tuple[float, ...]) -> tuple[float, float]:
    first, second = result
    sign = float((first > second) - (first < second))
    return sign, -sign + 0.0

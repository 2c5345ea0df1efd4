"""A game written down: what the file says of it, and its replay.

A record is only what was read; nothing is judged until somebody asks. `states()`, `final_state()` and
`check()` replay it under the full rules and say which turn of which game is wrong. A game that could not even
be read is a record too, with `error` set, so that a file is never lost for one bad game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeAlias

from gamecore._core import TaggedGame
from gamecore.errors import GamecoreError, RecordError

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Game

Parts: TypeAlias = tuple[list[str], dict[int, str], dict[int, list[int]], dict[int, list["Parts"]]]

#: Turns that end the game from outside its moves, as `State.turns` writes them.
OUTSIDE = re.compile(r"resign(?::[0-9])?|draw:(?:agreed|claimed)")


def is_outside(turn: str) -> bool:
    """Whether a turn ends the game from outside its moves (so that it has no actions)."""
    return OUTSIDE.fullmatch(turn) is not None


@dataclass
class Line:
    """A variation: turns that could have been played instead, and what is said of them, as in a `Record`."""

    turns: list[str]
    comments: dict[int, str] = field(default_factory=dict)
    nags: dict[int, list[int]] = field(default_factory=dict)
    variations: dict[int, list[Line]] = field(default_factory=dict)

    @classmethod
    def of(cls, parts: Parts, turn: Callable[[str], str] = str) -> Line:
        """A line as the core reads it; `turn` makes turns of its moves."""
        moves, comments, nags, variations = parts
        lines = {played: [cls.of(line, turn) for line in lines] for played, lines in variations.items()}
        return cls(list(map(turn, moves)), comments, nags, lines)

    def spelled(self, state: State) -> Line:
        """The line in canonical turn texts, as far as it is legal from this state."""
        walk, lines = state.copy(), dict(self.variations)
        for played in range(len(self.turns) + 1):
            if played:
                try:
                    walk.game.play_recorded(walk, self.turns[played - 1])
                except GamecoreError:
                    break
            if played in lines:
                lines[played] = [line.spelled(walk) for line in lines[played]]
        turns = walk.game.turns_since(state, walk)
        return Line(turns + self.turns[len(turns) :], self.comments, self.nags, lines)


_UNFOLDED = ("turns", "comments", "nags", "variations")


class Record:
    """One game of a record file."""

    __slots__ = (
        "_game", "_source", "actions", "comments", "error", "nags", "number", "players", "position", "result",
        "seats", "setup", "tags", "turns", "variations",
    )  # fmt: skip

    def __init__(
        self,
        game: Game | None,
        turns: Sequence[str] | TaggedGame = (),
        *,
        players: Sequence[str | None] | None = None,
        setup: str | None = None,
        position: str | None = None,
        actions: Sequence[int] | None = None,
        result: Sequence[float] | None = None,
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
        nags: Mapping[int, list[int]] | None = None,
        variations: Mapping[int, list[Line]] | None = None,
        seats: Sequence[int] | None = None,
        number: int = 1,
        error: RecordError | None = None,
    ) -> None:
        self._game = game
        self._source: TaggedGame | None = None
        if isinstance(turns, TaggedGame):
            self._source = turns  # turns, comments, nags and variations are taken from it when they are asked for
        else:
            self.turns = list(turns)
            """The turns as text, a closing `resign` included."""
            self.comments = dict(comments or {})
            """Comments by number of turns played."""
            self.nags = dict(nags or {})
            """Numeric annotation glyphs (1 for `!`, 2 for `?`, …) by number of turns played."""
            self.variations = dict(variations or {})
            """Lines that were not played, by number of turns played before they part from the game."""
        self.players = tuple(players) if players is not None else (None,) * (game.num_players if game else 0)
        """A name or None for each seat."""
        self.setup = setup
        """The set-up text of a game with a random start."""
        self.position = position
        """The position the game starts from, where that is not its usual start."""
        self.actions = None if actions is None else list(actions)
        """The exact steps, chance outcomes among them, where they are known."""
        self.result = None if result is None else tuple(map(float, result))
        """What each seat got, as the file states it; not checked before `check()`."""
        self.tags = dict(tags or {})
        """Whatever else the file says of the game, under the names the file uses."""
        self.seats = None if seats is None else list(seats)
        """Who made each turn according to the file; the replay checks it."""
        self.number = number
        """Which game of its file this is, from 1."""
        self.error = error
        """What made the record unreadable; None for a sound one. What was read before it is kept."""

    def __getattr__(self, name: str) -> Any:
        """What is still in the form of the file."""
        if name not in _UNFOLDED or self._source is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        line = Line.of(self._source.line())
        self.turns, self.comments, self.nags, self.variations = (getattr(line, part) for part in _UNFOLDED)
        self._source = None
        return getattr(self, name)

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """For copies and pickles."""
        return None, {"turns": self.turns} | {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def faulty(cls, number: int, error: GamecoreError) -> Record:
        """What a reader puts in the place of a game that cannot be read."""
        fault = RecordError(f"game {number}: {error}")
        fault.__cause__ = error
        return cls(None, number=number, error=fault)

    @property
    def game(self) -> Game:
        """The game with its options."""
        if self._game is None:
            raise self.error or RecordError("the record has no game")
        return self._game

    def __repr__(self) -> str:
        if self.error:
            return f"<Record: {self.error}>"
        names = " - ".join(name or "?" for name in self.players)
        return f"<Record {self.game.slug}: {names}, {len(self.turns)} turns>"

    def __eq__(self, other: object) -> bool:
        """Whether two records say the same (wherever they stand in their files)."""
        if not isinstance(other, Record):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    def _content(self) -> tuple[object, ...]:
        game = self._game and (self._game.slug, self._game.options)
        fields = (self.turns, self.players, self.setup, self.position, self.actions, self.result, self.tags)
        return (game, *fields, self.comments, self.nags, self.variations, str(self.error))

    @classmethod
    def from_state(
        cls,
        state: State,
        *,
        players: Sequence[str | None] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Record:
        """The record of a game played (or half played) here."""
        return cls(
            state.game,
            state.turns,
            players=players,
            setup=state.setup,
            position=state.start_position,
            actions=state.actions,
            result=state.returns() if state.is_over else None,
            tags=tags,
        )

    def states(self) -> Iterator[State]:
        """The state at the start and after each turn (copies, to keep or to play on from)."""
        for _, state in self._replay(self.start()):
            yield state.copy()

    def final_state(self) -> State:
        """The state after the last turn."""
        state = self.start()
        played = 0
        if self.actions is None and self.seats is None:
            # In one go, where the core reads the texts; what it does not play is played (or refused) one by one.
            if self._source is None:
                played = state.play_turns(self.turns)
            else:
                played = self._source.play(state)
                if played == len(self._source):
                    return state
        for _ in self._replay(state, played):
            pass
        return state

    def movers(self) -> list[int]:
        """The seat that made each turn, by replay."""
        return [seat for seat, _ in self._replay(self.start())][1:]

    def check(self) -> State:
        """Replay, and compare the stated result with the board; returns the final state.

        A record may stop early (a resignation or a loss on time that the file only states in its result), so
        a result is wrong only where the game is over and went another way.
        """
        state = self.final_state()
        if self.result is not None and state.is_over:
            reached = tuple(state.returns())
            if _order(self.result) != _order(reached):
                raise RecordError(
                    f"game {self.number}: the stated result is {self.result}, the turns lead to {reached}"
                )
        return state

    def replayed(self) -> Record:
        """The same record in the game's own spelling: canonical turn texts, and the exact steps."""
        state = self.final_state()
        return Record(
            self.game,
            state.turns,
            players=self.players,
            setup=self.setup,
            position=self.position,
            actions=state.actions,
            result=self.result,
            tags=self.tags,
            comments=self.comments,
            nags=self.nags,
            variations=self._spelled_variations(),
            seats=self.seats,
            number=self.number,
        )

    def _spelled_variations(self) -> dict[int, list[Line]]:
        spelled = dict(self.variations)
        if spelled:
            for played, state in enumerate(self.states()):
                if played in spelled:
                    spelled[played] = [line.spelled(state) for line in spelled[played]]
        return spelled

    def spelled(self) -> Record:
        """The same record in canonical turn texts alone; an error if a step that no text holds would be lost."""
        record = self.replayed()
        record.actions = record.seats = None
        if self.actions is not None and record.final_state().position() != self.final_state().position():
            raise RecordError(f"game {self.number} ends within a turn, which needs format='json'")
        return record

    def start(self) -> State:
        """The state before the first turn."""
        if self.error:
            raise self.error
        try:
            if self.position is not None:
                return self.game.from_position(self.position)
            if self.setup is None and self.game.has_random_start:
                raise RecordError("it is drawn by lot, and the record does not say how the lot fell")
            return self.game.start(setup=self.setup)
        except GamecoreError as error:
            raise RecordError(f"game {self.number}, start: {error}") from error

    def _replay(self, state: State, played: int = 0) -> Iterator[tuple[int, State]]:
        """(who moved, the state that is played on) before the turns that are not played yet, and after each."""
        yield -1, state
        steps = None if self.actions is None else iter(self.actions)
        for index, turn in enumerate(self.turns[played:], played):
            stated = self.seats[index] if self.seats is not None else None
            try:
                if is_outside(turn):
                    for step in steps or ():  # of a turn that was going on, or a die that had fallen
                        _step(state, step)
                    seat = _play_outside(state, turn, stated)
                elif steps is not None:
                    seat = _play_steps(state, steps)
                else:
                    seat = _play_text(state, turn)
                if stated not in (None, seat):
                    raise RecordError(f"the file gives it to another player than number {seat + 1}, who is to move")
            except GamecoreError as error:
                raise self._fault(index, turn, error) from error
            yield seat, state
        if steps is not None:
            self._finish(state, steps)

    def _finish(self, state: State, steps: Iterator[int]) -> None:
        """Play the steps of a turn that was not over when the game was saved; compare texts and steps."""
        try:
            for step in steps:
                _step(state, step)
        except GamecoreError as error:
            raise RecordError(f"game {self.number}, after the last turn: {error}") from error
        turns = state.turns
        if turns != self.turns:
            index = next(index for index, pair in enumerate(zip_longest(turns, self.turns)) if len(set(pair)) == 2)
            played = _short(turns[index]) if index < len(turns) else "nothing"
            written = self.turns[index] if index < len(self.turns) else "nothing"
            raise self._fault(index, written, RecordError(f"its actions say {played}"))

    def _fault(self, index: int, turn: str, error: GamecoreError) -> RecordError:
        return RecordError(f"game {self.number}, turn {index + 1} ({_short(turn)}): {error}")


def _play_text(state: State, turn: str) -> int:
    """Play a turn by its text, chance before it falling as the text says or as it must."""
    state.game.let_chance_fall(state, turn)
    seat = state.player
    state.play(turn)
    if state.in_turn:
        raise RecordError("it is only a part of a turn")
    assert seat is not None
    return seat


def _play_steps(state: State, steps: Iterator[int]) -> int:
    """Play the steps of one turn, chance in between them included."""
    seat = None
    for step in steps:
        if state.is_chance:
            _step(state, step)
            continue
        seat = state.player if seat is None else seat
        _step(state, step)
        if seat is not None and not state.in_turn:
            return seat
    raise RecordError("the actions end before it")


def _step(state: State, action: int) -> None:
    if state.is_chance:
        state.play_chance(outcome=action)
    else:
        state.play(action)


def _play_outside(state: State, turn: str, stated: int | None) -> int:
    if turn == "resign" and stated is not None and stated != state.player:
        turn = f"resign:{stated}"  # giving up while the other one thinks
    seat = state.player
    state.game.play_recorded(state, turn)
    if turn.startswith("resign:"):
        return int(turn[7:])
    return seat if seat is not None else 0


def _order(values: Sequence[float]) -> list[bool]:
    """Who did better than whom; the scale of the numbers is left out of it."""
    return [a > b for a in values for b in values]


def _short(turn: str) -> str:
    return repr(turn if len(turn) <= 60 else turn[:57] + "...")

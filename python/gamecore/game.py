"""`Game`: one variant of one game. The base class of all games, and the way to get one.

What a game can do is here; what it *is* (rules, legal moves, scores) is in the core. A game's own class
adds its title, its variants, how moves are written and how the board is drawn: the attributes and the
`step_text` … `drawing` methods at the top of the class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache, cached_property, lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from gamecore import _core
from gamecore.errors import (
    IllegalMoveError,
    LimitError,
    NotationError,
    PositionError,
    RecordError,
    VariantError,
)
from gamecore.games import game_class
from gamecore.notation import Cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from gamecore._core import Batch, State
    from gamecore.draw import Drawing
    from gamecore.records.pdn import PdnDialect
    from gamecore.records.pgn import PgnDialect
    from gamecore.records.sgf import SgfDialect
    from gamecore.records.transcript import TextDialect

Option = int | float | bool | str


class Outcome(NamedTuple):
    """How a game ended: the seats that won (none in a draw), and the reason in words."""

    winners: tuple[int, ...]
    reason: str

    @property
    def winner(self) -> int | None:
        """The only winner, or None."""
        return self.winners[0] if len(self.winners) == 1 else None


class Playouts(NamedTuple):
    """Results of random games: `returns` float32[n, players], `steps` int32[n] (steps of players)."""

    returns: NDArray[np.float32]
    steps: NDArray[np.int32]


def list_games() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return _core.SLUGS


def game(slug: str, variant: str | None = None, /, **options: Option) -> Game:
    """A game by name, in its default variant, a named variant, or with options.

    Options change the named variant. Raises VariantError for a name, variant or option that does not exist.
    """
    if slug not in _core.SLUGS:
        raise VariantError(f"there is no game {str(slug)[:60]!r}; the games: {', '.join(_core.SLUGS)}")
    return game_class(slug)(variant, **options)


class Game(ABC):
    """One variant of one game; see `gamecore.game`. States are made by `start`."""

    #: Name for people.
    title: ClassVar[str]
    #: Options of every named variant of the rule file.
    variants: ClassVar[dict[str, dict[str, Option]]] = {"standard": {}}
    #: Name of the variant used when none is asked for.
    default: ClassVar[str] = "standard"
    #: Names of the sides (colours) in the order of the rule file.
    sides: ClassVar[tuple[str, ...]] = ("first", "second")
    #: How many fields at the end of a position text are counters, which `State.hash` and `==` leave out.
    counters: ClassVar[int] = 0
    #: Points a match is played to when nothing is said.
    match_points: ClassVar[int] = 1
    #: How records of this game look in SGF, PGN and PDN files and in plain transcripts, if they come in such files.
    sgf: ClassVar[SgfDialect | None] = None
    pgn: ClassVar[PgnDialect | None] = None
    pdn: ClassVar[PdnDialect | None] = None
    text: ClassVar[TextDialect | None] = None

    # ---- what a game's own class writes -------------------------------------------------

    @cached_property
    def _size(self) -> int:
        """Side of the board, for games with the option `size`."""
        return int(self.options["size"])

    @cached_property
    def _cells(self) -> Cells:
        """Names of the cells of a board of `size` by `size`."""
        return Cells(self._size, self._size)

    @abstractmethod
    def step_text(self, state: State, action: int) -> str:
        """The text of one legal step; no two legal steps of a state share one."""

    @abstractmethod
    def read_step(self, state: State, text: str) -> int:
        """The action a step's text means here (legal or not). Raises NotationError if it is no step's text."""

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        """The canonical text of a whole turn that begins in `state`."""
        return self.step_text(state, steps[0])

    def read_turn(self, state: State, text: str) -> list[int]:
        """The steps of a whole turn (inside a turn: of its rest). Raises NotationError if it is no turn's text."""
        return [self.read_step(state, text)]

    def chance_in_turn(self, state: State, text: str) -> list[int]:
        """Chance outcomes that a turn's text names before its steps (`4:a4b4`), for records."""
        return []

    def chance_text(self, state: State, outcome: int) -> str:
        """What comes up with a chance outcome that is possible in `state`, for people."""
        return f"outcome {outcome}"

    @abstractmethod
    def drawing(self, state: State, player: int | None = None) -> Drawing:
        """The board as `player` may see it (None: everything)."""

    def caption(self, state: State) -> list[str]:
        """The line under a drawing: who is to act, or how the game ended."""
        if (outcome := self._outcome(state)) is not None:
            winners = " and ".join(dict.fromkeys(state.sides[seat] for seat in outcome.winners))
            return [f"{winners} won: {outcome.reason}" if winners else f"Draw: {outcome.reason}"]
        return ["Chance acts" if state.player is None else f"{state.sides[state.player]} to move"]

    def _last_turn(self, state: State) -> list[int]:
        """The steps of the last turn, or of the one that is going on: what a drawing marks."""
        return state.actions[len(state.copy().undo_turn().actions) :] if state.history else []

    # ---- what every game can do ------------------------------------------------------------

    def __init__(self, variant: str | None = None, /, **options: Option) -> None:
        name = self.default if variant is None else variant
        if name not in self.variants:
            names = ", ".join(self.variants)
            raise VariantError(f"{self.slug} has no variant {str(name)[:60]!r}; its variants: {names}")
        self._rules = _core.Rules(self.slug, {**self.variants[name], **options})
        #: All options with their values.
        self.options: dict[str, Option] = self._rules.options
        #: Name of the variant, or the options that differ from the default where it has no name.
        self.variant: str = name if not options else self._variant_name()
        self.num_players: int = self._rules.num_players
        #: Actions are numbers below it.
        self.num_actions: int = self._rules.num_actions
        #: Chance outcomes are numbers below it; 0 for a game without chance.
        self.num_chance_outcomes: int = self._rules.num_chance_outcomes
        #: Shape of an observation array.
        self.observation_shape: tuple[int, ...] = self._rules.observation_shape
        #: No game takes more steps of players.
        self.max_steps: int = self._rules.max_steps

    def __init_subclass__(cls) -> None:
        cls.slug = cls.__module__.rpartition(".")[2]

    #: Name in the catalog: the name of the class's module.
    slug: ClassVar[str]

    def _variant_name(self) -> str:
        for name in self.variants:
            if _options_of(self.slug, name) == self.options:
                return name
        usual = _options_of(self.slug, self.default)
        return ", ".join(f"{k}={v}" for k, v in self.options.items() if usual[k] != v)

    @property
    def is_stochastic(self) -> bool:
        """Whether chance acts in the game, or its start is drawn."""
        return self.num_chance_outcomes > 0 or self._rules.has_random_start

    @cached_property
    def action_names(self) -> tuple[str, ...] | None:
        """The names of all actions in plain coordinates (UCI, USI), the same in every state; None without them."""
        return self._rules.action_names()

    @property
    def has_random_start(self) -> bool:
        """Whether the start position is drawn."""
        return self._rules.has_random_start

    @property
    def has_hidden_information(self) -> bool:
        """Whether players know different things."""
        return self._rules.has_hidden_information

    def start(self, seed: int | None = None, setup: str | None = None) -> State:
        """A game at its start.

        `seed` (0 to 2^64-1) decides a random start; without it the system does. `setup` is a set-up
        text of the game's rule file. Raises PositionError for a text that is no set-up.
        """
        return self._rules.start(self, _seed(seed), setup)

    def from_position(self, text: str) -> State:
        """A state from a position text. Raises PositionError for a text that is none."""
        return self._rules.parse_position(self, text)

    def from_bytes(self, data: bytes) -> State:
        """A state with its history from `State.to_bytes`. Raises PositionError for bytes that are none."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise PositionError(f"a {type(data).__name__} is no saved game, bytes are expected")
        return self._rules.restore(self, bytes(data))

    def perft(self, depth: int, state: State | None = None, by: str = "turn") -> int:
        """The number of sequences of `depth` turns (`by="turn"`) or steps (`by="step"`)."""
        if by not in ("turn", "step"):
            raise VariantError(f"by={str(by)[:60]!r}: 'turn' or 'step' is expected")
        depth = _count("depth", depth, MAX_PERFT)
        state = self.start(0) if state is None else self._own(state)
        return state.perft(depth, by == "turn")

    def playouts(
        self, n: int, seed: int = 0, threads: int = 0, state: State | None = None, *, first: int = 0
    ) -> Playouts:
        """Plays `n` uniformly random games, from `state` or from fresh starts, on `threads` threads (0: all cores).

        Steps are uniform over the legal ones, chance by its odds. Game i depends on (seed, i) alone; a long run may
        be played in parts, by the number of the `first` game. Ctrl-C stops it.
        """
        n, threads = _count("n", n, 100_000_000), _count("threads", threads, 256)
        where = self._rules if state is None else self._own(state)
        return Playouts(*where.playouts(n, _seed(seed) or 0, _count("first", first, 1 << 62), threads))

    def batch(self, n: int, seed: int = 0, threads: int = 0, autoreset: bool = True) -> Batch:
        """`n` games stepped together; see `Batch`."""
        n, threads = _count("n", n, 100_000_000), _count("threads", threads, 256)
        return self._rules.batch(self, n, _seed(seed) or 0, threads, autoreset)

    def _own(self, state: State) -> State:
        if state.game != self:
            raise VariantError(f"the state is of {state.game!r}, {self!r} is expected")
        return state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.slug, self.options) == (other.slug, other.options)

    def __hash__(self) -> int:
        return hash((self.slug, *self.options.values()))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"gamecore.game({self.slug!r}{options})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.slug, self.options)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    # ---- texts, on behalf of State -----------------------------------------------------------

    def _play_text(self, state: State, text: str) -> None:
        """Plays a whole turn given as text (or the rest of one, or a single step), or resigns; all or nothing."""
        if text.strip().lower() == "resign":
            state.resign()
            return
        self._check_player(state, text)
        steps = self._read(state, text, turn=True)
        try:
            state.play_all(steps)
        except IllegalMoveError as error:
            why = str(error).partition(": ")[2]
            raise IllegalMoveError(f"{self.slug}: {text[:60]!r} is not legal: {why}", error.reason) from None

    def let_chance_fall(self, state: State, text: str) -> None:
        """Plays the chance before a turn: as the turn's text says, or as it must fall.

        Raises RecordError when neither tells.
        """
        named = iter(self.chance_in_turn(state, text))
        while state.is_chance:
            certain = (outcome for outcome, probability in state.chance_outcomes() if probability == 1)
            outcome = next(named, next(certain, None))
            if outcome is None:
                raise RecordError(f"{text[:60]!r} does not say how chance fell before it")
            state.play_chance(outcome=outcome)

    def play_recorded(self, state: State, text: str) -> None:
        """Plays a turn as `State.turns` writes it: with ends from outside that no player can type.

        These are `resign:<seat>`, `draw:agreed` and `draw:claimed`. Raises as `State.play` does.
        """
        kind, _, detail = text.strip().lower().partition(":")
        if kind == "resign" and detail.isascii() and detail.isdigit():
            state.resign(int(detail[:3]))
        elif (kind, detail) == ("draw", "agreed"):
            state.agree_draw()
        elif (kind, detail) == ("draw", "claimed"):
            state.claim_draw()
        else:
            state.play(text)

    def _read(self, state: State, text: str, turn: bool) -> list[int]:
        if not isinstance(text, str):
            raise NotationError(f"a {type(text).__name__} is no text")
        self._check_player(state, text)
        if len(text) > MAX_TURN_TEXT:
            raise NotationError(f"{text[:60]!r}…: {len(text)} characters are too many for a turn")
        text = text.strip()
        steps = self.read_turn(state, text) if turn else [self.read_step(state, text)]
        if max(steps, default=0) >= self.num_actions:  # a swap where there is none
            raise IllegalMoveError(f"{self.slug}: {text[:60]!r} is not possible: this variant has no such step")
        return steps

    def _check_player(self, state: State, text: str) -> None:
        if state.player is None:
            reason = "game_over" if state.is_over else "chance_acts"
            raise IllegalMoveError(
                f"{self.slug}: {str(text)[:60]!r} is not possible: {reason.replace('_', ' ')}", reason
            )

    def _play_step(self, state: State, text: str) -> None:
        self._check_player(state, text)
        state.play(self._parse(state, text))

    def _parse(self, state: State, text: str) -> int:
        return self._read(state, text, turn=False)[0]

    def _parse_turn(self, state: State, text: str) -> list[int]:
        return self._read(state, text, turn=True)

    def _format(self, state: State, action: int) -> str:
        reason = state.why_illegal(action)
        if reason is not None:
            raise IllegalMoveError(f"{self.slug}: action {action} has no text here: {reason}", reason)
        return self.step_text(state, int(action))

    def _format_turn(self, state: State, actions: Sequence[int]) -> str:
        self._check_player(state, "format_turn")
        steps = [index(action) for action in actions]
        walk = state.copy()
        for number, step in enumerate(steps, 1):
            walk.play_all((step,))
            if walk.in_turn == (number == len(steps)):
                which = "do not end the turn" if walk.in_turn else "are more than one turn"
                raise IllegalMoveError(f"{self.slug}: these {len(steps)} steps {which}", "wrong_phase")
        if not steps:
            raise NotationError(f"{self.slug}: a turn has at least one step")
        return self.turn_text(state, steps)

    def _legal_moves(self, state: State) -> list[str]:
        return [self.step_text(state, action) for action in state.legal_actions()]

    def _legal_turns(self, state: State, limit: int) -> list[str]:
        return [self.turn_text(state, steps) for steps in state.turn_steps(_count("limit", limit, 1 << 40))]

    def _turns(self, state: State) -> list[str]:
        """The history as texts of turns; steps of a turn that is going on are left out."""
        return self._turns_after(state.rewound(), state)

    def turns_since(self, before: State, state: State) -> list[str]:
        """The last of a state's turns: those that were made after an earlier state of the same game."""
        if before.in_turn:
            return state.turns[len(before.turns) :]
        return self._turns_after(before, state)

    def _turns_after(self, before: State, state: State) -> list[str]:
        walk, begun = before.copy(), before.copy()  # `begun` waits where the turn began
        texts, steps = list[str](), list[int]()
        for step in state.history[len(before.history) :]:
            chance = step & _core.CHANCE_BIT
            walk.play_all((step,))
            if chance and not steps:
                begun.play_all((step,))
                continue
            steps.append(step)
            if not chance and not walk.in_turn:
                texts.append(self.turn_text(begun, steps))
                begun.play_all(steps)
                steps = []
        if (ending := state.ending) is not None and before.ending is None:
            # A bare "resign" is the player's to act where the turns so far lead: not in a turn, not after a die.
            settled = not steps and not (state.history and state.history[-1] & _core.CHANCE_BIT)
            texts.append("resign" if settled and ending == f"resign:{walk.player}" else ending)
        return texts

    def _outcome(self, state: State) -> Outcome | None:
        reason = state.end_reason
        if reason is None:
            return None
        return Outcome(tuple(seat for seat, r in enumerate(state.returns()) if r > 0), reason)

    def _svg(self, state: State, player: int | None) -> str:
        from gamecore.draw import to_svg

        drawing = self.drawing(state, player)
        drawing.title = drawing.title or ". ".join([self.title, *drawing.caption])
        return to_svg(drawing)

    def _text(self, state: State) -> str:
        from gamecore.draw import to_text

        return to_text(self.drawing(state))


#: No saved game begins with a longer line.
MAX_MARK = 500
#: Deepest perft.
MAX_PERFT = 64
#: No turn of any game has a longer text.
MAX_TURN_TEXT = 20_000


def load_state(data: bytes) -> State:
    """The state of `State.to_bytes`, whatever its game; what pickles call. Raises PositionError or VariantError."""
    game = _by_mark(data[:MAX_MARK].partition(b"\n")[0])
    return game._rules.restore(game, data)


@lru_cache(64)
def _by_mark(mark: bytes) -> Game:
    """A game by the first line of its saved states: three bytes, then `hex size=13 swap=true`.

    Games never change, so all states that are loaded may share theirs.
    """
    slug, *options = mark[3:].decode("utf-8", "replace").split(" ")
    return game(slug, **{name: _value(text) for name, _, text in (o.partition("=") for o in options)})


def _value(text: str) -> Option:
    """An option's value out of its text in a signature."""
    if text in ("true", "false"):
        return text == "true"
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _restore(slug: str, options: dict[str, Option]) -> Game:
    return game(slug, **options)


@cache
def _options_of(slug: str, variant: str) -> dict[str, Option]:
    """All options of a named variant."""
    return _core.Rules(slug, game_class(slug).variants[variant]).options


def _seed(seed: int | None) -> int | None:
    return None if seed is None else _count("seed", seed, (1 << 64) - 1)


def _count(name: str, value: int, most: int) -> int:
    """A whole number of any kind from 0 to `most`. Raises LimitError for another one."""
    value = index(value)
    if 0 <= value <= most:
        return value
    raise LimitError(f"{name}={value if abs(value) < 1 << 200 else 'a huge number'}: 0 to {most} is expected")

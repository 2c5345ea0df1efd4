"""Types of the extension module."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Self, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gamecore.errors import NotationError
from gamecore.game import Game, Outcome
from gamecore.records.record import Parts

__version__: Final[str]
SLUGS: Final[tuple[str, ...]]
REASONS: Final[tuple[str, ...]]
CHANCE_BIT: Final[int]

def after_fork() -> None:
    """Called in every forked child: generators without a seed start anew there, and batches do without threads."""

@final
class Rng:
    """A small fast random generator (xoshiro256++).

    The same seed gives the same numbers on every machine, as long as STREAM_VERSION is the same. Without a
    seed the system gives one.
    """

    STREAM_VERSION: Final[int]
    def __new__(cls, seed: int | None = None) -> Self: ...
    def below(self, n: int) -> int:
        """A uniform whole number in range(n). Raises GamecoreError for n < 1."""
    def random(self) -> float:
        """A uniform number in [0, 1)."""
    def copy(self) -> Rng:
        """An independent generator that goes on with the same numbers."""
    def __copy__(self) -> Rng: ...
    def __deepcopy__(self, memo: Any, /) -> Rng: ...

@final
class TaggedGames:
    """The games of a PGN text that comes in pieces: each as a TaggedGame, or what is wrong with it."""

    def __new__(cls, pieces: Iterable[str], results: list[str], line: int, column: int) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> TaggedGame | NotationError: ...

@final
class TaggedGame:
    """One game as its PGN file has it."""

    @property
    def tags(self) -> dict[str, str]:
        """The tags; of those with one name the last."""
    @property
    def moves(self) -> list[str]:
        """The moves of the main line."""
    @property
    def result(self) -> str | None:
        """The result behind the moves."""
    def __len__(self) -> int:
        """The number of moves of the main line."""
    def play(self, state: State) -> int:
        """Plays the moves as far as they are legal and the core reads them; returns how many were played."""
    def line(self) -> Parts:
        """The main line: moves; comments, glyphs and variations by number of moves played."""

@final
class Rules:
    """Rules of one variant; `Game` wraps it."""

    def __new__(cls, slug: str, options: dict[str, Any]) -> Self: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def num_players(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def num_chance_outcomes(self) -> int: ...
    @property
    def max_steps(self) -> int: ...
    @property
    def observation_shape(self) -> tuple[int, ...]: ...
    def action_names(self) -> tuple[str, ...] | None: ...
    @property
    def has_hidden_information(self) -> bool: ...
    @property
    def has_random_start(self) -> bool: ...
    def start(self, game: Game, seed: int | None = None, setup: str | None = None) -> State: ...
    def parse_position(self, game: Game, text: str) -> State: ...
    def restore(self, game: Game, data: bytes) -> State: ...
    def playouts(
        self, n: int, seed: int, first: int, threads: int
    ) -> tuple[NDArray[np.float32], NDArray[np.int32]]: ...
    def batch(self, game: Game, n: int, seed: int, threads: int, autoreset: bool) -> Batch: ...

@final
class State:
    """A game in progress: the position and how it came about. Made by `Game.start` and its kin.

    Methods that play or take back return the state itself. After an error the state is what it was. One thread at
    a time may use a state: a second one gets RuntimeError.
    """

    @property
    def game(self) -> Game:
        """The game and variant."""
    @property
    def player(self) -> int | None:
        """Seat to act (0, 1, …), or None when chance acts or the game is over."""
    @property
    def is_chance(self) -> bool:
        """Whether dice or cards act."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
    @property
    def in_turn(self) -> bool:
        """Whether a turn of several steps is going on."""
    @property
    def sides(self) -> tuple[str, ...]:
        """The name of the side (colour) each seat plays now."""
    def legal_actions(self) -> list[int]:
        """The legal actions in ascending order; empty when no player acts."""
    def legal_array(self, out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]:
        """The legal actions as uint32[num_legal].

        With `out` (uint32, C-contiguous, at least num_legal long) they are written into it and its used part is
        returned. Raises ValueError for an array that does not fit.
        """
    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """bool[num_actions], True where an action is legal; written into `out` if given.

        Raises ValueError for an array that does not fit.
        """
    @property
    def num_legal(self) -> int:
        """Number of legal actions; no list is made."""
    def is_legal(self, action: int) -> bool:
        """Whether a number is a legal action now."""
    def why_illegal(self, action: int) -> str | None:
        """The value of the `Reason` why an action is not legal, or None if it is."""
    def random_action(self, rng: Rng | None = None) -> int:
        """A uniformly random legal action; no list is made. Raises IllegalMoveError when no player acts."""
    def play_random(self, n: int = 1, rng: Rng | None = None) -> State:
        """Plays `n` uniformly random steps, fewer if the game ends; chance rolls by its odds before and after them."""
    def play(self, action: int | str) -> State:
        """Plays an action, or a turn given as text.

        A text is a whole turn, the rest of one, a single step, or "resign" by the player to act.
        Raises IllegalMoveError (with `reason`) or NotationError; then nothing has changed.
        """
    def play_step(self, text: str) -> State:
        """Plays one step given as text. Raises as `play` does."""
    def play_all(self, actions: Iterable[int]) -> State:
        """Plays several actions (chance outcomes among them carry CHANCE_BIT), all or none.

        Raises IllegalMoveError for the first that is not legal.
        """
    def parse(self, text: str) -> int:
        """The action that a step's text means here, whether legal or not. Raises NotationError."""
    def parse_turn(self, text: str) -> list[int]:
        """The actions of a whole turn's text. Raises NotationError."""
    def format(self, action: int) -> str:
        """The text of a legal action. Raises IllegalMoveError."""
    def format_turn(self, actions: Sequence[int]) -> str:
        """The canonical text of a turn given as its actions. Raises IllegalMoveError."""
    def legal_moves(self) -> list[str]:
        """The texts of the legal actions, in the order of `legal_actions`."""
    def legal_turns(self, limit: int = 1_000_000) -> list[str]:
        """Every whole legal turn, each once, in canonical spelling. Raises LimitError beyond `limit`."""
    def play_turns(self, turns: list[str]) -> int:
        """Plays turns given as texts as far as they are legal and the core reads them; returns how many were played."""
    def turn_steps(self, limit: int) -> list[list[int]]:
        """The same as lists of actions. Raises LimitError beyond `limit`."""
    def num_turns(self, limit: int | None = None) -> int:
        """The exact number of whole legal turns. Raises LimitError above `limit`, or where 64 bits do not hold it."""
    def undo(self) -> State:
        """Takes back the last step: a player's, a chance outcome, or an end from outside. Raises IllegalMoveError."""
    def undo_turn(self) -> State:
        """Takes back the last turn, to where its player was to begin it. Raises IllegalMoveError."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability) of all that can happen when chance acts; else empty."""
    def play_chance(self, rng: Rng | None = None, *, outcome: int | None = None) -> State:
        """Draws a chance outcome, or sets the one given. Raises IllegalMoveError."""
    def resign(self, player: int | None = None) -> State:
        """Ends the game by resignation of a seat (None: the one to act). Raises IllegalMoveError."""
    def agree_draw(self) -> State:
        """Ends the game as a draw by agreement. Raises IllegalMoveError."""
    def claim_draw(self) -> State:
        """Ends the game as a draw claimed under the rules. Raises IllegalMoveError."""
    @property
    def can_claim_draw(self) -> bool:
        """Whether the player to move may claim a draw."""
    @property
    def ending(self) -> str | None:
        """How the game was ended from outside: "resign:<seat>", "draw:agreed", "draw:claimed", or None."""
    def returns(self) -> list[float]:
        """One number in [-1, 1] per player, summing to zero; zeros while the game goes on."""
    def scores(self) -> list[float] | None:
        """The game's own points per player, or None where it has none."""
    def tournament_points(self) -> list[float] | None:
        """Tournament points per player of a finished game, or None where the rules have none."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
    @property
    def end_reason(self) -> str | None:
        """The reason of the end in words, or None."""
    @property
    def actions(self) -> list[int]:
        """All steps so far, chance outcomes included, in order."""
    @property
    def history(self) -> list[int]:
        """The same, with CHANCE_BIT set on chance outcomes."""
    @property
    def turns(self) -> list[str]:
        """All complete turns so far as texts."""
    @property
    def setup(self) -> str | None:
        """The set-up text the game started from, where it has one."""
    @property
    def start_position(self) -> str | None:
        """The position text the game started from, if it was made by `from_position`."""
    def position(self) -> str:
        """The position as text; `Game.from_position` reads it."""
    def view(self, player: int) -> str:
        """The position as a seat may see it."""
    def determinize(self, player: int, rng: Rng | None = None) -> State:
        """A full state drawn from all that fit what a seat knows.

        Its history begins there. It keeps counts that lead to draws; its bytes hold the position alone.
        """
    def to_bytes(self) -> bytes:
        """Game, history and ending as bytes; `Game.from_bytes` reads them."""
    @property
    def hash(self) -> int:
        """64-bit key of the position."""
    def copy(self) -> State:
        """An independent copy with the whole history."""
    def rewound(self) -> State:
        """A copy back at the beginning of the game."""
    def cells(self, player: int | None = None) -> str:
        """One character per cell of the board, "." for empty, as `player` may see it."""
    def info(self, player: int | None = None) -> dict[str, int]:
        """What the board does not show (die, phase, reserves), by name."""
    def observation(self, player: int | None = None, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What a seat (None: the one to act) sees, as float32 of `observation_shape`; written into `out` if given.

        Raises GamecoreError for a seat that does not exist and ValueError for an array that does not fit.
        """
    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check. Raises AttributeError in games without check."""
    def gives_check(self, action: int | str) -> bool:
        """Whether a legal step, as action or text, gives check.

        Raises IllegalMoveError for a step that is not legal, AttributeError in games without check.
        """
    def attackers(self, cell: int, player: int) -> list[int]:
        """The cells, by their place in `cells()` and ascending, of the pieces of `player` that attack `cell`.

        A pinned piece attacks too. Raises GamecoreError for a cell that does not exist, AttributeError in games without
        attacks.
        """
    def polyglot_hash(self) -> int:
        """The 64-bit key of the position in Polyglot opening books. Raises AttributeError in games other than chess."""
    def core_text(self, action: int) -> str | None:
        """The text of a legal step where the core writes it (SAN), else None."""
    def read_core_text(self, text: str) -> int | None:
        """The action a text means here, legal or not, where the core reads it, else None.

        Raises NotationError if it is no step's text.
        """
    def svg(self, player: int | None = None) -> str:
        """The board as SVG, as `player` may see it."""
    def perft(self, depth: int, by_turn: bool) -> int: ...
    def playouts(
        self, n: int, seed: int, first: int, threads: int
    ) -> tuple[NDArray[np.float32], NDArray[np.int32]]: ...
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any, /) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Batch:
    """`n` games stepped together; made by `Game.batch`.

    The arrays `players`, `rewards`, `terminated` and `truncated` are made once and rewritten by every `step`. Chance
    rolls by itself. A finished game takes no action; with autoreset it restarts on the next step.
    """

    @property
    def game(self) -> Game: ...
    def __len__(self) -> int: ...
    @property
    def players(self) -> NDArray[np.int8]:
        """int8[n]: the seat to act, -1 where the game is over."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """float32[n, players]: the returns where the last step ended the game, else 0."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """bool[n]: whether the game is over by its rules."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """bool[n]: whether the game was cut off by its limit of turns."""
    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """bool[n, num_actions]; all False where the game is over."""
    def observations(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """float32[n, *observation_shape], each as the seat to act sees it."""
    def random_actions(self, out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]:
        """uint32[n]: a uniformly random legal action per game, 0 where the game is over."""
    def step(self, actions: ArrayLike) -> None:
        """Plays one action in every game; the entries of finished games are ignored.

        Raises IllegalMoveError that names the first game whose action is not legal, and then nothing has changed.
        """
    def state(self, i: int) -> State:
        """A copy of one game as a State."""

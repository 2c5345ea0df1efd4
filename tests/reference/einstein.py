"""Slow plain-Python reference of EinStein würfelt nicht! (einstein).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion
in tests.

Sides and seats: side 0 is the top player (Red), side 1 the bottom player (Blue). In the first game
of a match seat 0 is top; with `match` > 1 the top side changes seats from game to game. The default
is a single game (`match=1`).

Order of play: set-up of top (a turn of six digits), set-up of bottom, then before every turn a die
as a chance node (outcome k is the face k + 1) and the turn `<die>:<from><to>`. With `hidden_setup`
the set-ups are still entered one after the other; the second player merely does not see the first.
"""

from __future__ import annotations

from itertools import permutations

FILES = "abcde"
RANKS = "12345"
SQUARES = [file + rank for file in FILES for rank in RANKS]

TOP = 0
BOTTOM = 1

# The squares of the set-up text, by side.
HOME = [
    ["a5", "b5", "c5", "a4", "b4", "a3"],
    ["e1", "d1", "c1", "e2", "d2", "e3"],
]

# The square where a side wins: the corner of the opponent.
GOAL = ["e1", "a5"]

# Forward steps (file, rank) by side; the backward steps are their opposites, so those of the other side.
FORWARD = [
    [(1, 0), (0, -1), (1, -1)],
    [(-1, 0), (0, 1), (-1, 1)],
]

HOLE = "c3"

VARIANTS = ["standard", "blackhole", "backward"]


def step(square: str, direction: tuple[int, int]) -> str | None:
    """The square one step away, None off the board."""
    file = FILES.index(square[0]) + direction[0]
    rank = RANKS.index(square[1]) + direction[1]
    if 0 <= file < 5 and 0 <= rank < 5:
        return FILES[file] + RANKS[rank]
    return None


class Reference:
    """A game (or a match to `match` points) of EinStein würfelt nicht!"""

    def __init__(
        self,
        *,
        variant: str = "standard",
        backward_own: bool = False,
        hidden_setup: bool = False,
        match: int = 1,
    ) -> None:
        if variant not in VARIANTS:
            raise ValueError(f"unknown variant {variant!r}")
        if match < 1:
            raise ValueError("a match needs at least one point")
        self.variant = variant
        self.backward_own = backward_own  # matters in the variant `backward` only
        self.hidden_setup = hidden_setup  # changes what players see, not what is legal
        self.match = match
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        """Back to the start. This game has no set-up text."""
        if setup is not None:
            raise ValueError("einstein has no set-up text")
        self.points = [0, 0]  # won games by seat
        self._start_game(top_seat=0)

    def _start_game(self, top_seat: int) -> None:
        self.top_seat = top_seat
        self.board: dict[str, tuple[int, int]] = {}  # square -> (side, number)
        self.setups_done = 0
        self.side = TOP  # the side to act (or to roll for)
        self.die: int | None = None

    def copy(self) -> Reference:
        other = Reference(
            variant=self.variant,
            backward_own=self.backward_own,
            hidden_setup=self.hidden_setup,
            match=self.match,
        )
        other.points = list(self.points)
        other.top_seat = self.top_seat
        other.board = dict(self.board)
        other.setups_done = self.setups_done
        other.side = self.side
        other.die = self.die
        return other

    def set_position(self, top: str, bottom: str, to_move: int, die: int | None = None) -> None:
        """Put up a position after the set-ups.

        `top` and `bottom` list the stones as number and square, e.g. top="1a3 4b4", bottom="2d2".
        `to_move` is the side (0 top, 1 bottom). With `die` (1-6) the die is already rolled, without
        it the die is the next chance node. Points and seats stay as they are.
        """
        if die is not None and not 1 <= die <= 6:
            raise ValueError("the die shows 1 to 6")
        board: dict[str, tuple[int, int]] = {}
        for side, text in ((TOP, top), (BOTTOM, bottom)):
            numbers: list[int] = []
            for word in text.split():
                number, square = int(word[0]), word[1:]
                if square not in SQUARES or square in board or not 1 <= number <= 6 or number in numbers:
                    raise ValueError(f"bad stone {word!r}")
                numbers.append(number)
                board[square] = (side, number)
        self.board = board
        self.setups_done = 2
        self.side = to_move
        self.die = die

    def _seat_of(self, side: int) -> int:
        return self.top_seat if side == TOP else 1 - self.top_seat

    @property
    def is_over(self) -> bool:
        return max(self.points) >= self.match

    @property
    def player(self) -> int | None:
        if self.is_over or self.chance() is not None:
            return None
        return self._seat_of(self.side)

    def chance(self) -> list[float] | None:
        if self.is_over or self.setups_done < 2 or self.die is not None:
            return None
        return [1 / 6] * 6

    def play_chance(self, outcome: int) -> None:
        if self.chance() is None:
            raise ValueError("no die is due")
        if not 0 <= outcome < 6:
            raise ValueError(f"no such outcome: {outcome}")
        self.die = outcome + 1

    def _stones(self, side: int) -> dict[int, str]:
        """The remaining stones of a side: number -> square."""
        return {number: square for square, (owner, number) in self.board.items() if owner == side}

    def _movable_numbers(self) -> list[int]:
        """The stones the rolled die allows to move."""
        assert self.die is not None
        numbers = sorted(self._stones(self.side))
        if self.die in numbers:
            return [self.die]
        lower = [number for number in numbers if number < self.die]
        higher = [number for number in numbers if number > self.die]
        return lower[-1:] + higher[:1]

    def _targets(self, square: str) -> list[str]:
        """The squares the stone of the side to move on `square` may go to."""
        targets: list[str] = []
        for direction in FORWARD[self.side]:
            target = step(square, direction)
            if target is not None:
                targets.append(target)
        if self.variant == "backward":
            for direction in FORWARD[1 - self.side]:
                target = step(square, direction)
                if target is None or target not in self.board:
                    continue
                owner = self.board[target][0]
                if owner != self.side or self.backward_own:
                    targets.append(target)
        return targets

    def legal_turns(self) -> list[str]:
        if self.is_over or self.chance() is not None:
            return []
        if self.setups_done < 2:
            return ["".join(digits) for digits in permutations("123456")]
        stones = self._stones(self.side)
        return [
            f"{self.die}:{stones[number]}{target}"
            for number in self._movable_numbers()
            for target in self._targets(stones[number])
        ]

    def play(self, turn: str) -> None:
        if turn not in self.legal_turns():
            raise ValueError(f"illegal turn {turn!r}")
        if self.setups_done < 2:
            for square, digit in zip(HOME[self.side], turn, strict=True):
                self.board[square] = (self.side, int(digit))
            self.setups_done += 1
            self.side = 1 - self.side  # after both set-ups this is the top side again
            return
        source, target = turn[2:4], turn[4:6]
        stone = self.board.pop(source)
        self.board[target] = stone  # whatever stood there is removed
        if self.variant == "blackhole" and target == HOLE:
            del self.board[target]
        self.die = None
        mover, opponent = self.side, 1 - self.side
        self.side = opponent
        if target == GOAL[mover] or not self._stones(opponent):
            self._game_won_by(mover)
        elif not self._stones(mover):
            self._game_won_by(opponent)

    def _game_won_by(self, side: int) -> None:
        self.points[self._seat_of(side)] += 1
        if not self.is_over:
            self._start_game(top_seat=1 - self.top_seat)

    def returns(self) -> list[float]:
        if not self.is_over:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.points[0] > self.points[1] else [-1.0, 1.0]

    def scores(self) -> list[float] | None:
        return None

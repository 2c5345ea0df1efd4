"""Slow reference implementation of Go, with the superko, area scoring, random board and torus options.

It is written from the rule file of the game and from the common conventions of the rule files alone, for
clarity and not for speed: an independent second opinion for testing a fast implementation.

Seats and colours coincide: seat 0 is Black and moves first, seat 1 is White.
A point is a pair (column, row), both counted from 0 at the top left; its name is the SGF letter pair.
"""

from collections import Counter
from copy import copy as shallow_copy
from itertools import product
from string import ascii_letters

Point = tuple[int, int]
Stones = dict[Point, int]  # the colour of every stone on the board; empty points are not listed
Position = tuple[frozenset[tuple[Point, int]], int, Point | None]  # stones, player to move, ko point

BLACK, WHITE = 0, 1

MAX_PROPOSALS = 10  # in the whole game, counter-proposals included
MAX_RESUMES = 3  # the third one ends the game
MAX_LISTED_PROPOSALS = 4096
RANDOM_STONES = 100
RANDOM_SIZE = 19
RANDOM_DISTANCE = 16
RANDOM_BALANCE = 2
MASK64 = 2**64 - 1


class Reference:
    """One game of Go.

    Options: `size` 2 to 52 (default 19, on the torus 11), `komi` (default 6.5, on the torus 4.5),
    `ko` "simple" or "superko", `scoring` "territory" or "area", `torus`, `random` (the start position is a
    random board), `max_turns` (default 4 * size * size; then the stones are scored by area as they stand).
    `draws=False` switches off the draw by repetition and the limit of turns.
    """

    def __init__(
        self,
        *,
        size: int | None = None,
        komi: float | None = None,
        ko: str = "simple",
        scoring: str = "territory",
        torus: bool = False,
        random: bool = False,
        max_turns: int | None = None,
        draws: bool = True,
    ) -> None:
        if size is None:
            size = 11 if torus else 19
        if komi is None:
            komi = 4.5 if torus else 6.5
        if max_turns is None:
            max_turns = 4 * size * size
        if not 2 <= size <= 52:
            raise ValueError(f"size must be 2 to 52, not {size}")
        if ko not in ("simple", "superko"):
            raise ValueError(f"ko must be simple or superko, not {ko}")
        if scoring not in ("territory", "area"):
            raise ValueError(f"scoring must be territory or area, not {scoring}")
        if max_turns < 1:
            raise ValueError(f"max_turns must be positive, not {max_turns}")
        if random and (size != RANDOM_SIZE or torus):
            raise ValueError("the random board is an ordinary board of size 19")
        self.size = size
        self.komi = float(komi)
        self.ko = ko
        self.scoring = scoring
        self.torus = torus
        self.random = random
        self.max_turns = max_turns
        self.draws = draws
        self.points: list[Point] = [(column, row) for column in range(size) for row in range(size)]
        self.neighbours: dict[Point, list[Point]] = {point: self._neighbours(point) for point in self.points}
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        """Go back to the start position.

        The set-up text is a list of stones (`B:pd,qf W:dd`) or, on an ordinary board of size 19, a seed
        number for a random board. Without it the board is empty, or with the option `random` the random board
        of seed 0.
        """
        if setup is None:
            setup = "0" if self.random else ""
        stones = self._read_setup(setup)
        self.stones: Stones = stones
        self.to_move = BLACK
        self.ko_point: Point | None = None
        self.captures = [0, 0]  # prisoners taken by each colour
        self.turns = 0
        self.passes = 0  # consecutive passes up to now
        # The scoring phase: its first proposer, the proposal to be answered, the counts of the whole game.
        self.first_proposer: int | None = None  # None outside the scoring phase
        self.proposal: set[Point] | None = None
        self.proposals = 0
        self.resumes = 0
        # The end.
        self.result: list[float] | None = None  # None while the game is running
        self.final_scores: list[float] | None = None
        # What has been on the board: after every stone, and the start.
        self.arrangements: set[frozenset[tuple[Point, int]]] = {frozenset(stones.items())}
        self.positions: Counter[Position] = Counter([self._position()])

    def copy(self) -> "Reference":
        """An independent copy (sharing what is never changed in place)."""
        other = shallow_copy(self)
        other.captures = list(self.captures)
        other.arrangements = set(self.arrangements)
        other.positions = Counter(self.positions)
        return other

    # ------------------------------------------------------------------ the state of the game

    @property
    def player(self) -> int | None:
        """The seat to act, None when the game is over."""
        return None if self.is_over else self.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def prisoners(self) -> tuple[int, int]:
        """The stones captured in play by Black and by White (dead stones are not among them)."""
        return self.captures[BLACK], self.captures[WHITE]

    def chance(self) -> list[float] | None:
        """Chance never acts in this game."""
        return None

    def returns(self) -> list[float]:
        """+1 for the winner, -1 for the loser; zeros for a draw and while the game is running."""
        return [0.0, 0.0] if self.result is None else list(self.result)

    def scores(self) -> list[float] | None:
        """The scores of Black and of White (with komi) when the game was ended by scoring, else None."""
        return None if self.final_scores is None else list(self.final_scores)

    def hahn(self) -> tuple[int, int] | None:
        """The Hahn points of Black and of White, None while the game is running."""
        if self.result is None:
            return None
        if self.result[BLACK] == 0:
            return 50, 50
        if self.final_scores is None:
            points = 100  # resignation
        else:
            margin = abs(self.final_scores[BLACK] - self.final_scores[WHITE])
            if margin <= 10:
                points = 60
            elif margin <= 20:
                points = 70
            elif margin <= 30:
                points = 80
            elif margin <= 40:
                points = 90
            else:
                points = 100
        return (points, 100 - points) if self.result[BLACK] > 0 else (100 - points, points)

    # ------------------------------------------------------------------ turns

    def legal_turns(self) -> list[str]:
        """Every legal turn once: points by column, then row, and `pass`; or turns of the scoring phase."""
        if self.is_over:
            return []
        if self.first_proposer is None:
            stones = [self._name(point) for point in self.points if self._after_stone(point) is not None]
            return [*stones, "pass"]
        turns = []
        if self._may_propose():
            groups = self._groups()
            if 2 ** len(groups) > MAX_LISTED_PROPOSALS:
                raise OverflowError(f"there are 2^{len(groups)} proposals")
            for choice in product([False, True], repeat=len(groups)):
                dead: set[Point] = set()
                for chosen, group in zip(choice, groups, strict=True):
                    if chosen:
                        dead |= group
                turns.append(self._score_text(dead))
        if self.proposal is not None:
            turns += ["accept", "resume"]
        return turns

    def play(self, turn: str) -> None:
        """Play one turn in canonical spelling (`resign` too); ValueError, and no change, if illegal."""
        if self.is_over:
            raise ValueError(f"the game is over: {turn}")
        if turn == "resign":
            self._resign()
        elif self.first_proposer is not None:
            self._play_scoring(turn)
        elif turn == "pass":
            self._play_pass()
        else:
            self._play_stone(self._point(turn))
        self.turns += 1
        # The limit comes after every other end of the game.
        if self.draws and not self.is_over and self.turns >= self.max_turns:
            self._end(self.area_score())

    def _resign(self) -> None:
        self.result = [1.0, 1.0]
        self.result[self.to_move] = -1.0

    def _play_stone(self, point: Point) -> None:
        after = self._after_stone(point)
        if after is None:
            raise ValueError(f"illegal stone: {self._name(point)}")
        stones, captured = after
        mover = self.to_move
        self.stones = stones
        self.captures[mover] += len(captured)
        self.passes = 0
        self.to_move = 1 - mover
        self.ko_point = None
        if self.ko == "simple" and len(captured) == 1:
            group, liberties = self._group(stones, point)
            if len(group) == 1 and liberties == captured:
                (self.ko_point,) = captured
        self.arrangements.add(frozenset(stones.items()))
        self.positions[self._position()] += 1
        if self.draws and self.ko == "simple" and self.positions[self._position()] >= 3:
            self.result = [0.0, 0.0]

    def _play_pass(self) -> None:
        self.passes += 1
        self.ko_point = None
        self.to_move = 1 - self.to_move
        if self.passes == 2:
            if self.scoring == "area":
                self._end(self.area_score())
            else:
                self.first_proposer = self.to_move

    def _play_scoring(self, turn: str) -> None:
        if turn == "accept":
            if self.proposal is None:
                raise ValueError("there is no proposal to accept")
            self._end(self._territory_score(self.proposal))
        elif turn == "resume":
            self._resume()
        else:
            self._propose(turn)

    def _resume(self) -> None:
        if self.proposal is None or self.first_proposer is None:
            raise ValueError("there is no proposal to answer with resume")
        self.resumes += 1
        if self.resumes == MAX_RESUMES or self.proposals == MAX_PROPOSALS:
            self._end(self.area_score())
            return
        self.to_move = self.first_proposer
        self.first_proposer = None
        self.proposal = None
        self.passes = 0
        self.ko_point = None

    def _propose(self, turn: str) -> None:
        if not turn.startswith("score:"):
            raise ValueError(f"not a turn of the scoring phase: {turn}")
        if not self._may_propose():
            raise ValueError("the tenth proposal can be answered with accept or resume only")
        names = turn.removeprefix("score:")
        dead = {self._point(name) for name in names.split(",")} if names else set()
        if dead != self._whole_groups(dead) or turn != self._score_text(dead):
            raise ValueError(f"not the sorted list of all stones of some groups: {turn}")
        self.proposal = dead
        self.proposals += 1
        self.to_move = 1 - self.to_move

    def _may_propose(self) -> bool:
        return self.proposals < MAX_PROPOSALS

    def _score_text(self, dead: set[Point]) -> str:
        return "score:" + ",".join(self._name(point) for point in sorted(dead))

    def _end(self, scores: list[float]) -> None:
        """End the game with these scores."""
        self.final_scores = scores
        if scores[BLACK] > scores[WHITE]:
            self.result = [1.0, -1.0]
        elif scores[BLACK] < scores[WHITE]:
            self.result = [-1.0, 1.0]
        else:
            self.result = [0.0, 0.0]

    # ------------------------------------------------------------------ stones

    def _after_stone(self, point: Point) -> tuple[Stones, set[Point]] | None:
        """The stones after the player to move has played here, and the captured points; None if illegal."""
        if point in self.stones or point == self.ko_point:
            return None
        colour = self.to_move
        stones = {**self.stones, point: colour}
        captured: set[Point] = set()
        for neighbour in self.neighbours[point]:
            if stones.get(neighbour) == 1 - colour:
                group, liberties = self._group(stones, neighbour)
                if not liberties:
                    captured |= group
        for taken in captured:
            del stones[taken]
        _, liberties = self._group(stones, point)
        if not liberties:
            return None
        if self.ko == "superko" and frozenset(stones.items()) in self.arrangements:
            return None
        return stones, captured

    def _group(self, stones: Stones, start: Point) -> tuple[set[Point], set[Point]]:
        """The group of the stone at `start`, and its liberties."""
        group = {start}
        liberties: set[Point] = set()
        waiting = [start]
        while waiting:
            for neighbour in self.neighbours[waiting.pop()]:
                if neighbour not in stones:
                    liberties.add(neighbour)
                elif stones[neighbour] == stones[start] and neighbour not in group:
                    group.add(neighbour)
                    waiting.append(neighbour)
        return group, liberties

    def _groups(self) -> list[set[Point]]:
        """All groups on the board, in the order of their first points."""
        groups: list[set[Point]] = []
        for point in self.points:
            if point in self.stones and not any(point in group for group in groups):
                groups.append(self._group(self.stones, point)[0])
        return groups

    def _whole_groups(self, points: set[Point]) -> set[Point]:
        """All stones of the groups with a stone on one of these points; ValueError for an empty point."""
        whole: set[Point] = set()
        for point in points:
            if point not in self.stones:
                raise ValueError(f"no stone at {self._name(point)}")
            whole |= self._group(self.stones, point)[0]
        return whole

    def _position(self) -> Position:
        return frozenset(self.stones.items()), self.to_move, self.ko_point

    # ------------------------------------------------------------------ scores

    def area_score(self) -> list[float]:
        """Area score of Black and of White (with komi) of the stones as they stand."""
        scores = self._territory(self.stones)
        for colour in self.stones.values():
            scores[colour] += 1
        return [float(scores[BLACK]), scores[WHITE] + self.komi]

    def territory_score(self, dead: set[str]) -> list[float]:
        """Territory score of Black and of White (with komi); one stone of each dead group suffices."""
        return self._territory_score(self._whole_groups({self._point(name) for name in dead}))

    def _territory_score(self, dead: set[Point]) -> list[float]:
        alive = {point: colour for point, colour in self.stones.items() if point not in dead}
        scores = self._territory(alive)
        for colour in (BLACK, WHITE):
            scores[colour] += self.captures[colour]
        for point in dead:
            scores[1 - self.stones[point]] += 1
        return [float(scores[BLACK]), scores[WHITE] + self.komi]

    def _territory(self, stones: Stones) -> list[int]:
        """For each colour, the number of points in empty regions that touch stones of this colour only."""
        territory = [0, 0]
        seen: set[Point] = set()
        for start in self.points:
            if start in stones or start in seen:
                continue
            region = {start}
            touched: set[int] = set()
            waiting = [start]
            while waiting:
                for neighbour in self.neighbours[waiting.pop()]:
                    if neighbour in stones:
                        touched.add(stones[neighbour])
                    elif neighbour not in region:
                        region.add(neighbour)
                        waiting.append(neighbour)
            seen |= region
            if len(touched) == 1:
                (colour,) = touched
                territory[colour] += len(region)
        return territory

    # ------------------------------------------------------------------ board and names

    def _neighbours(self, point: Point) -> list[Point]:
        column, row = point
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        if self.torus:
            around = [(x % self.size, y % self.size) for x, y in around]
        else:
            around = [(x, y) for x, y in around if 0 <= x < self.size and 0 <= y < self.size]
        return sorted(set(around))  # on the smallest torus two directions lead to the same point

    def _name(self, point: Point) -> str:
        column, row = point
        return ascii_letters[column] + ascii_letters[row]  # a..z, then A..Z

    def _point(self, name: str) -> Point:
        letters = ascii_letters[: self.size]
        if len(name) != 2 or name[0] not in letters or name[1] not in letters:
            raise ValueError(f"not a point: {name!r}")
        return letters.index(name[0]), letters.index(name[1])

    # ------------------------------------------------------------------ set-up and random boards

    def _read_setup(self, setup: str) -> Stones:
        """The stones of a set-up text: a seed, or `B:` and `W:` each followed by points joined by commas."""
        if setup.isascii() and setup.isdecimal():
            names, _, _ = self.random_board(int(setup))
            return {self._point(name): number % 2 for number, name in enumerate(names)}
        stones: Stones = {}
        for part in setup.split():
            colour_name, colon, names_text = part.partition(":")
            if not colon or colour_name not in ("B", "W"):
                raise ValueError(f"not a list of stones: {part}")
            for name in names_text.split(",") if names_text else []:
                point = self._point(name)
                if point in stones:
                    raise ValueError(f"two stones on {name}")
                stones[point] = BLACK if colour_name == "B" else WHITE
        for point in stones:
            if not self._group(stones, point)[1]:
                raise ValueError(f"no liberty for {self._name(point)}")
        return stones

    @staticmethod
    def splitmix64(state: int) -> tuple[int, int]:
        """One call of the generator: the next state and the number drawn."""
        state = (state + 0x9E3779B97F4A7C15) & MASK64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        return state, z ^ (z >> 31)

    def random_board(self, seed: int) -> tuple[list[str], int, int]:
        """The stones of the random board in the order of placing (Black, White, ...), tries, balance."""
        if self.size != RANDOM_SIZE or self.torus:
            raise ValueError("the random board is an ordinary board of size 19")
        if not 0 <= seed <= MASK64:
            raise ValueError(f"a seed has 64 bits: {seed}")
        state = seed
        tries = 0
        while True:
            tries += 1
            # Row by row from the bottom of the board; our own rows are counted from the top.
            points = [(x, self.size - 1 - y) for y in range(self.size) for x in range(self.size)]
            for i in range(len(points) - 1, 0, -1):
                state, number = self.splitmix64(state)
                j = number % (i + 1)
                points[i], points[j] = points[j], points[i]
            stones = self._random_stones(points)
            balance = self._balance(stones)
            if abs(balance) <= RANDOM_BALANCE:
                return [self._name(point) for point in stones], tries, balance

    def _random_stones(self, points: list[Point]) -> Stones:
        """Stones placed on these points in turn, leaving out those that take the last liberty of a group."""
        stones: Stones = {}
        colour = BLACK
        for point in points:
            trial = {**stones, point: colour}
            touched = [point, *(neighbour for neighbour in self.neighbours[point] if neighbour in stones)]
            if all(self._group(trial, stone)[1] for stone in touched):
                stones = trial
                colour = 1 - colour
                if len(stones) == RANDOM_STONES:
                    break
        return stones

    def _balance(self, stones: Stones) -> int:
        """Points of Black minus points of White; an empty point goes to the colour that weighs more there."""
        balance = 0
        for point in self.points:
            pull = 0  # of Black's stones minus that of White's
            for stone, colour in stones.items():
                distance = abs(stone[0] - point[0]) + abs(stone[1] - point[1])
                if distance <= RANDOM_DISTANCE:
                    weight = 2 ** (RANDOM_DISTANCE - distance)
                    pull += weight if colour == BLACK else -weight
            if point in stones:
                balance += 1 if stones[point] == BLACK else -1
            elif pull > 0:
                balance += 1
            elif pull < 0:
                balance -= 1
        return balance

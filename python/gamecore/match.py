"""Matches: a series of games under the match scoring of a game's rule file."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from gamecore.errors import IllegalMoveError, VariantError

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Game


class Match:
    """A series of two-player games; the first player to have `points` points wins it.

    A won game is worth one point, a drawn one half a point to each. The two players are numbered
    0 and 1 for the whole match; who sits in seat 0 alternates from game to game, player 0 first.

        >>> match = gamecore.Match(gamecore.game("einstein"), points=5)
        >>> match.state.play_random(1000)
        >>> match.next_game()

    `state` is the game in progress, `score` the points of both players with a finished current game included.
    """

    def __init__(self, game: Game, points: int | None = None, seed: int | None = None) -> None:
        """`points` defaults to the game's own match length. `seed` decides random starts.

        Raises VariantError if the game is not for two players or `points` is not a positive number.
        """
        points = game.match_points if points is None else index(points)
        if game.num_players != 2:
            raise VariantError(f"{game.slug} has {game.num_players} players, matches are for two")
        if not 1 <= points <= 1_000_000:
            raise VariantError(f"points={points}: a whole number from 1 to 1000000 is expected")
        self.game, self.points, self.seed = game, points, seed
        self.games: list[State] = [game.start(seed)]

    @property
    def state(self) -> State:
        """The game in progress, or the last one."""
        return self.games[-1]

    def seat(self, player: int) -> int:
        """Where a player of the match sits in the current game."""
        return (player + len(self.games) - 1) % 2

    @property
    def player(self) -> int | None:
        """The player of the match who is to act, or None."""
        seat = self.state.player
        return None if seat is None else (seat + len(self.games) - 1) % 2

    @property
    def score(self) -> tuple[float, float]:
        """Points of player 0 and player 1."""
        score = [0.0, 0.0]
        for number, state in enumerate(self.games):
            if state.is_over:
                returns = state.returns()
                for player in (0, 1):
                    score[player] += (returns[(player + number) % 2] + 1) / 2
        return score[0], score[1]

    @property
    def is_over(self) -> bool:
        """Whether somebody has won the match."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """The player who has won the match; with both there at once, nobody until one leads."""
        first, second = self.score
        if max(first, second) < self.points or first == second:
            return None
        return 0 if first > second else 1

    def next_game(self) -> State:
        """Starts the next game and returns it.

        Raises IllegalMoveError if the current game is still going on or the match is over.
        """
        if not self.state.is_over:
            raise IllegalMoveError("the next game cannot start: the current one is not over", "wrong_phase")
        if self.is_over:
            raise IllegalMoveError("the next game cannot start: the match is over", "game_over")
        seed = None if self.seed is None else (self.seed + len(self.games)) % 2**64
        self.games.append(self.game.start(seed))
        return self.state

"""Slow reference implementation of ConHex, written from the written rules alone.

A second opinion for testing: nothing here is optimised, every rule is spelled out where it applies.

Vertices are called by their names.  The board is a list of spaces, each of them given by its vertices; spaces which
share a vertex are neighbours.  A player who has half of a space's vertices claims it for good, if nobody has yet.
Player 0 is Blue, moves first and joins bottom and top; player 1 is Red and joins left and right.

Turns: a vertex such as ``J3``, or ``swap``.  ``play`` also takes ``resign``, which is never listed.
"""

from __future__ import annotations

from copy import copy as shallow_copy

from .base import TwoSides
from .flood import reach

BOARD = """
    A11 C10 B9: top left
    K11 I10 J9: top right
    C10 D10 B9 D9 B8 C8
    C10 D10 E10: top
    D10 E10 F10 D9 E9 F9
    E10 F10 G10: top
    F10 G10 H10 F9 G9 H9
    G10 H10 I10: top
    H10 I10 H9 J9 I8 J8
    B9 B8 B7: left
    D9 E9 C8 E8 C7 D7
    E9 F9 G9 E8 F8 G8
    G9 H9 G8 I8 H7 I7
    J9 J8 J7: right
    B8 C8 B7 C7 B6 C6
    E8 F8 D7 F7 D6 E6
    F8 G8 F7 H7 G6 H6
    I8 J8 I7 J7 I6 J6
    B7 B6 B5: left
    C7 D7 C6 D6 C5 D5
    F7 E6 F6 G6 F5
    H7 I7 H6 I6 H5 I5
    J7 J6 J5: right
    B6 C6 B5 C5 B4 C4
    D6 E6 D5 F5 E4 F4
    G6 H6 F5 H5 F4 G4
    I6 J6 I5 J5 I4 J4
    B5 B4 B3: left
    C5 D5 C4 E4 D3 E3
    H5 I5 G4 I4 G3 H3
    J5 J4 J3: right
    B4 C4 B3 D3 C2 D2
    E4 F4 G4 E3 F3 G3
    I4 J4 H3 J3 H2 I2
    B3 C2 A1: bottom left
    D3 E3 F3 D2 E2 F2
    F3 G3 H3 F2 G2 H2
    J3 I2 K1: bottom right
    C2 D2 E2: bottom
    E2 F2 G2: bottom
    G2 H2 I2: bottom
"""
SPACES: dict[frozenset[str], list[str]] = {}  # the vertices of each space: the sides of the board it lies on
for line in BOARD.strip().splitlines():
    names, _, sides = line.partition(":")
    SPACES[frozenset(names.split())] = sides.split()

VERTICES = sorted({vertex for space in SPACES for vertex in space})
GOALS = [("bottom", "top"), ("left", "right")]  # by seat


def mirrored(vertex: str) -> str:
    """The mirror image in the diagonal from A1 to K11: column and row are exchanged."""
    column, row = ord(vertex[0]) - ord("A") + 1, int(vertex[1:])
    return chr(ord("A") + row - 1) + str(column)


class Reference(TwoSides):
    """One game of ConHex.

    With `swap` Red may answer Blue's first stone by making it his own, mirrored.
    """

    def __init__(self, *, swap: bool = True) -> None:
        self.swap = swap
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("ConHex has no set-up text")
        self.stones: dict[str, int] = {}  # vertex -> seat that owns the stone
        self.claims: dict[frozenset[str], int] = {}  # space -> seat that owns it
        self.turns_played = 0
        self.side = 0
        self.winner: int | None = None
        self.end_reason: str | None = None

    def copy(self) -> Reference:
        other = shallow_copy(self)
        other.stones, other.claims = dict(self.stones), dict(self.claims)
        return other

    def _can_swap(self) -> bool:
        return self.swap and self.turns_played == 1

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        turns = [vertex for vertex in VERTICES if vertex not in self.stones]
        return [*turns, "swap"] if self._can_swap() else turns

    def _play(self, turn: str) -> None:
        if turn not in self.legal_turns():
            raise ValueError(f"illegal turn {turn!r}")
        mover = self.side
        if turn == "swap":
            [vertex] = self.stones
            self.stones = {mirrored(vertex): mover}
        else:
            self.stones[turn] = mover
            self._claim(mover)
        self.turns_played += 1
        self.side = 1 - mover
        if self._is_joined(mover):
            self._end(mover, "connection")

    def _claim(self, seat: int) -> None:
        for space in SPACES:
            stones = sum(self.stones.get(vertex) == seat for vertex in space)
            if space not in self.claims and 2 * stones >= len(space):
                self.claims[space] = seat

    def _is_joined(self, seat: int) -> bool:
        """Whether spaces of the seat join its two sides: flood from the one, look at the other."""
        start, goal = GOALS[seat]
        own = [space for space in SPACES if self.claims.get(space) == seat]
        chain = reach(
            [space for space in own if start in SPACES[space]],
            lambda space: [other for other in own if space & other],
        )
        return any(goal in SPACES[space] for space in chain)

"""Progressive Quad Lisbon: join three sides or close a loop, with ever longer turns."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from gamecore.games._sets import SetTurns

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Option

_JOINED = re.compile(r"([a-zA-Z]+)([1-9]+)")


class ProgressiveQuadLisbon(SetTurns):
    """Progressive Quad Lisbon on boards of 3 x 3 to 9 x 9 cells."""

    title = "Progressive Quad Lisbon"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"standard": {"size": 9}}
    sides = ("x", "o")
    separator = " "

    def words(self, text: str) -> list[str]:
        """Cells may share a column or a row: `e468` is e4, e6 and e8, `fh6` is f6 and h6."""
        words = list[str]()
        for word in super().words(text):
            joined = _JOINED.fullmatch(word)
            # Longer words than a board can need are left as they are, to be refused.
            short = joined and len(joined[1]) <= self._size and len(joined[2]) <= self._size
            words += map("".join, product(joined[1], joined[2])) if joined and short else [word]
        return words

    def caption(self, state: State) -> list[str]:
        """The number of the turn is the most stones it may have."""
        lines = super().caption(state)
        return lines if state.is_over else [*lines, f"Turn {state.info()['turn']}"]

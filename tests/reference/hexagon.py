"""Hexagons of hexagons with upright columns, as references of several games need them.

A cell is an axial pair (q, r).  The columns are a, b, c, ... from the left; the cells of a column are numbered
1, 2, ... from its lower end.  A board of side n has 2n - 1 columns and 3n(n - 1) + 1 cells; (0, 0) is its centre.
"""

from __future__ import annotations

Cell = tuple[int, int]

STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
LARGEST = 13  # sides beyond it have columns beyond z


def hexagon(side: int) -> dict[str, Cell]:
    """The cells of a board by their names, in ascending order: by column, then by number."""
    if not 2 <= side <= LARGEST:
        raise ValueError(f"size must be 2 to {LARGEST}, not {side}")
    cells = {}
    for column in range(2 * side - 1):
        q = column - (side - 1)
        for number in range(1, 2 * side - abs(q)):
            cells[chr(ord("a") + column) + str(number)] = (q, number - side - min(q, 0))
    return cells


def side_of_board(size: int | None, variant: str | None, default: int) -> int:
    """The side of the board that an option `size` and a variant's name such as `size 8` ask for."""
    if variant is None:
        return default if size is None else size
    number = variant.removeprefix("size ")
    if not number.isdecimal() or size not in (None, int(number)):
        raise ValueError(f"no variant {variant!r} of size {size}")
    return int(number)

"""Hexagons of hexagonal cells written with "doubled columns": cells, names, neighbours, sides, groups.

A cell is a pair (x, y): x is the number of its column letter (a = 0), y its row, counted from 1 at the top.
Neighbours in a row are two columns apart, so a step to a neighbour in another row changes x by one.

A board is a dictionary from cell to the letter of the stone there; empty cells are not in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Cell = tuple[int, int]
Board = dict[Cell, str]

# One direction of each of the three board lines, each followed by its opposite.
DIRECTIONS = [(2, 0), (-2, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)]


def all_cells(size: int) -> list[Cell]:
    """The cells of a board of this side, in ascending order: column from the left, then row."""
    cells = []
    for x in range(4 * size - 3):
        for y in range(1, 2 * size):
            dx, dy = x - (2 * size - 2), y - size
            if (dx + dy) % 2 == 0 and abs(dx) + abs(dy) <= 2 * size - 2:
                cells.append((x, y))
    return cells


def name(cell: Cell) -> str:
    x, y = cell
    letters = chr(ord("a") + x) if x < 26 else "a" + chr(ord("a") + x - 26)  # z is followed by aa
    return letters + str(y)


def step(cell: Cell, direction: Cell, times: int = 1) -> Cell:
    """The cell (perhaps off the board) so many steps away."""
    return (cell[0] + times * direction[0], cell[1] + times * direction[1])


def distance(one: Cell, other: Cell) -> int:
    columns, rows = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(rows, (columns + rows) // 2)


def on_common_line(one: Cell, other: Cell) -> bool:
    """Whether two cells are on one board line, whatever lies between them."""
    return one[1] == other[1] or one[0] - one[1] == other[0] - other[1] or sum(one) == sum(other)


def sides(size: int) -> dict[str, set[Cell]]:
    """The cells of each of the six sides; a corner belongs to two."""
    found: dict[str, set[Cell]] = {}
    for x, y in all_cells(size):
        dx, dy = x - (2 * size - 2), y - size
        touched = {
            "top": dy == -(size - 1),
            "bottom": dy == size - 1,
            "upper right": dx - dy == 2 * size - 2,
            "lower right": dx + dy == 2 * size - 2,
            "lower left": dx - dy == -(2 * size - 2),
            "upper left": dx + dy == -(2 * size - 2),
        }
        for side, touches in touched.items():
            if touches:
                found.setdefault(side, set()).add((x, y))
    return found


def groups(stones: Iterable[Cell]) -> list[set[Cell]]:
    """The connected groups of these stones."""
    left, found = set(stones), []
    while left:
        waiting = [left.pop()]
        group = set(waiting)
        while waiting:
            cell = waiting.pop()
            for neighbour in [step(cell, direction) for direction in DIRECTIONS]:
                if neighbour in left:
                    left.remove(neighbour)
                    group.add(neighbour)
                    waiting.append(neighbour)
        found.append(group)
    return found


def rows(board: Board, size: int) -> str:
    """The board as text: its rows from the top, joined by `/`, with a point for every empty cell."""
    cells = all_cells(size)
    return "/".join("".join(board.get(cell, ".") for cell in cells if cell[1] == y) for y in range(1, 2 * size))


def read_rows(text: str, size: int, colours: str) -> Board:
    """The board of such a text, with stones of these colours."""
    lengths = [2 * size - 1 - abs(y - size) for y in range(1, 2 * size)]
    signs = text.replace("/", "")
    if [len(row) for row in text.split("/")] != lengths or not re.fullmatch(f"[.{colours}]*", signs):
        raise ValueError(f"not a board of side {size}: {text!r}")
    in_reading_order = sorted(all_cells(size), key=lambda cell: (cell[1], cell[0]))
    return {cell: sign for cell, sign in zip(in_reading_order, signs, strict=True) if sign != "."}

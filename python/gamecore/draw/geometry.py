"""Boards: where each cell lies, how it is called and what is printed around it.

A `Board` is plain data, built once per variant; one renderer serves them all. It places each cell twice:
- for the picture, x to the right and y downwards, one unit from a cell to its neighbour;
- for text, by line and column counted in half cells (the rows of a hex board are half a cell apart).

Cells bear the numbers the game gives them: `places` maps each number to its place, so a board may leave
numbers out (the missing corners of twixt) or have an order of its own (the squares of draughts). Without it a
cell has the number row * columns + column, row 0 being the one called 1.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Literal, NamedTuple

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Places = Mapping[int, tuple[int, int]]

SQUARE: Polygon = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_H = sqrt(3) / 2  # from one row of hexagons to the next
_T = 1 / sqrt(12)
_POINTY: Polygon = ((0, -2 * _T), (0.5, -_T), (0.5, _T), (0, 2 * _T), (-0.5, _T), (-0.5, -_T))
_FLAT: Polygon = ((_T, -0.5), (2 * _T, 0), (_T, 0.5), (-_T, 0.5), (-2 * _T, 0), (-_T, -0.5))


class Cell(NamedTuple):
    """One cell: a space of the board, or a point of it."""

    name: str
    x: float
    y: float
    line: int
    column: int
    dark: bool = False


class Label(NamedTuple):
    """A coordinate beside the board of a picture."""

    text: str
    x: float
    y: float


class Margin(NamedTuple):
    """A coordinate beside the board of a text: in a slot of its own, or left or right of that of a cell."""

    text: str
    line: int
    column: int
    side: Literal["over", "left", "right"] = "over"


class Board(NamedTuple):
    """The geometry of a board, and what is printed on it."""

    cells: Mapping[int, Cell]
    outline: Polygon = ()  # of a cell, clockwise about its centre; none for points
    labels: Sequence[Label] = ()
    margins: Sequence[Margin] = ()
    lines: Sequence[tuple[Point, Point]] = ()
    dots: Sequence[Point] = ()
    plate: Polygon = ()  # what lies under the cells
    sides: Mapping[str, Polygon] = {}  # the edges a game can colour
    named: bool = False  # whether the picture writes the names into the cells
    corners: Mapping[int, Cell] = {}  # of areas, where they are no cells


def letters(index: int, skip: str = "") -> str:
    """The letters of column `index`: a, b, ... z, aa, ab, ...; `skip` leaves some out (Go boards skip i)."""
    alphabet = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in skip]
    higher, last = divmod(index, len(alphabet))
    return (letters(higher - 1, skip) if higher else "") + alphabet[last]


def number(index: int) -> str:
    """The number of row `index`, counted from 1."""
    return str(index + 1)


def star_points(size: int) -> list[tuple[int, int]]:
    """The marked points of a Go board, as (column, row)."""
    if size < 7 or size % 2 == 0:
        return []
    edge, middle = (2 if size < 13 else 3), size // 2
    ends = (edge, middle, size - 1 - edge)
    return [(c, r) for c in ends for r in ends if size > 13 or (c == middle) == (r == middle)]


def square(
    columns: int,
    rows: int,
    *,
    style: Literal["cells", "checkered", "points", "dots"] = "cells",
    row_one: Literal["bottom", "top"] = "bottom",
    column_label: Callable[[int], str] = letters,
    row_label: Callable[[int], str] = number,
    name: Callable[[int, int], str] | None = None,
    places: Places | None = None,
    coordinates: Literal["sides", "cells"] = "sides",
    stars: Iterable[tuple[int, int]] = (),
    roomy: bool = False,
) -> Board:
    """A board of rows and columns, with the sides top, right, bottom and left.

    "cells" are squares, "checkered" ones alternate with a dark one at the bottom left, "points" lie on the
    crossings of a printed grid, "dots" stand alone. `name(column, row)` is by default the column's label
    followed by the row's. `coordinates` stand at the sides or inside the cells. `roomy` leaves space for
    walls in text.
    """
    inside, step = style in ("cells", "checkered"), 2 if roomy or style == "dots" else 1
    down = range(rows) if row_one == "top" else range(rows - 1, -1, -1)  # place of each row from the top

    def cell(column: int, row: int) -> Cell:
        called = name(column, row) if name else column_label(column) + row_label(row)
        dark = style == "checkered" and (column + rows - 1 - down[row]) % 2 == 0
        return Cell(called, column, down[row], down[row] * step, 2 * column * step, dark)

    if places is None:
        places = {row * columns + column: (column, row) for row in range(rows) for column in range(columns)}
    cells = {index: cell(*place) for index, place in places.items()}
    margin = 0.5 if inside else 0.6
    right, bottom = columns - 1 + margin, rows - 1 + margin
    plate = ((-margin, -margin), (right, -margin), (right, bottom), (-margin, bottom))
    labels, margins = [], _flanks(cells)
    if coordinates == "sides":
        # Letters stand by row 1 and numbers at the left; large boards have both on either side.
        ends = 2 if max(columns, rows) > 10 else 1
        over, under = -margin - 0.5, bottom + 0.5
        heights = (over, under) if row_one == "top" else (under, over)
        labels += [Label(column_label(c), c, y) for y in heights[:ends] for c in range(columns)]
        labels += [Label(row_label(r), x, down[r]) for x in (over, right + 0.5)[:ends] for r in range(rows)]
        line = -1 if row_one == "top" else (rows - 1) * step + 1
        margins = [Margin(column_label(c), line, 2 * c * step) for c in range(columns)]
        margins += [Margin(row_label(r), down[r] * step, 0, "left") for r in range(rows)]
    lines: list[tuple[Point, Point]] = []
    if style == "points":
        lines += [((c, 0), (c, rows - 1)) for c in range(columns)]
        lines += [((0, r), (columns - 1, r)) for r in range(rows)]
    dots = [(x, y) for _, x, y, *_ in cells.values()] if style == "dots" else [(c, down[r]) for c, r in stars]
    sides = {s: (plate[i], plate[(i + 1) % 4]) for i, s in enumerate(("top", "right", "bottom", "left"))}
    outline = SQUARE if inside else ()
    return Board(cells, outline, labels, margins, lines, dots, plate, sides, coordinates == "cells")


def rhombus(
    columns: int,
    rows: int,
    *,
    column_label: Callable[[int], str] = letters,
    row_label: Callable[[int], str] = number,
) -> Board:
    """The board of Hex: row 1 at the top, each row half a cell further right; four sides as in `square`."""
    places = {r * columns + c: (c, r) for r in range(rows) for c in range(columns)}
    board = hexagons(places, lambda c, r: column_label(c) + row_label(r))
    # Coordinates stand at both ends of the row, or of the slanting column, that they name.
    labels = [Label(column_label(c), c + r / 2, r * _H) for r in (-1.15, rows + 0.15) for c in range(columns)]
    labels += [Label(row_label(r), c + r / 2, r * _H) for c in (-1.1, columns + 0.1) for r in range(rows)]
    margins = [Margin(column_label(c), -1, 2 * c - 1) for c in range(columns)]
    margins += [Margin(row_label(r), r, r, "left") for r in range(rows)]
    top, left = range(columns), range(0, rows * columns, columns)
    sides = {
        "top": _side(board, top, 5, blunt=(False, True)),
        "right": _side(board, [c + columns - 1 for c in left], 0, blunt=(True, False)),
        "bottom": _side(board, [c + left[-1] for c in reversed(top)], 2, blunt=(False, True)),
        "left": _side(board, reversed(left), 3, blunt=(True, False)),
    }
    return board._replace(labels=labels, margins=margins, sides=sides, named=False)


def hexhex(
    size: int,
    *,
    upright: bool = False,
    name: Callable[[int, int], str] | None = None,
    places: Places | None = None,
) -> Board:
    """A hexagon of hexagons, `size` (2 or more) along each side: in rows, or in upright columns.

    Places are axial coordinates (q, r) with |q|, |r|, |q + r| < size. In rows, q counts to the right and r
    downwards; cells are numbered row by row from the top and called e1 g1 i1 ..., with doubled column
    letters. Upright, q counts to the right and r upwards; numbers and the names a1 a2 a3 ... run up each
    column, from the left. There are six sides: top, upper right, lower right, bottom, lower left and upper
    left; upright, left and right take the place of top and bottom.
    """
    n = size - 1
    if places is None:
        pairs = [(a, b) for a in range(-n, size) for b in range(-n, size) if abs(a + b) < size]
        places = {index: (a, b) if upright else (b, a) for index, (a, b) in enumerate(pairs)}

    def doubled(q: int, r: int) -> str:
        return letters(2 * q + r + 2 * n) + number(r + n)

    def upward(q: int, r: int) -> str:
        return letters(q + n) + number(r + n + min(q, 0))

    board = hexagons(places, name or (upward if upright else doubled), upright=upright)
    # The sides clockwise: their first cells, and the way to the next one.
    if upright:
        titles, vertex = ("upper left", "upper right", "right", "lower right", "lower left", "left"), 4
        starts, steps = [(-n, n), (0, n), (n, 0)], [(1, 0), (1, -1), (0, -1)]
    else:
        titles, vertex = ("top", "upper right", "lower right", "bottom", "lower left", "upper left"), 5
        starts, steps = [(0, -n), (n, -n), (n, 0)], [(1, 0), (0, 1), (-1, 1)]
    starts += [(-q, -r) for q, r in starts]
    steps += [(-q, -r) for q, r in steps]
    index, sides = {place: index for index, place in places.items()}, {}
    for i, title in enumerate(titles):
        (q, r), (dq, dr) = starts[i], steps[i]
        cells = [index[q + k * dq, r + k * dr] for k in range(size)]
        sides[title] = _side(board, cells, (vertex + i) % 6, blunt=(True, True))
    return board._replace(sides=sides)


def hexagons(places: Places, name: Callable[[int, int], str], *, upright: bool = False) -> Board:
    """Any set of hexagons, by axial coordinates as in `hexhex`; their names stand in the cells."""

    def cell(q: int, r: int) -> Cell:
        if upright:
            return Cell(name(q, r), q * _H, -r - q / 2, -2 * r - q, 2 * q)
        return Cell(name(q, r), q + r / 2, r * _H, r, 2 * q + r)

    cells = {index: cell(*place) for index, place in places.items()}
    return Board(cells, _FLAT if upright else _POINTY, margins=_flanks(cells), named=True)


def graph(points: Mapping[int, Point], name: Callable[[int], str], lines: Iterable[tuple[int, int]]) -> Board:
    """Points anywhere, x in half units, joined by lines: boards like that of Tzaar."""
    heights = sorted({y for _, y in points.values()})
    cells = {i: Cell(name(i), x, y, heights.index(y), round(2 * x)) for i, (x, y) in points.items()}
    left, right = min(x for x, _ in points.values()) - 0.6, max(x for x, _ in points.values()) + 0.6
    top, bottom = heights[0] - 0.6, heights[-1] + 0.6
    plate = ((left, top), (right, top), (right, bottom), (left, bottom))
    drawn = [(points[a], points[b]) for a, b in lines]
    return Board(cells, (), (), _flanks(cells), drawn, [*points.values()], plate, named=True)


def _side(board: Board, cells: Iterable[int], vertex: int, blunt: tuple[bool, bool]) -> Polygon:
    """The zigzag along the hexagons of a border, beginning at `vertex` of the first, clockwise.

    A cell of the border shows two edges. In a blunt corner of the board it shows three, of which the two
    sides that meet there share the middle one.
    """
    path: list[Point] = []
    for cell in map(board.cells.__getitem__, cells):
        ends = [board.outline[(vertex + k) % 6] for k in range(3)]
        path[-1:] = [(cell.x + x, cell.y + y) for x, y in ends]
    for shared, end, beside in zip(blunt, (0, -1), (1, -2), strict=True):
        if shared:
            path[end] = ((path[end][0] + path[beside][0]) / 2, (path[end][1] + path[beside][1]) / 2)
    return tuple(path)


def _flanks(cells: Mapping[int, Cell]) -> list[Margin]:
    """The names of the first and last cell of each line, for boards without coordinates at the sides."""
    lines: dict[int, list[Cell]] = {}
    for cell in sorted(cells.values(), key=lambda cell: (cell.line, cell.column)):
        lines.setdefault(cell.line, []).append(cell)
    margins = [Margin(row[0].name, line, row[0].column, "left") for line, row in lines.items()]
    return margins + [Margin(row[-1].name, n, row[-1].column, "right") for n, row in lines.items() if len(row) > 1]

"""The boards of the chess family that are more than squares.

Western boards are `square(8, 8, style="checkered")`. As everywhere, `places` gives a game's own numbers to the
cells: number -> (column, row), columns from the left.
"""

from gamecore.draw.geometry import Board, Label, Margin, Places, Point, square

_TICK, _ARM = 0.1, 0.28  # where the corner marks of a xiangqi point begin and end


def shogi_board(columns: int = 9, rows: int = 9, *, corner: str = "1a", places: Places | None = None) -> Board:
    """A shogi board as sente sees it: files are numbered along the top from right to left, ranks lettered downwards.

    Cells are called as in USI moves, 7g, or else counted from another name of the `corner` at the top right; without
    `places` they are numbered in the order of SFEN, from 9a to 1i.
    """

    def rank(row: int) -> str:
        return chr(ord(corner[1]) + row)

    board = square(
        columns,
        rows,
        row_one="top",
        column_label=lambda column: str(columns - 1 - column + int(corner[0])),
        row_label=rank,
        places=places,
    )
    files = board.labels[:columns]
    ranks = [Label(rank(row), columns, row) for row in range(rows)]
    margins = [Margin(label.text, -1, 2 * round(label.x)) for label in files]
    margins += [Margin(label.text, row, 2 * columns - 2, "right") for row, label in enumerate(ranks)]
    dots = [(x, y) for x in (2.5, 5.5) for y in (2.5, 5.5)] if columns == rows == 9 else []
    return board._replace(labels=[*files, *ranks], margins=margins, dots=dots)


def xiangqi_board(*, places: Places | None = None) -> Board:
    """The 9 x 10 points of xiangqi as Red sees them: a1 at the bottom left, the river between ranks 5 and 6.

    Without `places` points are numbered rank by rank, from a1 to i10.
    """
    board = square(9, 10, style="points", places=places)
    lines: list[tuple[Point, Point]] = [((0, y), (8, y)) for y in range(10)]
    lines += [((x, 0), (x, 9)) for x in (0, 8)]
    lines += [((x, y), (x, y + 4)) for x in range(1, 8) for y in (0, 5)]
    for top in (0, 7):  # the palaces
        lines += [((3, top), (5, top + 2)), ((5, top), (3, top + 2))]
    for x, y in [(1, 2), (7, 2), *((x, 3) for x in range(0, 9, 2))]:  # cannons and soldiers
        for middle in (y, 9 - y):
            for side in (-1, 1):
                for way in (-1, 1) if 0 <= x + side <= 8 else ():
                    corner = (x + side * _TICK, middle + way * _TICK)
                    lines.append((corner, (x + side * _ARM, corner[1])))
                    lines.append((corner, (corner[0], middle + way * _ARM)))
    river = [Label(text, x, 4.5) for text, x in zip("楚河漢界", (1.5, 2.5, 5.5, 6.5), strict=True)]
    return board._replace(lines=lines, labels=[*board.labels, *river])

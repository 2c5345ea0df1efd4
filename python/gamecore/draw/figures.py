"""Chess pieces as shapes: Staunton figures in side view, the knight looking to the left.

A figure lives in a box of 100 by 100 with its middle at (0, 0) and stands on the height 40. It has two layers:
an outline, filled with the colour of the piece, and lines upon it in the colour of its writing (white on
black), which part collar from body and foot. The renderer scales the box to a cell.

All figures but the knight are symmetric: the path goes up the right side and down the left one.
"""

from typing import NamedTuple

SIZE = 100


class Part(NamedTuple):
    """One body of a figure: two SVG paths, and where it stands."""

    outline: str
    lines: str
    transform: str = ""


def _balls(*places: tuple[int, int]) -> str:
    return "".join(f"M{x + 5} {y}a5 5 0 1 1-10 0 5 5 0 1 1 10 0" for x, y in places)


_PAWN = Part(
    # foot, flank, collar, head, and back
    "M-27 40H27C27 23 18 15 10 5L15 4Q20 0 14-4H9A15 15 0 1 0-9-4H-14Q-20 0-15 4L-10 5C-18 15-27 23-27 40Z",
    "M-9-4H9M-25 31H25",
)
_ROOK = Part(
    "M-33 40H33V31H26L22 20 18-12 27-20V-38H15V-30H6V-38H-6V-30H-15V-38H-27V-20L-18-12-22 20-26 31H-33Z",
    "M-26 31H26M-22 20H22M-18-12H18M-26-20H26",
)
_BISHOP = Part(
    "M-33 40H33C33 31 20 31 13 26L11 19H16Q20 15 16 11H14C27-3 20-18 4-29A6 6 0 1 0-4-29"
    "C-20-18-27-3-14 11H-16Q-20 15-16 19H-11L-13 26C-20 31-33 31-33 40Z",
    "M-13 26H13M-11 19H11M-13 11H13M9-16L-3-3",
)
_KNIGHT = Part(
    # chest and mane, ears, brow and nose, mouth, jaw, throat
    "M-24 40H33C35 8 28-25 2-33L0-43-8-33-14-41-15-29C-24-25-28-16-33-3-36 2-42 7-40 14"
    "-39 20-34 21-29 18-28 20-23 20-20 15-15 10-8 9-3 6 0 16-24 20-24 40Z",
    "M-3 6C2 4 5 0 6-5M5-28C22-20 28 5 26 33M-36 11L-34 8M-20-17L-15-15",
)
_QUEEN = Part(
    "M-28 40H28C30 33 27 29 25 26 23 17 31 8 39-14L21 4 21-25 8 2 0-31-8 2-21-25-21 4-39-14"
    "C-31 8-23 17-25 26-27 29-30 33-28 40Z" + _balls((-39, -17), (-21, -29), (0, -35), (21, -29), (39, -17)),
    "M-25 26C-10 21 10 21 25 26M-26 34C-10 29 10 29 26 34",
)
_KING = Part(
    # two wings of the crown, what swells between them, the cross
    "M-27 40H27C28 33 26 28 24 24 48 6 43-19 23-18 8-17 2-8 0 1-2-8-8-17-23-18-43-19-48 6-24 24"
    "-26 28-28 33-27 40ZM0 1C-12-12-9-24 0-26 9-24 12-12 0 1ZM-3-45H3V-40H9V-34H3V-26H-3V-34H-9V-40H-3Z",
    "M-24 24C-10 19 10 19 24 24M-26 33C-10 28 10 28 26 33M0 20V1C-12-12-9-24 0-26 9-24 12-12 0 1",
)
_RIDER = _KNIGHT._replace(transform="translate(-13 9)scale(.77)")  # in front of the piece it is joined with

FIGURES = {
    "pawn": (_PAWN,),
    "knight": (_KNIGHT,),
    "bishop": (_BISHOP,),
    "rook": (_ROOK,),
    "chess queen": (_QUEEN,),
    "chess king": (_KING,),
    "cardinal": (_BISHOP._replace(transform="translate(17 -2)scale(.8 .88)"), _RIDER),
    "marshall": (_ROOK._replace(transform="translate(17 -1)scale(.8 .88)"), _RIDER),
}

"""Every colour of the pictures, in one place.

The colours of pieces differ in brightness as well as in hue, so that colour-blind players can tell them apart
(after Paul Tol's "vibrant" scheme), and each has a letter of its own for the text board. Pictures lie on
light paper, so they read alike on white and on dark pages.
"""

from typing import NamedTuple


class Ink(NamedTuple):
    """How one colour is drawn: body, rim, writing on the body; and its letter on a text board."""

    fill: str
    rim: str
    text: str
    letter: str


INKS = {
    "black": Ink("#262a30", "#000000", "#ffffff", "X"),
    "white": Ink("#ffffff", "#30343a", "#1c1f24", "O"),
    "red": Ink("#cc3311", "#701a08", "#ffffff", "R"),
    "blue": Ink("#0077bb", "#003a5e", "#ffffff", "B"),
    "yellow": Ink("#f5dd42", "#6e6009", "#1c1f24", "Y"),
    "green": Ink("#12a184", "#06493c", "#ffffff", "G"),
    "orange": Ink("#ee8a33", "#77400c", "#1c1f24", "A"),
    "purple": Ink("#a04a9c", "#4a1d48", "#ffffff", "P"),
    "brown": Ink("#7a5230", "#3a2410", "#ffffff", "N"),
    "grey": Ink("#8b9098", "#4a4e55", "#1c1f24", "E"),
}

PAPER = "#ecece8"
CARD = "#fffefa"  # and the discs of xiangqi
WOOD = "#f3cf8e"  # shogi pieces
GRAIN = "#7d5a24"  # and their rim
LIGHT = "#f6ecd6"  # cells, and the board under points
DARK = "#d3b98d"
GRID = "#8a7a5c"
WRITING = "#40444b"  # coordinates and captions
FAINT = "#665a42"  # names of cells
ACCENT = "#ee3377"  # the last turn


def ink(colour: str) -> Ink:
    """The ink called `colour`, in either case ("Black" is what people call a side)."""
    try:
        return INKS[colour.lower()]
    except KeyError:
        raise ValueError(f"no colour {colour!r} in the palette; it has {', '.join(INKS)}") from None

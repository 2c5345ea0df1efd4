"""The words in which a game describes what is to be seen.

All of it is plain data: numbers of cells and colours of the palette. How it looks is the renderers' business.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from gamecore.draw.geometry import Board
from gamecore.draw.palette import ink

Kind = Literal[
    "disc",  # a flat piece inside its cell
    "stone",  # a big one, as on the points of a Go board
    "peg",  # a small one
    "dot",  # a hint, such as a legal move
    "man",  # a draughtsman
    "king",  # a crowned one
    "queen",  # a crown, also an amazon
    "block",  # a cell out of play: burnt, walled, blocked
    "tile",  # a square tile with a letter or number
    "card",  # a playing card
    "wedge",  # a shogi piece: wood, pointing up the board, with writing in its colour
    "shape",  # a polyomino beside the board: the label is its picture, rows of # and . joined by /
    "coin",  # a xiangqi piece: a pale disc with ring and writing in its colour
    # The figures of chess; with a label, a small one beside the head.
    "pawn",
    "knight",
    "bishop",
    "rook",
    "chess queen",
    "chess king",
    "cardinal",  # bishop and knight, also called hawk
    "marshall",  # rook and knight, also called elephant
]


class Piece(NamedTuple):
    """What stands on a cell, or in a row beside the board.

    The label is written on it. The glyph stands for it on a text board: by default the letter of its colour
    (small for men) followed by the label; a block is #, and a card shows its label alone. The name is told to
    whoever points at it: by default colour and kind.
    """

    colour: str
    kind: Kind = "disc"
    label: str = ""
    glyph: str = ""
    turned: bool = False  # upside down: it belongs to the player at the top
    name: str = ""

    @property
    def text(self) -> str:
        if self.glyph:
            return self.glyph
        if self.kind == "block":
            return "#"
        if self.kind == "card" and self.label:
            return self.label
        letter = ink(self.colour).letter
        return (letter.lower() if self.kind == "man" else letter) + self.label


class Link(NamedTuple):
    """A line between two points, or a wall between two cells."""

    start: int
    end: int
    colour: str = "black"
    wall: bool = False


class Area(NamedTuple):
    """The space between points: its corners in order, its owner's colour, a label.

    The glyph stands for it on a text board: by default the label, or the letter of the colour.
    """

    corners: tuple[int, ...]
    colour: str
    label: str = ""
    glyph: str = ""

    @property
    def text(self) -> str:
        return self.glyph or self.label or ink(self.colour).letter


class Row(NamedTuple):
    """Pieces beside the board: a hand, reserves, a row of cards."""

    title: str
    pieces: Sequence[Piece]
    counts: Sequence[int] = ()  # how many there are of each; without it one


@dataclass
class Drawing:
    """One position as it is to be seen. Without a board it is made of rows and captions alone."""

    board: Board | None = None
    title: str = ""  # what a screen reader says
    pieces: Mapping[int, Piece] = field(default_factory=dict)
    fills: Mapping[int, str] = field(default_factory=dict)  # cells tinted in a colour (in pictures only)
    last: Collection[int] = ()  # the cells of the last turn
    arrows: Sequence[tuple[int, int]] = ()  # its moves, from cell to cell
    links: Sequence[Link] = ()
    areas: Sequence[Area] = ()
    edges: Mapping[str, str] = field(default_factory=dict)  # side of the board -> colour
    above: Sequence[Row] = ()  # over the board: what the player at the top has in hand
    rows: Sequence[Row] = ()  # under the board
    caption: Sequence[str] = ()  # lines under the board

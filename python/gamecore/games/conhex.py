"""ConHex: stones on points claim the spaces between them, claimed spaces join two opposite sides."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Area, Board, Cell, Drawing, Piece, letters, square
from gamecore.game import Game, Option
from gamecore.notation import Cells
from gamecore.records import SgfDialect

if TYPE_CHECKING:
    from gamecore._core import State

Place = tuple[int, int]

# The spaces of the upper quarter: the place each is called after, and its corners clockwise. Those in row 12 and column
# @ lie on the rim of the board. The other quarters are this one turned; then the space in the middle is left.
_QUARTER = {
    "B10": "@12 C12 C10 B9 @9",
    "D11": "C12 E12 E10 D10 C10",
    "F11": "E12 G12 G10 F10 E10",
    "H11": "G12 I12 I10 H10 G10",
    "C9": "C10 D10 D9 C8 B8 B9",
    "E10": "D10 E10 F10 F9 E9 D9",
    "G10": "F10 G10 H10 H9 G9 F9",
    "D8": "D9 E9 E8 D7 C7 C8",
    "F9": "E9 F9 G9 G8 F8 E8",
    "E7": "E8 F8 F7 E6 D6 D7",
}
_RIM = 5.6  # how far it is from the middle


def _turned(name: str, quarters: int) -> Place:
    """Row and column of a place, both counted from the middle, after some quarters of a turn clockwise."""
    row, column = int(name[1:]) - 6, ord(name[0]) - ord("F")
    for _ in range(quarters):
        row, column = -column, row
    return row, column


def _spaces() -> dict[Place, list[Place]]:
    turns = [(turn, *item) for turn in range(4) for item in _QUARTER.items()] + [(0, "F6", "F7 G6 F5 E6")]
    corners = {_turned(name, turn): [_turned(c, turn) for c in text.split()] for turn, name, text in turns}
    return dict(sorted(corners.items()))


_SPACES = _spaces()
_CORNERS = {corner for corners in _SPACES.values() for corner in corners}
_POINTS = sorted({p for p in _CORNERS if max(p) < 6 > -min(p)} | {(0, 0)} | {(r, c) for r in (-5, 5) for c in (-5, 5)})
# The numbers of all corners: the points first, as the rules count them.
_NUMBERS = {place: number for number, place in enumerate([*_POINTS, *sorted(_CORNERS.difference(_POINTS))])}
_AREAS = [tuple(_NUMBERS[corner] for corner in corners) for corners in _SPACES.values()]


class ConhexSgf(SgfDialect):
    """Little Golem's form, with R for the moves of the second player; PW is still his name."""

    events = ("conhex",)
    marks = (("FF", "CONHEX"), ("VA", "CONHEX"))
    nodes = ("B", "R")
    winners = ("B", "R")
    values = "[A-K][0-9]{1,2}|swap|resign"


class Conhex(Game):
    """ConHex; the swap mirrors the stone in the diagonal A1-K11."""

    title = "ConHex"
    variants: ClassVar[dict[str, dict[str, Option]]] = {"standard": {}}
    default = "standard"
    sides = ("Blue", "Red")
    sgf = ConhexSgf()

    @cached_property
    def _board(self) -> Board:
        places = {number: (column + 5, row + 5) for number, (row, column) in enumerate(_POINTS)}
        board = square(
            11, 11, style="points", roomy=True, column_label=lambda column: letters(column).upper(), places=places
        )
        corners = {}
        for row, column in list(_NUMBERS)[len(_POINTS) :]:
            y, x = (5 + max(-_RIM, min(_RIM, at)) for at in (-row, column))
            corners[_NUMBERS[row, column]] = Cell("", x, y, round(2 * y), round(4 * x))
        at = {number: (cell.x, cell.y) for number, cell in [*board.cells.items(), *corners.items()]}
        pairs = {(min(a, b), max(a, b)) for area in _AREAS for a, b in zip(area, area[1:] + area[:1], strict=True)}
        dots = [at[number] for number in board.cells]
        return board._replace(corners=corners, lines=[(at[a], at[b]) for a, b in sorted(pairs)], dots=dots)

    @cached_property
    def _cells(self) -> Cells:
        return Cells.of(cell.name for cell in self._board.cells.values())

    def step_text(self, state: State, action: int) -> str:
        return "swap" if action == len(_POINTS) else self._cells.names[action]

    def read_step(self, state: State, text: str) -> int:
        return len(_POINTS) if text.lower() == "swap" else self._cells.read(text)

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        colours = {"B": "blue", "R": "red"}
        cells = state.cells()
        owners = zip(_AREAS, cells[len(_POINTS) :], strict=True)
        return Drawing(
            self._board,
            pieces={i: Piece(colours[c]) for i, c in enumerate(cells[: len(_POINTS)]) if c != "."},
            areas=[Area(corners, colours[c], glyph=c.lower()) for corners, c in owners if c != "."],
            last=[a for a in state.actions[-1:] if a < len(_POINTS)],
            edges={"top": "blue", "bottom": "blue", "left": "red", "right": "red"},
            caption=self.caption(state),
        )

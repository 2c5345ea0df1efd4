"""Drawing positions as SVG and as text.

A game does not draw. Its hook `drawing(state, player=None)` says *what* is to be seen: a `Drawing`, made of a
`Board` (where the cells are and how they are called), pieces, marks and captions. `to_svg` and `to_text` turn
any such description into a picture. So a game needs a few lines, and all games look alike:

    board = rhombus(11, 11)
    Drawing(board, pieces={60: Piece("black"), 49: Piece("white")}, last=[49], caption=["Black to move"])

`geometry` makes the boards, `model` holds the words of the description, `palette` all colours, `svg` and
`text` the two renderers. For chess, shogi and xiangqi, `pieces` turns letters into pieces and hands, `boards`
has the boards and `figures` the shapes of chess pieces.
"""

from gamecore.draw.boards import shogi_board, xiangqi_board
from gamecore.draw.geometry import (
    Board,
    Cell,
    graph,
    hexagons,
    hexhex,
    letters,
    number,
    rhombus,
    square,
    star_points,
)
from gamecore.draw.model import Area, Drawing, Kind, Link, Piece, Row
from gamecore.draw.pieces import chess_piece, hand, shogi_piece, xiangqi_piece
from gamecore.draw.svg import to_svg
from gamecore.draw.text import to_text

__all__ = ["Area", "Board", "Cell", "Drawing", "Kind", "Link", "Piece", "Row", "to_svg", "to_text"]
__all__ += ["graph", "hexagons", "hexhex", "letters", "number", "rhombus", "square", "star_points"]
__all__ += ["chess_piece", "hand", "shogi_board", "shogi_piece", "xiangqi_board", "xiangqi_piece"]

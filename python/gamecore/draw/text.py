r"""A drawing as plain text.

Every cell is a slot of a grid of characters, as wide as the widest glyph, with a blank between slots; hex
rows shift by half a slot. Brackets mark the last turn; lines between points and walls are drawn with -, |, /
and \, flat ones as `-. or .-'. A line under the board tells whose its edges are.
"""

from gamecore.draw.geometry import Board
from gamecore.draw.model import Drawing, Row
from gamecore.draw.palette import ink


def to_text(drawing: Drawing) -> str:
    """The drawing as lines of text, without a line break at the end."""
    pairs = [(_plain(row.title), _row(row)) for row in (*drawing.above, *drawing.rows)]
    longest = max((len(title) for title, _ in pairs), default=0)
    rows = [f"{title:<{longest}}  {pieces}" for title, pieces in pairs]
    board = _board(drawing, drawing.board) if drawing.board else []
    over = len(drawing.above)
    return "\n".join([*rows[:over], *board, *_edges(drawing), *rows[over:], *map(_plain, drawing.caption)])


def _edges(drawing: Drawing) -> list[str]:
    """Whose the four edges are. A hexagon bears signs of its own around it."""
    if set(drawing.edges) != {"top", "bottom", "left", "right"}:
        return []
    sides: dict[str, list[str]] = {}
    for side, colour in drawing.edges.items():
        sides.setdefault(f"{colour} ({ink(colour).letter})", []).append(side)
    return ["Edges: " + "; ".join(f"{', '.join(names)} {owner}" for owner, names in sides.items())]


def _row(row: Row) -> str:
    """The pieces of a row; several of a kind are written as in SFEN, 2P."""
    pieces = zip(row.counts or [1] * len(row.pieces), row.pieces, strict=True)
    return " ".join(f"{count if count > 1 else ''}{_plain(piece.text)}" for count, piece in pieces) or "-"


def _plain(text: str) -> str:
    """Without line breaks and control codes, which would spoil the board or the terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def _board(drawing: Drawing, board: Board) -> list[str]:
    cells, pieces = board.cells, drawing.pieces
    margins = [margin._replace(text=_plain(margin.text)) for margin in board.margins]
    glyphs = {index: _plain(pieces[index].text) if index in pieces else "." for index in cells}
    width = max(map(len, [*glyphs.values(), *(margin.text for margin in margins if margin.side == "over")]))
    # Promoted pieces like +P keep their letters under the others'.
    fit = str.rjust if any(glyph.startswith("+") for glyph in glyphs.values()) else str.center
    # Where half slots are used, a slot must have an even number of characters.
    halves = any(cell.column % 2 for cell in cells.values())
    slot = (width + 2) // 2 * 2 if halves else width + 1
    canvas: dict[tuple[int, int], str] = {}

    def at(column: float) -> int:
        return round(column * slot / 2)

    def put(line: float, x: int, text: str) -> None:
        canvas.update(((round(line), x + i), character) for i, character in enumerate(text))

    for link in drawing.links:
        a, b = sorted((cells[link.start], cells[link.end]), key=lambda cell: (cell.column, cell.line))
        middle, height = (a.line + b.line) / 2, b.line - a.line
        x = at((a.column + b.column) / 2) + (width - 1) // 2
        if link.wall:
            put(middle, *((x, "|") if height == 0 else (x - 1, "---")))
        elif height == 0:
            put(middle, at(a.column) + width, "-" * (at(b.column) - at(a.column) - width))
        else:
            slant = (at(b.column) - at(a.column)) / height
            stroke = _stroke(slant)
            for line in range(min(a.line, b.line) + 1, max(a.line, b.line)) or [middle]:
                put(line, x + round(slant * (line - middle)) - len(stroke) // 2, stroke)
    places, taken = {**cells, **board.corners}, {(cell.line, at(cell.column)) for cell in cells.values()}
    for area in drawing.areas:
        corners = [places[index] for index in area.corners]
        line = round(sum(cell.line for cell in corners) / len(corners))
        x = at(sum(cell.column for cell in corners) / len(corners))
        put(line - ((line, x) in taken), x, _plain(area.text))
    for index, cell in cells.items():
        put(cell.line, at(cell.column), fit(glyphs[index], width))
    for index in drawing.last:
        cell, text = cells[index], fit(glyphs[index], width)
        put(cell.line, at(cell.column) + width - len(text.lstrip()) - 1, "(")
        put(cell.line, at(cell.column) + len(text.rstrip()), ")")
    for text, line, column, side in margins:
        offset = {"left": -1 - len(text), "over": 0, "right": width + 1}[side]
        put(line, at(column) + offset, fit(text, width) if side == "over" else text)
    left, right = min(x for _, x in canvas), max(x for _, x in canvas) + 1
    lines = range(min(line for line, _ in canvas), max(line for line, _ in canvas) + 1)
    return ["".join(canvas.get((line, x), " ") for x in range(left, right)).rstrip() for line in lines]


def _stroke(slant: float) -> str:
    """A piece of a line that goes so many characters to the right on its way to the next line."""
    if abs(slant) > 2:
        return "`-." if slant > 0 else ".-'"
    return "\\" if slant > 0 else "/" if slant < 0 else "|"

"""A drawing as SVG.

One unit of the geometry becomes 40 units of the picture. It is painted in layers, from the paper up: edges,
cells or grid, fills and areas, links, pieces, marks, coordinates. On top lies an invisible layer that tells
what is under the mouse. Nothing has an id or a class, so that many boards can stand in one page, and nothing
but kanji depends on what fonts the reader has.
"""

import re
from collections.abc import Iterable, Iterator
from html import escape
from textwrap import wrap

from gamecore.draw import palette
from gamecore.draw.figures import FIGURES, SIZE
from gamecore.draw.geometry import SQUARE, Board, Cell, Point, Polygon
from gamecore.draw.model import Drawing, Piece
from gamecore.draw.palette import ink

_UNIT = 40
_WIDEST = 640  # large boards are shown smaller, but not so small that their coordinates cannot be read
_ROW = 1.3  # the height of a row of pieces beside the board
_RADII = {"disc": 0.38, "stone": 0.46, "peg": 0.26, "dot": 0.12, "man": 0.36, "king": 0.36}
_CROWN: Polygon = (
    *((-0.23, 0.27), (-0.35, -0.16), (-0.17, 0.02), (-0.13, -0.27), (0, -0.02)),
    *((0.13, -0.27), (0.17, 0.02), (0.35, -0.16), (0.23, 0.27)),
)
_WEDGE: Polygon = ((0, -0.43), (0.29, -0.29), (0.38, 0.41), (-0.38, 0.41), (-0.29, -0.29))
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold


def to_svg(drawing: Drawing) -> str:
    """The drawing as one self-contained SVG element."""
    board, over = drawing.board, drawing.above
    left, top, right, bottom = _extent(drawing, board) if board else (0.0, 0.0, 7.0, 0.2)
    layers = list(_board(drawing, board)) if board else []
    rows = [*over, *drawing.rows]
    heights = [top - 0.65 - _ROW * i for i in reversed(range(len(over)))]
    heights += [bottom + 0.65 + _ROW * i for i in range(len(drawing.rows))]
    indent = left + 0.7 + 0.22 * max((len(row.title) for row in rows), default=0)
    for row, y in zip(rows, heights, strict=True):
        layers.append(_write(row.title, left + 0.3, y, 0.4, palette.WRITING, "start"))
        x = indent
        for piece, count in zip(row.pieces, row.counts or [1] * len(row.pieces), strict=True):
            layers.append(_piece(piece, x + 0.45, y, title=piece.name))
            x += 1
            if count > 1:
                layers.append(_write(str(count), x - 0.12, y + 0.2, 0.4, palette.WRITING, "start", bold=True))
                x += 0.15 + 0.25 * len(str(count))
        if not row.pieces:
            layers.append(_write("-", indent, y, 0.4, palette.WRITING, "start"))
        right = max(right, x + 0.2)
    top, bottom = top - _ROW * len(over), bottom + _ROW * len(drawing.rows)
    right = max(right, left + 5)
    for line in drawing.caption:
        for part in wrap(line, int((right - left - 0.6) / 0.21)):
            layers.append(_write(part, left + 0.3, bottom + 0.3, 0.4, palette.WRITING, "start"))
            bottom += 0.55
    bottom += 0.2
    box = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    scale = max(0.6, min(1.2, _WIDEST / (box["width"] * _UNIT)))
    paper = _tag("rect", **{key: _px(value) for key, value in box.items()}, rx=8, fill=palette.PAPER)
    head = _attributes(
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(_px, box.values())),
        width=_px(box["width"] * scale),
        height=_px(box["height"] * scale),
        style="max-width:100%;height:auto",
        role="img",
        text_anchor="middle",
        font_family="system-ui,Helvetica,Arial,sans-serif",
    )
    title = f"<title>{_safe(drawing.title or 'board')}</title>"
    return "\n".join([f"<svg{head}>", title, paper, *layers, "</svg>\n"])


def _extent(drawing: Drawing, board: Board) -> tuple[float, float, float, float]:
    """The rectangle that holds the board, its edges and its coordinates."""
    points = [point for cell in board.cells.values() for point in _around(cell, board.outline or SQUARE)]
    points += [(label.x + d, label.y + d) for label in board.labels for d in (-0.25, 0.25)]
    xs, ys = zip(*points, *board.plate, strict=True)
    pad = 0.4 if drawing.edges else 0.2
    return min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad


def _board(drawing: Drawing, board: Board) -> Iterator[str]:
    cells, outline, pieces, last = board.cells, board.outline, drawing.pieces, drawing.last
    for side, colour in drawing.edges.items():  # only their outer half will be seen
        for stroke, width in ((ink(colour).rim, 20), (ink(colour).fill, 17)):
            yield _lines([board.sides[side]], stroke=stroke, stroke_width=width)
    if board.plate:
        yield _shapes([board.plate], fill=palette.LIGHT, stroke=palette.GRID)
    for dark, fill in ((False, palette.LIGHT), (True, palette.DARK)):
        shapes = [_around(cell, outline) for cell in cells.values() if outline and cell.dark == dark]
        if shapes:
            yield _shapes(shapes, fill=fill, stroke=palette.GRID)
    if board.lines:
        yield _lines(board.lines, stroke=palette.GRID, stroke_linecap="square")
    for x, y in board.dots:
        yield _tag("circle", cx=_px(x), cy=_px(y), r=3.2, fill=palette.GRID)
    for index, colour in drawing.fills.items():
        yield _shapes([_around(cells[index], outline or SQUARE)], fill=ink(colour).fill, fill_opacity=0.45)
    if last and outline:
        marks = _shapes(_around(cells[index], outline, 0.9) for index in last)
        paint = {"fill": palette.ACCENT, "stroke": palette.ACCENT}
        yield _tag("g", marks, **paint, fill_opacity=0.16, stroke_width=2.5)
    places = {**cells, **board.corners}
    for area in drawing.areas:
        corners = [(places[index].x, places[index].y) for index in area.corners]
        yield _shapes([corners], fill=ink(area.colour).fill, fill_opacity=0.55)
        x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
        yield _write(area.label, x, y, 0.42, palette.WRITING, bold=True)
    for link in drawing.links:
        line = _link(cells[link.start], cells[link.end], link.wall)
        for stroke, width in ((ink(link.colour).rim, 6), (ink(link.colour).fill, 4)):
            yield _lines([line], stroke=stroke, stroke_width=width, stroke_linecap="round")
    for cell in cells.values() if board.named else ():
        if outline == SQUARE:
            yield _write(cell.name, cell.x - 0.46, cell.y - 0.38, 0.2, palette.FAINT, "start")
        elif outline:
            yield _write(cell.name, cell.x, cell.y, 0.27, palette.FAINT)
        else:
            yield _write(cell.name, cell.x + 0.1, cell.y + 0.25, 0.27, palette.FAINT, "start")
    for index, piece in pieces.items():
        x, y = cells[index].x, cells[index].y
        # Where a piece hides the name of its cell, it bears the name.
        hides = board.named and outline != SQUARE and piece.kind in ("disc", "stone", "man")
        yield _piece(piece, x, y, outline or SQUARE, name=cells[index].name if hides else "")
    for index in last if not outline else ():
        radius = 19 if board.named or (index in pieces and pieces[index].label) else 9
        place = {"cx": _px(cells[index].x), "cy": _px(cells[index].y)}
        yield _tag("circle", **place, r=radius, fill="none", stroke=palette.ACCENT, stroke_width=3.5)
    for start, end in drawing.arrows:
        yield _arrow(cells[start], cells[end])
    for label in board.labels:
        yield _write(label.text, label.x, label.y, 0.36, palette.WRITING)
    names = ""
    for index, cell in cells.items():
        here = f": {_told(pieces[index])}" if index in pieces else ""
        title = f"<title>{_safe(cell.name + here)}</title>"
        names += _shapes([_around(cell, outline or SQUARE)], title)
    yield _tag("g", names, fill="none", pointer_events="all")


def _told(piece: Piece) -> str:
    return piece.name or f"{piece.colour} {piece.kind}"


def _piece(piece: Piece, x: float, y: float, outline: Polygon = SQUARE, *, name: str = "", title: str = "") -> str:
    """A piece; the name of its cell stands on it, below the label if it has one."""
    paint = ink(piece.colour)
    writing, place, size = paint.text, (0.0, -0.09 if name else 0.0), 0.36 if name else 0.42
    pen, where = {"stroke_width": "1.5"}, f"translate({_px(x)} {_px(y)})" + (" rotate(180)" if piece.turned else "")
    if piece.kind in _RADII:
        shape = _tag("circle", r=_px(_RADII[piece.kind]))
        if piece.kind == "man":
            shape += _tag("circle", r=11, fill="none", stroke=paint.text, stroke_opacity=0.35)
        elif piece.kind == "king":
            shape += _shapes([_scaled(_CROWN, 0.8)], fill=paint.text, stroke="none")
    elif piece.kind in FIGURES:
        shape, writing, place, size = _figure(piece), paint.fill, (0.85, -0.85), 0.52
        where += f" scale({_UNIT / SIZE:g})"
        pen = {"stroke_width": "4", "stroke_linejoin": "round", "stroke_linecap": "round"}
    elif piece.kind == "queen":
        shape, place = _shapes([_CROWN], stroke_linejoin="round"), (0, 0.12)
    elif piece.kind == "wedge":
        shape, writing = _shapes([_WEDGE], fill=palette.WOOD, stroke=palette.GRAIN), paint.fill
        place, size = (0, 0.06), 0.52
    elif piece.kind == "coin":
        shape = _tag("circle", r=17, fill=palette.CARD, stroke=paint.fill)
        shape += _tag("circle", r=14.5, fill="none", stroke=paint.fill, stroke_width=0.8)
        writing, size = paint.fill, 0.5
    elif piece.kind == "tile":
        shape = _tag("rect", x=-16, y=-16, width=32, height=32, rx=4)
    elif piece.kind == "shape":
        shape, piece = _shapes(_squares(piece.label.split("/"))), piece._replace(label="")
    elif piece.kind == "card":
        shape, writing = _tag("rect", x=-17, y=-22, width=34, height=44, rx=4, fill=palette.CARD), paint.fill
    else:
        shape = _shapes([_scaled(outline, 0.86)])
        shape += _tag("path", d="M-7-7L7 7M7-7L-7 7", stroke=paint.text, stroke_width=3, stroke_opacity=0.6)
    if piece.kind == "wedge" and len(piece.label) == 2 and not piece.label.isascii():
        for sign, height in zip(piece.label, (-0.1, 0.23), strict=True):  # one upon the other
            shape += _write(sign, 0, height, 0.34, writing, bold=True)
    elif piece.label:
        shape += _write(piece.label, *place, size, writing, bold=True, room=0.66)
    if name:
        shape += _write(name, 0, 0.2, 0.21, writing, room=0.5) if piece.label else _write(name, 0, 0, 0.25, writing)
    told = f"<title>{_safe(title)}</title>" if title else ""
    return _tag("g", told + shape, transform=where, fill=paint.fill, stroke=paint.rim, **pen)


def _squares(rows: list[str]) -> Iterator[Polygon]:
    """The squares of a polyomino about its middle; six of them in a row fill a cell."""
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            if mark == "#":
                x, y = column - (len(marks) - 1) / 2, row - (len(rows) - 1) / 2
                yield _scaled(tuple((x + dx, y + dy) for dx, dy in SQUARE), 0.15)


def _figure(piece: Piece) -> str:
    """The shapes of a chess piece, in their own box; a label stands on a badge beside the head."""
    shape, lines = "", ink(piece.colour).text
    for part in FIGURES[piece.kind]:
        body = _tag("path", d=part.outline) + _tag("path", d=part.lines, fill="none", stroke=lines)
        shape += _tag("g", body, transform=part.transform) if part.transform else body
    return shape + (_tag("circle", cx=34, cy=-34, r=14, fill=lines, stroke="none") if piece.label else "")


def _link(a: Cell, b: Cell, wall: bool) -> Polygon:
    if not wall:
        return (a.x, a.y), (b.x, b.y)
    x, y, dx, dy = (a.x + b.x) / 2, (a.y + b.y) / 2, (b.y - a.y) / 2, (b.x - a.x) / 2
    return (x - dx, y + dy), (x + dx, y - dy)


def _arrow(a: Cell, b: Cell) -> str:
    length = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5 or 1
    dx, dy = (b.x - a.x) / length, (b.y - a.y) / length

    def before(end: float, aside: float) -> Point:
        return b.x - dx * end - dy * aside, b.y - dy * end + dx * aside

    shaft = _lines([((a.x, a.y), before(0.5, 0))], stroke=palette.ACCENT, stroke_width=4)
    head = _shapes([(before(0.3, 0), before(0.6, 0.16), before(0.6, -0.16))], fill=palette.ACCENT)
    return _tag("g", shaft + head, opacity=0.8)


def _write(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    anchor: str = "middle",
    *,
    bold: bool = False,
    room: float = 99,
) -> str:
    """Text whose middle has the height y, made smaller where it would be wider than `room`."""
    size = min(size, room / (0.62 * max(len(text), 1)))
    place = {"x": _px(x), "y": _px(y + 0.36 * size), "font_size": _px(size)}
    anchoring = {} if anchor == "middle" else {"text_anchor": anchor}
    weight = {"font_weight": "bold"} if bold else {}
    return _tag("text", _safe(text), **place, fill=fill, stroke="none", **anchoring, **weight)


def _shapes(polygons: Iterable[Iterable[Point]], inside: str = "", **attributes: object) -> str:
    return _tag("path", inside, d="".join(_path(polygon) + "Z" for polygon in polygons), **attributes)


def _lines(lines: Iterable[Iterable[Point]], **attributes: object) -> str:
    return _tag("path", d="".join(map(_path, lines)), fill="none", **attributes)


def _tag(name: str, inside: str = "", /, **attributes: object) -> str:
    head = name + _attributes(**attributes)
    return f"<{head}>{inside}</{name}>" if inside else f"<{head}/>"


def _attributes(**attributes: object) -> str:
    return "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())


def _safe(text: str) -> str:
    return escape(_FORBIDDEN.sub("\ufffd", text))


def _scaled(shape: Polygon, factor: float) -> Polygon:
    return tuple((x * factor, y * factor) for x, y in shape)


def _around(cell: Cell, outline: Polygon, factor: float = 1) -> Polygon:
    return tuple((cell.x + x, cell.y + y) for x, y in _scaled(outline, factor))


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_px(x)} {_px(y)}" for x, y in points)


def _px(value: float) -> str:
    """A length of the geometry in picture units, to a tenth, without needless digits."""
    text = f"{value * _UNIT:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text

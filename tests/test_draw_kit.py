"""The drawing kit: well-formed, repeatable pictures, aligned text, geometry that agrees with the rules."""

import re
from math import dist
from xml.etree import ElementTree

import pytest
from gamecore.draw import (
    Area,
    Board,
    Drawing,
    Link,
    Piece,
    Row,
    graph,
    hexagons,
    hexhex,
    letters,
    rhombus,
    square,
    star_points,
    to_svg,
    to_text,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert('&')</script>\0\x1b[31m\ud800"
HARMLESS = "</text><script>alert('&')</script>\ufffd\ufffd[31m\ufffd"


def dark_squares(size: int) -> Board:
    half = size // 2
    return square(
        size,
        size,
        style="checkered",
        row_one="top",
        coordinates="cells",
        places={s: (2 * (s % half) + (s // half % 2 == 0), s // half) for s in range(half * size)},
        name=lambda column, row: str(row * half + column // 2 + 1),
    )


BOARDS = {
    "chess": square(8, 8, style="checkered"),
    "go": square(19, 19, style="points", column_label=lambda c: letters(c, "i").upper(), stars=star_points(19)),
    "wide": square(30, 2, row_one="top", roomy=True),
    "dots": square(6, 6, style="dots"),
    "draughts": dark_squares(10),
    "hex": rhombus(11, 9),
    "hexhex": hexhex(5),
    "upright": hexhex(4, upright=True),
    "graph": graph({0: (0, 0), 1: (2, 0), 2: (1, 1), 5: (0, 2.5)}, lambda i: f"p{i}", [(0, 1), (0, 2), (2, 5)]),
}


def names(board: Board) -> dict[str, int]:
    return {cell.name: index for index, cell in board.cells.items()}


def full(board: Board) -> Drawing:
    """Everything that can be seen, on one board."""
    one, two, three, *_ = board.cells
    return Drawing(
        board,
        "A <board> & more",
        pieces={one: Piece("black", label="12"), two: Piece("White", "king"), three: Piece("red", "block")},
        fills={one: "green"},
        last=[one, three],
        arrows=[(one, two)],
        links=[Link(one, two, "blue"), Link(one, two, wall=True)],
        areas=[Area((one, two, three), "yellow", "Y")],
        edges=dict.fromkeys(board.sides, "blue"),
        rows=[Row("hand", [Piece("black", "wedge", "P", turned=True), Piece("red", "card", "K♥", "Kh")])],
        caption=["Black to move " * 20, "second line"],
    )


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_svg_is_well_formed_repeatable_and_names_every_cell(board: Board) -> None:
    text = to_svg(full(board))
    assert text == to_svg(full(board))
    root = ElementTree.fromstring(text)
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    assert root.findtext(SVG + "title") == "A <board> & more"
    told = [title.text or "" for title in root.iter(SVG + "title")][1:]
    assert [title.split(":")[0] for title in told] == [cell.name for cell in board.cells.values()]
    assert [title.split(": ")[1] for title in told if ":" in title] == [
        "black disc",
        "White king",
        "red block",
    ]
    # Several pictures may stand in one page, and none may reach outside.
    assert not re.search(r"\s(id|class|href|src)=|url\(|<style|<script", text)
    assert not re.search(r"\d\.\d\d", "".join(path.get("d", "") for path in root.iter(SVG + "path")))
    # Nothing lies outside the picture.
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for label in root.iter(SVG + "text"):
        x, y = float(label.get("x", "")), float(label.get("y", ""))
        assert x == 0 or (left < x < left + width and top < y < top + height)


def test_hostile_text_is_written_but_not_obeyed() -> None:
    board = square(2, 2, name=lambda column, row: f"{column}{row}{HOSTILE}", coordinates="cells")
    piece = Piece("black", "tile", HOSTILE)
    drawing = Drawing(board, HOSTILE, {0: piece}, rows=[Row(HOSTILE, [piece])], caption=[HOSTILE])
    root = ElementTree.fromstring(to_svg(drawing).encode())
    assert not list(root.iter(SVG + "script"))
    assert root.findtext(SVG + "title") == HARMLESS
    written = [element.text for element in root.iter(SVG + "text")]
    assert written.count(HARMLESS) == 4
    assert f"00{HARMLESS}" in written
    assert to_text(drawing).isascii()
    assert len(to_text(drawing).splitlines()) == 4
    assert "\x1b" not in to_text(drawing)


def test_unknown_colours_are_refused() -> None:
    with pytest.raises(ValueError, match="no colour 'mauve' in the palette; it has black, white"):
        to_svg(Drawing(square(2, 2), pieces={0: Piece("mauve")}))


def test_letters() -> None:
    assert [letters(i) for i in (0, 25, 26, 27, 51, 52, 702)] == ["a", "z", "aa", "ab", "az", "ba", "aaa"]
    assert [letters(i, skip="i") for i in (7, 8, 24, 25)] == ["h", "j", "z", "aa"]


def test_star_points() -> None:
    assert star_points(9) == [(2, 2), (2, 6), (4, 4), (6, 2), (6, 6)]
    assert len(star_points(13)) == 5
    assert {(3, 3), (9, 9), (15, 3)} < set(star_points(19))
    assert star_points(8) == []


@pytest.mark.parametrize(
    ("board", "cell", "neighbours"),
    [
        (rhombus(3, 3), "b2", "a2 c2 b1 b3 c1 a3"),
        (rhombus(3, 3), "a1", "b1 a2"),
        (hexhex(4, upright=True), "d4", "c3 c4 d3 d5 e3 e4"),
        (hexhex(4, upright=True), "c3", "b2 b3 c2 c4 d3 d4"),
        (hexhex(4, upright=True), "e2", "d2 d3 e1 e3 f1 f2"),
        (hexhex(4, upright=True), "a1", "a2 b1 b2"),
        (hexhex(3), "c3", "a3 e3 b2 d2 b4 d4"),
        (hexhex(3), "g1", "e1 f2 h2"),
    ],
)
def test_neighbours_touch(board: Board, cell: str, neighbours: str) -> None:
    x, y = board.cells[names(board)[cell]][1:3]
    near = {other.name for other in board.cells.values() if 0.9 < dist((x, y), (other.x, other.y)) < 1.1}
    assert near == set(neighbours.split())
    assert all(other.name == cell or dist((x, y), (other.x, other.y)) > 0.9 for other in board.cells.values())


@pytest.mark.parametrize("board", [rhombus(4, 3), hexhex(3), hexhex(4, upright=True), square(4, 5)])
def test_sides_follow_each_other_around_the_board(board: Board) -> None:
    sides = list(board.sides.values())
    for side, following in zip(sides, sides[1:] + sides[:1], strict=True):
        assert side[-1] == pytest.approx(following[0])


def test_numbering() -> None:
    assert " ".join(names(hexhex(3))) == "c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3 i3 b4 d4 f4 h4 c5 e5 g5"
    assert " ".join(names(hexhex(2, upright=True))) == "a1 a2 b1 b2 b3 c1 c2"
    assert list(names(square(2, 2))) == list(names(rhombus(2, 2))) == ["a1", "b1", "a2", "b2"]
    top, bottom = square(2, 2, row_one="top").cells[0], square(2, 2).cells[0]
    assert (top.y, bottom.y) == (0, 1)
    assert square(2, 2, style="checkered").cells[0].dark


def board_of(drawing: Drawing) -> str:
    return "\n" + to_text(drawing) + "\n"


def test_text_hex() -> None:
    drawing = Drawing(rhombus(3, 3), pieces={4: Piece("black"), 2: Piece("white")}, last=[4], caption=["White"])
    assert (
        board_of(drawing)
        == """
 a b c
1 . . O
 2 .(X).
  3 . . .
White
"""
    )


def test_text_draughts() -> None:
    men = {s: Piece("black", "man") for s in range(4)} | {s: Piece("white", "man") for s in range(28, 32)}
    drawing = Drawing(dark_squares(8), pieces=men | {13: Piece("white", "king")}, last=[13])
    assert (
        board_of(drawing)
        == """
   1 x   x   x   x 4
 5 .   .   .   . 8
   9 .   .   .   . 12
13 .  (O)  .   . 16
  17 .   .   .   . 20
21 .   .   .   . 24
  25 .   .   .   . 28
29 o   o   o   o 32
"""
    )


def test_text_dots_and_boxes() -> None:
    at = names(square(3, 3, style="dots"))
    lines = ["a1b1", "a1a2", "b1b2", "a2b2", "b2c2"]
    drawing = Drawing(
        square(3, 3, style="dots"),
        links=[Link(at[line[:2]], at[line[2:]]) for line in lines],
        areas=[Area((at["a1"], at["b1"], at["b2"], at["a2"]), "red")],
    )
    assert (
        board_of(drawing)
        == """
3 .   .   .

2 .---.---.
  | R |
1 .---.   .
  a   b   c
"""
    )


def test_text_walls_and_slanting_links() -> None:
    walls = Drawing(square(2, 2, roomy=True), links=[Link(0, 1, wall=True), Link(0, 2, wall=True)])
    assert to_text(walls).splitlines() == ["2 .   .", " ---", "1 . | .", "  a   b"]
    links = Drawing(square(3, 3, style="dots", row_one="top"), links=[Link(1, 6), Link(1, 5)])
    assert to_text(links).splitlines() == [
        "  a   b   c",
        "1 .   .   .",
        "        \\",
        "2 . / .   .",
        "",
        "3 .   .   .",
    ]


def test_text_numbered_pieces_share_the_widest_slot() -> None:
    pieces = {
        0: Piece("red", "tile", "1"),
        5: Piece("blue", "tile", "10", glyph="b10"),
        8: Piece("grey", "block"),
    }
    assert to_text(Drawing(square(3, 3), pieces=pieces, last=[8])).splitlines() == [
        "3  .   .  (#)",
        "2  .   .  b10",
        "1  R1  .   .",
        "   a   b   c",
    ]


def test_text_hexagon() -> None:
    drawing = Drawing(hexhex(3), pieces={9: Piece("black"), 3: Piece("white")}, last=[3])
    assert (
        board_of(drawing)
        == """
  c1 . . . g1
 b2(O). . . h2
a3 . . X . . i3
 b4 . . . . h4
  c5 . . . g5
"""
    )
    assert (
        board_of(Drawing(hexhex(2, upright=True), pieces={0: Piece("red")}))
        == """
  b3 .
a2 .   . c2
  b2 .
a1 R   . c1
  b1 .
"""
    )


def test_text_triangle_from_axial_coordinates() -> None:
    places = dict(enumerate((x - r, r) for r in range(3) for x in range(r + 1)))
    triangle = hexagons(places, lambda q, r: letters(q + r) + str(r + 1))
    assert to_text(Drawing(triangle)).splitlines() == ["  a1 .", " a2 . . b2", "a3 . . . c3"]


def test_without_a_board() -> None:
    cards = [Piece("black", "card", "K♠", "Ks"), Piece("red", "card", "4♦", "4d")]
    drawing = Drawing(rows=[Row("Ann", cards), Row("Robert", cards[:1])], caption=["Ann to decide"])
    assert to_text(drawing) == "Ann     Ks 4d\nRobert  Ks\nAnn to decide"
    written = [element.text for element in ElementTree.fromstring(to_svg(drawing)).iter(SVG + "text")]
    assert written == ["Ann", "K♠", "4♦", "Robert", "K♠", "Ann to decide"]
    assert to_text(Drawing()) == ""
    ElementTree.fromstring(to_svg(Drawing()))

"""The drawing kit: well-formed, repeatable pictures, aligned text, geometry that agrees with the rules."""

import re
from collections.abc import Callable
from functools import partial
from math import dist
from xml.etree import ElementTree

import pytest
from gamecore.draw import (
    Area,
    Board,
    Cell,
    Drawing,
    Link,
    Piece,
    Row,
    chess_piece,
    graph,
    hand,
    hexagons,
    hexhex,
    letters,
    rhombus,
    shogi_board,
    shogi_piece,
    square,
    star_points,
    to_svg,
    to_text,
    xiangqi_board,
    xiangqi_piece,
)
from gamecore.draw.figures import FIGURES

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
    "shogi": shogi_board(),
    "xiangqi": xiangqi_board(),
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
        above=[Row("x" * 30, [Piece("white", "rook"), Piece("black", "marshall", "P"), Piece("red", "coin", "帥")])],
        rows=[Row("hand", [Piece("black", "wedge", "P", turned=True), Piece("red", "card", "K♥", "Kh")], [18, 1])],
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
    piece = Piece("black", "tile", HOSTILE, name=HOSTILE)
    wooden, figure = Piece("red", "wedge", HOSTILE), Piece("red", "rook", HOSTILE)
    drawing = Drawing(
        board,
        HOSTILE,
        {0: piece},
        above=[Row(HOSTILE, [wooden, figure])],
        rows=[Row(HOSTILE, [piece], [2])],
        caption=[HOSTILE],
    )
    root = ElementTree.fromstring(to_svg(drawing).encode())
    assert not list(root.iter(SVG + "script"))
    assert root.findtext(SVG + "title") == HARMLESS
    written = [element.text for element in root.iter(SVG + "text")]
    assert written.count(HARMLESS) == 7
    assert f"00{HARMLESS}" in written
    assert f"00{HARMLESS}: {HARMLESS}" in [title.text for title in root.iter(SVG + "title")]
    assert to_text(drawing).isascii()
    assert len(to_text(drawing).splitlines()) == 5
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


def test_areas_may_reach_beyond_the_cells_and_around_one() -> None:
    board = square(3, 3, style="points", roomy=True)
    board = board._replace(corners={9: Cell("", 1, 2.6, 5, 4)})
    drawing = Drawing(board, areas=[Area((9, 5, 3), "red", glyph="r"), Area((1, 5, 7, 3), "blue", "x")])
    assert (
        board_of(drawing)
        == """
3 .   .   .
      x
2 .   .   .
      r
1 .   .   .
  a   b   c
"""
    )
    path, _ = [p for p in ElementTree.fromstring(to_svg(drawing)).iter(SVG + "path") if p.get("fill-opacity")]
    assert path.get("d") == "M40 104L80 40L0 40Z"


def test_text_walls_and_slanting_links() -> None:
    walls = Drawing(square(2, 2, roomy=True), links=[Link(0, 1, wall=True), Link(0, 2, wall=True)])
    assert to_text(walls).splitlines() == ["2 .   .", " ---", "1 . | .", "  a   b"]
    links = Drawing(square(3, 3, style="dots", row_one="top"), links=[Link(1, 6), Link(1, 5)])
    assert to_text(links).splitlines() == [
        "  a   b   c",
        "1 .   .   .",
        "     /  \\",
        "2 . / .   .",
        "   /",
        "3 .   .   .",
    ]
    flat = Drawing(square(3, 2, style="dots", row_one="top"), links=[Link(0, 5)])
    assert to_text(flat).splitlines() == ["  a   b   c", "1 .   .   .", "     `-.", "2 .   .   ."]


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


def test_text_tells_whose_the_edges_are() -> None:
    edges = {"top": "black", "left": "white", "bottom": "black", "right": "white"}
    lines = to_text(Drawing(square(2, 2), edges=edges, caption=["Black to move"])).splitlines()
    assert lines[3:] == ["Edges: top, bottom black (X); left, right white (O)", "Black to move"]


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


def test_pieces_bear_the_names_of_the_cells_they_hide() -> None:
    pieces = {0: Piece("black", label="3"), 1: Piece("white"), 2: Piece("red", "dot")}
    board = hexhex(2)
    written = [text.text for text in svg(Drawing(board, pieces=pieces)).iter(SVG + "text")]
    assert {cell.name for cell in board.cells.values()} | {"3"} == set(written)
    first = svg(Drawing(board, pieces=pieces)).find(f"{SVG}g[{SVG}circle]")
    assert first is not None
    assert [text.text for text in first.findall(SVG + "text")] == ["3", board.cells[0].name]
    # With names beside the board nothing but the label stands on a piece.
    on_square = svg(Drawing(square(1, 1), pieces={0: Piece("black", label="3")}))
    assert [text.text for text in on_square.iter(SVG + "text")] == ["3", "a", "1"]


def test_pieces_beside_the_board_tell_their_names() -> None:
    root = svg(Drawing(rows=[Row("Blue", [Piece("blue", "shape", "##", name="blue 2a"), Piece("blue")])]))
    assert [title.text for title in root.iter(SVG + "title")] == ["board", "blue 2a"]


def test_without_a_board() -> None:
    cards = [Piece("black", "card", "K♠", "Ks"), Piece("red", "card", "4♦", "4d")]
    drawing = Drawing(rows=[Row("Ann", cards), Row("Robert", cards[:1])], caption=["Ann to decide"])
    assert to_text(drawing) == "Ann     Ks 4d\nRobert  Ks\nAnn to decide"
    written = [element.text for element in ElementTree.fromstring(to_svg(drawing)).iter(SVG + "text")]
    assert written == ["Ann", "K♠", "4♦", "Robert", "K♠", "Ann to decide"]
    assert to_text(Drawing()) == ""
    ElementTree.fromstring(to_svg(Drawing()))


# ---- the chess family -------------------------------------------------------------------

CHESS = square(8, 8, style="checkered")
GRAND = square(10, 10, style="checkered")
DOBUTSU = partial(shogi_piece, family="dobutsu")
TORI = partial(shogi_piece, family="tori")
STARTS = {
    "chess": (CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", chess_piece, "e1: white king"),
    "seirawan": (CHESS, "rhbqkbnr/ppppnppp/8/4p3/4P3/8/PPPPNPPP/REBQKBNR", chess_piece, "b8: black hawk"),
    "grand": (
        GRAND,
        "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R",
        chess_piece,
        "g2: white cardinal",
    ),
    "xiangqi": (
        xiangqi_board(),
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        xiangqi_piece,
        "e10: black general",
    ),
    "shogi": (
        shogi_board(),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        shogi_piece,
        "2h: sente's rook",
    ),
    "dobutsu": (shogi_board(3, 4), "rkb/1p1/1P1/BKR", DOBUTSU, "3a: gote's giraffe"),
    "tori": (shogi_board(7, 7), "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR", TORI, "7g: sente's left quail"),
}


def setup(board: Board, placement: str, piece: Callable[[str], Piece]) -> dict[int, Piece]:
    """The pieces of a placement text (FEN, SFEN): rows from the top, numbers of empty cells between the letters."""
    at = {(cell.x, cell.y): index for index, cell in board.cells.items()}
    pieces = {}
    for y, row in enumerate(placement.split("/")):
        x = 0
        for word in re.findall("[0-9]+|[+]?[A-Za-z]~?", row):
            if word.isdecimal():
                x += int(word)
            else:
                pieces[at[x, y]] = piece(word)
                x += 1
    return pieces


def svg(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(drawing))


@pytest.mark.parametrize(("board", "placement", "piece", "told"), STARTS.values(), ids=STARTS)
def test_start_positions_are_small_pictures_that_name_their_pieces(
    board: Board, placement: str, piece: Callable[[str], Piece], told: str
) -> None:
    drawing = Drawing(board, pieces=setup(board, placement, piece))
    assert len(to_svg(drawing).encode()) < 30_000
    root = svg(drawing)
    titles = [title.text or "" for title in root.iter(SVG + "title")]
    assert told in titles
    letters = [letter for letter in placement if letter.isalpha()]
    assert sum(": " in title for title in titles) == len(letters)


def test_every_figure_has_a_shape_of_its_own_in_every_colour() -> None:
    pictures = {}
    for kind in FIGURES:
        for colour in ("white", "black", "red"):
            root = svg(Drawing(rows=[Row("", [Piece(colour, kind)])]))  # type: ignore[arg-type]
            (figure,) = root.findall(SVG + "g")
            pictures[kind, colour] = ElementTree.tostring(figure)
            assert len(list(figure.iter(SVG + "path"))) == 2 * len(FIGURES[kind])
    assert len(set(pictures.values())) == len(pictures)


def test_letters_of_the_chess_family() -> None:
    for alphabet, piece in (("KQRBNPHECM", chess_piece), ("KABENHRCP", xiangqi_piece), ("KRBGSNLP", shogi_piece)):
        for letter in alphabet:
            upper, lower = piece(letter), piece(letter.lower())
            assert (upper.text, lower.text) == (letter, letter.lower())
            assert upper.kind == lower.kind
            assert (upper.colour, upper.label, upper.turned) != (lower.colour, lower.label, lower.turned)
    assert "".join(xiangqi_piece(letter).label for letter in "KABNRCPkabnrcp") == "帥仕相傌俥炮兵將士象馬車砲卒"
    promoted = [shogi_piece("+" + letter) for letter in "RBSNLP"]
    assert "".join(piece.label for piece in promoted) == "龍馬全圭杏と"
    assert {piece.colour for piece in promoted} == {"red"}
    assert (shogi_piece("K").label, shogi_piece("k").label) == ("玉", "王")
    assert "".join(DOBUTSU(letter).label for letter in ("K", "R", "B", "P", "+P")) == "獅麒象雛鶏"
    assert "".join(TORI(letter).label for letter in ("K", "F", "+F", "C", "P", "L", "R", "S", "+S")) == (
        "鵬鷹鷲鶴雉左鶉右鶉燕雁"
    )
    assert chess_piece("q~").name == "black queen (promoted pawn)"


@pytest.mark.parametrize(
    ("piece", "letter"),
    [(chess_piece, "X"), (chess_piece, ""), (xiangqi_piece, "+P"), (shogi_piece, "+G"), (DOBUTSU, "G"), (TORI, "Fa")],
)
def test_unknown_letters_are_refused(piece: Callable[[str], Piece], letter: str) -> None:
    with pytest.raises(ValueError, match=r"no piece '.*' in \w+( shogi)?; it has [KP] "):
        piece(letter)


def test_pieces_of_gote_are_turned_and_promoted_ones_red() -> None:
    board = shogi_board(5, 5)
    drawing = Drawing(
        board, pieces=setup(board, "1R1gk/4p/P4/1S3/KG1r+b", shogi_piece), above=[hand("Gote", "bs", shogi_piece)]
    )
    signs = {True: "", False: ""}
    for group in svg(drawing).iter(SVG + "g"):
        if (text := group.find(SVG + "text")) is not None:
            signs["rotate(180)" in group.get("transform", "")] += text.text or ""
            assert (text.get("fill") == "#cc3311") == (text.text == "馬")
    assert sorted(signs[True]) == sorted("金王歩飛馬角銀")
    assert sorted(signs[False]) == sorted("飛歩銀玉金")


def test_two_kanji_stand_one_upon_the_other() -> None:
    first, second = svg(Drawing(rows=[Row("", [TORI("L")])])).findall(f"{SVG}g/{SVG}text")
    assert (first.text, second.text) == ("左", "鶉")
    assert first.get("x") == second.get("x")
    assert float(first.get("y", "")) < float(second.get("y", ""))


def test_coordinates_of_shogi_and_xiangqi() -> None:
    board = shogi_board(5, 6)
    assert (board.cells[0].name, board.cells[29].name) == ("5a", "1f")
    files, ranks = board.labels[:5], board.labels[5:]
    assert [(label.text, label.x) for label in files] == [("5", 0), ("4", 1), ("3", 2), ("2", 3), ("1", 4)]
    assert "".join(label.text for label in ranks) == "abcdef"
    assert all(label.y < 0 for label in files)
    assert all(label.x > 4.5 for label in ranks)
    assert [len(shogi_board(size, size).dots) for size in (5, 7, 9)] == [0, 0, 4]

    board = xiangqi_board()
    assert [board.cells[i].name for i in (0, 8, 89)] == ["a1", "i1", "i10"]
    # Only the outer files cross the river.
    crossing = [(a, b) for a, b in board.lines if min(a[1], b[1]) < 4.5 < max(a[1], b[1])]
    assert crossing == [((0, 0), (0, 9)), ((8, 0), (8, 9))]
    assert {((3, 7), (5, 9)), ((5, 7), (3, 9)), ((3, 0), (5, 2)), ((5, 0), (3, 2))} <= set(board.lines)


def test_own_numbers_of_cells() -> None:
    board = shogi_board(3, 4, places={0: (2, 0), 7: (0, 3)})
    assert {index: cell.name for index, cell in board.cells.items()} == {0: "1a", 7: "3d"}
    assert [cell.name for cell in xiangqi_board(places={5: (4, 9)}).cells.values()] == ["e10"]


def test_text_crazyhouse() -> None:
    drawing = Drawing(
        CHESS,
        pieces=setup(CHESS, "r1bqk2r/ppp2ppp/2n5/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQ~K2R", chess_piece),
        last=[names(CHESS)["e5"]],
        above=[hand("Black", "", chess_piece)],
        rows=[hand("White", "PNPP", chess_piece)],
        caption=["Black to move"],
    )
    assert (
        board_of(drawing)
        == """
Black  -
8 r  .  b  q  k  .  .  r
7 p  p  p  .  .  p  p  p
6 .  .  n  .  .  .  .  .
5 .  .  .  . (P) .  .  .
4 .  b  .  P  n  .  .  .
3 .  .  N  B  .  N  .  .
2 P  P  P  .  .  P  P  P
1 R  .  B  Q~ K  .  .  R
  a  b  c  d  e  f  g  h
White  3P N
Black to move
"""
    )


def test_text_shogi_keeps_promoted_pieces_aligned() -> None:
    board = shogi_board(5, 5)
    drawing = Drawing(
        board,
        pieces=setup(board, "1R1gk/4p/P4/1S3/KG1r+b", shogi_piece),
        last=[names(board)["1e"]],
        above=[hand("Gote", ["b", "s"], shogi_piece)],
        rows=[hand("Sente", {"G": 1, "S": 0, "P": 18}, shogi_piece)],
    )
    assert (
        board_of(drawing)
        == """
Gote   b s
 5  4  3  2  1
 .  R  .  g  k a
 .  .  .  .  p b
 P  .  .  .  . c
 .  S  .  .  . d
 K  G  .  r(+b)e
Sente  G 18P
"""
    )
    plain = Drawing(board, pieces={0: shogi_piece("k")})
    assert to_text(plain).splitlines()[:2] == ["5 4 3 2 1", "k . . . . a"]


def test_text_xiangqi() -> None:
    board = xiangqi_board()
    lines = to_text(Drawing(board, pieces=setup(board, STARTS["xiangqi"][1], xiangqi_piece))).splitlines()
    assert lines[:3] == ["10 r n b a k a b n r", " 9 . . . . . . . . .", " 8 . c . . . . . c ."]
    assert lines[-2:] == [" 1 R N B A K A B N R", "   a b c d e f g h i"]


def test_hands_stand_above_and_below_with_their_counts() -> None:
    drawing = Drawing(
        CHESS,
        above=[hand("Black", {"q": 1, "p": 3}, chess_piece)],
        rows=[hand("White", "N" * 12, chess_piece), hand("Spare", "", chess_piece)],
    )
    root = svg(drawing)
    height = {text.text: float(text.get("y", "")) for text in root.findall(SVG + "text")}
    assert {"3", "12", "-"} <= height.keys()
    assert height["Black"] < height["3"] < -20 < 7.5 * 40 < height["White"] < height["12"] < height["-"]
    assert len(root.findall(f"{SVG}g[@stroke-width='4']")) == 3
    with pytest.raises(ValueError, match="zip"):
        to_svg(Drawing(rows=[Row("Black", [chess_piece("q")], [1, 2])]))


def test_shapes_are_drawn_about_their_middle_and_named_in_texts() -> None:
    drawing = Drawing(rows=[Row("Left", [Piece("blue", "shape", "#./##", "3b"), Piece("red", "shape", "#", "1a")])])
    assert to_text(drawing) == "Left  3b 1a"
    picture = to_svg(drawing)
    assert picture.count("M-6 -6L0 -6L0 0L-6 0ZM-6 0L0 0L0 6L-6 6ZM0 0L6 0L6 6L0 6Z") == 1
    assert picture.count("M-3 -3L3 -3L3 3L-3 3Z") == 1
    assert "#./##" not in picture


def test_wide_hands_make_the_picture_wider() -> None:
    root = svg(Drawing(shogi_board(3, 4), rows=[hand("Sente", "RBGSNLP" * 10, shogi_piece)]))
    left, _, width, _ = map(float, root.get("viewBox", "").split())
    assert all(float(text.get("x", "")) < left + width - 20 for text in root.findall(SVG + "text"))

"""The pieces of the chess family by their letters, as placement texts (FEN, SFEN) and text boards write them.

A capital belongs to the player at the bottom, who moves first (White, Sente, Red), a small letter to the other one.

    pieces = {cell: chess_piece(letter) for cell, letter in enumerate(state.cells()) if letter != "."}
    Drawing(board, pieces=pieces, above=[hand("Black", "qpp", chess_piece)], rows=[hand("White", "", chess_piece)])

Chess pieces are shapes (`figures`), the others bear the signs that players know: kanji on wedges of wood, of
which gote's are turned round and promoted ones written in red, and red and black characters on discs.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeVar

from gamecore.draw.model import Kind, Piece, Row

T = TypeVar("T")
Family = Literal["shogi", "dobutsu", "tori"]

_CHESS: dict[str, tuple[Kind, str]] = {
    "P": ("pawn", "pawn"),
    "N": ("knight", "knight"),
    "B": ("bishop", "bishop"),
    "R": ("rook", "rook"),
    "Q": ("chess queen", "queen"),
    "K": ("chess king", "king"),
    "H": ("cardinal", "hawk"),  # Seirawan chess
    "E": ("marshall", "elephant"),
    "C": ("cardinal", "cardinal"),  # Grand Chess
    "M": ("marshall", "marshall"),
}
_SHOGI: dict[Family, dict[str, tuple[str, str]]] = {
    "shogi": {
        "K": ("玉", "king"),
        "R": ("飛", "rook"),
        "+R": ("龍", "dragon"),
        "B": ("角", "bishop"),
        "+B": ("馬", "horse"),
        "G": ("金", "gold"),
        "S": ("銀", "silver"),
        "+S": ("全", "promoted silver"),
        "N": ("桂", "knight"),
        "+N": ("圭", "promoted knight"),
        "L": ("香", "lance"),
        "+L": ("杏", "promoted lance"),
        "P": ("歩", "pawn"),
        "+P": ("と", "tokin"),
    },
    "dobutsu": {
        "K": ("獅", "lion"),
        "R": ("麒", "giraffe"),
        "B": ("象", "elephant"),
        "P": ("雛", "chick"),
        "+P": ("鶏", "hen"),
    },
    "tori": {
        "K": ("鵬", "phoenix"),
        "F": ("鷹", "falcon"),
        "+F": ("鷲", "eagle"),
        "C": ("鶴", "crane"),
        "P": ("雉", "pheasant"),
        "L": ("左鶉", "left quail"),  # both are called 鶉, but they move differently
        "R": ("右鶉", "right quail"),
        "S": ("燕", "swallow"),
        "+S": ("雁", "goose"),
    },
}
_XIANGQI = {
    "K": ("帥將", "general"),
    "A": ("仕士", "advisor"),
    "B": ("相象", "elephant"),
    "N": ("傌馬", "horse"),
    "R": ("俥車", "chariot"),
    "C": ("炮砲", "cannon"),
    "P": ("兵卒", "soldier"),
}
_XIANGQI |= {"E": _XIANGQI["B"], "H": _XIANGQI["N"]}


def chess_piece(letter: str) -> Piece:
    """K Q R B N P, hawk and elephant (H E), cardinal and marshall (C M); `Q~` is a promoted pawn of Crazyhouse."""
    plain = letter.removesuffix("~")
    kind, name = _known(_CHESS, plain, "chess")
    colour, pawn = "white" if plain.isupper() else "black", " (promoted pawn)" if plain != letter else ""
    return Piece(colour, kind, "P" if pawn else "", letter, name=f"{colour} {name}{pawn}")


def shogi_piece(letter: str, family: Family = "shogi") -> Piece:
    """A piece by its letter in SFEN, such as `P`, `+p`: of shogi, of the 3 x 4 board (dobutsu) or of tori shogi."""
    label, name = _known(_SHOGI[family], letter, "shogi" if family == "shogi" else f"{family} shogi")
    gote = letter.islower()
    if gote and label == "玉":
        label = "王"
    colour, owner = "red" if "+" in letter else "black", "gote's" if gote else "sente's"
    return Piece(colour, "wedge", label, letter, turned=gote, name=f"{owner} {name}")


def xiangqi_piece(letter: str) -> Piece:
    """K A B N R C P, where B may also be E and N also H."""
    labels, name = _known(_XIANGQI, letter, "xiangqi")
    colour, label = ("red", labels[0]) if letter.isupper() else ("black", labels[1])
    return Piece(colour, "coin", label, letter, name=f"{colour} {name}")


def hand(title: str, letters: Iterable[str] | Mapping[str, int], piece: Callable[[str], Piece]) -> Row:
    """What a player has in hand, each kind once with its number: `letters` are "QPP", ["+P", "P"] or {"P": 2}.

    Kinds stand in the order in which they are named.
    """
    counts = {letter: count for letter, count in Counter(letters).items() if count > 0}
    return Row(title, [piece(letter) for letter in counts], [*counts.values()])


def _known(table: Mapping[str, T], letter: str, game: str) -> T:
    try:
        return table[letter.upper()]
    except KeyError:
        raise ValueError(f"no piece {letter[:20]!r} in {game}; it has {' '.join(table)}") from None

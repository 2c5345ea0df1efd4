"""SGF records, Little Golem's dialect of them included.

SGF leaves to each game how its moves are written, and sites differ in whose moves are called black. So a game
says in a few lines what its files look like: a subclass of `SgfDialect`, one instance of it in the game's
class:

    class ConhexSgf(SgfDialect):
        nodes = ("B", "R")
        marks = (("FF", "CONHEX"), ("VA", "CONHEX"))
        values = "[A-K][0-9]{1,2}|swap|resign"

    class ConHex(Game):
        sgf = ConhexSgf()

What SGF has no form for is kept in private properties, which other programs skip: XA and XB hold a turn of
the first and the second player as gamecore writes it (a draw by agreement, the talk about dead stones), XG the
name of a game without a number in the standard, XO the options that nothing else in the head states.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gamecore.errors import GamecoreError, NotationError, RecordError
from gamecore.records.find import Finder, dialect_of, options_from, options_text
from gamecore.records.record import Record, is_outside
from gamecore.records.scan import Scanner
from gamecore.records.sgf_tree import Node, read_trees, write_tree

if TYPE_CHECKING:
    from gamecore.game import Game, Option

PRIVATE = ("XA", "XB")
TAG_NAMES = {"Event": "EV", "Site": "PC", "Date": "DT", "Round": "RO", "Annotator": "AN", "TimeControl": "TM"}
"""What other formats call the same things."""
_STRUCTURE = {"FF", "CA", "GM", "SZ", "AB", "AW", "AE", "PL", "C", "XG", "XO"}
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_POINTS = re.compile(r"\s*([a-zA-Z]{2})(?:\s*:\s*([a-zA-Z]{2}))?\s*")
_MAX_POINTS = 10_000
_SIZE = re.compile(r"\s*(\d{1,3})(?:\s*:\s*(\d{1,3}))?\s*")


class SgfDialect:
    """How the SGF files of one game look. Attributes suffice for most games, methods are there to override.

    Values reach `turn` only if `values` matches them, so that `turn` may rely on their form.
    """

    gm: int | None = None
    """The game's number in the SGF standard (property GM)."""
    marks: tuple[tuple[str, str], ...] = ()
    """Properties of the head by which a file names this game for certain; also written."""
    events: tuple[str, ...] = ()
    """First words of Little Golem's tournament ids: `hex` for `hex.ch.23.1.1`."""
    suffixes: tuple[str, ...] = ()
    """File suffixes of this game alone, such as `.hsgf`."""
    nodes: tuple[str, ...] = ("B", "W")
    """Properties of the moves, by seat."""
    players: tuple[str, ...] = ("PB", "PW")
    """Properties of the names, by seat."""
    winners: tuple[str, ...] = ("B", "W")
    """The letters that mean a winner in RE, by seat."""
    values: str = r"[^\]]{1,40}"
    """What a move's value looks like (a regular expression for the whole of it)."""
    heads: tuple[str, ...] = ()
    """Further properties of the head that `options` reads: none that a tag may be written as."""
    size: int | None = None
    """The side of the board where SZ is missing; None for a game whose board has one size."""

    def score(self, tree: Sequence[Node], suffix: str) -> int:
        """How well a file fits this game; 0 or less: not at all."""
        root = tree[0]
        gm = _text(root, "GM")
        if gm is not None and gm.strip() != str(self.gm):
            return 0
        if any(_text(root, name) != value for name, value in self.marks):
            return 0
        moves = list(self.moves(tree))
        fits = re.compile(self.values).fullmatch
        if not all(fits(value) for _, name, value in moves if name not in PRIVATE):
            return 0
        if len(tree) > 1 and not moves:
            return 0
        points = 1 + 8 * (gm is not None) + 8 * len(self.marks)
        points += gm is None and self.gm == 1  # the standard's default
        points += 4 * ((_text(root, "EV") or "").split(".")[0] in self.events)
        points += 4 * (suffix in self.suffixes)
        if moves and not root.keys() & {"PL", "HA", "AB"}:
            points += 1 if moves[0][0] == 0 else -1
        return points

    def options(self, root: Node) -> dict[str, Option]:
        """The options of the game that the head of a file states."""
        return {} if self.size is None else {"size": size_of(root, self.size)}

    def setup(self, root: Node) -> str | None:
        """The set-up text of a game with a random start."""
        if root.keys() & {"AB", "AW", "AE"}:
            raise RecordError("the record sets up stones (AB, AW), which this game does not have")
        return None

    def root(self, record: Record) -> dict[str, list[str]]:
        """The head that `options` and `setup` read back."""
        if record.position is not None or record.setup is not None:
            raise RecordError(f"SGF of {record.game.slug} cannot hold a start position; format='json' can")
        return {} if self.size is None else {"SZ": [str(record.game.options["size"])]}

    def turn(self, value: str, game: Game) -> str:
        """A move's value as the game writes turns."""
        return value

    def value(self, turn: str, game: Game) -> str | None:
        """The inverse of `turn`; None for a turn that SGF has no form for."""
        return turn

    def result(self, text: str) -> tuple[float, ...] | None:
        """What RE says, by seat."""
        text = text.strip()
        if text.lower() in ("0", "draw", "jigo"):
            return 0.0, 0.0
        if text[:1].upper() not in self.winners or text[1:2] not in ("", "+"):
            return None
        return (1.0, -1.0) if text[0].upper() == self.winners[0] else (-1.0, 1.0)

    def result_text(self, record: Record) -> str:
        """RE for a record that has a result."""
        assert record.result is not None
        first, second = record.result
        if first == second:
            return "0"
        return self.winners[0 if first > second else 1]

    def moves(self, tree: Sequence[Node]) -> Iterator[tuple[int, str, str]]:
        """(seat, property, value) of every move of the main line."""
        owners = {name: seat for names in (self.nodes, PRIVATE) for seat, name in enumerate(names)}
        for node in tree:
            found = [name for name in node if name in owners]
            if len(found) > 1:
                raise RecordError(f"a node holds more than one move: {', '.join(found)}")
            for name in found:
                yield owners[name], name, "][".join(node[name])


def size_of(root: Node, default: int) -> int:
    """The side of a square board that SZ states."""
    text = _text(root, "SZ")
    if text is None:
        return default
    found = _SIZE.fullmatch(text)
    if not found or found[2] not in (None, found[1]):
        raise RecordError(f"SZ[{text:.20}] is not the size of a square board, such as SZ[{default}]")
    return int(found[1])


def points_of(values: Sequence[str]) -> list[str]:
    """The points of a set-up property, each once, compressed rectangles (`aa:cc`) taken apart."""
    points: dict[str, None] = {}
    named = 0
    for value in values:
        found = _POINTS.fullmatch(value)
        if not found:
            raise RecordError(f"[{value:.20}] is not a point such as [pd], nor a rectangle such as [aa:cc]")
        left, top, right, bottom = (_LETTERS.index(letter) for letter in found[1] + (found[2] or found[1]))
        inside = [_LETTERS[x] + _LETTERS[y] for x in range(left, right + 1) for y in range(top, bottom + 1)]
        points |= dict.fromkeys(inside)
        named += len(inside)
        if named > _MAX_POINTS:
            raise RecordError(f"a set-up property names more than {_MAX_POINTS} points")
    return list(points)


def _text(node: Node, name: str) -> str | None:
    """The value of a property that has one; a value torn apart by an unescaped `][` is mended."""
    return "][".join(node[name]) if name in node else None


def read(scan: Scanner, finder: Finder[SgfDialect]) -> Iterator[Record]:
    """The games of an SGF stream."""
    for number, tree in enumerate(read_trees(scan), 1):
        try:
            if isinstance(tree, NotationError):
                raise tree
            yield _record(tree, finder, number)
        except GamecoreError as error:
            yield Record.faulty(number, error)


def _record(tree: Sequence[Node], finder: Finder[SgfDialect], number: int) -> Record:
    root = tree[0]
    cls, dialect = finder.choose(lambda dialect: dialect.score(tree, finder.suffix), _text(root, "XG"))
    game = finder.build(cls, {**dialect.options(root), **options_from(_text(root, "XO") or "")})
    turns: list[str] = []
    seats: list[int] = []
    fits = re.compile(dialect.values).fullmatch
    for seat, name, value in dialect.moves(tree):
        if name in PRIVATE:
            turns.append(value)
        elif fits(value):
            turns.append(dialect.turn(value, game))
        else:
            raise RecordError(f"move {len(turns) + 1}: {name}[{value:.40}] is not a move of {game.slug}")
        seats.append(seat)
    structure = _structure(dialect)
    result = _text(root, "RE")
    return Record(
        game,
        turns,
        players=[_text(root, name) for name in dialect.players],
        setup=dialect.setup(root),
        result=None if result is None else dialect.result(result),
        tags={name: "][".join(values) for name, values in root.items() if name not in structure},
        comments=_comments(tree, dialect),
        seats=seats,
        number=number,
    )


def _structure(dialect: SgfDialect) -> set[str]:
    """The properties that are no tags."""
    return _STRUCTURE.union(dialect.nodes, dialect.players, PRIVATE, dict(dialect.marks))


def _comments(tree: Sequence[Node], dialect: SgfDialect) -> dict[int, str]:
    comments: dict[int, str] = {}
    if not any("C" in node for node in tree):
        return comments
    played = 0
    for node in tree:
        played += not node.keys().isdisjoint(dialect.nodes + PRIVATE)
        if (text := _text(node, "C")) is not None:
            comments[played] = f"{comments[played]}\n{text}" if played in comments else text
    return comments


def write(record: Record) -> str:
    """A record as SGF in its game's dialect, checked by replay."""
    game = record.game
    dialect = dialect_of(type(game), "sgf")
    if not isinstance(dialect, SgfDialect):
        raise RecordError(f"{game.slug} has no SGF records; format='json' serves every game")
    record = record.spelled()
    tree = [_head(record, dialect)]
    for seat, turn in zip(record.movers(), record.turns, strict=True):
        plain = "resign" if turn.startswith("resign:") else turn
        value = None if is_outside(plain) and plain != "resign" else dialect.value(plain, game)
        names = PRIVATE if value is None else dialect.nodes
        tree.append({names[seat]: [plain if value is None else value]})
    for played, text in record.comments.items():
        if 0 <= played < len(tree):
            tree[played]["C"] = [text]
    return write_tree(tree)


def _head(record: Record, dialect: SgfDialect) -> Node:
    head: Node = {"FF": ["4"], "CA": ["UTF-8"]}
    if dialect.gm is not None:
        head["GM"] = [str(dialect.gm)]
    else:
        head["XG"] = [record.game.slug]
    head |= {name: [value] for name, value in dialect.marks}
    for name, player in zip(dialect.players, record.players, strict=True):
        if player is not None:
            head[name] = [player]
    head |= dialect.root(record)
    if further := options_text(record.game, dialect.options(head)):
        head["XO"] = [further]
    owned = _structure(dialect).union(dialect.heads, head)
    for tag, text in record.tags.items():
        name = TAG_NAMES.get(tag, tag)
        if name not in owned and re.fullmatch(r"[A-Z]{1,8}", name):
            head[name] = [text]
    if record.result is None:
        head.pop("RE", None)
    elif "RE" not in head or dialect.result(head["RE"][0]) != record.result:
        head["RE"] = [dialect.result_text(record)]
    return head

"""The syntax of SGF: game trees out of a stream of text, and back.

    (;FF[4]SZ[13]PB[name];B[aa];W[bb](;B[cc])(;B[dd]))

Only the main line (the first variation, all the way down) is kept. Brackets are counted, not recursed
into, so depth costs nothing. Little Golem writes names without escapes: in the head of a game a `]`
therefore ends a value only where something that may follow a value comes after it, as it does in every
proper file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from gamecore.errors import NotationError, RecordError
from gamecore.records.scan import MAX_TEXT, Scanner

Node = dict[str, list[str]]
"""Property names with their values."""

MAX_NODES = 100_000
MAX_CHARACTERS = 8 << 20
"""What one game may hold."""

_SPACE = re.compile(r"\s*")
_START = re.compile(r"\(\s*;")
# After a fault: the next thing that looks like the head of a game, not like a variation.
_RESTART = re.compile(r"\(\s*;\s*(?:FF|GM|CA|AP|EV|GN|SZ|VA|PB|PW|RE|RU|KM|DT|PC|ST|US)\s*\[")
_NAME = re.compile(r"[A-Za-z]{1,64}")
_BRACKET = re.compile(r"\[")
_STOP = re.compile(r"[\]\\]")
_FOLLOWS = re.compile(
    r"\s*(?:\Z|\[|\)(?!\])|\(\s*(?:;|\Z)|;\s*(?:\Z|[;()]|[A-Za-z]{1,64}\s*(?:\[|\Z))|[A-Za-z]{1,64}\s*(?:\[|\Z))"
)
# A plain move, by far the most common node, in one bite.
_MOVE = re.compile(r"\s*;\s*([A-Z]{1,2}|[a-z])\[([^\]\\]{0,200})\](?=[;)])")
_ESCAPE = re.compile(r"\\(\r\n|\n|\r|.)", re.DOTALL)


def read_trees(scan: Scanner) -> Iterator[list[Node] | NotationError]:
    """The main line of each game, or in its place what is wrong with it."""
    start = _START
    while scan.skip_to(start):
        try:
            yield _main_line(scan)
            start = _START
        except NotationError as error:
            yield error
            start = _RESTART


def _main_line(scan: Scanner) -> list[Node]:
    begin = scan.where()
    nodes: list[Node] = []
    node: Node | None = None
    depth = 0
    kept = 0
    main = True
    while True:
        if main and node is not None and (move := scan.match(_MOVE)):
            node = {move[1]: [move[2]]}
            nodes.append(node)
        else:
            scan.skip(_SPACE)
            sign = scan.peek()
            if sign == ";":
                scan.pos += 1
                node = {}
                if main:
                    nodes.append(node)
            elif sign == "(" and (node is not None or not main or depth == 0):
                scan.pos += 1
                depth += 1
                node = None
            elif sign == ")" and (node is not None or not main):
                scan.pos += 1
                depth -= 1
                main = False
                if depth == 0:
                    return nodes
            elif node is not None and (name := scan.match(_NAME)):
                values = _values(scan, name[0], lenient=len(nodes) == 1)
                kept += sum(map(len, values)) + len(values)
                node.setdefault(_short_name(name[0]), []).extend(values)
            elif sign:
                raise scan.error(f"{sign!r} where {_expected(node)} should be")
            else:
                raise scan.error(f"the text ends inside the game that begins at line {begin[0]}, column {begin[1]}")
        if len(nodes) > MAX_NODES or kept > MAX_CHARACTERS:
            raise scan.error(f"the game has more than {MAX_NODES} nodes or {MAX_CHARACTERS} characters")


def _expected(node: Node | None) -> str:
    return "';'" if node is None else "a property, ';', '(' or ')'"


def _short_name(name: str) -> str:
    """`GM` for the `GaMe` of old files; a name all in small letters stays as it is (Twixt's `b` and `r`)."""
    return "".join(filter(str.isupper, name)) or name


def _values(scan: Scanner, name: str, lenient: bool) -> list[str]:
    values: list[str] = []
    while True:
        scan.skip(_SPACE)
        if not scan.match(_BRACKET):
            if values:
                return values
            raise scan.error(f"property {name} has no value: '[' expected")
        offset = 0
        while True:
            stop = scan.find(_STOP, offset, f"the value of {name}").start() - scan.pos
            if scan.text[scan.pos + stop] == "\\":
                offset = stop + 2
            elif not lenient or scan.looking_at(_FOLLOWS, stop + 1):
                break
            else:
                offset = stop + 1
        raw = scan.text[scan.pos : scan.pos + stop]
        values.append(_unescape(raw) if "\\" in raw else raw)
        scan.pos += stop + 1


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: "" if found[1] in ("\r\n", "\n", "\r") else found[1], text)


def write_tree(nodes: Iterable[Mapping[str, Iterable[str]]]) -> str:
    """A game without variations, on one line."""
    parts = ["("]
    for node in nodes:
        parts.append(";")
        for name, values in node.items():
            parts.append(name)
            parts.extend(f"[{_escape(value)}]" for value in values)
    parts.append(")\n")
    return "".join(parts)


def _escape(text: str) -> str:
    text = text.replace("\\", "\\\\").replace("]", "\\]")
    if len(text) > MAX_TEXT:
        raise RecordError(f"a property would have more than {MAX_TEXT} characters, which no reader takes")
    return text

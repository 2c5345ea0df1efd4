"""Shogi records of one line: USI, as engines are told a position, and Little Golem's text.

    position startpos moves 7g7f 3c3d 8h2b+
    position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c
    [shogi;MINISHOGI;null;P5d-5c;G2a-2b;resign]

One game a line; lines that begin with # are remarks. Neither has names or tags. In USI the word `position` may be
missing, or all but the moves; `startpos` is the start of the game asked for, 9x9 if none was. In collections of
Little Golem's games a result and how the game ended stand before the text. An end from outside (`resign`,
`draw:agreed`) follows the moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamecore.errors import RecordError
from gamecore.notation_shogi import FORMS, Board
from gamecore.records.find import Finder
from gamecore.records.movetext import RESULTS
from gamecore.records.record import OUTSIDE, Record
from gamecore.records.scan import Scanner
from gamecore.records.shogi import MAX_MOVES, KifuDialect, Script, Walk, form_of, notation_of, same
from gamecore.records.transcript import one_a_line

_MOVE = r"(?:[1-9][a-i][1-9][a-i]\+?|[A-Z]\*[1-9][a-i])"
_USI = re.compile(_MOVE)
_POSITION = re.compile(
    r"(?:position\s+)?(?:(startpos)|(?:sfen\s+)?([A-Za-z1-9+/]{1,200}\s+[bw]\s+(?:-|\w{1,80})(?:\s+\d{1,6})?))(?!\S)"
    r"(?:\s+moves(?!\S))?",
    re.ASCII,
)
_LG = re.compile(r"\[\s*shogi\s*;\s*(\w{1,40})\s*;([^;\]]*);?([^\]]*)\]?", re.ASCII | re.IGNORECASE)
_BEFORE = re.compile(r"(1-0|0-1|1/2-1/2)? ?([a-z ]{0,40})")
_LG_ENDINGS = {"agreed": "draw:agreed", "resign": "resign"}

BEGINS = re.compile(
    rf"(?:#[^\n]*(?:\n|\Z)|\s)*(?:position\s+(?:sfen\s|startpos\s*(?:moves\s+{_MOVE}|moves\s*$|$|\n))"
    rf"|startpos\s+moves|sfen\s|{_MOVE}(?:\s|\Z))",
    re.ASCII,
)
LG_BEGINS = re.compile(r"(?:#[^\n]*(?:\n|\Z)|\s)*[^\n\[]{0,80}\[\s*shogi\s*;", re.IGNORECASE)


def read(scan: Scanner, finder: Finder[KifuDialect]) -> Iterator[Record]:
    """The games of a USI text, one a line."""
    return one_a_line(scan, lambda line, number: _usi(line, finder, number))


def _usi(line: str, finder: Finder[KifuDialect], number: int) -> Record:
    cls, dialect = finder.choose(lambda dialect: 1)
    head = _POSITION.match(line)
    position = " ".join(head[2].split()) if head and head[2] else None
    form = next(iter(dialect.forms.values()))
    if position is not None:
        board = Board(position)
        form = form_of(board)
        if form.variant == "shogi56" and same(board, Board(FORMS["shogi56plus"].start)):
            form = FORMS["shogi56plus"]
    game = finder.build(cls, dialect.options(form))
    form = dialect.form(game)
    if position is not None and board.number == 1 and same(board, Board(form.start)):
        position = None
    moves = line[head.end() :].split() if head else line.split()
    if len(moves) > MAX_MOVES:
        raise RecordError(f"the game has more than {MAX_MOVES} moves")
    walk = Walk(game, notation_of(form.variant), position, form.start)
    for index, move in enumerate(moves):
        if _USI.fullmatch(move):
            walk.add(move)
        elif index == len(moves) - 1 and OUTSIDE.fullmatch(move):
            walk.turns.append(move)
        else:
            raise RecordError(f"move {index + 1}: {move[:40]!r} is no move of USI, such as 7g7f")
    return Record(game, walk.turns, position=position, number=number)


def write(record: Record) -> str:
    """A record as a line of USI, checked by replay."""
    script = Script(record, "usi")
    position = script.record.start().position()
    usual = record.position is None and script.form.variant == "shogi"
    words = ["position", "startpos" if usual else f"sfen {position}"]
    moves = [*script.moves, *([script.outside] if script.outside else ())]
    return " ".join([*words, *(["moves", *moves] if moves else ())]) + "\n"


def read_lg(scan: Scanner, finder: Finder[KifuDialect]) -> Iterator[Record]:
    """The games of Little Golem's texts, one a line."""
    return one_a_line(scan, lambda line, number: _lg(line, finder, number))


def _lg(line: str, finder: Finder[KifuDialect], number: int) -> Record:
    found = _LG.search(line)
    before = _BEFORE.fullmatch(" ".join(line[: found.start()].split())) if found else None
    if not found or not before or line[found.end() :].strip():
        raise RecordError(f"{line[:40]!r} is no game of Little Golem's, such as [shogi;SHOGI;null;P7g-7f]")
    cls, dialect = finder.choose(lambda dialect: 1)
    form = next((form for form in dialect.forms.values() if form.code == found[1].upper()), None)
    if form is None:
        codes = ", ".join(form.code for form in dialect.forms.values())
        raise RecordError(f"{found[1]!r} is no kind of shogi: {codes} are")
    game = finder.build(cls, dialect.options(form))
    notation = notation_of(dialect.form(game).variant)
    turns = [turn for turn in map(str.strip, found[3].split(";")) if turn]
    if len(turns) > MAX_MOVES:
        raise RecordError(f"the game has more than {MAX_MOVES} moves")
    for index, turn in enumerate(turns):
        if not notation.is_lg(turn) and not (OUTSIDE.fullmatch(turn) and index == len(turns) - 1):
            raise RecordError(f"move {index + 1}: {turn[:40]!r} is no move of Little Golem's, such as P7g-7f")
    tags = {"Termination": before[2].strip()} if before[2].strip() else {}
    return Record(game, turns, result=RESULTS.get(before[1] or "*"), tags=tags, number=number)


def write_lg(record: Record) -> str:
    """A record as Little Golem's text, checked by replay."""
    script = Script(record, "lg")
    if record.position is not None:
        raise RecordError("Little Golem's text cannot hold a start position; format='json' or 'usi' can")
    return f"[shogi;{';'.join([script.form.code, 'null', *script.record.turns])}]\n"

"""Plain transcripts: a game is the line of its turns, `F5D6C3D3C4` or `f5 d6 c3`, one game per line.

A line that begins with the number of a later turn, as in `2. c4 f3`, goes on with the game above it. Lines that begin
with `#` are remarks. A game takes part by a `TextDialect` that says what a turn looks like.
Where the custom is to leave forced passes out, the reader puts them in, for which it plays the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gamecore.errors import GamecoreError, RecordError
from gamecore.records.find import Finder, dialect_of
from gamecore.records.record import OUTSIDE, Record, is_outside
from gamecore.records.scan import Scanner

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.game import Game, Option

MAX_LINE = 1 << 20

_BETWEEN = re.compile(r"[\s,;]*(?:\d{1,4}\.+\s*)?")
_GOES_ON = re.compile(r"\s*(?:[2-9]|[1-9]\d{1,3})\.")


class TextDialect:
    """How the transcripts of one game look."""

    turns: str = r"[a-z]\d{1,2}"
    """What a turn looks like (a regular expression, small letters)."""
    omitted: str | None = None
    """A turn that transcripts leave out where it is the only one."""
    separator: str = " "
    numbered: bool = False
    """Whether a number stands before every other turn: `1. c8-c6 h4-f2 2. g8-g6`."""
    suffixes: tuple[str, ...] = ()

    def options(self, turns: Sequence[str]) -> Mapping[str, Option]:
        """The options of the game, as far as the turns show them."""
        return {}

    def turn_texts(self, line: str) -> list[str]:
        """The turns of a line; an error says where it is none."""
        pattern = re.compile(f"{self.turns}|{self.omitted or '(?!)'}|{OUTSIDE.pattern}")
        text = line.strip().lower()
        turns: list[str] = []
        at = 0
        while at < len(text):
            at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]  # matches nothing at least
            found = pattern.match(text, at)
            if not found:
                if at == len(text):
                    break
                raise RecordError(f"column {at + 1}: {text[at : at + 10]!r} is not a turn")
            turns.append(found[0])
            at = found.end()
        return turns


def read(scan: Scanner, finder: Finder[TextDialect]) -> Iterator[Record]:
    """The games of a text, one a line or with numbered turns."""
    return one_a_line(scan, lambda line, number: _record(line, finder, number), goes_on=_GOES_ON)


def one_a_line(
    scan: Scanner, record: Callable[[str, int], Record], goes_on: re.Pattern[str] | None = None
) -> Iterator[Record]:
    """The games of a text whose lines are games, or remarks that begin with `#`; `record` makes one of line and number.

    A line that begins with `goes_on` belongs to the one before. A line that cannot be read is a record that says why.
    """
    number = 1
    while True:
        try:
            line = scan.line(MAX_LINE)
            if line is None:
                return
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            lines, left = [line.strip()], MAX_LINE - len(line)
            while goes_on and scan.looking_at(goes_on, 0):
                lines.append((scan.line(left) or "").strip())
                left -= len(lines[-1]) + 1
            yield record(" ".join(lines), number)
        except GamecoreError as error:
            yield Record.faulty(number, error)
        number += 1


def _record(line: str, finder: Finder[TextDialect], number: int) -> Record:
    cls, dialect = finder.choose(lambda dialect: _fits(dialect, line))
    turns = dialect.turn_texts(line)
    game = finder.build(cls, dialect.options(turns))
    if dialect.omitted is not None:
        turns = _with_omitted(game, turns, dialect.omitted)
    return Record(game, turns, number=number)


def _fits(dialect: TextDialect, line: str) -> int:
    try:
        return bool(dialect.turn_texts(line))
    except RecordError:
        return 0


def _with_omitted(game: Game, turns: Sequence[str], omitted: str) -> list[str]:
    state = game.start()
    full: list[str] = []
    for index, turn in enumerate(turns):
        try:
            while not (turn == omitted or is_outside(turn)) and _is_forced(state, omitted):
                state.play(omitted)
                full.append(omitted)
            state.game.play_recorded(state, turn)
        except GamecoreError:
            return [*full, *turns[index:]]  # the replay will say what is wrong
        full.append(turn)
    return full


def _is_forced(state: State, turn: str) -> bool:
    return state.num_legal == 1 and state.legal_moves() == [turn]


def write(record: Record) -> str:
    """A record as one line of its game's transcript, checked by replay."""
    game = record.game
    dialect = dialect_of(type(game), "text")
    if not isinstance(dialect, TextDialect):
        raise RecordError(f"{game.slug} has no plain transcripts; format='json' serves every game")
    if record.position is not None or record.setup is not None:
        raise RecordError("a plain transcript cannot hold a start position; format='json' can")
    turns = [turn for turn in record.spelled().turns if turn != dialect.omitted]
    lead = "" if dialect.separator else " "
    parts = [f"{lead}{turn}" if is_outside(turn) else turn for turn in turns]
    if dialect.numbered:
        parts = [turn if i % 2 else f"{i // 2 + 1}. {turn}" for i, turn in enumerate(parts)]
    return dialect.separator.join(parts).strip() + "\n"

"""What PGN and its children (PDN among them) share: tags, then moves.

    [White "name"]
    [Result "1-0"]

    1. 11-15 23-19 {a comment} 2. 8-11 $1 (2. 9-14 22-17) 22-17 1-0

The syntax is read in the core, with the tolerance that files in circulation ask for (`TaggedGames`). Here is what
a tagged game means, whatever the notation of its moves, and how one is written.

A turn that ends the game from outside (`resign`, `draw:agreed`) is no move of such a file; it is kept in the tag
Termination. The set-up text of a random start is kept in StartSetup, beside the FEN, which other programs read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gamecore._core import TaggedGame, TaggedGames
from gamecore.errors import GamecoreError, NotationError, RecordError
from gamecore.records.record import OUTSIDE, Line, Record, is_outside
from gamecore.records.scan import MAX_TEXT, Scanner
from gamecore.records.sgf import TAG_NAMES

if TYPE_CHECKING:
    from gamecore.game import Game

MAX_TAG = 2_000

RESULTS: dict[str, tuple[float, float] | None] = {
    "1-0": (1.0, -1.0),
    "0-1": (-1.0, 1.0),
    "1/2-1/2": (0.0, 0.0),
    "2-0": (1.0, -1.0),
    "0-2": (-1.0, 1.0),
    "1-1": (0.0, 0.0),
    "1/2": (0.0, 0.0),
    "½-½": (0.0, 0.0),
    "*": None,
    "0-0": None,
}
"""What the result at the end of a game means, by seat."""

UNKNOWN = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
"""What the first tags of a PGN game are where they are not known."""
STRUCTURE = {"SetUp", "FEN", "StartSetup", "Termination"}
"""Tags that are no tags of a record, beside those of the dialect."""

_NAMES = {ident: name for name, ident in TAG_NAMES.items()}
_NAME = re.compile(r"[A-Za-z0-9_]{1,100}")
_NUMBER = re.compile(r" ([1-9]\d{0,5})\Z", re.ASCII)
_UNSAFE = dict.fromkeys((*range(32), *range(127, 160)), " ")
_WIDTH = 79


def read_games(
    scan: Scanner, results: Sequence[str], record_of: Callable[[TaggedGame, int], Record]
) -> Iterator[Record]:
    """The records of the games in a text."""
    for number, source in enumerate(TaggedGames(scan.pieces(), list(results), *scan.where()), 1):
        try:
            if isinstance(source, NotationError):
                raise source
            yield record_of(source, number)
        except GamecoreError as error:
            yield Record.faulty(number, error)


def record_of(
    source: TaggedGame,
    number: int,
    game: Game,
    tags: dict[str, str],
    line: Line | None,
    players: Sequence[str | None],
    position: str | None,
    structure: set[str],
) -> Record:
    """The record of a tagged game; `line` holds its moves where they are not turns as they are."""
    stated = tags.get("Result", "*")
    result = RESULTS.get(source.result or "*") or RESULTS.get(stated)
    kept = {name: text for name, text in tags.items() if name not in structure and text != UNKNOWN.get(name)}
    if stated == _result_text(result):
        kept.pop("Result", None)
    ending = tags.get("Termination")
    if ending is not None:
        if OUTSIDE.fullmatch(ending):
            line = line or Line.of(source.line())
            line.turns.append(ending)
        else:
            kept["Termination"] = ending
    setup = tags.get("StartSetup")
    record = Record(
        game,
        source if line is None else line.turns,
        players=[None if name == "?" else name for name in players],
        setup=setup,
        position=position if setup is None else None,
        result=result,
        tags=kept,
        number=number,
    )
    if line is not None:
        record.comments, record.nags, record.variations = line.comments, line.nags, line.variations
    return record


def write_game(
    record: Record,
    head: Mapping[str, str],
    sides: Sequence[str],
    move: Callable[[str], str],
    structure: set[str],
    fen: str | None,
    roster: Mapping[str, str] = {},
) -> str:
    """A game with its tags and its moves.

    `head` says which game it is, `fen` where it starts if that has to be said, `roster` what stands in the tags that
    have to be there first.
    """
    record = record.spelled()
    result = record.tags.get("Result", "*")
    if record.result is None or RESULTS.get(result) != record.result:
        result = _result_text(record.result)
    tags = {name: record.tags.get(name, unknown) for name, unknown in roster.items()}
    for side, player in zip(sides, record.players, strict=True):
        if player is not None or roster:
            tags[side] = "?" if player is None else player
    tags |= {"Result": result, **head}
    if record.setup is not None:
        tags["StartSetup"] = record.setup
    if fen is not None:
        tags |= {"SetUp": "1", "FEN": fen}
    turns = record.turns
    if turns and is_outside(turns[-1]):
        tags["Termination"] = turns[-1]
        turns = turns[:-1]
    for name, text in record.tags.items():
        name = _NAMES.get(name, name)
        if _NAME.fullmatch(name) and (name not in structure or (name == "Termination" and not is_outside(text))):
            tags.setdefault(name, text)
    number = _NUMBER.search(fen or "")
    ply = 2 * (int(number[1]) - 1 if number else 0) + (record.start().player or 0)
    line = Line(turns, record.comments, record.nags, record.variations)
    text = " ".join([*_words(line, ply, move), result])
    return "".join(f'[{name} "{_quote(name, value)}"]\n' for name, value in tags.items()) + f"\n{_wrap(text)}\n\n"


def _result_text(result: tuple[float, ...] | None) -> str:
    """A result as such files say it: who did better."""
    if result is None:
        return "*"
    first, second = result
    return "1-0" if first > second else "0-1" if first < second else "1/2-1/2"


def _words(line: Line, ply: int, move: Callable[[str], str]) -> Iterator[str]:
    """The moves of a line and what is said of them; `ply` half-moves have gone before it."""
    last = len(line.turns)
    if sum(map(len, line.comments.values())) > MAX_TEXT:
        raise RecordError(f"the game has more than {MAX_TEXT} characters of comments, which no reader takes")
    interrupted = True
    for played in range(last + 1):
        if played:
            white = (ply + played) % 2 == 1
            if white or interrupted:
                yield f"{(ply + played + 1) // 2}." + ("" if white else "..")
            yield move(line.turns[played - 1])
            interrupted = False
        yield from (f"${glyph}" for glyph in line.nags.get(played, ()))
        if played in line.comments:
            yield from (f"{{{_safe(text)}}}" for text in line.comments[played].split("\n"))
            interrupted = True
        for parted in (played - 1, last) if played == last else (played - 1,):
            for variation in line.variations.get(parted, ()):
                yield f"({' '.join(_words(variation, ply + parted, move))})"
                interrupted = True


def _safe(text: str) -> str:
    return " ".join(text.translate(_UNSAFE).replace("}", ")").split())


def _wrap(text: str) -> str:
    """The text in lines. None of them begins like a tag, or with a sign that says it should be passed over."""
    lines: list[str] = []
    line = ""
    for word in re.sub(r" (?=[\[%])", "\0", text).split(" "):
        if line and len(line) + len(word) >= _WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    return "\n".join(lines).replace("\0", " ")


def _quote(name: str, text: str) -> str:
    text = " ".join(text.replace("\0", " ").splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    if len(text) > MAX_TAG:
        raise RecordError(f"the tag {name} would have more than {MAX_TAG} characters, which no reader takes")
    return text

"""The syntax that PGN and its children (PDN among them) share: tags, then moves.

    [White "name"]
    [Result "1-0"]

    1. 11-15 23-19 {a comment} 2. 8-11 $1 (2. 9-14 22-17) 22-17 1-0

Read with the tolerance that files in circulation ask for: tags in any order or none, names with bare quotes,
numbers parted from their moves, missing results. Variations and NAGs are passed over, comments kept.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gamecore.errors import NotationError, RecordError
from gamecore.records.scan import MAX_TEXT, Scanner

MAX_MOVES = 100_000
MAX_TAGS = 1_000
MAX_TAG = 2_000

RESULTS: dict[str, tuple[float, float] | None] = {
    "1-0": (1.0, -1.0),
    "0-1": (-1.0, 1.0),
    "1/2-1/2": (0.0, 0.0),
    "2-0": (1.0, -1.0),
    "0-2": (-1.0, 1.0),
    "1-1": (0.0, 0.0),
    "*": None,
    "0-0": None,
}
"""What the result at the end of a game means, by seat."""

_SPACE = re.compile(r"\s*")
_TAG = re.compile(r'\[\s*(\w{1,100})\s*"([^\n]{0,2000}?)"\s*\](?=\s|\[|\Z)')
_UNSAFE = str.maketrans("}\0", ") ")
_TAG_END = re.compile(r'("\s*)\]')
_TAG_LINE = re.compile(r'(?:(?<=\n)|\A)[ \t]*\[[ \t]*\w{1,100}[ \t]*"')
_LINE_END = re.compile(r"[^\n]*")
_COMMENT_END = re.compile(r'\}|\n[ \t]*\[[ \t]*\w{1,100}[ \t]*"[^\n"]{0,200}"\s*\][ \t\r]*\n')
_RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)(?=[\s\[({;]|\Z)")
_NUMBER = re.compile(r"\d{1,6}\s{0,20}\.[.\s]{0,20}|\.{2,3}")
_ASIDE = re.compile(r"\$\d{0,9}|[!?]{1,4}(?=[\s\[({;)]|\Z)")
_MOVE = re.compile(r"[^\s{}()\[\];$]{1,100}")


class TaggedGame(NamedTuple):
    """One game as the file has it; the result is the one behind the moves."""

    tags: dict[str, str]
    moves: list[str]
    comments: dict[int, str]
    result: str | None


def read_games(scan: Scanner) -> Iterator[TaggedGame | NotationError]:
    """Each game, or in its place what is wrong with it."""
    while True:
        scan.skip(_SPACE)
        if not scan.peek():
            return
        try:
            yield _game(scan)
        except NotationError as error:
            yield error
            scan.skip_to(_TAG_LINE)


def _game(scan: Scanner) -> TaggedGame:
    tags = _read_tags(scan)
    moves: list[str] = []
    comments: dict[int, str] = {}
    depth = 0
    room = MAX_TEXT
    opened = (0, 0)
    while True:
        scan.skip(_SPACE)
        sign = scan.peek()
        if sign == "" or (sign == "[" and scan.looking_at(_TAG, 0)):
            if depth:
                raise scan.error("the game ends inside this variation: ')' expected", opened)
            return TaggedGame(tags, moves, comments, None)
        if sign == "{":
            text = _comment(scan)
            room -= len(text)
            if not depth:
                played = len(moves)
                comments[played] = f"{comments[played]}\n{text}" if played in comments else text
        elif sign in ";%":
            scan.skip(_LINE_END)
        elif sign == "(":
            opened = opened if depth else scan.where()
            depth += 1
            scan.pos += 1
        elif sign == ")" and depth:
            depth -= 1
            scan.pos += 1
        elif result := scan.match(_RESULT):
            if not depth:
                return TaggedGame(tags, moves, comments, result[0])
        elif scan.match(_NUMBER) or scan.match(_ASIDE):
            pass
        elif move := scan.match(_MOVE):
            if not depth:
                moves.append(move[0].rstrip("!?*"))
        else:
            raise scan.error(f"{sign!r} where a move or a result should be")
        if room < 0 or len(moves) > MAX_MOVES:
            raise scan.error(f"the game has more than {MAX_MOVES} moves or {MAX_TEXT} characters of comments")


def _read_tags(scan: Scanner) -> dict[str, str]:
    tags: dict[str, str] = {}
    fault: NotationError | None = None
    while True:
        scan.skip(_SPACE)
        if tag := scan.match(_TAG):
            tags[tag[1]] = tag[2].replace('\\"', '"').replace("\\\\", "\\")
            if len(tags) > MAX_TAGS:
                raise scan.error(f"the game has more than {MAX_TAGS} tags")
        elif scan.peek() == "[":
            # The rest of the head still belongs to this game, so the fault waits until it has been passed.
            fault = fault or scan.error('a tag should look like [Name "value"]')
            scan.skip(_LINE_END)
        elif scan.peek() == "%":
            scan.skip(_LINE_END)
        elif fault:
            raise fault
        else:
            return tags


def _comment(scan: Scanner) -> str:
    end = scan.find(_COMMENT_END, 0, "the comment")
    if end[0] != "}":
        raise scan.error("the comment is not closed before the next game: '}' expected")
    text = scan.text[scan.pos + 1 : end.start()]
    scan.pos = end.end()
    return " ".join(text.split())


def write_game(
    tags: Mapping[str, str], moves: Sequence[str], comments: Mapping[int, str], result: str, first: int = 0
) -> str:
    """A game with its tags and wrapped move list; `first` is 1 where the second player begins."""
    head = [f'[{name} "{_quote(name, value)}"]\n' for name, value in tags.items()]
    words: list[str] = []
    interrupted = True
    for played in range(len(moves) + 1):
        if played:
            ply = played - 1 + first
            if ply % 2 == 0 or interrupted:
                words.append(f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}...")
            words.append(moves[played - 1])
            interrupted = False
        if played in comments:
            words.append("{" + " ".join(comments[played].translate(_UNSAFE).split()) + "}")
            interrupted = True
    words.append(result)
    if sum(map(len, comments.values())) > MAX_TEXT:
        raise RecordError(f"the game has more than {MAX_TEXT} characters of comments, which no reader takes")
    text = " ".join(words).replace(" [", "\0[")  # no line may begin like a tag
    lines = textwrap.wrap(text, 79, break_long_words=False, break_on_hyphens=False)
    return "".join(head) + "\n" + "\n".join(lines).replace("\0", " ") + "\n\n"


def _quote(name: str, text: str) -> str:
    text = " ".join(text.replace("\0", " ").splitlines()).replace("\\", "\\\\").replace('"', '\\"')
    if len(text) > MAX_TAG:
        raise RecordError(f"the tag {name} would have more than {MAX_TAG} characters, which no reader takes")
    return _TAG_END.sub(r"\1)", text)

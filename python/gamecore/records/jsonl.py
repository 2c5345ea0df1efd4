"""The record format of gamecore itself: one JSON object per game, one game per line. It serves every game.

    {"format": "gamecore-record", "version": 1, "game": "hex", "options": {"size": 11},
     "players": ["A", null], "turns": ["f6", "swap", "resign"], "actions": [60, 121],
     "result": [-1.0, 1.0], "tags": {"EV": "hex.ch.1"}}

`setup`, `position`, `comments`, `nags` and `variations` stand there where the game has them. Unknown keys are
passed over, so that later versions may add some; what is known must have its type and a sensible size. A file
with one object spread over lines (the first of them just `{`) is read too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from gamecore.errors import GamecoreError, RecordError
from gamecore.records.find import Finder
from gamecore.records.record import Line, Record
from gamecore.records.scan import Scanner

NAME = "gamecore-record"
VERSION = 1
MAX_LINE = 16 << 20
MAX_TURNS = 1_000_000
MAX_ACTIONS = 10_000_000
MAX_DEPTH = 100

_SPREAD = re.compile(r"\s*\{[ \t\r]*\n")
_OPTION_TYPES = (str, int, float, bool)
_MAX_INT = 1 << 31


def read(scan: Scanner, finder: Finder[Any]) -> Iterator[Record]:
    """The games of a stream of JSON lines."""
    number = 1
    take = scan.rest if scan.looking_at(_SPREAD, 0) else scan.line
    while True:
        try:
            text = take(MAX_LINE)
            if text is None:
                return
            if not text.strip():
                continue
            yield _record(_parse(text), finder, number)
        except GamecoreError as error:
            yield Record.faulty(number, error)
        number += 1


def _parse(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, parse_constant=_no_constant)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # half a character, such as \ud800, is an error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not valid JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != NAME:
        raise RecordError(f'not a gamecore record: an object with "format": "{NAME}" expected')
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise RecordError(f"version {data.get('version')!r:.40} is unknown, {VERSION} expected")
    return data


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _record(data: dict[str, Any], finder: Finder[Any], number: int) -> Record:
    slug = _text(data, "game")
    if slug is None:
        raise RecordError('"game" is missing')
    options = _mapping(data, "options", _OPTION_TYPES)
    if any(type(value) is int and abs(value) >= _MAX_INT for value in options.values()):
        raise RecordError('"options" holds a number that is out of all bounds')
    game = finder.named(slug, options)
    seats = game.num_players
    players = _list(data, "players", (str, type(None)), seats, [None] * seats)
    result = _list(data, "result", (int, float), seats, None)
    for name, row in (("players", players), ("result", result)):
        if row is not None and len(row) != seats:
            raise RecordError(f'"{name}" has {len(row)} entries, {game.slug} has {seats} players')
    if result is not None and not all(abs(value) < _MAX_INT for value in result):
        raise RecordError('"result" holds a number that is out of all bounds')
    turns = _list(data, "turns", (str,), MAX_TURNS, None)
    if turns is None:
        raise RecordError('"turns" is missing')
    actions = _list(data, "actions", (int,), MAX_ACTIONS, None)
    if actions and not 0 <= min(actions) <= max(actions) < _MAX_INT:
        raise RecordError('"actions" holds a number that is no action')
    return Record(
        game,
        turns,
        players=players,
        setup=_text(data, "setup"),
        position=_text(data, "position"),
        actions=actions,
        result=result,
        tags=_mapping(data, "tags", (str,)),
        number=number,
        **_remarks(data),
    )


def _remarks(data: dict[str, Any], depth: int = 0) -> dict[str, Any]:
    """Comments, glyphs and variations of a game or a line."""
    if depth > MAX_DEPTH:
        raise RecordError(f"variations are nested more than {MAX_DEPTH} deep")
    nags = _numbered(data, "nags", list)
    if not all(type(nag) is int and 0 <= nag < _MAX_INT for row in nags.values() for nag in row):
        raise RecordError('"nags" holds something that is no number of a glyph')
    lines: dict[int, list[Line]] = {}
    for played, row in _numbered(data, "variations", list).items():
        lines[played] = []
        for line in row:
            if not isinstance(line, dict):
                raise RecordError('"variations" holds something that is no line')
            turns = _list(line, "turns", (str,), MAX_TURNS, [])
            lines[played].append(Line(turns, **_remarks(line, depth + 1)))
    return {"comments": _numbered(data, "comments", str), "nags": nags, "variations": lines}


def _numbered(data: dict[str, Any], key: str, kind: type) -> dict[int, Any]:
    found = _mapping(data, key, (kind,))
    if not all(number.isascii() and number.isdecimal() and len(number) <= 7 for number in found):
        raise RecordError(f'the keys of "{key}" are not numbers of turns played')
    return {int(number): value for number, value in found.items()}


def _text(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise RecordError(f'"{key}" is {value!r:.40}, a string expected')
    return value


def _list(data: dict[str, Any], key: str, types: tuple[type, ...], limit: int, default: Any) -> Any:
    value = data.get(key)
    if value is None:
        return default
    if not isinstance(value, list) or len(value) > limit or not {type(entry) for entry in value} <= set(types):
        kinds = " or ".join(cls.__name__ for cls in types)
        raise RecordError(f'"{key}" is {value!r:.40}, a list of up to {limit} entries of type {kinds} expected')
    return value


def _mapping(data: dict[str, Any], key: str, types: tuple[type, ...]) -> dict[str, Any]:
    value = data.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict) or not {type(entry) for entry in value.values()} <= set(types):
        kinds = " or ".join(cls.__name__ for cls in types)
        raise RecordError(f'"{key}" is {value!r:.40}, an object with values of type {kinds} expected')
    return value


def write(record: Record) -> str:
    """A record as one line: its turns in canonical texts, or as they are where they cannot be replayed."""
    game = record.game
    try:
        turns = record.replayed().turns
    except RecordError:
        turns = record.turns
    data: dict[str, Any] = {
        "format": NAME,
        "version": VERSION,
        "game": game.slug,
        "options": dict(game.options),
    }
    data["players"] = list(record.players)
    for key in ("setup", "position", "turns", "actions", "result", "tags", "comments", "nags", "variations"):
        value = turns if key == "turns" else getattr(record, key)
        if value is not None and value != {}:
            data[key] = value
    return json.dumps(data, ensure_ascii=False, default=_said) + "\n"


def _said(line: Line) -> dict[str, Any]:
    """A variation, without what is not said of it."""
    return {key: value for key, value in vars(line).items() if value or key == "turns"}

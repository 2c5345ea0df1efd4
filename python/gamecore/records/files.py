"""Load and dump: the formats by name, and which one a file is in.

A further format is a module with `read` and `write`, and a line in `FORMATS`.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast

from gamecore.errors import RecordError
from gamecore.records import csa, jsonl, kif, pdn, pgn, sgf, transcript, usi
from gamecore.records.find import Finder, all_classes, dialect_of
from gamecore.records.record import Record
from gamecore.records.scan import CHUNK, LOOKAHEAD, Scanner, chunks_of, decode

if TYPE_CHECKING:
    from gamecore.game import Game

PathLike = str | os.PathLike[str]

_BLANK = re.compile(r"[\s\ufeff]*")
_PDN = re.compile(r'\[\s*\w+\s*"(?=[^\0]*?(?:\[\s*GameType|\d\.\s*\d\d?[-x:]\d))|\d+\.\s*\d\d?[-x:]\d')
# A list without tags might be one of plain coordinates: only moves of pieces make it chess.
_PGN = re.compile(r'\[\s*\w+\s*"|%|1\s*\.(?=[^\0]*?[\s.](?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[O0]-[O0])\b)')


class Format(NamedTuple):
    """A record format."""

    name: str
    suffixes: tuple[str, ...]
    begins: re.Pattern[str]
    """What a text in this format begins with."""
    read: Callable[[Scanner, Finder[Any]], Iterator[Record]]
    write: Callable[[Record], str]
    family: str | None = None
    """The attribute that holds a game's dialect, where it is not the format's name."""
    between: str = ""
    """What parts two records."""

    @property
    def dialect(self) -> str:
        """The attribute of a game's class that says how its records look."""
        return self.family or self.name


FORMATS = {
    format.name: format
    for format in (
        Format("json", (".json", ".jsonl"), re.compile(r"\{"), jsonl.read, jsonl.write),
        Format("sgf", (".sgf",), re.compile(r"\(\s*;"), sgf.read, sgf.write),
        Format("pdn", (".pdn",), _PDN, pdn.read, pdn.write),
        Format("pgn", (".pgn",), _PGN, pgn.read, pgn.write),
        Format("lg", (), usi.LG_BEGINS, usi.read_lg, usi.write_lg, "kifu"),
        Format("usi", (".usi", ".sfen"), usi.BEGINS, usi.read, usi.write, "kifu"),
        Format("csa", (".csa",), csa.BEGINS, csa.read, csa.write, "kifu", "/\n"),
        Format("kif", (".kif", ".kifu"), kif.BEGINS, kif.read, kif.write, "kifu", "\n"),
        Format("ki2", (".ki2", ".ki2u"), kif.BEGINS, kif.read, kif.write_ki2, "kifu", "\n"),
        Format("text", (".txt",), re.compile(r"[#\w]"), transcript.read, transcript.write),
    )
}
"""By name; in the order in which a text of unknown format is tried."""


def iter_records(
    file: PathLike | IO[bytes] | IO[str],
    format: str | None = None,
    game: Game | type[Game] | str | None = None,
) -> Iterator[Record]:
    """The records of a file (path or open file), one by one.

    A game that cannot be read comes as a record with `error` set; the games after it are not affected.
    `format` and `game` (slug, class or game) are found out if they are not given; a game with its options is
    taken as it is.
    """
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as stream:
            yield from _read(decode(chunks_of(stream)), format, game, os.fspath(file))
    else:
        name = getattr(file, "name", "")
        yield from _read(_chunks(file), format, game, name if isinstance(name, str) else "")


def load(
    file: PathLike | IO[bytes] | IO[str],
    format: str | None = None,
    game: Game | type[Game] | str | None = None,
) -> Record:
    """The record in a file; an error if there is none, or several."""
    return _only(iter_records(file, format, game))


def loads(data: str | bytes, format: str | None = None, game: Game | type[Game] | str | None = None) -> Record:
    """The record in a text; an error if there is none, or several."""
    chunks = iter([data]) if isinstance(data, str) else decode([data])
    return _only(_read(chunks, format, game, ""))


def dump(record: Record | Iterable[Record], file: PathLike | IO[bytes] | IO[str], format: str | None = None) -> None:
    """Write one record or several; the suffix names the format if nothing else does. Files are in UTF-8."""
    name = os.fspath(file) if isinstance(file, (str, os.PathLike)) else getattr(file, "name", "")
    chosen = _format(format) if format is not None else _by_suffix(_suffix(name))
    if chosen is None:
        raise RecordError(f"the suffix of {name!r} names no format; give one of {', '.join(FORMATS)}")
    records = [record] if isinstance(record, Record) else record
    texts = _texts(chosen, records)
    if isinstance(file, (str, os.PathLike)):
        first = next(texts, "")  # before the file is opened: a record that cannot be written leaves the old file
        with open(file, "w", encoding="utf-8", errors="replace", newline="\n") as stream:
            stream.write(first)
            stream.writelines(texts)
    else:
        _write_to(file, texts)


def dumps(record: Record | Iterable[Record], format: str = "json") -> str:
    """The text of one record or several."""
    return "".join(_texts(_format(format), [record] if isinstance(record, Record) else record))


def _texts(format: Format, records: Iterable[Record]) -> Iterator[str]:
    between = ""
    for record in records:
        yield between + format.write(record)
        between = format.between


def _read(
    chunks: Iterator[str], format: str | None, game: Game | type[Game] | str | None, name: str
) -> Iterator[Record]:
    scan = Scanner(map(_whole, chunks))
    scan.skip(_BLANK)
    suffix = _suffix(name)
    if format is not None:
        chosen = _format(format)
    elif not scan.peek():
        return
    else:
        known = None if suffix == ".txt" else _by_suffix(suffix)  # that one may hold anything
        chosen = known or _by_content(scan)
    yield from chosen.read(scan, Finder(chosen.dialect, game, suffix))


def _whole(text: str) -> str:
    """A text without the halves of characters that no UTF-8 can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _only(records: Iterator[Record]) -> Record:
    first = next(records, None)
    if first is None:
        raise RecordError("there is no record in it")
    if first.error:
        raise first.error
    if next(records, None) is not None:
        raise RecordError("there are several records in it, where one was expected; iter_records reads them all")
    return first


def _chunks(file: IO[bytes] | IO[str]) -> Iterator[str]:
    first = file.read(CHUNK)
    rest = iter(lambda: file.read(CHUNK), type(first)())
    if isinstance(first, str):
        return chain([first], cast(Iterator[str], rest))
    return decode(chain([first], cast(Iterator[bytes], rest)))


def _write_to(file: IO[bytes] | IO[str], texts: Iterable[str]) -> None:
    for text in texts:
        if isinstance(file, io.TextIOBase):
            file.write(text)
        else:
            cast(IO[bytes], file).write(text.encode("utf-8", "replace"))


def _format(name: str) -> Format:
    try:
        return FORMATS[name]
    except KeyError:
        raise RecordError(f"there is no record format {name!r:.40}; there are {', '.join(FORMATS)}") from None


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def _by_suffix(suffix: str) -> Format | None:
    """The format that a suffix stands for, be it one of a single game (`.hsgf`)."""
    if not suffix:
        return None
    for format in FORMATS.values():
        if suffix in format.suffixes:
            return format
    for cls in all_classes():
        for format in FORMATS.values():
            if suffix in getattr(dialect_of(cls, format.dialect), "suffixes", ()):
                return format
    return None


def _by_content(scan: Scanner) -> Format:
    scan.fill(LOOKAHEAD)
    for format in FORMATS.values():
        if format.begins.match(scan.text, scan.pos):
            return format
    begin = scan.text[scan.pos : scan.pos + 20]
    raise RecordError(f"a text that begins with {begin!r} is in none of the formats {', '.join(FORMATS)}")

"""From bytes to tokens: how record files are decoded and walked through in constant memory.

A file of records may hold a million games, so nothing here ever looks at the whole of it. `decode` turns
chunks of bytes into chunks of text, and `Scanner` keeps a short window of that text: it hands out tokens,
forgets what lies behind it, and knows line and column for error messages.

Charset: a byte-order mark, then what the file itself declares (`CA[...]` of SGF, `encoding=...` of KIF and CSA; a PGN
file of "Chinese Chess" is in GB 18030), then UTF-8, then for records of shogi CP932. Bytes that are wrong in that
charset are read as Windows-1252 (the superset of Latin-1 that such files are in), one by one, so a badly encoded name
spoils a letter and never a game.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from gamecore.errors import NotationError

CHUNK = 1 << 16
LOOKAHEAD = 4096
"""Characters a single token (a tag, a number, a move) may have."""
MAX_TEXT = 1 << 20
"""Characters a comment or property value may have."""

_DECLARED = re.compile(
    rb"\bCA\s*\[\s*([A-Za-z0-9_\-]{1,40})\s*\]|\A[#'][^\n]{0,80}\bencoding\s*=\s*([A-Za-z0-9_\-]{1,40})"
)
_SHOGI = re.compile(
    rb"(?m)^(?:[VN][1-9+-]|%s)"
    % b"|".join(
        re.escape(word.encode("cp932")) for word in ["手合割", "手数-", "先手", "後手", "開始日時", "▲", "まで"]
    )
)
"""What lines of a shogi record begin with (CSA, KIF and KI2 in CP932)."""
_CP932 = ("shift_jis", "shift-jis", "sjis", "windows-31j")
"""Other names of it, as files have them."""
_PROBE = b"(;C[\\x41 \\u0041 +AGE- xn--a])\r\n"  # text that the codecs which are no charsets would change
_PLAIN = _PROBE.decode("ascii")
_WRONG = "gamecore-western"
"""How bytes are decoded that are wrong in their charset."""
_UNDEFINED = {byte: chr(byte) for byte in b"\x81\x8d\x8f\x90\x9d"}
"""What Windows-1252 has no character for."""


def _western(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(_UNDEFINED.get(byte) or bytes((byte,)).decode("cp1252") for byte in wrong), error.end


codecs.register_error(_WRONG, _western)


def _charset(head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if b"Chinese Chess" in head and not _is_utf8(head):
        return "gb18030"
    declared = _DECLARED.search(head[:LOOKAHEAD])
    if declared and not head.startswith(codecs.BOM_UTF8):
        name = (declared[1] or declared[2]).decode("ascii")
        name = "cp932" if name.lower() in _CP932 else name
        try:
            if _PROBE.decode(name, _WRONG) == codecs.getincrementaldecoder(name)(_WRONG).decode(_PROBE) == _PLAIN:
                return name
        except (LookupError, ValueError):
            pass  # no charset, or none that can be read byte by byte
    return "utf-8-sig" if _is_utf8(head) or not _SHOGI.search(head) else "cp932"


def _is_utf8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8-sig")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def decode(chunks: Iterable[bytes]) -> Iterator[str]:
    """The text of a stream of bytes."""
    rest, head, length = iter(chunks), [], 0
    for chunk in rest:  # pipes and sockets may give less than they are asked for
        head.append(chunk)
        length += len(chunk)
        if length >= CHUNK:
            break
    begin = b"".join(head)
    decoder = codecs.getincrementaldecoder(_charset(begin[:CHUNK]))(_WRONG)
    yield decoder.decode(begin)
    yield from map(decoder.decode, rest)
    yield decoder.decode(b"", True)


def chunks_of(file: BinaryIO) -> Iterator[bytes]:
    """The content of an open file, piece by piece."""
    while chunk := file.read(CHUNK):
        yield chunk


class Scanner:
    """A window on a stream of text: `text[pos:]` comes next."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self._chunks = iter(chunks)
        self.text = ""
        self.pos = 0
        self.ended = False
        self._line = 1  # where text[_known] stands; never ahead of pos
        self._column = 1
        self._known = 0

    def where(self) -> tuple[int, int]:
        """Line and column (from 1) of the next character."""
        newline = self.text.rfind("\n", self._known, self.pos)
        self._line += self.text.count("\n", self._known, self.pos)
        self._column = self.pos - newline if newline >= 0 else self._column + self.pos - self._known
        self._known = self.pos
        return self._line, self._column

    def error(self, message: str, where: tuple[int, int] | None = None) -> NotationError:
        """An error at the next character, or at a place noted before."""
        line, column = where or self.where()
        return NotationError(message, line=line, column=column)

    def fill(self, need: int) -> None:
        """Have `need` characters in the window, or all there are."""
        if len(self.text) - self.pos >= need or self.ended:
            return
        self.where()
        pieces = [self.text[self.pos :]]
        length = len(pieces[0])
        while length < need:
            piece = next(self._chunks, None)
            if piece is None:
                self.ended = True
                break
            pieces.append(piece)
            length += len(piece)
        self.text = "".join(pieces)
        self.pos = self._known = 0

    def pieces(self) -> Iterator[str]:
        """All that is left, piece by piece, for another reader; `where` says where it begins."""
        yield self.text[self.pos :]
        yield from self._chunks

    def peek(self) -> str:
        """The next character, or "" at the end."""
        if self.pos >= len(self.text):
            self.fill(LOOKAHEAD)
        return self.text[self.pos : self.pos + 1]

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take a token (of up to LOOKAHEAD characters) if it comes next."""
        self.fill(LOOKAHEAD)
        found = pattern.match(self.text, self.pos)
        if found:
            self.pos = found.end()
        return found

    def looking_at(self, pattern: re.Pattern[str], offset: int) -> bool:
        """Whether a token stands `offset` characters ahead; nothing is taken."""
        self.fill(offset + LOOKAHEAD)
        return pattern.match(self.text, self.pos + offset) is not None

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Leave out a run of characters, however long; `pattern` must match runs of any length."""
        while True:
            self.fill(1)
            found = pattern.match(self.text, self.pos)
            assert found is not None
            self.pos = found.end()
            if self.ended or self.pos < len(self.text):
                return

    def skip_to(self, pattern: re.Pattern[str]) -> bool:
        """Leave out everything before the next match of a token; False if there is none any more."""
        while True:
            self.fill(2 * LOOKAHEAD)
            found = pattern.search(self.text, self.pos)
            # A match at the edge of the window may be a part of the true one.
            if found and (self.ended or found.start() + LOOKAHEAD <= len(self.text)):
                self.pos = found.start()
                return True
            if self.ended:
                self.pos = len(self.text)
                return False
            self.pos = max(self.pos, found.start() if found else len(self.text) - LOOKAHEAD)

    def find(self, pattern: re.Pattern[str], offset: int, what: str) -> re.Match[str]:
        """The first match at or after `offset` characters ahead; nothing is taken.

        Where there is none within MAX_TEXT characters the error says that `what` is not closed, and the
        search goes on behind the text looked through (so that hostile input costs linear time).
        """
        while True:
            self.fill(offset + LOOKAHEAD)
            found = pattern.search(self.text, self.pos + offset) if offset <= MAX_TEXT else None
            if found and (self.ended or found.end() < len(self.text)):
                return found
            seen = len(self.text) - self.pos
            if self.ended or seen > MAX_TEXT:
                limit = "at the end of the text" if self.ended else f"within {MAX_TEXT} characters"
                error = self.error(f"{what} is not closed {limit}")
                self.pos = len(self.text)
                raise error
            offset = found.start() - self.pos if found else seen

    def line(self, limit: int) -> str | None:
        """The next line without its end, or None at the end; a line beyond the limit is an error."""
        if not self.peek():
            return None
        where = self.where()
        offset = 0
        while True:
            self.fill(offset + 1)
            end = self.text.find("\n", self.pos + offset)
            if end >= 0 or self.ended:
                break
            offset = len(self.text) - self.pos
            if offset > limit:
                self.skip(_NO_NEWLINE)
                raise self.error(f"the line is longer than {limit} characters", where)
        end = end if end >= 0 else len(self.text)
        taken = self.text[self.pos : end]
        self.pos = min(end + 1, len(self.text))
        if len(taken) > limit:
            raise self.error(f"the line is longer than {limit} characters", where)
        return taken

    def rest(self, limit: int) -> str | None:
        """All that is left, or None at the end of the text; more than the limit is an error."""
        if not self.peek():
            return None
        self.fill(limit + 1)
        taken = self.text[self.pos : self.pos + limit]
        fits = self.ended and self.pos + limit >= len(self.text)
        error = self.error(f"the text is longer than {limit} characters")
        self.text, self.pos, self._known, self.ended = "", 0, 0, True
        if not fits:
            raise error
        return taken


_NO_NEWLINE = re.compile(r"[^\n]*")

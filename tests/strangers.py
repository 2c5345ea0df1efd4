"""What the tests of record files share: files that a stranger may send, and what reading them may cost."""

from __future__ import annotations

import io
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gamecore.errors import GamecoreError
from gamecore.records import Record, iter_records
from hypothesis import strategies as st

Part = bytes | tuple[bytes, bytes]
"""What a file consists of, over and over (after a beginning, where there are two parts)."""


def hostile(part: Part, size: int) -> bytes:
    """A file of about so many bytes."""
    head, block = part if isinstance(part, tuple) else (b"", part)
    return head + block * (size // len(block))


def costs_linear_time(part: Part, read: Callable[[bytes], None], size: int = 100_000) -> None:
    """Ten times the size costs about ten times as much (a hundred times if it were square)."""
    times = []
    for length in (size, 10 * size):
        data = hostile(part, length)
        begin = time.process_time()
        read(data)
        times.append(time.process_time() - begin)
    assert times[1] < 0.5 + 30 * times[0]


@contextmanager
def little_memory(most: int) -> Iterator[None]:
    """What is done inside takes less than so many bytes at any time."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < most


class Endless(io.RawIOBase):
    """A file that repeats a game without end."""

    def __init__(self, game: bytes) -> None:
        self.block = game * (1 + 60_000 // len(game))

    def read(self, size: int = -1) -> bytes:
        return self.block


def readable(data: bytes, format: str | None, game: Any) -> Iterator[Record]:
    """The records of a file that could be read, up to where reading fails."""
    try:
        for record in iter_records(io.BytesIO(data), format, game):
            if record.error is None:
                yield record
    except GamecoreError:
        pass


def damaged(seed: Sequence[Any], data: st.DataObject, pieces: st.SearchStrategy[Sequence[Any]]) -> list[Any]:
    """The bytes or letters of a file, some of them gone or exchanged."""
    rest = list(seed)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(len(rest) - 1, 0)))
        rest[at : at + data.draw(st.integers(0, 3))] = data.draw(pieces)
    return rest

"""What is connected with what, for the slow references of connection games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def reach(starts: Iterable[T], neighbours: Callable[[T], Iterable[T]]) -> set[T]:
    """Everything that can be reached from the starts (themselves included) by going from neighbour to neighbour."""
    reached = set(starts)
    waiting = list(reached)
    while waiting:
        for neighbour in neighbours(waiting.pop()):
            if neighbour not in reached:
                reached.add(neighbour)
                waiting.append(neighbour)
    return reached

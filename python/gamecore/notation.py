"""Reading and writing cells: the part of move notation that many games share.

Writers are exact; readers accept capital letters and say what was expected. Texts here are short (the caller
has limited them), so plain string work is enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamecore.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gamecore._core import State


def column_name(column: int, skip: str = "") -> str:
    """The letters of a column: a … z, aa, ab, …; `skip` is a letter that is left out."""
    letters = [c for c in "abcdefghijklmnopqrstuvwxyz" if c not in skip]
    name = ""
    while True:
        name = letters[column % len(letters)] + name
        column = column // len(letters) - 1
        if column < 0:
            return name


class Cells:
    """Names of the cells of a `columns` x `rows` board: column letters and a row number from 1.

    Cell number `row * columns + column` has the name of its column followed by row + 1: the first row is the one
    called 1.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.names = [f"{column_name(c)}{r + 1}" for r in range(rows) for c in range(columns)]
        self._numbers = {name: i for i, name in enumerate(self.names)}

    def read(self, text: str) -> int:
        """The number of a cell. Raises NotationError for a text that is no cell's name."""
        try:
            return self._numbers[text.strip().lower()]
        except KeyError:
            raise NotationError(f"{text[:60]!r} is no cell of this board (a1 to {self.names[-1]})") from None

    def split(self, text: str) -> list[int]:
        """The cells of a text that holds several, joined or separated by blanks, `-` or `,`: `j9l11`, `a4 b5`."""
        names, name = [], ""
        for c in text:
            if c in " -,+\t":
                if name:
                    names.append(name)
                name = ""
            elif c.isalpha() and name[-1:].isdigit():
                names.append(name)
                name = c
            else:
                name += c
        if name:
            names.append(name)
        return [self.read(n) for n in names]


def one_of(text: str, words: dict[str, int], what: str) -> int:
    """The number of a word. Raises NotationError that lists the words."""
    try:
        return words[text.strip().lower()]
    except KeyError:
        raise NotationError(f"{text[:60]!r} is no {what}: {', '.join(words)} are") from None


def turns_through(state: State, steps: Sequence[tuple[int, int]], places: Sequence[int]) -> list[list[int]]:
    """The turns of the piece on the first of `places` that end on the last and land on the others on the way.

    For games in which a piece makes several steps in a turn (captures of draughts); `steps` says where each action
    begins and ends. Turns that lead to the same position are given once.
    """
    seen: set[tuple[int, int]] = set()

    def follow(state: State, start: int, rest: Sequence[int]) -> Iterator[tuple[list[int], State]]:
        for action in state.legal_actions():
            begin, end = steps[action]
            if begin != start:
                continue
            after = state.copy().play(action)
            if not after.in_turn:
                if list(rest) == [end]:
                    yield [action], after
                continue
            left = rest[1:] if len(rest) > 1 and rest[0] == end else rest
            if (after.hash, len(left)) not in seen:
                seen.add((after.hash, len(left)))
                yield from (([action, *turn], last) for turn, last in follow(after, end, left))

    return list({after.hash: turn for turn, after in follow(state, places[0], places[1:])}.values())

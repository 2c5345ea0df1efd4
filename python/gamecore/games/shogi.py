"""Shogi and its smaller sisters.

Moves have their texts from Little Golem, written and read here by tables; all other notations are in
`gamecore.notation_shogi`.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Board, Drawing, hand, shogi_board, shogi_piece
from gamecore.errors import IllegalMoveError
from gamecore.game import Game
from gamecore.notation_shogi import FORMS, Notation, board_of
from gamecore.records import KifuDialect

if TYPE_CHECKING:
    from gamecore._core import State
    from gamecore.draw.pieces import Family
    from gamecore.game import Option

#: Which pieces to draw where they are not the usual ones.
FAMILIES: dict[str, Family] = {"shogi34": "dobutsu", "torishogi": "tori"}
#: What the core calls promoted pieces, and which they were.
PROMOTED = dict(zip("DHVMUTEO", "RBSNLPFS", strict=True))


class Shogi(Game):
    """Shogi, Mini Shogi, Shogi 5x6 and 5x6+, Dobutsu (3x4) and Tori Shogi."""

    title = "Shogi"
    variants: ClassVar[dict[str, dict[str, Option]]] = {name: {"variant": name} for name in FORMS}
    default = "shogi"
    sides = ("Sente", "Gote")
    counters = 1
    kifu = KifuDialect()

    @cached_property
    def _notation(self) -> Notation:
        return Notation(FORMS[str(self.options["variant"])])

    @cached_property
    def _names(self) -> tuple[str, ...]:
        assert self.action_names is not None
        return self.action_names

    @cached_property
    def _actions(self) -> dict[str, int]:
        return {name: action for action, name in enumerate(self._names)}

    @cached_property
    def _board(self) -> Board:
        files, ranks = self._notation.files, self._notation.ranks
        places = {row * files + file: (file, ranks - 1 - row) for row in range(ranks) for file in range(files)}
        return shogi_board(files, ranks, corner="1a" if ranks % 2 else "2`", places=places)

    @cached_property
    def _symbols(self) -> dict[str, str]:
        """Symbols of the pieces by their letters in the core."""
        known = dict(self._notation.form.symbols)
        known |= {letter: known[plain] for letter, plain in PROMOTED.items() if plain in known}
        return known | {letter.lower(): symbol for letter, symbol in known.items()}

    @cached_property
    def _texts(self) -> list[tuple[int, str]]:
        """By action: the cell where a move begins, and its text without the symbol; -1 and the whole text of a drop."""
        cells, place = self._board.cells, board_of(self._notation.form.start).place

        def text(move: str) -> tuple[int, str]:
            end = cells[place(move[2:4])].name
            if move[1] == "*":
                return -1, self._symbols[move[0]] + end
            start = place(move[:2])
            return start, f"{cells[start].name}-{end}{move[4:]}"

        return [text(move) for move in self._names]

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {text: action for action, (_, text) in enumerate(self._texts)}

    def step_text(self, state: State, action: int) -> str:
        start, text = self._texts[action]
        return text if start < 0 else self._symbols[state.cells()[start]] + text

    def read_step(self, state: State, text: str) -> int:
        symbol = "" if text in self._by_text else text[:1] if text[1:2].isdigit() else text[:2]
        action = self._by_text.get(text[len(symbol) :], -1)
        start = self._texts[action][0]
        if action >= 0 and symbol == ("" if start < 0 else self._symbols.get(state.cells()[start])):
            return action
        move = self._notation.read(state, text)
        if move not in self._actions:
            raise IllegalMoveError(f"{self.slug}: {text[:60]!r} is not legal: no piece can go this way", "bad_move")
        return self._actions[move]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        board, form = board_of(state.position()), str(self.options["variant"])
        piece = partial(shogi_piece, family=FAMILIES.get(form, "shogi"))
        sente, gote = ({p: n for p, n in board.hands.items() if p.islower() == side} for side in (False, True))
        last = self._names[state.actions[-1]] if state.actions else ""
        return Drawing(
            self._board,
            pieces={board.place(cell): piece(letter) for cell, letter in board.pieces.items()},
            last=[board.place(cell) for cell in (last[:2], last[2:4]) if cell[1:] not in ("", "*")],
            above=[hand("Gote", gote, piece)],
            rows=[hand("Sente", sente, piece)],
            caption=self.caption(state),
        )

"""Go: surround more of the board than your opponent."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, square, star_points
from gamecore.errors import NotationError, RecordError
from gamecore.game import Game, Option
from gamecore.records import Record, SgfDialect, points_of, size_of
from gamecore.records.sgf_tree import Node

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamecore._core import State

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
GTP_COLUMNS = "abcdefghjklmnopqrstuvwxyz"
PIECES = {
    "B": Piece("black", "stone"),
    "W": Piece("white", "stone"),
    "b": Piece("black", "stone", "x", "b"),  # dead, says a proposal
    "w": Piece("white", "stone", "x", "w"),
}


class GoSgf(SgfDialect):
    """FF[4] as everybody writes it; TO[1] is the torus."""

    gm = 1
    events = ("go",)
    heads = ("KM", "TO")
    values = "(?:[a-zA-Z]{2})?"

    def options(self, root: Node) -> dict[str, Option]:
        torus = root.get("TO") == ["1"]
        options: dict[str, Option] = {"size": size_of(root, 11 if torus else 19)}
        for name, stated in (("torus", torus), ("random", bool(root.keys() & {"AB", "AW"}))):
            if stated:
                options[name] = True
        if "KM" in root or torus:
            text = root.get("KM", ["4.5"])[0]
            try:
                options["komi"] = float(text)
            except ValueError:
                raise RecordError(f"KM[{text:.20}] is not a komi, such as KM[6.5]") from None
        return options

    def setup(self, root: Node) -> str | None:
        if "AE" in root or not root.keys() & {"AB", "AW"}:
            return super().setup(root)
        return " ".join(f"{colour}:{','.join(points_of(root.get('A' + colour, [])))}" for colour in "BW")

    def root(self, record: Record) -> Node:
        options = record.game.options
        root: Node = {"SZ": [str(options["size"])], "KM": [f"{options['komi']:g}"]}
        if options["torus"]:
            root["TO"] = ["1"]
        if record.setup is None:
            return root | super().root(record)
        stones = record.game.start(setup=record.setup).setup or ""  # a seed turns into its stones
        return root | {f"A{part[0]}": part[2:].split(",") for part in stones.split() if part[2:]}

    def turn(self, value: str, game: Game) -> str:
        return "pass" if value == "" or (value == "tt" and int(game.options["size"]) <= 19) else value

    def value(self, turn: str, game: Game) -> str | None:
        if turn == "pass":
            return ""
        return turn if len(turn) == 2 else None  # SGF knows no resignation and no talk about dead stones

    def result_text(self, record: Record) -> str:
        text = super().result_text(record)
        if text == "0":
            return text
        if record.turns and record.turns[-1].startswith("resign"):
            return f"{text}+R"
        state = record.final_state()
        scores = state.scores() if state.is_over else None
        return f"{text}+{abs(scores[0] - scores[1]):g}" if scores else f"{text}+"


class Go(Game):
    """Go with Little Golem's boards: by territory, the players agree on dead stones; or by area, for programs."""

    title = "Go"
    variants: ClassVar[dict[str, dict[str, Option]]] = {
        **{str(n): {"size": n} for n in (9, 13, 19, 27, 37)},
        "hahn": {"hahn": True},
        "random": {"random": True},
        "toroidal": {"size": 11, "torus": True, "komi": 4.5},
    }
    default = "19"
    sides = ("Black", "White")
    sgf = GoSgf()

    @cached_property
    def _names(self) -> list[str]:
        letters = LETTERS[: self._size]
        return [column + row for row in letters for column in letters]

    @cached_property
    def _points(self) -> dict[str, int]:
        return {name: p for p, name in enumerate(self._names)}

    @cached_property
    def _words(self) -> dict[str, int]:
        n = len(self._names)
        words = {"pass": n} if self._size > 19 else {"pass": n, "tt": n}  # SGF's older way to pass
        if self.options["scoring"] == "territory":
            words |= {"submit": 2 * n + 1, "accept": 2 * n + 2, "resume": 2 * n + 3}
        return words

    def step_text(self, state: State, action: int) -> str:
        n = len(self._names)
        if action < n:
            return self._names[action]
        if n < action <= 2 * n:
            return f"dead:{self._names[action - n - 1]}"
        return next(word for word, number in self._words.items() if number == action)

    def read_step(self, state: State, text: str) -> int:
        if (word := self._words.get(text.lower())) is not None:
            return word
        if text[:5].lower() == "dead:" and self.options["scoring"] == "territory":
            return len(self._names) + 1 + self._first(self._groups(state.cells()), text[5:])
        return self._point(text)

    def turn_text(self, state: State, steps: Sequence[int]) -> str:
        n = len(self._names)
        if steps[-1] != 2 * n + 1:
            return self.step_text(state, steps[0])
        dead = self._marked(state.copy().play_all(steps[:-1]))
        return "score:" + ",".join(self._names[p] for p in sorted(dead, key=lambda p: (p % self._size, p)))

    def read_turn(self, state: State, text: str) -> list[int]:
        if text[:5].lower() != "score" or self.options["scoring"] == "area":
            return [self.read_step(state, text)]
        n, groups = len(self._names), self._groups(state.cells())
        named = {self._first(groups, name) for name in re.split(r"[:,\s]+", text[5:]) if name}
        marked = {groups[p] for p in self._marked(state)}
        if missing := marked - named:
            raise NotationError(f"{text[:60]!r} leaves out {self._names[min(missing)]}, which is marked already")
        return [*(n + 1 + first for first in sorted(named - marked)), 2 * n + 1]

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        size, label = self._size, LETTERS.__getitem__
        stars = () if self.options["torus"] else star_points(size)
        return Drawing(
            square(size, size, style="points", row_one="top", column_label=label, row_label=label, stars=stars),
            pieces={p: PIECES[c] for p, c in enumerate(state.cells()) if c != "."},
            last=[a for a in state.actions[-1:] if a < len(self._names)],
            caption=self.caption(state),
        )

    def caption(self, state: State) -> list[str]:
        facts = dict(state.info())
        taken = f"Prisoners: Black {facts['black_prisoners']}, White {facts['white_prisoners']}"
        return [*super().caption(state), taken]

    # ---- points and groups ---------------------------------------------------------------

    def _point(self, text: str) -> int:
        """A point's number: `pd` from the top left, or `Q16` (no I) from the bottom left on boards up to 25."""
        name = text.lower() if self._size <= 26 else text
        if (point := self._points.get(name)) is not None:
            return point
        gtp = re.fullmatch("([a-hj-z])([1-9][0-9]?)", text.lower(), re.ASCII)
        if gtp and self._size <= 25:
            column, row = GTP_COLUMNS.index(gtp[1]), self._size - int(gtp[2])
            if column < self._size and row >= 0:
                return row * self._size + column
        words = ", ".join(word for word in self._words if word != "tt")
        raise NotationError(f"{text[:60]!r} is no point (aa to {self._names[-1]}) and none of {words}")

    @cached_property
    def _around(self) -> list[list[int]]:
        size, torus = self._size, self.options["torus"]
        steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
        return [
            [
                (row + dr) % size * size + (column + dc) % size
                for dc, dr in steps
                if torus or (0 <= column + dc < size and 0 <= row + dr < size)
            ]
            for row in range(size)
            for column in range(size)
        ]

    def _groups(self, cells: str) -> dict[int, int]:
        """The smallest point of every stone's group."""
        cells, groups = cells.upper(), dict[int, int]()
        for first, colour in enumerate(cells):
            if colour == "." or first in groups:
                continue
            groups[first], todo = first, [first]
            while todo:
                near = [q for q in self._around[todo.pop()] if cells[q] == colour and q not in groups]
                groups |= dict.fromkeys(near, first)
                todo += near
        return groups

    def _first(self, groups: dict[int, int], name: str) -> int:
        if (point := self._point(name)) not in groups:
            raise NotationError(f"no stone stands on {self._names[point]}")
        return groups[point]

    def _marked(self, state: State) -> list[int]:
        """The stones marked in a turn that is going on."""
        return [p for p, c in enumerate(state.cells()) if state.in_turn and c.islower()]

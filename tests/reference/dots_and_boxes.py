"""Dots and boxes: a slow reference implementation, with or without the pie rule.

Written from the rules alone, as plainly as possible, to serve as an independent second opinion for the
fast library.  A position is the set of lines drawn and the colour that owns each completed box.

Dots are (column, row) counted from 0 at the bottom left; a line is (column, row, "h" or "v") by its left or
lower dot; a box is (column, row) of its bottom left dot.  Colours are 0 = Blue and 1 = Red.
"""

Box = tuple[int, int]
Line = tuple[int, int, str]

# columns, rows, most lines of the pie set-up (0: no pie rule)
VARIANTS = {
    "4x4": (4, 4, 0),
    "5x5": (5, 5, 0),
    "5x5-pie": (5, 5, 5),
    "6x6": (6, 6, 0),
    "7x7": (7, 7, 0),
}


class Reference:
    """One game.  Seat 0 is the player who draws the first line (under the pie rule: who makes the set-up)."""

    def __init__(
        self,
        *,
        columns: int | None = None,
        rows: int | None = None,
        pie: int | None = None,
        variant: str | None = None,
    ) -> None:
        if (variant or "5x5") not in VARIANTS:
            raise ValueError(f"unknown variant: {variant}")
        default = VARIANTS[variant or "5x5"]
        self.columns = default[0] if columns is None else columns
        self.rows = default[1] if rows is None else rows
        self.pie = default[2] if pie is None else pie
        if not 1 <= self.columns <= 25 or self.rows < 1:
            raise ValueError("a board has 1 to 25 columns (letters a to z for the dots) and at least 1 row")
        dots = [(column, row) for column in range(self.columns + 1) for row in range(self.rows + 1)]
        self.lines: dict[str, Line] = {}  # every line by its name, in ascending order of names
        for column, row in dots:
            name = "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)
            if column < self.columns:
                self.lines[name + "h"] = (column, row, "h")
            if row < self.rows:
                self.lines[name + "v"] = (column, row, "v")
        if not 0 <= self.pie < len(self.lines):
            raise ValueError("the pie set-up must leave at least one line to draw")
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        if setup is not None:
            raise ValueError("dots and boxes has no set-ups")
        self.drawn: set[Line] = set()
        self.owner: dict[Box, int] = {}  # box to colour
        self.colour = 0  # whose line is next
        self.seat_of_colour = [0, 1]
        # "setup": seat 0 draws for both colours; "answer": seat 1 says keep or swap; "play": normal play
        self.phase = "setup" if self.pie > 0 else "play"
        self.resigned: int | None = None  # the seat that has resigned

    def copy(self) -> "Reference":
        twin = Reference.__new__(Reference)
        twin.__dict__.update(self.__dict__)  # everything else is never changed in place
        twin.drawn = set(self.drawn)
        twin.owner = dict(self.owner)
        return twin

    @property
    def is_over(self) -> bool:
        return self.resigned is not None or len(self.drawn) == len(self.lines)

    @property
    def player(self) -> int | None:
        if self.is_over:
            return None
        return {"setup": 0, "answer": 1, "play": self.seat_of_colour[self.colour]}[self.phase]

    def legal_turns(self) -> list[str]:
        if self.is_over:
            return []
        if self.phase == "answer":
            return ["keep", "swap"]
        turns = [name for name, line in self.lines.items() if line not in self.drawn]
        if self.phase == "setup" and self.drawn:
            turns.append("stop")
        return turns

    def play(self, turn: str) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        if turn == "resign":
            self.resigned = self.player
        elif turn not in self.legal_turns():
            raise ValueError(f"illegal turn: {turn!r}")
        elif turn == "stop":
            self.phase = "answer"
        elif turn == "keep":
            self.phase = "play"
        elif turn == "swap":
            self.phase = "play"
            self.seat_of_colour = [1, 0]
        else:
            self._draw(self.lines[turn])
            if self.phase == "setup" and len(self.drawn) == self.pie:
                self.phase = "answer"

    def _draw(self, line: Line) -> None:
        self.drawn.add(line)
        completed = [box for box in self._boxes_beside(line) if self._sides(box) <= self.drawn]
        for box in completed:
            self.owner[box] = self.colour
        if not completed:
            self.colour = 1 - self.colour

    def _boxes_beside(self, line: Line) -> list[Box]:
        column, row, direction = line
        boxes = [(column, row), (column, row - 1) if direction == "h" else (column - 1, row)]
        return [(c, r) for c, r in boxes if 0 <= c < self.columns and 0 <= r < self.rows]

    def _sides(self, box: Box) -> set[Line]:
        column, row = box
        return {(column, row, "h"), (column, row + 1, "h"), (column, row, "v"), (column + 1, row, "v")}

    def chance(self) -> list[float] | None:
        return None

    def scores(self) -> list[float] | None:
        boxes = [0.0, 0.0]
        for colour in self.owner.values():
            boxes[self.seat_of_colour[colour]] += 1.0
        return boxes

    def returns(self) -> list[float]:
        if not self.is_over:
            return [0.0, 0.0]
        if self.resigned is not None:
            return [-1.0, 1.0] if self.resigned == 0 else [1.0, -1.0]
        boxes = self.scores() or [0.0, 0.0]
        if boxes[0] == boxes[1]:
            return [0.0, 0.0]
        return [1.0, -1.0] if boxes[0] > boxes[1] else [-1.0, 1.0]

"""Draughts: a slow reference implementation of English and International draughts.

Written from the rules alone, as plainly as possible, to serve as an independent second opinion for the
fast library.  It generates every capture line one jump at a time and looks at nothing but the board.

A position is a dictionary from square number to piece.  Pieces are one letter: `w` and `b` are men, `W` and
`B` kings.  Squares carry the PDN numbers: 1 is at the top left, Black's home is the top, White moves up.
"""

import random
import re
from collections.abc import Iterator

Board = dict[int, str]
Path = tuple[int, ...]  # the start square and every landing square
Line = tuple[Path, frozenset[int]]  # a path and the squares of the pieces it takes

# Black's first move: White's reply [Black's second moves]; = number of ballots of the group
DECK_TABLE = """
9-13: 21-17 [5-9 6-9]; 22-17 [13-22]; 22-18 [6-9 10-14 10-15 11-15 11-16 12-16];
  23-18 [5-9 6-9 10-15 11-15 11-16 12-16]; 23-19 [5-9 6-9 10-14 10-15 11-16];
  24-19 [5-9 6-9 10-14 11-15 11-16]; 24-20 [5-9 6-9 10-14 10-15 11-15 11-16] = 31
9-14: 22-17 [5-9 6-9 11-15 11-16]; 22-18 [5-9 10-15 11-15 11-16]; 23-18 [14-23]; 23-19 [5-9 11-16 14-18];
  24-19 [5-9 11-15 11-16]; 24-20 [5-9 10-15 11-15 11-16] = 19
10-14: 22-17 [7-10 9-13 11-15 11-16 14-18]; 22-18 [6-10 7-10 11-15 11-16 12-16]; 23-18 [14-23];
  23-19 [6-10 7-10 11-15 11-16 14-18]; 24-19 [6-10 7-10 11-16 14-18];
  24-20 [6-10 7-10 11-15 11-16 14-18] = 25
10-15: 21-17 [6-10 7-10 9-13 11-16 15-18]; 22-17 [6-10 7-10 9-13 11-16 15-19]; 22-18 [15-22];
  23-18 [6-10 7-10 9-14 11-16 12-16]; 23-19 [6-10 7-10 11-16]; 24-19 [15-24]; 24-20 [6-10 7-10 15-19] = 23
11-15: 21-17 [8-11 9-13 9-14 15-19]; 22-17 [8-11 9-13 15-18 15-19]; 22-18 [15-22];
  23-18 [8-11 9-14 10-14 12-16 15-19]; 23-19 [8-11 9-13 9-14]; 24-19 [15-24]; 24-20 [8-11 12-16 15-18] = 21
11-16: 21-17 [7-11 8-11 9-13 9-14 16-20]; 22-17 [7-11 8-11 9-13 16-20]; 22-18 [7-11 8-11 16-19 16-20];
  23-18 [7-11 8-11 9-14 10-14 16-20]; 23-19 [16-23]; 24-19 [7-11 8-11 16-20]; 24-20 [7-11 16-19] = 24
12-16: 21-17 [9-13 9-14 16-19 16-20]; 22-17 [16-19 16-20]; 22-18 [16-19 16-20]; 23-18 [16-19 16-20];
  24-19 [16-20]; 24-20 [8-12 10-15] = 13
"""


def parse_deck(table: str) -> list[str]:
    """All ballots of the table as texts of three plies, each ply written with a hyphen."""
    deck: list[str] = []
    for first, replies, count in re.findall(r"(\d+-\d+):([^=:]*)= (\d+)", table):
        group = [
            f"{first} {reply} {second}"
            for reply, seconds in re.findall(r"(\d+-\d+) \[([^]]*)\]", replies)
            for second in seconds.split()
        ]
        if len(group) != int(count):
            raise AssertionError(f"group {first} has {len(group)} ballots, the table says {count}")
        deck += group
    return deck


DECK = parse_deck(DECK_TABLE)

START = {"english": "B:W21-32:B1-12", "international": "W:W31-50:B1-20"}


def is_king(piece: str) -> bool:
    return piece.isupper()


def colour_of(piece: str) -> str:
    return piece.upper()


def other(colour: str) -> str:
    return "B" if colour == "W" else "W"


class Reference:
    """One game.  Seat 0 is the colour that moves first from the usual start: Black in English, White in
    International draughts.  This holds also where the other colour happens to move first (FEN, three-move
    openings).
    """

    def __init__(
        self,
        *,
        rules: str | None = None,
        variant: str | None = None,
        opening: str = "free",
        draws: bool = True,
    ) -> None:
        if rules is not None and variant is not None and rules != variant:
            raise ValueError("rules and variant contradict each other")
        self.rules = rules or variant or "english"
        if self.rules not in START:
            raise ValueError(f"unknown rules: {self.rules}")
        self.english = self.rules == "english"
        if opening not in ("free", "3move") or (opening == "3move" and not self.english):
            raise ValueError(f"unknown opening: {opening}")
        self.opening = opening
        self.draws = draws
        # squares per row, rows
        self.width, self.height = (4, 8) if self.english else (5, 10)
        self.first_colour = "B" if self.english else "W"
        self.square_at = {self._place(s): s for s in range(1, self.width * self.height + 1)}
        self.reset()

    # ---------------------------------------------------------------- set-up

    def reset(self, setup: str | None = None) -> None:
        """Start anew, from a FEN, from a ballot (opening=3move) or from the usual start.

        A three-move game without a ballot gets one of the deck, drawn uniformly by the module `random`.
        """
        if self.opening == "3move" and setup is None:
            setup = random.choice(DECK)
        if setup is None:
            self._begin(*self._parse_fen(START[self.rules]))
        elif self.opening == "3move" and not re.match(r"\s*[WBwb]\s*:", setup):
            plies = [re.sub("[xX:]", "-", ply) for ply in setup.split()]
            if " ".join(plies) not in DECK:
                raise ValueError(f"not a ballot of the three-move deck: {setup!r}")
            self._begin(*self._parse_fen(START[self.rules]))
            for ply in plies:
                # no two legal moves of these positions share both start and end
                (turn,) = [text for text in self._moves if text.replace("x", "-") == ply]
                self.play(turn)
        else:
            self._begin(*self._parse_fen(setup))

    def _begin(self, board: Board, side: str) -> None:
        self.board = board
        self.side = side
        self.winner: str | None = None
        self.drawn = False
        # draw counters, in plies
        self.plies_without_progress = 0
        self.plies_king_against_three: int | None = None  # None: not started
        self.plies_king_against_two: int | None = None
        self.times_seen: dict[tuple[str, frozenset[tuple[int, str]]], int] = {}
        self._note_position()

    def _parse_fen(self, fen: str) -> tuple[Board, str]:
        fields = ["".join(field.split()).upper() for field in fen.split(":")]
        if len(fields) != 3 or fields[0] not in ("W", "B"):
            raise ValueError(f"bad FEN: {fen!r}")
        if sorted(field[:1] for field in fields[1:]) != ["B", "W"]:
            raise ValueError(f"FEN needs one list of each colour: {fen!r}")
        board: Board = {}
        for field in fields[1:]:
            colour, items = field[0], field[1:]
            for item in items.split(",") if items else []:
                match = re.fullmatch(r"(K)?(\d+)|(\d+)-(\d+)", item)
                if match is None:
                    raise ValueError(f"bad entry {item!r} in FEN {fen!r}")
                king, single, low, high = match.groups()
                squares = [int(single)] if single else list(range(int(low), int(high) + 1))
                if not squares:
                    raise ValueError(f"empty range {item!r} in FEN {fen!r}")
                for square in squares:
                    if not 1 <= square <= self.width * self.height or square in board:
                        raise ValueError(f"bad or doubled square {square} in FEN {fen!r}")
                    piece = colour if king else colour.lower()
                    if not king and self._on_far_row(piece, square):
                        raise ValueError(f"man on its far row, square {square} in FEN {fen!r}")
                    board[square] = piece
        return board, fields[0]

    def copy(self) -> "Reference":
        twin = Reference.__new__(Reference)
        twin.__dict__.update(self.__dict__)  # everything else is never changed in place
        twin.board = dict(self.board)
        twin.times_seen = dict(self.times_seen)
        return twin

    # ---------------------------------------------------------------- state

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.drawn

    @property
    def player(self) -> int | None:
        return None if self.is_over else self._seat(self.side)

    def _seat(self, colour: str) -> int:
        return 0 if colour == self.first_colour else 1

    @property
    def fen(self) -> str:
        lists: dict[str, list[str]] = {"W": [], "B": []}
        for square, piece in sorted(self.board.items()):
            lists[colour_of(piece)].append(f"K{square}" if is_king(piece) else str(square))
        return f"{self.side}:W{','.join(lists['W'])}:B{','.join(lists['B'])}"

    def chance(self) -> list[float] | None:
        return None

    def scores(self) -> list[float] | None:
        return None

    def returns(self) -> list[float]:
        result = [0.0, 0.0]
        if self.winner is not None:
            result[self._seat(self.winner)] = 1.0
            result[self._seat(other(self.winner))] = -1.0
        return result

    # ---------------------------------------------------------------- geometry

    def _place(self, square: int) -> tuple[int, int]:
        """Row (0 = top) and column (0 = left) of a square."""
        row = (square - 1) // self.width
        column = 2 * ((square - 1) % self.width) + (1 if row % 2 == 0 else 0)
        return row, column

    def _ray(self, square: int, down: int, right: int) -> list[int]:
        """The squares on the diagonal from `square` in one direction, nearest first."""
        row, column = self._place(square)
        squares = []
        while (row + down, column + right) in self.square_at:
            row, column = row + down, column + right
            squares.append(self.square_at[row, column])
        return squares

    def _on_far_row(self, piece: str, square: int) -> bool:
        return self._place(square)[0] == (0 if colour_of(piece) == "W" else self.height - 1)

    # ---------------------------------------------------------------- moves

    def legal_turns(self) -> list[str]:
        return [] if self.is_over else list(self._moves)

    def _legal_moves(self) -> dict[str, Line]:
        """Every legal move of the side to move, by its canonical text, ascending by squares."""
        lines = [line for square in self._own_squares() for line in self._captures_from(square)]
        if not lines:
            quiet = [path for square in self._own_squares() for path in self._quiet_from(square)]
            return {f"{path[0]}-{path[1]}": (path, frozenset()) for path in sorted(quiet)}
        if not self.english:
            most = max(len(taken) for _, taken in lines)
            lines = [line for line in lines if len(line[1]) == most]
        # Same start, same end, same pieces taken: one move.  The smallest path stands for it.
        smallest: dict[tuple[int, int, frozenset[int]], Path] = {}
        for path, taken in lines:
            key = path[0], path[-1], taken
            smallest[key] = min(path, smallest.get(key, path))
        ends = [(start, end) for start, end, _ in smallest]
        moves: dict[str, Line] = {}
        for (start, end, taken), path in sorted(smallest.items(), key=lambda item: item[1]):
            short = ends.count((start, end)) == 1
            text = f"{start}x{end}" if short else "x".join(str(square) for square in path)
            moves[text] = (path, taken)
        return moves

    def _own_squares(self) -> list[int]:
        return sorted(s for s, piece in self.board.items() if colour_of(piece) == self.side)

    def _quiet_from(self, square: int) -> list[Path]:
        piece = self.board[square]
        forward = -1 if self.side == "W" else 1
        paths: list[Path] = []
        for down in (-1, 1):
            for right in (-1, 1):
                if not is_king(piece) and down != forward:
                    continue
                reach = self._ray(square, down, right)
                if not is_king(piece) or self.english:
                    reach = reach[:1]
                for target in reach:
                    if target in self.board:
                        break
                    paths.append((square, target))
        return paths

    def _captures_from(self, square: int) -> Iterator[Line]:
        """All capture lines of the piece on a square, each carried on to its end."""
        piece = self.board[square]
        # During the chain the start square counts as empty; taken pieces stay as obstacles.
        others = {s: p for s, p in self.board.items() if s != square}
        return self._carry_on(others, piece, (square,), frozenset())

    def _carry_on(self, others: Board, piece: str, path: Path, taken: frozenset[int]) -> Iterator[Line]:
        jumps = self._jumps(others, piece, path[-1], taken)
        promoted = not is_king(piece) and len(path) > 1 and self._on_far_row(piece, path[-1])
        if self.english and promoted:
            jumps = []  # the turn ends at once
        if not jumps and len(path) > 1:
            yield path, taken
        for victim, landing in jumps:
            yield from self._carry_on(others, piece, (*path, landing), taken | {victim})

    def _jumps(self, others: Board, piece: str, square: int, taken: frozenset[int]) -> list[tuple[int, int]]:
        """Every single jump from a square, as pairs of victim and landing square."""
        forward = -1 if self.side == "W" else 1
        jumps: list[tuple[int, int]] = []
        for down in (-1, 1):
            for right in (-1, 1):
                if self.english and not is_king(piece) and down != forward:
                    continue
                ray = self._ray(square, down, right)
                if is_king(piece) and not self.english:
                    distance = 0  # a flying king may cross empty squares before its victim
                    while distance < len(ray) and ray[distance] not in others:
                        distance += 1
                    ray = ray[distance:]
                if not ray or ray[0] not in others:
                    continue
                victim, behind = ray[0], ray[1:]
                if colour_of(others[victim]) == self.side or victim in taken:
                    continue
                if not is_king(piece) or self.english:
                    behind = behind[:1]
                for landing in behind:
                    if landing in others:
                        break
                    jumps.append((victim, landing))
        return jumps

    # ---------------------------------------------------------------- playing

    def play(self, turn: str) -> None:
        if self.is_over:
            raise ValueError("the game is over")
        if turn == "resign":
            self.winner = other(self.side)
            return
        if turn not in self._moves:
            raise ValueError(f"illegal turn: {turn!r}")
        path, taken = self._moves[turn]
        piece = self.board.pop(path[0])
        for victim in taken:
            del self.board[victim]
        progress = bool(taken) or not is_king(piece)
        if self._on_far_row(piece, path[-1]):
            piece = piece.upper()
        self.board[path[-1]] = piece
        self.side = other(self.side)
        self.plies_without_progress = 0 if progress else self.plies_without_progress + 1
        if self.plies_king_against_three is not None:
            self.plies_king_against_three += 1
        if self.plies_king_against_two is not None:
            self.plies_king_against_two += 1
        self._note_position()

    def _note_position(self) -> None:
        """Look at the new position: legal moves, loss, draw counters, draw."""
        self._moves = self._legal_moves()
        if not self._moves:
            self.winner = other(self.side)
        if not self.draws:
            return
        position = self.side, frozenset(self.board.items())
        self.times_seen[position] = self.times_seen.get(position, 0) + 1
        if self.plies_king_against_three is None and self._lone_king_against((3,)):
            self.plies_king_against_three = 0
        if self.plies_king_against_two is None and self._lone_king_against((1, 2)):
            self.plies_king_against_two = 0
        if self.winner is not None:
            return
        if self.times_seen[position] >= 3:
            self.drawn = True
        if self.english:
            self.drawn = self.drawn or self.plies_without_progress >= 80
        else:
            self.drawn = (
                self.drawn
                or self.plies_without_progress >= 50
                or (self.plies_king_against_three or 0) >= 32
                or (self.plies_king_against_two or 0) >= 10
            )

    def _lone_king_against(self, numbers: tuple[int, ...]) -> bool:
        """Has one side just a king and the other so many pieces, among them a king?"""
        for lone in ("W", "B"):
            alone = [piece for piece in self.board.values() if colour_of(piece) == lone]
            rest = [piece for piece in self.board.values() if colour_of(piece) != lone]
            if alone == [lone] and len(rest) in numbers and other(lone) in rest:
                return True
        return False

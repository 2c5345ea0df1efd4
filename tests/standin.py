"""A stand-in for the game until it lands."""
from __future__ import annotations
import itertools
import shogi
from gamecore.errors import IllegalMoveError, NotationError
from gamecore.notation_shogi import FORMS, Board, Notation, RANKS
from gamecore.game import Game, Outcome
from gamecore.records.shogi import KifuDialect

CELLS = [f"{f}{r}" for r in RANKS for f in range(9, 0, -1)]
NAMES = tuple([a + b + p for a in CELLS for b in CELLS for p in ("", "+")] + [f"{p}*{c}" for p in "PLNSGBR" for c in CELLS])
INDEX = {n: i for i, n in enumerate(NAMES)}


class Shogi:
    slug = "shogi"
    num_players = 2
    has_random_start = False
    kifu = KifuDialect()
    action_names = NAMES

    def __init__(self, variant="shogi"):
        self.options = {"variant": variant}
        self.notation = Notation(FORMS[variant])

    def start(self, seed=None, setup=None):
        return State(self, FORMS["shogi"].start + " 1", None)

    def from_position(self, text):
        return State(self, text, text)

    def let_chance_fall(self, state, text):
        pass

    play_recorded = Game.play_recorded


class State:
    in_turn = False
    is_chance = False
    setup = None

    def __init__(self, game, sfen, start_position):
        self.game = game
        self.start_position = start_position
        self.b = shogi.Board(sfen)
        self.turns, self.actions, self.ended, self.why = [], [], None, None

    def copy(self):
        t = State(self.game, self.position(), self.start_position)
        t.b.move_stack = list(self.b.move_stack)
        t.turns, t.actions, t.ended, t.why = list(self.turns), list(self.actions), self.ended, self.why
        return t

    @property
    def is_over(self):
        return self.ended is not None or not self.legal_actions()

    @property
    def player(self):
        return None if self.is_over else self.b.turn

    def position(self):
        return self.b.sfen()

    def legal_actions(self):
        if self.ended:
            return []
        return sorted(INDEX[m.usi()] for m in self.b.legal_moves)

    def attackers(self, cell, player):
        return sorted(self.b.attackers(player, cell))

    def returns(self):
        if self.ended:
            return self.ended
        if self.is_over:
            return [-1.0, 1.0] if self.b.turn == 0 else [1.0, -1.0]
        return [0.0, 0.0]

    @property
    def outcome(self):
        if not self.is_over:
            return None
        r = self.returns()
        return Outcome(tuple(i for i in (0, 1) if r[i] > 0), self.why or "checkmate")

    def resign(self, seat=None):
        mine = self.b.turn
        seat = mine if seat is None else seat
        self.turns.append("resign" if seat == mine else f"resign:{seat}")
        self.ended = [-1.0 if s == seat else 1.0 for s in (0, 1)]

    def agree_draw(self):
        self.turns.append("draw:agreed")
        self.ended = [0.0, 0.0]

    def claim_draw(self):
        self.turns.append("draw:claimed")
        self.ended = [0.0, 0.0]

    def play(self, what):
        if isinstance(what, str):
            if what == "resign":
                self.resign()
                return self
            usi = self.game.notation.read(self, what)
        else:
            usi = NAMES[what]
        legal = {NAMES[a] for a in self.legal_actions()}
        if usi not in legal:
            raise IllegalMoveError(f"{what!r} is not legal")
        self.turns.append(self.game.notation.lg(Board(self.position()), usi))
        self.b.push(shogi.Move.from_usi(usi))
        self.actions.append(INDEX[usi])
        return self

"""A game in the terminal: the human seats are asked, the others play uniformly random steps."""

from __future__ import annotations

import contextlib
import shutil
import textwrap
from collections.abc import Collection

import click

import gamecore as gc
from gamecore.draw import to_text

HELP = """\
Type a turn as it is written in this game (or a single step of it), or:
  moves        what is legal now          board        the board again
  undo         take back your last turn   resign       give the game up
  play TURN    for a turn that is spelled like one of these words
  quit         leave (so does the end of input)"""

#: More whole turns than this are not listed, only the next steps.
MANY = 500


def play(state: gc.State, seats: Collection[int], rng: gc.Rng) -> None:
    """Plays a game from `state` to its end, or until the human leaves."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 (gives the prompt its line editing and history)
    names = " and ".join(state.sides[seat] for seat in seats)
    click.echo(f"{state.game.title}, {state.game.variant}. You play {names}. 'help' says what you can type.")
    Table(state, seats, rng).run()


class Table:
    """One game and those who sit at it."""

    def __init__(self, state: gc.State, seats: Collection[int], rng: gc.Rng) -> None:
        self.state, self.seats, self.rng = state, seats, rng
        self.hidden = state.game.has_hidden_information

    def run(self) -> None:
        """The game loop."""
        while not self.state.is_over:
            if self.state.is_chance:
                self.roll()
            elif self.state.player not in self.seats:
                self.move_at_random()
            elif not self.ask():
                click.echo("Goodbye.")
                return
        self.show()

    def viewer(self) -> int | None:
        """Through whose eyes the board is shown; None sees everything."""
        if not self.hidden or self.state.is_over:
            return None
        player = self.state.player
        return player if player in self.seats else min(self.seats)

    def show(self) -> None:
        """The board."""
        click.echo("\n" + to_text(self.state.game.drawing(self.state, self.viewer())))

    def roll(self) -> None:
        """Lets chance act, and says what came."""
        before, viewer = self.state.copy(), self.viewer()
        self.state.play_chance(self.rng)
        if not self.hidden:
            click.echo("Chance: " + before.game.chance_text(before, self.state.actions[-1]))
            return
        # An outcome may be a secret: what the viewer's own facts say is none.
        old, new = before.info(viewer), self.state.info(viewer)
        news = [f"{name} {value}" for name, value in new.items() if old.get(name) != value]
        click.echo("Chance: " + (", ".join(news) or "has acted"))

    def move_at_random(self) -> None:
        """One step of an opponent; his turn is announced when it is complete."""
        side = self.state.sides[self.state.player or 0]
        self.state.play(self.state.random_action(self.rng))
        if not self.state.in_turn:
            click.echo(f"{side}: {'has moved' if self.hidden else self.state.turns[-1]}")

    def ask(self) -> bool:
        """Asks until something has been played or taken back; False when the human leaves."""
        self.show()
        while True:
            side = self.state.sides[self.state.player or 0]
            try:
                text = input(f"{side}{', turn goes on' if self.state.in_turn else ''}> ").strip()
            except EOFError:
                click.echo()
                return False
            except UnicodeDecodeError as error:
                click.echo(f"that is no text ({error.reason})")
                continue
            word = text.lower()
            if word in ("quit", "exit"):
                return False
            if word == "help":
                click.echo(HELP)
            elif word == "board":
                self.show()
            elif word == "moves":
                self.list_moves()
            elif word == "undo":
                if self.undo():
                    return True
            elif word:
                try:
                    self.state.play(text[5:] if word.startswith("play ") else text)
                    return True
                except gc.GamecoreError as error:
                    click.echo(str(error))

    def list_moves(self) -> None:
        """All legal turns, or the next steps where the turns are too many or one is going on."""
        texts, what = self.state.legal_moves(), "steps"
        if not self.state.in_turn:
            with contextlib.suppress(gc.LimitError):
                texts, what = self.state.legal_turns(MANY), "turns"
        width = shutil.get_terminal_size().columns
        click.echo(textwrap.fill(", ".join(texts), width, break_on_hyphens=False, break_long_words=False))
        click.echo(f"({len(texts)} legal {what})")

    def undo(self) -> bool:
        """Goes back to where a human was to move last; dice stay as they fell."""
        back = self.state.copy()
        with contextlib.suppress(gc.IllegalMoveError):
            back.undo_turn()
            while back.player not in self.seats:
                back.undo_turn()
            self.state = back
            return True
        click.echo("there is no turn of yours to take back")
        return False

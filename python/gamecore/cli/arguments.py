"""How a command takes a game, and a position of it.

    gamecore show go --size 9 --ko superko

No command knows of `--ko`. A command that takes a game looks for the game's name among its words first, asks the game
for its options and takes these out; click reads the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

import gamecore as gc
from gamecore.game import Option

F = TypeVar("F", bound=Callable[..., Any])

TRUTH = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def seed(text: str | int) -> int:
    """A seed: a number of 64 bits, everywhere in the library (a click type)."""
    number = int(text)
    if not 0 <= number < 2**64:
        raise ValueError("a number from 0 to 2^64-1 is expected")
    return number


class GameCommand(click.Command):
    """A command whose first argument is a game; its callback gets the `Game` with all options applied."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.options_metavar = "[OPTIONS] [GAME OPTIONS]"
        self.params[:0] = [
            click.Argument(["game"]),
            click.Option(["--variant"], metavar="NAME", help="A named variant: --variant 'size 11'."),
            click.Option(
                ["--option"],
                metavar="NAME=VALUE",
                multiple=True,
                help="A game option. Also as an option of its own: --size 11, --komi 5.5, --no-swap.",
            ),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:  # a shell that completes a half-written line
            return super().parse_args(ctx, args)
        words, foreign = self._sort(ctx, args)
        slug = next((args[i] for i in words if args[i] in gc.list_games()), None)
        known: dict[str, Option] = {}
        options: dict[str, Option] = {}
        if slug is not None:
            known = gc.game(slug).options
            args = _take(ctx, slug, known, args, foreign, options)
        elif words and "--help" not in args:
            gc.game(args[words[0]])  # says which games there are
        rest = super().parse_args(ctx, args)
        for text in ctx.params.pop("option"):
            name, _, value = text.partition("=")
            options[name] = _typed(known.get(name), value)
        ctx.params["game"] = gc.game(ctx.params["game"], ctx.params.pop("variant"), **options)
        return rest

    def _sort(self, ctx: click.Context, args: Sequence[str]) -> tuple[list[int], list[int]]:
        """Where the plain words are, and the `--options` that are not this command's."""
        takes_value = {
            name: not (option.is_flag or option.count)
            for option in self.get_params(ctx)
            if isinstance(option, click.Option)
            for name in (*option.opts, *option.secondary_opts)
        }
        words: list[int] = []
        foreign: list[int] = []
        at = 0
        while at < len(args):
            word = args[at]
            if word == "--":
                words += range(at + 1, len(args))
                break
            if word.startswith("--") and word.partition("=")[0] not in takes_value:
                foreign.append(at)
            elif not word.startswith("-"):
                words.append(at)
            at += 1 + takes_value.get(word, False)
        return words, foreign


def _take(
    ctx: click.Context,
    slug: str,
    known: dict[str, Option],
    args: Sequence[str],
    foreign: Sequence[int],
    options: dict[str, Option],
) -> list[str]:
    """Moves the game's options from the words into `options`; returns the other words."""
    taken: set[int] = set()
    for at in foreign:
        word, equals, text = args[at].partition("=")
        name = word[2:].replace("-", "_")
        after = args[at + 1] if at + 1 < len(args) else None
        taken.add(at)
        if name in known:
            if not equals and isinstance(known[name], bool):
                given = (after or "").lower() in TRUTH
                text = str(after) if given else "yes"
                taken.update([at + 1] * given)
            elif not equals:
                if after is None or after.startswith("--"):
                    raise click.UsageError(f"Option '{word}' requires an argument.", ctx)
                text = after
                taken.add(at + 1)
            options[name] = _typed(known[name], text)
        elif not equals and name[:3] == "no_" and isinstance(known.get(name[3:]), bool):
            options[name[3:]] = False
        else:
            names = ", ".join("--" + name.replace("_", "-") for name in known) or "none"
            raise click.UsageError(f"No such option: {word[:60]}. The options of {slug}: {names}.", ctx)
    return [word for at, word in enumerate(args) if at not in taken]


def _typed(like: Option | None, text: str) -> Option:
    """A value of the type of another; the text itself if it cannot be one (the game then says what is expected)."""
    if isinstance(like, bool):
        return TRUTH.get(text.lower(), text)
    if isinstance(like, (int, float)):
        try:
            return type(like)(text)
        except ValueError:
            pass
    return text


def position_options(command: F) -> F:
    """Adds the options from which `position_of` makes a state."""
    for option in (
        click.option("--moves", metavar="TURNS", help="Turns to play, between blanks (or ';', for turns with blanks)."),
        click.option("--setup", metavar="TEXT", help="Set-up of a game with a random start."),
        click.option("--position", metavar="TEXT", help="Position to begin with: FEN, or the game's own form."),
    ):
        command = option(command)
    return command


def position_of(
    game: gc.Game, position: str | None, setup: str | None, moves: str | None, seed: int | None = 0
) -> gc.State:
    """The state that the position options describe."""
    if position is not None and setup is not None:
        raise click.UsageError("--position and --setup exclude each other.")
    state = game.start(seed, setup) if position is None else game.from_position(position)
    for number, turn in enumerate(_turns(moves or ""), 1):
        try:
            state.game.let_chance_fall(state, turn)
            state.play(turn)
        except gc.GamecoreError as error:
            raise click.ClickException(f"--moves, number {number}: {error}") from error
    return state


def _turns(text: str) -> list[str]:
    turns = re.split(r"[;\n]", text) if ";" in text or "\n" in text else text.split()
    return [turn for turn in map(str.strip, turns) if turn and not re.fullmatch(r"[0-9]+\.+", turn)]

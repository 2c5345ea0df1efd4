"""The verbs of the command line."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import click

import gamecore as gc
from gamecore.cli import play as terminal
from gamecore.cli import simulate as random_games
from gamecore.cli.arguments import GameCommand, position_of, position_options
from gamecore.cli.arguments import seed as seed_type
from gamecore.game import Option


class Verbs(click.Group):
    """The group of commands, which turns every error into an exit status and one line."""

    def invoke(self, ctx: click.Context) -> Any:
        # Names in records may hold what the terminal's charset cannot write.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except (KeyboardInterrupt, click.Abort):
            click.echo(err=True)
            raise click.exceptions.Exit(130) from None
        except BrokenPipeError:
            # What is left in the buffer must not fail once more when the interpreter ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(141) from None
        except (gc.GamecoreError, OSError) as error:
            raise click.ClickException(one_line(error)) from error
        except Exception as error:
            fault = f"internal error, please report it: {type(error).__name__}: {one_line(error)}"
            raise click.ClickException(fault) from error


def one_line(error: Exception) -> str:
    """An error's message without line breaks and control codes, and not longer than anybody reads."""
    if isinstance(error, OSError) and error.strerror:
        name = "" if error.filename is None else click.format_filename(error.filename) + ": "
        return name + error.strerror
    text = "".join(c if c.isprintable() else "?" for c in str(error))
    return text if len(text) <= 1000 else text[:999] + "…"


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0; 1 if the input was at fault (one line says why); 2 for wrong usage.",
)
@click.version_option(gc.__version__, prog_name="gamecore")
def main() -> None:
    """Play, simulate, check and draw some 55 abstract, word and card games."""


@main.command("list")
def list_games() -> None:
    """Name the games and their variants.

    One line a game: slug, title, variants; * marks the default.
    """
    rows = []
    for slug in gc.list_games():
        cls = gc.games.game_class(slug)
        variants = (name + "*" * (name == cls.default) for name in cls.variants)
        rows.append((slug, cls.title, ", ".join(variants)))
    wide = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for slug, title, names in rows:
        click.echo(f"{slug:{wide[0]}}  {title:{wide[1]}}  {names}")


@main.command(cls=GameCommand)
@click.option("--seed", type=seed_type, metavar="N", default=0, help="Seed of a random start.", show_default=True)
def show(game: gc.Game, seed: int) -> None:
    """Say what a game is: players, actions, options, variants."""
    state = game.start(seed)
    chance = f"{game.num_chance_outcomes} outcomes" if game.num_chance_outcomes else "none"
    facts = {
        "variant": game.variant or "default",
        "options": _flags(game.options) or "none",
        "players": f"{game.num_players} ({', '.join(state.sides)})",
        "actions": f"{game.num_actions}, {state.num_legal} of them legal at the start",
        "observation": " x ".join(map(str, game.observation_shape)),
        "chance": chance + (", random start" if game.has_random_start else ""),
        "hidden": "yes" if game.has_hidden_information else "nothing",
        "longest game": f"{game.max_steps} steps",
    }
    click.echo(f"{game.title} ({game.slug})")
    if game.__doc__:
        click.echo(game.__doc__.strip().partition("\n")[0])
    click.echo()
    for name, fact in facts.items():
        click.echo(f"{name:14}{fact}")
    for number, (name, options) in enumerate(game.variants.items()):
        default = " (default)" if name == game.default else ""
        click.echo(f"{'' if number else 'variants':14}{name + default:20}  {_flags(options)}".rstrip())
    click.echo(f"\n{state}")


def _flags(options: dict[str, Option]) -> str:
    """Options as the command line takes them."""
    words = []
    for name, value in options.items():
        flag = name.replace("_", "-")
        words.append(f"--{'' if value else 'no-'}{flag}" if isinstance(value, bool) else f"--{flag} {value}")
    return " ".join(words)


@main.command(cls=GameCommand)
@position_options
@click.option("--seat", default=0, help="Your seat, from 0.", show_default=True)
@click.option("--hotseat", is_flag=True, help="All seats are played at this terminal.")
@click.option("--seed", type=seed_type, metavar="N", help="Makes the opponent and chance repeatable.")
def play(
    game: gc.Game,
    position: str | None,
    setup: str | None,
    moves: str | None,
    seat: int,
    hotseat: bool,
    seed: int | None,
) -> None:
    """Play in the terminal, by default against random moves."""
    if not 0 <= seat < game.num_players:
        raise click.UsageError(f"--seat {seat}: {game.slug} has seats 0 to {game.num_players - 1}.")
    seats = range(game.num_players) if hotseat else (seat,)
    terminal.play(position_of(game, position, setup, moves, seed), seats, gc.Rng(seed))


@main.command(cls=GameCommand)
@position_options
@click.option("--games", type=click.IntRange(1, 10**9), default=10_000, help="How many.", show_default=True)
@click.option("--threads", type=click.IntRange(0, 256), default=0, help="0: one per core.", show_default=True)
@click.option("--seed", type=seed_type, metavar="N", default=0, help="Same seed, same games.", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate(
    game: gc.Game,
    position: str | None,
    setup: str | None,
    moves: str | None,
    games: int,
    threads: int,
    seed: int,
    as_json: bool,
) -> None:
    """Play random games; count wins and lengths.

    Steps are uniform over the legal ones, chance by its odds.
    """
    given = not (position is None and setup is None and moves is None)
    state = position_of(game, position, setup, moves, seed) if given else None
    random_games.simulate(game, state, games, seed, threads, as_json)


@main.command(cls=GameCommand)
@click.argument("depth", type=click.IntRange(0))
@position_options
@click.option("--by", type=click.Choice(["turn", "step"]), default="turn", help="What a ply is.", show_default=True)
@click.option("--divide", is_flag=True, help="The count behind each first turn or step.")
def perft(
    game: gc.Game,
    depth: int,
    position: str | None,
    setup: str | None,
    moves: str | None,
    by: str,
    divide: bool,
) -> None:
    """Count the sequences of DEPTH turns."""
    state = position_of(game, position, setup, moves)
    begun = time.perf_counter()
    if divide and depth > 0:
        total = 0
        for text, child in _children(state, by):
            count = game.perft(depth - 1, child, by)
            total += count
            click.echo(f"{text}: {count}")
    else:
        total = game.perft(depth, state, by)
    click.echo(f"total: {total}" if divide else total)
    if sys.stderr.isatty():
        seconds = time.perf_counter() - begun
        click.echo(f"{seconds:.2f} s, {total / seconds:,.0f}/s", err=True)


def _children(state: gc.State, by: str) -> Iterator[tuple[str, gc.State]]:
    """All that can come next, as text and state; a chance outcome is no ply, but is listed alone."""
    if state.is_chance:
        for outcome, probability in state.chance_outcomes():
            if probability > 0:
                rolled = state.copy().play_chance(outcome=outcome)
                for text, child in _children(rolled, by):
                    yield f"chance {outcome}, {text}", child
    elif by == "step":
        for action in state.legal_actions():
            yield state.format(action), state.copy().play(action)
    elif not state.is_over:
        for steps in state.turn_steps(1_000_000):
            yield state.format_turn(steps), state.copy().play_all(steps)


@main.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--game", metavar="SLUG", help="The game, where the files do not say it.")
@click.option("--format", metavar="NAME", help="json, sgf, pgn, pdn, kif …, where it cannot be told from the file.")
@click.option("--quiet", "-q", is_flag=True, help="Only the records at fault.")
def replay(files: tuple[str, ...], game: str | None, format: str | None, quiet: bool) -> None:
    """Check records move by move.

    Every turn is played under the full rules, and the stated result is compared. The first fault of each record is
    shown; '-' is standard input.
    """
    if game is not None:
        gc.game(game)  # an unknown one is not the files' fault
    records = faults = 0
    for file in files:
        name = click.format_filename(file)
        for fault, line in _judge(file, format, game, quiet):
            records += 1
            faults += fault
            if line:
                click.echo(f"{name}: {line}")
    if faults:
        raise click.ClickException(f"{faults} of {records} records at fault")
    click.echo(f"records: {records}, all sound")


def _judge(file: str, format: str | None, game: str | None, quiet: bool) -> Iterator[tuple[bool, str]]:
    """(at fault?, what there is to say) for each record of a file; one that cannot be read counts as a record.

    If `quiet`, there is nothing to say of sound ones.
    """
    source: str | IO[bytes] = sys.stdin.buffer if file == "-" else file
    found = False
    try:
        for record in gc.iter_records(source, format, game):
            found = True
            try:
                state = record.check()
            except gc.GamecoreError as error:
                yield True, one_line(error)
                continue
            if quiet:
                yield False, ""
                continue
            end = "not over" if state.outcome is None else state.game.caption(state)[0]
            variant = f"{state.game.slug} {state.game.variant}".strip()
            yield False, f"game {record.number}: {variant}, {len(record.turns)} turns, {end}"
    except (gc.GamecoreError, OSError) as error:
        yield True, (isinstance(error, OSError) and error.strerror) or one_line(error)
    else:
        if not found:
            yield True, "there is no record in it"


@main.command(cls=GameCommand)
@position_options
@click.option("--seed", type=seed_type, metavar="N", default=0, help="Seed of a random start.", show_default=True)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False, allow_dash=True), help="An SVG file ('-': SVG to stdout)."
)
def draw(
    game: gc.Game,
    position: str | None,
    setup: str | None,
    moves: str | None,
    seed: int,
    output: str | None,
) -> None:
    """Draw a position, as text or (with -o) as SVG."""
    state = position_of(game, position, setup, moves, seed)
    if output is None or output == "-":
        click.echo(str(state) if output is None else state.svg())
    elif not output.lower().endswith(".svg"):
        raise click.UsageError(f"-o {output}: pictures are SVG, a name that ends in .svg is expected.")
    else:
        Path(output).write_text(state.svg(), encoding="utf-8")

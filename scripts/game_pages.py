"""The documentation's pages of the games: a hook of mkdocs.

What people have to write about a game is in `docs/games/<slug>.md`: a paragraph that says what kind of game it is, then
the sections of `HEADINGS`, in that order. All that the code knows is added here and never written by hand: title,
picture, sizes, variants, start position, the beginning of a game.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gamecore as gc
from gamecore.games import game_class

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

HEADINGS = ("Rules", "Notation", "Actions", "Observation", "Position", "Decisions", "Sources")

#: Turns of the example game that a page shows.
SHOWN = 12


def headings(text: str) -> list[str]:
    """The second-level headings of a hand-written part."""
    return re.findall(r"^## (.+?)\s*$", text, re.MULTILINE)


def compose(slug: str, text: str) -> str:
    """The whole page: the hand-written part with what the code knows put in its places."""
    game = gc.game(slug)
    example = example_game(game)
    lead, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    page = [f"# {game.title}\n", lead.strip() or "*The text of this page is not written yet.*"]
    page += [f"![A position after {len(example.turns)} random turns](img/{slug}.svg)", glance(game)]
    for section in sections:
        page.append(section.strip())
        match section.splitlines()[0].removeprefix("## ").strip():
            case "Rules":
                page.append(variants(game))
            case "Notation":
                page.append("A random game begins:\n\n```\n" + numbered(example.turns) + "\n```")
            case "Position":
                page.append("The start:\n\n```\n" + game.start(seed=0).position() + "\n```")
    return "\n\n".join(page) + "\n"


def example_game(game: gc.Game) -> gc.State:
    """The first turns of a random game, always the same."""
    rng = gc.Rng(1)
    state = game.start(seed=1)
    for _ in range(SHOWN):
        state.play_random(1, rng)
        while state.in_turn:
            state.play_random(1, rng)
        if state.is_over:
            break
    return state


def numbered(turns: list[str]) -> str:
    """Turns with their numbers, a few to the line."""
    words = [f"{number}. {turn}" for number, turn in enumerate(turns, 1)]
    width = max(map(len, words), default=0) + 2
    step = max(1, 100 // width)
    lines = (words[i : i + step] for i in range(0, len(words), step))
    return "\n".join("".join(word.ljust(width) for word in line).rstrip() for line in lines)


def shape(game: gc.Game) -> str:
    """An observation's shape, as text."""
    return " × ".join(map(str, game.observation_shape))


def chance(game: gc.Game) -> str:
    """What a game leaves to chance, and what it hides."""
    parts = ["a random start"] * game.has_random_start
    if game.num_chance_outcomes:
        parts.append(f"{game.num_chance_outcomes} chance outcomes")
    parts += ["hidden information"] * game.has_hidden_information
    return ", ".join(parts) or "none"


def glance(game: gc.Game) -> str:
    """The numbers of the default variant."""
    rows = {
        "players": f"{game.num_players} ({', '.join(game.sides)})",
        "chance": chance(game),
        "actions": f"{game.num_actions:,}",
        "observation": shape(game),
        "longest game": f"{game.max_steps:,} steps",
    }
    table = "\n".join(f"| {name} | {value} |" for name, value in rows.items())
    return f"| `{game.slug}` | {game.variant} |\n| --- | --- |\n{table}"


def variants(game: gc.Game) -> str:
    """All named variants with their options and sizes."""
    lines = []
    for name in game.variants:
        variant = gc.game(game.slug, name)
        options = ", ".join(f"`{option}={value!r}`" for option, value in variant.options.items()) or "none"
        name = f"**{name}** (default)" if name == game.default else name
        lines.append(f"| {name} | {options} | {variant.num_actions:,} | {shape(variant)} | {variant.max_steps:,} |")
    head = "| variant | options | actions | observation | longest game |\n| --- | --- | --- | --- | --- |"
    how = f'By name: `gc.game("{game.slug}", "{game.default}")`; or by options, which may also change a named variant.'
    return f"## Variants\n\n{head}\n" + "\n".join(lines) + f"\n\n{how}"


def overview() -> str:
    """The page that lists all games."""
    rows = []
    for slug in gc.list_games():
        game = gc.game(slug)
        rows.append(f"| [{game.title}]({slug}.md) | `{slug}` | {game.num_players} | {game.variant} | {chance(game)} |")
    head = "| game | name in the code | players | default variant | chance and hidden things |\n"
    return f"# Games\n\n{head}| --- | --- | --- | --- | --- |\n" + "\n".join(rows) + "\n"


# ---- the hook ------------------------------------------------------------------------------


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Puts all games into the navigation."""
    pages: list[Any] = ["games/index.md"]
    pages += [{game_class(slug).title: f"games/{slug}.md"} for slug in gc.list_games()]
    for entry in config.nav or ():
        if "Games" in entry:
            entry["Games"] = pages
    if config.nav and Path(config.docs_dir, "speed.md").exists():  # `make bench` writes it
        config.nav.insert(-2, {"Speed": "speed.md"})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds pictures, overview and changelog; a page for each game that has no text yet; drops texts without a game."""
    from mkdocs.structure.files import File

    def add(path: str, content: str) -> None:
        files.append(File.generated(config, path, content=content))

    add("changelog.md", Path("CHANGELOG.md").read_text(encoding="utf-8"))
    add("games/index.md", overview())
    slugs = gc.list_games()
    for slug in slugs:
        add(f"games/img/{slug}.svg", example_game(gc.game(slug)).svg())
        if files.get_file_from_path(f"games/{slug}.md") is None:
            add(f"games/{slug}.md", "")
    known = {"index", *slugs}
    for file in list(files):
        if slug_of(file.src_uri) not in {None, *known}:
            files.remove(file)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Completes the hand-written part of a game's page."""
    slug = slug_of(page.file.src_uri)
    return markdown if slug in (None, "index") else compose(slug, markdown)


def slug_of(path: str) -> str | None:
    """The game a page belongs to."""
    found = re.fullmatch(r"games/(\w+)\.md", path)
    return found and found[1]

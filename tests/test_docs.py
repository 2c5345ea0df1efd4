"""The documentation is true: its examples run, and every game has its page."""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import gamecore as gc
import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def hook() -> ModuleType:
    """scripts/game_pages.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("game_pages", ROOT / "scripts" / "game_pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = page.read_text(encoding="utf-8")
    # Blank out all but the examples, so that line numbers stay true.
    spans = [match.span(1) for match in EXAMPLES.finditer(text) if ">>>" in match[1]]
    kept = [any(start <= i < end for start, end in spans) or c == "\n" for i, c in enumerate(text)]
    source = "".join(c if keep else " " for c, keep in zip(text, kept, strict=True))
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    result = runner.run(test, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("slug", gc.list_games())
def test_game_page(slug: str) -> None:
    pages = hook()
    path = ROOT / "docs" / "games" / f"{slug}.md"
    assert path.exists(), f"docs/games/{slug}.md is missing; docs/games/hex.md is the model"
    text = path.read_text(encoding="utf-8")
    assert tuple(pages.headings(text)) == pages.HEADINGS, "these headings, in this order, as in docs/games/hex.md"
    lead, *sections = re.split(r"^## .*\n", text, flags=re.MULTILINE)
    assert lead.strip(), "the page begins with a paragraph that says what kind of game it is"
    assert not lead.startswith("#"), "the title is added from the code"
    assert all(section.strip() for section in sections), "a section is empty"
    composed = pages.compose(slug, text)
    assert composed.startswith(f"# {gc.game(slug).title}\n")
    for variant in gc.game(slug).variants:
        assert f"**{variant}**" in composed or f"| {variant} |" in composed


def test_no_page_without_a_game() -> None:
    assert {path.stem for path in (ROOT / "docs" / "games").glob("*.md")} <= set(gc.list_games())

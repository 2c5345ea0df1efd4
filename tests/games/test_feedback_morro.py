"""Feedback Morro: check figures, comparison of lines, turns of two or three stones, records, and a second opinion."""

from __future__ import annotations

from itertools import combinations, groupby
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.feedback_morro import Reference
from transcripts import RECORDS, replayed, transcript, transcripts

SLUG = "feedback_morro"
SAMPLE = RECORDS / SLUG / "sample.txt"

PERFT = [(9, [81, 255960]), (5, [25, 6900, 4144140]), (4, [16, 1680, 299208]), (3, [9, 252, 6580, 44232, 41688])]


@pytest.mark.parametrize(("size", "figures"), PERFT)
def test_perft(size: int, figures: list[int]) -> None:
    g = gc.game(SLUG, size=size)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == figure


# ---- lines ----------------------------------------------------------------------------------


def lines(s: gc.State, side: str) -> list[int]:
    """The list of lines of a side, from long to short, read off the board."""
    n, cells = int(s.game.options["size"]), s.cells()
    board = {(i % n, i // n): c == side for i, c in enumerate(cells)}
    keys = [lambda c, r: r, lambda c, r: n + c, lambda c, r: 4 * n + c - r, lambda c, r: 6 * n + c + r]
    rows = [sorted(p for p in board if key(*p) == k) for key in keys for k in {key(*p) for p in board}]
    runs = [len(list(run)) for row in rows for own, run in groupby(row, board.__getitem__) if own]
    return sorted((run for run in runs if run > 1), reverse=True)


def test_lines_of_the_sample() -> None:
    s = gc.game(SLUG).start()
    counts = {0: 81, 1: 3160, 2: 3003, 6: 2415, 12: 32509, 13: 27720, 15: 1176, 22: 5456, 26: 1771}
    found = {12: ([], [2] * 3), 13: ([5, 2, 2], [2] * 3), 15: ([5, *[2] * 7], [6, *[2] * 5])}
    for turn, text in enumerate(transcript(SAMPLE).turns[:-1]):
        x, o = lines(s, "x"), lines(s, "o")
        assert s.num_turns() == counts.get(turn, s.num_turns())
        assert (x, o) == found.get(turn, (x, o))
        if turn == 26:
            assert (x[:10], o[:7]) == ([6, 5, 5, 4, 3, 3, 3, 3, 3, 3], [6, 6, 3, 3, 3, 3, 3])
        assert s.info()["leader"] == (-1 if x == o else x < o)
        behind = (x, o)[turn % 2] < (o, x)[turn % 2]
        assert s.info()["stones_left"] == (1 if turn == 0 else 3 if behind else 2)
        s.play(text)
    assert lines(s, "x") == [6, 6, 5, 5, 4, 4, *[3] * 4, *[2] * 12]
    assert lines(s, "o") == [6, 6, *[3] * 5, *[2] * 15]


@pytest.mark.parametrize("size", [3, 4, 5, 8, 11, 12, 19])
def test_the_better_list_leads_and_wins(size: int) -> None:
    g, rng = gc.game(SLUG, size=size), gc.Rng(size)
    seen = set()
    for _ in range(60 if size < 6 else 8 if size < 12 else 3):
        s = g.start()
        while not s.is_over:
            s.play_random(max(1, size * size // 20), rng)
            x, o = lines(s, "x"), lines(s, "o")
            assert s.info()["leader"] == (-1 if x == o else x < o)
        seen.add(s.outcome)
        assert s.outcome.winner == (None if x == o else x < o)
    assert seen


def test_one_list_may_be_the_beginning_of_the_other() -> None:
    s = gc.game(SLUG, size=3).from_position("xxo/oox/xoo o")
    assert (lines(s, "x"), lines(s, "o")) == ([2, 2], [2] * 6)
    assert s.outcome == ((1,), "longest lines")
    assert gc.game(SLUG, size=3).from_position("oox/xxo/oxx o").outcome.winner == 0


# ---- turns ----------------------------------------------------------------------------------


def test_a_third_stone_is_for_the_side_that_was_behind_when_the_turn_began() -> None:
    s = gc.game(SLUG, size=5).start().play("c3").play("a1 a2")
    assert s.info() == {"stones_left": 3, "leader": 1}
    s.play_step("d3").play_step("e3")
    assert s.info() == {"stones_left": 1, "leader": 0}
    assert s.legal_moves()[-1] == "done"
    assert s.position() == "o4/o4/2xXX/5/5 x"
    t = s.copy().play_step("done")
    assert t.turns[-1] == "d3 e3"
    assert t.info()["stones_left"] == 3
    t = s.copy().play_step("a5")
    assert t.turns[-1] == "a5 d3 e3"
    assert gc.game(SLUG, size=5).from_position(s.position()).legal_actions() == s.legal_actions()


def test_turns_are_read_in_any_order() -> None:
    g = gc.game(SLUG)
    s = g.start().play("e5")
    assert s.copy().play("F4, d4").turns[-1] == "d4 f4"
    for text in ("d4 f4 a1", "d4 d4", "d4 e5", "done", "d4 done", ""):
        with pytest.raises(gc.GamecoreError):
            s.play(text)


def test_a_stone_alone_is_a_step() -> None:
    s = gc.game(SLUG).start().play("e5").play("f4")
    assert (s.in_turn, s.player) == (True, 1)
    assert s.play("d4").turns[-1] == "d4 f4"


def test_the_rest_of_a_turn_is_named() -> None:
    s = gc.game(SLUG, size=5).from_position("XX3/5/5/5/ooo2 x")
    for text in ("", " ", ",", "done done", "done e5", "e5 e5", "e5 d5"):
        with pytest.raises(gc.NotationError, match=repr(text.strip()) if "done" not in text else "done"):
            s.copy().play(text)
    assert s.copy().play("done").position() == "xx3/5/5/5/ooo2 o"
    assert s.copy().play("e5").position() == s.play("e5 done").position()


def test_the_last_cells_are_filled_whatever_number_is_chosen() -> None:
    g = gc.game(SLUG, size=3)
    assert g.from_position("xxx/oxo/oo1 o").legal_turns() == ["c3"]
    assert g.from_position("xxx/ox1/oo1 o").legal_turns() == ["c2 c3"]
    empty = ("b2", "b3", "c2", "c3")
    turns = [" ".join(cells) for number in (2, 3) for cells in combinations(empty, number)]
    assert sorted(g.from_position("xxx/o2/o2 o").legal_turns()) == sorted(turns)


@pytest.mark.parametrize(
    "text",
    [
        "X8/9/9/9/9/9/9/9/9 x",  # the first turn is one stone
        "xX7/9/9/9/9/9/9/9/9 o",
        "xX7/9/9/9/9/9/9/9/O8 x",
        "xXX6/9/9/9/9/9/9/9/9 x",  # nobody was ahead
        "xXXX5/9/9/9/9/9/9/9/oo7 x",
        "9/9/9/9/9/9/9/9 x",
        "9/9/9/9/9/9/9/9/9 b",
    ],
)
def test_positions_that_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game(SLUG).from_position(text)


def test_sizes_out_of_bounds_are_refused() -> None:
    for size in (2, 20, 10**9, 9.0, "9"):
        with pytest.raises(gc.VariantError):
            gc.game(SLUG, size=size)


# ---- records and second opinion ---------------------------------------------------------------


@pytest.mark.parametrize("path", transcripts(SLUG), ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    replayed(SLUG, path)


@pytest.mark.parametrize(("size", "games"), [(3, 150), (4, 60), (5, 25), (9, 4), (13, 1)])
def test_second_opinion(size: int, games: int) -> None:
    for seed in range(games):
        agree(gc.game(SLUG, size=size), Reference(size=size), seed, most=1500)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(3, 3000), (4, 1500), (5, 300), (9, 50), (19, 3)])
def test_long_second_opinion(size: int, games: int) -> None:
    for seed in range(1000, 1000 + games):
        agree(gc.game(SLUG, size=size), Reference(size=size), seed)

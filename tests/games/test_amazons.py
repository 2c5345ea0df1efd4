"""Amazons: check figures, worked positions, notation, records, and second opinions."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.amazons import Reference

RECORDS = Path(__file__).parent.parent / "records" / "amazons"

PERFT = {
    "standard": [2176, 4307152],
    "cross": [2176],
    "mini6": [426, 148886],
    "mini5": [139, 16083],
    "mini4": [80, 4593, 210644, 7671508],
}


@pytest.mark.parametrize("variant", PERFT)
def test_perft(variant: str) -> None:
    g = gc.game("amazons", variant)
    for depth, figure in enumerate(PERFT[variant], 1):
        assert g.perft(depth) == figure


def test_counting_turns_agrees_with_listing_them() -> None:
    s = gc.game("amazons").start()
    rng = gc.Rng(3)
    while not s.is_over:
        assert s.num_turns() == len(s.legal_turns())
        s.play_random(3, rng)


# ---- positions ------------------------------------------------------------------------------


def amazons(s: gc.State, letter: str) -> set[str]:
    return {gc.notation.Cells(10, 10).names[i] for i, c in enumerate(s.cells()) if c == letter}


@pytest.mark.parametrize(
    ("variant", "white", "black"),
    [
        ("standard", "a4 d1 g1 j4", "a7 d10 g10 j7"),
        ("cross", "d1 g1 d10 g10", "a4 a7 j4 j7"),
    ],
)
def test_set_ups(variant: str, white: str, black: str) -> None:
    s = gc.game("amazons", variant).start()
    assert (amazons(s, "W"), amazons(s, "B")) == (set(white.split()), set(black.split()))
    assert s.sides[s.player] == "White"


def test_picture_of_the_site() -> None:
    s = gc.game("amazons").start()
    for turn in ("d1-d9/g9", "a7-f2/g2", "j4-g7/d7"):
        s.play(turn)
    assert amazons(s, "W") == {"a4", "d9", "g1", "g7"}
    assert amazons(s, "B") == {"d10", "f2", "g10", "j7"}
    assert amazons(s, "x") == {"d7", "g2", "g9"}
    assert s.num_turns() == 1369


def test_the_cell_just_left_may_be_crossed_and_hit() -> None:
    g = gc.game("amazons", "mini4")
    s = g.from_position("xxxB/xxxx/xxxx/W.xx w -")
    assert s.legal_turns() == ["a1-b1/a1"]
    s.play("a1-b1/a1")
    assert s.is_over
    assert s.outcome == ((0,), "no legal move")
    crossed = g.from_position("B..x/xxxx/xxxx/.W.x w -")
    assert "b1-c1/a1" in crossed.legal_turns()


def test_a_player_who_cannot_move_has_lost() -> None:
    g = gc.game("amazons", "mini4")
    for side, returns in (("w", [-1, 1]), ("b", [1, -1])):
        s = g.from_position(f"Bx2/xx2/2xx/2xW {side} -")
        assert s.is_over
        assert s.returns() == returns
    assert not g.from_position("Bx2/1x2/2xx/2xW b -").is_over


def test_the_amazon_that_moved_has_to_shoot() -> None:
    s = gc.game("amazons").start()
    s.play_step("a4-a6")
    assert (s.player, s.in_turn) == (0, True)
    assert s.info() == {"shooter": 50}
    assert s.position().endswith(" w a6")
    assert gc.game("amazons").from_position(s.position()) == s
    assert s.legal_moves()[0] == "/a1"
    assert s.num_turns() == len(s.legal_moves())
    s.play("/a4")
    assert (s.player, s.in_turn, s.turns) == (1, False, ["a4-a6/a4"])


@pytest.mark.parametrize(
    "text",
    [
        "2B1/4/4/1W2 w",
        "2B1/4/4/1WW1 w -",
        "4/4/4/1W2 w -",
        "2B1/4/4/1W2 w c4",
        "2B1/4/4/1W2 w a1",
        "xxBB/4/4/1W2 w -",
        "2B1/4/xxx1/xWx1 w b1",
        "2B1/4/4/1W2 x -",
        "2B1/4/4/1W2 w -1",
    ],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("amazons", "mini4").from_position(text)


def test_boards_without_a_set_up_are_refused() -> None:
    for options in ({"size": 7}, {"size": 6, "start": "cross"}, {"size": 3}, {"start": "mini6"}):
        with pytest.raises(gc.VariantError):
            gc.game("amazons", **options)


# ---- notation -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a4-a7", "a4-b6/b7", "a4-a5/", "/b7", "b7", "a4-a5/b7/c7", "a4-a4/a5", "a4"])
def test_these_are_no_turns_of_the_start(text: str) -> None:
    s = gc.game("amazons").start()
    with pytest.raises(gc.GamecoreError):
        s.play(text)
    assert not s.actions


@pytest.mark.parametrize("text", ["a4-a6/b7", "A4-A6/B7", " a4 - a6 / b7 ", "a4a6/b7"])
def test_spellings(text: str) -> None:
    s = gc.game("amazons").start().play(text)
    assert s.turns[0] == "a4-a6/b7"


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        (["/a5"], "wrong_phase"),
        (["a7-a6"], "not_yours"),
        (["a4-a7"], "occupied"),
        (["a4-a8"], "blocked"),
        (["a4-a6", "a6-a5"], "wrong_phase"),
        (["a4-a6", "/a7"], "occupied"),
        (["a4-a6", "/a8"], "blocked"),
        (["a4-a6", "/b7"], None),
        (["a4-a6", "/b9"], "bad_move"),
    ],
)
def test_reasons(steps: list[str], reason: str | None) -> None:
    s = gc.game("amazons").start()
    for step in steps[:-1]:
        s.play_step(step)
    assert s.why_illegal(s.parse(steps[-1])) == reason


# ---- records --------------------------------------------------------------------------------


def test_little_golem_record() -> None:
    text = (RECORDS / "lg_10x10_unfinished.sgf").read_text()
    turns = re.findall(r";[WB]\[([^\]]+)\]", text)
    s = gc.game("amazons").start()
    for turn in turns:
        s.play(turn)
    assert list(s.turns) == turns
    assert len(turns) == 11


def test_random_records() -> None:
    for line in (RECORDS / "random_games.jsonl").read_text().splitlines():
        record = json.loads(line)
        s = gc.game("amazons", record["variant"]).start()
        for move, count in zip(record["moves"], record["legal_counts"], strict=True):
            assert s.num_turns() == count
            s.play(move)
        assert s.is_over
        assert s.sides[s.outcome.winner].lower() == record["result"]


# ---- second opinions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "games", "every"),
    [("standard", 3, 8), ("cross", 3, 8), ("mini6", 40, 2), ("mini5", 100, 1), ("mini4", 200, 1)],
)
def test_second_opinion(variant: str, games: int, every: int) -> None:
    for seed in range(games):
        agree(gc.game("amazons", variant), Reference(variant=variant), seed, every=every)


@pytest.mark.peers
def test_open_spiel_agrees() -> None:
    """It takes three actions a turn: the amazon, its target, the arrow; cells are numbered from the top."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("amazons")
    g = gc.game("amazons")
    n = 10
    ends = [*((None, cell) for cell in range(n * n)), *g._ends]

    def turned(cell: int) -> int:
        return (n - 1 - cell // n) * n + cell % n

    rng = random.Random(1)
    for _ in range(10_000):
        s, t = g.start(), theirs.new_initial_state()
        while not s.is_over:
            assert t.current_player() == s.player
            moves = [ends[a] for a in s.legal_actions()]
            assert sorted({turned(start) for start, _ in moves}) == sorted(t.legal_actions())
            start, target = moves[rng.randrange(len(moves))]
            t.apply_action(turned(start))
            assert sorted(turned(b) for a, b in moves if a == start) == sorted(t.legal_actions())
            t.apply_action(turned(target))
            s.play(g._moves[start, target])
            arrows = s.legal_actions()
            assert sorted(map(turned, arrows)) == sorted(t.legal_actions())
            arrow = rng.choice(arrows)
            s.play(arrow)
            t.apply_action(turned(arrow))
        assert t.is_terminal()
        assert t.returns() == s.returns()

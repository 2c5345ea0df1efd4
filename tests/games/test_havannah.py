"""Havannah: check figures, rings, bridges and forks, swap, records, and second opinions."""

from __future__ import annotations

import json
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.havannah import Reference

RECORDS = Path(__file__).parent.parent / "records" / "havannah"

PERFT = [
    (2, False, [7, 42, 210, 600, 1296, 288, 72]),
    (2, True, [7, 49, 252, 810, 1896, 1584, 360]),
    (3, False, [19, 342, 5814, 93024]),
    (3, True, [19, 361, 6156, 98838]),
    (4, False, [37, 1332, 46620]),
    (4, True, [37, 1369, 47952]),
]


@pytest.mark.parametrize(("size", "swap", "figures"), PERFT)
def test_perft(size: int, swap: bool, figures: list[int]) -> None:
    g = gc.game("havannah", size=size, swap=swap)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


# ---- what wins -----------------------------------------------------------------------------


def stones(black: str, white: str = "", size: int = 4) -> gc.State:
    """A position with these stones, White to move."""
    g = gc.game("havannah", size=size, swap=False)
    names = [g.start().format(cell) for cell in range(g.num_actions)]
    letters = ["B" if name in black.split() else "W" if name in white.split() else "." for name in names]
    lengths = [size + i for i in range(size)] + [size + i for i in reversed(range(size - 1))]
    columns = ["".join(letters[sum(lengths[:i]) : sum(lengths[: i + 1])]) for i in range(len(lengths))]
    return g.from_position("/".join(columns) + " w")


@pytest.mark.parametrize(
    ("black", "white", "reason"),
    [
        ("C3 C4 D3 D5 E3 E4", "", "ring"),
        ("C3 C4 D3 D5 E3 E4", "D4", "ring"),
        ("C3 C4 D3 D5 E3 E4 D4", "", "ring"),
        ("C3 D5 D3 E3 E4", "", None),
        ("C3 D5 D3 E3 E4 D4", "", None),
        ("A1 A2 A3 A4", "", "bridge"),
        ("A1 A2 A3", "", None),
        ("A2 B2 C2 C1 B3 B4 B5", "", "fork"),
        ("A2 B2 B1 C1", "", None),
        ("A1 B1 C2 B2 A2 B3 B4 B5", "", "fork"),
        ("A1 A2 A3 A4 B5 B4 B3 B2 B1 C1", "", "bridge and fork"),
        # a ring along the edge of the board around everything
        ("A1 A2 A3 A4 B5 C6 D7 E6 F5 G4 G3 G2 G1 F1 E1 D1 C1 B1", "D4", "bridge, fork and ring"),
    ],
)
def test_groups(black: str, white: str, reason: str | None) -> None:
    s = stones(black, white)
    assert s.end_reason == reason
    assert s.returns() == ([1, -1] if reason else [0, 0])


@pytest.mark.parametrize("centre", ["D4", None])
@pytest.mark.parametrize("last", ["C3", "C4", "D3", "D5", "E3", "E4"])
def test_a_ring_is_seen_wherever_it_closes(last: str, centre: str | None) -> None:
    cells = [c for c in ("C3", "C4", "D3", "D5", "E3", "E4", centre) if c not in (last, None)]
    s = stones(" ".join(str(c) for c in cells))
    assert not s.is_over
    s.play("A1").play(last)
    assert (s.is_over, s.end_reason, s.outcome.winners if s.outcome else None) == (True, "ring", (0,))


def test_a_full_board_is_a_draw() -> None:
    s = gc.game("havannah", size=3).from_position("1BB/BBBW/WWWWB/BBWW/WBB b")
    assert not s.is_over
    s.play("A1")
    s = gc.game("havannah", size=3).from_position("WBB/BBBW/WWWW1/BBWW/WBB b")
    assert not s.is_over
    s.play("C5")
    assert (s.is_over, s.end_reason, s.returns()) == (True, "full board", [0, 0])


@pytest.mark.parametrize("position", ["BB/WBW/WW b", "BB/3/WW w"])
def test_two_winners_are_refused(position: str) -> None:
    with pytest.raises(gc.PositionError, match="both sides"):
        gc.game("havannah", size=2).from_position(position)


# ---- swap and texts ------------------------------------------------------------------------


def test_swap_takes_over_the_stone_on_its_cell() -> None:
    s = gc.game("havannah", size=4).start().play("e1").play("Swap")
    assert s.position() == "4/5/6/7/W5/5/4 b"
    assert s.turns == ["E1", "swap"]
    assert (s.player, s.sides) == (0, ("Black", "White"))
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("swap")
    assert caught.value.reason is gc.Reason.CANNOT_SWAP
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("E1")
    assert caught.value.reason is gc.Reason.OCCUPIED


def test_names_run_up_the_columns() -> None:
    s = gc.game("havannah", size=4, swap=False).start()
    names = [f"{c}{i}" for c, n in zip("ABCDEFG", (4, 5, 6, 7, 6, 5, 4), strict=True) for i in range(1, n + 1)]
    assert s.legal_turns() == names
    largest = gc.game("havannah", size=13).start()
    assert largest.format(largest.game.num_actions - 2) == "Y13"
    for text in ("H1", "A5", "A0", "A01", "AA1", "1A", ""):
        with pytest.raises(gc.NotationError):
            s.play(text)


# ---- records and second opinions -----------------------------------------------------------


def test_a_record_of_little_golem() -> None:
    record = gc.load(RECORDS / "lg1541446_size4_swap.hgf")
    assert record.game == gc.game("havannah", "size 4")
    s = record.final_state()
    assert (len(record.turns), record.turns[:3], record.turns[-1]) == (18, ["E1", "swap", "F2"], "resign")
    assert record.players == ("P1", "P2")
    assert s.returns() == [1, -1] == list(record.result or ())


def test_random_records() -> None:
    for line in (RECORDS / "random_games.jsonl").read_text().splitlines():
        record = json.loads(line)
        s = gc.game("havannah", record["variant"]).start()
        for move, count in zip(record["moves"], record["legal_counts"], strict=True):
            assert s.num_turns() == count
            s.play(move)
        assert s.outcome.winner == {"first": 0, "second": 1}[record["result"]]


SIZES = [(2, 60), (3, 60), (4, 40), (5, 15), (8, 3)]


@pytest.mark.parametrize(("size", "games"), SIZES)
@pytest.mark.parametrize("swap", [True, False])
def test_second_opinion(size: int, games: int, swap: bool) -> None:
    for seed in range(games):
        agree(gc.game("havannah", size=size, swap=swap), Reference(size=size, swap=swap), seed)


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_many_second_opinions(size: int) -> None:
    for seed in range(1000, 1500):
        agree(gc.game("havannah", size=size), Reference(size=size), seed, every=9)


def agree_with_open_spiel(size: int, swap: bool, games: int, first: int = 0) -> None:
    """OpenSpiel numbers the cells of a rhombus around the board, from its top row; a stone on the stone is its swap."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(f"havannah(board_size={size},swap={'true' if swap else 'false'})")
    g = gc.game("havannah", size=size, swap=swap)
    q_r = [(q, r) for q in range(1 - size, size) for r in range(1 - size, size) if abs(q + r) < size]
    action = [(q + size - 1) + (size - 1 - r) * (2 * size - 1) for q, r in q_r]
    for seed in range(first, first + games):
        s, t, rng = g.start(), theirs.new_initial_state(), gc.Rng(seed)
        while not s.is_over:
            assert s.player == t.current_player()
            stone = action[s.actions[0]] if s.actions else -1
            mapped = [action[a] if a < len(action) else stone for a in s.legal_actions()]
            assert sorted(mapped) == t.legal_actions()
            a = s.random_action(rng)
            s.play(a)
            t.apply_action(action[a] if a < len(action) else stone)
        assert t.is_terminal()
        assert s.returns() == t.returns()


@pytest.mark.parametrize("swap", [True, False])
@pytest.mark.parametrize("size", [2, 3, 4, 8])
def test_some_games_against_open_spiel(size: int, swap: bool) -> None:
    agree_with_open_spiel(size, swap, 6)


@pytest.mark.peers
@pytest.mark.parametrize("swap", [True, False])
@pytest.mark.parametrize("size", [3, 4, 5, 6, 8])
def test_against_open_spiel(size: int, swap: bool) -> None:
    agree_with_open_spiel(size, swap, 1000, 100)

"""Reversi: check figures, worked positions, transcripts, records, and second opinions."""

from __future__ import annotations

import json
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree, agree_with_open_spiel
from reference.reversi import Reference

RECORDS = Path(__file__).parent.parent / "records" / "reversi"

PERFT = {
    4: [4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112],
    6: [4, 12, 56, 244, 1364, 7604, 47740],
    8: [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
    10: [4, 12, 56, 244, 1396, 8200],
    12: [4, 12, 56, 244, 1396, 8200],
}


# ---- counts -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", PERFT)
def test_perft(size: int) -> None:
    g = gc.game("reversi", size=size)
    for depth, figure in enumerate(PERFT[size], 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


@pytest.mark.slow
def test_perft_of_the_published_tables() -> None:
    """The tables go on counting games that are over; the shortest ones, after nine moves, are 228."""
    g = gc.game("reversi")
    assert g.perft(10) == 24571284 - 228


def test_all_games_on_the_smallest_board() -> None:
    """There are 60060, and with best play White wins by eight."""
    finished = 0
    known: dict[str, float] = {}

    def walk(s: gc.State) -> None:
        nonlocal finished
        if s.is_over:
            finished += 1
        for action in s.legal_actions():
            walk(s.play(action))
            s.undo()

    def best(s: gc.State) -> float:
        if s.is_over:
            black, white = s.scores()
            return black - white
        position = s.position()
        if position not in known:
            choose = min if s.player else max
            known[position] = choose(best(s.copy().play(action)) for action in s.legal_actions())
        return known[position]

    start = gc.game("reversi", size=4).start()
    walk(start.copy())
    assert finished == 60060
    assert best(start) == -8


# ---- single positions -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "white", "black"),
    [
        (4, "b2 c3", "c2 b3"),
        (6, "c3 d4", "d3 c4"),
        (8, "d4 e5", "e4 d5"),
        (10, "e5 f6", "f5 e6"),
        (12, "f6 g7", "g6 f7"),
    ],
)
def test_start(size: int, white: str, black: str) -> None:
    s = gc.game("reversi", size=size).start()
    names = [f"{chr(97 + c)}{r + 1}" for r in range(size) for c in range(size)]
    disks = {name: c for name, c in zip(names, s.cells(), strict=True) if c != "."}
    assert disks == {**dict.fromkeys(white.split(), "W"), **dict.fromkeys(black.split(), "B")}
    assert s.sides[s.player] == "Black"


def test_first_moves() -> None:
    s = gc.game("reversi").start()
    assert sorted(s.legal_moves()) == ["c4", "d3", "e6", "f5"]
    s.play("F5")
    assert sorted(s.legal_moves()) == ["d6", "f4", "f6"]
    assert s.position() == "8/8/8/3WB3/3BBB2/8/8/8 w"


def test_flips_go_in_every_direction_and_no_further() -> None:
    """The disk on c3 flips all round; e2 is enclosed only then, by a flipped disk, and stays."""
    s = gc.game("reversi").from_position("B1B1B3/1WWWWB2/BW1WB3/1WWWB3/B1BBB3/8/8/8 b")
    assert s.play("c3").position() == "B1B1B3/1BBBWB2/BBBBB3/1BBBB3/B1BBB3/8/8/8 w"


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        ("8/8/8/3WB3/3BW3/8/8/8 b", "e4", "occupied"),
        ("8/8/8/3WB3/3BW3/8/8/8 b", "a1", "no_capture"),
        ("8/8/8/3WB3/3BW3/8/8/8 b", "pass", "cannot_pass"),
        ("8/8/8/3BW3/3BB3/8/8/8 w", "a1", "no_capture"),
        ("BW6/8/8/3BB3/3BB3/8/8/8 w", "c1", "must_pass"),
        ("8/8/8/3BB3/3BB3/8/8/8 w", "a1", "game_over"),
    ],
)
def test_reasons(position: str, text: str, reason: str) -> None:
    s = gc.game("reversi").from_position(position)
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play(text)
    assert caught.value.reason.value == reason


def test_empty_cells_count_for_nobody() -> None:
    """One of the shortest games: after nine moves White has no disk left."""
    s = replay(["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"])
    assert s.is_over
    assert s.scores() == [13, 0]
    assert s.outcome == ((0,), "disk count")
    assert s.returns() == [1, -1]


@pytest.mark.parametrize(
    "text",
    [
        "8/8/8/3W4/3BW3/8/8/8 b",  # the middle is not full
        "8/8/8/3WB3/3BW3/8/8 b",
        "8/8/8/3WB3/3BW3/8/8/8",
        "8/8/8/3WB3/3BW3/8/8/8 x",
        "-" * 64 + " X",
        "-" * 63 + " X",
    ],
)
def test_positions_that_are_none(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("reversi").from_position(text)


def test_position_of_the_endgame_suites() -> None:
    """The first of the FFO positions, number 40."""
    line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
    s = gc.game("reversi").from_position(line)
    assert s.sides[s.player] == "Black"
    assert s.scores() == [12, 32]
    assert "a2" in s.legal_moves()


@pytest.mark.parametrize("size", [2, 5, 7, 14, 0])
def test_sizes_are_even_and_bounded(size: int) -> None:
    with pytest.raises(gc.VariantError, match="from 4 to 12"):
        gc.game("reversi", size=size)


# ---- whole games ----------------------------------------------------------------------------


def replay(moves: list[str], size: int = 8) -> gc.State:
    """Plays the moves, and forced passes that they leave out."""
    s = gc.game("reversi", size=size).start()
    for move in moves:
        if move != "pass" and s.legal_moves() == ["pass"]:
            s.play("pass")
        s.play(move)
    return s


def test_transcript_without_passes() -> None:
    text = (
        "F5D6C3D3C4F4F6G5E6C5F3F7E3E7B6B5C6B4D7B3G6C2A5A6A4H5A7E2F2C8E1G4D2C7E8G3H3H4H6D8F8D1F1A3A2G8C1B2A1"
        "B7G2H1H2G1A8B8H8H7G7B1"
    )
    s = replay([text[i : i + 2] for i in range(0, len(text), 2)])
    assert s.is_over
    assert s.scores() == [24, 40]
    assert s.turns[-4:] == ["pass", "g7", "pass", "b1"]


@pytest.mark.parametrize("name", ["eothello2372390.txt", "php2.txt"])
def test_records_of_people(name: str) -> None:
    head, moves = (RECORDS / name).read_text().splitlines()
    s = replay(moves.split())
    assert s.is_over
    assert s.turns == moves.split()
    black, white = s.scores()
    assert head == f"# final: black {black:.0f}, white {white:.0f}"


def test_random_records() -> None:
    for line in (RECORDS / "random_games.jsonl").read_text().splitlines():
        record = json.loads(line)
        s = gc.game("reversi", size=int(record["variant"].split("x")[0])).start()
        for move, count in zip(record["moves"], record["legal_counts"], strict=True):
            assert s.num_turns() == count
            s.play(move)
        assert s.is_over
        assert s.scores() == record["result"]


# ---- second opinions --------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(4, 100), (6, 40), (8, 20), (10, 8), (12, 4)])
def test_second_opinion(size: int, games: int) -> None:
    for seed in range(games):
        agree(gc.game("reversi", size=size), Reference(size=size), seed)


@pytest.mark.peers
def test_against_open_spiel() -> None:
    agree_with_open_spiel(gc.game("reversi"), "othello", 10_000)

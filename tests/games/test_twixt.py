"""Twixt: check figures, worked positions, links and their removal, records, and a second opinion."""

from __future__ import annotations

from pathlib import Path

import gamecore as gc
import numpy as np
import pytest
from compare import agree
from reference.twixt import Reference
from transcripts import RECORDS, replay_random_games

PERFT = [
    (4, False, [8, 60, 392, 2376, 12192, 57024]),
    (4, True, [8, 68, 452, 2768, 14568, 69216]),
    (5, False, [15, 216, 2898, 37188]),
    (5, True, [15, 231, 3114, 40086]),
    (6, False, [24, 560, 12512]),
    (6, True, [24, 584, 13072]),
    (12, True, [120, 14420]),
    (24, False, [528, 278300]),
    (24, True, [528, 278828]),
    (30, True, [840, 705656]),
    (48, True, [2208]),
]


@pytest.mark.parametrize(("size", "swap", "figures"), PERFT)
def test_perft(size: int, swap: bool, figures: list[int]) -> None:
    g = gc.game("twixt", size=size, swap=swap)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


@pytest.mark.slow
def test_perft_of_the_largest_board() -> None:
    assert gc.game("twixt", "size 48").perft(2) == 4875356


REMOVALS = [
    (4, False, [8, 60, 392, 2376, 13920, 71760]),
    (4, True, [8, 68, 452, 2768, 16296, 85680]),
    (5, False, [15, 216, 2898, 37188, 522876]),
    (5, True, [15, 231, 3114, 40086, 560064]),
]


@pytest.mark.parametrize(("size", "swap", "figures"), REMOVALS)
def test_perft_with_removal(size: int, swap: bool, figures: list[int]) -> None:
    """Figures of the reference, which knows sets of links from the rules."""
    g = gc.game("twixt", size=size, swap=swap, removal=True)
    assert [g.perft(depth) for depth in range(1, len(figures) + 1)] == figures


def played(turns: str, size: int = 8, **options: bool) -> gc.State:
    s = gc.game("twixt", size=size, **options).start()
    for turn in turns.split():
        s.play(turn)
    return s


def links(s: gc.State) -> str:
    return s.position().split()[2]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ("c3 c4 d5 e5", "c3d5"),  # c4-e5 would cross it
        ("c3 b7 d5 g7 c4 g2 e5", "c3d5,c4e5"),  # own links may cross
        ("d1 a4 e3 a6 d5 g6 e7 g4 c8", "c8e7,d1e3,d5e3,d5e7"),
    ],
)
def test_worked_positions(turns: str, expected: str) -> None:
    s = played(turns)
    assert links(s) == expected
    assert s.is_over == expected.startswith("c8")
    assert not s.is_over or s.outcome == ((0,), "connection")


def test_who_may_go_where() -> None:
    s = played("c3")
    names = {f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)}
    corners = {"a1", "h1", "a8", "h8"}
    ends = {name for name in names if name[1] in "18"}
    sides = {name for name in names if name[0] in "ah"}
    assert set(gc.game("twixt", size=8).start().legal_moves()) == names - sides
    assert set(s.legal_moves()) == names - ends - {"c3"} | {"swap"}
    for turn, reason in (("c1", "off_board"), ("a1", "off_board"), ("c3", "occupied")):
        with pytest.raises(gc.IllegalMoveError) as caught:
            s.play(turn)
        assert caught.value.reason == reason
    assert corners.isdisjoint(cell.name for cell in s.game.drawing(s).board.cells.values())


def test_swap_mirrors_the_peg_and_keeps_the_seats() -> None:
    s = played("d1 swap")
    assert s.position() == "8/8/8/B7/8/8/8/8 w -"
    assert (s.player, s.sides) == (0, ("White", "Black"))
    with pytest.raises(gc.IllegalMoveError):
        s.play("swap")
    with pytest.raises(gc.IllegalMoveError):
        played("c3", swap=False).play("swap")


def test_a_draw_when_no_hole_is_left_to_the_player_to_move() -> None:
    rng = gc.Rng(1)
    drawn = [
        s for s in (gc.game("twixt", size=5).start().play_random(30, rng) for _ in range(300)) if not any(s.returns())
    ]
    assert drawn
    for s in drawn:
        assert s.outcome == ((), "no legal move")
        rows = s.position().split()[0]
        assert gc.game("twixt", size=5).from_position(s.position()).is_over, rows


# ---- taking links off -----------------------------------------------------------------------


def test_a_link_taken_off_makes_way() -> None:
    s = played("c3 c4 d5 h5 -c3d5,g7 e5", removal=True)
    assert links(s) == "c4e5"
    assert s.turns[-2:] == ["-c3d5,g7", "e5"]


def test_removals_in_any_order_and_spelling() -> None:
    before = played("c3 b7 d5 g7 c4 g2 e5 g5", removal=True)
    assert before.num_turns() == 4 * (before.num_legal - 2)
    for text in ("-c3d5,-c4e5,f8", "-E5C4 -d5c3 F8", "f8; -c4e5; -c3d5", "-c4-e5,-c3-d5, f8"):
        s = before.copy().play(text)
        assert (links(s), s.turns[-1], s.in_turn) == ("-", "-c3d5,-c4e5,f8", False)
    s = before.copy().play("-c4e5")
    assert (s.in_turn, s.player, s.position().split()[1:]) == (True, 0, ["w-", "c3d5"])
    assert s.game.from_position(s.position()).in_turn
    assert s.play("f8").turns[-1] == "-c4e5,f8"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("-c3d5,-c3d5,f7", gc.IllegalMoveError),
        ("-c3e4,f7", gc.IllegalMoveError),
        ("-g5g7,f7", gc.NotationError),
        ("-g7e6", gc.IllegalMoveError),  # Black's
        ("-c3d5,f7,f6", gc.NotationError),
        ("-c3d5,c3", gc.IllegalMoveError),
        ("-c3", gc.NotationError),
        ("-", gc.NotationError),
        (",", gc.NotationError),
    ],
)
def test_wrong_removals(text: str, error: type[Exception]) -> None:
    s = played("c3 g7 d5 e6", removal=True)
    before = s.position()
    with pytest.raises(error):
        s.play(text)
    assert s.position() == before


def test_without_the_option_a_swap_is_no_link() -> None:
    s = played("c3 g7", swap=False, removal=True)
    for read in (s.parse, s.parse_turn, s.play):
        with pytest.raises(gc.IllegalMoveError, match="without it"):
            read("swap")


def test_without_the_option_links_stay() -> None:
    with pytest.raises(gc.IllegalMoveError) as caught:
        played("c3 c4 d5 h5 -c3d5,g7")
    assert caught.value.reason is gc.Reason.NOT_OFFERED


def test_connection_after_a_removal() -> None:
    """A chain cut in its middle is joined to the border no more; what is joined again wins."""
    s = played("d1 a4 e3 a6 d5 g6 -d1e3,e7 g4 c8", removal=True)
    assert not s.is_over
    s.play("g2").play("d2").play("g5").play("f1")
    assert s.outcome == ((0,), "connection")


# ---- positions, texts, planes -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8/8/2W5/8/3W4/8/8/8 b c3d6", "knight's move"),
        ("8/8/2W5/8/3B4/8/8/8 b c3d5", "one side"),
        ("8/8/2W5/2B5/3WB3/8/8/8 b c3d5,c4e5", "crosses"),
        ("W7/8/8/8/8/8/8/8 b -", "a1"),
        ("3B4/8/8/8/8/8/8/8 b -", "d1"),
        ("8/8/8/W7/8/8/8/8 b -", "a4"),
        ("8/8/8/8/8/8/8/8 w- -", "side to move"),
        ("8/8/2W5/8/3W4/8/8/8 b", "3 are expected"),
        ("8/8/2W5/8/3W4/8/8/8 b c3d5,", "no cell"),
    ],
)
def test_positions_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(gc.PositionError, match=message):
        gc.game("twixt", size=8).from_position(text)


def test_a_position_takes_its_links_in_any_order() -> None:
    g = gc.game("twixt", size=8, removal=True)
    s = g.from_position("8/8/2W5/2W5/3WW3/8/8/8 b E5C4,c3d5")
    assert links(s) == "c3d5,c4e5"
    with pytest.raises(gc.PositionError, match="taken off"):
        g.from_position("8/8/2W5/8/3W4/8/8/8 b- c3d5")


def test_planes() -> None:
    s = played("c3 c4 d5")
    for seat, (own, other) in enumerate([(2, 6), (6, 2)]):
        seen = s.observation(seat)
        assert np.argwhere(seen[own : own + 4]).tolist() == [[1, 2, 2]]  # from c3, one column and two rows on
        assert not seen[other : other + 4].any()
        assert seen[:2].sum(axis=(1, 2)).tolist() == [[2, 1], [1, 2]][seat]
        assert seen[10].all() == (seat == 0)
        assert not seen[11].any()


def test_links_are_drawn() -> None:
    assert str(played("c3 b7 d5 g7 c4 g2 e5")).splitlines()[5:9] == [
        "3 .   .   O   .   .   .   .   .",
        "           \\",
        "4 .   .   O \\ .   .   .   .   .",
        "             `-.",
    ]


# ---- records -----------------------------------------------------------------------------------


def test_random_records() -> None:
    assert replay_random_games("twixt", lambda row: gc.game("twixt", size=int(row["variant"].split()[1])).start()) == 3


def test_moves_without_a_winner() -> None:
    s = gc.game("twixt").start()
    for move in (RECORDS / "twixt" / "no_winner_24_58plies.txt").read_text().split():
        s.play(move)
    assert (len(s.turns), s.is_over) == (58, False)


@pytest.mark.parametrize(
    ("name", "size", "turns", "end"),
    [
        ("lg1107581_24_swap", 24, ["c8", "swap", "j10"], (1,)),
        ("lg2206555_24", 24, ["d4", "t8", "k10"], (0,)),
        ("lg2232217_24_draw_offer_unfinished", 24, ["e3", "f6", "p10"], None),
        ("lg2298348_48", 48, ["as14", "af32", "x30", "q17", "ab21", "x28"], (1,)),
    ],
)
def test_little_golem(name: str, size: int, turns: list[str], end: tuple[int, ...] | None) -> None:
    record = gc.load(RECORDS / "twixt" / f"{name}.tsgf")
    s = record.check()
    assert (record.game, s.turns[: len(turns)]) == (gc.game("twixt", size=size), turns)
    assert (s.outcome.winners if s.outcome else None) == end
    if "draw" in name:
        assert "q9" in s.turns  # offered a draw


def test_coordinates_behind_z(tmp_path: Path) -> None:
    """Characters, bytes of two charsets, and numbers in braces."""
    head = b"(;FF[4]EV[twixt.ld.SIZE48]SZ[48]"
    for first, second in ((b"|u", b"{{"), (b"{{124}}u", b"{{{123}}"), (b"|{{117}}", b"{{123}}{{123}}|draw")):
        assert gc.loads(head + b";b[" + first + b"];r[" + second + b"])").turns == ["ab21", "aa27"]
    moves = [(b"\x7f\x80", "ae32"), (b"\x80|", "af28"), (b"\x85\x8d", "ak45"), (b"\x8e{{143}}", "at47")]
    data = head + b"".join(b";%c[%s]" % (b"br"[i % 2], move) for i, (move, _) in enumerate(moves)) + b")"
    path = tmp_path / "game.tsgf"
    path.write_bytes(data)
    record = gc.load(path)
    assert record.turns == [name for _, name in moves]
    gc.dump(record, path, "sgf")
    assert gc.load(path).turns == record.turns
    assert b";b[{{127}}{{128}}];r[{{128}}|];b[" in path.read_bytes()
    for wrong in (b"a", b"abc", b"||draw", b"{{12", b"{{50}}a", b"a1", b"ab|drawn", b"\xff\xff"):
        with pytest.raises(gc.GamecoreError):
            gc.loads(head + b";b[" + wrong + b"])").check()


def test_removals_in_sgf() -> None:
    s = played("c3 c4 d5 h5 -c3d5,g7 e5", removal=True)
    text = gc.dumps(gc.Record.from_state(s), format="sgf")
    assert ";XA[-c3d5,g7];r[ee]" in text
    assert gc.loads(text).final_state() == s


# ---- second opinion ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 5, 6, 8, 12])
@pytest.mark.parametrize("swap", [True, False])
def test_second_opinion(size: int, swap: bool) -> None:
    for seed in range(12):
        agree(gc.game("twixt", size=size, swap=swap), Reference(size=size, swap=swap), seed)


@pytest.mark.parametrize("size", [4, 5, 6, 8])
@pytest.mark.parametrize("swap", [True, False])
def test_second_opinion_with_removal(size: int, swap: bool) -> None:
    game = gc.game("twixt", size=size, swap=swap, removal=True)
    for seed in range(12):
        agree(game, Reference(size=size, swap=swap, removal=True), seed, most=300)


def test_second_opinion_on_the_usual_board() -> None:
    agree(gc.game("twixt"), Reference(), 1, every=60)


@pytest.mark.slow
@pytest.mark.parametrize("removal", [True, False])
@pytest.mark.parametrize("size", [4, 5, 6, 7, 8])
def test_second_opinion_at_length(size: int, removal: bool) -> None:
    for seed in range(400):
        swap = seed % 2 == 0
        game = gc.game("twixt", size=size, swap=swap, removal=removal)
        agree(game, Reference(size=size, swap=swap, removal=removal), seed, most=500)

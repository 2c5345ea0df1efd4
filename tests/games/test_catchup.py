"""Catchup: check figures, limits of turns, results, random boards, positions, records and a second opinion."""

from __future__ import annotations

import random

import gamecore as gc
import pytest
from compare import agree
from reference.catchup import Reference
from transcripts import Row, random_games, replay_random_games


def board(size: int, white: str = "", black: str = "", turn: str = "w 2 -") -> gc.State:
    """A position of a regular board from lists of cells."""
    game = gc.game("catchup", size=size)
    pieces = dict.fromkeys(white.split(), "W") | dict.fromkeys(black.split(), "B")
    columns = [min(size + i, 3 * size - 2 - i) for i in range(2 * size - 1)]
    rows = ["".join(pieces.pop(f"{chr(97 + i)}{k + 1}", ".") for k in range(n)) for i, n in enumerate(columns)]
    assert not pieces
    return game.from_position(f"{'/'.join(rows)} {turn}")


def left(s: gc.State) -> int:
    return s.info()["stones_left"]


# ---- check figures --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "figures"),
    [
        (2, [7, 147, 1920, 10386, 21120, 17640]),
        (3, [19, 3249, 847518, 278207256]),
        (5, [61, 111630]),
        (7, [127, 1016127]),
    ],
)
def test_perft(size: int, figures: list[int]) -> None:
    g = gc.game("catchup", size=size)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == figure


def test_counting_turns_agrees_with_listing_them() -> None:
    g = gc.game("catchup", size=3)
    for seed in range(30):
        s, rng = g.start(), gc.Rng(seed)
        while not s.is_over:
            turns = s.legal_turns()
            assert s.num_turns() == len(turns) == len(set(turns))
            s.play_random(1, rng)


# ---- turns ----------------------------------------------------------------------------------


def test_worked_limits() -> None:
    apart = gc.game("catchup").start().play("e5").play("a1,i1")
    assert (apart.scores(), left(apart)) == ([1, 1], 2)
    s = gc.game("catchup").start()
    assert left(s) == 1
    s.play("e5")
    assert left(s) == 2  # the first stone leaves the score at 1
    s.play("a1,a2")
    assert (s.scores(), left(s)) == ([1, 2], 3)
    assert s.num_turns() == 58 + 58 * 57 // 2 + 58 * 57 * 56 // 6
    s.play("e6,e7,e8")
    assert (s.scores(), left(s)) == ([4, 2], 3)
    s.play("i1")
    assert (s.scores(), left(s)) == ([4, 2], 2)


def test_who_leads_gives_three_only_when_he_has_just_gained() -> None:
    s = gc.game("catchup").start().play("e5").play("a1,a2").play("e6,e7,e8")
    s.play("a3")  # Black rises to 3, but White has 4
    assert (s.scores(), left(s)) == ([4, 3], 2)
    s.play("i1").play("a4")  # and now to 4
    assert (s.scores(), left(s)) == ([4, 4], 3)


def test_the_last_turns_are_short() -> None:
    s = board(2, "a1 a2", "b1 b2 c1 c2", "w 1 -")
    assert s.legal_turns() == ["b3"]
    assert s.play("b3").is_over
    assert (s.in_turn, left(s)) == (False, 0)


def test_texts_of_turns() -> None:
    s = gc.game("catchup").start().play("e5").play("a1,a2")
    for text in ("d4,f5", "F5 D4", "f5;d4", "f5+d4", " f5 , d4 "):
        t = s.copy().play(text)
        assert t.turns[-1] == "d4,f5"
        assert not t.in_turn
    assert s.copy().play("i1,b2,b1").turns[-1] == "b1,b2,i1"
    assert s.copy().play_step("d4").play_step("done").turns[-1] == "d4"
    assert s.copy().play_step("d4").play("f5") == s.copy().play("d4,f5")
    for text in ("", "done", "pass", "e5", "d4,d4", "d4,e5", "b1,b2,b3,b4", "a9", "0:0"):
        with pytest.raises(gc.GamecoreError):
            s.play(text)
        assert s.turns == ["e5", "a1,a2"]


def test_why_a_step_is_not_legal() -> None:
    s = gc.game("catchup").start()
    assert s.why_illegal(61) == "cannot_pass"
    s.play("a1").play_step("a2")
    assert (s.why_illegal(61), s.why_illegal(0), s.why_illegal(62)) == (None, "occupied", "out_of_range")


# ---- results --------------------------------------------------------------------------------


def line(stones: str) -> gc.State:
    """A finished game on a board that is one long line."""
    cells = ",".join(f"{q}:0" for q in range(len(stones)))
    return gc.game("catchup", "random board").from_position(f"{cells} {'/'.join(stones)} w 0 -")


@pytest.mark.parametrize(
    ("stones", "winner"),
    [
        ("WWWWWWWBBBBBBBWWWBBBWBBW", 1),  # 7,3,1,1 against 7,3,2
        ("BWWWWWWBBBBBBWWBB", 1),  # 6,2 against 6,2,1
        ("WBBBBBBWWWWWWBBWW", 0),
        ("WWWBBWBBWBBW", 0),
        ("WWBBWB", None),
        ("BBWWB", 1),
        ("W", 0),
    ],
)
def test_groups_are_compared_term_by_term(stones: str, winner: int | None) -> None:
    s = line(stones)
    assert s.is_over
    assert s.outcome == (((winner,), "larger groups") if winner is not None else ((), "equal groups"))
    assert s.scores() == [max(map(len, stones.replace("BW"[side], " ").split() or ["."])) for side in (0, 1)]


def test_equal_groups_on_an_even_board_are_a_draw() -> None:
    s = gc.game("catchup", "random board").start(setup="0:0 1:0").play("0:0").play("1:0")
    assert (s.outcome, s.returns()) == (((), "equal groups"), [0, 0])


def test_a_game_ends_on_a_full_board() -> None:
    for seed in range(20):
        s = gc.game("catchup", size=4).start().play_random(200, gc.Rng(seed))
        assert "." not in s.cells()
        assert s.outcome is not None
        assert s.outcome.winner is not None


# ---- random boards --------------------------------------------------------------------------


def test_random_boards_are_drawn() -> None:
    g = gc.game("catchup", "random board")
    assert (g.has_random_start, g.num_actions, g.observation_shape) == (True, 128, (10, 1, 127))
    s = g.start(1)
    assert s.setup == g.start(1).setup != g.start(2).setup
    assert s.setup is not None
    names = s.setup.split()
    places = [tuple(map(int, name.split(":"))) for name in names]
    assert places == sorted(set(places))
    assert (0, 0) in places
    assert len(places) == len(s.cells()) == s.num_turns() == 61
    assert s.legal_turns() == s.legal_moves() == names
    assert g.start(setup=s.setup) == s != g.start(2)
    assert gc.game("catchup", "random board", size=3).start(1).num_turns() == 19


def test_boards_grow_as_the_rules_say() -> None:
    """The columns that boards of seven cells span, beside boards grown here."""
    g = gc.game("catchup", "random board", size=2)
    n = 2000
    spans = []
    for seed in range(n):
        cells = {tuple(map(int, name.split(":"))) for name in str(g.start(seed).setup).split()}
        spans.append(max(q for q, _ in cells) - min(q for q, _ in cells))
    rng, theirs = random.Random(1), []
    for _ in range(n):
        own = {(0, 0)}
        while len(own) < 7:
            steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
            own.add(rng.choice(sorted({(q + a, r + b) for q, r in own for a, b in steps} - own)))
        theirs.append(max(q for q, _ in own) - min(q for q, _ in own))
    assert abs(sum(spans) - sum(theirs)) / n < 0.1


def test_boards_that_are_given() -> None:
    g = gc.game("catchup", "random board")
    s = g.start(setup="0:0, -1:1 -1:0")
    assert s.setup == "-1:0 -1:1 0:0"
    s.play("0:0").play("-1:1,-1:0")
    assert (s.turns, s.scores(), s.is_over) == (["0:0", "-1:0,-1:1"], [1, 2], True)
    assert s.position() == "-1:0,-1:1,0:0 BB/W w 0 -"
    far = g.start(setup=" ".join(f"{-9999 + i}:{9999 - i}" for i in range(127)))
    assert far.play("-9999:9999").num_turns() == 126 + 126 * 125 // 2
    assert g.start(setup="5:5").play("5:5").is_over
    assert s.copy().why_illegal(100) == "game_over"
    assert g.start(setup="5:5 5:6").why_illegal(2) == "off_board"


@pytest.mark.parametrize(
    "setup",
    [
        "",
        "0",
        "0:0:0",
        "a:b",
        "0:0 2:0",
        "0:0 1:1",
        "0:0 0:0",
        "10000:0",
        "-2147483648:0",
        "0:99999999999",
        "-9999:0 9999:0",
        " ".join(f"{i}:0" for i in range(128)),
        "0:0 " * 20_000,
        "x" * 100_000,
    ],
)
def test_unsound_boards_are_refused(setup: str) -> None:
    g = gc.game("catchup", "random board")
    for read in (lambda: g.start(setup=setup), lambda: g.from_position(f"{setup.replace(' ', ',')} 1 w 1 -")):
        with pytest.raises(gc.PositionError):
            read()
    with pytest.raises(gc.PositionError):
        gc.game("catchup").start(setup=setup)


def test_the_picture_of_a_random_board_names_its_cells() -> None:
    g = gc.game("catchup", "random board")
    s = g.start(3)
    assert s.setup is not None
    svg = s.svg()
    assert all(f">{name}<" in svg for name in s.setup.split())


# ---- positions ------------------------------------------------------------------------------


def test_positions_keep_the_turn() -> None:
    s = gc.game("catchup", size=2).start().play("a1").play("b1,b2")
    assert s.position() == "W1/BB1/2 w 3 -"
    assert s.play_step("a2").position() == "WW/BB1/2 w 2 +"
    t = gc.game("catchup", size=2).from_position(s.position()).play("done").play("b3")
    assert t.position() == "WW/BBB/2 w 2 -"  # nothing was left to take: two cells
    assert gc.game("catchup", size=2).from_position("WW/BB1/2 w 2 =").play("done").position() == "WW/BB1/2 b 2 -"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2/3/2 w 1",
        "2/3/2 b 1 -",
        "2/3/2 w 2 -",
        "2/3/2 w 1 =",
        "2/3/2 w 0 -",
        "W1/3/2 b 3 -",
        "W1/3/2 b 1 -",
        "WW/1B1/2 w 3 -",
        "W1/1B1/2 w 2 =",
        "W1/1B1/2 w 1 +",
        "W1/1B1/2 w 3 +",
        "B1/BB1/2 w 1 =",
        "WW/WBB/BB w 1 -",
        "WW/WBB/BB w 1 =",
        "WW/WBB/BB w 0 =",
        "WW/WBB/BB w 0 x",
        "WW/WBB/BX w 0 -",
        "WW/WBB w 0 -",
        "0:0 WW/WBB/BB w 0 -",
    ],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("catchup", size=2).from_position(text)


def test_bounds() -> None:
    for options in ({"size": 1}, {"size": 12}, {"size": 8, "random": True}, {"random": 1}):
        with pytest.raises(gc.VariantError):
            gc.game("catchup", **options)
    for size in range(2, 12):
        g = gc.game("catchup", size=size)
        assert g.num_actions == 3 * size * (size - 1) + 2
        s = g.start().play_random(40, gc.Rng(size))
        assert g.from_position(s.position()) == s


# ---- records and second opinion -------------------------------------------------------------


def start(row: Row) -> gc.State:
    return gc.game("catchup", **VARIANTS[row["variant"]]).start(setup=row.get("cells"))


VARIANTS = {"size 3": {"size": 3}, "size 5": {}, "random board": {"random": True}}


def test_records() -> None:
    def check(row: Row, s: gc.State) -> None:
        assert s.scores() == [groups[0] for groups in row["final_groups"]]

    assert replay_random_games("catchup", start, check) == len(list(random_games("catchup")))


@pytest.mark.parametrize(
    ("options", "games", "every"),
    [({"size": 2}, 150, 1), ({"size": 3}, 60, 1), ({"size": 4}, 12, 3), ({"size": 5}, 4, 5), ({"size": 7}, 2, 9)],
    ids=str,
)
def test_second_opinion(options: dict[str, int], games: int, every: int) -> None:
    for seed in range(games):
        agree(gc.game("catchup", **options), Reference(**options), seed, every=every, most=3000)


@pytest.mark.parametrize(("size", "games", "every"), [(2, 60, 1), (3, 30, 1), (5, 4, 4), (7, 2, 9)])
def test_second_opinion_on_random_boards(size: int, games: int, every: int) -> None:
    reference = Reference(variant="random board")
    for seed in range(games):
        agree(gc.game("catchup", "random board", size=size), reference, seed, every=every, most=3000)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"size": 2}, {"size": 3}, {"random": True, "size": 3}], ids=str)
def test_second_opinion_at_length(options: dict[str, int]) -> None:
    reference = Reference(variant="random board") if "random" in options else Reference(**options)
    for seed in range(1000):
        agree(gc.game("catchup", **options), reference, 1000 + seed, most=1000)


def test_caption() -> None:
    s = gc.game("catchup").start().play("e5")
    assert str(s).endswith("Black to move, stones left: 2\nLargest groups: White 1, Black 1")

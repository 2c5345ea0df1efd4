"""Gomoku: openings counted, the worked positions, the two ends, records, and a second opinion."""

from __future__ import annotations

import gamecore as gc
import pytest
from compare import agree
from reference.gomoku import Reference

GOMOKU = gc.game("gomoku")
PRO = gc.game("gomoku", "pro")
PRO9 = gc.game("gomoku", "pro9")

# The picture of Little Golem: Black plays i6, and White can make no five any more.
SHUT_OUT = (
    "e9 c8 f8 a7 e7 e6 b5 d5 e5 g5 h5 e4 f4 i4 c3 h3 a2 f2 d1 g1",
    "g9 e8 b7 c7 f7 f6 a5 c5 f5 i5 d4 h4 b3 e3 f3 g3 e2 g2 e1 i1",
)
NO_WINDOW = "a5 b5 c4 c6 d5 e1 e2 e3 e5 e7 e8 e9 f5 g4 g6 h5 i5"


def position(game: gc.Game, black: str, white: str, rest: str) -> gc.State:
    """A position with these stones."""
    cells = gc.notation.Cells(game.options["size"], game.options["size"])
    stones = dict.fromkeys(map(cells.read, black.split()), "B") | dict.fromkeys(map(cells.read, white.split()), "W")
    n = int(game.options["size"])
    rows = ("".join(stones.get(r * n + c, ".") for c in range(n)) for r in reversed(range(n)))
    return game.from_position(f"{'/'.join(rows)} {rest}")


# ---- counts -------------------------------------------------------------------------------


def test_the_restricted_opening() -> None:
    assert [GOMOKU.perft(depth) for depth in (1, 2, 3)] == [1, 360, 110572]
    assert gc.game("gomoku", zone=5).perft(3) == 24 * 336 + 336 * 335
    inside, outside = GOMOKU.start().play("j10").play("g7"), GOMOKU.start().play("j10").play("n14")
    assert (inside.num_legal, outside.num_legal) == (308, 307)


def test_the_zone_is_that_of_the_picture() -> None:
    s = GOMOKU.start().play("j10").play("l9")
    legal = s.legal_moves()
    assert {"n9", "n11", "g14", "j15"} < set(legal)
    for cell in ("n10", "m9", "j14", "f10"):
        assert cell not in legal
        with pytest.raises(gc.IllegalMoveError) as caught:
            s.play(cell)
        assert caught.value.reason is gc.Reason.NOT_OFFERED


@pytest.mark.parametrize("game", [PRO, PRO9])
def test_pro_openings(game: gc.Game) -> None:
    n = int(game.options["size"]) ** 2
    assert game.start().num_turns() == n + n * (n - 1) * (1 + (n - 2) * (1 + (n - 3) * (1 + n - 4)))
    for k, opening in enumerate(("e5", "e5a1", "e5a1b2", "e5a1b2c3", "e5a1b2c3d4"), 1):
        s = game.start().play(opening)
        assert s.turns == [opening]
        assert (s.player, s.num_turns(), s.position().split()[1]) == (1, n - k + 1, "bw"[k % 2])
    # By steps: openings of so many stones, those that have ended before, and the answers to these.
    figures = {225: [225, 50400 + 225], 81: [81, 6480 + 81, 511920 + 6480 + 81 * 81]}[n]
    assert [game.perft(k, by="step") for k in range(1, len(figures) + 1)] == figures
    small = gc.game("gomoku", opening="pro", size=5)
    assert small.perft(1) == 25 + 25 * 24 * (1 + 23 * (1 + 22 * (1 + 21)))
    # The ways to end an opening of three stones, one by one.
    begun = small.start().play_all(range(3))
    assert len(begun.turn_steps(1000)) == begun.num_turns() == 1 + 22 * (1 + 21)


def test_windows_of_five_on_an_empty_board() -> None:
    for game, windows in ((GOMOKU, 1020), (PRO, 572), (PRO9, 140)):
        n = int(game.options["size"])
        assert 2 * n * (n - 4) + 2 * (n - 4) ** 2 == windows


# ---- ends ---------------------------------------------------------------------------------


def test_six_in_a_row_win() -> None:
    s = position(GOMOKU, "a1 b1 c1 e1 f1", "a3 b3 c3 e3 f4", "b first").play("d1")
    assert s.outcome == gc.Outcome((0,), "five in a row")


def test_the_150th_stone() -> None:
    """Groups of four stones that are broken up everywhere; the last stone is a draw unless it makes five."""
    colour = ["BBWW", "WWBB"]
    stones = {"B": [], "W": []}
    names = gc.notation.Cells(19, 19)
    for cell in range(19, 19 + 149):
        stones[colour[cell // 19 % 2][cell % 19 % 4]].append(names.names[cell])
    s = position(GOMOKU, " ".join(stones["B"]), " ".join(stones["W"]), "w first")
    assert not s.is_over
    assert s.copy().play("s19").outcome == gc.Outcome((), "150 stones")
    with pytest.raises(gc.PositionError, match="150"):
        position(GOMOKU, " ".join(stones["B"]) + " s19 s17", " ".join(stones["W"]), "w first")


def test_who_cannot_make_five_loses() -> None:
    s = position(PRO9, *SHUT_OUT, "b first")
    assert not s.is_over
    assert s.play("i6").outcome == gc.Outcome((0,), "no five possible")


def test_one_stone_less_leaves_a_window() -> None:
    stones = NO_WINDOW.split()
    assert position(PRO9, NO_WINDOW, "a1", "w second").outcome == gc.Outcome((1,), "no five possible")
    assert not position(PRO9, NO_WINDOW, "a1", "b second").is_over
    for stone in stones:
        assert not position(PRO9, " ".join(s for s in stones if s != stone), "", "w second").is_over


def test_pro_has_no_draws() -> None:
    for game in (gc.game("gomoku", opening="pro", size=5), PRO9):
        assert (abs(game.playouts(2000, seed=1).returns) == 1).all()


# ---- seats and colours ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "player", "sides"),
    [
        ("h8 a1", 0, ("Black", "White")),
        ("h8 swap", 0, ("White", "Black")),
        ("h8i9 a1", 0, ("White", "Black")),
        ("h8i9 swap", 0, ("Black", "White")),
        ("h8i9g7j7k3 swap", 0, ("White", "Black")),
    ],
)
def test_who_plays_which_colour(turns: str, player: int, sides: tuple[str, str]) -> None:
    s = PRO.start()
    for turn in turns.split():
        s.play(turn)
    assert (s.player, s.sides) == (player, sides)
    assert PRO.from_position(s.position()) == s


def test_turns_of_the_opening() -> None:
    s = PRO.start()
    s.play("h8")
    assert s.turns == ["h8"]
    with pytest.raises(gc.NotationError, match="one to five"):
        PRO.start().play("a1a2a3a4a5a6")
    with pytest.raises(gc.IllegalMoveError):
        PRO.start().play("a1a1")
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("i9").play("swap")
    assert caught.value.reason is gc.Reason.CANNOT_SWAP
    with pytest.raises(gc.NotationError):
        GOMOKU.start().play("swap")


@pytest.mark.parametrize(
    "options",
    [
        {"size": 18},
        {"size": 7},
        {"zone": 4},
        {"zone": 19},
        {"zone": "big"},
        {"opening": "pro", "zone": 5},
        {"zone": True},
    ],
)
def test_options_that_do_not_fit(options: dict[str, int | str]) -> None:
    with pytest.raises(gc.VariantError):
        gc.game("gomoku", **options)


# ---- records --------------------------------------------------------------------------------


def test_records() -> None:
    site = "(;FF[4]EV[gomoku.ch.1.1]PB[P1]PW[P2]SO[https://www.littlegolem.net];B[j10];W[k11];B[n9];W[resign])"
    record = gc.loads(site)
    assert record.game == GOMOKU
    assert record.turns == ["j10", "k11", "n9", "resign"]
    plain = gc.loads("(;GM[4]FF[4]SZ[19];B[jj];W[ki];B[nk])")
    assert plain.turns == ["j10", "k11", "n9"]
    pro = gc.Record(PRO, ["h8i9g7", "swap", "a1", "b15", "resign"])
    again = gc.loads(gc.dumps(pro, "sgf"))
    assert (again.game, again.turns) == (PRO, pro.turns)
    for options in ({"size": 15}, {"zone": 5}, {"opening": "pro", "size": 19}):
        record = gc.Record(gc.game("gomoku", **options), ["h8"] if "size" in options else ["j10"])
        assert gc.loads(gc.dumps(record, "sgf")).game == record.game


# ---- second opinion ---------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "games"), [("gomoku", 4), ("pro", 6), ("pro9", 25)])
def test_second_opinion(variant: str, games: int) -> None:
    for seed in range(games):
        agree(gc.game("gomoku", variant), Reference(variant=variant), seed, every=5)


@pytest.mark.slow
@pytest.mark.parametrize("zone", [1, 3, 9, 17])
def test_second_opinion_on_zones(zone: int) -> None:
    for seed in range(20):
        agree(gc.game("gomoku", zone=zone), Reference(zone=zone), seed, every=10)


@pytest.mark.slow
def test_second_opinion_on_many_games() -> None:
    for seed in range(1000, 3000):
        agree(PRO9, Reference(variant="pro9"), seed, every=20)


def test_drawing_shows_the_whole_opening() -> None:
    s = PRO9.start()
    assert str(s).endswith("Opening, a black stone")
    assert str(s.play_step("e5")).endswith("Opening, a white stone or done")
    s = PRO9.start().play("e5d6c4")
    assert str(s).endswith("White to move, or swap")
    assert [text in str(s) for text in ("(X)", "(O)")] == [True, True]
    assert len(s.game.drawing(s).last) == 3
    assert str(s.play("swap")).endswith("White to move")

"""Four in a row: check figures, worked games, notations, boards of all sizes, and second opinions."""

from __future__ import annotations

import gamecore as gc
import pytest
from compare import agree, agree_with_open_spiel
from reference.four_in_a_row import Reference

DRAW = "d g b d b d g e f f d e d b b a e d a e g g c g b a f f c e f b f g a a c c e c c a"


def played(turns: str, variant: str = "6x7", **options: int) -> gc.State:
    s = gc.game("four_in_a_row", variant, **options).start()
    for turn in turns.split():
        s.play(turn)
    return s


# ---- counts -------------------------------------------------------------------------------

PERFT = {
    "6x7": [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646, 1844590828],
    "8x8": [8, 64, 512, 4096, 32768, 262144, 2097152, 16553664, 131465592],
    "9x9": [9, 81, 729, 6561, 59049, 531441, 4782969, 42569793],
    "10x10": [10, 100, 1000, 10000, 100000, 1000000, 10000000, 99080380],
}
SLOW = 10_000_000


@pytest.mark.parametrize(
    ("variant", "depth"),
    [
        pytest.param(variant, depth, marks=[pytest.mark.slow] * (figure > SLOW))
        for variant, figures in PERFT.items()
        for depth, figure in enumerate(figures, 1)
    ],
)
def test_perft(variant: str, depth: int) -> None:
    g = gc.game("four_in_a_row", variant)
    assert g.perft(depth) == PERFT[variant][depth - 1]
    if depth < 7:
        assert g.perft(depth, by="step") == PERFT[variant][depth - 1]


def test_different_positions() -> None:
    layer = {"": gc.game("four_in_a_row").start()}
    for figure in (1, 7, 49, 238, 1120, 4263, 16422):
        assert len(layer) == figure
        after = [s.copy().play(action) for s in layer.values() for action in s.legal_actions()]
        layer = {s.position(): s for s in after}


@pytest.mark.slow
def test_different_positions_go_on() -> None:
    layer = {0: gc.game("four_in_a_row").start()}
    for _ in range(8):
        layer = {t.hash: t for s in layer.values() for t in (s.copy().play(a) for a in s.legal_actions())}
    assert len(layer) == 184275  # so keys are as good as positions


# ---- the end ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "turns",
    [
        "d a d a d a d",  # the fastest win: upright
        "a a b b c c d",
        "a b b c c d c d d f d",  # rising
        "g f f e e d e d d b d",  # falling
        "a a b b d d e e c",  # five
    ],
)
def test_first_player_wins(turns: str) -> None:
    s = played(turns)
    assert s.outcome == ((0,), "four in a row")
    assert s.returns() == [1, -1]
    assert s.legal_actions() == []
    assert not s.undo().is_over


def test_second_player_wins() -> None:
    s = played("d a d a d a g a")
    assert s.outcome == ((1,), "four in a row")
    assert s.player is None


def test_draw() -> None:
    s = played(DRAW)
    assert len(s.actions) == 42
    assert s.outcome == ((), "full board")
    assert s.returns() == [0, 0]


def test_last_disc_may_win() -> None:
    s = gc.game("four_in_a_row", columns=4, rows=4).from_position("1YYR/RRRY/YYRY/RYYR r")
    assert s.legal_moves() == ["a"]
    assert s.play("a").outcome == ((1,), "four in a row")


def test_reasons() -> None:
    s = played("d d d d d d")
    assert s.legal_moves() == ["a", "b", "c", "e", "f", "g"]
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("d")
    assert caught.value.reason is gc.Reason.OCCUPIED


# ---- texts --------------------------------------------------------------------------------


def test_columns_are_letters_or_numbers() -> None:
    assert played("d 4 D").turns == ["d", "d", "d"]
    assert played("10 j", "10x10").turns == ["j", "j"]
    for text in ("h", "0", "8", "d1", "44", "", "04"):
        with pytest.raises(gc.NotationError, match="a to g, or 1 to 7"):
            gc.game("four_in_a_row").start().play(text)


def test_transcripts() -> None:
    for text in ("44353", "d d c e c", "ddcec", "1. d d 2. c e 3. c", "4,4,3,5,3"):
        assert gc.loads(text).final_state().turns == ["d", "d", "c", "e", "c"]
    record = gc.loads("4444448")
    assert record.turns == list("4444448")
    with pytest.raises(gc.RecordError, match="turn 7"):
        record.check()
    nine = gc.game("four_in_a_row", "9x9")
    assert gc.loads("9991", game=nine).final_state().turns == ["i", "i", "i", "a"]
    assert gc.dumps(gc.Record.from_state(played("d d resign")), "text") == "d d resign\n"
    assert gc.loads("ddresign").final_state().outcome == ((1,), "resignation")
    with pytest.raises(gc.RecordError):
        gc.loads("d4 c3", game="four_in_a_row")


def test_position() -> None:
    s = played("4 4 3 5 3")
    assert s.position() == "7/7/7/7/2YR3/2YYR2 r"
    assert s.cells() == "..YYR....YR..." + "." * 28
    assert gc.game("four_in_a_row").from_position(s.position()) == s


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7/7/7/7/3R3/2Y4 y", "nothing under d2"),
        ("7/7/7/7/7/2YY3 r", "2 yellow and 0 red"),
        ("7/7/7/7/7/2Y4 y", "do not fit the side"),
        ("7/7/7/7/YYY4/RRRR3 r", "do not fit the side"),
        ("7/7/7/RRR4/RYYY3/YYYY3 r", "do not fit the side"),
        ("7/7/7/7/RRR4/YYYYR2 y", "the game was over before"),
        ("7/7/7/7/7/7 x", "side to move"),
        ("7/7/7/7/7/7", "fields"),
        ("7/7/7/7/7/6X y", "no piece"),
    ],
)
def test_positions_that_are_none(text: str, why: str) -> None:
    with pytest.raises(gc.PositionError, match=why):
        gc.game("four_in_a_row").from_position(text)


def test_drawing_marks_the_last_disc() -> None:
    assert str(played("d d c", columns=5, rows=4)) == (
        "4 . . . . .\n"
        "3 . . . . .\n"
        "2 . . . R .\n"
        "1 . .(Y)Y .\n"
        "  a b c d e\n"
        "Red to move"
    )  # fmt: skip


def test_observation() -> None:
    s = played("d d c")
    own, opponent, first = s.observation()
    assert own.nonzero()[0].tolist() == [1]
    assert sorted(zip(*(axis.tolist() for axis in opponent.nonzero()), strict=True)) == [(0, 2), (0, 3)]
    assert not first.any()
    assert s.observation(0)[2].all()


# ---- other boards --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "value"), [("columns", 3), ("columns", 27), ("rows", 3), ("rows", 27)])
def test_sizes_are_bounded(name: str, value: int) -> None:
    with pytest.raises(gc.VariantError, match="from 4 to 26"):
        gc.game("four_in_a_row", **{name: value})


# ---- second opinions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "rows", "games"),
    [(7, 6, 60), (8, 8, 30), (9, 9, 20), (10, 10, 20), (4, 4, 60), (4, 12, 20), (12, 4, 20), (15, 16, 4), (26, 26, 2)],
)
def test_second_opinion(columns: int, rows: int, games: int) -> None:
    game = gc.game("four_in_a_row", columns=columns, rows=rows)
    for seed in range(games):
        agree(game, Reference(columns=columns, rows=rows), seed)


@pytest.mark.peers
@pytest.mark.parametrize(("columns", "rows", "games"), [(7, 6, 10_000), (8, 8, 2000), (10, 10, 2000), (5, 4, 2000)])
def test_against_open_spiel(columns: int, rows: int, games: int) -> None:
    game = gc.game("four_in_a_row", columns=columns, rows=rows)
    agree_with_open_spiel(game, f"connect_four(columns={columns},rows={rows})", games)

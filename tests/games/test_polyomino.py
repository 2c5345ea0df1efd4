"""Polyomino: check figures and whole games of the rule file, tiles, texts, and the reference's opinion."""

from __future__ import annotations

import gamecore as gc
import numpy as np
import pytest
from compare import agree
from gamecore.games.polyomino import BOARDS, PICTURES
from gamecore.records import dumps, loads
from reference.polyomino import Reference

#: Variant, turns, number of placements at every turn after the first, squares and tiles of Blue and Orange.
GAMES = [
    (
        "mini",
        "f1g1f2g2|e4f4d5e5 swap d3e3d4 g5g6g7h7 c5b6c6c7 b3a4b4c4 h3h4h5h6 c8d8e8f8 c1c2 a7b7a8 a5 a1a2 pass g3 pass "
        "pass",
        "22,101,50,30,26,18,15,8,2,3,0,1,0,0",
        (18, 22),
        (6, 7),
    ),
    (
        "mini",
        "e5f5g5f6|h4h5g6h6 swap c3d3c4d4 e6d7e7f7 c1d1e1e2 b5c5d5 c6d6b7c7 a1a2a3a4 g7f8g8 f3g3e4f4 b2 h2 a5a6 f1g1 "
        "pass pass",
        "83,42,68,42,23,33,19,26,5,7,1,2,0,0",
        (22, 22),
        (7, 7),
    ),
    (
        "small",
        "e2f2g2h2|b6c6c7d7 swap i3j3i4i5 e6f6g6g7 j6k6i7j7 b8a9b9b10 h8f9g9h9 c11d11e11f11 j9k9i10j10 b3a4b4a5 "
        "d3d4e4d5 h11g12h12i12 k11l11k12l12 a1b1c1a2 l2l3l4l5 g4h4h5 c8d8e8 g10 h6 a11a12b12 a6a7b7a8 f8 c10d10e10 "
        "d9e9 i1j1 e3f3 b2c2 pass b11 pass pass",
        "88,136,125,127,132,76,123,59,85,46,73,34,47,19,27,13,23,12,23,6,19,2,16,1,12,0,9,0,0",
        (48, 40),
        (15, 13),
    ),
]
PICTURE = "d10d11 e8e9f9g9 c6c7d7c8 e4f4d5e5 g3h3i3j3", "e10f10f11g11 j9h10i10j10 h7g8h8i8 f5g5f6f7 j4j5j6j7"


def position(size: int, blue: str, orange: str, rest: str) -> str:
    """A position text with the squares of these tiles."""
    rows = [["."] * size for _ in range(size)]
    cells = gc.notation.Cells(size, size)
    for letter, tiles in (("B", blue), ("O", orange)):
        for cell in cells.split(tiles):
            rows[cell // size][cell % size] = letter
    return "/".join("".join(row) for row in reversed(rows)) + f" {rest}"


def placements(s: gc.State) -> int:
    return sum(action < s.game.num_actions - 2 for action in s.legal_actions())


class TestRules:
    @pytest.mark.parametrize(
        ("variant", "places", "turns"),
        [
            ("mini", [64, 112, 292, 801], 1_171_664),
            ("small", [144, 264, 724, 2097], 8_262_752),
            ("penta", [196, 364, 1012, 2973, 9184], 163_745_504),
            ("hexa", [400, 760, 2164, 6513, 20596, 67496], 8_921_227_368),
        ],
    )
    def test_places_and_first_turns(self, variant: str, places: list[int], turns: int) -> None:
        g = gc.game("polyomino", variant)
        names = g.action_names or ()
        squares = [len(g._cells.split(name)) for name in names[:-2]]
        assert [squares.count(n) for n in range(1, 7) if n in squares] == places
        assert names[-2:] == ("swap", "pass")
        assert g.perft(1) == turns

    def test_free_and_fixed_polyominoes(self) -> None:
        fixed = set[tuple[tuple[int, int], ...]]()
        g = gc.game("polyomino", "hexa")
        for name in (g.action_names or ())[:-2]:
            places = [divmod(cell, 20) for cell in g._cells.split(name)]
            row, column = (min(axis) for axis in zip(*places, strict=True))
            fixed.add(tuple(sorted((r - row, c - column) for r, c in places)))
        assert [sum(name[0] == str(n) for name in PICTURES) for n in range(1, 7)] == [1, 1, 2, 5, 12, 35]
        assert [sum(len(shape) == n for shape in fixed) for n in range(1, 7)] == [1, 2, 6, 19, 63, 216]

    @pytest.mark.parametrize("variant", ["mini", pytest.param("penta"), pytest.param("hexa", marks=pytest.mark.slow)])
    def test_first_turns_by_steps(self, variant: str) -> None:
        """Counted in another way: what is left of the places after each first tile."""
        g = gc.game("polyomino", variant)
        assert g.perft(2, by="step") == g.perft(1)

    @pytest.mark.parametrize(("blue", "orange", "counts"), [("d4", "e5e6", (97, 77)), ("a1b1a2b2", "h8", (34, 32))])
    def test_worked_positions(self, blue: str, orange: str, counts: tuple[int, int]) -> None:
        g = gc.game("polyomino")
        assert g.start().play(f"{blue}|{orange}").num_turns() == counts[0] + 1
        for colour, count in zip("bo", counts, strict=True):
            assert g.from_position(position(8, blue, orange, f"{colour} 2 0")).num_legal == count

    def test_picture_of_the_site(self) -> None:
        g = gc.game("polyomino", "small")
        s, t = (g.from_position(position(12, *PICTURE, f"{colour} 2 0")) for colour in "bo")
        assert (s.num_legal, t.num_legal) == (160, 55)
        for colour in ("blue", "orange"):
            assert sum(n for name, n in s.info().items() if name in {f"{colour}_{p}" for p in PICTURES}) == 13
        points = np.flatnonzero(s.observation(0)[2])  # the first player is Orange
        assert sorted(g._cells.names[p] for p in points) == ["d9", "e12", "h12", "h4", "k11", "k3", "k8"]

    @pytest.mark.parametrize(("variant", "turns", "counts", "squares", "tiles"), GAMES)
    def test_whole_games(
        self, variant: str, turns: str, counts: str, squares: tuple[int, int], tiles: tuple[int, int]
    ) -> None:
        s = gc.game("polyomino", variant).start()
        seen = []
        for turn in turns.split():
            if s.turns and turn != "swap":
                seen.append(str(placements(s)))
            s.play(turn)
        assert ",".join(seen) == counts
        assert s.turns == turns.split()
        assert s.outcome is not None
        info = s.info()
        assert (info["blue_squares"], info["orange_squares"]) == squares
        assert (info["blue_tiles"], info["orange_tiles"]) == tiles
        for score, points in (("tiles", tiles), ("squares", squares)):
            t = gc.game("polyomino", variant, score=score).start()
            for turn in turns.split():
                t.play(turn)
            swapped = "swap" in turns
            first = 0 if swapped else 1
            assert t.scores() == [points[first], points[1 - first]]
            assert t.returns()[0] == np.sign(points[first] - points[1 - first])


class TestSeats:
    def test_without_swap_the_second_player_is_blue(self) -> None:
        s = gc.game("polyomino").start()
        assert s.sides == ("Orange", "Blue")
        s.play("d4|e5e6")
        assert (s.player, s.sides) == (1, ("Orange", "Blue"))
        s.play("c5c6")
        assert (s.player, s.turns) == (0, ["d4|e5e6", "c5c6"])
        assert "swap" not in s.legal_moves()

    def test_swap(self) -> None:
        s = gc.game("polyomino").start().play("d4|e5e6").play("swap")
        assert (s.player, s.sides) == (0, ("Blue", "Orange"))
        assert s.num_legal == 97
        s.play("c5c6")
        assert s.player == 1
        assert s.info()["blue_tiles"] == 2

    def test_blue_may_be_shut_in_at_once(self) -> None:
        s = gc.game("polyomino").start().play("a1|b2c2")
        assert s.legal_moves() == ["swap", "pass"]
        t = s.copy().play("swap")
        assert (t.player, t.legal_moves()) == (0, ["pass"])
        s.play("pass")
        assert s.player == 0
        assert placements(s) == s.num_legal > 0


class TestTiles:
    @pytest.mark.parametrize("variant", BOARDS)
    def test_names_are_those_of_the_pictures(self, variant: str) -> None:
        """Every tile, placed as its picture, is taken out of the set under its name."""
        size, most = BOARDS[variant]
        g = gc.game("polyomino", variant)
        for name, picture in PICTURES.items():
            if int(name[0]) > most:
                continue
            rows = picture.split("/")
            marks = [(c, r) for r, row in enumerate(reversed(rows), 1) for c, mark in enumerate(row) if mark == "#"]
            cells = [f"{chr(97 + c)}{r}" for c, r in marks]
            s = g.start()
            before = s.info()
            after = s.play_step("".join(cells)).info()
            who = "left" if variant == "hexa" else "blue"
            changed = {key for key in after if after[key] != before[key]}
            assert changed == {f"{who}_{name}", "phase", "blue_tiles", "blue_squares"}, (name, size)

    def test_first_tiles_are_of_different_shapes(self) -> None:
        for variant in BOARDS:
            s = gc.game("polyomino", variant).start().play_step("a1a2")
            for tile, reason in (("d1e1", True), ("d1e1f1", False), ("a2b2c2", True)):
                assert (s.why_illegal(s.parse(tile)) is not None) == reason

    def test_a_common_set_has_each_tile_once(self) -> None:
        s = gc.game("polyomino", "hexa").start().play("j10|c3c4").play("swap")
        assert s.why_illegal(s.parse("k11")) == gc.Reason.NONE_LEFT
        assert s.why_illegal(s.parse("k11k12")) == gc.Reason.NONE_LEFT
        assert s.is_legal(s.parse("k11k12k13"))

    def test_two_sets_have_each_tile_twice(self) -> None:
        s = gc.game("polyomino", "small").start().play("b2|h8h9").play("c3").play("i10i11")
        assert s.info()["blue_1a"] == 0
        assert s.why_illegal(s.parse("d4")) == gc.Reason.NONE_LEFT

    def test_reasons(self) -> None:
        s = gc.game("polyomino").start()
        assert s.why_illegal(s.game.num_actions - 2) == gc.Reason.CANNOT_SWAP
        assert s.why_illegal(s.game.num_actions - 1) == gc.Reason.CANNOT_PASS
        s.play_step("d4d5")
        assert s.why_illegal(s.parse("d5e5f5")) == gc.Reason.OCCUPIED
        assert s.why_illegal(s.parse("e5e6")) == gc.Reason.NOT_OFFERED
        s.play_step("e5")
        for tile, reason in [
            ("d5", "occupied"),
            ("e5f5g5", "occupied"),
            ("g7g8", "none_left"),
            ("e4f4g4", "adjacent"),
            ("d6", "adjacent"),
            ("g7", "not_connected"),
        ]:
            assert s.why_illegal(s.parse(tile)) == gc.Reason(reason), tile


class TestRandomSteps:
    @pytest.mark.parametrize(("variant", "steps"), [("mini", 2), ("mini", 8), ("small", 24), ("penta", 22)])
    def test_random_steps_are_uniform(self, variant: str, steps: int) -> None:
        """Drawn by tries or out of the list: the mean square of the deviations is as it should be (chi square)."""
        s = gc.game("polyomino", variant).start().play_random(steps, gc.Rng(8))
        legal, rng = s.legal_actions(), gc.Rng(9)
        assert 4 < len(legal) < 200
        draws = 100 * len(legal)
        counts = np.bincount([legal.index(s.random_action(rng)) for _ in range(draws)], minlength=len(legal))
        deviation = float(((counts - 100) ** 2 / 100).sum())
        freedom = len(legal) - 1
        assert abs(deviation - freedom) < 5 * (2 * freedom) ** 0.5


class TestTexts:
    def test_squares_in_any_order_and_spelling(self) -> None:
        g = gc.game("polyomino")
        s = g.start().play("F1 g1,f2g2 | d5e5e4f4")
        assert s.turns == ["f1g1f2g2|e4f4d5e5"]
        s = g.start().play("g2g1f2f1").play("f4e4e5d5")
        assert s.turns == ["f1g1f2g2|e4f4d5e5"]

    @pytest.mark.parametrize("text", ["a1a1", "a1c1", "a1a2a3a4a5", "i9", "a1|", "|a1", "a1|b2|c3", "a0", "", "swap"])
    def test_what_is_no_turn(self, text: str) -> None:
        s = gc.game("polyomino").start()
        with pytest.raises((gc.NotationError, gc.IllegalMoveError)):
            s.play(text)
        assert not s.history

    def test_lines_of_turns(self) -> None:
        for variant, turns, *_ in GAMES:
            record = loads(f"# a game\n{turns}\n")
            assert (record.game.slug, record.game.variant) == ("polyomino", variant)
            assert record.final_state().is_over
            assert dumps(record, format="text").strip() == turns
        with pytest.raises(gc.RecordError, match="two tiles"):
            loads("a1 b2c2", game="polyomino")
        for line, variant in [("a1|b2b3b4b5b6 swap", "penta"), ("t20|a1", "hexa"), ("l9|a1 resign", "small")]:
            assert loads(line).game.variant == variant

    def test_positions(self) -> None:
        g = gc.game("polyomino")
        assert g.start().position() == "8/8/8/8/8/8/8/8 b - 0"
        s = g.start().play_step("d4")
        assert s.position() == "8/8/8/8/3B4/8/8/8 o - 0"
        assert s.play_step("e5e6").position() == "8/8/4O3/4O3/3B4/8/8/8 b - 0"
        assert s.play("swap").position() == "8/8/4O3/4O3/3B4/8/8/8 b 1 0"

    @pytest.mark.parametrize(
        ("rows", "rest"),
        [
            ("8/8/8/8/8/8/8/8", "o - 0"),
            ("8/8/8/8/8/8/8/8", "b 1 0"),
            ("8/8/4O3/4O3/3B4/8/8/8", "b - 1"),
            ("8/8/4O3/4O3/3B4/8/8/8", "o 2 1"),  # Blue could place
            ("8/8/4O3/4O3/3B4/8/8/8", "b 1 2"),
            ("8/8/4O3/4O3/3B4/8/8/8", "o - 0"),
            ("8/8/4O3/8/3B4/8/8/8", "b - 0"),  # the same tile
            ("8/8/4O3/4O3/3B4/8/8/B7", "b 1 0"),  # two monominoes
            ("8/8/4O3/4O3/3B4/8/BB6/BBB5", "b 1 0"),  # five squares
            ("8/8/4O3/4O3/3B4/8/8/BBBBBBBB", "b 1 0"),
            ("O7/O7/O7/O7/O7/O7/O7/O2B4", "b 1 0"),
        ],
    )
    def test_positions_that_do_not_fit(self, rows: str, rest: str) -> None:
        with pytest.raises(gc.PositionError):
            gc.game("polyomino").from_position(f"{rows} {rest}")

    def test_drawing_shows_what_is_left(self) -> None:
        s = gc.game("polyomino").start()
        assert str(s).endswith("First player: a blue tile")
        s.play("d4|e5e6")
        assert "Blue    2a 3a 3b" in str(s)
        assert "Orange  1a 3a 3b" in str(s)
        assert "(A)" in str(s)
        assert "(B)" in str(s)
        assert "<title>blue 2a</title>" in s.svg()
        assert "Left  1a 2a 3a" in str(gc.game("polyomino", "hexa").start())


SECOND = [("mini", 40), ("small", 8), ("penta", 4)]


@pytest.mark.parametrize(("variant", "games"), SECOND)
@pytest.mark.parametrize("score", ["tiles", "squares"])
def test_second_opinion(variant: str, games: int, score: str) -> None:
    game, reference = gc.game("polyomino", variant, score=score), Reference(variant=variant, score=score)
    for seed in range(games):
        agree(game, reference, seed)


def test_second_opinion_on_the_largest_board() -> None:
    agree(gc.game("polyomino", "hexa"), Reference(variant="hexa"), 0, every=8)


def test_second_opinion_on_first_turns() -> None:
    for variant in BOARDS:
        game, reference, rng = gc.game("polyomino", variant), Reference(variant=variant), gc.Rng(1)
        names = game.action_names or ()
        for _ in range(50):
            first, second = (names[rng.below(game.num_actions - 2)] for _ in range(2))
            s = game.start().play_step(first)
            assert s.is_legal(s.parse(second)) == reference.is_legal(f"{first}|{second}"), (first, second)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "games"), [("mini", 2000), ("small", 200), ("penta", 60), ("hexa", 4)])
def test_second_opinion_long(variant: str, games: int) -> None:
    game, reference = gc.game("polyomino", variant), Reference(variant=variant)
    for seed in range(1000, 1000 + games):
        agree(game, reference, seed)

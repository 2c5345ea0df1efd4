"""EinStein würfelt nicht!: figures, worked positions, texts, secret set-ups, matches, second opinions."""

from __future__ import annotations

import random
import re

import gamecore as gc
import pytest
import test_contract as contract
from compare import agree
from reference.einstein import Reference

VARIANTS = ["standard", "blackhole", "backward"]


def stand(text: str, player: str, die: int | str, variant: str = "standard", **options: bool) -> gc.State:
    """A state from stones written as in the rules: r4b4 is Red's stone 4 on b4, b2d2 Blue's stone 2 on d2."""
    rows = [["."] * 5 for _ in range(5)]
    for side, number, column, row in text.split():
        rows[5 - int(row)]["abcde".index(column)] = ("ABCDEF" if side == "r" else "abcdef")[int(number) - 1]
    return gc.game("einstein", variant, **options).from_position(f"{'/'.join(map(''.join, rows))} {player} {die}")


def begin(first: str, second: str, variant: str = "standard") -> gc.State:
    return gc.game("einstein", variant).start().play(first).play(second)


def moves(s: gc.State) -> list[str]:
    return [turn.partition(":")[2] for turn in s.legal_turns()]


# ---- check figures ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "setups", "figures"),
    [
        ("standard", ("123456", "123456"), [18, 324, 6162]),
        ("standard", ("413562", "263514"), [18, 324, 6000, 111267]),
        ("blackhole", ("413562", "263514"), [18, 324, 6000, 111255]),
        ("backward", ("413562", "263514"), [18, 324, 6000, 111300]),
    ],
)
def test_perft_sums_over_the_die(variant: str, setups: tuple[str, str], figures: list[int]) -> None:
    s = begin(*setups, variant)
    for depth, figure in enumerate(figures, 1):
        assert s.game.perft(depth, s) == s.game.perft(depth, s, by="step") == figure


def test_sequences_of_moves_without_the_die() -> None:
    def count(s: gc.State, depth: int) -> int:
        after = {}
        for die, _ in s.chance_outcomes():
            t = s.copy().play_chance(outcome=die)
            after |= {move: t.copy().play(move) for move in moves(t)}
        return len(after) if depth == 1 else sum(count(t, depth - 1) for t in after.values())

    assert [count(begin("123456", "123456"), depth) for depth in (1, 2, 3)] == [18, 324, 5445]


def test_setups_are_turns_of_720_orders() -> None:
    for variant in VARIANTS:
        g = gc.game("einstein", variant)
        assert [g.perft(1), g.perft(2), g.perft(7, by="step")] == [720, 518_400, 720 * 6]
        s = g.start()
        assert len(set(s.legal_turns())) == 720
        assert len(s.play_step("4").legal_turns()) == 120


# ---- worked positions -----------------------------------------------------------------------


def test_the_die_picks_its_stone_or_the_next_on_either_side() -> None:
    def of(die: int) -> gc.State:
        return stand("r1a3 r4b4 r6c2 b2d2", "r", die)

    assert sorted(moves(of(3))) == sorted(["a3b3", "a3a2", "a3b2", "b4c4", "b4b3", "b4c3"])
    assert {move[:2] for move in moves(of(5))} == {"b4", "c2"}
    assert {move[:2] for move in moves(of(6))} == {"c2"}
    s = of(6).play("c2xd2")
    assert (s.outcome.winner, s.outcome.reason) == (0, "no stones left")


def test_a_stone_at_the_edge_has_one_way() -> None:
    assert sorted(moves(stand("r1b2 b2c3 b5e5", "b", 4))) == sorted(["e5d5", "c3b3", "c3c4", "c3b4"])


def test_own_stones_are_removed_too() -> None:
    s = stand("r1a5 r2b5 b3e1", "r", 1).play("a5b5")
    assert s.position() == "1A3/5/5/5/4c b -"


def test_the_corner_wins() -> None:
    s = stand("r1d2 b2e1 b3e2", "r", 5).play("d2e1")
    assert (s.outcome.winner, s.outcome.reason) == (0, "corner reached")
    s = stand("r1d2 b2b5 b3e2", "b", 1).play("1:b5a5")
    assert (s.outcome.winner, s.returns()) == (1, [-1, 1])


def test_the_hole_swallows() -> None:
    s = stand("r3b4 b2e2", "r", 1, "blackhole").play("b4c3")
    assert (s.outcome.winner, s.outcome.reason) == (1, "no stones left")
    s = stand("r3b4 r4a3 b2e2", "r", 3, "blackhole").play("b4c3")
    assert s.position() == "5/5/D4/4b/5 b -"


def test_backward_is_for_captures() -> None:
    s = stand("r3c3 b2b4 b4d2", "r", 2, "backward")
    assert sorted(moves(s)) == sorted(["c3d3", "c3c2", "c3d2", "c3b4"])
    assert s.why_illegal(s.parse("c3b3")) == "no_capture"
    with pytest.raises(gc.IllegalMoveError, match="bad_move"):
        stand("r3c3 b2b4 b4d2", "r", 2).parse("c3b4")
    own = "r3c3 r4b4 b2c4 b4d2"
    assert "c3b4" not in moves(stand(own, "r", 3, "backward"))
    assert {"c3b4", "c3c4"} <= set(moves(stand(own, "r", 3, "backward", backward_own=True)))


# ---- texts ----------------------------------------------------------------------------------


def test_turns_are_read_in_every_spelling() -> None:
    s = begin("413562", "263514").play_chance(outcome=3)
    for text in ("4:a5b5", "a5b5", "a5-b5", "4:a5xb5", "4: A5 B5", "a5 b5"):
        t = s.copy().play(text)
        assert t.turns == ["413562", "263514", "4:a5b5"]
        assert t.is_chance
    assert gc.game("einstein").start().play("4 1 3 5 6 2").play_step("2").play("63514").turns == s.turns
    assert [s.game.chance_in_turn(s, text) for text in ("4:a5b5", "6:C2xD2", "a5b5", "413562")] == [
        [3],
        [5],
        [],
        [],
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5:a5b5", "wrong_die"),
        ("b5c5", "wrong_die"),
        ("c3d3", "not_yours"),
        ("e1d1", "not_yours"),
        ("a5c5", "bad_move"),
        ("a5b5c5", None),
        ("7:a5b5", None),
        ("3", "wrong_phase"),
        ("413562", "wrong_phase"),
    ],
)
def test_what_is_no_turn_now_is_refused(text: str, reason: str | None) -> None:
    s = begin("413562", "263514").play_chance(outcome=3)
    before = s.to_bytes()
    with pytest.raises(gc.GamecoreError) as caught:
        s.play(text)
    assert getattr(caught.value, "reason", None) == reason
    assert s.to_bytes() == before


@pytest.mark.parametrize(("text", "reason"), [("413564", "none_left"), ("a5b5", "wrong_phase"), ("1234567", None)])
def test_setups_hold_each_stone_once(text: str, reason: str | None) -> None:
    s = gc.game("einstein").start()
    with pytest.raises(gc.GamecoreError) as caught:
        s.play(text)
    assert getattr(caught.value, "reason", None) == reason
    assert s.play("12345").legal_turns() == ["6"]


def test_a_player_cannot_choose_the_die() -> None:
    with pytest.raises(gc.IllegalMoveError) as caught:
        begin("413562", "263514").play("4:a5b5")
    assert caught.value.reason is gc.Reason.CHANCE_ACTS


@pytest.mark.parametrize(
    "text",
    [
        "5/5/5/5/5 r -",
        "4a/5/5/5/A4 x -",
        "a4/5/5/5/4A r -",  # both have won
        "5/5/5/5/4A r 3",  # over, no die
        "AA3/5/5/5/4a r 3",
        "A4/5/5/5/4a r 7",
        "A4/5/5/5/4a r setup",
        "1A3/5/5/5/5 r setup",
        "a4/5/5/5/5 r setup",
        "aBC2/DE3/F4/5/4A b setup",
        "ABC2/DE3/F4/5/5 r setup",
        "ABC2/DE3/F3f/3de/2cba b setup",
    ],
)
def test_positions_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("einstein").from_position(text)


def test_no_stone_stands_in_the_hole() -> None:
    text = "5/5/2A2/5/4a r 1"
    assert gc.game("einstein").from_position(text).legal_moves() == ["1:c3d3", "1:c3c2", "1:c3d2"]
    with pytest.raises(gc.PositionError, match="hole"):
        gc.game("einstein", "blackhole").from_position(text)


# ---- hidden set-ups -------------------------------------------------------------------------


def test_secret_setups_are_shown_together() -> None:
    g = gc.game("einstein", hidden_setup=True)
    assert g.has_hidden_information
    assert not gc.game("einstein").has_hidden_information
    s = g.start().play("413562").play_step("2")
    assert s.view(1) == "???2/??3/?4/5/4b b setup"
    assert s.view(0) == "DAC2/EF3/B4/5/4? b setup"
    assert "DAC" not in s.cells(1)
    assert not s.observation(1)[6:12].any()
    assert s.observation(1)[12].sum() == 6
    fits = {s.determinize(1, gc.Rng(seed)).cells()[20:23] for seed in range(3000)}
    assert len(fits) == 6 * 5 * 4  # first three of six
    s.play("63514")
    assert s.view(0) == s.view(1) == s.position()
    assert s.determinize(1) == s


@pytest.mark.parametrize("options", [{"hidden_setup": True}, {"rule": "backward", "backward_own": True}])
def test_options_keep_the_contract(options: dict[str, str | bool]) -> None:
    g = gc.game("einstein", **options)
    contract.test_random_games_end_within_max_steps(g)
    contract.test_texts_of_steps_come_back(g)
    contract.test_copies_positions_bytes_and_pickles_come_back(g)
    contract.test_illegal_actions_are_refused_and_change_nothing(g)
    contract.test_positions_survive_mutation(g)
    contract.test_batch_agrees_with_states(g)
    if g.has_hidden_information:
        contract.test_hidden_things_do_not_leak(g)


def test_both_players_see_the_same_board_turned() -> None:
    s, t = begin("413562", "413562").play_chance(outcome=3), begin("413562", "413562").play_chance(outcome=3)
    t.play("4:a5b5").play_chance(outcome=3)
    assert s.legal_actions() == t.legal_actions()
    assert (t.observation(1)[:6] == s.observation(0)[:6]).all()
    assert t.observation(1)[:6, 0, 0].tolist() == [0, 0, 0, 1, 0, 0]


# ---- matches --------------------------------------------------------------------------------


def test_a_match_goes_to_the_first_with_its_points() -> None:
    for points in (1, 3, 5, 7, 11, 19, 50):
        match = gc.Match(gc.game("einstein"), points=points, seed=points)
        rng = gc.Rng(points)
        wins = [0, 0]
        while True:
            number = len(match.games)
            assert match.seat(0) == (number - 1) % 2  # the start alternates
            assert match.player == (number - 1) % 2
            assert match.state.position() == "5/5/5/5/5 r setup"  # new set-ups by both
            assert not match.is_over
            match.state.play_random(1000, rng)
            wins[[match.seat(0), match.seat(1)].index(match.state.outcome.winner)] += 1
            assert match.score == tuple(wins)
            if match.is_over:
                break
            match.next_game()
        assert max(wins) == points > min(wins)
        assert match.winner == wins.index(points)
        with pytest.raises(gc.IllegalMoveError):
            match.next_game()


def test_resigning_gives_up_one_game_of_a_match() -> None:
    match = gc.Match(gc.game("einstein"))
    assert match.points == 3
    with pytest.raises(gc.IllegalMoveError):
        match.next_game()
    match.state.play("413562").play("resign")  # player 1, who sits in seat 1
    assert (match.score, match.is_over) == ((1, 0), False)
    match.next_game().play("resign")  # player 1 again, who now begins
    assert (match.score, match.is_over) == ((2, 0), False)
    match.next_game().play("resign")
    match.next_game().resign(0)
    assert (match.score, match.winner, match.is_over) == ((3, 1), 0, True)


# ---- second opinions ------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("own", [False, True])
def test_second_opinion(variant: str, own: bool) -> None:
    g, reference = (
        gc.game("einstein", variant, backward_own=own),
        Reference(variant=variant, backward_own=own),
    )
    for seed in range(60):
        agree(g, reference, seed)


WAYS = {"left": 0, "right": 0, "up": 1, "down": 1, "diag": 2}


@pytest.mark.peers
def test_peer() -> None:
    """open_spiel draws both set-ups, and its second player, at the bottom, begins: our Red, turned around."""
    spiel = pytest.importorskip("pyspiel").load_game("einstein_wurfelt_nicht")
    rng = random.Random(1)
    for _ in range(10_000):
        theirs = spiel.new_initial_state()
        for _ in range(2):
            theirs.apply_action(rng.choice(theirs.legal_actions()))
        rows = [re.findall("[bw_][1-6_]", row) for row in str(theirs).splitlines()]
        bottom = [rows[4][4], rows[4][3], rows[4][2], rows[3][4], rows[3][3], rows[2][4]]
        top = [*rows[0][:3], *rows[1][:2], rows[2][0]]
        ours = begin("".join(s[1] for s in bottom), "".join(s[1] for s in top))
        while not theirs.is_terminal():
            die = rng.randrange(6)
            theirs.apply_action(die)
            ours.play_chance(outcome=die)
            assert ours.player == 1 - theirs.current_player()
            steps = {}
            for action in theirs.legal_actions():
                stone, way = theirs.action_to_string(action).rstrip("*").split("-")
                steps[6 + 3 * (int(stone[1]) - 1) + WAYS[way]] = action
            assert sorted(steps) == ours.legal_actions()
            step = rng.choice(ours.legal_actions())
            theirs.apply_action(steps[step])
            ours.play(step)
        assert ours.is_over
        assert ours.returns() == theirs.returns()[::-1]


def test_the_die_has_a_face() -> None:
    s = gc.game("einstein").start().play("413562").play("263514")
    assert [s.game.chance_text(s, outcome) for outcome, _ in s.chance_outcomes()][3] == "the die shows 4"

"""Oceans 11: worked games, odds of cards, set-ups, records, and a second opinion. The core's tests prove the hands."""

from __future__ import annotations

import random
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from gamecore.games import Oceans11
from reference.oceans_11 import Reference

RECORDS = Path(__file__).parent.parent / "records" / "oceans_11" / "games.txt"
MINI = gc.game("oceans_11", "mini26")


@pytest.mark.parametrize(
    ("decks", "moves", "wins", "winner"),
    [
        ("Ks 4d 4c 9h / Ah Kd 3s", "deal concede deal", [0, 3], 1),
        ("Ks 4d / Kd 4c", "", [0, 0], None),
        ("Ks 4d 9c / Kd 4c", "", [2, 0], 0),
        ("2s / 3s 4s 5s 6s", "", [0, 3], 1),
        ("/", "", [0, 0], None),
        ("Ks /", "", [1, 0], 0),
    ],
)
def test_worked_games(decks: str, moves: str, wins: list[int], winner: int | None) -> None:
    s = MINI.start(setup=decks)
    for move in moves.split():
        assert s.player == 0
        s.play(move)
    assert s.is_over
    assert s.scores() == wins
    assert s.outcome.winner == winner
    assert s.turns == moves.split()


def test_worked_hands() -> None:
    s = MINI.start(setup="Ks 4d 4c 9h / Ah Kd 3s")
    assert (s.player, s.position()) == (0, "0-0 Ks/Ah -/- - 4d4c9h/Kd3s")
    s.play("d")
    assert (s.player, s.position()) == (0, "0-0 Ks4d/Ah -/- - 4c9h/Kd3s")
    s.play("c")
    assert (s.player, s.position()) == (0, "0-1 4c/Kd Ks4d/Ah - 9h/3s")
    s = MINI.start(setup="2s 3s 4s / As Ad").play("concede")
    assert (s.player, s.scores()) == (0, [0, 1])
    assert s.cells().count("u") == 2


def test_the_last_hand_cannot_be_conceded() -> None:
    s = MINI.start(setup="2s 3s 4s 5s 6s / As Ad Ah")
    s.play("concede").play("concede")
    assert s.scores() == [0, 2]
    assert s.legal_moves() == ["deal"]
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play("concede")
    assert caught.value.reason is gc.Reason.NOT_OFFERED


@pytest.mark.parametrize(
    ("variant", "decks", "weaker"),
    [
        ("standard", "* / As", None),
        ("standard", "* 2s 3c / As Kd 3h", 1),
        ("no_wilds", "2s 3c / 3s 3h", 0),
        ("deuces", "2s / As", None),
        ("deuces", "2s 3c / Ks 3h", 1),
        ("five_suits", "Kx / Ks", None),
        ("five_suits", "Ax 3c / Ks 3h", 1),
        ("mini27", "* 3c / Kh 3h", 1),
    ],
)
def test_wild_cards_and_suits(variant: str, decks: str, weaker: int | None) -> None:
    s = gc.game("oceans_11", variant).start(setup=decks)
    assert s.player == weaker
    assert s.scores() == [0, 0]


# ---- chance ----------------------------------------------------------------------------------


def test_odds_are_by_the_cards_not_seen() -> None:
    g: Oceans11 = gc.game("oceans_11")  # type: ignore[assignment]
    assert g.num_chance_outcomes == 53
    assert [g.card_text(i) for i in (0, 1, 4, 51, 52)] == ["2s", "2h", "3s", "Ac", "*"]
    s = g.start()
    assert s.is_chance
    assert dict(s.chance_outcomes()) == pytest.approx({**dict.fromkeys(range(52), 1 / 54), 52: 2 / 54})
    s.play_chance(outcome=52)
    # The second player's deck is another one.
    assert dict(s.chance_outcomes())[52] == pytest.approx(2 / 54)
    s.play_chance(outcome=51)
    assert s.position() == "0-0 */Ac -/- 12"
    assert dict(s.chance_outcomes()) == pytest.approx(dict.fromkeys(range(53), 1 / 53))


def test_halves_of_one_deck_complement_each_other() -> None:
    s = MINI.start()
    s.play_chance(outcome=51).play_chance(outcome=47)
    assert (s.player, s.position()) == (1, "0-0 Ac/Kc -/- -")
    s.play("deal")
    odds = dict(s.chance_outcomes())
    assert odds == pytest.approx({i: 1 / 50 for i in range(51) if i != 47})
    with pytest.raises(gc.GamecoreError):
        s.play_chance(outcome=51)
    g = gc.game("oceans_11", "mini27")
    s = g.start().play_chance(outcome=0)
    odds = dict(s.chance_outcomes())
    assert odds[52] == pytest.approx(1 / 27)
    assert odds[1] == pytest.approx(26 / 27 / 51)


def test_both_halves_can_be_drawn_to_the_end() -> None:
    for variant in ("mini26", "mini27"):
        g = gc.game("oceans_11", variant)
        for seed in range(200):
            s = g.start().play_random(g.max_steps, gc.Rng(seed))
            info = s.info()
            assert s.is_over
            assert s.cells().count("o") + s.cells().count("u") + info["left_1"] + info["left_2"] == 2 * int(variant[4:])


def test_known_decks_have_no_chance() -> None:
    g = gc.game("oceans_11")
    cards = [g.card_text(i) for i in [*range(52), 52, 52]]
    random.Random(1).shuffle(cards)
    deck = " ".join(cards)
    s = g.start(setup=f"{deck} / {deck.lower()}")
    assert s.setup == f"{deck} / {deck}"
    assert s.is_over  # equal rows to the last card
    assert s.returns() == [0, 0]
    assert not g.has_random_start
    assert g.is_stochastic


# ---- texts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "decks"),
    [
        ("mini26", "Ks 4d"),
        ("mini26", "Ks * / 4d"),
        ("mini26", "Ks / Ks"),
        ("mini27", "* * / 4d"),
        ("no_wilds", "Ks Ks / 4d"),
        ("no_wilds", "Kx / 4d"),
        ("standard", "* * * / 4d"),
        ("standard", "1s / 4d"),
        ("standard", "K s / 4d"),
        ("standard", "Ks / 4d / 5d"),
        ("standard", "Kß / 4d"),
        ("mini26", "2s3s4s5s6s7s8s9sTsJsQsKsAs2h3h4h5h6h7h8h9hThJhQhKhAh2d / 4d"),
        ("standard", "Ks " * 50_000 + "/"),
    ],
)
def test_bad_decks_are_refused(variant: str, decks: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("oceans_11", variant).start(setup=decks)


@pytest.mark.parametrize(
    "text",
    [
        "0-0 Ks/Ah -/- 12 4d/3c",  # known cards come by themselves
        "0-0 Ks/Ah -/-",
        "0-0 -/- -/- -",  # a hand has to begin
        "0-0 Ks/Kh -/- -",
        "0-0 Ks/Ah -/- 3",
        "3-3 -/- KsKdKh/AsAdAh -",
        "3-0 Ks/Ah 2s2d2h/- -",
        "4-0 -/- 2s2d2h2c/- -",
        "1-0 Ks/Ah -/- -",
        "0-0 Ks/Ah Ks/- -",
        "0-0 Ks/Ks -/- -",
        "0-0 Ks/- -/- -",
        "0-0 Ks/Ah -/- 2",
        "0-0 Ks/Ah -/- 12",
        "0-0 -/- -/- 1",
        "0-0 -/Kh -/- 1",
    ],
)
def test_unsound_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        MINI.from_position(text)


def test_positions_of_finished_games() -> None:
    for text in ("3-0 -/- 2s2d2h/- -", "0-0 Ks/Kh -/- - -/-", "2-1 -/- KsKh/2c - -/-"):
        assert MINI.from_position(text).is_over


def test_drawing() -> None:
    s = gc.game("oceans_11").start(setup="* 2h / Ks Qs")
    assert str(s).splitlines() == [
        "First player: 0 won, 1 left   *",
        "Second player: 0 won, 1 left  Ks",
        "Second player decides",
    ]


# ---- records and a second opinion --------------------------------------------------------------


def test_records() -> None:
    lines = RECORDS.read_text().splitlines()[1:]
    assert len(lines) == 12
    for line in lines:
        variant, first, second, moves, wins, result = line.split(" | ")
        s = gc.game("oceans_11", variant).start(setup=f"{first} / {second}")
        assert s.setup == f"{first} / {second}"
        for move in moves:
            s.play(move)
        assert s.is_over
        assert s.scores() == [int(n) for n in wins.split("-")]
        assert s.outcome.winner == {"0": 0, "1": 1, "draw": None}[result]
        t = gc.game("oceans_11", variant).from_bytes(s.to_bytes())
        assert t.turns == s.turns


@pytest.mark.parametrize("variant", Oceans11.variants)
def test_second_opinion(variant: str) -> None:
    game = gc.game("oceans_11", variant)
    for seed in range(7):
        agree(game, Reference(variant=variant), seed)


@pytest.mark.parametrize("variant", Oceans11.variants)
def test_second_opinion_on_known_decks(variant: str) -> None:
    game: Oceans11 = gc.game("oceans_11", variant)  # type: ignore[assignment]
    for seed in range(14):
        agree(game, Reference(variant=variant), seed, setup=some_decks(game, seed))


def some_decks(game: Oceans11, seed: int) -> str:
    """Shuffled decks; short ones and long ones."""
    rng = random.Random(seed)
    suits = game.num_chance_outcomes // 13
    jokers = {"standard": 2, "deuces": 2, "mini27": 1}.get(game.variant, 0)
    natural = [game.card_text(i) for i in range(13 * suits)]
    rng.shuffle(natural)
    halved = game.variant.startswith("mini")
    decks = [natural[:26], natural[26:]] if halved else [natural, rng.sample(natural, len(natural))]
    for deck in decks:
        deck += ["*"] * jokers
        rng.shuffle(deck)
        if seed % 2:
            del deck[rng.randrange(1, len(deck)) :]
    return " / ".join(map(" ".join, decks))


def test_cards_are_named_as_they_come_up() -> None:
    s = gc.game("oceans_11").start(0)
    texts = [s.game.chance_text(s, outcome) for outcome, _ in s.chance_outcomes()]
    assert (texts[0], texts[51], texts[52]) == ("2s", "Ac", "*")

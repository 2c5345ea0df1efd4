"""Draughts: check figures, worked positions, notation, draws, ballots, records, and second opinions."""

from __future__ import annotations

import random
import re
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.draughts import Reference

ENGLISH = gc.game("draughts")
INTERNATIONAL = gc.game("draughts", "international")
BALLOTS = gc.game("draughts", "english 3move")
RECORDS = Path(__file__).parent.parent / "records" / "draughts"

ENGLISH_START = "B:W21-32:B1-12"
INTERNATIONAL_START = "W:W31-50:B1-20"


def board(state: gc.State) -> str:
    """The position without what lies behind the lists of pieces."""
    return ":".join(state.position().split(":")[:3])


# ---- check figures ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "fen", "figures"),
    [
        (ENGLISH, ENGLISH_START, [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]),
        (INTERNATIONAL, INTERNATIONAL_START, [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961]),
        (
            INTERNATIONAL,
            "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
            [6, 12, 30, 73, 215, 590, 1944],
        ),
        (
            INTERNATIONAL,
            "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24",
            [14, 55, 1168, 5432, 87195, 629010],
        ),
        (INTERNATIONAL, "W:WK4,13,K17,K36:B1,5,9,K18,28,29,30,32,37,K40", [6, 72, 542]),
        (INTERNATIONAL, "W:WK19,46,K47:B4,K6,13,14,16,K29,K35,41,42,43,K48", [3, 9, 60]),
        (INTERNATIONAL, "B:WK3,K7,K17,K19,23,K25,29,32,K35:BK1,K14,K16,20,27,34,K37,39,41", [4, 72, 252]),
        (ENGLISH, "W:W5,9,K14,28:B6,18,26,K27,K29", [3, 11, 38, 198, 1216]),
        (ENGLISH, "W:WK11,20:B5,8,10,14,15,22,K26,K29", [3, 12, 22, 226, 856]),
        (ENGLISH, "B:WK1,16,17,23,26,27,32:B3,5,8,9,11,12,K22", [4, 10, 20, 115, 504]),
    ],
)
def test_perft(game: gc.Game, fen: str, figures: list[int]) -> None:
    s = game.from_position(fen)
    assert [game.perft(depth, s) for depth in range(1, len(figures) + 1)] == figures


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "figures"),
    [
        (ENGLISH, {10: 18391564, 11: 85242128, 12: 388617999}),
        (INTERNATIONAL, {9: 41022423, 10: 258895763}),
    ],
)
def test_deep_perft(game: gc.Game, figures: dict[int, int]) -> None:
    """Published by Aart Bik and Rein Halbersma, duplicate captures removed."""
    for depth, figure in figures.items():
        assert game.perft(depth) == figure


@pytest.mark.parametrize(
    ("game", "fen", "turns"),
    [
        (ENGLISH, "W:W17:B13,14,6,7", "17x1 17x3"),
        (ENGLISH, "W:W10,K15:B6,7,18,11", "10x1 10x3 15x8 15x22"),
        (ENGLISH, "W:W12,21:B8,7,16,17", "12x3 21x14"),
        (ENGLISH, "W:W22:B9,10,17,18,23", "22x13x6 22x15x6"),
        (ENGLISH, "W:WK22:B9,10,17,18,19", "22x22 22x13x6x15x24 22x15x24"),
        (INTERNATIONAL, "W:W13:B7,8", "13x11"),
        (INTERNATIONAL, "W:WK34:B11,21,31,33,39", "34x6"),
        (INTERNATIONAL, "W:WK47:B38,28,18,20,29", "47x25"),
        (INTERNATIONAL, "W:WK41:B32,22,13,19,30", "41x17 41x11 41x6 41x14 41x10 41x5"),
        (
            INTERNATIONAL,
            "W:WK27:B18,32,39,44",
            "27x43x34x1 27x43x34x7 27x43x34x12 27x49x40x1 27x49x40x7 27x49x40x12",
        ),
    ],
)
def test_worked_captures(game: gc.Game, fen: str, turns: str) -> None:
    s = game.from_position(fen)
    assert sorted(s.legal_turns()) == sorted(turns.split())
    for turn in s.legal_turns():
        assert s.copy().play(turn).turns == [turn]


def test_a_man_becomes_a_king_only_where_its_turn_ends() -> None:
    s = INTERNATIONAL.from_position("W:W13:B7,8").play("13x11")
    assert s.position() == "B:W11:B"
    assert s.outcome == ((0,), "no legal move")
    assert ENGLISH.from_position("W:W12,21:B8,7,16,17").play("12x3").position() == "B:WK3,21:B7,16,17"
    assert INTERNATIONAL.from_position("W:W7,50:B30").play("7-1").position() == "B:WK1,50:B30"


# ---- steps, notation and reasons ---------------------------------------------------------------


def test_actions_are_pairs_of_squares() -> None:
    for game, number, half, reach in ((ENGLISH, 170, 4, 2), (INTERNATIONAL, 570, 5, 9)):
        assert game.num_actions == number
        s = game.start()
        squares = range(1, 2 * half * half + 1)
        actions = {}
        for a in squares:
            for b in squares:
                try:
                    actions[a, b] = s.parse(f"{a}-{b}")
                except gc.NotationError:
                    continue
        assert list(actions.values()) == list(range(number))
        assert max(abs((a - 1) // half - (b - 1) // half) for a, b in actions) == reach


def test_a_chain_is_played_jump_by_jump() -> None:
    s = INTERNATIONAL.from_position("W:WK34:B11,21,31,33,39")
    assert s.legal_moves() == ["34x48"]
    assert s.play("34x48").in_turn
    assert s.position() == "W:WK48:B11,21,31,33,39:X48,39"
    assert s.play("48x26").position() == "W:WK26:B11,21,31,33,39:X26,31,39"
    assert s.legal_turns() == ["26x6"]
    assert s.copy().play("26x6").position() == s.copy().play("26:17:6").position() == "B:WK6:B33"
    assert s.turns == []
    s.play("26x6")
    assert s.turns == ["34x6"]
    assert not s.in_turn


@pytest.mark.parametrize(
    "text", ["34x6", "34-6", "34:6", "34x48x26x17x6", "34-48-26-17-6", "34x26x6", "34 x 17 X 6", "34×6"]
)
def test_captures_are_read_in_many_spellings(text: str) -> None:
    s = INTERNATIONAL.from_position("W:WK34:B11,21,31,33,39")
    assert s.play(text).turns == ["34x6"]


def test_any_way_of_the_same_capture_is_read() -> None:
    s = INTERNATIONAL.from_position("W:WK41:B32,22,13,19,30")
    ways = set()
    for square in range(1, 51):
        try:
            t = s.copy().play(f"41x{square}x10")
        except gc.GamecoreError:
            continue
        assert t.turns == ["41x10"]
        assert t.actions == [t.parse(f"41-{square}"), t.parse(f"{square}-10")]
        ways.add(square)
    assert ways == {23, 28}
    assert s.turn_steps(100)[1] == [s.parse("41-23"), s.parse("23-10")]


def test_a_capture_that_may_be_several_is_refused() -> None:
    s = INTERNATIONAL.from_position("W:WK27:B18,32,39,44")
    for text in ("27x12", "27x1"):
        with pytest.raises(gc.NotationError, match="any of 2"):
            s.play(text)
    assert s.copy().play("27x34x12").turns == ["27x43x34x12"]
    assert s.copy().play("27x40x12").turns == ["27x49x40x12"]


@pytest.mark.parametrize(
    ("game", "fen", "text", "reason"),
    [
        (ENGLISH, ENGLISH_START, "21-17", "not_yours"),
        (ENGLISH, ENGLISH_START, "5-9", "occupied"),
        (ENGLISH, ENGLISH_START, "9-18", "bad_move"),
        (ENGLISH, ENGLISH_START, "9-25", "bad_move"),
        (ENGLISH, "B:W32:B10,14", "10-17", "blocked"),
        (ENGLISH, "B:W32:B10,14", "10-6", "bad_move"),
        (ENGLISH, "B:W14,32:B10,1", "10-15", "must_capture"),
        (ENGLISH, "B:W14,32:B10,1", "1-5", "must_capture"),
        (ENGLISH, "B:W14,22,32:B18,1:X18,14", "1-5", "must_capture"),
        (INTERNATIONAL, "W:WK46:B14,19,5", "46-10", "blocked"),
        (INTERNATIONAL, "W:W28,48:B22,23,13", "28x17", "not_maximal"),
        (INTERNATIONAL, "W:W28,48:B22,23,13", "48-42", "must_capture"),
    ],
)
def test_reasons(game: gc.Game, fen: str, text: str, reason: str) -> None:
    s = game.from_position(fen)
    before = s.to_bytes()
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play(text)
    assert caught.value.reason == reason
    assert s.to_bytes() == before


# ---- positions -----------------------------------------------------------------------------------


def test_positions_are_read_in_many_spellings() -> None:
    s = INTERNATIONAL.from_position("B:W15,20,K26:B16,18,K41")
    for text in (
        "B:B16,18,K41:W15,20,K26",
        " b : w 15, 20, k26 : b16,18,K41 . ",
        "B:W15,20,K26:B16,18,K41:H0:F12",
    ):
        assert INTERNATIONAL.from_position(text) == s
    assert INTERNATIONAL.from_position(INTERNATIONAL_START) == INTERNATIONAL.start()
    assert ENGLISH.from_position("B:B1-12:W21-32") == ENGLISH.start()


@pytest.mark.parametrize(
    "text",
    [
        "B:W21-32",
        "B:W21-33:B1-12",
        "B:W21-32:B1-13",
        "B:W21-32:B1-12:B13",
        "B:W21-32,21:B1",
        "B:W1:B5",
        "B:W32:B29",
        "B:W20-9:B1",
        "B:W0:B1",
        "B:W32:B1:H81",
        "B:W32:B1:H1:H1",
        "B:W32:B1:L5",
        "B:W32:B1:X1",
        "B:W32:B1:X1,32",
        "B:W32,6:B1:X1,1",
        "B:W31,32,26:B30,10:X30,26",
    ],
)
def test_positions_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        ENGLISH.from_position(text)


def test_sides_are_seats_and_colours() -> None:
    assert ENGLISH.start().sides == BALLOTS.start().sides == ("Black", "White")
    assert INTERNATIONAL.start().sides == ("White", "Black")
    s = ENGLISH.from_position("W:W32:B5")
    assert (s.player, s.resign().outcome.winner) == (1, 0)


# ---- draws -----------------------------------------------------------------------------------------


def ends(game: gc.Game, fen: str, turns: str) -> list[str | None]:
    """How the game stands after each turn."""
    s = game.from_position(fen)
    return [s.end_reason, *(s.play(turn).end_reason for turn in turns.split())]


@pytest.mark.parametrize("game", [ENGLISH, INTERNATIONAL])
def test_threefold_repetition(game: gc.Game) -> None:
    there, back = ("1-6", "6-1") if game is ENGLISH else ("46-41", "41-46")
    answers = ("32-28", "28-32") if game is ENGLISH else ("49-44", "44-49")
    more = "12" if game is ENGLISH else "K5,K10,K15"  # no ending of a lone king
    fen = f"W:WK{there.split('-')[0]},{more}:BK{answers[0].split('-')[0]},K{'31' if game is ENGLISH else '50'}"
    turns = " ".join([there, answers[0], back, answers[1]] * 2)
    assert ends(game, fen, turns) == [None] * 8 + ["threefold repetition"]


def test_move_counters() -> None:
    assert ends(ENGLISH, "W:WK1,12:BK32:H78", "1-6 32-28") == [None, None, "40-move rule"]
    assert ends(ENGLISH, "W:WK1,12:BK32:H79", "12-8 32-28") == [None] * 3
    assert ENGLISH.from_position("W:WK1,12:BK32:H78").play("1-6").position() == "B:WK6,12:BK32:H79"
    fen = "W:WK1,K2,16:BK46,K45:H"
    assert ends(INTERNATIONAL, fen + "48", "2-8 46-41") == [None, None, "25-move rule"]
    assert ends(INTERNATIONAL, fen + "49", "16-11 46-41") == [None] * 3


def test_a_win_goes_before_a_counter() -> None:
    s = ENGLISH.from_position("W:WK9,K18:B5:H79").play("18-14")
    assert s.outcome == ((1,), "no legal move")
    assert ENGLISH.from_position(s.position()).outcome == s.outcome
    assert ENGLISH.from_position("W:WK9,K18:B5:H79").play("18-15").end_reason == "40-move rule"


def test_limited_endings() -> None:
    """They begin with the material, are not reset, and run side by side."""
    s = INTERNATIONAL.from_position("W:W11,K30,35:BK46,1").play("11-6")
    assert board(s) == s.position()
    s = INTERNATIONAL.from_position("W:W7,30,35:BK46").play("7-2")
    assert s.info()["against_three"] == 0
    assert s.position() == "B:WK2,30,35:BK46"
    s.play("46-41").play("30-24")
    assert s.position() == "B:WK2,24,35:BK41:L2"
    assert s.play("41-46").play("24-19").play("46x14").info()["against_two"] == 0
    assert s.position() == "W:WK2,35:BK14:L5"
    assert s.play("35-30").play("14-10").position() == "W:WK2,30:BK10:H1:L7:S2"
    assert ends(INTERNATIONAL, "W:WK2,K3:BK35:L20:S8", "2-7 35-44") == [None, None, "5-move rule"]
    assert ends(INTERNATIONAL, "W:WK2,K3:BK35:L31:S3", "2-7") == [None, "16-move rule"]
    assert ENGLISH.from_position("W:WK1,K2:BK32").play("1-6").play("32-28").end_reason is None


def test_perft_knows_no_draws() -> None:
    s = INTERNATIONAL.from_position("W:WK2,K3:BK35:H50")
    assert s.is_over
    assert INTERNATIONAL.perft(3, s) == INTERNATIONAL.perft(3, INTERNATIONAL.from_position("W:WK2,K3:BK35")) > 0


# ---- three-move openings -----------------------------------------------------------------------------


def test_ballots() -> None:
    drawn = {BALLOTS.start(seed).setup for seed in range(3000)}
    assert len(drawn) == 156
    positions = set()
    for setup in drawn:
        s = BALLOTS.start(setup=setup)
        assert s.setup == setup
        assert (s.player, s.turns) == (1, [])
        t = ENGLISH.start()
        for ply in setup.split():
            t.play(ply)
        assert t.turns == setup.split()
        assert t.position() == s.position()
        positions.add(s.position())
    assert len(positions) == 156
    assert BALLOTS.start(setup="9-14 23:18 14-23").setup == "9-14 23-18 14x23"
    for text in ("", "9-13", "9-13 21-17 10-14", "9-13 21-17 5-9 25-21", "9-13 21-17 5-99", "x"):
        with pytest.raises(gc.PositionError):
            BALLOTS.start(setup=text)
    with pytest.raises(gc.PositionError, match="3move"):
        ENGLISH.start(setup="9-13 21-17 5-9")
    with pytest.raises(gc.VariantError):
        gc.game("draughts", rules="international", opening="3move")


# ---- records and second opinions -----------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.pdn")), ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    text = path.read_text()
    tags = dict(re.findall(r'\[(\w+) "(.*?)"\]', text))
    s = (ENGLISH if tags["GameType"] == "21" else INTERNATIONAL).start()
    moves = re.findall(r"\d+(?:[-x]\d+)+(?=\s)", text.split("]\n\n")[1])
    for move in moves[: -1 if moves[-1] in ("1-0", "0-1", "1-1") else None]:
        s.play(move)
    assert board(s) == tags["FinalFEN"]


@pytest.mark.parametrize("variant", ["english", "english 3move", "international"])
def test_second_opinion(variant: str) -> None:
    game = gc.game("draughts", variant)
    for seed in range(30):
        agree(game, Reference(**game.options), seed, every=2)


@pytest.mark.parametrize("game", [ENGLISH, INTERNATIONAL], ids=lambda game: game.variant)
def test_second_opinion_on_crowded_endings(game: gc.Game) -> None:
    """Positions with many kings, which random games hardly reach."""
    rng = random.Random(1)
    squares = range(1, len(game.start().cells()) + 1)
    row = len(squares) // (8 if game is ENGLISH else 10)
    captures = 0
    for _ in range(300):
        chosen = rng.sample(squares, rng.randrange(4, 14))
        sides = chosen[::2], chosen[1::2]
        edges = range(row + 1), range(len(squares) - row + 1, len(squares) + 1)
        lists = [
            ",".join("K" * (s in edge or rng.random() < 0.5) + str(s) for s in side)
            for side, edge in zip(sides, edges, strict=True)
        ]
        fen = f"{rng.choice('WB')}:W{lists[0]}:B{lists[1]}"
        s, theirs = game.from_position(fen), Reference(rules=game.options["rules"])
        theirs.reset(fen)
        assert sorted(s.legal_turns()) == sorted(theirs.legal_turns()), fen
        captures += s.info()["must_capture"]
    assert captures > 100


@pytest.mark.peers
def test_open_spiel() -> None:
    """10,000 games of English draughts, step by step.

    OpenSpiel turns the board: its first player, o, plays up. It has the same moves; it draws after 40 steps
    without a capture, where we go on, and knows no repetition.
    """
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game("checkers")
    rng = gc.Rng(1)
    steps = ENGLISH._steps
    turned = [(steps.index((33 - a, 33 - b)), a, b) for a, b in steps]

    def name(square: int) -> str:
        row, place = divmod(square - 1, 4)
        return f"{'abcdefgh'[2 * place + (row % 2 == 0)]}{8 - row}"

    texts = {name(a) + name(b): action for action, a, b in turned}
    known: dict[int, int] = {}
    ended = 0
    for _ in range(10_000):
        ours, theirs = ENGLISH.start(), spiel.new_initial_state()
        while not (ours.is_over or theirs.is_terminal()):
            assert ours.player == theirs.current_player()
            legal = {}
            for action in theirs.legal_actions():
                if action not in known:
                    known[action] = texts[theirs.action_to_string(action)]
                legal[known[action]] = action
            assert sorted(legal) == ours.legal_actions()
            action = ours.random_action(rng)
            ours.play(action)
            theirs.apply_action(legal[action])
        if ours.end_reason == "no legal move":
            assert ours.returns() == theirs.returns()
            ended += 1
    assert ended > 5_000


@pytest.mark.peers
def test_py_draughts() -> None:
    """10,000 games of International draughts, turn by turn, with all draws."""
    draughts = pytest.importorskip("draughts")
    rng = random.Random(1)
    letters = {0: ".", 1: "b", 2: "B", -1: "w", -2: "W"}
    for _ in range(10_000):
        ours, theirs = INTERNATIONAL.start(), draughts.Board()
        while True:
            moves = theirs.legal_moves
            assert ours.is_over == (not moves or theirs.is_draw), ours.position()
            if ours.is_over:
                assert (ours.outcome.winner is None) == bool(moves)
                break
            turns = ours.turn_steps(10_000)
            ends = [INTERNATIONAL._ends(turn) for turn in turns]
            moves_by_ends = sorted((m.square_list[0] + 1, m.square_list[-1] + 1) for m in moves)
            assert moves_by_ends == sorted(ends), ours.position()
            pick = rng.randrange(len(turns))
            ours.play_all(turns[pick])
            for move in moves:
                if (move.square_list[0] + 1, move.square_list[-1] + 1) == ends[pick]:
                    theirs.push(move)
                    if "".join(letters[int(p)] for p in theirs.position) == ours.cells():
                        break
                    theirs.pop()
            else:
                raise AssertionError(ours.position())

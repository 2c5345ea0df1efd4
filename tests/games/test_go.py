"""Go: check figures, worked positions, ko, the scoring phase, the Random board, records, and second opinions."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.go import Reference

RECORDS = Path(__file__).parent.parent / "records" / "go"


def play(s: gc.State, moves: str) -> gc.State:
    for move in moves.split():
        s.play(move)
    return s


def reason(s: gc.State, move: str) -> str:
    with pytest.raises(gc.IllegalMoveError) as caught:
        s.play(move)
    return str(caught.value.reason.value)


# ---- counting ------------------------------------------------------------------------------

PERFT = [
    (2, {}, [5, 21, 68, 156, 316, 604, 1168, 2592]),
    (2, {"ko": "superko"}, [5, 21, 68, 156, 316, 604, 1088, 2184]),
    (3, {}, [10, 91, 738, 5281, 33384]),
    (3, {"torus": True}, [10, 91, 738, 5337, 33984]),
    (4, {}, [17, 273, 4112, 57984]),
    (5, {}, [26, 651, 15650, 361041]),
    (9, {}, [82, 6643, 531522]),
    (11, {"torus": True}, [122, 14763]),
    (13, {}, [170, 28731]),
    (19, {}, [362, 130683]),
]


@pytest.mark.parametrize(("size", "options", "figures"), PERFT)
def test_perft(size: int, options: dict[str, str], figures: list[int]) -> None:
    g = gc.game("go", size=size, scoring="area", **options)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


@pytest.mark.parametrize(("size", "torus", "figure"), [(2, False, 57), (3, False, 12675), (3, True, 17767)])
def test_number_of_legal_positions(size: int, torus: bool, figure: int) -> None:
    g = gc.game("go", size=size, torus=torus)
    legal = 0
    for cells in itertools.product(".BW", repeat=size * size):
        rows = "/".join("".join(cells[i : i + size]) for i in range(0, size * size, size))
        try:
            g.from_position(f"{rows} b - 0:0 play 0:0")
        except gc.PositionError:
            continue
        legal += 1
    assert legal == figure


# ---- stones --------------------------------------------------------------------------------


def test_ko_bans_the_point_for_one_turn() -> None:
    s = play(gc.game("go", size=5).start(), "b3 c3 c2 d2 c4 d4 a4 e3 d3")
    assert dict(s.info())["black_prisoners"] == 1
    assert dict(s.info())["ko"] == s.parse("c3")
    assert reason(s, "c3") == "ko"
    assert s.copy().play("pass").play("pass").play("score:").play("resume").is_legal(s.parse("c3"))
    play(s, "a1 a5")
    assert s.is_legal(s.parse("c3"))


def test_no_suicide_but_captures() -> None:
    s = play(gc.game("go", size=5).start(), "a2 e5 b1 e4 e1")
    assert reason(s, "a1") == "suicide"
    play(s, "a3 e2 b2 d1 c1 d2 a1")
    assert s.cells() == "....W....WW.....W.BBW.WBB"
    assert dict(s.info())["white_prisoners"] == 2


def test_on_the_torus_every_point_has_four_neighbours() -> None:
    s = play(gc.game("go", size=5, torus=True).start(), "b1 a1 a2 c3 e1 d3")
    assert "W" in s.cells()[20]
    s.play("a5")
    assert s.cells()[20] == "."
    assert dict(s.info())["black_prisoners"] == 1


def test_the_2x2_torus_has_two_neighbours_a_point() -> None:
    s = play(gc.game("go", size=2, torus=True).start(), "aa ba")
    assert s.legal_moves() == ["ab", "bb", "pass"]
    assert play(s, "bb").cells() == "B..B"


def test_threefold_repetition_counts_positions_after_stones() -> None:
    """Games without needless passes, beside a reference and a count of our own."""
    reasons = Counter[str]()
    for seed in range(40):
        size = 2 + seed % 2
        s, reference = gc.game("go", size=size, max_turns=500).start(), Reference(size=size, max_turns=500)
        reference.reset()
        rng = gc.Rng(seed)
        seen = Counter([" ".join(s.position().split()[:3])])
        while not s.is_over:
            stones = [a for a in s.legal_actions() if a < size * size]
            move = stones[rng.below(len(stones))] if stones else size * size
            s.play(move)
            reference.play(s.turns[-1])
            assert s.is_over == reference.is_over
            assert s.returns() == reference.returns()
            if stones:
                position = " ".join(s.position().split()[:3])
                seen[position] += 1
                assert (seen[position] == 3) == (s.end_reason == "threefold repetition")
        reasons[str(s.end_reason)] += 1
    assert reasons["threefold repetition"] > 20, reasons


def test_passing_repeats_nothing() -> None:
    s = gc.game("go", size=3).start()
    for _ in range(2):
        play(s, "pass pass score: resume")
    play(s, "pass pass score: resume")
    assert s.end_reason == "area score"


def test_turn_limit_scores_the_stones_as_they_stand() -> None:
    s = play(gc.game("go", size=3, max_turns=4, komi=0.5).start(), "bb pass pass")
    s.play("score:bb")
    assert s.end_reason == "turn limit"
    assert s.scores() == [9, 0.5]
    assert s.outcome is not None
    assert s.outcome.winner == 0
    assert gc.game("go").max_steps == 1444 + 10 * 361


# ---- the scoring phase -----------------------------------------------------------------------


def scored(**options: object) -> gc.State:
    """Black b1-b5, White d1-d5 and a3."""
    s = gc.game("go", size=5, **options).start()
    return play(s, "b1 d1 b2 d2 b3 d3 b4 d4 b5 d5 pass a3 pass pass")


@pytest.mark.parametrize(
    ("options", "turns", "margin"),
    [({"scoring": "area"}, "", -12.5), ({}, "score: accept", -11.5), ({}, "score:ac accept", -5.5)],
)
def test_score_of_the_rule_file(options: dict[str, str], turns: str, margin: float) -> None:
    s = play(scored(**options), turns)
    black, white = s.scores()
    assert black - white == margin
    assert s.outcome.winner == 1


def test_a_proposal_is_one_turn() -> None:
    s = scored()
    assert s.player == 0  # the one who passed first proposes
    a, b, d = "ac", "ba,bb,bc,bd,be", "da,db,dc,dd,de"
    sets = ["", a, b, d, f"{a},{b}", f"{a},{d}", f"{b},{d}", f"{a},{b},{d}"]
    assert sorted(s.legal_turns()) == sorted(f"score:{dead}" for dead in sets)
    assert s.num_turns() == 2**3
    s.play("Score dc, AC dd")  # one stone per group suffices
    assert s.turns[-1] == "score:ac,da,db,dc,dd,de"
    assert s.player == 1
    assert s.num_turns() == 2**3 + 2
    s.play("score:ac")
    assert s.player == 0
    s.play_step("dead:bb")
    assert s.in_turn
    with pytest.raises(gc.NotationError, match="ba, which is marked already"):
        s.play("score:ac")
    assert reason(s, "accept") == "wrong_phase"
    s.undo_turn()
    s.play("accept")
    assert s.end_reason == "agreed score"
    assert s.turns[-3:] == ["score:ac,da,db,dc,dd,de", "score:ac", "accept"]
    assert s.scores() == [5 + 1, 5 + 6.5]


@pytest.mark.parametrize("counters", [0, 1, 2])
def test_resuming_gives_the_turn_to_the_one_who_passed_first(counters: int) -> None:
    s = play(gc.game("go", size=5).start(), "cc pass pass")
    assert s.player == 1
    play(s, "score:cc " + "score: " * counters + "resume")
    assert s.player == 1
    assert s.cells()[12] == "B"
    play(s, "pass")
    assert not dict(s.info())["scoring"]
    assert dict(s.info())["passes"] == 1


def test_limits_of_the_scoring_phase() -> None:
    s = play(gc.game("go", size=3, komi=0).start(), "bb pass pass")
    for _ in range(9):
        s.play("score:")
    assert s.num_turns() == 4
    s.play("score:bb")
    assert s.legal_turns() == ["accept", "resume"]
    assert reason(s, "score:") == "not_offered"
    assert s.copy().play("accept").scores() == [0, 1]
    s.play("resume")
    assert (s.end_reason, s.scores()) == ("area score", [9, 0])
    s = play(gc.game("go", size=3, komi=0).start(), "bb pass pass score: resume pass pass score: resume")
    assert not s.is_over
    play(s, "pass pass score: resume")
    assert (s.end_reason, s.scores()) == ("area score", [9, 0])


def test_words_of_the_other_phase_are_refused() -> None:
    s = gc.game("go", size=5).start()
    for word in ("accept", "resume", "submit", "score:"):
        assert reason(s, word) == "wrong_phase"
    play(s, "cc pass pass")
    for word in ("aa", "pass", "accept", "resume"):
        assert reason(s, word) == "wrong_phase"
    for text in ("score:aa", "dead:aa", "score:zz", "score:cc;"):
        with pytest.raises(gc.NotationError):
            s.play(text)
    area = gc.game("go", size=5, scoring="area").start()
    assert area.game.num_actions == 26
    for word in ("accept", "score:"):
        with pytest.raises(gc.NotationError):
            area.play(word)


def test_turns_are_counted_by_arithmetic() -> None:
    rows = "/".join(["B.W." * 6 + "B"] * 25)
    s = gc.game("go", size=25).from_position(f"{rows} b - 0:0 propose 0:0")
    assert s.num_turns() == 2**13
    rows = "/".join(["B." * 18 + "B", "." * 37] * 18 + ["." * 37])
    s = gc.game("go", "37").from_position(f"{rows} b - 0:0 propose 0:0")
    with pytest.raises(gc.LimitError, match=r"2\^64"):
        s.num_turns()
    with pytest.raises(gc.LimitError):
        s.legal_turns(100)


@pytest.mark.parametrize(
    ("margin", "points"),
    [(0.5, 60), (10, 60), (10.5, 70), (20, 70), (20.5, 80), (30, 80), (40, 90), (40.5, 100), (0, 50)],
)
def test_hahn_points(margin: float, points: int) -> None:
    for sign in (1, -1):
        s = gc.game("go", "hahn", size=3, komi=9 - sign * margin).start()
        play(s, "bb pass pass score: resume pass pass score: resume pass pass score: resume")
        assert s.scores()[0] - s.scores()[1] == sign * margin
        first = points if sign > 0 else 100 - points
        assert s.tournament_points() == [first, 100 - first]


def test_hahn_points_without_a_score() -> None:
    g = gc.game("go", "hahn")
    assert g.start().tournament_points() is None
    assert g.start().play("resign").tournament_points() == [0, 100]
    assert g.start().resign(1).tournament_points() == [100, 0]
    assert g.start().agree_draw().tournament_points() == [50, 50]
    assert gc.game("go").start().resign().tournament_points() is None


# ---- the Random board ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "first"),
    [
        (1, "pg ap ja db qm rf bq in qd rq"),
        (2, "nb nm hn qr kn rc lr qc kr ni"),
        (42, "kp bm dk lm rk dr ia nr mj qe"),
    ],
)
def test_random_board(seed: int, first: str) -> None:
    g = gc.game("go", "random")
    s = g.start(seed)
    black, white = (field[2:].split(",") for field in s.setup.split())
    assert len(black) == len(white) == 50
    assert s.player == 0
    assert set(first.split()[::2]) <= set(black)
    assert set(first.split()[1::2]) <= set(white)
    # Taken at the try that the rule file counts: the reference follows it word by word.
    reference = Reference(random=True)
    reference.reset(str(seed))
    assert sorted(reference.legal_turns()) == sorted(s.legal_turns())
    for setup in (str(seed), s.setup, "  ".join(s.setup.split())):
        t = g.start(setup=setup)
        assert t == s
        assert t.setup == s.setup
    assert g.from_bytes(s.to_bytes()).setup == s.setup


@pytest.mark.parametrize(
    "text",
    ["B:pd", "W:dd B:pd", "B:pd W:pd", "B:pd, W:dd", "B:pd W:zz", "B:aa W:ab,ba", "-1", str(2**64), "B:pd W:dd x"],
)
def test_faulty_setups_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("go", "random").start(setup=text)


def test_only_the_random_variant_takes_a_setup() -> None:
    assert gc.game("go", "random").start(setup="B: W:").cells() == "." * 361
    with pytest.raises(gc.PositionError):
        gc.game("go").start(setup="B:pd W:dd")
    with pytest.raises(gc.VariantError):
        gc.game("go", "random", size=9)


# ---- texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "text", "point"),
    [
        (19, "pd", "pd"),
        (19, "PD", "pd"),
        (19, "Q16", "pd"),
        (19, "q16", "pd"),
        (19, "A1", "as"),
        (19, "T19", "sa"),
        (19, "j1", "is"),
        (25, "z25", "ya"),
        (19, "tt", "pass"),
        (20, "tt", "tt"),
        (37, "KA", "KA"),
        (37, "kA", "kA"),
        (27, "PASS", "pass"),
    ],
)
def test_points_are_read(size: int, text: str, point: str) -> None:
    s = gc.game("go", size=size).start()
    assert s.format(s.parse(text)) == point


@pytest.mark.parametrize(
    ("size", "text"),
    [(19, "i5"), (19, "u1"), (19, "a20"), (19, "a0"), (27, "a1"), (19, "ta"), (27, "ZZ"), (19, "p"), (19, "pdq")],
)
def test_other_texts_are_refused(size: int, text: str) -> None:
    with pytest.raises(gc.NotationError):
        gc.game("go", size=size).start().parse(text)


def test_capital_letters_come_after_small_ones() -> None:
    s = gc.game("go", size=28).start()
    play(s, "Aa pass aA pass aB pass za pass pass score:aA,Aa,za")
    assert s.turns[-1] == "score:aA,aB,za,Aa"


@pytest.mark.parametrize(
    "text",
    [
        "3/3/3 b - 0:0 play 1:2",
        "3/3/3 b - 0:0 play 3:3",
        "3/3/3 b - 0:0 play 10:1",
        "3/3/3 b - 0:0 play 0",
        "3/3/3 b - 0 play 0:0",
        "3/3/3 b - 0:9999999 play 0:0",
        "3/3/3 b aa 0:0 play 0:0",
        "1B1/BWB/1B1 w bb 1:0 play 0:0",
        "1B1/B1B/1B1 w bb 1:0 play 0:0",
        "1BW/B1B/1BW w bb 0:0 play 0:0",
        "1BW/B1B/1BW w bb 1:0 passed 0:0",
        "bB1/3/3 w - 0:0 answer:b 1:0",
        "b2/3/3 w - 0:0 play 1:0",
        "B2/3/3 w - 0:0 mark:b 1:0",
        "B2/3/3 w - 0:0 answer:b 0:0",
        "B2/3/3 w - 0:0 answer 1:0",
        "B2/3/3 w - 0:0 area 1:1",
        "BBB/BBB/BBB w - 0:0 play 0:0",
    ],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(gc.PositionError):
        gc.game("go", size=3).from_position(text)


def test_positions_say_all() -> None:
    g = gc.game("go", size=5)
    for moves, text in (
        ("b3 c3 c2 d2 c4 d4 a4 e3 d3", "5/B1BW1/1B1BW/2BW1/5 w cc 1:0 play 0:0"),
        ("cc pass pass", "5/5/2B2/5/5 w - 0:0 propose 0:0"),
        ("cc pass pass score:cc", "5/5/2b2/5/5 b - 0:0 answer:w 1:0"),
        ("cc pass pass score:cc accept", "5/5/2b2/5/5 b - 0:0 accepted 1:0"),
        ("cc pass pass score:cc resume pass", "5/5/2B2/5/5 b - 0:0 passed 1:1"),
        ("cc pass pass dead:cc", "5/5/2b2/5/5 w - 0:0 mark:w 0:0"),
    ):
        s = play(g.start(), moves)
        assert s.position() == text
        assert g.from_position(text) == s
        assert g.from_position(text).legal_moves() == s.legal_moves()


# ---- records and second opinions ----------------------------------------------------------------


def records() -> list[list[str]]:
    lines = (RECORDS / "expected.txt").read_text().splitlines()
    return [[field.strip() for field in line.split("|")] for line in lines[1:]]


@pytest.mark.parametrize("line", records(), ids=lambda line: line[0])
def test_records(line: list[str]) -> None:
    name, head, count, stones, prisoners, area, territory, breach, _ = line
    size, komi = int(head.split()[0]), float(head.split()[1])
    sgf = (RECORDS / name).read_text()
    moves = re.findall(r";\s*([BW])\[([a-z]*)\]", sgf)
    assert len(moves) == int(count)
    margins = []
    for scoring in ("territory", "area"):
        s = gc.game("go", size=size, komi=komi, scoring=scoring).start()
        for colour, point in moves:
            assert s.sides[s.player] == {"B": "Black", "W": "White"}[colour]
            s.play(point or "pass")
        assert f"{s.cells().count('B')}/{s.cells().count('W')}" == stones
        assert "{black_prisoners}/{white_prisoners}".format(**dict(s.info())) == prisoners
        margins.append(s.scores()[0] - s.scores()[1])
    assert margins == [float(territory), float(area)]
    s = gc.game("go", size=size, komi=komi, ko="superko").start()
    for index, (_, point) in enumerate(moves):
        if str(index) == breach:
            assert reason(s, point) == "superko"
            return
        s.play(point or "pass")
    assert breach == "None"


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("scoring", ["territory", "area"])
@pytest.mark.parametrize("ko", ["simple", "superko"])
def test_second_opinion(size: int, torus: bool, scoring: str, ko: str) -> None:
    options = {"size": size, "torus": torus, "scoring": scoring, "ko": ko, "komi": 6.5 - size % 2 / 2}
    for seed in range(10):
        agree(gc.game("go", **options), Reference(**options), seed, every=size, most=300)


@pytest.mark.parametrize("max_turns", [1, 2, 3, 5, 8, 13])
def test_second_opinion_on_the_turn_limit(max_turns: int) -> None:
    for seed in range(10):
        agree(gc.game("go", size=2, max_turns=max_turns), Reference(size=2, max_turns=max_turns), seed)


@pytest.mark.parametrize("variant", ["9", "13", "random", "toroidal"])
def test_second_opinion_on_the_variants(variant: str) -> None:
    g = gc.game("go", variant)
    options = {name: g.options[name] for name in ("size", "torus", "komi", "random")}
    agree(g, Reference(**options), 1, every=100, most=400)


@pytest.mark.peers
@pytest.mark.parametrize(("size", "games"), [(9, 9000), (19, 1000)])
def test_against_open_spiel(size: int, games: int) -> None:
    """OpenSpiel has simple ko and no suicide as we do, and scores by area. It ends a game as a draw when a stone
    brings back an earlier arrangement (our superko forbids that stone), and after max_game_length turns.
    """
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("go", {"board_size": size, "komi": 6.5, "max_game_length": 4 * size * size})
    ours = gc.game("go", size=size, scoring="area")
    superko = gc.game("go", size=size, scoring="area", ko="superko")
    n = size * size
    flip = [(size - 1 - p // size) * size + p % size for p in range(n)] + [n]
    ends: Counter[str] = Counter()
    rng = gc.Rng(size)
    for _ in range(games):
        s, t = ours.start(), theirs.new_initial_state()
        while True:
            assert s.legal_actions() == sorted(flip[a] for a in t.legal_actions())
            s.play_random(1, rng)
            t.apply_action(flip[s.actions[-1]])
            if t.is_terminal():
                break
            assert not s.is_over
        if s.is_over:
            assert s.returns() == t.returns()
            ends[s.end_reason] += 1
            continue
        ends["repetition"] += 1
        assert t.returns() == [0, 0]
        strict = superko.start().play_all(s.actions[:-1])
        assert strict.why_illegal(s.actions[-1]) == "superko"
    assert ends["area score"] > games / 2, ends

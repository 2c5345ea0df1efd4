"""PGN: what files in circulation look like, what is kept of them, how it is written, what a stranger may send."""

from __future__ import annotations

import copy
import io
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import gamecore as gc
import pytest
from click.testing import CliRunner
from gamecore._core import TaggedGame, TaggedGames
from gamecore.cli import main
from gamecore.records import Line
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strangers import Endless, Part, costs_linear_time, damaged, little_memory

DATA = Path(__file__).parent / "records"


def pgn(text: str | bytes, **known: Any) -> gc.Record:
    return gc.loads(text, "pgn", **known)


def games(text: str | bytes) -> list[gc.Record]:
    data = text.encode() if isinstance(text, str) else text
    return list(gc.iter_records(io.BytesIO(data), "pgn"))


def scanned(*pieces: str) -> Iterator[TaggedGame | gc.NotationError]:
    return TaggedGames(pieces, ["1-0", "0-1", "1/2-1/2", "*"], 1, 1)


HEAD = '[White "w"]\n[Black "b"]\n\n'
RUY = ["e4", "e5", "Nf3", "Nc6", "Bb5"]

# ---- the moves ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5*",
        "1.e4 1...e5 2.Nf3 2...Nc6 3.Bb5",
        "1 . e4 e5 2 . Nf3 Nc6 3 . Bb5 *",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 1-0",
        "e4 e5 Nf3 Nc6 Bb5",
        "1. e4 ... e5 2. Nf3 … Nc6 3. Bb5 1/2",
        "1.e4\te5\r\n2.Nf3\vNc6\f3.Bb5\r\n\x1a",
        "1.\u00a0e4 e5\u3000\ufeff2. Nf3 Nc6 3. Bb5",
        "1. e4! e5?! 2. Nf3!!! $1 $139 Nc6 ± 3. Bb5 +/= e.p. *",
        "% engine\n1. e4 e5\n%skip this (\n2. Nf3 Nc6 3. Bb5",
        "1. e4 {a (comment) with 1. d4 and ; in it} e5 ; and {one\n2. Nf3 Nc6 3. Bb5",
        "1. e4 (1. d4 d5 (1... Nf6 {x}) 2. c4) (1. c4 1-0) e5 2. Nf3 Nc6 3. Bb5 (3. d4) 1-0",
        "1. e4(1. d4)e5{x}2. Nf3$1Nc6;x\n3. Bb5",
    ],
)
def test_move_lists(text: str) -> None:
    record = pgn(text)
    assert record.turns == RUY
    assert record.final_state().turns == RUY
    assert pgn(HEAD + text).turns == RUY


@pytest.mark.parametrize(
    ("text", "result"),
    [("1-0", (1, -1)), ("0-1", (-1, 1)), ("1/2-1/2", (0, 0)), ("½-½", (0, 0)), ("1/2", (0, 0)), ("*", None)],
)
def test_results(text: str, result: tuple[float, float] | None) -> None:
    assert pgn(f"1. e4 {text}").result == result
    assert pgn(f'[Result "{text}"]\n1. e4').result == result
    assert pgn("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 1-0").final_state().turns[-1] == "O-O"


def test_comments_glyphs_and_variations_are_kept() -> None:
    record = pgn(
        "{before} 1. e4 $1 {first} {second} ({or} 1. d4! {good} (1. c4) 1... d5 $10 $36) e5?! ; after\n"
        "(1... c5 {[%clk 0:03:00]}) 2. Nf3 = *"
    )
    assert record.turns == ["e4", "e5", "Nf3"]
    assert record.comments == {0: "before", 1: "first\nsecond", 2: "after"}
    assert record.nags == {1: [1], 2: [6], 3: [10]}
    assert record.variations == {
        0: [Line(["d4", "d5"], {0: "or", 1: "good"}, {1: [1], 2: [10, 36]}, {0: [Line(["c4"])]})],
        1: [Line(["c5"], {1: "[%clk 0:03:00]"})],
    }


# ---- the tags -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('[Event "plain"]', "plain"),
        ('[ Event  "blanks" ]  ', "blanks"),
        ('[Event"glued"]', "glued"),
        (r'[Event "a \"quoted\" word"]', 'a "quoted" word'),
        ('[Event "a bare "quote" in it"]', 'a bare "quote" in it'),
        (r'[Event "back\\slash\\"]', "back\\slash\\"),
        ('[Event "one\\"]', "one\\"),
        (r'[Event "x\"] [Site \"y"]', 'x"] [Site "y'),
        ('[Event "brackets [in] it]"]', "brackets [in] it]"),
        ("[Event unquoted]", "unquoted"),
        ('[Event "not closed]', "not closed"),
        ('[Event "not closed', "not closed"),
        ('[Event ""]', ""),
        ('[Event "{;%(1-0"]', "{;%(1-0"),
        ('[Event "Zürich – 東京"]', "Zürich – 東京"),
    ],
)
def test_tag_values(line: str, value: str) -> None:
    record = pgn(f'{line}\n[Round "1"]\n\n1. e4 *')
    assert record.tags == {"Event": value, "Round": "1"}
    assert record.turns == ["e4"]
    assert pgn(gc.dumps(record, "pgn")) == record


def test_several_tags_on_a_line_and_the_last_of_one_name() -> None:
    record = pgn('[Event "a"][Site "b"] [Event "c"]\n[White "?"][Black "x"] 1. e4 *')
    assert record.tags == {"Event": "c", "Site": "b"}
    assert record.players == (None, "x")


def test_start_positions() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"
    record = pgn(f'[SetUp "1"]\n[FEN "{fen}"]\n\n30. e4 *')
    assert record.position == fen
    assert "30. e4 *" in gc.dumps(record, "pgn")
    assert pgn(f'[SetUp "0"]\n[FEN "{fen}"]\n\n1. e4 *').position is None
    black = pgn(f'[FEN "{fen.replace(" w ", " b ")}"]\n\n30... Kd7 31. e4 *')
    assert "30... Kd7 31. e4 *" in gc.dumps(black, "pgn")
    usual = gc.game("chess").start().position()
    assert pgn(f'[FEN "{usual}"]\n\n1. e4 *') == pgn("1. e4 *")


# ---- which game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "slug"),
    [
        ("", "chess"),
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("crazyhouse", "crazyhouse"),
        ("Crazy-House", "crazyhouse"),
        ("S-Chess", "seirawan"),
        ("Grand", "grand_chess"),
        ("XIANGQI", "xiangqi"),
    ],
)
def test_the_variant_tag_names_the_game(tag: str, slug: str) -> None:
    assert pgn(f'[Variant "{tag}"]\n\n*').game == gc.game(slug)


def test_chess960_by_its_names() -> None:
    for name in ("Chess960", "chess 960", "fischerandom", "Fischer Random"):
        assert pgn(f'[Variant "{name}"]\n\n*').game.options["chess960"] is True


def test_games_that_nobody_knows() -> None:
    records = games('[Variant "Three-check"]\n\n1. e4 *\n\n1. d4 *')
    assert [record.error is None for record in records] == [False, True]
    with pytest.raises(gc.RecordError, match="game 1: no game's pgn dialect"):
        records[0].final_state()
    with pytest.raises(gc.RecordError, match=r"Three-check.*not one of this game's: Chess960"):
        pgn('[Variant "Three-check"]\n\n1. e4 *', game="chess")
    assert pgn('[Variant "Three-check"]\n\n1. e4 *', game=gc.game("chess")).turns == ["e4"]
    with pytest.raises(gc.RecordError, match="no pgn records"):
        pgn("1. e4", game="hex")


def test_letters_of_grand_chess() -> None:
    theirs = pgn('[Variant "Grand"]\n\n1. Cd5 Ae7 (1... Cd6) *')
    ours = pgn('[Variant "Grand"]\n\n1. Md5 Ce7 (1... Md6) *')
    assert theirs == ours
    assert ours.turns == ["Md5", "Ce7"]
    assert ours.variations == {1: [Line(["Md6"])]}


@pytest.mark.parametrize(
    ("head", "moves"),
    [
        ('[Game "Chinese Chess"]\n[Format "ICCS"]', "1. H2-E2 H7-E7 2. H0-G2"),
        ('[Game "Chinese Chess"]', "1. H2-E2 H7-E7 2. H0-G2"),
        ('[Variant "Xiangqi"]', "1. h3e3 h8e8 2. h1g3"),
        ('[Variant "Xiangqi"]', "1. Che3 Che8 2. Hg3"),
    ],
)
def test_coordinates_of_xiangqi(head: str, moves: str) -> None:
    record = pgn(f'{head}\n[Red "a"]\n[Black "b"]\n\n{moves} *')
    assert record.final_state().turns == ["h3e3", "h8e8", "h1g3"]
    text = gc.dumps(record, "pgn")
    assert '[Format "ICCS"]' in text
    assert "1. H2-E2 H7-E7 2. H0-G2 *" in text
    assert pgn(text) == record.spelled()


# ---- many games, faults, charsets -------------------------------------------------------------


def test_prose_between_games_is_passed_over() -> None:
    prose = "Some prose; [no tag\nNo game (in 1 line) {or\ntwo}"
    text = f"1. e4 *\n{prose}\n{HEAD}1. d4 *\n\nmore\n1.c4 1-0 {{the end}} x"
    assert [record.turns for record in games(text)] == [["e4"], ["d4"], ["c4"]]


def test_games_without_results_moves_or_tags() -> None:
    text = f"{HEAD}1. e4\n\n{HEAD}\n{HEAD}1. d4 *\n1. c4 *\n1. Nf3"
    assert [record.turns for record in games(text)] == [["e4"], [], ["d4"], ["c4"], ["Nf3"]]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("1. e4 {open\n", "line 5, column 7: the comment is not closed before the next game"),
        ("1. e4 (1. d4\n", "line 5, column 7: the game ends inside this variation"),
        ("1. e4\n)", r"line 6, column 1: '\)' where"),
        ("1. é4 }", "line 5, column 7: '}' where"),
        ("[", "line 5, column 1: a tag should look like"),
        ("x" * 1000, "line 5, column 1: a word that is too long"),
        ("(" * 101, "line 5, column 101: variations are nested more than 100 deep"),
        (f'[A "{"x" * 2001}"]\n', "line 5, column 1: the tag's value has more than 2000 characters"),
    ],
)
def test_a_fault_has_a_place_and_does_not_lose_the_next_game(wrong: str, message: str) -> None:
    records = games(f"1. e4 *\n{HEAD}{wrong}\n{HEAD}1. d4 *")
    assert [record.error is None for record in records] == [True, False, True]
    assert [record.number for record in records] == [1, 2, 3]
    assert records[2].turns == ["d4"]
    with pytest.raises(gc.RecordError, match=f"game 2: {message}"):
        records[1].final_state()


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ("1. e4 e5 2. Ke3 Nf6", r"turn 3 \('Ke3'\)"),
        ("1. e4 Nf6 2. -- d5", r"turn 3 \('--'\)"),
        ("1. e4 hello", r"turn 2 \('hello'\)"),
        ("1. e4 a5 2. Bc4 a4 3. Qf3 a3 4. Qxf7# axb2", r"turn 8 \('axb2'\).*over"),
        ("1. Nc3 a6 2. Ne4 a5 3. Nd6 a4", r"turn 6 \('a4'\).*check"),
    ],
)
def test_the_first_illegal_move_is_named(moves: str, fault: str) -> None:
    record = games(f"1. e4 *\n\n1. {moves} *")[1]
    for replay in (record.final_state, record.check, lambda: list(record.states())):
        with pytest.raises(gc.RecordError, match=f"game 2, {fault}"):
            replay()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 1000])
def test_pieces_of_any_size_give_the_same_games(size: int) -> None:
    text = (
        f"\ufeff{HEAD}1. e4 {{a\nb}} (1. d4 $1) e5!? 1-0\nprose {{x}}\n\n{HEAD}1. e4 {{open\n\n"
        f'{HEAD}1. é (\n[A "x\\"]\n[B "y"]\n\n12. Nf3 ; end\nNf6 1/2-1/2\n1...e5 *'
    )
    whole = [str(game) if isinstance(game, gc.NotationError) else (game.tags, game.line()) for game in scanned(text)]
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    parts = [str(game) if isinstance(game, gc.NotationError) else (game.tags, game.line()) for game in scanned(*pieces)]
    assert parts == whole
    assert len(whole) == 5


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("Žółw".encode(), "Žółw"),
        (b"J\xf6rg", "Jörg"),
        (b"\x8aimi\x9f \x96 \x93x\x94", "Šimiź – “x”".replace("ź", "Ÿ")),
        (b"\x81\x8d\xc3\xa9\xc3", "\x81\x8dé\xc3"),
    ],
)
def test_charsets(data: bytes, name: str) -> None:
    assert pgn(b'[White "' + data + b'"]\n\n1. e4 *').players[0] == name
    assert pgn(b'\xef\xbb\xbf[White "' + data + b'"]\n\n1. e4 *').players[0] == name


def test_chinese_files_may_be_in_their_own_charset() -> None:
    text = '[Game "Chinese Chess"]\n[Red "胡荣华"]\n[Format "Chinese"]\n\n1. 炮二平五 马８进７ *'
    assert pgn(text.encode("gb18030")).turns == pgn(text.encode()).turns == ["炮二平五", "马８进７"]


def test_other_line_ends_and_utf16() -> None:
    text = f"{HEAD}1. e4 ; x\ne5 *\n\n{HEAD}% y\n1. d4 *"
    for changed in (text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        assert [record.turns for record in games(changed)] == [["e4", "e5"], ["d4"]]
    assert [record.turns for record in games(text.encode("utf-16"))] == [["e4", "e5"], ["d4"]]


def test_format_by_suffix_and_by_content(tmp_path: Path) -> None:
    for text in (f"{HEAD}1. e4 *", "1. e4 e5 2. Nf3 *", "1.d4 d5 2.c4 e6 3.cxd5 exd5 4.Nc3"):
        assert gc.loads(text).game == gc.game("chess")
    gc.dump(pgn("1. e4 *"), tmp_path / "game.pgn")
    assert gc.load(tmp_path / "game.pgn").turns == ["e4"]


def test_replay_in_the_shell_names_game_ply_and_text(tmp_path: Path) -> None:
    file = tmp_path / "big.pgn"
    file.write_text(f"{HEAD}1. e4 e5 1-0\n\n{HEAD}1. e4 e5 2. Ke3 Nf6 *\n\n{HEAD}1. d4 {{\n\n{HEAD}1. c4 *\n")
    result = CliRunner().invoke(main, ["replay", str(file)])
    sound, illegal, unreadable, last = result.stdout.splitlines()
    assert "game 1: chess" in sound
    assert "game 2, turn 3 ('Ke3')" in illegal
    assert "game 3: line 14, column 7: the comment is not closed" in unreadable
    assert "game 4: chess" in last
    assert (result.exit_code, result.stderr) == (1, "Error: 2 of 4 records at fault\n")
    quiet = CliRunner().invoke(main, ["replay", "-q", str(file)])
    assert quiet.stdout.splitlines() == [illegal, unreadable]


# ---- records that are still in their file's form -------------------------------------------------


def test_a_record_is_the_same_before_and_after_its_turns_are_looked_at() -> None:
    text = f"{HEAD}1. e4 $1 {{x}} (1. d4) e5 *"
    assert pgn(text).final_state() == pgn(text).replayed().final_state()
    record, looked = pgn(text), pgn(text)
    assert looked.turns == ["e4", "e5"]
    assert record == looked
    for twin in (copy.copy(pgn(text)), copy.deepcopy(pgn(text)), pickle.loads(pickle.dumps(pgn(text)))):
        assert twin == record
        assert twin.final_state().turns == ["e4", "e5"]
    with pytest.raises(AttributeError):
        print(cast(Any, record).moves)


def test_turns_may_be_changed() -> None:
    record = pgn("1. e4 e5 *")
    record.turns[1] = "c5"
    assert record.final_state().turns == ["e4", "c5"]
    record.turns.append("Ke3")
    with pytest.raises(gc.RecordError, match="turn 3"):
        record.final_state()


# ---- writing --------------------------------------------------------------------------------


def test_export_format() -> None:
    game = gc.game("chess")
    state = game.start()
    for turn in ("e2e4", "e7e5", "g1f3", "b8c6"):
        state.play(turn)
    record = gc.Record.from_state(state, players=["Ada", None], tags={"ECO": "C44", "Date": "2020.01.02"})
    record.comments = {0: "so }\nit", 2: 'begins [A "b"] ' + "% long " * 30}
    record.nags = {1: [1, 14]}
    record.variations = {1: [Line(["c7c5", "g1f3"], {1: "open"}, {}, {1: [Line(["Nc3"])]})], 3: [Line(["nonsense"])]}
    text = gc.dumps(record, "pgn")
    assert text.startswith(
        '[Event "?"]\n[Site "?"]\n[Date "2020.01.02"]\n[Round "?"]\n[White "Ada"]\n[Black "?"]\n[Result "*"]\n'
        '[ECO "C44"]\n\n{so )} {it} 1. e4 $1 $14 e5 {begins [A "b"] % long'
    )
    body = text.partition("\n\n")[2]
    words = " ".join(body.split())
    assert "(1... c5 {open} 2. Nf3 (2. Nc3)) 2. Nf3" in words
    assert words.endswith("2. Nf3 Nc6 (2... nonsense) *")
    assert max(map(len, text.splitlines())) < 80
    assert not any(line.startswith(("[", "%")) for line in body.splitlines())
    again = pgn(text)
    assert again.turns == ["e4", "e5", "Nf3", "Nc6"]
    assert pgn(gc.dumps(again, "pgn")) == again
    sicilian = Line(["c5", "Nf3"], {1: "open"}, {}, {1: [Line(["Nc3"])]})
    assert again.variations == {1: [sicilian], 3: [Line(["nonsense"])]}


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("chess", {}),
        ("chess", {"chess960": True}),
        ("chess", {"chess960": True, "number": 100}),
        ("chess", {"draws": "auto"}),
        ("crazyhouse", {}),
        ("seirawan", {}),
        ("grand_chess", {}),
        ("xiangqi", {}),
        ("xiangqi", {"perpetual": "draw", "no_capture_limit": 60}),
    ],
)
def test_a_game_comes_back_as_the_same_record(slug: str, options: dict[str, Any]) -> None:
    for seed in range(4):
        state = gc.game(slug, **options).start(seed).play_random(120, gc.Rng(seed))
        if not state.is_over and seed % 2:
            state.resign()
        record = gc.Record.from_state(state, players=["a", "b"], tags={"Event": "x"})
        record.actions = None
        for format in ("pgn", "json"):
            again = gc.loads(gc.dumps(record, format))
            assert again == record
            assert again.check() == state
    middle = gc.game(slug, **options).from_position(state.rewound().play_random(20, gc.Rng(1)).position())
    record = gc.Record.from_state(middle.play_random(9, gc.Rng(1)))
    record.actions = None
    assert pgn(gc.dumps(record, "pgn")) == record


def a_line(rng: random.Random, state: gc.State, depth: int) -> Line:
    line = Line([])
    state = state.copy()
    for played in range(rng.randrange(1, 5)):
        if rng.random() < 0.3:
            line.comments[played] = rng.choice(["a remark", "[%clk 0:01:00]", "two\nof them", "é – 東京", '[A "b"]'])
        if rng.random() < 0.2:
            line.nags[played] = [rng.randrange(1, 140)]
        if depth < 3 and rng.random() < 0.4 and state.num_legal:
            line.variations[played] = [a_line(rng, state, depth + 1) for _ in range(rng.randrange(1, 3))]
        if not state.num_legal:
            break
        before = len(state.turns)
        line.turns += state.play_random(1, gc.Rng(rng.randrange(1000))).turns[before:]
    # Variations are alternatives to a turn of this line.
    line.variations = {played: lines for played, lines in line.variations.items() if played < len(line.turns)}
    return line


@pytest.mark.parametrize("slug", ["chess", "crazyhouse", "seirawan", "grand_chess", "xiangqi"])
def test_annotated_games_come_back(slug: str) -> None:
    rng = random.Random(1)
    game = gc.game(slug)
    for _ in range(20):
        line = a_line(rng, game.start(), 0)
        record = gc.Record(game, line.turns, comments=line.comments, nags=line.nags, variations=line.variations)
        for format in ("pgn", "json"):
            assert gc.loads(gc.dumps(record, format)) == record


def test_what_json_may_not_say_of_lines() -> None:
    text = gc.dumps(gc.Record(gc.game("chess"), ["e4"], nags={1: [3]}, variations={0: [Line(["d4"])]}))
    assert gc.loads(text).variations == {0: [Line(["d4"])]}
    deep = '{"turns": ["d4"], "variations": {"0": [' * 200 + '{"turns": ["d4"]}' + "]}}" * 200
    for old, new in (("[3]", '["3"]'), ("[3]", "[-1]"), ('"1": [3]', '"x": [3]'), ('{"turns": ["d4"]}', "[]"),
                     ('["d4"]', "[4]"), ('{"turns": ["d4"]}', deep)):  # fmt: skip
        assert old in text
        with pytest.raises(gc.RecordError):
            gc.loads(text.replace(old, new))


# ---- the real files -------------------------------------------------------------------------

FILES = sorted(DATA.glob("*/*.pgn"))


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.name}" for path in FILES])
def test_real_files(path: Path) -> None:
    """The game is recognised, every turn is legal, and writing it loses nothing."""
    for record in gc.iter_records(path):
        assert record.game.slug == path.parent.name
        if "--" in record.turns:
            with pytest.raises(gc.RecordError, match=rf"game {record.number}, turn 82 \('--'\)"):
                record.check()
            continue
        state = record.check()
        for format in ("pgn", "json"):
            again = gc.loads(gc.dumps(record, format))
            assert again.game == record.game
            assert (again.turns, again.players, again.result) == (state.turns, record.players, record.result)
            assert again.final_state() == state


# ---- hostile files --------------------------------------------------------------------------

HOSTILE: dict[str, Part] = {
    "tags": b'[A "b"]\n',
    "tags in a line": b'[A "b"]',
    "tags with comments": b'[A "b"] {x\n',
    "tags with variations": b'[A "b"] (x\n',
    "open tags": b'[A "',
    "a huge tag": (b'[A "', b"x"),
    "quotes": (b'[A "', b'"'),
    "quotes and brackets": (b'[A "', b'\\"]'),
    "backslashes": (b'[A "', b"\\"),
    "brackets": b"[",
    "brackets behind a game": (b"1. e4 *\n", b"["),
    "brackets in lines": b"[\n",
    "open comments": b"1. e4 {",
    "comments": b"{}",
    "open comment": (b"1. e4 {", b"x"),
    "lines in a comment": (b"1. e4 {", b'\n[A "'),
    "comment behind a game": (b"1. e4 * {", b"\n"),
    "escaped lines": b"%\n",
    "an escaped line": (b"1. e4 *\n%", b"x"),
    "a rest of a line": (b"1. e4 ;", b"x"),
    "variations": (b"1. ", b"("),
    "closed variations": (b"1. ", b"()"),
    "closing": b")",
    "moves": b"e4 e5 ",
    "one long word": b"e",
    "prose": (b"1. e4 *\n", b"e"),
    "words of prose": (b"1. e4 *\n", b"e e\n"),
    "digits": b"1",
    "digits behind a game": (b"1. e4 *\n", b"1"),
    "dots": b"1. . ",
    "glyphs": b"$1 ",
    "a long glyph": (b"1. e4 $", b"1"),
    "marks": b"!",
    "results": b"* ",
    "blanks": (b"e4", b" "),
    "line ends": (b"e4", b"\n"),
    "wide blanks": (b"e4", b"\xe3\x80\x80"),
    "zeros": b"\0",
    "high bytes": b"\xff",
    "cut characters": b"\xe3\x80",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_cost_linear_time_and_little_memory(name: str) -> None:
    def read(data: bytes) -> None:
        for record in gc.iter_records(io.BytesIO(data), "pgn"):
            if record.error is None:
                assert len(record.turns) <= 100_000

    costs_linear_time(HOSTILE[name], read)


@pytest.mark.parametrize("begin", [b"{", b"1. e4 ;", b'[A "', b"(1. e4 {", b"1. e4 *\n%", b"1. e4 *\n{", b"e4 ", b"("])
@pytest.mark.parametrize("block", [b"x", b"\n", b" ", b"}", b"x y "])
def test_endless_files_are_read_in_constant_memory(begin: bytes, block: bytes) -> None:
    class Long(io.RawIOBase):
        left = 400  # pieces of 64 kB

        def read(self, size: int = -1) -> bytes:
            Long.left -= 1
            return begin if Long.left == 399 else (block * 65536)[:65536] if Long.left > 0 else b""

    with little_memory(20_000_000):
        for record in gc.iter_records(cast(Any, Long()), "pgn"):
            assert record.number < 30


def test_a_stream_of_games_is_read_in_constant_memory() -> None:
    records = gc.iter_records(cast(Any, Endless(f"{HEAD}1. e4 {{x}} e5 1-0\n\n".encode())), "pgn")
    next(records)
    with little_memory(3_000_000):
        for _ in range(3000):
            assert next(records).final_state().turns == ["e4", "e5"]


SEED = b"""[White "w"]
[SetUp "0"]

{c} 1. e4! $3 (1. d4 {x} (1. c4) d5) e5 ; y
2. Nf3 Nc6 1-0

[Variant "Crazyhouse"]
1. e4 *"""


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
@example(b'[A "b" ')
@example(b"1.e4\xc3")
def test_any_bytes_are_records_or_errors(data: bytes) -> None:
    what_is_right_is_written(data)


def what_is_right_is_written(data: bytes) -> None:
    for record in games(data):
        try:
            record.check()
        except gc.GamecoreError:
            continue
        written = gc.dumps(record, "pgn")
        assert gc.dumps(pgn(written), "pgn") == written


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_damaged_files_are_records_or_errors(data: st.DataObject) -> None:
    what_is_right_is_written(bytes(damaged(SEED, data, st.binary(max_size=3) | st.just(b"{"))))

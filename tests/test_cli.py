"""The command line, as a shell sees it: output, exit status, and one line on stderr where the input was at fault."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import gamecore as gc
import pytest
from click.testing import CliRunner, Result
from gamecore.cli import main
from gamecore.cli.simulate import blocks, wilson
from gamecore.draw import to_text

COMMAND = [sys.executable, "-m", "gamecore"]


def run(*args: str, input: str | bytes = "") -> Result:
    return CliRunner().invoke(main, args, input=input)


def output(*args: str, input: str | bytes = "") -> str:
    """What a command prints, after it has succeeded."""
    result = run(*args, input=input)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def untimed(text: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(text)
    return {name: fact for name, fact in facts.items() if "second" not in name}


# ---- errors -------------------------------------------------------------------------------------------------

AT_FAULT = [
    (("show", "hexx"), "no game 'hexx'"),
    (("show", "hexx", "--size", "3"), "no game 'hexx'"),
    (("show", "hex", "--variant", "size 12"), "no variant 'size 12'"),
    (("show", "hex", "--size", "1000000000"), "size=1000000000"),
    (("show", "hex", "--size", "-5"), "size=-5"),
    (("show", "hex", "--size", "9" * 10_000), "size="),
    (("show", "hex", "--size=11.5"), "size=11.5"),
    (("show", "hex", "--swap=maybe"), "swap=maybe"),
    (("show", "hex", "--option", "colour=red"), "colour"),
    (("show", "hex", "--option", "\0\n\x1b[31m=1"), "no option"),
    (("draw", "hex", "--moves", "a1 a1"), "number 2"),
    (("draw", "hex", "--moves", "a1\0"), "number 1"),
    (("draw", "hex", "--moves", "z" * 1_000_000), "number 1"),
    (("draw", "hex", "--moves", "a1 resign b1"), "number 3"),
    (("draw", "hex", "--position", "\ud800;\n"), "position"),
    (("draw", "hex", "--position", "x" * 1_000_000), "position"),
    (("draw", "hex", "--setup", "x"), "set-up"),
    (("draw", "hex", "-o", "/nowhere/board.svg"), "/nowhere/board.svg"),
    (("perft", "hex", "1001"), "1001"),
    (("replay", "/nowhere.sgf"), "1 of 1"),
    (("replay", os.devnull), "1 of 1"),
    (("replay", "--game", "hexx", os.devnull), "no game 'hexx'"),
]

WRONG_USAGE = [
    (),
    ("solve",),
    ("show",),
    ("show", "hex", "13"),
    ("show", "hex", "--colour", "red"),
    ("show", "hex", "--size"),
    ("show", "hex", "--size", "--no-swap"),
    ("show", "hex", "--no-size"),
    ("show", "hex", "--no-swap=yes"),
    ("simulate", "hex", "--games", "-1"),
    ("simulate", "hex", "--games", "1e9"),
    ("simulate", "hex", "--games", "9" * 10_000),
    ("simulate", "hex", "--threads", "1000"),
    ("simulate", "hex", "--seed", "-1"),
    ("simulate", "hex", "--seed", str(2**64)),
    ("simulate", "hex", "--position", "x", "--setup", "y"),
    ("play", "hex", "--seat", "2"),
    ("play", "hex", "--seat", "-1"),
    ("perft", "hex"),
    ("perft", "hex", "-1"),
    ("perft", "hex", "2", "--by", "ply"),
    ("draw", "hex", "-o", "board.png"),
    ("replay",),
]


@pytest.mark.parametrize(("args", "why"), AT_FAULT)
def test_input_at_fault_is_status_1_and_one_line(args: tuple[str, ...], why: str) -> None:
    result = run(*args)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr[:-1].isprintable()
    assert len(result.stderr) < 1100
    assert why in result.stderr


@pytest.mark.parametrize("args", WRONG_USAGE)
def test_wrong_usage_is_status_2(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert "Usage:" in result.output
    assert "Traceback" not in result.output


# ---- a game and its options ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ("hex", "--size", "5", "--no-swap"),
        ("--size", "5", "hex", "--swap", "no"),
        ("--no-swap", "--size=5", "--", "hex"),
        ("hex", "--variant", "size 11", "--size", "5", "--swap=off"),
        ("--variant", "size 11", "--option", "size=5", "--option", "swap=false", "hex"),
    ],
)
def test_game_options_may_stand_anywhere(args: tuple[str, ...]) -> None:
    assert "--size 5 --no-swap\n" in output("show", *args)


def test_a_flag_takes_no_word_that_is_not_its_own() -> None:
    assert output("perft", "hex", "--size", "3", "--swap", "2") == "81\n"


def test_list_has_every_game_and_its_default() -> None:
    lines = output("list").splitlines()
    assert [line.split()[0] for line in lines] == list(gc.list_games())
    assert "size 13*" in next(line for line in lines if line.startswith("hex "))


# ---- simulate -----------------------------------------------------------------------------------------------


def test_simulate_gives_the_same_for_a_seed_whatever_the_threads() -> None:
    def facts(*args: str) -> dict[str, Any]:
        found = untimed(output("simulate", "hex", "--size", "4", "--games", "5000", "--json", *args))
        del found["threads"]
        return found

    assert facts("--seed", "7") == facts("--seed", "7", "--threads", "1") == facts("--seed", "7", "--threads", "3")
    assert facts("--seed", "7") != facts("--seed", "8")


def test_simulate_counts_what_playouts_gives() -> None:
    game = gc.game("hex", size=4)
    steps = game.playouts(3000, 7).steps.tolist()
    facts = untimed(output("simulate", "hex", "--size", "4", "--games", "3000", "--seed", "7", "--json"))
    ordered = sorted(steps)
    assert facts["steps"] == {
        "mean": sum(steps) / 3000,
        "min": ordered[0],
        "median": (ordered[1499] + ordered[1500]) / 2,
        "max": ordered[-1],
        "total": sum(steps),
    }
    assert facts["options"] == {"size": 4, "swap": True}
    assert sum(side["wins"]["count"] for side in facts["sides"]) + facts["draws"]["count"] == facts["games"] == 3000
    for seat, side in enumerate(facts["sides"]):
        wins = side["wins"]
        assert side["seat"] == seat
        assert side["mean_return"] == pytest.approx(2 * wins["rate"] - 1)
        assert 0 <= wins["low"] <= wins["rate"] == wins["count"] / 3000 <= wins["high"] <= 1


def test_blocks_cover_the_games_once() -> None:
    for games in (1, 1024, 1025, 40_000):
        played = [i for first, n in blocks(games) for i in range(first, first + n)]
        assert played == list(range(games))


def test_wilson_interval() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038315, 0.5961685), abs=1e-6)  # published worked values
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775328), abs=1e-6)


def test_simulate_goes_on_from_a_position() -> None:
    facts = json.loads(output("simulate", "hex", "--size", "3", "--moves", "c1 a1 b2 a2 a3", "--games", "9", "--json"))
    assert facts["sides"][0]["wins"]["count"] == 9
    assert facts["steps"]["total"] == 0


# ---- perft --------------------------------------------------------------------------------------------------


def test_perft_and_its_division_agree() -> None:
    args = ("perft", "hex", "4", "--size", "3", "--moves", "b2")
    total = int(output(*args))
    for by in ("turn", "step"):
        *lines, last = output(*args, "--divide", "--by", by).splitlines()
        assert last == f"total: {total}"
        assert len(lines) == 9  # 8 cells and the swap
        assert sum(int(line.rpartition(" ")[2]) for line in lines) == total
    assert output("perft", "hex", "0", "--divide") == "total: 1\n"
    position = gc.game("hex", size=3).start().play("b2").position()
    assert output("perft", "hex", "4", "--size", "3", "--position", position) == f"{total}\n"


# ---- replay -------------------------------------------------------------------------------------------------


@pytest.fixture
def records() -> list[gc.Record]:
    game = gc.game("hex", size=4)
    return [gc.Record.from_state(game.start().play_random(100, gc.Rng(seed))) for seed in range(3)]


def test_replay_of_sound_records(records: list[gc.Record], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    gc.dump(records, file)
    lines = output("replay", str(file)).splitlines()
    assert len(lines) == 4
    assert all(f"game {n + 1}: hex" in line and " won: " in line for n, line in enumerate(lines[:3]))
    assert output("replay", "--quiet", "-", input=file.read_bytes()) == "records: 3, all sound\n"


def test_replay_names_the_first_bad_turn_and_goes_on(records: list[gc.Record], tmp_path: Path) -> None:
    turns = records[1].turns
    lines = [gc.dumps(record) for record in records]
    broken = json.loads(lines[1]) | {"turns": [*turns[:2], turns[0], *turns[3:]], "actions": None}
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{line.strip()}\n" for line in (lines[0], json.dumps(broken), lines[2])))
    result = run("replay", str(file), str(tmp_path / "missing.sgf"))
    first, second, third, missing = result.stdout.splitlines()
    assert result.exit_code == 1
    assert f"game 2, turn 3 ({turns[0]!r})" in second
    assert "won" in first
    assert "won" in third
    assert missing.endswith("missing.sgf: No such file or directory")
    assert result.stderr == "Error: 2 of 4 records at fault\n"


def test_replay_of_garbage(tmp_path: Path) -> None:
    for number, data in enumerate((b"\0" * 1000, bytes(range(256)) * 20, b"(;GM[" * 5000, b"{" * 100_000)):
        file = tmp_path / f"garbage{number}"
        file.write_bytes(data)
        result = run("replay", str(file))
        assert result.exit_code == 1
        assert result.stderr.startswith("Error: ")
        assert "internal error" not in result.output


# ---- draw ---------------------------------------------------------------------------------------------------


def test_draw_as_text_and_as_svg(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    args = ("draw", "hex", "--size", "4", "--moves")
    state = gc.game("hex", size=4).start().play("a1").play("b2")
    assert output(*args, "a1 b2") == output(*args, "1. a1 b2") == output(*args, "a1; b2\n") == f"{state}\n"
    assert output(*args, "a1 b2", "-o", str(file)) == ""
    assert file.read_text(encoding="utf-8") == state.svg()


# ---- play ---------------------------------------------------------------------------------------------------


def test_play_hotseat_to_the_end() -> None:
    said = output("play", "hex", "--size", "2", "--no-swap", "--hotseat", input="a1\nb1\na9\na1\nundo\nb1\na2\n")
    assert "'a9' is no cell" in said
    assert "the place is taken" in said
    assert said.rstrip().endswith("Black won: connection")


def test_play_against_random_moves_is_repeatable() -> None:
    def said() -> str:
        return output("play", "hex", "--size", "5", "--seed", "3", "--seat", "1", input="moves\na1\nundo\nresign\n")

    assert said() == said()
    assert "legal turns)" in said()
    assert said().rstrip().endswith("Black won: resignation")


@pytest.mark.parametrize(
    "input", ["", "quit\n", "\n \nhelp\n", "undo\n", "a\0b\n" + "x" * 1_000_000 + "\n", b"\xff\xfe\n"]
)
def test_play_survives_any_input_and_its_end(input: str | bytes) -> None:
    assert output("play", "hex", input=input).endswith("Goodbye.\n")


# ---- every game ---------------------------------------------------------------------------------------------


def test_every_game_shows_simulates_and_divides(game: gc.Game) -> None:
    this = (game.slug, "--variant", game.variant)
    assert output("show", *this).endswith(f"\n\n{game.start(0)}\n")
    facts = json.loads(output("simulate", *this, "--games", "2", "--json"))
    assert len(facts["sides"]) == game.num_players
    if not game.start(0).is_chance:  # cards that tie again and again make trees too large to count
        *_, last = output("perft", *this, "1", "--divide", "--by", "step").splitlines()
        assert last == f"total: {game.perft(1, by='step')}"


def test_every_game_can_be_played_by_typing(game: gc.Game) -> None:
    state, chance, choice = game.start(5), gc.Rng(5), gc.Rng(6)
    while not state.is_over and (len(state.actions) < 30 or state.in_turn or state.is_chance):
        if state.is_chance:
            state.play_chance(chance)
        else:
            state.play(state.random_action(choice))
    typed = "".join(f"play {turn}\n" for turn in state.turns)
    said = output("play", game.slug, "--variant", game.variant, "--hotseat", "--seed", "5", input=typed)
    viewer = None if state.is_over or not game.has_hidden_information else state.player
    assert to_text(game.drawing(state, viewer)) in said[-20_000:]


# ---- real processes -----------------------------------------------------------------------------------------


def test_output_is_plain_and_a_closed_pipe_is_quiet() -> None:
    done = subprocess.run([*COMMAND, "simulate", "hex", "--games", "100000"], capture_output=True, check=True)
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    reader, writer = os.pipe()
    os.close(reader)
    try:
        closed = subprocess.run([*COMMAND, "show", "hex"], stdout=writer, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writer)
    assert (closed.returncode, closed.stderr) == (141, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
@pytest.mark.parametrize("args", [("perft", "hex", "5", "--size", "9", "--divide"), ("play", "hex")])
def test_ctrl_c_stops_at_once(args: tuple[str, ...]) -> None:
    # Whoever runs the tests in the background may have had SIGINT ignored, and children inherit that.
    with subprocess.Popen(
        [*COMMAND, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()  # it is at work
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        _, err = process.communicate(timeout=30)
    assert time.monotonic() - sent < 2
    assert (process.returncode, err.strip()) == (130, b"")


def test_the_library_does_not_import_click_or_rich() -> None:
    code = "import sys, gamecore as gc; gc.game('hex').start().svg(); print({'click', 'rich'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"

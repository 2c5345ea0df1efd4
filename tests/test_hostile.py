"""What a stranger, a careless caller or an operating system can do: each was a way to break something once."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from random import Random

import gamecore as gc
import numpy as np
import pytest
from gamecore.records import Line, Record

HEX = gc.game("hex", size=5)


def full_go_board() -> gc.State:
    """A 37x37 board with 685 groups, in the scoring phase: 2^685 proposals."""
    even, odd = "B1" * 18 + "B", "1B" * 18 + "1"
    return gc.game("go", "37").from_position("/".join([even, odd] * 18 + [even]) + " b - 0:0 propose 0:0")


REFUSED: list[tuple[Callable[[], object], type[gc.GamecoreError]]] = [
    (lambda: HEX.from_position("\ud800"), gc.PositionError),
    (lambda: HEX.start(setup="\ud800"), gc.PositionError),
    (lambda: HEX.from_bytes(10**9), gc.PositionError),  # type: ignore[arg-type]
    (lambda: gc.game("hex", size="\ud800"), gc.VariantError),
    (lambda: gc.game("hex", size=10**5000), gc.VariantError),
    (lambda: gc.game("hex", **{"x" * 1000: []}), gc.VariantError),  # type: ignore[arg-type]
    (lambda: gc.game("hex", size=np.array([1, 2])), gc.VariantError),  # type: ignore[arg-type]
    (lambda: gc.game("hex").batch(10**8), gc.LimitError),
    (lambda: gc.game("go", size=52).batch(10**6), gc.LimitError),
    (lambda: HEX.perft(65), gc.LimitError),
    (lambda: HEX.start(seed=10**5000), gc.LimitError),
    (lambda: HEX.playouts(-1), gc.LimitError),
    (lambda: full_go_board().legal_turns(1000), gc.LimitError),
    (lambda: full_go_board().num_turns(), gc.LimitError),
    (lambda: HEX.start().view(-1), gc.GamecoreError),
    (lambda: HEX.start().observation(2**70), gc.GamecoreError),
    (lambda: HEX.start().legal_turns(-1), gc.GamecoreError),
    (lambda: HEX.start().play_random(-1), gc.GamecoreError),
    (lambda: gc.Rng(-1), gc.GamecoreError),
    (lambda: gc.Rng().below(0), gc.GamecoreError),
    (lambda: HEX.start().play(10**5000), gc.IllegalMoveError),
    (lambda: HEX.start().format_turn([0, 1]), gc.IllegalMoveError),
    (lambda: gc.game("amazons").start().format_turn([]), gc.NotationError),
    (lambda: gc.game("einstein").start().play("413562").play("263514").parse("a1a1"), gc.IllegalMoveError),
    (lambda: HEX.start().play("draw:agreed"), gc.NotationError),
    (lambda: gc.game("hex", swap=False).start().parse("swap"), gc.IllegalMoveError),
    (lambda: gc.game("hex", swap=False).start().parse_turn("swap"), gc.IllegalMoveError),
    (lambda: HEX.start().play("resign:1"), gc.NotationError),
    (lambda: gc.game("chess").start().play("\ud800"), gc.NotationError),
    (lambda: gc.game("chess").start().gives_check("e4\udfff"), gc.NotationError),
    (lambda: gc.game("seirawan").start().parse_turn("\ud800"), gc.NotationError),
    (lambda: gc.game("shogi").start().play("ſ4i-5h"), gc.NotationError),  # a letter that is an S to some
    (lambda: gc.game("shogi").start().play("７六玉(77)"), gc.IllegalMoveError),
    (lambda: gc.game("shogi").start().play("５五歩打(77)"), gc.NotationError),
    (lambda: gc.game("shogi").start().play("５五と打"), gc.NotationError),
    (lambda: gc.game("shogi").start().play("+P*5e"), gc.NotationError),
    (lambda: gc.game("shogi").start().play("P7g*5e"), gc.NotationError),
    (lambda: gc.loads("PI82FU\n+\n+7776FU\n", "csa"), gc.RecordError),  # a rook stands there
    (lambda: gc.loads("PI\nP+00F\n+\n", "csa"), gc.RecordError),
    (lambda: gc.loads("P1-HI-KA-GI-KI-OU\nP2 *  *  *  *  *  * -FU\n+\n", "csa"), gc.RecordError),
]


@pytest.mark.parametrize(("call", "error"), REFUSED)
def test_refused_with_a_short_message(call: Callable[[], object], error: type[gc.GamecoreError]) -> None:
    with pytest.raises(error) as caught:
        call()
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("call", [lambda: HEX.start().play(b"x" * 10**7), lambda: HEX.start().is_legal("x" * 10**7)])
def test_wrong_types_are_named_shortly(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert len(str(caught.value)) < 300


def test_undo_turn_stops_where_a_game_began_within_a_turn() -> None:
    text = "3B2B3/10/10/B8B/10/10/W8W/10/10/W5W3 w a1"
    s = gc.game("amazons").from_position(text).play_random(1)
    assert s.undo_turn().position() == text
    assert "R1" in str(gc.game("einstein").from_position("A4/5/5/5/5 r setup").play_step("2"))


def test_arrays_of_a_batch_that_were_spoilt_stop_the_step() -> None:
    b = HEX.batch(4)
    before = b.state(0).position()
    b.players.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        b.step(b.random_actions())
    assert b.state(0).position() == before


def test_a_state_in_use_by_another_thread_says_so() -> None:
    game = gc.game("go", size=19, scoring="area")
    s = game.start().play_random(20, gc.Rng(1))
    answers: list[object] = []

    def use() -> None:
        for _ in range(200):
            try:
                answers.append(s.copy().play_random(50).is_over)
                s.play_random(1).undo()
            except RuntimeError as error:
                assert "another thread" in str(error)
            except gc.IllegalMoveError:
                pass

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers
    assert game.from_bytes(s.to_bytes()) == s


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_processes_draw_other_numbers_and_step_their_batches() -> None:
    code = """if True:
        import os
        import gamecore as gc
        gc.Rng()
        gc.game("hex").start().play_random(1)
        b = gc.game("hex").batch(200, threads=2)
        child = os.fork()
        b.step(b.random_actions())
        os.write(1, f"{gc.game('hex').start().play_random(40).hash}\\n".encode())
        if child:
            os.wait()
    """
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, timeout=60, check=True)
    assert len(set(done.stdout.split())) == 2


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_a_deep_perft_of_a_game_of_many_moves_stops_soon() -> None:
    """Thousands of moves in every position: those three turns deep take half a minute to count."""
    game = gc.game("morelli", size=31)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    begun = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            game.perft(20)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - begun < 3


SLOW: list[tuple[str, Callable[[], object]]] = [
    ("blanks in a turn", lambda: gc.game("shogi").start().play("▲" + " " * 19_000 + "x")),
    ("blanks in the middle of a turn", lambda: gc.game("shogi").start().play("▲７六歩" + " " * 19_000 + "x")),
    ("blanks in KI2", lambda: gc.loads("▲" + " " * 90_000 + "x", "ki2")),
    ("blanks in KIF", lambda: gc.loads("1 ▲" + " " * 90_000 + "x", "kif")),
    ("blanks in a text of no format", lambda: gc.loads("▲" + " " * 900_000 + "x")),
    ("blanks after a number", lambda: gc.loads("1" + " " * 900_000 + "x")),
    ("blanks before Little Golem's text", lambda: gc.loads("1-0" + " " * 900_000 + "![shogi;SHOGI;null;]", "lg")),
    ("empty comments in KIF", lambda: gc.loads("手合割：平手\n" + "*\n" * 400_000, "kif")),
    ("empty comments in CSA", lambda: gc.loads("V2.2\n" + "'\n" * 400_000, "csa")),
    ("tags in CSA", lambda: gc.loads("V2.2\n" + "$A:\n" * 200_000, "csa")),
]


@pytest.mark.parametrize("call", [call for _, call in SLOW], ids=[name for name, _ in SLOW])
def test_takes_linear_time(call: Callable[[], object]) -> None:
    begin = time.process_time()
    try:
        call()
    except gc.GamecoreError as error:
        assert len(str(error)) < 600
    assert time.process_time() - begin < 3


def long_game(game: gc.Game, plies: int) -> gc.State:
    rng, s = gc.Rng(7), game.start()
    while len(s.actions) < plies:
        action = s.random_action(rng)
        if not s.copy().play(action).is_over:
            s.play(action)
    return s


def test_many_variations_of_a_long_game_do_not_replay_it() -> None:
    game = gc.game("shogi", max_turns=20_000)
    s = long_game(game, 4000)
    text = gc.dumps(Record.from_state(s), "kif") + "変化：4000手\n▲５五歩\n" * 2500
    begin = time.process_time()
    record = gc.loads(text, "kif", game=game)
    assert len(record.variations[3999]) == 2500
    assert time.process_time() - begin < 4

    turns = long_game(gc.game("chess"), 200).turns
    text = " ".join(turns) + f" ({turns[-1]})" * 10_000
    begin = time.process_time()
    assert gc.dumps(gc.loads(text, "pgn"), "pgn").count("(") == 10_000
    assert time.process_time() - begin < 4


def test_variations_are_spelled_to_where_they_are_legal() -> None:
    deeper = Line(["e2e4", "e7e5", "g1f3"], variations={2: [Line(["b1c3", "junk"])], 3: [Line(["g8f6", "resign"])]})
    record = Record(gc.game("chess"), ["d2d4", "d7d5"], variations={0: [deeper, Line(["e2e5"])], 2: [Line(["resign"])]})
    spelled = record.spelled().variations
    assert [line.turns for line in spelled[0]] == [["e4", "e5", "Nf3"], ["e2e5"]]
    assert spelled[0][0].variations[2][0].turns == ["Nc3", "junk"]
    assert spelled[0][0].variations[3][0].turns == ["Nf6", "resign"]
    assert spelled[2][0].turns == ["resign"]


def test_a_variation_that_went_wrong_is_not_read_from_the_start() -> None:
    head = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n変化：3手\n"
    line = gc.loads(head + "   3 ２二角(88)\n   4 ▲同　銀\n   5 ▲２六歩\n", "kif").variations[2][0]
    assert line.turns == ["B8h-2b", "S3a-2b", "P2g-2f"]
    # No pawn goes there: what follows must not be taken for a move from the start.
    line = gc.loads(head + "   3 ５五歩(76)\n   4 △８四歩\n   5 ▲２六歩\n", "kif").variations[2][0]
    assert line.turns == ["P7f-5e", "△8四歩", "▲2六歩"]


class Dripping(io.BytesIO):
    """A file that gives less than it is asked for, as sockets do."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(Random(self.tell()).randrange(1, 30))


def test_the_charset_of_a_file_that_comes_in_drops() -> None:
    text = "開始日時：2006/07/01\n先手：羽生\n後手：谷川\n手合割：平手\n▲７六歩 △３四歩\n"
    for charset in ("cp932", "utf-8"):
        (record,) = gc.iter_records(Dripping(text.encode(charset)))
        assert record.players == ("羽生", "谷川")
        assert record.turns == ["P7g-7f", "P3c-3d"]
    assert list(gc.iter_records(Dripping(b""))) == []


def test_an_ending_in_words_does_not_become_a_turn() -> None:
    record = gc.loads("1-0 resign [shogi;SHOGI;null;P7g-7f;P8c-8d]", "lg")
    for format in ("kif", "ki2", "csa"):
        again = gc.loads(gc.dumps(record, format), format)
        assert again.turns == record.turns
        assert again.result == record.result
    resigned = Record.from_state(gc.game("shogi").start().resign(0))
    assert gc.loads(gc.dumps(resigned, "ki2"), "ki2").turns == ["resign"]


@pytest.mark.parametrize("number", [2**64, -(10**400)])
def test_a_batch_has_no_game_of_a_huge_number(number: int) -> None:
    with pytest.raises(IndexError):
        HEX.batch(3).state(number)

"""What a stranger, a careless caller or an operating system can do: each was a way to break something once."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable

import gamecore as gc
import numpy as np
import pytest

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
    (lambda: HEX.start().play("resign:1"), gc.NotationError),
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

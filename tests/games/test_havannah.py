"""Havannah: check figures, rings, bridges and forks, swap, records, and second opinions."""

from __future__ import annotations

import json
from pathlib import Path

import gamecore as gc
import pytest
from compare import agree
from reference.havannah import Reference

RECORDS = Path(__file__).parent.parent / "records" / "havannah"

PERFT = [
    (2, False, [7, 42, 210, 600, 1296, 288, 72]),
    (2, True, [7, 49, 252, 810, 1896, 1584, 360]),
    (3, False, [19, 342, 5814, 93024]),
    (3, True, [19, 361, 6156, 98838]),
    (4, False, [37, 1332, 46620]),
    (4, True, [37, 1369, 47952]),
]


@pytest.mark.parametrize(("size", "swap", "figures"), PERFT)
def test_perft(size: int, swap: bool, figures: list[int]) -> None:
    g = gc.game("havannah", size=size, swap=swap)
    for depth, figure in enumerate(figures, 1):
        assert g.perft(depth) == g.perft(depth, by="step") == figure


def test_pyspiel_is_here() -> None:
    import pyspiel
    print(pyspiel.load_game("havannah"), pyspiel.load_game("havannah(board_size=3,swap=true)").num_distinct_actions())

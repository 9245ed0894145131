"""Counts of move sequences against the table of an independent brute force that was cross-checked with OpenSpiel."""

import json
import re
from pathlib import Path

import pytest

from palaestra import build_game
from palaestra.testing.counting import perft
from palaestra_boardgames.kalah.spec import KALAH

TABLES = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
QUICK = 3_000_000


def _row(name, knobs, unit, depth, expected):
    marks = [pytest.mark.slow] if expected > QUICK else []
    return pytest.param(knobs, unit, int(depth), expected, id=f"{name}-{unit}-{depth}", marks=marks)


def _rows():
    for name, units in TABLES["kalah_6_4"].items():
        capture, end = name.split("/")
        knobs = {
            "capture": {"standard": "standard", "empty_capture": "empty"}[capture],
            "end": {"end_any_row_empty": "either", "end_mover_row_empty": "mover"}[end],
        }
        for unit, counts in units.items():
            for depth, expected in counts.items():
                yield _row(name, knobs, {"sow": "ply", "turn": "turn"}[unit], depth, expected)
    for name, counts in TABLES["kalah_other"].items():
        pits, seeds = map(int, re.findall(r"\d+", name))
        for depth, expected in counts.items():
            yield _row(name, {"pits": pits, "seeds": seeds}, "ply", depth, expected)


@pytest.mark.parametrize(("knobs", "unit", "depth", "expected"), list(_rows()))
def test_sequences_are_counted_as_published(knobs, unit, depth, expected):
    game = build_game(KALAH, knobs)
    assert perft(game, game.new_state(), depth, unit) == expected

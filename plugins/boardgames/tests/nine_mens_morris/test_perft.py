"""Counts of move sequences against the table of an independent brute force that was cross-checked with OpenSpiel."""

import json
from pathlib import Path

import pytest

from palaestra import load_game
from palaestra.testing.counting import perft

TABLE = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())["nine_mens_morris"]
UNITS = {"separate": "ply", "combined": "turn"}
QUICK = {"ply": 100_000_000, "turn": 9_000_000}
"""Plies are counted by the list, turns one by one."""


def _row(name, text, table, depth, expected):
    unit = UNITS[table]
    marks = [pytest.mark.slow, pytest.mark.timeout(1800)] if expected > QUICK[unit] else []
    return pytest.param(text, unit, int(depth), expected, id=f"{name}-{table}-{depth}", marks=marks)


def _rows():
    for table in UNITS:
        for depth, expected in TABLE[table].items():
            yield _row("start", "." * 24 + " 9 9 W", table, depth, expected)
        for name, entry in TABLE["positions"].items():
            text = f"{entry['board']} {entry['hand_w']} {entry['hand_b']} {entry['side']}"
            for depth, expected in entry[table].items():
                yield _row(name, text, table, depth, expected)


@pytest.mark.parametrize(("text", "unit", "depth", "expected"), list(_rows()))
def test_sequences_are_counted_as_published(text, unit, depth, expected):
    game = load_game("nine_mens_morris")
    assert perft(game, game.position(text), depth, unit) == expected

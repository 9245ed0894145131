"""Counts of move sequences against the table of an independent brute force that was cross-checked with OpenSpiel."""

import json
from pathlib import Path

import pytest

from palaestra import load_game
from palaestra.perft import perft

TABLE = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())["nine_mens_morris"]
UNITS = {"separate": "ply", "combined": "turn"}
QUICK = 6_000_000


def _row(name, text, table, depth, expected):
    marks = [pytest.mark.slow] if expected > QUICK else []
    return pytest.param(text, UNITS[table], int(depth), expected, id=f"{name}-{table}-{depth}", marks=marks)


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

"""The laws of games, for every pair of decks and under every knob."""

from itertools import product
from pathlib import Path

import pytest

from palaestra import load_game
from palaestra.testing import check_game
from palaestra_hearthstone.decks import DECKS

PAIRS = list(product(DECKS, repeat=2))
EACH_ONCE = [pair for pair in PAIRS if pair[1] == list(DECKS)[list(DECKS).index(pair[0]) - 1]]


@pytest.mark.parametrize("decks", EACH_ONCE, ids="-".join)
def test_laws(decks):
    report = check_game(load_game("hearthstone"), games=1, decks=decks, seed=2)
    assert "hidden information is hidden" in report.laws


@pytest.mark.parametrize("knobs", [{"mulligan": True}, {"card_data": "2017"}], ids=str)
def test_laws_under_knobs(knobs):
    assert check_game(load_game("hearthstone", **knobs), games=1).positions > 40


@pytest.mark.slow
@pytest.mark.parametrize("decks", PAIRS, ids="-".join)
def test_laws_in_many_games(decks):
    assert check_game(load_game("hearthstone"), games=20, decks=decks).positions > 1000


@pytest.mark.parametrize("file", sorted((Path(__file__).parent / "playthroughs").glob("*.txt")), ids=lambda f: f.stem)
def test_golden_playthrough(check_playthrough, file):
    check_playthrough(file)

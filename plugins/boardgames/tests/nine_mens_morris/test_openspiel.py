"""Whole games recorded with OpenSpiel 2.0.2: the same legal actions at every ply, the same results."""

import json
from pathlib import Path

import pytest

from palaestra import load_game

GAMES = json.loads((Path(__file__).parents[1] / "data" / "nine_mens_morris_openspiel.json").read_text())["games"]


@pytest.mark.parametrize("record", GAMES)
def test_recorded_game_goes_the_same_way(record):
    state = load_game("nine_mens_morris").new_state()
    for action, count, total in zip(record["actions"], record["legal_count"], record["legal_sum"], strict=True):
        legal = state.legal_actions()
        assert (len(legal), sum(legal)) == (count, total)
        state.step(action)
    assert state.is_terminal
    assert state.returns() == record["returns"]

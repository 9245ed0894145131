"""The game keeps the laws under every knob, compiled and as plain Python."""

from pathlib import Path

import pytest

from palaestra import build_game
from palaestra.testing import check_game, check_plain_python
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY

PLAIN_PYTHON = """
from random import Random
from palaestra import build_game
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY
game = build_game(INDIAN_RUMMY, {"turn_cap": 20})
for seed in range(2):
    state = game.new_state(seed=seed)
    chooser = Random(seed)
    while not state.is_terminal:
        state.step(chooser.choice(state.legal_actions()))
        print(*state.array, state.features(0).sum())
"""

KNOBS = [
    {},
    {"cut_card": "returned", "return_taken": True, "turn_cap": 20},
    {"empty_deck": "reshuffle", "analysis": "greedy", "turn_cap": 70},
    {"wild_in_pure": False, "declaration": "open"},
]


@pytest.mark.parametrize("knobs", KNOBS, ids=str)
def test_laws(knobs):
    report = check_game(build_game(INDIAN_RUMMY, knobs), games=2)
    assert "the kernel agrees with its slow twin" in report.laws


@pytest.mark.slow
@pytest.mark.parametrize("knobs", KNOBS, ids=str)
def test_laws_in_many_games(knobs):
    check_game(build_game(INDIAN_RUMMY, knobs), games=60, seed=1)


@pytest.mark.parametrize("seed", [1, 2])
def test_golden_playthrough(check_playthrough, seed):
    game = build_game(INDIAN_RUMMY, {"turn_cap": 6})
    check_playthrough(Path(__file__).parent / f"playthrough_{seed}.txt", game, seed=seed)


def test_plain_python_plays_the_same_games():
    assert len(check_plain_python(PLAIN_PYTHON)) == 80

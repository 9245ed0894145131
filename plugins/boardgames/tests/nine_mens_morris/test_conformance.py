"""The laws of games and golden playthroughs: short games in which men fly, for Ludii into a mill."""

from pathlib import Path

import pytest

from palaestra import load_game
from palaestra.testing import check_game


@pytest.mark.parametrize(
    "knobs", [{}, {"rules": "ludii"}, {"max_turns": 1}, {"max_turns": 30, "rules": "ludii"}], ids=str
)
def test_game_keeps_the_laws(knobs):
    report = check_game(load_game("nine_mens_morris", **knobs), games=3, reference=False)
    assert report.games == 3


@pytest.mark.parametrize("name", ["gasser.txt", "ludii.txt"])
def test_game_is_played_as_before(name, check_playthrough):
    check_playthrough(Path(__file__).with_name(name))

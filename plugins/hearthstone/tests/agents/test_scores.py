"""The published scores, counted by hand."""

import numpy as np
import pytest

from palaestra_hearthstone import layout
from palaestra_hearthstone.agents.scores import COUNTS, SCORES, WIN, score, weights_of
from palaestra_hearthstone.testing import Scenario


def score_of(name, scenario, player=0):
    return score(scenario.state.array, player, weights_of(name), np.zeros(COUNTS))


@pytest.fixture(scope="module")
def fight():
    """Own: 20 health, Azure Drake 4/4 with 1 damage, Voidwalker 1/3 taunt, 2 cards in the deck; armor does not count.

    Enemy: 25 health, Voidlord 3/9 taunt, Doomsayer 0/7, 5 cards in the deck.
    """
    s = Scenario(player="warlock", opponent="warlock")
    s.set(health=20, armor=5)
    s.board("Azure Drake", damage=1)
    s.board("Voidwalker")
    s.deck("Defile", "Hellfire")
    s.opponent.set(health=25)
    s.opponent.board("Voidlord")
    s.opponent.board("Doomsayer")
    s.opponent.deck("Defile", "Hellfire", "Voidlord", "Doomguard", "Voidwalker")
    return s


BY_HAND = {
    "aggro": -1000 * 9 + 5 + 1000 * (20 - 25),
    "control": 50 * 0 + 25 * (3 - 9) + 5 + 10 * (20 - 25),
    "midrange": 5 * 0 - 1000 * 9 + 5 + 10 * (20 - 25) + 10 * (6 - 16) + 10 * (5 - 3),
    "ramp": 50 * 0 - 500 * 3 + 5 + 10 * (20 - 25) + 10 * (6 - 16) + 20 * (5 - 3),
    "fatigue": 50 * (2 - 5) + 10 * 0 + 10 * (3 - 9) + 5 + 5 * (20 - 25),
    "dynamic_lookahead": round(
        21.5 * 20 - 33.6 * 25 + 41.1 * 2 - 19.4 * 2 + 54 * 6 + 60.5 * 5 - 88.5 * 16 - 84.7 * 3
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCORES)
def test_scores_of_a_fight(fight, name):
    assert score_of(name, fight) == BY_HAND[name]


@pytest.mark.parametrize("name", set(SCORES) - {"dynamic_lookahead"})
def test_a_board_of_ones_own_is_worth_more_than_its_minions(name):
    bonus = {"aggro": 1000, "control": 1000, "midrange": 5000, "ramp": 5000, "fatigue": 1000}[name]
    without_board = Scenario(player="warlock", opponent="warlock")
    alone = Scenario(player="warlock", opponent="warlock")
    alone.board("Azure Drake")
    assert bonus < score_of(name, alone) - score_of(name, without_board) < bonus + 200


def test_fatigue_likes_a_full_hand_and_an_empty_deck_of_the_enemy():
    s = Scenario(player="warlock", opponent="warlock")
    s.deck("Defile")
    s.opponent.deck("Defile")
    s.opponent.hand(*["Defile"] * 9)
    assert score_of("fatigue", s) == 0
    s.opponent.hand("Hellfire")
    assert score_of("fatigue", s) == 1000
    with s.change() as position:
        position.sides[1].deck.clear()
    assert score_of("fatigue", s) == 1000 + 10_000 + 50


@pytest.mark.parametrize("name", SCORES)
def test_the_end_is_worth_more_than_anything(fight, name):
    s = fight.copy()
    s.state.array[layout.RESULT] = layout.WON + 1
    assert score_of(name, s, 0) == -WIN
    assert score_of(name, s, 1) == WIN


def test_a_draw_is_no_win():
    s = Scenario(player="warlock", opponent="warlock")
    s.state.array[layout.RESULT] = layout.DRAWN
    assert score_of("midrange", s) == 0

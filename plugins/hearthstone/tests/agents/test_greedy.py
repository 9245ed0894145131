"""`hearthstone_greedy` takes what its score likes best after one action."""

import pytest

from palaestra import load_agent
from palaestra_hearthstone.testing import Scenario


def decide(s, look, score, seed=0):
    agent = load_agent("hearthstone_greedy", s.game, seed, score=score)
    return s.game.action_to_string(s.state, agent.act(look(s.game, s.state))), agent


def duel():
    """A minion that may kill a taunt, or not; the enemy hero is behind it."""
    s = Scenario(player="warrior", opponent="warlock", mana=0)
    s.board("Kor'kron Elite")
    s.opponent.board("Voidwalker")
    return s


def test_a_win_is_taken(look):
    s = Scenario(player="warrior", opponent="warlock", mana=0)
    s.board("Kor'kron Elite")
    s.opponent.set(health=4)
    s.opponent.board("Azure Drake")
    for score in ("aggro", "control", "midrange", "ramp", "fatigue"):
        action, agent = decide(s, look, score)
        assert action == "Kor'kron Elite attacks hero"
        assert agent.explain().actions[0][2] == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("score", ["aggro", "control", "midrange"])
def test_a_taunt_is_removed(look, score):
    action, agent = decide(duel(), look, score)
    assert action == "Kor'kron Elite attacks Voidwalker"
    told = agent.explain()
    assert told.iterations == len(told.actions) == 2
    assert told.principal_variation == (told.actions[0][0],)


def test_scores_disagree(look):
    s = Scenario(player="warrior", opponent="warlock", mana=0)
    s.board("Kor'kron Elite")
    s.opponent.board("Southsea Deckhand")
    assert decide(s, look, "aggro")[0] == "Kor'kron Elite attacks hero"  # 4 health, 4000
    assert decide(s, look, "midrange")[0] == "Kor'kron Elite attacks Southsea Deckhand"  # a cleared board, 5000


def test_equal_actions_are_as_likely(look):
    s = Scenario(player="warrior", opponent="warlock", mana=0)
    s.board("Kor'kron Elite")
    s.opponent.board("Voidwalker")
    s.opponent.board("Voidwalker")
    chosen = {decide(s, look, "aggro", seed)[0] for seed in range(30)}
    assert len(chosen) == 2

"""`dynamic_lookahead` against a plain recursion, and lines that it must see."""

import numpy as np
import pytest

from palaestra import AgentRng, load_agent, load_game
from palaestra_hearthstone.agents.lookahead import further_actions
from palaestra_hearthstone.agents.scores import COUNTS, score, weights_of
from palaestra_hearthstone.testing import Scenario

WEIGHTS = weights_of("dynamic_lookahead")


def plain_value(state, player, depth):
    """The best score now or after further own actions."""
    best = score(state.array, player, WEIGHTS, np.zeros(COUNTS))
    if depth > 0 and state.current_player == player:
        for action in state.legal_actions():
            after = state.copy()
            after.step(action)
            best = max(best, plain_value(after, player, depth - 1))
    return best


@pytest.mark.parametrize(("legal", "further"), [(2, 3), (4, 3), (5, 2), (24, 2), (25, 1), (250, 1)])
def test_the_fewer_actions_the_deeper(legal, further):
    assert further_actions(legal) == further


@pytest.mark.parametrize("seed", range(6))
def test_it_chooses_as_a_plain_recursion(look, seed):
    game = load_game("hearthstone")
    state = game.new_state(("midrange_jade_shaman", "cube_warlock"), seed)
    rng = np.random.default_rng(seed)
    agent = load_agent("dynamic_lookahead", game, AgentRng(seed + 1))
    compared = 0
    while compared < 8 and not state.is_terminal:
        legal = state.legal_actions()
        if 1 < len(legal) < 10:
            player = state.current_player
            sample = np.zeros(game.sizes.state_size, dtype=np.int64)
            game.rules.determinize(state.observation(player).copy(), player, agent._words.copy(), sample)
            values = []
            for action in legal:
                after = game.state_from_array(sample)
                after.step(action)
                values.append(plain_value(after, player, int(further_actions(len(legal)))))
            chosen = agent.act(look(game, state))
            assert chosen == max(zip(values, legal, strict=True))[1]  # of equal ones the last
            told = agent.explain()
            assert {action for action, _, _ in told.actions} == set(legal)
            assert told.principal_variation[0] == chosen
            line = game.state_from_array(sample)
            for action in told.principal_variation:
                line.step(action)
            assert score(line.array, player, WEIGHTS, np.zeros(COUNTS)) == max(values)
            compared += 1
        state.step(int(rng.choice(legal)))
    assert compared == 8


def test_a_win_in_two_actions_is_seen(look):
    s = Scenario(player="warrior", opponent="warlock", mana=2)
    s.hand("Heroic Strike")
    s.weapon("Fiery War Axe")
    s.opponent.set(health=7)
    agent = load_agent("dynamic_lookahead", s.game, 0)
    action = agent.act(look(s.game, s.state))
    assert s.game.action_to_string(s.state, action) == "Heroic Strike -> cast"
    line = s.state.copy()
    for step in agent.explain().principal_variation:
        line.step(step)
    assert line.returns() == [1.0, -1.0]

"""`beam_search`: what it keeps, and what it finds."""

import numpy as np
import pytest

from palaestra import AgentRng, load_agent, load_game
from palaestra_hearthstone.agents.scores import COUNTS, score, weights_of
from palaestra_hearthstone.testing import Scenario


def score_of(state, player, name="midrange"):
    return score(state.array, player, weights_of(name), np.zeros(COUNTS))


def plain_beam(state, player, depth, width, opponent_width):
    """The best line by lists and sorting."""
    beam = [(score_of(state, player), state, ())]
    for _ in range(depth):
        candidates = []
        for value, position, line in beam:
            if position.is_terminal:
                candidates.append((value, position, line))
                continue
            after = []
            for action in position.legal_actions():
                next_position = position.copy()
                next_position.step(action)
                after.append((score_of(next_position, player), next_position, (*line, action)))
            if position.current_player != player:
                after = sorted(after, key=lambda entry: entry[0])[:opponent_width]
            candidates += after
        beam = sorted(candidates, key=lambda entry: -entry[0])[:width]
    return beam[0][2]


@pytest.mark.parametrize(("depth", "width", "opponent_width"), [(1, 1, 1), (4, 3, 1), (5, 6, 2), (8, 2, 3)])
@pytest.mark.parametrize("seed", range(2))
def test_it_chooses_as_plain_lists_do(look, seed, depth, width, opponent_width):
    game = load_game("hearthstone")
    state = game.new_state(("aggro_pirate_warrior", "midrange_jade_shaman"), seed)
    rng = np.random.default_rng(seed)
    agent = load_agent("beam_search", game, AgentRng(seed + 1), depth=depth, width=width, opponent_width=opponent_width)
    compared = 0
    while compared < 6 and not state.is_terminal:
        legal = state.legal_actions()
        if len(legal) > 3:
            player = state.current_player
            sample = np.zeros(game.sizes.state_size, dtype=np.int64)
            game.rules.determinize(state.observation(player).copy(), player, agent._words.copy(), sample)
            line = plain_beam(game.state_from_array(sample), player, depth, width, opponent_width)
            assert agent.act(look(game, state)) == line[0]
            assert agent.explain().principal_variation == line
            compared += 1
        state.step(int(rng.choice(legal)))
    assert compared == 6


def test_a_win_in_three_actions_is_seen(look):
    s = Scenario(player="warrior", opponent="warlock", mana=7)
    s.hand("Heroic Strike", "Arcanite Reaper")
    s.opponent.set(health=9)
    agent = load_agent("beam_search", s.game, 0)
    while not s.state.is_terminal:
        view = look(s.game, s.state)
        assert view.player == 0
        s.state.step(agent.act(view))
    assert s.result == "player"


def test_an_explanation_counts_what_was_scored(look):
    s = Scenario(player="warrior", opponent="warlock", mana=7)
    s.hand("Heroic Strike", "Arcanite Reaper")
    agent = load_agent("beam_search", s.game, 0, depth=3)
    chosen = agent.act(look(s.game, s.state))
    told = agent.explain()
    assert sum(visits for _, visits, _ in told.actions) == told.iterations
    assert {action for action, _, _ in told.actions} == set(s.state.legal_actions())
    assert told.principal_variation[0] == chosen
    assert len(told.principal_variation) == 3

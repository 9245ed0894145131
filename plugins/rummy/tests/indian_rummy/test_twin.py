"""Kernel and slow twin side by side in games that end by a declaration, as random ones hardly ever do."""

from random import Random

import pytest

from palaestra import AgentRng, View, build_game, load_agent
from palaestra_rummy.indian_rummy.reference import Reference
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY


def play(game, seed):
    """Play ``min_dist`` against itself with random slips, comparing at every step; return whether somebody won."""
    rng = Random(seed)
    state, twin = game.new_state(seed=seed), Reference(game.knobs, (), seed)
    agents = [load_agent("min_dist", game, AgentRng(seat)) for seat in (0, 1)]
    while not state.is_terminal:
        legal = state.legal_actions()
        assert (state.current_player, legal) == (twin.current_player, twin.legal_actions())
        player = state.current_player
        action = agents[player].act(View(game, player, state.observation(player), tuple(legal)))
        if rng.random() < 0.1:
            action = rng.choice(legal)
        state.step(action)
        twin.step(action)
    assert (twin.current_player, twin.legal_actions()) == (-1, [])
    assert state.returns() == twin.returns()
    return any(state.returns())


@pytest.mark.parametrize(
    "knobs",
    [{}, {"wild_in_pure": False}, {"return_taken": True, "cut_card": "returned"}, {"declaration": "open"}],
    ids=str,
)
def test_games_that_are_won(knobs):
    game = build_game(INDIAN_RUMMY, knobs)
    assert sum(play(game, seed) for seed in range(30)) > 15


@pytest.mark.slow
def test_many_games_that_are_won():
    game = build_game(INDIAN_RUMMY, {})
    assert sum(play(game, seed) for seed in range(1000, 1400)) > 200

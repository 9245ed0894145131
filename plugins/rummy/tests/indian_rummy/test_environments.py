"""Indian Rummy as learners play it."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from palaestra import load_game
from palaestra.environments import Shaping, VectorGames, aec_env
from palaestra_rummy import analyse
from palaestra_rummy.indian_rummy.evaluate import potential
from palaestra_rummy.indian_rummy.layout import HANDS, WILD

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it imports an environment of its own in a way that it deprecates
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test

UNUSUAL = (
    "Observation is not a NumPy array",  # only environments in a list of PettingZoo's own may have dictionaries
    "Observation space for each agent probably should be",  # and spaces of dictionaries
    "Action mask numpy array is all zeros",  # who is not to move
)
pettingzoo_test = pytest.mark.filterwarnings(*(f"ignore:{message}:UserWarning" for message in UNUSUAL))


@pettingzoo_test
@pytest.mark.parametrize("knobs", [{}, {"declaration": "open", "empty_deck": "reshuffle"}], ids=str)
def test_passes_the_tests_of_pettingzoo(knobs: dict[str, Any]) -> None:
    api_test(aec_env("indian_rummy", **knobs), num_cycles=300)
    seed_test(lambda: aec_env("indian_rummy", **knobs), num_cycles=150)


@pettingzoo_test
def test_renders_in_all_modes() -> None:
    render_test(lambda render_mode: aec_env("indian_rummy", render_mode=render_mode))


def test_a_seeded_reset_keeps_the_rules() -> None:
    env = aec_env("indian_rummy", turn_cap=7, declaration="open")
    for seed in (3, None, 4):
        env.reset(seed=seed)
        assert env.unwrapped.game.knobs["turn_cap"] == 7
        while env.agents:
            observation, *_ = env.last()
            over = env.terminations[env.agent_selection]
            env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))


def test_vector_games_are_those_of_states() -> None:
    game = load_game("indian_rummy")
    games = VectorGames(game, 4, seed=5)
    states = [game.new_state(seed=int(seed)) for seed in games.seeds]
    batch, ended = games.batch, 0
    for _ in range(300):
        actions = games.random_actions().tolist()
        for index, state in enumerate(states):
            assert np.flatnonzero(batch.mask[index]).tolist() == state.legal_actions()
            assert np.array_equal(batch.obs[index], state.features(state.current_player))
            state.step(actions[index])
        batch = games.step(actions)
        for index, state in enumerate(states):
            assert batch.done[index] == state.is_terminal
            assert batch.reward[index].tolist() == state.returns()
            if state.is_terminal:
                ended += 1
                states[index] = game.new_state(seed=int(games.seeds[index]))
    assert ended > 4


# -- shaping ----------------------------------------------------------------------------------------------------------


def cards(state: Any, player: int) -> tuple[list[str], str]:
    hand, wild = int(state.array[HANDS + player]), int(state.array[WILD])
    names = [f"{'A23456789TJQK'[card % 13]}{'HDCS'[card // 13]}" for card in range(52) if hand >> card & 1]
    return names, "A23456789TJQK"[wild]


def played(shaping: Shaping | None, seed: int) -> list[tuple[Any, int, Any, list[float]]]:
    """Return state, mover, next state and rewards of every step of a random game."""
    env = aec_env("indian_rummy", shaping=shaping).unwrapped
    env.reset(seed=seed)
    rng, steps = np.random.default_rng(seed), []
    while not any(env.terminations.values()):
        before = env.copy_state()
        env.step(int(rng.choice(before.legal_actions())))
        rewards = [env.rewards[agent] for agent in env.possible_agents]
        steps.append((before, before.current_player, env.copy_state(), rewards))
    return steps


@pytest.mark.parametrize("seed", range(4))
def test_the_potential_is_that_of_the_analysis(seed: int) -> None:
    for state, _, _, _ in played(None, seed)[::5]:
        for player in (0, 1):
            hand, wild = cards(state, player)
            assert -130 * potential(state.array, player) == pytest.approx(analyse(hand, wild=wild).deadwood)


@pytest.mark.parametrize("seed", range(4))
def test_the_paper_s_shaping_telescopes(seed: int) -> None:
    """F = Phi' - Phi at every draw and non-terminal discard, Phi = -deadwood / 130."""
    steps = played(Shaping("difference"), seed)
    result = steps[-1][2].returns()
    for player in (0, 1):
        own = [after for _, mover, after, _ in steps if mover == player and not after.is_terminal]
        total = 130 * (sum(rewards[player] for *_, rewards in steps) - result[player])
        first = potential(steps[0][0].array, player)
        assert round(total) == pytest.approx(total, abs=1e-9)
        assert total == pytest.approx(130 * (potential(own[-1].array, player) - first), abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_the_textbook_s_shaping_telescopes(seed: int) -> None:
    steps = played(Shaping("potential"), seed)
    result = steps[-1][2].returns()
    for player in (0, 1):
        first = next(state for state, mover, _, _ in steps if mover == player)
        total = sum(rewards[player] for *_, rewards in steps) - result[player]
        assert total == pytest.approx(-potential(first.array, player), abs=1e-9)

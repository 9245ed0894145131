"""Shaped rewards: what they add up to over a game, exactly, in both kinds of environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palaestra import load_game
from palaestra.compiler import jit
from palaestra.environments.pettingzoo import aec_env
from palaestra.environments.shaping import Shaping
from palaestra.environments.vector import VectorGames
from palaestra.errors import InvalidValueError, PluginError, UserError
from palaestra.game import KernelGame, KernelState, build_game
from palaestra.kernel import IntArray, rule
from palaestra.testing.games import KUHN_POKER, NIM


@rule("evaluate")
def words(state: IntArray, player: int) -> float:
    """Return a whole number that differs from state to state and from player to player."""
    total = 3 * player + 1
    for i in range(2, state.shape[0]):
        total += i * (state[i] % 97)
    return float(total)


@jit("float64(int64[::1])")
def of_another_signature(state: IntArray) -> float:
    return float(state[2])


GAMES: dict[str, Callable[[], Any]] = {
    "nim": lambda: build_game(NIM, {"takes": 2}),
    "one heap": lambda: build_game(NIM, {"heaps": 1, "size": 2}),
    "kuhn_poker": lambda: build_game(KUHN_POKER, {}),
    "kalah": lambda: load_game("kalah", pits=2, seeds=2),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> KernelGame:
    return GAMES[request.param]()


Step = tuple[KernelState, int, KernelState, list[float]]
"""State, mover, the state after its action, and the rewards of all seats."""


def steps_of(game: KernelGame, shaping: Shaping | None, seed: int) -> list[Step]:
    """Play a random game in an environment."""
    env = aec_env(game, shaping=shaping).unwrapped
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    steps = []
    while not any(env.terminations.values()):
        before = env.copy_state()
        env.step(int(rng.choice(before.legal_actions())))
        after = env.copy_state()
        steps.append((before, before.current_player, after, [env.rewards[agent] for agent in env.possible_agents]))
    return steps


def between_decisions(steps: list[Step], player: int) -> Iterator[tuple[KernelState, float]]:
    """Yield every state in which `player` decides, and its rewards from there until it decides again."""
    own = [i for i, (_, mover, _, _) in enumerate(steps) if mover == player]
    for begin, end in zip(own, [*own[1:], len(steps)], strict=bool(own)):
        yield steps[begin][0], sum(rewards[player] for _, _, _, rewards in steps[begin:end])


@pytest.mark.parametrize("gamma", [1.0, 0.5])
@pytest.mark.parametrize("seed", range(8))
def test_by_potential_a_game_adds_up_to_minus_the_first_potential(game: KernelGame, gamma: float, seed: int) -> None:
    """All numbers are whole, and discounts powers of two: there is no rounding."""
    steps = steps_of(game, Shaping("potential", gamma, words), seed)
    for player in (0, 1):
        parts = list(between_decisions(steps, player))
        result = steps[-1][2].returns()[player]
        if not parts:  # the game was over before this player's turn
            assert sum(rewards[player] for _, _, _, rewards in steps) == result
            continue
        first = words(parts[0][0].array, player)
        total = sum(gamma**k * reward for k, (_, reward) in enumerate(parts))
        assert total == gamma ** (len(parts) - 1) * result - first


@pytest.mark.parametrize("seed", range(8))
def test_by_potential_the_parts_are_those_of_the_definition(game: KernelGame, seed: int) -> None:
    steps = steps_of(game, Shaping("potential", 0.25, words), seed)
    for player in (0, 1):
        parts = list(between_decisions(steps, player))
        values = [words(state.array, player) for state, _ in parts]
        for k, (_, reward) in enumerate(parts):
            last = k == len(parts) - 1
            gain = steps[-1][2].returns()[player] if last else 0.25 * values[k + 1]
            assert reward == gain - values[k]


@pytest.mark.parametrize("seed", range(8))
def test_by_difference_every_action_but_the_last_is_paid_at_once(game: KernelGame, seed: int) -> None:
    steps = steps_of(game, Shaping("difference", potential=words), seed)
    for before, mover, after, rewards in steps:
        expected = after.returns()
        if not after.is_terminal:
            expected[mover] += words(after.array, mover) - words(before.array, mover)
        assert rewards == expected


@given(seed=st.integers(0, 2**63 - 1), form=st.sampled_from(["potential", "difference"]))
def test_vector_games_give_the_same_rewards(seed: int, form: Any) -> None:
    game = build_game(NIM, {"takes": 2})
    shaping = Shaping(form, potential=words)
    games = VectorGames(game, 3, seed=seed, shaping=shaping)
    envs = [aec_env(game, shaping=shaping).unwrapped for _ in range(3)]
    for env, deal in zip(envs, games.seeds, strict=True):
        env.reset(seed=int(deal))
    for _ in range(25):
        actions = games.random_actions().tolist()
        batch = games.step(actions)
        for index, env in enumerate(envs):
            env.step(actions[index])
            assert batch.reward[index].tolist() == [env.rewards[agent] for agent in env.possible_agents]
            if batch.done[index]:
                env.reset(seed=int(games.seeds[index]))


def test_an_illegal_action_ends_the_shaping_too() -> None:
    game = load_game("tic_tac_toe")
    shaping = Shaping("potential", potential=words)
    games = VectorGames(game, 1, seed=1, illegal="lose", shaping=shaping)
    state = game.new_state()
    first = words(state.array, 0)
    games.step([4])
    state.step(4)
    second = words(state.array, 1)
    assert games.step([4]).reward[0].tolist() == [1.0 - first, -1.0 - second]


def test_the_game_s_own_potential_is_the_default() -> None:
    game = build_game(NIM, {})
    chosen = [
        Shaping().potential_for(game),
        Shaping(potential="palaestra.testing.games.nim:evaluate").potential_for(game),
    ]
    assert chosen[0] is chosen[1]


def test_the_static_value_of_a_game_is_a_potential() -> None:
    game = load_game("kalah")
    env = aec_env(game, shaping=Shaping("difference", potential=game.rules.evaluate))
    env.reset(seed=1)
    before = env.unwrapped.copy_state()
    env.step(2)
    after = env.unwrapped.copy_state()
    gained = game.rules.evaluate(after.array, 0) - game.rules.evaluate(before.array, 0)
    assert env.rewards == {"player_0": pytest.approx(gained), "player_1": 0.0}
    assert gained != 0


def test_rewards_without_shaping_are_the_returns(game: KernelGame) -> None:
    for _, _, after, rewards in steps_of(game, None, 3):
        assert rewards == after.returns()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"form": "paper"}, "form of shaping is 'paper'; expected 'potential' or 'difference'"),
        ({"gamma": 0.0}, r"gamma of shaping is 0.0; expected a number above 0, at most 1"),
        ({"gamma": 1.5}, "gamma of shaping is 1.5"),
        ({"form": "difference", "gamma": 0.9}, "gamma of shaping by difference is 0.9; expected 1"),
    ],
)
def test_bad_values_are_reported(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        Shaping(**arguments)


@pytest.mark.parametrize(
    ("potential", "error", "message"),
    [
        (None, UserError, r"game 'kalah' declares no potential; expected Shaping\(potential=...\), such as"),
        (of_another_signature, InvalidValueError, r"expected a function under @rule"),
        (lambda state, player: 0.0, InvalidValueError, r"expected a function under @rule"),
        ("palaestra.nowhere:potential", PluginError, "cannot load 'palaestra.nowhere:potential'"),
    ],
)
def test_a_potential_that_does_not_fit_is_reported(potential: Any, error: type[Exception], message: str) -> None:
    shaping = Shaping(potential=potential)
    with pytest.raises(error, match=message):
        VectorGames("kalah", 2, shaping=shaping)
    with pytest.raises(error, match=message):
        aec_env("kalah", shaping=shaping)

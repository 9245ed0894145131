"""PettingZoo environments: its own tests, and what they do not ask."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from palaestra import load_game
from palaestra.environments.pettingzoo import GameEnv, aec_env
from palaestra.errors import ActionError, InvalidValueError, UnknownNameError, UserError
from palaestra.game import Game, build_game
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it imports an environment of its own in a way that it deprecates
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

GAMES: dict[str, Callable[[], Game]] = {
    "tic_tac_toe": lambda: load_game("tic_tac_toe"),
    "kalah": lambda: load_game("kalah", seeds=3),
    "nine_mens_morris": lambda: load_game("nine_mens_morris"),
    "kuhn_poker": lambda: build_game(KUHN_POKER, {}),
    "nim": lambda: build_game(NIM, {"takes": 2}),
}

UNUSUAL = (
    "Observation is not a NumPy array",  # only environments in a list of PettingZoo's own may have dictionaries
    "Observation space for each agent probably should be",  # and spaces of dictionaries
    "Observation numpy array is all zeros",  # an empty board
    "Action mask numpy array is all zeros",  # who is not to move
)
pettingzoo_test = pytest.mark.filterwarnings(*(f"ignore:{message}:UserWarning" for message in UNUSUAL))


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]()


def raw_env(game: Game | str, seed: int = 0, **options: Any) -> GameEnv:
    env = aec_env(game, **options).unwrapped
    env.reset(seed=seed)
    return env


# -- PettingZoo's own tests -------------------------------------------------------------------------------------------


@pettingzoo_test
def test_api(game: Game) -> None:
    api_test(aec_env(game), num_cycles=200)


@pettingzoo_test
def test_seeds(game: Game) -> None:
    seed_test(lambda: aec_env(game), num_cycles=100)


@pettingzoo_test
def test_render_modes(game: Game) -> None:
    render_test(lambda render_mode: aec_env(game, render_mode=render_mode))


# -- games ------------------------------------------------------------------------------------------------------------


def test_plays_the_game_that_a_state_plays(game: Game) -> None:
    env, rng = aec_env(game), np.random.default_rng(4)
    env.reset(seed=7)
    state, result = game.new_state(seed=7), {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        seat = env.possible_agents.index(agent)
        assert not truncation
        assert termination == state.is_terminal
        assert np.array_equal(observation["observation"], state.features(seat))
        assert np.flatnonzero(observation["action_mask"]).tolist() == state.legal_actions()
        assert info["action_mask"].tolist() == observation["action_mask"].tolist()
        if termination:
            result[seat] = reward
            env.step(None)
            continue
        assert reward == 0.0
        assert seat == state.current_player
        action = int(rng.choice(state.legal_actions()))
        env.step(action)
        state.step(action)
    assert [result[seat] for seat in sorted(result)] == state.returns()
    assert env.agents == []


def test_who_is_not_to_move_may_do_nothing_and_sees_its_own_side() -> None:
    game = build_game(KUHN_POKER, {})
    env = raw_env(game, seed=3)
    env.step(0)
    state = game.new_state(seed=3)
    state.step(0)
    assert env.agent_selection == "player_1"
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert seen["observation"].tolist() == state.features(seat).tolist()
        assert seen["action_mask"].tolist() == [seat, seat]
        assert env.infos[agent]["action_mask"].tolist() == [seat, seat]


def test_an_extra_turn_leaves_the_same_agent_to_move() -> None:
    env = raw_env("kalah", seeds=4)
    env.step(2)  # four seeds from the third pit end in the own store
    assert env.agent_selection == "player_0"
    env.step(0)
    assert env.agent_selection == "player_1"


def test_knobs_reach_the_game_and_stay_after_a_seeded_reset() -> None:
    env = aec_env("kalah", pits=3, seeds=2)
    for seed in (1, None, 2):
        env.reset(seed=seed)
        assert env.unwrapped.game.knobs["pits"] == 3
        assert env.action_space("player_0").n == 3


def test_metadata() -> None:
    env = aec_env("kalah")
    assert env.metadata["name"] == f"kalah_v{load_game('kalah').spec.version}"
    assert env.metadata["is_parallelizable"] is False
    assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert env.metadata["render_fps"] > 0
    assert env.possible_agents == ["player_0", "player_1"]


# -- seeds ------------------------------------------------------------------------------------------------------------


def deals(env: Any, seeds: list[int | None]) -> list[int]:
    found = []
    for seed in seeds:
        env.reset(seed=seed)
        found.append(env.unwrapped.deal)
    return found


def test_a_seed_is_that_of_the_deal_and_begins_a_stream() -> None:
    one, other = aec_env("kalah"), aec_env("kalah")
    deals(other, [9, None])
    first = deals(one, [5, None, None, None])
    assert first[0] == 5
    assert len(set(first)) == 4
    assert deals(other, [5, None, None, None]) == first
    assert deals(other, [6, None])[1] != first[1]


def test_without_any_seed_deals_are_random() -> None:
    assert deals(aec_env("kalah"), [None]) != deals(aec_env("kalah"), [None])


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "one", True])
def test_bad_seeds_are_reported(seed: Any) -> None:
    with pytest.raises(InvalidValueError, match="seed is"):
        aec_env("kalah").reset(seed=seed)


# -- illegal actions --------------------------------------------------------------------------------------------------


def test_an_illegal_action_loses() -> None:
    env = raw_env("tic_tac_toe")
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        assert termination
        assert not observation["action_mask"].any()
        rewards[agent] = reward
        env.step(None)
    assert rewards == {"player_0": 1.0, "player_1": -1.0}


def test_an_illegal_action_raises_where_that_is_wanted() -> None:
    env = raw_env("tic_tac_toe", illegal="raise")
    env.step(4)
    with pytest.raises(ActionError, match="action 4 is not legal here; legal: 0, 1, 2, 3, 5, 6, 7, 8"):
        env.step(4)
    env.step(0)
    assert env.agent_selection == "player_0"


@pytest.mark.filterwarnings("ignore:.*[Ii]llegal move")
def test_pettingzoo_s_own_convention_is_its_wrapper() -> None:
    env = TerminateIllegalWrapper(aec_env("tic_tac_toe"), illegal_reward=-2)
    env.reset(seed=1)
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -2.0}


@pytest.mark.parametrize("action", [-1, 9, 1.0, None, "4"])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = raw_env("tic_tac_toe")
    with pytest.raises(ActionError, match="is not in the action space, 0 to 8"):
        env.step(action)
    assert env.agent_selection == "player_0"
    assert not any(env.terminations.values())


# -- pictures ---------------------------------------------------------------------------------------------------------


def test_text_is_that_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game("tic_tac_toe")
    state = game.new_state()
    state.step(4)
    env = raw_env(game, render_mode="ansi")
    env.step(4)
    assert env.render() == game.render(state)
    assert capsys.readouterr().out == ""
    env = raw_env(game, render_mode="human")
    env.step(4)
    assert capsys.readouterr().out == game.render(state) + "\n"


def test_pixels_change_with_the_state() -> None:
    env = raw_env("tic_tac_toe", render_mode="rgb_array")
    before = env.render()
    env.step(4)
    assert before.shape == env.render().shape
    assert not np.array_equal(before, env.render())


@pytest.mark.filterwarnings("ignore:.*without a render_mode")
def test_nothing_is_rendered_without_a_mode() -> None:
    assert raw_env("tic_tac_toe").render() is None


def test_a_missing_rasterizer_is_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UserError, match=r"expected pip install 'palaestra\[render\]'"):
        aec_env("tic_tac_toe", render_mode="rgb_array")
    raw_env("tic_tac_toe", render_mode="ansi")


# -- the rest ---------------------------------------------------------------------------------------------------------


def test_a_missing_pettingzoo_is_reported() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "from palaestra.errors import UserError\n"
        "try: import palaestra.environments.pettingzoo\n"
        "except UserError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "environments need pettingzoo; expected pip install 'palaestra[pettingzoo]'\n"


@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_a_copy_goes_on_by_itself(game: Game, duplicate: Callable[[Any], Any]) -> None:
    assert game.kernel is not None
    env = aec_env(game)
    env.reset(seed=2)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    twin = duplicate(env)
    before = env.unwrapped.copy_state().array.tolist()
    for _ in range(2):
        if not any(twin.terminations.values()):
            twin.step(int(np.flatnonzero(twin.last()[0]["action_mask"])[0]))
    assert env.unwrapped.copy_state().array.tolist() == before
    env.reset()
    twin.reset()
    assert env.unwrapped.deal == twin.unwrapped.deal


def test_use_before_the_first_reset_is_refused() -> None:
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = aec_env("kalah").agent_selection


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "kala"}, UnknownNameError, "did you mean 'kalah'"),
        ({"game": "kalah", "seedz": 3}, UnknownNameError, "did you mean 'seeds'"),
        ({"game": "kalah", "decks": ["a", "b"]}, UnknownNameError, "deck of kalah"),
        ({"game": "kalah", "render_mode": "vr"}, InvalidValueError, "render_mode is 'vr'; expected one of human, ansi"),
        ({"game": "kalah", "illegal": "ask"}, InvalidValueError, "illegal is 'ask'; expected 'raise' or 'lose'"),
        ({"game": build_game(TWENTY_ONE, {})}, UserError, "'twenty_one' has no kernel, so no encoder"),
    ],
)
def test_bad_arguments_are_reported(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as raised:
        aec_env(**arguments)
    assert "\n" not in str(raised.value)


def test_an_unknown_agent_is_reported() -> None:
    with pytest.raises(InvalidValueError, match="agent is 'player_2'; expected one of player_0, player_1"):
        raw_env("kalah").observe("player_2")

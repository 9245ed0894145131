"""Many games side by side: the same games as states stepped one by one."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from palaestra import load_game
from palaestra.environments.shaping import Shaping
from palaestra.environments.vector import Batch, VectorGames
from palaestra.errors import ActionError, InvalidValueError, UnknownNameError, UserError
from palaestra.game import Game, KernelState, build_game
from palaestra.testing import check_plain_python
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE

GAMES = {
    "tic_tac_toe": lambda: load_game("tic_tac_toe"),
    "kalah": lambda: load_game("kalah", seeds=2, pits=3),
    "nine_mens_morris": lambda: load_game("nine_mens_morris"),
    "kuhn_poker": lambda: build_game(KUHN_POKER, {}),
    "nim": lambda: build_game(NIM, {"takes": 2, "cap": 9}),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]()


def kept(batch: Batch) -> list[list[Any]]:
    return [array.tolist() for array in batch]


def assert_shows(batch: Batch, index: int, state: KernelState) -> None:
    player = state.current_player
    assert batch.player[index] == player
    assert np.flatnonzero(batch.mask[index]).tolist() == state.legal_actions()
    assert batch.mask[index].max() == 1
    assert np.array_equal(batch.obs[index], state.features(player))


def test_plays_the_games_that_states_play(game: Game) -> None:
    games = VectorGames(game, 5, seed=11)
    batch, rng = games.batch, np.random.default_rng(2)
    states = [game.new_state(seed=int(seed)) for seed in games.seeds]
    ended = 0
    for _ in range(120):
        for index, state in enumerate(states):
            assert_shows(batch, index, state)
        actions = [int(rng.choice(state.legal_actions())) for state in states]
        batch = games.step(actions)
        for index, state in enumerate(states):
            state.step(actions[index])
            assert batch.done[index] == state.is_terminal
            assert batch.reward[index].tolist() == state.returns()
            if state.is_terminal:
                ended += 1
                states[index] = game.new_state(seed=int(games.seeds[index]))
    assert games.finished.sum() == ended
    assert ended > 0 or game.spec.id == "nine_mens_morris"


def test_a_state_is_a_copy(game: Game) -> None:
    games = VectorGames(game, 2, seed=1)
    state = games.state(1)
    assert_shows(games.batch, 1, state)
    state.step(state.legal_actions()[0])
    assert np.array_equal(games.state(1).array, game.new_state(seed=int(games.seeds[1])).array)


def test_a_draw_is_zero_without_a_sign() -> None:
    games = VectorGames("tic_tac_toe", 1, seed=0)
    for action in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        batch = games.step([action])
    assert batch.done.tolist() == [True]
    assert [math.copysign(1.0, value) for value in batch.reward[0]] == [1.0, 1.0]


# -- streams ----------------------------------------------------------------------------------------------------------


def test_a_game_does_not_depend_on_the_others(game: Game) -> None:
    few, many = VectorGames(game, 2, seed=5), VectorGames(game, 9, seed=5)
    for _ in range(40):
        assert kept(few.batch) == [rows[:2] for rows in kept(many.batch)]
        assert few.seeds.tolist() == many.seeds[:2].tolist()
        few.play_random(3)
        many.play_random(3)
    assert few.finished.tolist() == many.finished[:2].tolist()


def test_reset_with_a_seed_begins_anew_and_without_goes_on() -> None:
    games = VectorGames(build_game(KUHN_POKER, {}), 16, seed=3)

    def play() -> list[list[list[Any]]]:
        return [kept(games.step(games.random_actions())) for _ in range(20)]

    first_deals, first = games.seeds.tolist(), play()
    games.reset()
    assert games.seeds.tolist() != first_deals
    assert games.seed == 3
    assert play() != first
    games.reset(seed=3)
    assert games.finished.sum() == 0
    assert games.seeds.tolist() == first_deals
    assert play() == first
    games.reset(seed=4)
    assert games.seeds.tolist() != first_deals


def test_without_a_seed_it_tells_the_one_it_took() -> None:
    games = VectorGames("kalah", 4)
    again = VectorGames("kalah", 4, seed=games.seed)
    assert games.seed != VectorGames("kalah", 4).seed
    assert games.seeds.tolist() == again.seeds.tolist()


def test_seeds_of_deals_differ_and_are_not_negative() -> None:
    seeds = VectorGames("kalah", 1000, seed=0).seeds
    assert seeds.min() >= 0
    assert len(set(seeds.tolist())) == 1000


# -- random play ------------------------------------------------------------------------------------------------------


def test_random_play_is_random_actions_stepped(game: Game) -> None:
    one, other = VectorGames(game, 6, seed=8), VectorGames(game, 6, seed=8)
    for _ in range(50):
        actions = one.random_actions()
        assert all(one.batch.mask[index, action] for index, action in enumerate(actions))
        one.step(actions)
    assert kept(one.batch) == kept(other.play_random(50))
    assert one.seeds.tolist() == other.seeds.tolist()


def test_random_kuhn_poker_has_its_known_value() -> None:
    """The first player wins 1/8 of a chip a game (Kuhn 1950); returns are chips halved."""
    games = VectorGames(build_game(KUHN_POKER, {}), 1000, seed=6)
    total, count = 0.0, 0
    for _ in range(200):
        batch = games.step(games.random_actions())
        total += batch.reward[:, 0].sum()
        count += int(batch.done.sum())
    assert count > 50_000
    assert total / count == pytest.approx(1 / 16, abs=4 * 0.65 / math.sqrt(count))


# -- arrays -----------------------------------------------------------------------------------------------------------


def test_arrays_are_read_only_and_stay_the_same() -> None:
    games = VectorGames("kalah", 3, seed=1)
    first = games.reset()
    assert games.step(games.random_actions()) is first
    assert games.batch is first
    for array in (*first, games.seeds, games.finished, games.random_actions()):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


def test_shapes_and_types() -> None:
    game = load_game("kalah")
    for encode in (True, False):
        games = VectorGames(game, 3, encode=encode)
        obs, mask, reward, done, player = games.play_random(1)
        assert (obs.shape, obs.dtype) == ((3, game.sizes.num_features if encode else 0), np.float32)
        assert (mask.shape, mask.dtype) == ((3, game.num_actions), np.int8)
        assert (reward.shape, reward.dtype) == ((3, 2), np.float64)
        assert (done.shape, done.dtype) == ((3,), np.bool_)
        assert (player.shape, player.dtype) == ((3,), np.int64)
        assert len(games) == 3


def test_without_encoding_the_same_games_are_played() -> None:
    plain, encoded = VectorGames("kalah", 4, seed=2, encode=False), VectorGames("kalah", 4, seed=2)
    assert kept(plain.play_random(100))[1:] == kept(encoded.play_random(100))[1:]


# -- refusals ---------------------------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_before_anything_is_played() -> None:
    games = VectorGames("tic_tac_toe", 3, seed=1)
    games.step([4, 4, 4])
    before = kept(games.batch)
    with pytest.raises(ActionError, match=r"action 4 of game 1 is not legal there; legal: 0, 1, 2, 3, 5, 6, 7, 8"):
        games.step([0, 4, 4])
    assert kept(games.batch) == before
    games.step([0, 0, 0])


def test_an_illegal_action_loses_where_that_is_wanted() -> None:
    games = VectorGames("tic_tac_toe", 2, seed=1, illegal="lose")
    games.step([4, 4])
    batch = games.step([0, 4])
    assert batch.done.tolist() == [False, True]
    assert batch.reward.tolist() == [[0.0, 0.0], [1.0, -1.0]]
    assert batch.player.tolist() == [0, 0]
    assert batch.mask.sum(axis=1).tolist() == [7, 9]
    assert games.finished.tolist() == [0, 1]


@pytest.mark.parametrize("illegal", ["raise", "lose"])
@pytest.mark.parametrize("action", [-1, 9, 2**40])
def test_what_is_no_action_is_refused(illegal: Any, action: int) -> None:
    games = VectorGames("tic_tac_toe", 2, seed=1, illegal=illegal)
    with pytest.raises(ActionError, match=rf"action {action} of game 1 is not in the action space, 0 to 8"):
        games.step([0, action])
    assert games.batch.mask.sum() == 18


@pytest.mark.parametrize(
    "actions", [[0], [0, 0, 0], 0, [0.0, 1.0], [[0, 1]], ["a", "b"], [True, False], [[0], [1, 2]], None]
)
def test_what_are_not_actions_is_refused(actions: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"actions is .*; expected 2 whole numbers, one for each game"):
        VectorGames("tic_tac_toe", 2, seed=1).step(actions)


def test_integers_of_any_width_are_actions() -> None:
    games = VectorGames("tic_tac_toe", 2, seed=1)
    for kind, actions in ((np.int8, [0, 1]), (np.uint16, [2, 3]), (np.int64, [4, 5])):
        games.step(np.array(actions, dtype=kind))
    assert games.batch.mask[0].tolist() == [0, 1, 0, 1, 0, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "kalah", "n": 0}, InvalidValueError, "number of games is 0"),
        ({"game": "kalah", "n": 2.0}, InvalidValueError, "number of games is 2.0"),
        ({"game": "kalah", "n": True}, InvalidValueError, "number of games is True"),
        ({"game": "kalah", "n": 10**13}, InvalidValueError, "is 10000000000000; expected a whole number from 1 to 2"),
        (
            {"game": "kalah", "n": 2**40},
            InvalidValueError,
            "is 1099511627776; expected a number of games that fits",
        ),
        ({"game": None, "n": 2}, InvalidValueError, "game is None; expected a game, or the name of an installed one"),
        ({"game": "kalah", "n": 2, "shaping": "potential"}, InvalidValueError, "shaping is 'potential'; expected a Sh"),
        ({"game": "kalah", "n": 2, "decks": [1, 2]}, InvalidValueError, r"decks is \[1, 2\]; expected a list of names"),
        ({"game": "kalah", "n": 2, "decks": "classic"}, InvalidValueError, "decks is 'classic'; expected a list of"),
        ({"game": "kalah", "n": 2, "seed": -1}, InvalidValueError, r"seed is -1; expected a whole number from 0"),
        ({"game": "kalah", "n": 2, "seed": 2**63}, InvalidValueError, "seed is 9223372036854775808"),
        ({"game": "kalah", "n": 2, "illegal": "ask"}, InvalidValueError, "illegal is 'ask'"),
        ({"game": "kalah", "n": 2, "decks": ["a", "b"]}, UnknownNameError, "deck of kalah"),
        ({"game": "kalah", "n": 2, "seedz": 3}, UnknownNameError, "did you mean 'seeds'"),
        ({"game": "kala", "n": 2}, UnknownNameError, "did you mean 'kalah'"),
        ({"game": build_game(TWENTY_ONE, {}), "n": 2}, UserError, "'twenty_one' has no kernel, so no encoder"),
        ({"game": build_game(NIM, {}), "n": 2, "heaps": 1}, UserError, r"knobs heaps .* load_game\(name, heaps="),
    ],
)
def test_bad_arguments_are_reported(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as raised:
        VectorGames(**arguments)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("steps", [-1, 1.5, "many", None, 10**25])
def test_what_is_no_number_of_steps_is_refused(steps: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"number of steps is .*; expected a whole number from 0 to 2"):
        VectorGames("tic_tac_toe", 2, seed=1).play_random(steps)


def test_a_message_about_an_array_is_one_line() -> None:
    games = VectorGames("tic_tac_toe", np.int64(2), seed=1)
    with pytest.raises(InvalidValueError, match=r"actions is array\(\[\[0\], \[1\]\]\); expected 2") as raised:
        games.step(np.array([[0], [1]]))
    assert "\n" not in str(raised.value)


def test_knobs_reach_the_game() -> None:
    assert VectorGames("kalah", 1, pits=3, seeds=2).game.knobs["pits"] == 3


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))], ids=["", "deep", "pickle"]
)
def test_a_copy_goes_on_by_itself(game: Game, duplicate: Callable[[VectorGames], VectorGames]) -> None:
    games = VectorGames(game, 3, seed=4)
    games.play_random(11)
    twin = duplicate(games)
    assert (kept(twin.batch), twin.seeds.tolist(), len(twin)) == (kept(games.batch), games.seeds.tolist(), 3)
    before = kept(games.batch)
    after = kept(twin.play_random(20))
    assert kept(games.batch) == before
    assert kept(games.play_random(20)) == after
    assert kept(twin.reset(4)) == kept(games.reset(4))


def test_a_copy_is_shaped_alike() -> None:
    games = VectorGames(build_game(NIM, {"takes": 2}), 4, seed=9, shaping=Shaping(gamma=0.9))
    games.play_random(7)
    twin = pickle.loads(pickle.dumps(games))
    assert all(kept(twin.play_random(1)) == kept(games.play_random(1)) for _ in range(30))


# -- plain Python -----------------------------------------------------------------------------------------------------

SCRIPT = """
from palaestra.game import build_game
from palaestra.environments.shaping import Shaping
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra.environments.vector import VectorGames
nim = build_game(NIM, {"takes": 2})
for game, shaping in ((build_game(KUHN_POKER, {}), None), (nim, Shaping(gamma=0.9)), ("kalah", None)):
    games = VectorGames(game, 4, seed=9, shaping=shaping)
    for _ in range(30):
        batch = games.step(games.random_actions())
        print([array.tolist() for array in batch], games.seeds.tolist())
"""


def test_plain_python_plays_the_same() -> None:
    assert len(check_plain_python(SCRIPT)) == 90

"""`greedy` takes what is best after one action, by the end's returns or the game's evaluation."""

import pytest
import toy_games as toys

import palaestra
from palaestra import build_game
from palaestra.testing.games import NIM
from palaestra_search.plugin import GREEDY

WINS = [("XX.OO....", "X", {2}), ("XX.OO...X", "O", {5}), ("X.XOO...X", "O", {5})]


@pytest.mark.parametrize(("cells", "side", "winning"), WINS)
def test_a_win_is_taken(cells, side, winning):
    game = palaestra.load_game("tic_tac_toe")
    state = game.position(f"{cells} {side}")
    assert {toys.make_agent(GREEDY, game, seed).act(toys.look(game, state)) for seed in range(5)} == winning


def test_without_an_evaluation_ties_are_broken_at_random():
    game = build_game(NIM, {"heaps": 1, "size": 3})
    state = game.new_state()
    legal = state.legal_actions()
    view = toys.look(game, state)
    chosen = {toys.make_agent(GREEDY, game, seed).act(view) for seed in range(20)}
    winning = {action for action in legal if _ends_won(state, action)}
    assert winning
    assert chosen == winning


def _ends_won(state, action):
    after = state.copy()
    after.step(action)
    return after.is_terminal and after.returns()[0] > 0


def test_ties_are_broken_evenly():
    game = toys.wide_game(chance=False)  # no evaluation, and no action ends the game
    view = toys.look(game, game.new_state())
    agent = toys.make_agent(GREEDY, game, seed=1)
    mean = sum(agent.act(view) for _ in range(200)) / 200
    assert mean == pytest.approx((toys.WIDTH - 1) / 2, abs=4 * toys.WIDTH / 12**0.5 / 200**0.5)


@pytest.mark.parametrize("hidden", [True, False])
def test_luck_is_not_foreseen(hidden):
    game = toys.guess_game(hidden)
    for seed in range(20):
        agent = toys.make_agent(GREEDY, game, seed, samples=100)
        assert agent.act(toys.look(game, game.new_state(seed=seed))) == toys.PASS


def test_more_samples_see_more():
    game = toys.guess_game(hidden=True)
    view = toys.look(game, game.new_state())
    guesses = sum(toys.make_agent(GREEDY, game, seed, samples=1).act(view) != toys.PASS for seed in range(20))
    assert guesses == 20  # one sample shows one number, and guessing it wins

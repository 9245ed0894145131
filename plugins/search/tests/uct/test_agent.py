"""Budgets of time: a clock decides when to stop, by chunks of about a millisecond."""

import pytest
import toy_games as toys

import palaestra
from palaestra import AgentRng, compiled_policy
from palaestra_search.parameters import UctParameters
from palaestra_search.plugin import UCT
from palaestra_search.uct.agent import UctAgent


class SteadyClock:
    """A clock that goes on by the same step whenever it is read."""

    def __init__(self, step):
        self.step, self.readings = step, 0

    def __call__(self):
        self.readings += 1
        return self.step * self.readings


def test_the_search_ends_with_its_time():
    game = palaestra.load_game("tic_tac_toe")
    clock = SteadyClock(0.001)
    agent = UctAgent(game, UctParameters(seconds=0.0505), AgentRng(1), clock)
    assert agent.act(toys.look(game, game.position("XX.OO.... X"))) == 2
    assert clock.readings == 52  # the start, and 51 chunks that seem to take a millisecond each


def test_a_forced_action_takes_no_time():
    game = palaestra.load_game("tic_tac_toe")
    clock = SteadyClock(0.001)
    agent = UctAgent(game, UctParameters(seconds=1.0), AgentRng(1), clock)
    state = game.position("XOXXOXO.O X")
    assert agent.act(toys.look(game, state)) == 7
    assert clock.readings == 0


def test_only_a_budget_of_simulations_can_be_compiled():
    game = palaestra.load_game("tic_tac_toe")
    assert compiled_policy(UctAgent, game, UctParameters(iterations=10)) is not None
    assert compiled_policy(UctAgent, game, UctParameters(seconds=0.1)) is None


@pytest.mark.parametrize("game_name", ["tic_tac_toe", "kalah"])
def test_the_seed_decides(game_name):
    game = palaestra.load_game(game_name)

    def actions(seed):
        return toys.play(game, [toys.make_agent(UCT, game, seed + seat, iterations=30) for seat in range(2)])[0]

    assert actions(1) == actions(1)
    assert actions(1) != actions(10)

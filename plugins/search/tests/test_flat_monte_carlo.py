"""`flat_monte_carlo`: the same number of playouts for each action, right means, the best one played."""

from fractions import Fraction
from functools import cache

import pytest
import toy_games as toys

import palaestra
from palaestra import AgentRng
from palaestra_search.flat_monte_carlo import FlatMonteCarloAgent
from palaestra_search.parameters import FlatMonteCarloParameters
from palaestra_search.plugin import FLAT_MONTE_CARLO


def exact_mean(cells):
    """Return the mean return of uniformly random play from cells, for the seat of X."""

    @cache
    def mean(cells):
        for a, b, c in toys.LINES:
            if cells[a] == cells[b] == cells[c] != ".":
                return Fraction(1 if cells[a] == "X" else -1)
        moves = [after for _, after in toys.tic_tac_toe_moves(cells)]
        return sum(map(mean, moves), Fraction(0)) / len(moves) if moves else Fraction(0)

    return mean(cells)


def test_means_are_those_of_random_play():
    game = palaestra.load_game("tic_tac_toe")
    agent = toys.make_agent(FLAT_MONTE_CARLO, game, 1, iterations=90_000)
    agent.act(toys.look(game, game.position("X...O.... X")))
    told = agent.explain()
    assert {entry[1] for entry in told.actions} <= {12857, 12858}
    after = dict(toys.tic_tac_toe_moves("X...O...."))
    for action, _, mean in told.actions:
        assert mean == pytest.approx(float(exact_mean(after[action])), abs=0.045)  # five standard errors


def test_random_play_from_the_start_has_its_known_value():
    # Exact for the first player: 737/1260 won, 121/420 lost.
    assert exact_mean("." * 9) == Fraction(737, 1260) - Fraction(121, 420)
    game = palaestra.load_game("tic_tac_toe")
    agent = toys.make_agent(FLAT_MONTE_CARLO, game, 2, iterations=30_000)
    assert agent.act(toys.look(game, game.new_state())) == 4
    mean = sum(entry[2] for entry in agent.explain().actions) / 9
    assert mean == pytest.approx(float(Fraction(737, 1260) - Fraction(121, 420)), abs=0.025)


@pytest.mark.parametrize("iterations", [1, 5, 6, 7, 20])
def test_every_action_is_tried(iterations):
    game = palaestra.load_game("kalah")
    agent = toys.make_agent(FLAT_MONTE_CARLO, game, 1, iterations=iterations)
    agent.act(toys.look(game, game.new_state()))
    told = agent.explain()
    assert len(told.actions) == 6
    assert sum(entry[1] for entry in told.actions) == told.iterations == max(iterations, 6)
    assert max(entry[1] for entry in told.actions) - min(entry[1] for entry in told.actions) <= 1


@pytest.mark.parametrize("hidden", [True, False])
def test_luck_and_secrets_are_not_foreseen(hidden):
    game = toys.guess_game(hidden)
    for deal in range(5):
        agent = toys.make_agent(FLAT_MONTE_CARLO, game, deal, iterations=12_000)
        assert agent.act(toys.look(game, game.new_state(seed=deal))) == toys.PASS
        means = {action: mean for action, _, mean in agent.explain().actions}
        assert means.pop(toys.PASS) == 0.0
        assert list(means.values()) == pytest.approx([toys.GUESS_VALUE] * 5, abs=0.1)


def test_ties_are_broken_at_random():
    game = palaestra.load_game("tic_tac_toe")
    view = toys.look(game, game.position("XX.XOO..O X"))  # two actions win at once
    assert {toys.make_agent(FLAT_MONTE_CARLO, game, seed, iterations=30).act(view) for seed in range(20)} == {2, 6}


def test_a_clock_that_allows_one_playout_is_enough():
    game = palaestra.load_game("tic_tac_toe")
    readings = iter(range(100))
    agent = FlatMonteCarloAgent(game, FlatMonteCarloParameters(seconds=0.5), AgentRng(1), lambda: float(next(readings)))
    assert agent.act(toys.look(game, game.new_state())) == 0
    assert agent.explain().actions == ((0, 1, agent.explain().actions[0][2]),)

"""Determinized UCT: budgets, votes and sums, fixed cards but luck of each simulation's own."""

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import AgentRng, build_game
from palaestra.testing.games import KUHN_POKER
from palaestra_search.determinized.agent import DeterminizedUctAgent
from palaestra_search.determinized.search import (
    TALLY_FIELDS,
    TALLY_HEADER,
    TALLY_RETURNS,
    TALLY_VISITS,
    VOTES,
    elect,
    entry_of,
    init_tally,
)
from palaestra_search.parameters import DeterminizedUctParameters
from palaestra_search.plugin import DETERMINIZED_UCT, UCT


def tally_of(entries):
    """Return a tally of action -> (visits, sum of returns, votes)."""
    tally = np.zeros(TALLY_HEADER + TALLY_FIELDS * len(entries), dtype=np.int64)
    init_tally(np.array(sorted(entries)), tally)
    for action, (visits, returns, votes) in entries.items():
        at = entry_of(tally, action)
        tally[at + TALLY_VISITS], tally[at + VOTES] = visits, votes
        tally.view(np.float64)[at + TALLY_RETURNS] = returns
    return tally


@pytest.mark.parametrize(
    ("entries", "by_visits", "by_votes"),
    [
        ({2: (50, 1.0, 1), 5: (40, 9.0, 2), 900: (10, 0.0, 0)}, 2, 5),
        ({2: (50, 1.0, 1), 5: (50, 9.0, 1), 900: (10, 0.0, 0)}, 5, 5),
        ({7: (0, 0.0, 0), 8: (0, 0.0, 0), 9: (1, -1.0, 1)}, 9, 9),
    ],
)
def test_the_trees_elect(entries, by_visits, by_votes):
    tally = tally_of(entries)
    assert elect(tally, False) == by_visits
    assert elect(tally, True) == by_votes


@pytest.mark.parametrize(("iterations", "trees"), [(100, 7), (7, 7), (1000, 1), (999, 10)])
def test_the_simulations_are_shared_out(iterations, trees):
    game = build_game(KUHN_POKER, {})
    agent = toys.make_agent(DETERMINIZED_UCT, game, 1, iterations=iterations, determinizations=trees)
    agent.act(toys.look(game, game.new_state()))
    told = agent.explain()
    assert told.iterations == iterations == sum(entry[1] for entry in told.actions)


def test_one_tree_of_a_game_without_secrets_is_uct():
    game = palaestra.load_game("kalah")
    view = toys.look(game, game.new_state())
    for seed in range(5):
        one = toys.make_agent(DETERMINIZED_UCT, game, seed, iterations=300, determinizations=1)
        uct = toys.make_agent(UCT, game, seed, iterations=300)
        assert one.act(view) == uct.act(view)
        told = [{action: (visits, mean) for action, visits, mean in a.explain().actions} for a in (one, uct)]
        assert all(told[0][action] == pytest.approx(told[1][action]) for action in range(6))


def test_luck_is_not_foreseen_though_trees_are_fixed():
    game = toys.guess_game(hidden=False)
    for deal in range(5):
        agent = toys.make_agent(DETERMINIZED_UCT, game, deal, iterations=20_000, determinizations=4, exploration=20.0)
        assert agent.act(toys.look(game, game.new_state(seed=deal))) == toys.PASS
        means = {action: mean for action, _, mean in agent.explain().actions}
        assert means.pop(toys.PASS) == 0.0
        assert list(means.values()) == pytest.approx([toys.GUESS_VALUE] * 5, abs=0.08)


def test_each_tree_believes_in_its_own_secret():
    """Strategy fusion: a tree knows the number that it has imagined, and so believes that guessing wins."""
    game = toys.guess_game(hidden=True)
    agent = toys.make_agent(DETERMINIZED_UCT, game, 1, iterations=10_000, determinizations=50)
    assert agent.act(toys.look(game, game.new_state(seed=1))) != toys.PASS


@pytest.mark.parametrize("decision", ["visits", "votes"])
def test_tactics(decision):
    game = palaestra.load_game("tic_tac_toe")
    for position, right in (("XX.OO.... X", 2), ("XX..O.... O", 2), ("X........ O", 4)):
        agent = toys.make_agent(DETERMINIZED_UCT, game, 3, iterations=6000, determinizations=4, decision=decision)
        assert agent.act(toys.look(game, game.position(position))) == right


def test_the_time_is_shared_out_too():
    game = palaestra.load_game("tic_tac_toe")
    readings = iter(range(10**6))
    parameters = DeterminizedUctParameters(seconds=0.1, determinizations=5)
    agent = DeterminizedUctAgent(game, parameters, AgentRng(1), lambda: 0.001 * next(readings))
    agent.act(toys.look(game, game.new_state()))
    assert next(readings) == pytest.approx(102, abs=3)  # 100 chunks that seem to take a millisecond each
    assert agent.explain().seconds == pytest.approx(0.1, abs=0.003)

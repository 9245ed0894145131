"""The agents from outside: parameters that contradict, budgets of time, explanations, both lanes, strength."""

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import AgentRng, GameError, InvalidValueError, UnknownNameError, build_game, compiled_policy
from palaestra.spec import build_parameters
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE
from palaestra_search.plugin import RANDOM, RHEA, RHEA_VANILLA
from palaestra_search.rhea.agent import RheaAgent
from palaestra_search.rhea.parameters import RheaParameters, RheaVanillaParameters

SMALL = {"iterations": 60, "population": 12, "states": 1, "playouts": 4}


def test_the_defaults_are_those_of_the_paper():
    ours = RheaParameters()
    assert (ours.population, ours.tournament, ours.elite) == (50, 2, 1)
    assert (ours.states, ours.playouts) == (20, 20)
    assert (ours.crossover_rate, ours.mutation_rate, ours.gamma) == (0.5, 0.5, 0.0)
    assert (ours.crossover, ours.mutation, ours.evaluation, ours.filters) == ("tree", "tree", "playouts", "")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"elite": 51}, "elite"),
        ({"population": 1}, "crossover_rate"),
        ({"crossover_rate": 0.0, "mutation_rate": 0.001}, "mutation_rate"),
        ({"cache": 1000}, "cache"),
        ({"filters": "attack,attack"}, "filters"),
        ({"fallback_filter": 0}, "fallback_filter"),
        ({"gamma": 1.5}, "gamma"),
        ({"evaluation": "guess"}, "evaluation"),
    ],
)
def test_contradictory_parameters_are_refused(given, named):
    with pytest.raises(InvalidValueError, match=named):
        build_parameters(RHEA, given)


def test_one_individual_that_mutates_is_allowed():
    assert build_parameters(RHEA, {"population": 1, "crossover_rate": 0.0}).mutation_rate == 0.5


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"evaluation": "evaluate"}, "has no evaluation"),
    ],
)
def test_a_game_refuses_what_it_does_not_have(given, message):
    game = build_game(KUHN_POKER, {})
    with pytest.raises(InvalidValueError, match=message):
        RheaAgent(game, RheaParameters(**given), AgentRng(1))
    with pytest.raises(InvalidValueError, match=message):
        compiled_policy(RheaAgent, game, RheaParameters(**given))


@pytest.mark.parametrize(
    "given", [{"filters": "whole_heaps,small_heaps"}, {"filters": "whole_heaps", "fallback_filter": "small_heaps"}]
)
def test_a_filter_that_the_game_does_not_have_is_refused(given):
    with pytest.raises(UnknownNameError, match="filter of nim 'small_heaps'; did you mean 'whole_heaps'"):
        RheaAgent(build_game(NIM, {}), RheaParameters(**given), AgentRng(1))


def test_a_game_without_a_kernel_is_refused():
    with pytest.raises(GameError, match="no kernel"):
        RheaAgent(build_game(TWENTY_ONE, {}), RheaParameters(), AgentRng(1))


class SteadyClock:
    """A clock that goes on by a millisecond whenever it is read."""

    def __init__(self):
        self.readings = 0

    def __call__(self):
        self.readings += 1
        return 0.001 * self.readings


@pytest.mark.parametrize("parameters", [RheaVanillaParameters, RheaParameters])
def test_the_search_ends_with_its_time(parameters):
    game = palaestra.load_game("kalah")
    clock = SteadyClock()
    agent = RheaAgent(game, parameters(seconds=0.05), AgentRng(1), clock)
    action = agent.act(toys.look(game, game.new_state()))
    assert action in game.new_state().legal_actions()
    assert 50 <= clock.readings <= 54
    assert agent.explain().iterations > 0


def test_the_time_may_be_too_short_for_one_individual():
    game = palaestra.load_game("kalah")
    agent = RheaAgent(game, RheaParameters(seconds=0.0), AgentRng(1))
    assert agent.act(toys.look(game, game.new_state())) in range(6)
    assert agent.explain().iterations == 1


@pytest.mark.parametrize("spec", [RHEA_VANILLA, RHEA])
def test_an_explanation_tells_what_was_looked_at(spec):
    game = palaestra.load_game("kalah")
    agent = toys.make_agent(spec, game, 1, iterations=200)
    state = game.new_state()
    action = agent.act(toys.look(game, state))
    told = agent.explain()
    assert told.iterations == 200
    assert sum(visits for _, visits, _ in told.actions) == 200
    assert [visits for _, visits, _ in told.actions] == sorted((v for _, v, _ in told.actions), reverse=True)
    assert {tried for tried, _, _ in told.actions} == set(range(6))
    assert all(-1.0 <= value <= 1.0 for _, _, value in told.actions)
    assert told.principal_variation[0] == action
    assert told.seconds > 0.0
    for move in told.principal_variation:
        assert state.current_player == 0
        state.step(move)
    assert state.current_player == 1


def test_explaining_changes_nothing():
    game = palaestra.load_game("kalah")

    def actions(asking):
        agents = [toys.make_agent(RHEA, game, seat, **SMALL) for seat in range(2)]
        state, played = game.new_state(), []
        while not state.is_terminal:
            agent = agents[state.current_player]
            played.append(agent.act(toys.look(game, state)))
            if asking:
                agent.explain()
            state.step(played[-1])
        return played

    assert actions(True) == actions(False)


def wins(game, make_ours, make_theirs, pairs):
    """Return the wins, draws and losses of ours in pairs of games with seats exchanged."""
    score = [0, 0, 0]
    for number in range(2 * pairs):
        agents = [make_ours(number), make_theirs(number)]
        _, returns = toys.play(game, agents if number % 2 == 0 else agents[::-1], seed=number)
        outcome = returns[number % 2]
        score[0 if outcome > 0 else 1 if outcome == 0 else 2] += 1
    return score


def lower_bound(score):
    """Return the lower end of the 95 % interval of the mean score (won 1, drawn 1/2), by the normal approximation."""
    outcomes = np.repeat([1.0, 0.5, 0.0], score)
    return outcomes.mean() - 1.96 * outcomes.std(ddof=1) / np.sqrt(outcomes.size)


@pytest.mark.parametrize("spec", [RHEA_VANILLA, RHEA])
def test_better_than_random_on_kalah(spec):
    game = palaestra.load_game("kalah")
    score = wins(
        game,
        lambda number: toys.make_agent(spec, game, number, **SMALL),
        lambda number: toys.make_agent(RANDOM, game, number + 1000),
        pairs=30,
    )
    assert lower_bound(score) > 0.8


def test_the_tree_wins_where_actions_of_a_turn_depend_on_each_other(bench):
    """The finding of the paper: better than vanilla with the tree."""
    game = toys.combo_game()
    given = {"iterations": 200, "evaluation": "evaluate"}
    score = wins(
        game,
        lambda number: toys.make_agent(RHEA, game, number, **given),
        lambda number: toys.make_agent(RHEA_VANILLA, game, number + 1000, **given),
        pairs=60,
    )
    assert lower_bound(score) > 0.5

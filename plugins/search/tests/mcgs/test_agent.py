"""The agent: parameters that fit, budgets of time, explanations, strength."""

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import JIT_ENABLED, AgentRng, InvalidValueError, build_game, compiled_policy, rule
from palaestra.compiler import set_compile_listener
from palaestra.spec import build_parameters
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra_search.mcgs.agent import McgsAgent, search_settings
from palaestra_search.mcgs.graph import pool_size
from palaestra_search.mcgs.parameters import McgsParameters
from palaestra_search.plugin import MCGS, RANDOM


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
    agent = McgsAgent(game, McgsParameters(seconds=0.05, opponent="searched"), AgentRng(1), clock)
    assert agent.act(toys.look(game, game.position("XX.OO.... X"))) == 2
    assert 50 <= clock.readings <= 53
    assert agent.explain().iterations == 50  # each chunk seems to take a millisecond


def test_a_forced_action_takes_no_search():
    game = palaestra.load_game("tic_tac_toe")
    view = toys.look(game, game.position("XOXXOXO.O X"))
    for agent in (
        toys.make_agent(MCGS, game, 1, iterations=10**6),
        McgsAgent(game, McgsParameters(seconds=100.0), AgentRng(1), SteadyClock(0.001)),
    ):
        assert agent.act(view) == 7
        explained = agent.explain()
        assert (explained.actions, explained.principal_variation, explained.iterations) == ((), (7,), 0)


def test_an_explanation_adds_up():
    game = palaestra.load_game("tic_tac_toe")
    agent = toys.make_agent(MCGS, game, 1, iterations=3000, opponent="searched")
    action = agent.act(toys.look(game, game.position("XX..O.... O")))
    explained = agent.explain()
    assert explained == agent.explain()
    assert explained.iterations == sum(visits for _, visits, _ in explained.actions) == 3000
    assert explained.actions[0][0] == explained.principal_variation[0] == action == 2
    assert sorted(row[0] for row in explained.actions) == [2, 3, 5, 6, 7, 8]
    assert all(-1.0 <= value <= 1.0 for _, _, value in explained.actions)
    assert explained.principal_variation[:2] == (2, 6)  # the block is a threat, which must be blocked
    assert explained.seconds > 0.0


def test_a_line_through_a_cycle_ends(graphs):
    game = toys.ring_game()
    agent = toys.make_agent(MCGS, game, 1, iterations=500, merge="key", opponent="searched")
    agent.act(toys.look(game, game.new_state()))
    assert 0 < len(agent.explain().principal_variation) <= 2 * toys.RING + 1


def test_only_a_budget_of_simulations_can_be_compiled():
    game = palaestra.load_game("tic_tac_toe")
    assert compiled_policy(McgsAgent, game, McgsParameters(iterations=10)) is not None
    assert compiled_policy(McgsAgent, game, McgsParameters(seconds=0.1)) is None


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"keep": 0.3}, "keep"),
        ({"keep": 0.3, "pruning": "filter"}, "keep"),
        ({"leaf": "evaluate", "playout_depth": 3}, "playout_depth"),
        ({"leaf": "evaluate", "pruning": "filter"}, "pruning"),
        ({"width": 0}, "width"),
        ({"merge": "hash"}, "merge"),
        ({"opponent": "perfect"}, "opponent"),
        ({"pruning": "evaluate", "keep": 1.5}, "keep"),
        ({"max_nodes": 0}, "max_nodes"),
    ],
)
def test_impossible_and_contradictory_values_are_refused(given, named):
    with pytest.raises(InvalidValueError, match=named):
        build_parameters(MCGS, given)


@pytest.mark.parametrize(
    ("given", "named"),
    [({"merge": "key"}, "merge"), ({"pruning": "evaluate"}, "pruning"), ({"leaf": "evaluate"}, "leaf")],
)
@pytest.mark.parametrize("seconds", [None, 1.0])
def test_what_a_game_does_not_allow_is_refused(given, named, seconds):
    game = build_game(KUHN_POKER, {})
    with pytest.raises(InvalidValueError, match=named):
        McgsAgent(game, McgsParameters(seconds=seconds, **given), AgentRng(1))
    with pytest.raises(InvalidValueError, match="filter"):
        McgsAgent(palaestra.load_game("kalah"), McgsParameters(pruning="filter"), AgentRng(1))


def test_the_graph_is_bounded_by_default():
    game = build_game(KUHN_POKER, {})
    assert search_settings(game, McgsParameters(iterations=100)).max_nodes == 101
    for given in (McgsParameters(iterations=10**6), McgsParameters(seconds=1.0)):
        settings = search_settings(game, given)
        assert 10**5 < settings.max_nodes < 10**6
        assert 8 * pool_size(2, settings.max_nodes, settings.payload) < 2**28 + 10_000


@pytest.mark.parametrize("game_name", ["tic_tac_toe", "kalah"])
def test_the_seed_decides(game_name):
    game = palaestra.load_game(game_name)

    def actions(seed):
        return toys.play(game, [toys.make_agent(MCGS, game, seed + seat, iterations=30) for seat in range(2)])[0]

    assert actions(1) == actions(1)
    assert actions(1) != actions(10)


@pytest.mark.parametrize("opponent", ["random", "searched"])
def test_random_is_beaten_at_kalah(opponent):
    game = palaestra.load_game("kalah")
    scores = []
    for number in range(40):
        seat = number % 2
        players = [toys.make_agent(RANDOM, game, 1000 + number)] * 2
        players[seat] = toys.make_agent(MCGS, game, number, iterations=100, opponent=opponent)
        scores.append(toys.play(game, players, number)[1][seat])
    margin = 1.96 * np.std(scores, ddof=1) / len(scores) ** 0.5
    assert np.mean(scores) - margin > 0.5  # the mean is that of 1 for a win, -1 for a loss


@pytest.mark.skipif(not JIT_ENABLED, reason="compiles")
def test_another_game_compiles_no_search_again(tmp_path, monkeypatch):
    game = build_game(NIM, {})
    toys.make_agent(MCGS, game, 1, iterations=10).act(toys.look(game, game.new_state()))
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    compiled = []
    before = set_compile_listener(lambda name, seconds: compiled.append(name))
    try:
        game = game_with_a_fresh_rule()
        toys.make_agent(MCGS, game, 1, iterations=10).act(toys.look(game, game.new_state()))
    finally:
        set_compile_listener(before)
    assert any("fresh_player" in name for name in compiled)
    assert not [name for name in compiled if name.startswith("palaestra_search")]


def game_with_a_fresh_rule():
    """Return a game with a rule that no other test has compiled."""
    from dataclasses import replace

    @rule("current_player")
    def fresh_player(state):
        return 1 - state[2] if state[2] < 2 else -1

    return toys.wide_game(False, replace(toys.WIDE, current_player=fresh_player))

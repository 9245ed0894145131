"""Explanations say what the tree holds, and change nothing."""

import pytest
import toy_games as toys

import palaestra
from palaestra import build_game
from palaestra.testing.games import KUHN_POKER
from palaestra_search.plugin import DETERMINIZED_UCT, FLAT_MONTE_CARLO, ISMCTS, UCT

AGENTS = [UCT, ISMCTS, DETERMINIZED_UCT, FLAT_MONTE_CARLO]


@pytest.mark.parametrize("spec", AGENTS, ids=lambda spec: spec.id)
@pytest.mark.parametrize("budget", [{"iterations": 700}, {"seconds": 0.01}], ids=["iterations", "seconds"])
def test_the_winning_action_stands_out(spec, budget):
    game = palaestra.load_game("tic_tac_toe")
    agent = toys.make_agent(spec, game, 1, **budget)
    action = agent.act(toys.look(game, game.position("XX.OO.... X")))
    told = agent.explain()
    assert action == 2
    assert told.principal_variation[0] == action
    assert {entry[0] for entry in told.actions} <= {2, 5, 6, 7, 8}
    assert [entry[1] for entry in told.actions] == sorted((entry[1] for entry in told.actions), reverse=True)
    assert sum(entry[1] for entry in told.actions) == told.iterations
    assert next(entry[2] for entry in told.actions if entry[0] == 2) == 1.0
    assert "seconds" in budget or told.iterations == 700
    assert told.seconds > 0.0


@pytest.mark.parametrize("spec", AGENTS, ids=lambda spec: spec.id)
@pytest.mark.parametrize("budget", [{"iterations": 50}, {"seconds": 0.001}], ids=["iterations", "seconds"])
def test_a_forced_action_took_no_search(spec, budget):
    game = palaestra.load_game("tic_tac_toe")
    agent = toys.make_agent(spec, game, 1, **budget)
    assert agent.explain().iterations == 0
    agent.act(toys.look(game, game.new_state()))
    assert agent.explain().iterations > 0
    agent.act(toys.look(game, game.position("XOXXOXO.O X")))
    told = agent.explain()
    assert (told.actions, told.principal_variation, told.iterations) == ((), (), 0)


@pytest.mark.parametrize("spec", AGENTS, ids=lambda spec: spec.id)
def test_explaining_changes_nothing(spec):
    game = build_game(KUHN_POKER, {})

    def actions(asked):
        agents = [toys.make_agent(spec, game, seat, iterations=60) for seat in range(2)]
        state, played = game.new_state(seed=1), []
        while not state.is_terminal:
            agent = agents[state.current_player]
            played.append(agent.act(toys.look(game, state)))
            if asked:
                agent.explain()
            state.step(played[-1])
        return played

    assert actions(True) == actions(False)


def test_the_principal_variation_is_the_game_that_is_expected():
    game = palaestra.load_game("tic_tac_toe")
    agent = toys.make_agent(UCT, game, 1, iterations=3000)
    agent.act(toys.look(game, game.position("XX..O.... O")))
    line = agent.explain().principal_variation
    assert line[:2] == (2, 6)  # both stop the other's only threat

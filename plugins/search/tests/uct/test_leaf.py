"""What a new node is worth: playouts to the end, playouts with a cap, the game's own evaluation."""

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra_search.plugin import ISMCTS, UCT
from palaestra_search.ucb import EDGE, MEAN, SEAT_BITS, SEAT_MASK
from palaestra_search.uct.search import evaluate_leaf


def test_a_new_node_is_worth_the_evaluation(trees):
    game = palaestra.load_game("kalah")
    memory = trees.searched(game, game.new_state(), 6, leaf="evaluate")  # one simulation for each action
    values = memory.view(np.float64)
    found = list(trees.nodes(memory))
    assert len(found) == 6
    for node, (action,) in found:
        state = game.new_state()
        state.step(action)
        assert memory[node + EDGE] & SEAT_MASK == 0
        assert values[node + MEAN] == pytest.approx(game.rules.evaluate(state.array, 0))


@pytest.mark.parametrize("plies", [0, 1, 3, 1000])
def test_a_capped_playout_plays_so_many_actions(plies):
    game = palaestra.load_game("tic_tac_toe")
    state = game.new_state(seed=1)
    outcome, legal = np.full(2, 7.0), np.zeros(9, dtype=np.int64)
    array = np.array(state.array)
    evaluate_leaf(game.kernel, array, legal, outcome, plies)
    after = game.state_from_array(array)
    played = 9 - game.position_to_string(after).split()[0].count(".")
    assert played == plies if plies <= 3 else after.is_terminal
    expected = after.returns() if after.is_terminal else [game.rules.evaluate(array, seat) for seat in range(2)]
    assert outcome.tolist() == list(expected)


def test_without_an_evaluation_a_capped_playout_is_a_draw(trees):
    game = toys.wide_game(chance=False)
    memory = trees.searched(game, game.new_state(), 50, playout_depth=2)
    assert all(memory.view(np.float64)[node + MEAN] == 0.0 for node, _ in trees.nodes(memory))


@pytest.mark.parametrize("spec", [UCT, ISMCTS], ids=lambda spec: spec.id)
@pytest.mark.parametrize("given", [{"leaf": "evaluate"}, {"playout_depth": 2}])
def test_wins_are_seen_all_the_same(spec, given):
    game = palaestra.load_game("tic_tac_toe")
    for position, right in (("XX.OO.... X", 2), ("XX..O.... O", 2)):
        agent = toys.make_agent(spec, game, 1, iterations=2000, **given)
        assert agent.act(toys.look(game, game.position(position))) == right


def test_the_seats_evaluations_go_to_the_seats_that_acted(trees):
    game = palaestra.load_game("nine_mens_morris")
    memory = trees.searched(game, game.new_state(), 2000, leaf="evaluate")
    best = max(trees.children(memory, int(memory[1])), key=lambda child: memory[child + 1])
    assert 0 <= memory[best + EDGE] >> SEAT_BITS < 24

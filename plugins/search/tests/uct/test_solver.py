"""Proven results: exact, by whoever moves, in games whose values are known."""

import json
from pathlib import Path

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import build_game
from palaestra.testing.games import NIM
from palaestra_search.plugin import UCT
from palaestra_search.ucb import AVAILABLE, EDGE, MEAN, PROVEN, SEAT_BITS, VISITS
from palaestra_search.uct.tree import ROOT

CASES = json.loads((Path(__file__).parents[1] / "data" / "kalah_solved.json").read_text())


def root_value(trees, memory):
    """Return the proven value of the root for its mover; None if it is not proven."""
    if memory[memory[ROOT] + AVAILABLE] != PROVEN:
        return None
    values = memory.view(np.float64)
    proven = [child for child in trees.children(memory, memory[ROOT]) if memory[child + AVAILABLE] == PROVEN]
    return max(float(values[child + MEAN]) for child in proven)


@pytest.mark.parametrize("cells", ["XX.OO....", "X...O...X", "X........", "XO.......", "O.X.X....", "XXOOOX..."])
def test_tic_tac_toe_is_solved(trees, cells):
    game = palaestra.load_game("tic_tac_toe")
    side = "X" if cells.count("X") == cells.count("O") else "O"
    memory = trees.searched(game, game.position(f"{cells} {side}"), 60_000, solver=True)
    assert root_value(trees, memory) == toys.tic_tac_toe_value(cells)
    values = memory.view(np.float64)
    for child in trees.children(memory, memory[ROOT]):
        if memory[child + AVAILABLE] == PROVEN:
            after = dict(toys.tic_tac_toe_moves(cells))[int(memory[child + EDGE]) >> SEAT_BITS]
            assert values[child + MEAN] == -toys.tic_tac_toe_value(after)


def test_every_proven_node_of_a_search_is_right(trees):
    game = palaestra.load_game("tic_tac_toe")
    memory = trees.searched(game, game.new_state(), 5000, solver=True)
    values = memory.view(np.float64)
    checked = 0
    for node, path in trees.nodes(memory):
        if memory[node + AVAILABLE] == PROVEN:
            cells = "." * 9
            for action in path:
                cells = dict(toys.tic_tac_toe_moves(cells))[action]
            assert values[node + MEAN] == -toys.tic_tac_toe_value(cells)
            checked += 1
    assert checked > 300


@pytest.mark.parametrize("size", ["1,3", "1,6", "2,1", "2,2", "2,3", "3,1", "3,2", "4,1"])
@pytest.mark.parametrize("scoring", ["win", "margin"])
@pytest.mark.parametrize("rules", ["standard/either", "empty/either", "standard/mover"])
def test_small_boards_of_kalah_are_solved(trees, size, scoring, rules):
    # Extra sowings: the seat that moved may move again.
    margin = CASES[rules].get(size)
    if margin is None:
        pytest.skip("no published value")
    pits, seeds = map(int, size.split(","))
    capture, end = rules.split("/")
    game = palaestra.load_game("kalah", pits=pits, seeds=seeds, scoring=scoring, capture=capture, end=end)
    memory = trees.searched(game, game.new_state(), 150_000, solver=True)
    expected = np.sign(margin) if scoring == "win" else margin / (2 * pits * seeds)
    assert root_value(trees, memory) == pytest.approx(expected)


@pytest.mark.parametrize("takes", [1, 2])
def test_nim_is_solved_with_turns_of_several_actions(trees, takes):
    game = build_game(NIM, {"heaps": 2, "size": 2, "takes": takes})
    memory = trees.searched(game, game.new_state(), 20_000, solver=True)
    assert root_value(trees, memory) == exact(game.new_state())


def exact(state):
    """Return the value of a position for its mover."""
    mover = state.current_player
    best = -2.0
    for action in state.legal_actions():
        after = state.copy()
        after.step(action)
        if after.is_terminal:
            value = after.returns()[mover]
        else:
            value = exact(after) * (1 if after.current_player == mover else -1)
        best = max(best, value)
    return best


def test_a_solved_position_takes_no_more_simulations(trees):
    game = palaestra.load_game("tic_tac_toe")
    memory = trees.searched(game, game.position("XX.OO.... X"), 10_000, solver=True)
    assert memory[memory[ROOT] + VISITS] < 100


@pytest.mark.parametrize("seed", range(5))
def test_the_winning_action_is_played_at_once(seed):
    game = palaestra.load_game("tic_tac_toe")
    agent = toys.make_agent(UCT, game, seed, iterations=60, solver=True)
    assert agent.act(toys.look(game, game.position("XX.OO.... X"))) == 2
    assert agent.explain().actions[0][0] in range(9)

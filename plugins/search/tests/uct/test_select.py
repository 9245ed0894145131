"""UCB1 and PUCT choose what their formulas say; wide games take no scan for each action."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import toy_games as toys

from palaestra_search.parameters import UctParameters
from palaestra_search.ucb import MEAN, RECORD_SIZE, SEAT_BITS, VISITS, exploration_term
from palaestra_search.uct.prove import backpropagate_proofs
from palaestra_search.uct.select_leaf import beats_untried, best_child
from palaestra_search.uct.settings import read_settings, search_params
from palaestra_search.uct.tree import LEGAL, ROOT, Workspace, add_child, backpropagate, init_tree

FIRST = 16


def node_with(entries, legal, puct):
    """Return a workspace whose root has a child for each list of returns."""
    memory = np.zeros(FIRST + RECORD_SIZE * 100, dtype=np.int64)
    values = memory.view(np.float64)
    init_tree(memory, FIRST, memory.shape[0])
    for action, returns in enumerate(entries):
        add_child(memory, FIRST, action << SEAT_BITS, legal)
        for outcome in returns:
            child = int(memory[FIRST + 4]) + RECORD_SIZE * action
            step = (memory, values, np.array([child]), 1, np.array([outcome, -outcome]))
            backpropagate_proofs(*step, True, False, False) if puct else backpropagate(*step)
    memory[FIRST + LEGAL] = legal
    return memory


def sliced(memory):
    """Return a workspace that is a tree and nothing else."""
    nothing = memory[:0]
    values = memory.view(np.float64)
    return Workspace(memory, values, FIRST, nothing, nothing, nothing, nothing, nothing, nothing, values[:0])


RETURNS = [[1.0, -1.0, 0.5], [0.2, 0.1], [-0.5, -0.5, -0.5, -0.5, 1.0]]


def bounds(puct, c, legal):
    """Return the upper confidence bounds by the textbook."""
    total = sum(len(returns) for returns in RETURNS)
    if puct:
        return [np.mean(r) + c / legal * np.sqrt(total) / (1 + len(r)) for r in RETURNS]
    return [np.mean(r) + c * np.sqrt(np.log(total) / len(r)) for r in RETURNS]


@pytest.mark.parametrize("puct", [False, True], ids=["ucb1", "puct"])
@pytest.mark.parametrize("c", [0.0, 0.3, 1.4, 10.0])
def test_the_highest_bound_is_chosen(puct, c):
    memory = node_with(RETURNS, 3, puct)
    settings = UctParameters(exploration=c, selection="puct" if puct else "ucb1")
    child = best_child(sliced(memory), read_settings(search_params(settings, 100)).exploration, FIRST, False)
    assert (child - memory[FIRST + 4]) // RECORD_SIZE == int(np.argmax(bounds(puct, c, 3)))


@pytest.mark.parametrize("c", [0.1, 0.5, 1.0, 2.0, 4.0])
def test_puct_takes_an_untried_action_as_a_draw(c):
    memory = node_with(RETURNS, 5, True)
    exploration = read_settings(search_params(UctParameters(exploration=c, selection="puct"), 100)).exploration
    untried = c / 5 * np.sqrt(10)
    child = best_child(sliced(memory), exploration, FIRST, False)
    assert beats_untried(sliced(memory), exploration, FIRST, child, 5) == (max(bounds(True, c, 5)) > untried)


@pytest.mark.parametrize("count", [1, 2, 99, 4095, 4096, 100_000])
def test_the_exploration_term_of_puct(count):
    exploration = read_settings(search_params(UctParameters(exploration=1.4, selection="puct"), 10_000)).exploration
    assert exploration_term(exploration, count) == pytest.approx(1.4 * count**0.5)


@pytest.mark.parametrize("chance", [False, True], ids=["closed tree", "open loop"])
def test_puct_prefers_the_best_and_does_not_try_all(trees, chance):
    game = toys.wide_game(chance)  # the greater the action, the better
    memory = trees.searched(game, game.new_state(), 1000, selection="puct", exploration=1.4)
    children = list(trees.children(memory, memory[ROOT]))
    assert len(children) < 200
    best = max(children, key=lambda child: memory[child + VISITS])
    assert memory.view(np.float64)[best + MEAN] > 0.0  # better than what has not been tried
    assert sum(memory[child + VISITS] for child in children) == 1000


WORK = """
import json
import numpy as np
import toy_games as toys
from palaestra_search.parameters import UctParameters
from palaestra_search.uct.search import init_search, run_simulations
from palaestra_search.uct.settings import search_params, workspace_size
from palaestra_search.uct.tree import COUNT, ROOT

class Counting:
    def __init__(self, array):
        self.array, self.touches, self.shape = array, 0, array.shape
    def view(self, kind):
        return self.array.view(kind)
    def __getitem__(self, key):
        self.touches += not isinstance(key, slice)
        return self.array[key]
    def __setitem__(self, key, value):
        self.touches += 1
        self.array[key] = value

def touches(chance):
    game, settings, simulations = toys.wide_game(chance), UctParameters(), 120
    state = game.new_state()
    memory = Counting(np.zeros(workspace_size(game.kernel, settings, simulations), dtype=np.int64))
    params, words, seen = search_params(settings, simulations), np.array([1, 2]), np.array(state.observation(0))
    init_search(game.kernel, seen, 0, params, memory, words)
    memory.touches = 0
    run_simulations(game.kernel, seen, 0, params, memory, words, simulations)
    assert memory.array[memory.array[ROOT] + COUNT] == simulations
    return memory.touches / simulations

print(json.dumps([touches(False), touches(True)]))
"""


def test_the_work_in_wide_games_grows_with_the_children_alone():
    """With 60 children on average, a scan of them for each of 1,500 actions would touch 90,000 words."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(toys.__file__).parent)}
    run = subprocess.run([sys.executable, "-c", WORK], env=environment, capture_output=True, text=True, check=True)
    for touches in json.loads(run.stdout):
        assert touches < 20 * 60

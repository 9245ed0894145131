"""UCB1 and PUCT choose what their formulas say; wide games take no scan for each action."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from palaestra_search.uct.prove import back_up_more
from palaestra_search.uct.select import best_child, exploration_term, prefers
from palaestra_search.uct.settings import SearchSettings, search_params
from palaestra_search.uct.tree import LEGAL, MEAN, NODE_WORDS, ROOT, SEAT_BITS, VISITS, add_child, back_up, plant

FIRST = 16


def node_with(entries, legal, puct):
    """Return a workspace whose root has a child for each list of returns."""
    memory = np.zeros(FIRST + NODE_WORDS * 100, dtype=np.int64)
    values = memory.view(np.float64)
    plant(memory, FIRST, memory.shape[0])
    for action, returns in enumerate(entries):
        add_child(memory, FIRST, action << SEAT_BITS, legal)
        for outcome in returns:
            child = int(memory[FIRST + 4]) + NODE_WORDS * action
            step = (memory, values, np.array([child]), 1, np.array([outcome, -outcome]))
            back_up_more(*step, True, False, False) if puct else back_up(*step)
    memory[FIRST + LEGAL] = legal
    return memory


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
    settings = SearchSettings(exploration=c, selection="puct" if puct else "ucb1")
    child = best_child(memory, memory.view(np.float64), search_params(settings, 100), FIRST)
    assert (child - memory[FIRST + 4]) // NODE_WORDS == int(np.argmax(bounds(puct, c, 3)))


@pytest.mark.parametrize("c", [0.1, 0.5, 1.0, 2.0, 4.0])
def test_puct_takes_an_untried_action_as_a_draw(c):
    memory = node_with(RETURNS, 5, True)
    params = search_params(SearchSettings(exploration=c, selection="puct"), 100)
    untried = c / 5 * np.sqrt(10)
    assert prefers(memory, memory.view(np.float64), params, FIRST, 5) == int(max(bounds(True, c, 5)) > untried)


@pytest.mark.parametrize("count", [1, 2, 99, 4095, 4096, 100_000])
def test_the_exploration_term_of_puct(count):
    params = search_params(SearchSettings(exploration=1.4, selection="puct"), 10_000)
    assert exploration_term(params, count) == pytest.approx(1.4 * count**0.5)


@pytest.mark.parametrize("chance", [False, True], ids=["closed tree", "open loop"])
def test_puct_prefers_the_best_and_does_not_try_all(toys, trees, chance):
    game = toys.wide_game(chance)  # the greater the action, the better
    memory = trees.searched(game, game.new_state(), 1000, selection="puct", exploration=1.4)
    children = list(trees.children(memory, memory[ROOT]))
    assert len(children) < 200
    best = max(children, key=lambda child: memory[child + VISITS])
    assert memory.view(np.float64)[best + MEAN] > 0.0  # better than what has not been tried
    assert sum(memory[child + VISITS] for child in children) == 1000


WORK = """
import importlib.util, json, sys
import numpy as np
found = importlib.util.spec_from_file_location("toys", sys.argv[1])
toys = importlib.util.module_from_spec(found)
found.loader.exec_module(toys)
from palaestra_search.uct.search import begin, simulate
from palaestra_search.uct.settings import SearchSettings, search_params, workspace_words
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
    game, settings, simulations = toys.wide_game(chance), SearchSettings(), 120
    state = game.new_state()
    memory = Counting(np.zeros(workspace_words(game.kernel, settings, simulations), dtype=np.int64))
    params, words, seen = search_params(settings, simulations), np.array([1, 2]), np.array(state.observation(0))
    begin(game.kernel, seen, 0, params, memory, words)
    memory.touches = 0
    simulate(game.kernel, seen, 0, params, memory, words, simulations)
    assert memory.array[memory.array[ROOT] + COUNT] == simulations
    return memory.touches / simulations

print(json.dumps([touches(False), touches(True)]))
"""


def test_the_work_in_wide_games_grows_with_the_children_alone():
    """With 60 children on average, a scan of them for each of 1,500 actions would touch 90,000 words."""
    command = [sys.executable, "-c", WORK, str(Path(__file__).parents[1] / "conftest.py")]
    run = subprocess.run(
        command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True
    )
    for touches in json.loads(run.stdout):
        assert touches < 20 * 60

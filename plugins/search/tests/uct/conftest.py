"""Ways into a search tree."""

from types import SimpleNamespace

import numpy as np
import pytest

from palaestra_search.parameters import UctParameters
from palaestra_search.ucb import EDGE, RECORD_SIZE, SEAT_BITS
from palaestra_search.uct.search import init_search, run_simulations
from palaestra_search.uct.settings import search_params, workspace_size
from palaestra_search.uct.tree import CHILDREN, COUNT, ROOT


def searched(game, state, simulations, seed=1, **settings):
    """Return the workspace after a search."""
    settings = UctParameters(**settings)
    player = state.current_player
    observation = np.array(state.observation(player))
    memory = np.zeros(workspace_size(game.kernel, settings, simulations), dtype=np.int64)
    words = np.array([seed, 77], dtype=np.int64)
    params = search_params(settings, simulations)
    init_search(game.kernel, observation, player, params, memory, words)
    run_simulations(game.kernel, observation, player, params, memory, words, simulations)
    return memory


def nodes(memory, node=None, path=()):
    """Yield every node below the root with its path of actions."""
    node = memory[ROOT] if node is None else node
    for child in children(memory, node):
        action = int(memory[child + EDGE] >> SEAT_BITS)
        yield child, (*path, action)
        yield from nodes(memory, child, (*path, action))


def children(memory, node):
    first = int(memory[node + CHILDREN])
    return range(first, first + RECORD_SIZE * int(memory[node + COUNT]), RECORD_SIZE)


def all_nodes(memory):
    """Return the number of nodes, the root's included."""
    return 1 + sum(1 for _ in nodes(memory))


@pytest.fixture(scope="session")
def trees():
    """Return the helpers of this file."""
    return SimpleNamespace(searched=searched, nodes=nodes, children=children, all_nodes=all_nodes)

"""A look into the graph of a search."""

from types import SimpleNamespace

import numpy as np
import pytest

from palaestra_search.mcgs.agent import search_policy, successors
from palaestra_search.mcgs.graph import COUNT, EDGES, FROZEN, NODES, ROOT, SEAT, action_of
from palaestra_search.mcgs.parameters import McgsParameters
from palaestra_search.mcgs.search import init_search, run_simulations
from palaestra_search.ucb import MEAN, RECORD_SIZE, VISITS


class Graph:
    """The graph in a workspace.

    Attributes:
        count: how many nodes there are.
    """

    def __init__(self, memory):
        self.memory = memory
        self.values = memory.view(np.float64)
        self.count = int(memory[NODES])
        self.root = int(memory[ROOT])

    def edges(self, node):
        """Return the edges of a node by action."""
        first = int(self.memory[node + EDGES])
        found = range(first, first + RECORD_SIZE * int(self.memory[node + COUNT]), RECORD_SIZE)
        return {int(action_of(self.memory, edge)): edge for edge in found}

    def visits(self, record):
        """Return the visits of a node or an edge."""
        return int(self.memory[record + VISITS])

    def mean(self, edge):
        """Return the mean of an edge."""
        return float(self.values[edge + MEAN])

    def frozen(self, edge):
        """Return whether the action is not tried any more."""
        return bool(self.memory[edge + FROZEN])

    def seat(self, node):
        """Return who moves; -1 at an end."""
        return int(self.memory[node + SEAT])

    def successors(self, edge):
        """Return how often the edge led to each node."""
        return successors(self.memory, edge)

    def nodes(self):
        """Return all nodes that can be reached from the root."""
        found, waiting = {self.root}, [self.root]
        while waiting:
            for edge in self.edges(waiting.pop()).values():
                new = set(self.successors(edge)) - found
                found |= new
                waiting += new
        return found


def searched(game, state, iterations, seed=1, words=None, **parameters):
    """Return the graph after a search; `words` shortens the workspace."""
    policy = search_policy(game, McgsParameters(iterations=iterations, **parameters))
    player = state.current_player
    observation = np.array(state.observation(player))
    memory = np.zeros(policy.memory_words if words is None else words, dtype=np.int64)
    rng = np.array([seed, 77], dtype=np.int64)
    init_search(game.kernel, observation, player, policy.params, memory, rng)
    run_simulations(game.kernel, observation, player, policy.params, memory, rng, iterations)
    return Graph(memory)


@pytest.fixture(scope="session")
def graphs():
    """Return the helpers of this file."""
    return SimpleNamespace(searched=searched)

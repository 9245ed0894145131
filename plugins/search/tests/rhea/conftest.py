"""A bench for single operators."""

from types import SimpleNamespace

import numpy as np
import pytest

from palaestra import seed_rng
from palaestra_search.rhea import layout
from palaestra_search.rhea.agent import search_settings
from palaestra_search.rhea.operators import make_individual
from palaestra_search.rhea.parameters import RheaParameters
from palaestra_search.rhea.search import init_search
from palaestra_search.rhea.tree import ACTION, CHILD, NEXT, TOTAL, VISITS, store


class Bench:
    """A workspace for one decision, and operators that are tried on it one by one."""

    def __init__(self, game, state, seed=1, parameters=None, **given):
        self.game = game
        self.player = state.current_player
        self.observation = np.array(state.observation(self.player))
        self.settings = search_settings(parameters or RheaParameters(**given), game)
        self.memory = np.zeros(layout.workspace_size(game.kernel, self.settings), dtype=np.int64)
        self.ws = layout.workspace(game.kernel, self.settings, self.memory)
        self.values = self.memory.view(np.float64)
        self.words = np.zeros(2, dtype=np.int64)
        seed_rng(self.words, seed)
        init_search(game.kernel, self.observation, self.settings, self.ws)

    @property
    def count(self):
        return int(self.memory[layout.COUNT])

    def grow(self, operator, first=0, second=0):
        """Make an individual behind those in the pool and return its genes."""
        where = (self.game.kernel, self.observation, self.player, self.settings, self.ws)
        make_individual(*where, operator, first, second, self.count, self.words)
        return self.genes(self.count)

    def add(self, genes, fitness=0.0, stored=True):
        """Put an individual into the pool, and into the tree; return its index."""
        at = layout.individual(self.ws, self.count)
        self.memory[at + layout.LENGTH] = len(genes)
        self.memory[at + layout.FIRST_GENE :][: len(genes)] = genes
        self.values[at + layout.FITNESS] = fitness
        if stored:
            store(self.ws, at + layout.FIRST_GENE, len(genes), fitness)
        self.memory[layout.COUNT] += 1
        return self.count - 1

    def genes(self, index):
        at = layout.individual(self.ws, index)
        return self.memory[at + layout.FIRST_GENE :][: self.memory[at + layout.LENGTH]].tolist()

    def fitness(self, index):
        return float(self.values[layout.individual(self.ws, index) + layout.FITNESS])

    def last_state(self):
        return self.ws.end_state

    def tree(self, node=None):
        """Return the tree as nested dictionaries: action -> (visits, total, children)."""
        node = self.memory[layout.ROOT] if node is None else node
        found = {}
        child = self.memory[node + CHILD]
        while child != 0:
            entry = (int(self.memory[child + VISITS]), float(self.values[child + TOTAL]), self.tree(child))
            found[int(self.memory[child + ACTION])] = entry
            child = self.memory[child + NEXT]
        return found


@pytest.fixture(scope="session")
def bench():
    """Return the helpers of this file."""
    return SimpleNamespace(Bench=Bench)

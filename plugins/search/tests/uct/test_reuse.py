"""The tree of the last decision is taken up where the game has gone, and only there."""

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import AgentRng
from palaestra_search.parameters import UctParameters
from palaestra_search.plugin import UCT
from palaestra_search.ucb import EDGE, MEAN, SEAT_BITS, VISITS
from palaestra_search.uct.agent import UctAgent
from palaestra_search.uct.search import choose, init_search
from palaestra_search.uct.settings import search_params, workspace_size
from palaestra_search.uct.tree import CHOSEN, ROOT

SETTINGS = UctParameters(reuse=True)


class Searcher:
    """A compiled search that keeps its workspace."""

    def __init__(self, game, simulations=500):
        self.game = game
        self.params = search_params(SETTINGS, simulations)
        self.memory = np.zeros(workspace_size(game.kernel, SETTINGS, simulations), dtype=np.int64)
        self.words = np.array([5, 7])

    def choose(self, state):
        player = state.current_player
        seen, legal = np.array(state.observation(player)), np.array(state.legal_actions())
        return int(choose(self.game.kernel, seen, player, legal, self.params, self.memory, self.words))

    def init_search(self, state):
        player = state.current_player
        init_search(self.game.kernel, np.array(state.observation(player)), player, self.params, self.memory, self.words)

    def find(self, trees, actions):
        """Return visits, mean and children's visits of the node that the actions lead to from the root."""
        node = int(self.memory[ROOT])
        for action in actions:
            node = next(c for c in trees.children(self.memory, node) if self.memory[c + EDGE] >> SEAT_BITS == action)
        below = {int(self.memory[c + EDGE]): int(self.memory[c + VISITS]) for c in trees.children(self.memory, node)}
        return int(self.memory[node + VISITS]), float(self.memory.view(np.float64)[node + MEAN]), below


@pytest.mark.parametrize("name", ["tic_tac_toe", "kalah", "nine_mens_morris"])
def test_visits_are_kept_through_a_whole_game(trees, name):
    game = palaestra.load_game(name)
    searcher = Searcher(game)
    rng = np.random.default_rng(1)
    state, since, kept = game.new_state(), None, 0
    while not state.is_terminal and kept < 30:
        if state.current_player == 0:
            wanted = None
            if since is not None and len(state.legal_actions()) > 1:
                try:
                    wanted = searcher.find(trees, since)
                except StopIteration:
                    wanted = None  # the others' answer had not been tried
            searcher.init_search(state)
            if wanted is not None and wanted[2]:
                assert searcher.find(trees, []) == wanted
                kept += 1
            # A search begun twice at one position must not find it below the action that it has just forgotten.
            assert searcher.memory[CHOSEN] == 0
            action = searcher.choose(state)
            since = [action]
        else:
            action = int(rng.choice(state.legal_actions()))
            since = None if since is None else [*since, action]
        state.step(action)
    assert kept >= 2 if name == "tic_tac_toe" else kept >= 5


def test_another_position_begins_anew():
    game = palaestra.load_game("tic_tac_toe")
    searcher = Searcher(game)
    searcher.choose(game.new_state())
    searcher.init_search(game.position("XX.OO.... X"))
    assert searcher.memory[searcher.memory[ROOT] + VISITS] == 0
    assert searcher.choose(game.position("XX.OO.... X")) == 2


def test_forced_actions_keep_the_tree(trees):
    game = palaestra.load_game("kalah", pits=2, seeds=2)
    state = game.new_state()
    agents = [Searcher(game, 300), Searcher(game, 300)]
    forced = 0
    while not state.is_terminal:
        mover = state.current_player
        one = len(state.legal_actions()) == 1
        before = agents[mover].memory[agents[mover].memory[ROOT] + VISITS]
        action = agents[mover].choose(state)
        assert action in state.legal_actions()
        if one and agents[mover].memory[CHOSEN]:
            after = agents[mover].memory[agents[mover].memory[ROOT] + VISITS]
            assert 0 < after <= before
            forced += 1
        state.step(action)
    assert forced > 0


def test_memory_is_bounded_over_a_long_game():
    game = palaestra.load_game("kalah")
    searcher = Searcher(game, 2000)
    size = searcher.memory.shape[0]
    state = game.new_state()
    rng = np.random.default_rng(2)
    while not state.is_terminal:
        state.step(searcher.choose(state) if state.current_player == 0 else int(rng.choice(state.legal_actions())))
    assert searcher.memory.shape[0] == size


def test_time_budgets_take_trees_up_too():
    game = palaestra.load_game("tic_tac_toe")
    readings = iter(range(10**6))
    agent = UctAgent(game, UctParameters(seconds=0.01, reuse=True), AgentRng(1), lambda: 0.0001 * next(readings))
    fresh = UctAgent(game, UctParameters(seconds=0.01), AgentRng(1), lambda: 0.0001 * next(readings))
    state = game.new_state()
    state.step(agent.act(toys.look(game, state)))
    state.step(agent.explain().principal_variation[1])
    visits = []
    for one in (agent, fresh):
        one.act(toys.look(game, state))
        visits.append(sum(entry[1] for entry in one.explain().actions) - one.explain().iterations)
    assert visits[0] > 0
    assert visits[1] == 0


def test_reuse_is_worth_simulations():
    game = palaestra.load_game("kalah", seeds=3)
    score = 0.0
    for number in range(100):
        agents = [toys.make_agent(UCT, game, 2 * number + seat, iterations=60, reuse=seat == 0) for seat in range(2)]
        _, returns = toys.play(game, agents if number % 2 == 0 else agents[::-1])
        score += returns[number % 2]
    assert score > -10  # a standard deviation is 10; as strong at least

"""Old nodes make room: what is kept keeps its numbers, the bound holds, and the search goes on well."""

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra_search.parameters import UctParameters
from palaestra_search.plugin import UCT
from palaestra_search.ucb import EDGE, MEAN, RECORD_SIZE, VISITS
from palaestra_search.uct.compact import block_records, compact, compact_to_fit, node_records
from palaestra_search.uct.search import init_search, run_simulations
from palaestra_search.uct.settings import search_params, workspace_size
from palaestra_search.uct.tree import COUNT, END, ROOT, USED, add_child, init_tree

START = 16


def snapshot(trees, memory, base=()):
    """Return path -> (edge, visits, mean) of the nodes below the one at `base`."""
    values = memory.view(np.float64)
    found = {
        path: (int(memory[n + EDGE]), int(memory[n + VISITS]), values[n + MEAN]) for n, path in trees.nodes(memory)
    }
    return {path[len(base) :]: what for path, what in found.items() if path[: len(base)] == base and path != base}


def grown(trees, simulations=300):
    """Return a searched workspace with as much spare room as room."""
    game = toys.tree_game(chance=False)
    memory = trees.searched(game, game.new_state(), simulations)
    return np.concatenate((memory, np.zeros(memory.shape[0], dtype=np.int64)))


def test_the_whole_tree_can_be_kept(trees):
    memory = grown(trees)
    before = snapshot(trees, memory)
    assert compact(memory, memory[ROOT], 1) == 1
    assert snapshot(trees, memory) == before
    assert memory[USED] <= memory[END]


def test_a_subtree_becomes_the_tree(trees):
    memory = grown(trees)
    child = max(trees.children(memory, memory[ROOT]), key=lambda child: memory[child + VISITS])
    action = int(memory[child + EDGE]) >> 8
    visits = memory[child + VISITS]
    before = snapshot(trees, memory, (action,))
    assert compact(memory, child, 1) == 1
    assert memory[memory[ROOT] + VISITS] == visits
    assert snapshot(trees, memory) == before


@pytest.mark.parametrize("least", [3, 5, 50])
def test_children_of_seldom_visited_nodes_are_forgotten(trees, least):
    memory = grown(trees)
    before = snapshot(trees, memory)
    assert compact(memory, memory[ROOT], least) == 1
    after = snapshot(trees, memory)
    kept = {path for path in before if len(path) == 1 or before[path[:-1]][1] >= least}
    assert after == {path: before[path] for path in kept}
    assert len(after) < len(before)


def test_without_spare_room_nothing_changes(trees):
    game = toys.tree_game(chance=False)
    memory = trees.searched(game, game.new_state(), 100)
    before = memory.copy()
    assert compact_to_fit(memory, memory[ROOT], 2) == 0
    assert memory.tolist() == before.tolist()


@pytest.mark.parametrize("count", range(1, 20))
@pytest.mark.parametrize("legal", [0, 1, 2, 3, 5, 9, 19])
def test_blocks_are_as_large_as_they_have_grown(count, legal):
    if 0 < legal < count:
        return
    memory = np.zeros(START + RECORD_SIZE * 200, dtype=np.int64)
    init_tree(memory, START, memory.shape[0])
    last = memory[USED]
    for edge in range(count):
        before = memory[USED]
        add_child(memory, START, edge, legal or 1 << 40)
        last = before if memory[USED] != before else last
    assert memory[USED] - last == RECORD_SIZE * block_records(count, legal)


@pytest.mark.parametrize(("wanted", "most", "growing"), [(100, 1000, False), (100, 90, False), (100, 1000, True)])
def test_rooms_are_within_the_bound(wanted, most, growing):
    room, spare = node_records(wanted, most, growing)
    assert room + spare <= most
    assert (spare == 0) == (not growing and wanted <= most)
    assert spare == 0 or room // 2 - 1 <= spare <= room // 2 + 1


@pytest.mark.parametrize("chance", [False, True], ids=["closed tree", "open loop"])
@pytest.mark.parametrize("selection", ["ucb1", "puct"])
def test_the_bound_is_never_exceeded_and_the_room_is_used(trees, chance, selection):
    game = toys.wide_game(chance)
    state = game.new_state()
    settings = UctParameters(max_nodes=6 * toys.WIDTH, selection=selection, exploration=0.5)
    memory = np.zeros(workspace_size(game.kernel, settings, 20_000), dtype=np.int64)
    assert memory.shape[0] <= workspace_size(game.kernel, UctParameters(), 1) + RECORD_SIZE * settings.max_nodes
    params, words = search_params(settings, 20_000), np.array([3, 5])
    observation = np.array(state.observation(0))
    init_search(game.kernel, observation, 0, params, memory, words)
    swept, most = 0, 0
    for number in range(1, 401):
        before = memory[USED]
        run_simulations(game.kernel, observation, 0, params, memory, words, 50)
        swept += memory[USED] < before
        most = max(most, int(memory[USED]))
        assert memory[USED] <= memory[END] <= memory.shape[0]
        assert memory[memory[ROOT] + VISITS] == 50 * number
    assert swept >= 2
    assert most > 0.8 * memory[END]
    assert sum(memory[child + VISITS] for child in trees.children(memory, memory[ROOT])) == 20_000


def test_a_small_memory_still_plays_well():
    game = palaestra.load_game("tic_tac_toe")
    losses = 0
    for seed in range(10):
        agent = toys.make_agent(UCT, game, seed, iterations=3000, max_nodes=120)
        state = game.new_state()
        rng = np.random.default_rng(seed)
        while not state.is_terminal:
            if state.current_player == seed % 2:
                state.step(agent.act(toys.look(game, state)))
            else:
                cells = game.position_to_string(state).split()[0]
                state.step(int(rng.choice(toys.perfect_moves(cells))))
        losses += state.returns()[seed % 2] < 0
    assert losses <= 1  # 30 simulations, which take as many nodes, lose every second game


def test_the_root_keeps_its_children(trees):
    memory = grown(trees)
    compact_to_fit(memory, memory[ROOT], 1 << 30)
    assert memory[memory[ROOT] + COUNT] == toys.BRANCHING

"""The workspace: records, the hash table, successors, and what happens when there is no more room."""

import numpy as np
import pytest

from palaestra_search.mcgs.agent import successors
from palaestra_search.mcgs.graph import (
    COUNT,
    EDGES,
    HEADER_SIZE,
    KEY,
    NODES,
    SAMPLES,
    SEAT,
    action_of,
    add_edge,
    add_node,
    add_successor,
    backpropagate,
    count_successor,
    draw_successor,
    find_node,
    init_graph,
    mixed,
    most_visited_edge,
    pool_size,
    table_slots,
)
from palaestra_search.ucb import MEAN, RECORD_SIZE, VISITS


def empty_graph(nodes, payload=0, max_legal=4, pool=None):
    """Return a workspace without scratch."""
    slots = table_slots(nodes)
    words = pool_size(max_legal, nodes, payload) if pool is None else pool
    memory = np.full(HEADER_SIZE + slots + words, -77, dtype=np.int64)
    init_graph(memory, HEADER_SIZE, slots, HEADER_SIZE + slots, nodes)
    return memory


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 5, 1000, 1024, 1025])
def test_at_most_half_of_the_table_is_in_use(nodes):
    slots = table_slots(nodes)
    assert slots & (slots - 1) == 0
    assert 2 * nodes <= slots < 4 * nodes


def test_nodes_are_found_by_their_keys():
    memory = empty_graph(300, payload=2)
    keys = [5 * i * table_slots(300) for i in range(150)]  # all of them belong in one slot
    keys += [-i for i in range(1, 150)]
    nodes = {key: add_node(memory, key, key % 3, 2) for key in keys}
    assert len(set(nodes.values())) == len(nodes)
    for key, node in nodes.items():
        assert find_node(memory, key) == node
        assert (memory[node + KEY], memory[node + SEAT], memory[node + COUNT]) == (key, key % 3, 0)
    assert find_node(memory, 12345) == 0


def test_the_number_of_nodes_is_bounded():
    memory = empty_graph(3)
    assert all(add_node(memory, key, 0, 0) for key in range(3))
    assert add_node(memory, 3, 0, 0) == 0
    assert memory[NODES] == 3
    assert find_node(memory, 3) == 0
    assert find_node(memory, 2) != 0


def test_the_edges_of_a_node_lie_side_by_side_however_many_they_become():
    memory = empty_graph(40)
    first, other = add_node(memory, 1, 0, 0), add_node(memory, 2, 0, 0)
    for action in range(30):
        edge = add_edge(memory, first, action)
        memory[edge + VISITS] = 100 + action
        add_edge(memory, other, 500 + action)
    for node, start in ((first, 0), (other, 500)):
        edges = range(memory[node + EDGES], memory[node + EDGES] + 30 * RECORD_SIZE, RECORD_SIZE)
        assert [action_of(memory, edge) for edge in edges] == list(range(start, start + 30))
    assert memory[memory[first + EDGES] + VISITS] == 100


def test_a_full_pool_gives_no_records():
    memory = empty_graph(10, pool=8 + 4 * 8 + 3)
    node = add_node(memory, 1, 0, 0)
    edges = [add_edge(memory, node, action) for action in range(5)]
    assert edges[4] == 0
    assert all(edges[:4])
    assert memory[node + COUNT] == 4
    assert add_successor(memory, edges[0], node) == 1
    assert add_successor(memory, edges[0], node) == 0
    assert add_node(memory, 2, 0, 0) == 0
    assert find_node(memory, 2) == 0


def test_successors_are_counted_and_drawn_as_often_as_they_were_met():
    memory = empty_graph(10)
    edge = add_edge(memory, add_node(memory, 1, 0, 0), 0)
    targets = [add_node(memory, key, 0, 0) for key in (2, 3, 4)]
    for target, times in zip(targets, (1, 3, 6), strict=True):
        assert count_successor(memory, edge, target) == 0
        assert add_successor(memory, edge, target) == 1
        for _ in range(times - 1):
            assert count_successor(memory, edge, target) == 1
    assert successors(memory, edge) == dict(zip(targets, (1, 3, 6), strict=True))
    assert memory[edge + SAMPLES] == 10
    rng = np.array([3, 5])
    drawn = [draw_successor(memory, edge, rng) for _ in range(5000)]
    # three standard errors of a share of 0.1 to 0.6 in 5,000 draws
    assert [drawn.count(target) / 5000 for target in targets] == pytest.approx([0.1, 0.3, 0.6], abs=0.021)


def test_returns_are_averaged_for_the_mover_of_each_node():
    memory = empty_graph(4)
    values = memory.view(np.float64)
    nodes = [add_node(memory, key, seat, 0) for key, seat in ((1, 0), (2, 1))]
    edges = [add_edge(memory, node, 0) for node in nodes]
    path = np.array([nodes[0], edges[0], nodes[1], edges[1]])
    for outcome in ([1.0, -1.0], [0.5, -0.5]):
        backpropagate(memory, values, path, 2, np.array(outcome))
    backpropagate(memory, values, path, 1, np.array([-1.0, 1.0]))
    assert [memory[node + VISITS] for node in nodes] == [3, 2]
    assert [memory[edge + VISITS] for edge in edges] == [3, 2]
    assert [values[edge + MEAN] for edge in edges] == pytest.approx([0.5 / 3, -0.75])


def test_the_most_visited_edge_is_the_answer_and_the_mean_breaks_ties():
    memory = empty_graph(4)
    values = memory.view(np.float64)
    node = add_node(memory, 1, 0, 0)
    assert most_visited_edge(memory, values, node) == 0
    for action, (visits, mean) in enumerate([(3, 0.9), (5, -0.5), (5, 0.1), (5, 0.1)]):
        edge = add_edge(memory, node, action)
        memory[edge + VISITS], values[edge + MEAN] = visits, mean
    assert action_of(memory, most_visited_edge(memory, values, node)) == 2


def test_hashes_of_neighbours_spread_over_small_tables():
    low_bits = {mixed(mixed(1, i), j) & 255 for i in range(32) for j in range(32)}
    assert len(low_bits) > 240  # 1,024 balls in 256 bins leave 4.7 empty on average
    assert len({mixed(mixed(1, i), j) for i in range(300) for j in range(300)}) == 90_000

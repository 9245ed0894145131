"""Nodes in a workspace: blocks that grow, and memory that the number of simulations bounds."""

import numpy as np
import pytest
import toy_games as toys

from palaestra_search.parameters import UctParameters
from palaestra_search.ucb import EDGE, MEAN, RECORD_SIZE, SEAT_BITS, VISITS
from palaestra_search.uct.settings import workspace_size
from palaestra_search.uct.tree import (
    CHILDREN,
    COUNT,
    RECORDS_PER_SIMULATION,
    ROOT,
    USED,
    add_child,
    backpropagate,
    best_action,
    init_tree,
)

FIRST = 16


def planted(records):
    """Return a workspace with room for so many records, the root's included, that holds garbage."""
    memory = np.full(FIRST + RECORD_SIZE * records, -77, dtype=np.int64)
    init_tree(memory, FIRST, memory.shape[0])
    return memory


def edges(memory, node):
    first = memory[node + CHILDREN]
    return [int(memory[first + RECORD_SIZE * i + EDGE]) for i in range(memory[node + COUNT])]


@pytest.mark.parametrize("count", [1, 3, 4, 5, 8, 9, 100])
def test_children_keep_their_place_when_blocks_grow(count):
    memory = planted(1 + RECORDS_PER_SIMULATION * count)
    for edge in range(count):
        child = add_child(memory, FIRST, edge, 1000)
        assert child > 0
        memory[child + VISITS] = 10 + edge
    assert edges(memory, FIRST) == list(range(count))
    first = memory[FIRST + CHILDREN]
    assert [memory[first + RECORD_SIZE * i + VISITS] for i in range(count)] == [10 + i for i in range(count)]


@pytest.mark.parametrize("shape", ["chain", "bush", "random"])
def test_memory_for_the_simulations_is_enough_for_every_shape(shape):
    simulations = 500
    memory = planted(1 + RECORDS_PER_SIMULATION * simulations)
    rng = np.random.default_rng(1)
    parents = [FIRST]
    sizes = {}
    for edge in range(simulations):
        # A node of a block that has moved keeps its path here, not its place.
        place = {"chain": -1, "bush": 0, "random": int(rng.integers(len(parents)))}[shape]
        path = parents[place] if isinstance(parents[place], tuple) else ()
        node = FIRST
        for index in path:
            node = memory[node + CHILDREN] + RECORD_SIZE * index
        assert add_child(memory, node, edge, 10**6) > 0
        sizes[path] = sizes.get(path, 0) + 1
        parents.append((*path, sizes[path] - 1))
    assert memory[USED] <= memory.shape[0]


def test_a_full_workspace_takes_no_more():
    memory = planted(1 + 4)
    assert [add_child(memory, FIRST, edge, 100) > 0 for edge in range(6)] == [True] * 4 + [False] * 2
    assert edges(memory, FIRST) == [0, 1, 2, 3]


def test_a_block_is_no_larger_than_the_legal_actions():
    memory = planted(1 + 2)
    assert add_child(memory, FIRST, 0, 2) > 0
    assert add_child(memory, FIRST, 1, 2) > 0
    assert memory[USED] == memory.shape[0]


def test_means_are_those_of_the_seat_that_acted():
    memory = planted(10)
    values = memory.view(np.float64)
    first = add_child(memory, FIRST, 5 << SEAT_BITS | 0, 2)
    second = add_child(memory, first, 6 << SEAT_BITS | 1, 2)
    path = np.array([first, second])
    for outcome in ([1.0, -1.0, 0.5], [0.25, -0.25, 0.5], [-1.0, 1.0, 0.5]):
        backpropagate(memory, values, path, 2, np.array(outcome))
    backpropagate(memory, values, path, 1, np.array([0.0, 0.0, 0.0]))
    assert [memory[node + VISITS] for node in (FIRST, first, second)] == [4, 4, 3]
    assert values[first + MEAN] == pytest.approx(0.25 / 4)
    assert values[second + MEAN] == pytest.approx(-0.25 / 3)


@pytest.mark.parametrize(
    ("children", "expected"),
    [
        ([(7, 0, 3, 0.9), (2, 0, 5, -0.5), (4, 0, 4, 0.0)], 2),
        ([(7, 0, 5, 0.1), (2, 0, 5, 0.2), (4, 0, 5, 0.2)], 2),
    ],
    ids=["most visits", "then the best mean, then the first"],
)
def test_the_final_action(children, expected):
    memory = planted(20)
    values = memory.view(np.float64)
    for action, seat, visits, mean in children:
        child = add_child(memory, FIRST, action << SEAT_BITS | seat, 10)
        memory[child + VISITS] = visits
        values[child + MEAN] = mean
    assert best_action(memory, values) == expected
    assert memory[ROOT] == FIRST


def test_wide_games_take_no_more_memory():
    wide = workspace_size(toys.wide_game(chance=False).kernel, UctParameters(), 2000)
    narrow = workspace_size(toys.tree_game(chance=False).kernel, UctParameters(), 2000)
    assert wide - narrow < 3 * toys.WIDTH

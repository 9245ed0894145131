"""The statistical tree: sums on the way, a root that moves, nodes that are used again, a bound."""

import numpy as np
import pytest
import toy_games as toys

from palaestra_search.rhea import layout
from palaestra_search.rhea.tree import NEXT, child_of, move_root


@pytest.fixture
def desk(bench):
    game = toys.coloured_game()
    return lambda **given: bench.Bench(game, game.new_state(), **given)


def test_fitness_is_added_to_every_node_on_the_way(desk):
    """The example of figure 2 of the paper: 0.7 for A C H, 0.8 for B E, 0.3 for A D."""
    tree = desk()
    for genes, fitness in (([0, 2, 5], 0.75), ([1, 4], 0.5), ([0, 3], 0.25)):
        tree.add(genes, fitness)
    assert tree.tree() == {
        0: (2, 1.0, {2: (1, 0.75, {5: (1, 0.75, {})}), 3: (1, 0.25, {})}),
        1: (1, 0.5, {4: (1, 0.5, {})}),
    }


def test_moving_the_root_keeps_what_is_below_it(desk):
    tree = desk()
    for genes, fitness in (([0, 2, 5], 0.75), ([1, 4], 0.5), ([0, 3], 0.25)):
        tree.add(genes, fitness)
    below = tree.tree()[0][2]
    assert move_root(tree.memory, child_of(tree.memory, tree.memory[layout.ROOT], 0)) == 3  # the root, B, B E
    assert tree.tree() == below


def test_nodes_given_back_are_used_again(desk):
    tree = desk(tree_nodes=20)
    rng = np.random.default_rng(1)
    for _ in range(200):
        for _ in range(3):
            tree.add(rng.integers(6, size=6).tolist(), float(rng.uniform()))
            tree.memory[layout.COUNT] = 0
        assert size(tree.tree()) + 1 + free_nodes(tree) == used_nodes(tree) <= 20
        root = tree.memory[layout.ROOT]
        children = list(tree.tree())
        before = tree.tree()
        action = children[int(rng.integers(len(children)))]
        move_root(tree.memory, child_of(tree.memory, root, action))
        assert tree.tree() == before[action][2]
    assert used_nodes(tree) == 20


def test_a_full_tree_stores_what_there_is_room_for(desk):
    tree = desk(tree_nodes=3)  # the root and two more
    tree.add([0, 1, 2], 0.5)
    tree.add([0, 1, 3], 0.25)
    tree.add([4], 0.25)
    assert tree.tree() == {0: (2, 0.75, {1: (2, 0.75, {})})}


def size(tree):
    return sum(1 + size(children) for _, _, children in tree.values())


def free_nodes(tree):
    node, count = tree.memory[layout.FREE], 0
    while node != 0:
        node, count = tree.memory[node + NEXT], count + 1
    return count


def used_nodes(tree):
    return (tree.memory[layout.USED] - tree.ws.tree) // layout.NODE_SIZE

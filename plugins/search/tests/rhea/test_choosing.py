"""Genes by chance or by the tree: the mixing rate with its limits, the bound, actions that the tree does not have."""

from collections import Counter

import numpy as np
import pytest
import toy_games as toys

from palaestra_search.rhea import layout
from palaestra_search.rhea.choosing import choose_action, count_bits, is_legal, nth_bit


def choices(desk, actions, times=400, node=None):
    """Return how often each action is chosen at the root."""
    node = desk.memory[layout.ROOT] if node is None else node
    found = Counter()
    for _ in range(times):
        given = np.array(actions)
        found[choose_action(desk.settings, desk.ws, node, given, len(actions), desk.words)] += 1
    return found


@pytest.fixture
def desk(bench):
    def make(individuals, **given):
        game = toys.tree_game(chance=False)
        desk = bench.Bench(game, game.new_state(), **given)
        for genes, fitness in individuals:
            desk.add(genes, fitness)
        return desk

    return make


SEEN = [([0, 0], -0.5), ([1, 0], 0.5), ([2, 0], 0.0)]


def test_gamma_one_never_looks_at_the_tree(desk):
    found = choices(desk(SEEN, gamma=1.0, exploration=0.0, unseen=0.0), [0, 1, 2], times=900)
    assert sum((found[action] - 300) ** 2 / 300 for action in range(3)) < 13.8  # 99.9 % quantile


def test_gamma_zero_always_does(desk):
    assert choices(desk(SEEN, gamma=0.0, exploration=0.0, unseen=0.0), [0, 1, 2]) == {1: 400}


def test_gamma_zero_is_random_where_nothing_was_counted(desk):
    empty = desk([], gamma=0.0, exploration=0.0, unseen=0.0)
    assert min(choices(empty, [0, 1, 2])[action] for action in range(3)) > 80  # a root without visits
    assert min(choices(empty, [0, 1, 2], node=0)[action] for action in range(3)) > 80  # no node at all


def test_between_the_limits_chance_fades_with_the_visits(desk):
    found = choices(desk(SEEN, gamma=0.5, exploration=0.0, unseen=0.0), [0, 1, 2], times=3000)
    random_share = 0.5**3  # three visits of the root
    assert (found[0] + found[2]) / 3000 == pytest.approx(random_share * 2 / 3, abs=0.02)


def test_the_bound_weighs_means_and_visits(desk):
    counted = [([0, 0], 0.6)] * 40 + [([1, 0], 0.5)] * 10
    # 0.6 + C sqrt(ln 50 / 40) = 0.6 + 0.313 C against 0.5 + 0.625 C: they cross at C = 0.32, 3.2 ranges of fitness.
    assert choices(desk(counted, exploration=2.8, unseen=0.0), [0, 1]) == {0: 400}
    assert choices(desk(counted, exploration=3.6, unseen=0.0), [0, 1]) == {1: 400}


def test_the_scale_of_fitness_does_not_matter(desk):
    for scale in (0.01, 1.0):
        counted = [([0, 0], 0.6 * scale)] * 40 + [([1, 0], 0.5 * scale)] * 10
        assert choices(desk(counted, exploration=2.8, unseen=0.0), [0, 1]) == {0: 400}
        assert choices(desk(counted, exploration=3.6, unseen=0.0), [0, 1]) == {1: 400}


def test_only_what_is_offered_is_chosen(desk):
    assert choices(desk(SEEN, exploration=0.0, unseen=0.0), [0, 2]) == {2: 400}


@pytest.mark.parametrize("unseen", [0.0, 0.3, 1.0])
def test_an_action_missing_from_the_tree_is_taken_with_its_probability(desk, unseen):
    found = choices(desk([([0, 0], 0.9)], exploration=0.0, unseen=unseen), [0, 1, 2], times=3000)
    assert found[0] / 3000 == pytest.approx(1.0 - unseen, abs=0.03)
    assert found[1] / 3000 == pytest.approx(unseen / 2, abs=0.03)


def test_where_all_are_missing_chance_decides(desk):
    found = choices(desk([([0, 0], 0.9)], exploration=0.0, unseen=0.0), [1, 2])
    assert found[1] + found[2] == 400
    assert min(found[1], found[2]) > 140


def test_the_table_is_left_clean(desk):
    used = desk(SEEN)
    choices(used, [0, 1, 2], times=5)
    assert not used.ws.by_action.any()


def test_membership_in_ascending_actions():
    legal = np.array([1, 4, 5, 9, 99])
    assert [action for action in range(12) if is_legal(legal, 4, action)] == [1, 4, 5, 9]
    assert is_legal(legal, 0, 1) == 0


def test_bits():
    bits = 0b1011000
    assert count_bits(bits) == 3
    assert [nth_bit(bits, which) for which in range(3)] == [3, 4, 6]

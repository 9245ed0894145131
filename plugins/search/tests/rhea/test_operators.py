"""Every operator makes legal sequences to the end of the turn, of the genes that it should."""

from collections import Counter

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import build_game
from palaestra.testing.games import NIM
from palaestra_search.rhea.operators import (
    FRESH,
    POINT_MUTATION,
    TREE_CROSSOVER,
    TREE_MUTATION,
    UNIFORM_CROSSOVER,
)

OPERATORS = {
    "fresh": FRESH,
    "uniform crossover": UNIFORM_CROSSOVER,
    "point mutation": POINT_MUTATION,
    "tree crossover": TREE_CROSSOVER,
    "tree mutation": TREE_MUTATION,
}
every_operator = pytest.mark.parametrize("operator", OPERATORS.values(), ids=OPERATORS)
GAMES = {
    "kalah": lambda: palaestra.load_game("kalah", seeds=3),
    "nine_mens_morris": lambda: palaestra.load_game("nine_mens_morris"),
    "nim": lambda: build_game(NIM, {"takes": 3, "heaps": 4}),
}


def random_position(game, rng, plies):
    state = game.new_state(seed=1)
    while plies > 0 or len(state.legal_actions()) < 2:
        state.step(int(rng.choice(state.legal_actions())))
        plies -= 1
        if state.is_terminal:
            return random_position(game, rng, int(rng.integers(4)))
    return state


@every_operator
@pytest.mark.parametrize("game", GAMES)
def test_every_individual_is_a_legal_turn(bench, game, operator):
    game, rng = GAMES[game](), np.random.default_rng(1)
    lengths = Counter()
    for number in range(30):
        state = random_position(game, rng, int(rng.integers(12)))
        desk = bench.Bench(game, state, seed=number, gamma=0.5, population=10)
        for _ in range(10):
            desk.add(desk.grow(FRESH), float(rng.uniform(-1, 1)))
        for _ in range(10):
            first, second = (int(index) for index in rng.integers(desk.count, size=2))
            genes = desk.grow(operator, first, second)
            after = state.copy()
            for gene in genes:
                assert after.current_player == desk.player
                after.step(gene)  # raises for an action that is not legal
            assert after.current_player != desk.player
            lengths[len(genes)] += 1
    assert len(lengths) > 1  # turns of different lengths were among them


@every_operator
def test_chance_does_not_make_it_play_illegal_actions(bench, operator):
    game = toys.dice_game()
    for seed in range(20):
        desk = bench.Bench(game, game.new_state(seed=seed), seed=seed, gamma=0.5, population=10)
        for _ in range(10):
            desk.add(desk.grow(FRESH))
        for _ in range(20):
            genes = desk.grow(operator, seed % 10, (seed + 3) % 10)
            assert desk.last_state()[toys.ILLEGAL_ACTIONS] == 0
            assert genes.count(3) == 1 or len(genes) == toys.DICE_PLIES


@every_operator
def test_a_turn_longer_than_the_horizon_is_cut(bench, operator):
    game = toys.coloured_game()
    desk = bench.Bench(game, game.new_state(), horizon=4)
    for _ in range(2):
        desk.add(desk.grow(FRESH))
    assert len(desk.grow(operator, 0, 1)) == 4


def test_the_first_population_is_uniform(bench):
    game = toys.tree_game(chance=False)
    desk = bench.Bench(game, game.new_state())
    counts = Counter(tuple(desk.grow(FRESH)) for _ in range(1800))
    assert len(counts) == 9
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 26.1  # 99.9 % quantile, 8 degrees of freedom


def test_uniform_crossover_takes_either_parents_gene_at_each_place(bench):
    game = toys.tree_game(chance=False)
    desk = bench.Bench(game, game.new_state())
    first, second = desk.add([0, 1]), desk.add([2, 0])
    counts = Counter(tuple(desk.grow(UNIFORM_CROSSOVER, first, second)) for _ in range(400))
    assert set(counts) == {(0, 1), (0, 0), (2, 1), (2, 0)}
    assert min(counts.values()) > 60


def test_uniform_crossover_repairs_what_is_not_legal(bench):
    game = build_game(NIM, {"heaps": 1, "size": 4, "takes": 2})
    desk = bench.Bench(game, game.new_state())
    greedy, modest = desk.add([2, 0]), desk.add([0, 2])  # three and one; one and three
    children = {tuple(desk.grow(UNIFORM_CROSSOVER, greedy, modest)) for _ in range(200)}
    assert children == {(2, 0), (0, 2), (0, 0)}  # three and three is four too many: one is all that is left


def test_point_mutation_changes_one_gene(bench):
    game = toys.tree_game(chance=False)
    desk = bench.Bench(game, game.new_state())
    parent = desk.add([1, 1])
    counts = Counter(tuple(desk.grow(POINT_MUTATION, parent)) for _ in range(400))
    assert set(counts) == {(0, 1), (2, 1), (1, 0), (1, 2)}
    assert min(counts.values()) > 60


def test_tree_crossover_at_random_takes_genes_of_any_place(bench):
    game = toys.coloured_game()
    desk = bench.Bench(game, game.new_state(), gamma=1.0)
    first, second = desk.add([0, 0, 0, 0, 0, 1]), desk.add([4] * 6)
    counts = Counter(gene for _ in range(200) for gene in desk.grow(TREE_CROSSOVER, first, second))
    assert set(counts) == {0, 1, 4}
    assert counts[4] / 1200 == pytest.approx(1 / 2, abs=0.06)  # one parent half of the time
    assert counts[0] / 1200 == pytest.approx(1 / 4, abs=0.06)  # then each different gene alike, however frequent


def test_tree_crossover_with_the_tree_takes_the_better_gene(bench):
    game = toys.tree_game(chance=False)
    desk = bench.Bench(game, game.new_state(), gamma=0.0, exploration=0.0, unseen=0.0)
    first, second = desk.add([0, 1], 0.9), desk.add([1, 0], -0.9)
    children = {tuple(desk.grow(TREE_CROSSOVER, first, second)) for _ in range(50)}
    assert children == {(0, 1)}  # both have 0 and 1; the tree knows which is better where


def test_tree_crossover_falls_back_on_the_other_parent_and_on_anything_legal(bench):
    game = build_game(NIM, {"heaps": 2, "size": 1, "takes": 2})  # heaps of one and two: actions 0, 2, 3
    desk = bench.Bench(game, game.new_state())
    first, second = desk.add([0], stored=False), desk.add([0], stored=False)
    children = {tuple(desk.grow(TREE_CROSSOVER, first, second)) for _ in range(100)}
    assert children == {(0, 2), (0, 3)}


def test_tree_mutation_keeps_what_is_before_the_point(bench):
    game = toys.coloured_game()
    desk = bench.Bench(game, game.new_state(), gamma=1.0)
    parent = desk.add([0, 1, 2, 3, 4, 5])
    kept = Counter()
    for _ in range(600):
        genes = desk.grow(TREE_MUTATION, parent)
        kept[next((i for i in range(6) if genes[i] != i), 6)] += 1
    # The point is uniform; each gene from it on is the old one with 1 in 6.
    expected = [600 * sum(1 / 6 * (1 / 6) ** (i - point) * 5 / 6 for point in range(i + 1)) for i in range(6)]
    assert all(abs(kept[i] - expected[i]) < 4 * expected[i] ** 0.5 for i in range(6))


def test_tree_mutation_with_the_tree_goes_on_with_the_best(bench):
    game = toys.tree_game(chance=False)
    desk = bench.Bench(game, game.new_state(), gamma=0.0, exploration=0.0, unseen=0.0)
    parent = desk.add([0, 0], -0.5)
    for genes, fitness in (([0, 2], 0.2), ([1, 0], 0.5), ([1, 1], 0.1)):
        desk.add(genes, fitness)
    children = {tuple(desk.grow(TREE_MUTATION, parent)) for _ in range(50)}
    assert children == {(0, 2), (1, 0)}  # the second gene anew, or both


def test_filters_narrow_the_first_population_and_mutation(bench):
    game = build_game(NIM, {"heaps": 4, "takes": 3})
    desk = bench.Bench(game, game.new_state(), filters="whole_heaps", gamma=1.0)
    whole = {desk.game.string_to_action(game.new_state(), text) for text in ("a3", "b4", "c5", "d6")}
    for _ in range(50):
        assert set(desk.grow(FRESH)) <= whole
    parent = desk.add([6, 6, 6], stored=False)  # one counter of the second heap, three times
    for _ in range(50):
        genes = desk.grow(TREE_MUTATION, parent)
        assert genes[-1] != 6  # never a whole heap here
        assert 6 not in genes[genes.count(6) :]


def test_filters_stick_until_nothing_passes(bench):
    game = toys.coloured_game()
    desk = bench.Bench(game, game.new_state(), filters="even, odd", fallback_filter="first")
    starts = Counter()
    last = Counter()
    for _ in range(200):
        parities = [gene % 2 for gene in desk.grow(FRESH)]
        assert len(set(parities[:3])) == 1
        starts[parities[0]] += 1
        assert parities[3] == 1  # at place 3 only the odd ones pass
        last[parities[5]] += 1
    assert min(*starts.values(), *last.values()) > 60  # drawn anew behind the fallback


def test_the_fallback_serves_one_action_where_no_filter_applies(bench):
    game = toys.coloured_game()
    with_fallback = bench.Bench(game, game.new_state(), filters="even, odd", fallback_filter="first")
    assert {with_fallback.grow(FRESH)[4] for _ in range(50)} == {0}
    without = bench.Bench(game, game.new_state(), filters="even,odd")
    assert {without.grow(FRESH)[4] for _ in range(200)} == set(range(6))
    useless = bench.Bench(game, game.new_state(), filters="even,odd", fallback_filter="never")
    assert {useless.grow(FRESH)[4] for _ in range(200)} == set(range(6))

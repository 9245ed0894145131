"""Playouts: what pruning keeps, whose options it prunes, and where the evaluation takes over."""

from collections import Counter

import numpy as np
import pytest

import palaestra
from palaestra import build_game, seed_rng
from palaestra.testing.games import NIM
from palaestra_search.mcgs.playout import BY_EVALUATION, BY_FILTER, NO_PRUNING, best_share, filtered, pruned_playout


def kept_share(game, state, share):
    """Return the actions that `best_share` keeps, the best first."""
    legal = np.array(state.legal_actions())
    kept, totals = np.zeros(legal.size, dtype=np.int64), np.zeros(legal.size)
    trial, outcome, array = np.zeros_like(state.array), np.zeros(2), np.array(state.array)
    count = best_share(game.kernel, array, share, legal, legal.size, kept, trial, totals, outcome)
    assert array[2:].tolist() == state.array[2:].tolist()
    return kept[:count].tolist()


def test_the_best_share_is_that_of_the_evaluation_after_each_action():
    game = palaestra.load_game("tic_tac_toe")
    state = game.position("XX.OO.... X")
    ranked = []
    for action in state.legal_actions():
        after = state.copy()
        after.step(action)
        ranked.append((-game.rules.evaluate(np.array(after.array), 0), action))
    ranked.sort()
    assert ranked[0] == (-1.0, 2)  # the line
    assert kept_share(game, state, 1.0) == [action for _, action in ranked]
    assert kept_share(game, state, 0.4) == [action for _, action in ranked[:2]]
    assert kept_share(game, state, 0.0) == [2]


def test_filters_keep_a_part_or_all():
    game = build_game(NIM, {})
    state = game.new_state(seed=1)
    legal = np.array(state.legal_actions())
    kept = np.zeros_like(legal)
    count = filtered(game.kernel, np.array(state.array), legal, legal.size, kept)
    width = 5
    assert [divmod(action, width) for action in kept[:count].tolist()] == [(0, 2), (1, 3), (2, 4)]  # whole heaps


def first_steps(game, state, pruned_seat, pruning, share=0.5, actions=1):
    """Return how often each evaluation comes out of playouts of so many actions."""
    size = game.sizes.max_legal
    found = Counter()
    for seed in range(200):
        array = np.array(state.array)
        seed_rng(array, seed)
        outcome = np.zeros(2)
        scratch = [np.zeros(size, dtype=np.int64) for _ in range(2)]
        pruned_playout(
            game.kernel, array, pruned_seat, pruning, share, actions, *scratch, array.copy(), np.zeros(size), outcome
        )
        assert outcome[0] == -outcome[1]
        found[outcome[0]] += 1
    return found


def test_the_evaluation_takes_over_after_so_many_actions():
    game = palaestra.load_game("tic_tac_toe")
    state = game.position("XX.OO.... X")
    now = game.rules.evaluate(np.array(state.array), 0)
    assert first_steps(game, state, -1, NO_PRUNING, actions=0) == {now: 200}
    after = first_steps(game, state, -1, NO_PRUNING, actions=1)
    assert 1.0 in after
    assert len(after) > 2


@pytest.mark.parametrize(("pruned_seat", "wins_always"), [(-1, True), (0, True), (1, False)])
def test_only_the_options_of_the_pruned_seat_are_pruned(pruned_seat, wins_always):
    game = palaestra.load_game("tic_tac_toe")
    state = game.position("XX.OO.... X")
    found = first_steps(game, state, pruned_seat, BY_EVALUATION, share=0.1)
    assert (found == {1.0: 200}) == wins_always


def test_filters_lead_playouts_to_the_end():
    # With whole heaps taken, the parity of three heaps decides: the mover takes the last one.
    game = build_game(NIM, {})
    assert first_steps(game, game.new_state(seed=1), -1, BY_FILTER, actions=-1) == {1.0: 200}

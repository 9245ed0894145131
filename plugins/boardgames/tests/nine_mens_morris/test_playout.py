"""The random playout: move for move the generic loop, and as often won as published."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palaestra import load_game, random_below, reseed, seed_rng


def play_generically(game, array):
    legal = np.zeros(game.sizes.max_legal, dtype=np.int64)
    while game.rules.current_player(array) >= 0:
        n = game.rules.legal_actions(array, legal)
        game.rules.step(array, legal[random_below(array, n)])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 150), st.sampled_from(["gasser", "ludii"]))
def test_playout_is_the_generic_loop(seed, plies, rules):
    game = load_game("nine_mens_morris", rules=rules)
    rng = random.Random(seed)
    state = game.new_state(seed=seed)
    for _ in range(plies):
        if not state.is_terminal:
            state.step(rng.choice(state.legal_actions()))
    fused, generic = state.array.copy(), state.array.copy()
    game.rules.playout(fused)
    play_generically(game, generic)
    assert np.array_equal(fused, generic)


@pytest.mark.parametrize(
    "text",
    [
        "WBW......B....B......WBW 0 0 W",  # blocked: Ludii's pass
        "WWW.B...B.......B..B.... 5 5 W remove",
        "WW......B.......BB.B.... 7 0 W",  # hands that no game has
    ],
)
@pytest.mark.parametrize("rules", ["gasser", "ludii"])
def test_playout_is_the_generic_loop_from_odd_positions(text, rules):
    game = load_game("nine_mens_morris", rules=rules)
    for seed in range(20):
        fused = game.position(text, seed).array
        generic = fused.copy()
        game.rules.playout(fused)
        play_generically(game, generic)
        assert np.array_equal(fused, generic)


def test_random_play_is_won_as_often_as_published():
    # 100,000 games of an independent program, which OpenSpiel 2.0.2 confirms: first .363, second .339, drawn .298,
    # 154.2 plies.
    game = load_game("nine_mens_morris")
    games = 20_000
    start, words = game.new_state().array, np.zeros(2, dtype=np.int64)
    seed_rng(words, 2026)
    counts, plies = {0.0: 0, 1.0: 0, -1.0: 0}, 0
    returns = np.zeros(2)
    for _ in range(games):
        state = start.copy()
        reseed(state, words)
        game.rules.playout(state)
        game.rules.returns(state, returns)
        counts[returns[0]] += 1
        removed = 18 - int(state[2]).bit_count() - int(state[3]).bit_count() - int(state[4] + state[5])
        plies += int(state[8]) + removed
    for value, expected in ((1.0, 0.363), (-1.0, 0.339), (0.0, 0.298)):
        error = math.sqrt(expected * (1 - expected) * (1 / games + 1 / 100_000))
        assert abs(counts[value] / games - expected) < 4 * error + 0.0005
    assert abs(plies / games - 154.2) < 2

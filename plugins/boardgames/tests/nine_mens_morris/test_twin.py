"""The compiled rules against the slow twin, over random games under both rule sets."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palaestra import load_game
from palaestra_boardgames.nine_mens_morris.reference import Reference


def random_action(state, rng):
    return rng.choice(state.legal_actions())


def play_with_twin(seed, rules, max_turns):
    game = load_game("nine_mens_morris", rules=rules, max_turns=max_turns)
    rng = random.Random(seed)
    state, twin, plies = game.new_state(), Reference(game.knobs, ("standard", "standard"), seed), 0
    while not state.is_terminal:
        legal = state.legal_actions()
        assert (twin.current_player, twin.legal_actions()) == (state.current_player, legal)
        assert 1 <= len(legal) <= game.sizes.max_legal
        action = rng.choice(legal)
        state.step(action)
        twin.step(action)
        plies += 1
    assert plies <= game.sizes.max_plies
    assert twin.current_player == -1
    assert twin.legal_actions() == []
    assert twin.returns() == state.returns()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["gasser", "ludii"]), st.sampled_from([5, 60, 200]))
def test_kernel_plays_as_the_twin_does(seed, rules, max_turns):
    play_with_twin(seed, rules, max_turns)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 212), st.sampled_from(["gasser", "ludii"]))
def test_position_text_gives_both_the_same_state(seed, plies, rules):
    game = load_game("nine_mens_morris", rules=rules)
    rng = random.Random(seed)
    state = game.new_state()
    for _ in range(plies):
        if state.is_terminal:
            break
        state.step(random_action(state, rng))
    text = game.position_to_string(state)
    read, twin = game.position(text), Reference.from_position(text, game.knobs)
    assert np.array_equal(read.array[2:], state.array[2:])
    assert (twin.current_player, twin.legal_actions()) == (state.current_player, state.legal_actions())
    assert twin.returns() == state.returns()


def test_twin_knows_ids_and_knobs_of_its_own():
    assert Reference({}).legal_actions() == list(range(24))
    blocked = "WBW......B....B......WBW 0 0 W"
    assert Reference.from_position(blocked, {"rules": "gasser"}).returns() == [-1.0, 1.0]
    assert Reference.from_position(blocked, {"rules": "ludii"}).legal_actions() == [600]


@pytest.mark.slow
def test_many_games_agree_with_the_twin():
    for seed in range(200):
        play_with_twin(seed, ("gasser", "ludii")[seed % 2], 200)

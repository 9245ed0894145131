"""What players see of actions, by a game of cards where it is known."""

from __future__ import annotations

import numpy as np
import pytest

from palaestra.game import build_game
from palaestra.referee.sight import follows, is_seen
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE


def stepped(state, action):
    after = state.copy()
    after.step(action)
    return after


@pytest.mark.parametrize("spec", [NIM, TWENTY_ONE])
def test_nothing_is_hidden_and_nothing_decided_by_chance_in_a_board_game(spec) -> None:
    game = build_game(spec, {})
    state, rng = game.new_state(), np.random.default_rng(1)
    for action in state.legal_actions():
        after = stepped(state, action)
        assert follows(game, state, action, after, 0, rng)
        assert is_seen(game, state, action, after, 1, rng)


def test_the_words_of_kuhn_poker_are_public_and_its_cards_are_not() -> None:
    game, rng = build_game(KUHN_POKER, {}), np.random.default_rng(1)
    for seed in range(10):
        state = game.new_state(seed=seed)
        passed = stepped(state, 0)
        assert is_seen(game, state, 0, passed, 1, rng)
        assert not follows(game, state, 0, passed, 1, rng)  # the second card is drawn now, and seat 1 sees it
        assert follows(game, state, 0, passed, 0, rng)  # which seat 0 does not
        bet = stepped(passed, 1)
        called = stepped(bet, 1)
        assert not follows(game, bet, 1, called, 0, rng)  # the showdown

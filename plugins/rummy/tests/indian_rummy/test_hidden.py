"""What an observation tells, and what determinizations make of it."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from palaestra import build_game, seed_rng
from palaestra.testing.secrecy import check_secrecy
from palaestra_rummy.cards import card_set, cards_in
from palaestra_rummy.indian_rummy.layout import (
    CLOSED,
    CLOSED_COUNT,
    DEDUCED,
    DRAW_CLOSED,
    DRAW_OPEN,
    HANDS,
    HELD,
    PICKS,
    STATE_SIZE,
    TURN,
)
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY

MANY = 100_000


def determinized(game, observation, player, words):
    out = np.empty(STATE_SIZE, dtype=np.int64)
    game.rules.determinize(np.array(observation), player, words, out)
    return out


def exchanged(array, player, rng):
    """Return the state with an unknown card of the opponent and a closed one exchanged."""
    known = int(array[HELD + 1 - player] | array[DEDUCED + 1 - player])
    unknown = list(cards_in(int(array[HANDS + 1 - player]) & ~known))
    closed = list(cards_in(int(array[CLOSED])))
    if unknown and closed:
        both = (1 << int(rng.choice(unknown))) | (1 << int(rng.choice(closed)))
        array[HANDS + 1 - player] ^= both
        array[CLOSED] ^= both
    return array


KNOBS = [{}, {"empty_deck": "reshuffle", "turn_cap": 120}, {"cut_card": "returned", "analysis": "greedy"}]


@pytest.mark.parametrize("knobs", KNOBS, ids=str)
def test_nothing_leaks(knobs):
    check_secrecy(build_game(INDIAN_RUMMY, knobs), exchanged, positions=1000)


@pytest.mark.slow
@pytest.mark.parametrize("knobs", KNOBS, ids=str)
def test_nothing_leaks_in_many_positions(knobs):
    check_secrecy(build_game(INDIAN_RUMMY, knobs), exchanged, positions=MANY)


def check_worlds(game, walk, count):
    """In all positions results are zero-sum, determinizations hold the same unseen cards, and those that are known."""
    rng = np.random.default_rng(1)
    seen = 0
    for state in walk(game, count):
        seen += 1
        assert sum(state.returns()) == 0
        for player in (0, 1):
            other = HANDS + 1 - player
            world = determinized(game, state.observation(player), player, rng.integers(1, 2**62, size=2))
            held = int(state.array[HELD + 1 - player])
            assert int(world[other]) & held == held
            assert int(world[other] | world[CLOSED]) == int(state.array[other] | state.array[CLOSED])
            assert int(world[CLOSED]).bit_count() == state.array[CLOSED_COUNT]
            assert game.rules.evaluate(world, player) == game.rules.evaluate(state.array, player)
            if state.current_player == player:
                assert game.state_from_array(world).legal_actions() == state.legal_actions()
    assert seen == count


@pytest.mark.parametrize("knobs", KNOBS, ids=str)
def test_worlds_are_consistent(positions, knobs):
    check_worlds(build_game(INDIAN_RUMMY, knobs), positions, 1000)


@pytest.mark.slow
def test_many_worlds_are_consistent(game, positions):
    check_worlds(game, positions, MANY)


def late_position(game, closed, known, seed):
    """Return a position with some closed cards left and some cards that the mover knows to be in the other hand."""
    rng = np.random.default_rng(seed)
    while True:
        state = game.new_state(seed=int(rng.integers(2**62)))
        while not state.is_terminal:
            legal = state.legal_actions()
            player = state.current_player
            opponent_holds = int(state.array[HELD + 1 - player]).bit_count()
            if state.array[CLOSED_COUNT] == closed and opponent_holds == known and legal == [DRAW_OPEN, DRAW_CLOSED]:
                return state
            # Cards from the open pile are kept.
            held = [2 + card for card in cards_in(int(state.array[HELD + player]))]
            choices = [action for action in legal if action not in held] or legal
            state.step(int(rng.choice(choices)))


@pytest.mark.parametrize(("closed", "known"), [(1, 2), (2, 4), (3, 9)])
def test_determinizations_are_uniform_among_consistent_worlds(game, closed, known):
    """Chi-square over all hands that the opponent may hold: below the 99.99 % quantile."""
    state = late_position(game, closed, known, seed=closed)
    player = state.current_player
    held = int(state.array[HELD + 1 - player])
    unseen = list(cards_in((int(state.array[HANDS + 1 - player]) | int(state.array[CLOSED])) & ~held))
    hidden = 13 - held.bit_count()
    worlds = {held | card_set(hand): 0 for hand in combinations(unseen, hidden)}
    assert len(worlds) == comb(hidden + closed, closed) > 1
    draws = 200 * len(worlds)
    observation, words = state.observation(player), np.zeros(2, dtype=np.int64)
    seed_rng(words, 11)
    for _ in range(draws):
        worlds[int(determinized(game, observation, player, words)[HANDS + 1 - player])] += 1
    statistic = sum((count - 200) ** 2 / 200 for count in worlds.values())
    freedom = len(worlds) - 1
    # Wilson and Hilferty's approximation of the quantile; 3.719 is that of the normal distribution.
    assert statistic < freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3


def test_card_taken_from_the_open_pile_is_known_until_it_is_discarded(game):
    state = game.new_state(seed=8)
    state.step(DRAW_OPEN)
    taken = int(state.array[HELD])
    state.step(state.legal_actions()[0])
    seen = state.observation(1)
    assert int(seen[HANDS]) == taken
    assert int(seen[PICKS]) == taken
    assert int(seen[CLOSED]).bit_count() == 24 + 12
    assert int(state.observation(-1)[HANDS]) == taken
    state.step(DRAW_CLOSED)
    state.step(state.legal_actions()[0])
    state.step(DRAW_CLOSED)
    state.step(2 + taken.bit_length() - 1)
    assert int(state.observation(1)[HANDS]) == 0
    assert int(state.observation(1)[PICKS]) == taken


def test_empty_deck_tells_the_players_all_and_the_public_nothing():
    game = build_game(INDIAN_RUMMY, {"empty_deck": "reshuffle"})
    state = game.new_state(seed=2)
    for _ in range(24):
        state.step(DRAW_CLOSED)
        state.step(state.legal_actions()[0])
    for player in (0, 1):
        assert np.array_equal(state.observation(player)[HANDS : HANDS + 2], state.array[HANDS : HANDS + 2])
    assert not state.observation(-1)[HANDS : HANDS + 2].any()


def test_declared_hand_is_shown_to_all(game, place):
    state = place("AH 2H 3H 4H 5H 6D 8D 9D TD JC QC KC 2S", "AD 3D 5D TH QH 2C 4C 6C 8C TC 3S 6S 9S", open="7D")
    for text in ("draw open", "declare"):
        state.step(game.string_to_action(state, text))
    for player in (-1, 1):
        assert state.observation(player)[HANDS] == state.array[HANDS]
    assert not state.observation(0)[HANDS + 1]


def test_key_forgets_the_past_and_the_number_of_turns(game, positions):
    keys = set()
    for state in positions(game, 300, seed=5):
        other = state.array.copy()
        other[PICKS] ^= 1
        other[TURN] += 2
        keys.add(game.rules.key(state.array))
        assert game.rules.key(other) == game.rules.key(state.array)
    assert len(keys) == 300

"""Nothing that a player cannot know changes what it is shown."""

import numpy as np
import pytest

from palaestra import load_game
from palaestra.testing import check_secrecy
from palaestra_hearthstone import layout
from palaestra_hearthstone.cards import CARDS, NUMBERS, POOLS, number_of
from palaestra_hearthstone.cards.vocabulary import Pool
from palaestra_hearthstone.decks import DECKS, deck_numbers
from palaestra_hearthstone.engine import tables


def exchange(state, player, rng):
    """Give the opponent any other cards where its own are unknown, in hand and deck, and other powers to choose from.

    The order of the player's own deck stays: cards are drawn from a random place, so it tells nothing.
    """
    other = 1 - player
    area = layout.player_words(other)
    for place in range(state[area + layout.HAND_N]):
        word = layout.hand_words(other, place)
        if not state[word + layout.ORIGIN] & layout.KNOWN:
            state[word] = rng.integers(1, len(CARDS))
    deck = area + layout.DECK
    n = state[area + layout.DECK_N]
    state[deck : deck + n] = rng.integers(1, len(CARDS), n)
    if state[layout.PENDING] == layout.DISCOVER and state[layout.MOVER] == other:
        state[layout.OPTIONS : layout.OPTIONS + 3] = rng.permutation(POOLS[Pool.BASIC_POWERS])[:3]
    return state


def deal_anew(state, player, rng):
    """Where lists are open: exchange the opponent's unknown hand cards and its deck among each other."""
    area = layout.player_words(1 - player)
    words = [layout.hand_words(1 - player, place) for place in range(state[area + layout.HAND_N])]
    words = [word for word in words if not state[word + layout.ORIGIN] & layout.KNOWN]
    words += range(area + layout.DECK, area + layout.DECK + state[area + layout.DECK_N])
    state[words] = rng.permutation(tables.CARDS[state[words], tables.IN_DECK])
    return state


def test_nothing_hidden_is_shown():
    assert check_secrecy("hearthstone", exchange, positions=300).positions == 300


def test_open_lists_do_not_tell_where_the_cards_are():
    assert check_secrecy(load_game("hearthstone", open_lists=True), deal_anew, positions=300).positions == 300


@pytest.mark.slow
@pytest.mark.parametrize("knobs", [{}, {"mulligan": True}, {"card_data": "2017"}], ids=str)
def test_nothing_hidden_is_shown_in_many_positions(knobs):
    assert check_secrecy(load_game("hearthstone", **knobs), exchange, positions=20_000).positions == 20_000


def playing(seed, decks=("midrange_jade_shaman", "aggro_pirate_warrior"), plies=40):
    """A game in the middle."""
    game = load_game("hearthstone")
    state = game.new_state(decks, seed)
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        state.step(int(rng.choice(state.legal_actions())))
    return game, state


@pytest.mark.parametrize("seed", range(5))
def test_an_unknown_hand_is_the_rest_of_the_declared_deck(seed):
    game, state = playing(seed)
    original = sorted(deck_numbers("aggro_pirate_warrior", "sabberstone2020"))
    for sample in range(20):
        full = game.determinize(state.observation(0), 0, np.random.default_rng(sample)).array
        area = layout.player_words(1)
        cards = [*full[area + layout.DECK :][: full[area + layout.DECK_N]]]
        cards += [*full[area + layout.REVEALED :][: full[area + layout.REVEALED_N]]]
        hand = [layout.hand_words(1, place) for place in range(full[area + layout.HAND_N])]
        cards += [full[word] for word in hand if not full[word + layout.ORIGIN] & layout.MADE]
        assert sorted(cards) == original


def test_every_unseen_card_is_as_likely_in_the_hand_as_any_other():
    game = load_game("hearthstone")
    observation = game.new_state(("cube_warlock", "cube_warlock"), 1).observation(0)
    rng = np.random.default_rng(0)
    seen = np.zeros(len(CARDS))
    samples = 3000
    for _ in range(samples):
        full = game.determinize(observation, 0, rng).array
        seen[[full[layout.hand_words(1, place)] for place in range(4)]] += 1
    for name, copies in DECKS["cube_warlock"].items():
        expected = samples * 4 * copies / 30
        spread = np.sqrt(samples * (4 * copies / 30))
        assert abs(seen[number_of(name)] - expected) < 5 * spread, name


def test_cards_that_no_declared_deck_explains_are_completed_from_the_class():
    game, state = playing(3, decks=("midrange_jade_shaman", "cube_warlock"), plies=10)
    strange = NUMBERS["EX1_319"]  # Flame Imp is in no declared deck
    area = layout.player_words(1)
    state.array[area + layout.REVEALED + state.array[area + layout.REVEALED_N]] = strange
    state.array[area + layout.REVEALED_N] += 1
    full = game.determinize(state.observation(0), 0, np.random.default_rng(0)).array
    deck = full[area + layout.DECK :][: full[area + layout.DECK_N]]
    known = [CARDS[number] for number in deck]
    assert all(one.deckable and one.card_class in (9, 12) for one in known)
    assert all(np.count_nonzero(deck == number) <= CARDS[number].most_copies for number in deck)


def test_a_card_that_barnes_copied_is_among_the_hidden_ones():
    game, state = playing(0, decks=("midrange_jade_shaman", "midrange_jade_shaman"), plies=6)
    area = layout.player_words(1)
    drake = number_of("Azure Drake")
    state.array[area + layout.SHOWN] = drake
    state.array[area + layout.SHOWN_N] = 1
    for sample in range(50):
        full = game.determinize(state.observation(0), 0, np.random.default_rng(sample)).array
        hidden = [*full[area + layout.DECK :][: full[area + layout.DECK_N]]]
        hidden += [full[layout.hand_words(1, place)] for place in range(full[area + layout.HAND_N])]
        assert drake in hidden

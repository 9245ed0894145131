"""Sampling what a player does not know: it fits the observation, and all that fits is as likely."""

from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palaestra import load_game
from palaestra_hearthstone import layout
from palaestra_hearthstone.cards import CARDS, NUMBERS, number_of
from palaestra_hearthstone.cards.vocabulary import Class
from palaestra_hearthstone.deck_codes import deck_code, find_deck
from palaestra_hearthstone.decks import DECKS, deck_numbers
from palaestra_hearthstone.position import HandCard, read_position, write_position

WITHOUT_FINLEY = {name: n for name, n in DECKS["aggro_pirate_warrior"].items() if name != "Sir Finley Mrrgglton"}
PIRATES = deck_code({**WITHOUT_FINLEY, "Leper Gnome": 1})
DECK_NAMES = [*DECKS, PIRATES]

load = cache(load_game)


def unknown(side):
    """The cards of the hand that came from the deck, and the deck."""
    return [one.card for one in side.hand if not one.made], side.deck


@settings(max_examples=40, deadline=None)
@given(
    decks=st.tuples(st.sampled_from(DECK_NAMES), st.sampled_from(DECK_NAMES)),
    open_lists=st.booleans(),
    card_data=st.sampled_from(["sabberstone2020", "2017"]),
    seed=st.integers(0, 2**32),
    plies=st.integers(0, 120),
    player=st.sampled_from([-1, 0, 1]),
)
def test_a_sample_fits_what_was_seen(decks, open_lists, card_data, seed, plies, player):
    game = load("hearthstone", open_lists=open_lists, card_data=card_data)
    rng = np.random.default_rng(seed)
    state = game.new_state(decks, seed)
    for _ in range(plies):
        if state.is_terminal:
            break
        state.step(int(rng.choice(state.legal_actions())))
    observation = state.observation(player)
    sample = game.determinize(observation, player, rng)
    assert (sample.observation(player) == observation).all()
    assert sample.legal_actions() == state.legal_actions() or state.current_player != player
    true, guessed = read_position(state.array), read_position(sample.array)
    for seat, deck in enumerate(decks):
        hand, rest = unknown(guessed.sides[seat])
        held = [*hand, *rest, *guessed.sides[seat].revealed]
        as_in_deck = sorted(number if CARDS[number].collectible else NUMBERS["LOOT_043"] for number in held)
        known = open_lists or seat == player or deck != PIRATES
        listed = sorted(find_deck(deck).numbers(card_data))
        if known:
            assert as_in_deck == listed
        assert len(held) == layout.DECK_CARDS
        assert all(held.count(number) <= CARDS[number].most_copies for number in held if CARDS[number].collectible)
        assert guessed.sides[seat].board == true.sides[seat].board


def few_hidden(game, revealed, hand, deck):
    """A position whose second player has revealed some cards; the others are its hand and its deck."""
    state = game.new_state(("cube_warlock", "cube_warlock"))
    position = read_position(state.array)
    side = position.sides[1]
    side.revealed = [*revealed]
    side.hand = [HandCard(number) for number in hand]
    side.deck = [*deck]
    write_position(position, state.array)
    return state


def chi_square(counts, worlds, samples):
    """How far the counts are from equal ones, in standard deviations of that distance."""
    expected = samples / len(worlds)
    distance = sum((counts[world] - expected) ** 2 / expected for world in worlds)
    freedom = len(worlds) - 1
    return (distance - freedom) / np.sqrt(2 * freedom)


@pytest.mark.parametrize("open_lists", [False, True])
@pytest.mark.parametrize("held", [1, 2, 3])
def test_every_hand_is_as_likely(open_lists, held):
    game = load("hearthstone", open_lists=open_lists)
    numbers = sorted(deck_numbers("cube_warlock", "sabberstone2020"))
    left = [number_of(name) for name in ("Voidlord", "Voidlord", "Defile", "Hellfire", "Mountain Giant", "Doomsayer")]
    revealed = list((Counter(numbers) - Counter(left)).elements())
    observation = few_hidden(game, revealed, left[:held], left[held:]).observation(0)
    rng = np.random.default_rng(held)
    samples = 2000
    # The two Voidlords are two cards: a hand with one of them can be dealt in two ways.
    worlds = Counter(tuple(sorted(cards)) for cards in combinations(left, held))
    counts = Counter()
    for _ in range(samples):
        hand, deck = unknown(read_position(game.determinize(observation, 0, rng).array).sides[1])
        assert sorted([*hand, *deck]) == sorted(left)
        counts[tuple(sorted(hand))] += 1
    per_way = Counter({world: counts[world] / ways for world, ways in worlds.items()})
    assert set(counts) == set(worlds)
    assert chi_square(per_way, worlds, sum(per_way.values())) < 4


def test_a_known_card_of_the_hand_is_not_dealt_again():
    game = load("hearthstone")
    numbers = sorted(deck_numbers("cube_warlock", "sabberstone2020"))
    gul_dan = number_of("Bloodreaver Gul'dan")
    left = [gul_dan, number_of("Defile"), number_of("Hellfire")]
    state = few_hidden(game, (Counter(numbers) - Counter(left)).elements(), left[:2], left[2:])
    state.array[layout.hand_words(1, 0) + layout.ORIGIN] = layout.KNOWN
    for seed in range(10):
        side = read_position(game.determinize(state.observation(0), 0, np.random.default_rng(seed)).array).sides[1]
        assert side.hand[0] == HandCard(gul_dan, known=True)
        assert sorted([side.hand[1].card, *side.deck]) == sorted(left[1:])


@pytest.mark.parametrize("card_data", ["sabberstone2020", "2017"])
def test_a_card_of_an_unknown_deck_is_any_of_its_class(card_data):
    game = load("hearthstone", card_data=card_data)
    strange = [number_of("Blood Imp"), number_of("Blood Imp")]  # in no declared deck
    revealed = [*deck_numbers("cube_warlock", card_data)[:27], *strange]
    observation = few_hidden(game, revealed, [], [number_of("Hex")]).observation(0)
    suffix = "@2017" if card_data == "2017" else ""
    worlds = {
        number
        for number, one in enumerate(CARDS)
        if one is not None
        and one.deckable
        and one.card_class in (Class.WARLOCK, Class.NEUTRAL)
        and revealed.count(number) < one.most_copies
        and one.id == (f"{plain}{suffix}" if f"{(plain := one.id.removesuffix('@2017'))}{suffix}" in NUMBERS else plain)
    }
    samples = 40 * len(worlds)
    rng = np.random.default_rng(0)
    counts = Counter()
    for _ in range(samples):
        counts.update(read_position(game.determinize(observation, 0, rng).array).sides[1].deck)
    assert set(counts) == worlds
    assert chi_square(counts, worlds, samples) < 4

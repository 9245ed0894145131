"""Random games: no position is impossible, cards are conserved, auras need no more computing than they get."""

from itertools import product

import numpy as np
import pytest
from numba import int64

from palaestra import STATE, copy, jit, load_game, random_below
from palaestra.testing import check_plain_python
from palaestra_hearthstone import layout
from palaestra_hearthstone.cards import CARDS as DECLARED
from palaestra_hearthstone.cards.vocabulary import Kind
from palaestra_hearthstone.decks import DECKS
from palaestra_hearthstone.engine.auras import refresh
from palaestra_hearthstone.engine.deal import init
from palaestra_hearthstone.engine.hashes import scattered
from palaestra_hearthstone.engine.legal import legal_actions
from palaestra_hearthstone.engine.tables import CARDS, COMES_BACK, IN_DECK, KIND, TRAITS
from palaestra_hearthstone.layout import (
    ALL_DIRTY,
    ARMOR,
    BOARD,
    BOARD_N,
    CARD,
    CRYSTALS,
    DECK,
    DECK_CARDS,
    DECK_N,
    DIRTY,
    DOOMED,
    GRAVE_N,
    HAND,
    HAND_N,
    HAND_WORDS,
    HEALTH,
    HERO_HEALTH,
    HURT,
    LOCKED,
    M_ATTACK,
    M_ATTACKS,
    M_DAMAGE,
    M_HEALTH,
    M_ORDER,
    MADE,
    MANA,
    MINION_WORDS,
    MOST_GRAVE,
    MOST_HAND,
    MOST_MINIONS,
    MOVER,
    ORDER,
    ORIGIN,
    OWED,
    PLAYER_WORDS,
    PLAYERS,
    QUEUE,
    QUEUE_N,
    RESULT,
    REVEALED,
    REVEALED_N,
    WEAPON,
    WEAPON_ATTACK,
    WEAPON_DURABILITY,
)
from palaestra_hearthstone.rules import MAX_LEGAL, step

PAIRS = list(product(DECKS, repeat=2))
FINE, COUNTS, MANA_WRONG, MINION, TAIL, QUEUED, HERO, WEAPON_WRONG, CONSERVED, AURAS = range(10)
PROBLEMS = ("", "counts", "mana", "a minion", "words behind a zone", "events left", "a hero", "a weapon",
            "cards of the deck", "auras")  # fmt: skip


@jit(int64(STATE, int64))
def deck_cards(state, player):
    """Return a hash of the cards that came from the deck, wherever they are now, as a multiset."""
    total = 0
    for i in range(state[player + DECK_N]):
        total += scattered(state[player + DECK + i])
    for i in range(state[player + REVEALED_N]):
        total += scattered(state[player + REVEALED + i])
    for place in range(state[player + HAND_N]):
        word = player + HAND + place * HAND_WORDS
        if state[word + ORIGIN] & MADE == 0:
            total += scattered(CARDS[state[word], IN_DECK])
    return total


@jit(int64(STATE, int64, int64))
def problem_of_side(state, player, deck):
    n, hand = state[player + BOARD_N], state[player + HAND_N]
    if not (0 <= n <= MOST_MINIONS and 0 <= hand <= MOST_HAND and 0 <= state[player + GRAVE_N] <= MOST_GRAVE):
        return COUNTS
    if not (0 <= state[player + MANA] <= 10 and 0 <= state[player + CRYSTALS] <= 10):
        return MANA_WRONG
    if state[player + LOCKED] < 0 or state[player + OWED] < 0:
        return MANA_WRONG
    last = 0
    for slot in range(n):
        words = player + BOARD + slot * MINION_WORDS
        alive = 0 <= state[words + M_DAMAGE] < state[words + M_HEALTH] and state[words + DOOMED] == 0
        if not alive or state[words + M_ATTACK] < 0 or not 0 <= state[words + M_ATTACKS] <= 2:
            return MINION
        if CARDS[state[words + CARD], KIND] != Kind.MINION or not 0 < state[words + M_ORDER] <= state[ORDER]:
            return MINION
        last = max(last, state[words + M_ORDER])
    for word in range(player + BOARD + n * MINION_WORDS, player + HAND):
        if state[word] != 0:
            return TAIL
    for word in range(player + HAND + hand * HAND_WORDS, player + DECK):
        if state[word] != 0:
            return TAIL
    for word in range(player + DECK + state[player + DECK_N], player + DECK + DECK_CARDS):
        if state[word] != 0:
            return TAIL
    if state[player + ARMOR] < 0 or state[player + HEALTH] > HERO_HEALTH:
        return HERO
    if (state[player + HEALTH] <= 0) and state[RESULT] == 0:
        return HERO
    armed = state[player + WEAPON] > 0
    if armed != (state[player + WEAPON_DURABILITY] > 0) or state[player + WEAPON_ATTACK] < 0:
        return WEAPON_WRONG
    return FINE if deck_cards(state, player) == deck else CONSERVED


@jit(int64(STATE, STATE, int64, int64))
def problem(state, spare, first, second):
    """Return what is wrong with a position."""
    if state[QUEUE_N] != 0 or state[HURT] != 0 or state[DIRTY] != 0:
        return QUEUED
    for word in range(QUEUE, state.shape[0]):
        if state[word] != 0:
            return QUEUED
    found = problem_of_side(state, PLAYERS, first)
    if found == FINE:
        found = problem_of_side(state, PLAYERS + PLAYER_WORDS, second)
    if found == FINE:
        copy(spare, state)
        spare[DIRTY] = ALL_DIRTY
        refresh(spare)
        for word in range(state.shape[0]):
            if spare[word] != state[word]:
                return AURAS
    return found


@jit(int64(STATE, int64, int64, STATE))
def try_games(config, first_seed, games, out):
    """Play random games; return the problem met, with ``out`` = seed and ply, or else most legal, most plies, plies."""
    state = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    spare = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    legal = np.zeros(MAX_LEGAL, dtype=np.int64)
    for game in range(games):
        init(state, config, first_seed + game)
        first, second = deck_cards(state, PLAYERS), deck_cards(state, PLAYERS + PLAYER_WORDS)
        plies = 0
        while state[MOVER] >= 0:
            found = problem(state, spare, first, second)
            n = legal_actions(state, legal)
            out[0] = max(out[0], n)
            step(state, legal[random_below(state, n)])
            plies += 1
            if found != FINE:
                out[0], out[1] = first_seed + game, plies
                return found
        out[1] = max(out[1], plies)
        out[2] += plies
    return FINE


def check_games(decks, games, first_seed=0, **knobs):
    out = np.zeros(3, dtype=np.int64)
    found = try_games(load_game("hearthstone", **knobs).config(decks), first_seed, games, out)
    assert found == FINE, f"{PROBLEMS[found]}: {decks}, seed {out[0]}, ply {out[1]}"
    return out


@pytest.mark.parametrize("decks", PAIRS, ids="-".join)
def test_no_position_is_impossible(decks):
    most_legal, most_plies, _ = check_games(decks, 300)
    assert most_legal < 512
    assert most_plies < 400


@pytest.mark.slow
@pytest.mark.parametrize("decks", PAIRS, ids="-".join)
def test_no_position_is_impossible_in_100_000_games(decks):
    most_legal, most_plies, _ = check_games(decks, 11_200, first_seed=10**6)
    assert most_legal < 800
    assert most_plies < 600


def test_games_with_mulligan_and_older_cards():
    check_games(PAIRS[1], 200, mulligan=True)
    check_games(PAIRS[2], 200, card_data="2017")


def test_the_graveyard_has_room_for_every_card_that_comes_back():
    newest = [number for number in range(1, len(DECLARED)) if not DECLARED[number].id.endswith("@2017")]
    assert sum(bool(CARDS[number, TRAITS] & COMES_BACK) for number in newest) <= MOST_GRAVE


@pytest.mark.parametrize("decks", PAIRS[::2], ids="-".join)
def test_auras_computed_at_every_step_change_nothing(decks):
    game = load_game("hearthstone")
    config = game.config(decks)
    for seed in range(100):
        usual, always = (np.zeros(layout.STATE_SIZE, dtype=np.int64) for _ in range(2))
        game.rules.init(usual, config, seed)
        game.rules.init(always, config, seed)
        always[layout.ALWAYS_DIRTY] = 1
        game.rules.playout(usual)
        game.rules.playout(always)
        always[layout.ALWAYS_DIRTY] = 0
        np.testing.assert_array_equal(usual, always)


def test_playout_plays_what_the_loop_over_the_slots_plays():
    game = load_game("hearthstone")
    legal = np.zeros(game.sizes.max_legal, dtype=np.int64)
    for seed, decks in enumerate(PAIRS):
        state = game.new_state(decks, seed)
        fused = state.copy()
        game.rules.playout(fused.array)
        while not state.is_terminal:
            n = game.rules.legal_actions(state.array, legal)
            game.rules.step(state.array, legal[random_below(state.array, n)])
        np.testing.assert_array_equal(fused.array, state.array)


PLAIN_PYTHON = """
from itertools import product
import numpy as np
from palaestra import load_game
from palaestra_hearthstone.decks import DECKS
game = load_game("hearthstone", mulligan=True)
for seed, decks in enumerate(product(DECKS, repeat=2)):
    state = game.new_state(decks, seed)
    game.rules.playout(state.array)
    seen = np.array(state.observation(1))
    rng = np.array([3, seed + 1])
    full = state.array.copy()
    game.rules.determinize(seen, 1, rng, full)
    print(*state.array, *full, game.rules.key(state.array), game.rules.abstract(seen), *state.features(1))
"""


def test_plain_python_plays_the_same_games():
    assert len(check_plain_python(PLAIN_PYTHON)) == len(PAIRS)

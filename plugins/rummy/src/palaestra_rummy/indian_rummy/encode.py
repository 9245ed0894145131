"""The observation for learners; which cell is what is in :mod:`palaestra_rummy.indian_rummy.planes`."""

from __future__ import annotations

from palaestra import FeatureArray, IntArray, jit, rule
from palaestra_rummy.analysis.cover import COUNT_SHIFT, best_partition, has_pure_run
from palaestra_rummy.analysis.greedy import greedy_cover
from palaestra_rummy.analysis.hands import wild_cards
from palaestra_rummy.analysis.partials import completing_cards, count_partials, partial_cards
from palaestra_rummy.bits import lowest, population
from palaestra_rummy.indian_rummy.hidden import one, seen_cards
from palaestra_rummy.indian_rummy.layout import (
    ALL_CARDS,
    CARDS,
    CLOSED_COUNT,
    CUT,
    DISCARD,
    DISCARDS,
    GREEDY,
    HANDS,
    NONE,
    OPEN,
    PHASE,
    PICKS,
    TURN,
    TURN_CAP,
    WILD,
    WILD_IN_PURE,
)
from palaestra_rummy.indian_rummy.planes import (
    COMPLETING,
    COVERED,
    DECK_LEFT,
    DISCARDING,
    HAND,
    MELDS,
    NUM_FEATURES,
    NUMBERS,
    OPEN_CARD,
    OTHER_DISCARDS,
    OTHER_PICKS,
    OUTS,
    OWN_DISCARDS,
    PARTIAL,
    PARTIALS,
    PURE,
    SEEN,
    TURNS,
    WILD_CARDS,
)


@jit
def fill(out: FeatureArray, plane: int, cards: int) -> None:
    """Write 1 for each card of a set into a plane."""
    while cards != 0:
        out[plane * CARDS + lowest(cards)] = 1.0
        cards &= cards - 1


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write the 527 numbers that `player` may know."""
    for cell in range(NUM_FEATURES):
        out[cell] = 0.0
    other = 1 - player
    fill(out, HAND, state[HANDS + player])
    fill(out, OPEN_CARD, one(state[OPEN]))
    fill(out, OWN_DISCARDS, state[DISCARDS + player])
    fill(out, OTHER_DISCARDS, state[DISCARDS + other])
    fill(out, OTHER_PICKS, state[PICKS + other])
    fill(out, WILD_CARDS, wild_cards(state[WILD]))
    seen = seen_cards(state, player)
    fill(out, SEEN, seen)
    out[NUMBERS + DECK_LEFT] = state[CLOSED_COUNT] / (24.0 if state[CUT] != NONE else 25.0)
    out[NUMBERS + TURNS] = state[TURN] / state[TURN_CAP]
    out[NUMBERS + DISCARDING] = 1.0 if state[PHASE] == DISCARD else 0.0
    encode_melds(state, player, ALL_CARDS & ~seen, out)


@jit
def encode_melds(state: IntArray, player: int, unseen: int, out: FeatureArray) -> None:
    """Write what the analysis says of the hand: three planes and four numbers."""
    hand = state[HANDS + player]
    wild = state[WILD]
    cover = hand
    if state[GREEDY] == 1:
        cover = greedy_cover(hand, wild)
    partition = best_partition(cover, wild)
    cover = partition & ALL_CARDS
    loose = hand & ~cover
    completing = completing_cards(loose, wild) & unseen
    fill(out, COVERED, cover)
    fill(out, COMPLETING, completing)
    fill(out, PARTIAL, partial_cards(loose))
    out[NUMBERS + PURE] = has_pure_run(hand, wild, state[WILD_IN_PURE])
    out[NUMBERS + MELDS] = (partition >> COUNT_SHIFT) / 4.0
    out[NUMBERS + OUTS] = population(completing) / max(1, population(unseen))
    out[NUMBERS + PARTIALS] = min(1.0, count_partials(loose) / 13.0)

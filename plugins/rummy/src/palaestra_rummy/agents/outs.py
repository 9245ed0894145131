"""``min_dist_outs`` and ``min_dist_guard``: of the shortest ways, the one that most cards lead along.

Both play as ``min_dist`` until discards tie. Then the exact live outs count: the unseen cards that would bring the hand
nearer to a declaration. The guard subtracts a danger, what a discard is likely to be worth to the opponent.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import POLICY, CompiledPolicy, FloatArray, Game, IntArray, Kernel, NoParameters, jit
from palaestra_rummy.agents.choosing import card_points, least_cost, place, wins_now
from palaestra_rummy.agents.distance import MinDistAgent, draw_by_distance
from palaestra_rummy.agents.memory import (
    ACTIONS,
    BY_CARD,
    COSTS,
    COUNT,
    HUNDREDTHS,
    MEMORY_WORDS,
    OUTS,
)
from palaestra_rummy.agents.parameters import GuardParameters
from palaestra_rummy.analysis.distance import discard_distances
from palaestra_rummy.analysis.hands import ONE_RANK, suit_of
from palaestra_rummy.analysis.outs import discard_outs
from palaestra_rummy.bits import population
from palaestra_rummy.indian_rummy.hidden import seen_cards
from palaestra_rummy.indian_rummy.layout import (
    ALL_CARDS,
    DECLARE,
    DISCARDS,
    DRAW,
    FIRST_DISCARD,
    HAND_SIZE,
    HANDS,
    PHASE,
    PICKS,
    RANKS,
    WILD,
    WILD_IN_PURE,
)

PICK_WEIGHT: Final = 3
NEIGHBOUR_WEIGHT: Final = 2
BESIDE: Final = 0b01010
"""Of five places around a card, the two next to it."""
BELOW: Final = 0b00011
ABOVE_AND_BELOW: Final = 0b11011
TIE: Final = 1e-6
"""What a point is worth in outs: it decides where nothing else does.

Outs less danger are compared as they are rounded; of 16,000 games one takes another course when 1e-9 is a tie.
"""


@jit
def ties_to(card: int, cards: int) -> int:
    """Return how much a card has to do with others.

    Each neighbour in the suit counts 2, each card two steps away in the suit and each one of the same rank counts 1.
    The ace is below the 2 and above the king.
    """
    rank = card % RANKS
    suit = suit_of(cards, card // RANKS)
    line = suit | (suit & 1) << RANKS  # the ace once more, above the king
    near = line << 2 >> rank & ABOVE_AND_BELOW
    if rank == 0:
        near |= line << 2 >> RANKS & BELOW
    beside = NEIGHBOUR_WEIGHT * population(near & BESIDE) + population(near & ~BESIDE)
    return int(beside + population(cards & (ONE_RANK << rank)))


@jit
def danger(observation: IntArray, player: int, card: int, unseen: int) -> int:
    """Return how likely a card is to serve the opponent, in no unit.

    What it has to do with unseen cards, three times what it has to do with those that the opponent ever took from the
    open pile, less what it has to do with those that it discarded.
    """
    picks = observation[PICKS + 1 - player]
    discards = observation[DISCARDS + 1 - player]
    return ties_to(card, unseen) + PICK_WEIGHT * ties_to(card, picks) - ties_to(card, discards)


@jit(POLICY)
def choose(
    kernel: Kernel,  # noqa: ARG001 - the slot's signature
    observation: IntArray,
    player: int,
    legal: IntArray,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,  # noqa: ARG001
) -> int:
    """Draw as ``min_dist``; of the discards with the least distance, take the best. ``params[0]`` weighs the danger."""
    if observation[PHASE] == DRAW:
        return draw_by_distance(observation, player, memory)
    if wins_now(observation, player, legal) == 1:
        return DECLARE
    hand = observation[HANDS + player]
    wild = observation[WILD]
    pure = observation[WILD_IN_PURE]
    distances = memory[BY_CARD : BY_CARD + HAND_SIZE + 1]
    outs = memory[OUTS : OUTS + HAND_SIZE + 1]
    unseen = ALL_CARDS & ~seen_cards(observation, player)
    least = discard_distances(hand, wild, pure, distances)
    discard_outs(hand, wild, pure, unseen, distances, least, outs)
    return best_discard(observation, player, legal, memory, params[0], unseen)


@jit
def best_discard(
    observation: IntArray, player: int, legal: IntArray, memory: IntArray, weight: float, unseen: int
) -> int:
    """Return the discard with the least distance, then the most outs less `weight` times danger, then points, then id.

    An out is noted as a hundredth of a distance.
    """
    hand = observation[HANDS + player]
    least = least_cost(observation, player, legal, memory)
    best = -1
    most = -np.inf
    for i in range(memory[COUNT]):
        if memory[COSTS + i] > least * HUNDREDTHS:
            continue
        card = memory[ACTIONS + i] - FIRST_DISCARD
        outs = memory[OUTS + place(hand, card)]
        memory[COSTS + i] -= outs
        worth = outs + TIE * card_points(card, observation[WILD])
        if weight > 0.0:
            worth -= weight * danger(observation, player, card, unseen)
        if worth > most:
            most = worth
            best = card
    return FIRST_DISCARD + best


class MinDistOutsAgent(MinDistAgent):
    """Plays for the fewest replacements to a declaration, then for the most cards that help."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: NoParameters) -> CompiledPolicy:  # type: ignore[override] # noqa: ARG003
        """Return the policy."""
        return CompiledPolicy(choose, np.zeros(1), MEMORY_WORDS)


class MinDistGuardAgent(MinDistAgent):
    """Plays for the fewest replacements, the most cards that help, and the least help to the opponent."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: GuardParameters) -> CompiledPolicy:  # type: ignore[override] # noqa: ARG003
        """Return the policy."""
        return CompiledPolicy(choose, np.array([parameters.danger]), MEMORY_WORDS)

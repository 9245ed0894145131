"""``defeat_heuristic``: thinks of the opponent's hand alone, a yardstick for what that is worth.

The idea, to break up the opponent's melds, is that of P. Saha, S. Chakraborty, A. Sarkar, S. Maitra, D. Mukherjee and
T. Mukherjee, "Quantitative Rule-Based Strategy modeling in Classic Indian Rummy: A Metric Optimization Approach" (arXiv
2601.00024, 2025); the rule is ours.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from palaestra import POLICY, CompiledPolicy, FloatArray, Game, IntArray, Kernel, NoParameters, jit
from palaestra_rummy.agents.choosing import choose_discard, choose_draw, place, wins_now
from palaestra_rummy.agents.memory import BY_CARD, MEMORY_WORDS
from palaestra_rummy.agents.outs import danger
from palaestra_rummy.agents.rule_of_thumb import RuleOfThumb
from palaestra_rummy.bits import lowest
from palaestra_rummy.indian_rummy.hidden import seen_cards
from palaestra_rummy.indian_rummy.layout import (
    ALL_CARDS,
    DECLARE,
    DRAW,
    HANDS,
    OPEN,
    PHASE,
)

LARGEST: float = 100.0
"""Above any danger."""


@jit(POLICY)
def choose(
    kernel: Kernel,  # noqa: ARG001 - the slot's signature
    observation: IntArray,
    player: int,
    legal: IntArray,
    params: FloatArray,  # noqa: ARG001
    memory: IntArray,
    rng: IntArray,  # noqa: ARG001
) -> int:
    """Take the open card if it has to do with what the opponent took; discard what is least of use to it."""
    hand = observation[HANDS + player]
    if observation[PHASE] == DRAW:
        return choose_draw(observation, player, memory, 0, -danger(observation, player, observation[OPEN], 0))
    if wins_now(observation, player, legal) == 1:
        return DECLARE
    unseen = ALL_CARDS & ~seen_cards(observation, player)
    cards = hand
    while cards != 0:
        card = lowest(cards)
        memory[BY_CARD + place(hand, card)] = danger(observation, player, card, unseen)
        cards &= cards - 1
    return choose_discard(observation, player, legal, memory, 0, 0)


class DefeatHeuristicAgent(RuleOfThumb):
    """Keeps from the opponent what it seems to want."""

    worst: ClassVar[float] = LARGEST

    @classmethod
    def compile_policy(cls, game: Game, parameters: NoParameters) -> CompiledPolicy:  # noqa: ARG003
        """Return the policy."""
        return CompiledPolicy(choose, np.zeros(0), MEMORY_WORDS)

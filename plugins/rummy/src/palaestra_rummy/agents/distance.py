"""``min_dist`` and ``min_dist_opp``: fewest cards away from a declaration.

MinDist is that of P. Saha, S. Chakraborty, A. Sarkar, S. Maitra, D. Mukherjee and T. Mukherjee, "Quantitative
Rule-Based Strategy modeling in Classic Indian Rummy: A Metric Optimization Approach" (arXiv 2601.00024, 2025).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from palaestra import POLICY, CompiledPolicy, FloatArray, Game, IntArray, Kernel, jit
from palaestra_rummy.agents.choosing import choose_discard, choose_draw, wins_now
from palaestra_rummy.agents.memory import BY_CARD, MEMORY_WORDS
from palaestra_rummy.agents.parameters import DistanceParameters
from palaestra_rummy.agents.rule_of_thumb import RuleOfThumb
from palaestra_rummy.analysis.distance import discard_distances, distance_below, min_distance
from palaestra_rummy.indian_rummy.layout import (
    DECLARE,
    DRAW,
    HAND_SIZE,
    HANDS,
    OPEN,
    PHASE,
    WILD,
    WILD_IN_PURE,
)


@jit
def draw_by_distance(observation: IntArray, player: int, memory: IntArray) -> int:
    """Return the draw: the open card where it lowers the distance."""
    hand = observation[HANDS + player]
    wild = observation[WILD]
    pure = observation[WILD_IN_PURE]
    now = min_distance(hand, wild, pure)
    with_open = distance_below(hand | 1 << observation[OPEN], wild, pure, now)
    return choose_draw(observation, player, memory, now, with_open)


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
    """Take the open card if it lowers the distance; discard what leaves the least. ``params`` are: keep, watch."""
    if observation[PHASE] == DRAW:
        return draw_by_distance(observation, player, memory)
    if wins_now(observation, player, legal) == 1:
        return DECLARE
    by_card = memory[BY_CARD : BY_CARD + HAND_SIZE + 1]
    discard_distances(observation[HANDS + player], observation[WILD], observation[WILD_IN_PURE], by_card)
    return choose_discard(observation, player, legal, memory, int(params[0]), int(params[1]))


class MinDistAgent(RuleOfThumb):
    """Plays for the fewest replacements to a declaration."""

    worst: ClassVar[float] = 7.0
    watch: ClassVar[int] = 0

    @classmethod
    def compile_policy(cls, game: Game, parameters: DistanceParameters) -> CompiledPolicy:  # noqa: ARG003
        """Return the policy."""
        params = np.array([parameters.ties == "keep", cls.watch], dtype=np.float64)
        return CompiledPolicy(choose, params, MEMORY_WORDS)


class MinDistOppAgent(MinDistAgent):
    """Plays for the fewest replacements to a declaration, and discards what the opponent seems not to want."""

    watch: ClassVar[int] = 1

"""``min_score`` and ``min_score_opp``: fewest points to lose.

MinScore is that of P. Saha, S. Chakraborty, A. Sarkar, S. Maitra, D. Mukherjee and T. Mukherjee, "Quantitative
Rule-Based Strategy modeling in Classic Indian Rummy: A Metric Optimization Approach" (arXiv 2601.00024, 2025).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from palaestra import POLICY, CompiledPolicy, FloatArray, Game, IntArray, Kernel, jit
from palaestra_rummy.agents.choosing import choose_discard, choose_draw, wins_now
from palaestra_rummy.agents.memory import BY_CARD, MEMORY_WORDS
from palaestra_rummy.agents.parameters import ScoreParameters
from palaestra_rummy.agents.rule_of_thumb import RuleOfThumb
from palaestra_rummy.analysis.score import discard_scores, lives_score
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
    """Take the open card if it lowers the score of the best thirteen; discard what leaves the lowest score.

    ``params`` are: keep, watch, cap.
    """
    hand = observation[HANDS + player]
    wild = observation[WILD]
    pure = observation[WILD_IN_PURE]
    cap = int(params[2])
    by_card = memory[BY_CARD : BY_CARD + HAND_SIZE + 1]
    if observation[PHASE] == DRAW:
        now = min(cap, lives_score(hand, wild, pure))
        with_open = discard_scores(hand | 1 << observation[OPEN], wild, pure, by_card)
        return choose_draw(observation, player, memory, now, min(cap, with_open))
    if wins_now(observation, player, legal) == 1:
        return DECLARE
    discard_scores(hand, wild, pure, by_card)
    for i in range(HAND_SIZE + 1):
        by_card[i] = min(cap, by_card[i])
    return choose_discard(observation, player, legal, memory, int(params[0]), int(params[1]))


class MinScoreAgent(RuleOfThumb):
    """Plays for the fewest points to lose."""

    worst: ClassVar[float] = 126.0
    watch: ClassVar[int] = 0

    @classmethod
    def compile_policy(cls, game: Game, parameters: ScoreParameters) -> CompiledPolicy:  # noqa: ARG003
        """Return the policy."""
        params = np.array([parameters.ties == "keep", cls.watch, parameters.cap], dtype=np.float64)
        return CompiledPolicy(choose, params, MEMORY_WORDS)


class MinScoreOppAgent(MinScoreAgent):
    """Plays for the fewest points to lose, and discards what the opponent seems not to want."""

    watch: ClassVar[int] = 1

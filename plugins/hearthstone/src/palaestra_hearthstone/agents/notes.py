"""What an agent notes of a decision in its memory, so that it can explain it.

::

    header | the best line | action, evaluations, value of each legal action
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import int64, void

from palaestra.agent import Explanation, PolicyAgent
from palaestra.jit import jit
from palaestra.kernel import STATE, IntArray
from palaestra_hearthstone.rules import MAX_LEGAL

COUNT: Final = 0
"""Legal actions; 0 when there was nothing to think about."""
EVALUATIONS: Final = 1
"""Positions that were scored."""
SAMPLES: Final = 2
"""Sampled states whose values were added up."""
LINE_N: Final = 3
LINE: Final = 4
MOST_LINE: Final = 52
ACTIONS: Final = LINE + MOST_LINE
"""Three words for each legal action: its id, how many positions were scored after it, the sum of its values (float)."""
NOTE_WORDS: Final = ACTIONS + 3 * MAX_LEGAL

_HALF: Final = 1000.0
"""The score that an explanation shows as 0.5."""


@jit(void(STATE, STATE, int64))
def begin_notes(memory: IntArray, legal: IntArray, samples: int) -> None:
    """Forget the last decision; `samples` values will be added up for each action."""
    memory[COUNT] = legal.shape[0]
    memory[EVALUATIONS] = 0
    memory[SAMPLES] = samples
    memory[LINE_N] = 0
    for i in range(legal.shape[0]):
        memory[ACTIONS + 3 * i] = legal[i]
        memory[ACTIONS + 3 * i + 1] = 0
        memory[ACTIONS + 3 * i + 2] = 0  # the float 0 has the same bits


class NotingAgent(PolicyAgent):
    """An agent whose policy leaves such notes, and that explains itself by them."""

    def explain(self) -> Explanation:
        """Return the reading of the last decision; a score s is shown as s / (|s| + 1000), a won game as 1."""
        memory = self._memory
        n = int(memory[COUNT])
        if n == 0:
            return Explanation((), (), 0, self._seconds)
        values = memory.view(np.float64)
        actions = []
        for at in range(ACTIONS, ACTIONS + 3 * n, 3):
            mean = float(values[at + 2]) / int(memory[SAMPLES])
            if memory[at + 1]:
                actions.append((int(memory[at]), int(memory[at + 1]), mean / (abs(mean) + _HALF)))
        actions.sort(key=lambda entry: -entry[2])
        line = tuple(int(action) for action in memory[LINE : LINE + memory[LINE_N]])
        return Explanation(tuple(actions), line, int(memory[EVALUATIONS]), self._seconds)

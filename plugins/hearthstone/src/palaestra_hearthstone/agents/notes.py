"""What an agent notes of a decision in its memory, so that it can explain it.

::

    header | the best line | action, evaluations, value of each legal action
"""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import Explanation, IntArray, PolicyAgent, jit
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

# Of each legal action, after its id.
EVALUATED: Final = 1
"""How many positions were scored after it."""
VALUES: Final = 2
"""The sum of its values (float)."""
ACTION_WORDS: Final = 3
NOTE_WORDS: Final = ACTIONS + ACTION_WORDS * MAX_LEGAL

_HALF: Final = 1000.0
"""The score that an explanation shows as 0.5."""


@jit
def begin_notes(memory: IntArray, legal: IntArray, samples: int) -> None:
    """Forget the last decision; `samples` values will be added up for each action."""
    memory[COUNT] = legal.shape[0]
    memory[EVALUATIONS] = 0
    memory[SAMPLES] = samples
    memory[LINE_N] = 0
    for i in range(legal.shape[0]):
        memory[ACTIONS + ACTION_WORDS * i] = legal[i]
        memory[ACTIONS + ACTION_WORDS * i + EVALUATED] = 0
        memory[ACTIONS + ACTION_WORDS * i + VALUES] = 0  # the float 0 has the same bits


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
        for at in range(ACTIONS, ACTIONS + ACTION_WORDS * n, ACTION_WORDS):
            mean = float(values[at + VALUES]) / int(memory[SAMPLES])
            if memory[at + EVALUATED]:
                actions.append((int(memory[at]), int(memory[at + EVALUATED]), mean / (abs(mean) + _HALF)))
        actions.sort(key=lambda entry: -entry[2])
        line = tuple(int(action) for action in memory[LINE : LINE + memory[LINE_N]])
        return Explanation(tuple(actions), line, int(memory[EVALUATIONS]), self._seconds)

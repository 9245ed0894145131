"""What the agents have in common as Python sees them."""

from __future__ import annotations

from typing import ClassVar

from palaestra import Explanation, PolicyAgent, View
from palaestra_rummy.agents.memory import ACTIONS, COSTS, COUNT, HUNDREDTHS
from palaestra_rummy.indian_rummy.layout import DECLARE


class RuleOfThumb(PolicyAgent):
    """An agent that weighs the hand after each action.

    Attributes:
        worst: the largest cost of a hand, worth -1 in explanations; a cost of 0 is worth 1.
    """

    worst: ClassVar[float]
    _chosen: int = -1

    def act(self, view: View) -> int:
        """Ask the policy, and remember the answer."""
        self._chosen = super().act(view)
        return self._chosen

    def explain(self) -> Explanation:
        """Return the actions weighed in the last decision, the chosen one first, with 1 - 2 cost / worst as value."""
        if self._chosen == DECLARE:
            weighed = [(DECLARE, 1, 1.0)]
        else:
            count = int(self._memory[COUNT])
            actions = self._memory[ACTIONS : ACTIONS + count].tolist()
            costs = self._memory[COSTS : COSTS + count].tolist()
            values = [min(1.0, max(-1.0, 1.0 - 2.0 * cost / HUNDREDTHS / self.worst)) for cost in costs]
            weighed = [(action, 1, value) for action, value in zip(actions, values, strict=True)]
            weighed.sort(key=lambda entry: (entry[0] != self._chosen, -entry[2], entry[0]))
        return Explanation(tuple(weighed), (self._chosen,), 0, self._seconds)

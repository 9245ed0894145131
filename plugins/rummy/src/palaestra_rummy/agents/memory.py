"""What the policies remember: indexes into the agent's memory."""

from __future__ import annotations

from typing import Final

HAND_BEFORE: Final = 0
"""The hand when the last draw was chosen."""
COST_BEFORE: Final = 1
"""Its cost: points or distance, the less the better."""
COUNT: Final = 2
"""Legal actions of the last decision that were weighed."""
ACTIONS: Final = 3
COSTS: Final = 18
"""The cost of the hand after each of them, in hundredths."""
BY_CARD: Final = 33
"""The cost of the hand without each of its cards, in ascending order."""
OUTS: Final = 47
"""The outs of the hand without each of its cards."""
MEMORY_WORDS: Final = 61
HUNDREDTHS: Final = 100

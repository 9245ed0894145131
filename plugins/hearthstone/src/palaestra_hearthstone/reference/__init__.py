"""Hearthstone once more, slowly and plainly, for tests: objects in place of an array, no code shared with the engine.

:func:`outcomes` plays one action from a position and yields every position that chance can make of it;
:func:`legal_moves` lists what may be played. Both read the declarations of cards, not the engine's tables.
"""

from palaestra_hearthstone.reference.legal import legal_moves
from palaestra_hearthstone.reference.outcomes import comparable, outcomes

__all__ = ["comparable", "legal_moves", "outcomes"]

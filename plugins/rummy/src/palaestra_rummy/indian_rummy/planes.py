"""Which cell of the observation for learners is what: ten planes of 52 cards, then seven numbers.

The layout is that of V. Mohan, "IRumAI: Reinforcement Learning for Indian Rummy" (arXiv 2606.21975, 2026), section III.
Cell ``52 * plane + card`` is 1.0 when the card is in the plane, else 0.0; a plane is a table of 4 suits by 13 ranks.
"""

from __future__ import annotations

from typing import Final

from palaestra_rummy.indian_rummy.layout import CARDS

HAND: Final = 0
"""The player's hand."""
OPEN_CARD: Final = 1
"""The top card of the open pile; no card while the one that was taken has not been replaced."""
OWN_DISCARDS: Final = 2
"""All that the player ever discarded."""
OTHER_DISCARDS: Final = 3
"""All that the opponent ever discarded."""
OTHER_PICKS: Final = 4
"""All that the opponent ever took from the open pile, discarded since or not."""
WILD_CARDS: Final = 5
"""The four cards of the wild rank."""
SEEN: Final = 6
"""Cards whose place the player knows; the others are in the closed deck or in the opponent's hand."""
COVERED: Final = 7
"""Cards of the hand in the melds of the analysis."""
COMPLETING: Final = 8
"""Unseen cards that make a meld of a partial one."""
PARTIAL: Final = 9
"""Cards of the hand in a partial meld of two cards."""
PLANES: Final = 10
PLANE_NAMES: Final = (
    "hand",
    "open card",
    "own discards",
    "opponent's discards",
    "opponent's picks",
    "wild cards",
    "seen cards",
    "covered by melds",
    "completing unseen cards",
    "in partial melds",
)

NUMBERS: Final = PLANES * CARDS
"""Where the seven numbers begin."""
DECK_LEFT: Final = 0
"""Cards in the closed deck, of those at the start."""
TURNS: Final = 1
"""Turns completed, of the most there may be."""
DISCARDING: Final = 2
"""1 in the discard phase."""
PURE: Final = 3
"""1 when a pure sequence is in the hand."""
MELDS: Final = 4
"""Melds of the analysis, of four."""
OUTS: Final = 5
"""Cards in the plane COMPLETING, of the unseen ones."""
PARTIALS: Final = 6
"""Partial melds of two cards, of thirteen; at most 1."""
NUMBER_NAMES: Final = (
    "closed deck",
    "turns",
    "discard phase",
    "pure sequence",
    "melds",
    "live outs",
    "partial melds",
)
NUM_FEATURES: Final = NUMBERS + 7

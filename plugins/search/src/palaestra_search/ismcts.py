"""The agent `ismcts`: single-observer information set Monte Carlo tree search, an open loop in every game.

Source: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4 (2012), section IV-D (SO-ISMCTS). The search is that of
:mod:`palaestra_search.uct.search`, with its open-loop tree whatever the game.
"""

from __future__ import annotations

from palaestra_search.uct.agent import UctAgent
from palaestra_search.uct.settings import OPEN_LOOP


class IsmctsAgent(UctAgent):
    """Searches sequences of actions, each simulation in a state of its own that fits what the player knows."""

    tree = OPEN_LOOP

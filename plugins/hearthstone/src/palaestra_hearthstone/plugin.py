"""What this distribution gives to Palaestra; imports descriptors only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from palaestra import AgentSpec, GameSpec, hookimpl
from palaestra_hearthstone.agents.parameters import BeamParameters, GreedyParameters, LookaheadParameters
from palaestra_hearthstone.spec import HEARTHSTONE

GREEDY: Final = AgentSpec(
    id="hearthstone_greedy",
    version="1",
    summary="Looks one action ahead with one of SabberStone's scores.",
    factory="palaestra_hearthstone.agents.greedy:GreedyAgent",
    games=("hearthstone",),
    parameters=GreedyParameters,
)
LOOKAHEAD: Final = AgentSpec(
    id="dynamic_lookahead",
    version="1",
    summary="Searches its next two to four actions: the winner of the Hearthstone AI competition of 2019, decks given.",
    factory="palaestra_hearthstone.agents.lookahead:LookaheadAgent",
    games=("hearthstone",),
    parameters=LookaheadParameters,
)
BEAM: Final = AgentSpec(
    id="beam_search",
    version="1",
    summary="Searches a few lines many actions deep, by one of SabberStone's scores.",
    factory="palaestra_hearthstone.agents.beam:BeamAgent",
    games=("hearthstone",),
    parameters=BeamParameters,
)


@hookimpl
def register_games(register: Callable[[GameSpec], None]) -> None:
    """Register the game."""
    register(HEARTHSTONE)


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the agents that play it alone."""
    for spec in (GREEDY, LOOKAHEAD, BEAM):
        register(spec)

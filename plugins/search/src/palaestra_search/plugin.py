"""What this distribution gives to Palaestra; imports descriptors only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from palaestra.hookspecs import hookimpl
from palaestra.spec import AgentSpec
from palaestra_search.mcgs.parameters import McgsParameters
from palaestra_search.parameters import GreedyParameters, UctParameters
from palaestra_search.rhea.parameters import RheaParameters, RheaVanillaParameters

RANDOM: Final = AgentSpec(
    id="random",
    version="1",
    summary="Plays any legal action, each as likely.",
    factory="palaestra_search.uniform:RandomAgent",
)
GREEDY: Final = AgentSpec(
    id="greedy",
    version="1",
    summary="Looks one action ahead with the game's own evaluation.",
    factory="palaestra_search.greedy:GreedyAgent",
    parameters=GreedyParameters,
)
UCT: Final = AgentSpec(
    id="uct",
    version="1",
    summary="Monte Carlo tree search with UCB1, for a number of simulations or seconds.",
    factory="palaestra_search.uct.agent:UctAgent",
    parameters=UctParameters,
)
MCGS: Final = AgentSpec(
    id="mcgs",
    version="1",
    summary="Monte Carlo graph search: equal positions merged, chance and hidden information sampled sparsely.",
    factory="palaestra_search.mcgs.agent:McgsAgent",
    parameters=McgsParameters,
)
RHEA_VANILLA: Final = AgentSpec(
    id="rhea_vanilla",
    version="1",
    summary="Evolves its own actions to the end of the turn, by uniform crossover and point mutation.",
    factory="palaestra_search.rhea.agent:RheaAgent",
    parameters=RheaVanillaParameters,
)
RHEA: Final = AgentSpec(
    id="rhea",
    version="1",
    summary="Evolves its own actions to the end of the turn, guided by a statistical tree, a cache and filters.",
    factory="palaestra_search.rhea.agent:RheaAgent",
    parameters=RheaParameters,
)


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the agents of this distribution."""
    for spec in (RANDOM, GREEDY, UCT, MCGS, RHEA_VANILLA, RHEA):
        register(spec)

"""What this distribution gives to Palaestra; imports descriptors only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from palaestra import AgentSpec, hookimpl
from palaestra_search.mcgs.parameters import McgsParameters
from palaestra_search.parameters import (
    AlphaBetaParameters,
    DeterminizedUctParameters,
    FlatMonteCarloParameters,
    GreedyParameters,
    IsmctsParameters,
    UctParameters,
)
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
FLAT_MONTE_CARLO: Final = AgentSpec(
    id="flat_monte_carlo",
    version="1",
    summary="Plays the action with the best mean over random playouts, for a number of them or seconds.",
    factory="palaestra_search.flat_monte_carlo:FlatMonteCarloAgent",
    parameters=FlatMonteCarloParameters,
)
UCT: Final = AgentSpec(
    id="uct",
    version="1",
    summary="Monte Carlo tree search with UCB1 or PUCT, for a number of simulations or seconds.",
    factory="palaestra_search.uct.agent:UctAgent",
    parameters=UctParameters,
)
ISMCTS: Final = AgentSpec(
    id="ismcts",
    version="1",
    summary="Information set Monte Carlo tree search: one open-loop tree over all states that fit what it knows.",
    factory="palaestra_search.ismcts:IsmctsAgent",
    parameters=IsmctsParameters,
)
DETERMINIZED_UCT: Final = AgentSpec(
    id="determinized_uct",
    version="1",
    summary="Monte Carlo tree search in an ensemble of trees, each for one state that fits what it knows.",
    factory="palaestra_search.determinized.agent:DeterminizedUctAgent",
    parameters=DeterminizedUctParameters,
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
ALPHA_BETA: Final = AgentSpec(
    id="alpha_beta",
    version="1",
    summary="Minimax by alpha-beta with iterative deepening and a transposition table; exact to the end of the game.",
    factory="palaestra_search.alpha_beta.agent:AlphaBetaAgent",
    parameters=AlphaBetaParameters,
    needs=("perfect_information", "no_chance", "two_players"),
)


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the agents of this distribution."""
    for spec in (RANDOM, GREEDY, FLAT_MONTE_CARLO, UCT, ISMCTS, DETERMINIZED_UCT, MCGS, RHEA_VANILLA, RHEA, ALPHA_BETA):
        register(spec)

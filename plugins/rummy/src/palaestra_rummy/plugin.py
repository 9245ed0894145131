"""What this distribution gives to Palaestra; imports descriptors only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from palaestra import AgentSpec, GameSpec, hookimpl
from palaestra_rummy.agents.parameters import DistanceParameters, GuardParameters, ScoreParameters
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY

_GAMES: Final = ("indian_rummy",)

MIN_SCORE: Final = AgentSpec(
    id="min_score",
    version="1",
    summary="Takes and keeps what leaves the fewest points to lose.",
    factory="palaestra_rummy.agents.score:MinScoreAgent",
    games=_GAMES,
    parameters=ScoreParameters,
)
MIN_SCORE_OPP: Final = AgentSpec(
    id="min_score_opp",
    version="1",
    summary="As min_score, and of equal discards one that the opponent seems not to want.",
    factory="palaestra_rummy.agents.score:MinScoreOppAgent",
    games=_GAMES,
    parameters=ScoreParameters,
)
MIN_DIST: Final = AgentSpec(
    id="min_dist",
    version="1",
    summary="Takes and keeps what leaves the fewest cards to replace before declaring.",
    factory="palaestra_rummy.agents.distance:MinDistAgent",
    games=_GAMES,
    parameters=DistanceParameters,
)
MIN_DIST_OPP: Final = AgentSpec(
    id="min_dist_opp",
    version="1",
    summary="As min_dist, and of equal discards one that the opponent seems not to want.",
    factory="palaestra_rummy.agents.distance:MinDistOppAgent",
    games=_GAMES,
    parameters=DistanceParameters,
)
MIN_DIST_OUTS: Final = AgentSpec(
    id="min_dist_outs",
    version="1",
    summary="As min_dist, and of equal discards the one after which most unseen cards help.",
    factory="palaestra_rummy.agents.outs:MinDistOutsAgent",
    games=_GAMES,
)
MIN_DIST_GUARD: Final = AgentSpec(
    id="min_dist_guard",
    version="1",
    summary="As min_dist_outs, and mindful of what the opponent would take.",
    factory="palaestra_rummy.agents.outs:MinDistGuardAgent",
    games=_GAMES,
    parameters=GuardParameters,
)
DEFEAT_HEURISTIC: Final = AgentSpec(
    id="defeat_heuristic",
    version="1",
    summary="Keeps from the opponent what it seems to want, and thinks of nothing else.",
    factory="palaestra_rummy.agents.defeat:DefeatHeuristicAgent",
    games=_GAMES,
)


@hookimpl
def register_games(register: Callable[[GameSpec], None]) -> None:
    """Register the game."""
    register(INDIAN_RUMMY)


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the agents."""
    for spec in (MIN_SCORE, MIN_SCORE_OPP, MIN_DIST, MIN_DIST_OPP, MIN_DIST_OUTS, MIN_DIST_GUARD, DEFEAT_HEURISTIC):
        register(spec)

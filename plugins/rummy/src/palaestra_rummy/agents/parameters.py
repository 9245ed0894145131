"""What tournament files may say of the agents."""

from __future__ import annotations

from dataclasses import dataclass

from palaestra import parameter

_TIES = (
    "among equally good discards. points: the one worth most; keep: without an improvement the card just drawn "
    "(agents that watch the opponent: the safe one worth most, and only then), else the one worth most"
)


@dataclass(frozen=True, slots=True)
class DistanceParameters:
    """How ties are broken."""

    ties: str = parameter("points", _TIES, choices=("points", "keep"))


@dataclass(frozen=True, slots=True)
class ScoreParameters:
    """How ties are broken, and which scores are ties."""

    ties: str = parameter("points", _TIES, choices=("points", "keep"))
    cap: int = parameter(80, "points from which all hands are equally bad", minimum=1, maximum=126)


@dataclass(frozen=True, slots=True)
class GuardParameters:
    """What the opponent's interest in a card is worth."""

    danger: float = parameter(
        0.3, "outs given up for one unit less of danger; 0 ignores the opponent", minimum=0.0, maximum=100.0
    )

"""What users may set for each agent: plain dataclasses, imported when plugins are listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from palaestra import parameter

_SCORES: Final = ("aggro", "control", "midrange", "ramp", "fatigue")
_SCORE_HELP: Final = "how positions are judged: one of SabberStone's scores"
_SAMPLES_HELP: Final = (
    "states that fit what it knows, looked at before each move; with 1, as published, it takes their luck for granted"
)


@dataclass(frozen=True, slots=True)
class GreedyParameters:
    """The parameters of `hearthstone_greedy`."""

    score: Literal["aggro", "control", "midrange", "ramp", "fatigue"] = parameter(
        "midrange", _SCORE_HELP, choices=_SCORES
    )
    samples: int = parameter(1, _SAMPLES_HELP, minimum=1, maximum=10_000)


@dataclass(frozen=True, slots=True)
class LookaheadParameters:
    """The parameters of `dynamic_lookahead`."""

    samples: int = parameter(1, _SAMPLES_HELP, minimum=1, maximum=10_000)


@dataclass(frozen=True, slots=True)
class BeamParameters:
    """The parameters of `beam_search`."""

    score: Literal["aggro", "control", "midrange", "ramp", "fatigue"] = parameter(
        "midrange", _SCORE_HELP, choices=_SCORES
    )
    depth: int = parameter(15, "actions looked ahead, those of the opponent included", minimum=1, maximum=50)
    width: int = parameter(12, "positions kept after each action", minimum=1, maximum=1000)
    opponent_width: int = parameter(
        1,
        "positions kept after each action of the opponent, those with the worst score for the agent",
        minimum=1,
        maximum=100,
    )

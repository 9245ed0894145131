"""What users may set for each agent: plain dataclasses, imported when plugins are listed."""

from __future__ import annotations

from dataclasses import dataclass

from palaestra.spec import parameter


@dataclass(frozen=True, slots=True)
class GreedyParameters:
    """The parameters of `greedy`."""

    samples: int = parameter(
        10,
        "determinized states looked at before each move where information is hidden or chance decides; otherwise 1 is "
        "enough and taken",
        minimum=1,
    )


@dataclass(frozen=True, slots=True)
class UctParameters:
    """The parameters of `uct`."""

    iterations: int = parameter(
        1000, "simulations before each move; not used where seconds is set", minimum=1, maximum=1_000_000
    )
    seconds: float | None = parameter(
        None,
        "time for each move, in seconds, in place of iterations; games are then not the same when they are run again",
        minimum=0.0,
    )
    exploration: float = parameter(
        1.4, "the constant c of UCB1, for returns from -1 to 1: larger values spread the simulations", minimum=0.0
    )

"""What users may set for each agent: plain dataclasses, imported when plugins are listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from palaestra.errors import InvalidValueError
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
        1.4,
        "the constant c of UCB1 or PUCT, for returns from -1 to 1: larger values spread the simulations",
        minimum=0.0,
    )
    selection: Literal["ucb1", "puct"] = parameter(
        "ucb1", "how the tree is descended; puct has the same prior for all legal actions", choices=("ucb1", "puct")
    )
    leaf: Literal["playout", "evaluate"] = parameter(
        "playout",
        "what a new node is worth: a random playout, or the game's own evaluation",
        choices=("playout", "evaluate"),
    )
    playout_depth: int = parameter(
        0,
        "actions of a playout before the game's own evaluation is taken (a draw where it has none); 0 = to the end",
        minimum=0,
    )
    max_nodes: int = parameter(
        1 << 20, "nodes of 64 bytes at most; when all are taken, seldom visited ones make room", minimum=64
    )
    reuse: bool = parameter(False, "take up the tree of the last move, where nothing is hidden and nothing random")
    solver: bool = parameter(False, "back up proven results, where nothing is hidden and nothing random and two play")

    def __post_init__(self) -> None:
        _check_leaf("uct", self.leaf, self.playout_depth)


def _check_leaf(agent: str, leaf: str, playout_depth: int) -> None:
    if leaf == "evaluate" and playout_depth > 0:
        raise InvalidValueError(f"parameter 'playout_depth' of {agent}", playout_depth, "0 where leaf is 'evaluate'")

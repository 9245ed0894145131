"""What users may set for each agent: plain dataclasses, imported when plugins are listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from palaestra import InnerAgent, InvalidValueError, parameter

if TYPE_CHECKING:
    from palaestra import Game

_SEED_HELP: Final = "seed of the training"
_RANDOMNESS_HELP: Final = "probability of a random action in place of the best one, for each action"
_MEMORY_HELP: Final = "memory of the table, in millions of bytes"


@dataclass(frozen=True, slots=True)
class QSnapshotParameters:
    """The parameters of `q_snapshot`."""

    file: str | None = parameter(None, "snapshots.npz of a training; none = an empty table, at random", file=True)
    percent: int = parameter(
        100, "which snapshot: the table after so many per cent of N; 0 = before the first game", minimum=0, maximum=100
    )
    randomness: float = parameter(0.0, _RANDOMNESS_HELP, minimum=0.0, maximum=1.0)

    def check_game(self, game: Game) -> None:
        """Raise UserError for a file that cannot be read, of another game, or without this snapshot."""
        from palaestra_learning.q_learning.agents import read_snapshot

        read_snapshot(game, self)


@dataclass(frozen=True, slots=True)
class QLearningParameters:
    """The parameters of `q_learning`; see `palaestra train q_learning --help` for their meaning."""

    preset: Literal["paper", "perfect"] = parameter("paper", "what is not set otherwise", choices=("paper", "perfect"))
    games: int = parameter(8_000, "games of training", minimum=1, maximum=100_000_000)
    seed: int = parameter(1, _SEED_HELP, minimum=0)
    teacher: str | None = parameter(
        None, "who plays the other seat: twin, greedy_twin, minmax, random_minmax or random"
    )
    depth: int | None = parameter(None, "plies that a min-max teacher searches; 0 = the whole game", minimum=0)
    seats: str | None = parameter(None, "the learner's seat in training: first, second or alternating")
    epsilon: float | None = parameter(None, "probability of a random action in training", minimum=0.0, maximum=1.0)
    alpha: float | None = parameter(None, "share of a new target in an update", minimum=0.0, maximum=1.0)
    gamma: float | None = parameter(None, "discount from one own action to the next", minimum=0.0, maximum=1.0)
    randomness: float = parameter(0.0, _RANDOMNESS_HELP, minimum=0.0, maximum=1.0)
    memory: int = parameter(1_000, _MEMORY_HELP, minimum=1)

    def __post_init__(self) -> None:
        self.settings()

    def settings(self) -> Any:
        """Return the settings of the training."""
        from palaestra_learning.q_learning.settings import make_settings

        names = ("games", "seed", "teacher", "depth", "seats", "epsilon", "alpha", "gamma")
        return make_settings(self.preset, criterion="budget", **{name: getattr(self, name) for name in names})

    def check_game(self, game: Game) -> None:
        """Raise UserError for a game that cannot be learnt, or from this teacher."""
        from palaestra_learning.q_learning.agents import check_teacher

        check_teacher(game, self.settings())


@dataclass(frozen=True, slots=True)
class QPerfectParameters:
    """The parameters of `q_perfect`."""

    seed: int = parameter(1, f"{_SEED_HELP}; with 1 no line is lost, with one in ten others a few are", minimum=0)
    randomness: float = parameter(0.0, _RANDOMNESS_HELP, minimum=0.0, maximum=1.0)


@dataclass(frozen=True, slots=True)
class WeakenedParameters:
    """The parameters of `weakened`; those of the agent that it weakens are given beside them."""

    agent: str = parameter("random", "the agent to weaken, whose own parameters are given beside this", agent=True)
    randomness: float = parameter(0.0, _RANDOMNESS_HELP, minimum=0.0, maximum=1.0)

    @property
    def inner(self) -> InnerAgent:
        """The agent to weaken, as it was found."""
        agent: object = self.agent
        assert isinstance(agent, InnerAgent)  # `build_parameters` puts it in place of its name
        return agent

    def check_game(self, game: Game) -> None:
        """Raise UserError for a game that the other agent does not play, or not with its parameters."""
        spec, parameters = self.inner.spec, self.inner.parameters
        if not spec.plays(game.spec):
            raise InvalidValueError(f"game for agent '{spec.id}'", game.spec.id, f"one of {spec.describe_games()}")
        if hasattr(parameters, "check_game"):
            parameters.check_game(game)

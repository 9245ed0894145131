"""What users may set for the agent `weakened`: a plain dataclass, imported when plugins are listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from palaestra import InnerAgent, InvalidValueError, parameter

if TYPE_CHECKING:
    from palaestra import Game

RANDOMNESS_HELP: Final = "probability of a random action in place of the best one, for each action"


@dataclass(frozen=True, slots=True)
class WeakenedParameters:
    """The parameters of `weakened`; those of the agent that it weakens are given beside them."""

    agent: str = parameter("random", "the agent to weaken, whose own parameters are given beside this", agent=True)
    randomness: float = parameter(0.0, RANDOMNESS_HELP, minimum=0.0, maximum=1.0)

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

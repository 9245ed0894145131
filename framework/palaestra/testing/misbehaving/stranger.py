"""An agent that misbehaves in some of its games, each time in another way, which its generator determines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from palaestra.limits import IsolationLevel
from palaestra.spec import AgentSpec, load_object, parameter
from palaestra.testing.fakes import FakeAgent, RandomLegal
from palaestra.testing.misbehaving import GALLERY, Fake
from palaestra.testing.misbehaving.base import MisbehavingParameters

if TYPE_CHECKING:
    import numpy as np

    from palaestra.agent import View
    from palaestra.game import Game


@dataclass(frozen=True)
class StrangerParameters(MisbehavingParameters):
    """How often a stranger misbehaves, and by what."""

    chance: float = parameter(0.5, "share of its games in which it misbehaves", minimum=0.0, maximum=1.0)
    level: str = parameter("process", "level of isolation that must stop it", choices=("process", "sandbox"))


def choices(level: IsolationLevel) -> Sequence[Fake]:
    """Return the fakes of the gallery that a level must stop."""
    return [fake for fake in GALLERY if level in fake.recorded]


def choose(parameters: StrangerParameters, rng: np.random.Generator) -> Fake | None:
    """Return what a stranger with this generator plays, or None for an honest game."""
    if rng.random() >= parameters.chance:
        return None
    fakes = choices(parameters.level)  # type: ignore[arg-type]
    return fakes[int(rng.integers(len(fakes)))]


class Stranger(FakeAgent):
    """Plays at random, or is one of the gallery."""

    def __init__(self, game: Game, parameters: StrangerParameters, rng: np.random.Generator) -> None:
        super().__init__(game, parameters, rng)
        fake = choose(parameters, rng)
        kind: Any = RandomLegal if fake is None else load_object(fake.spec.factory)
        self._agent = kind(game, parameters, rng)

    def act(self, view: View) -> Any:
        """Let the chosen one play."""
        return self._agent.act(view)


STRANGER: Final = AgentSpec(
    id="stranger",
    version="1",
    summary="Misbehaves in some games, each time in another way.",
    factory="palaestra.testing.misbehaving.stranger:Stranger",
    parameters=StrangerParameters,
)

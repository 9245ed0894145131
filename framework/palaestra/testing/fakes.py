"""Agents for tests: honest ones that play by a fixed rule, and ones that misbehave.

Each class has a descriptor, such as :data:`FIRST_LEGAL`, whose factory names it; in tests of a plugin manager,
register those. They are plain Python; compiled ones are in :mod:`palaestra.testing.policies`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from palaestra.spec import AgentSpec, parameter

if TYPE_CHECKING:
    import numpy as np

    from palaestra.agent import View
    from palaestra.game import Game


class FakeAgent:
    """Base class of the fakes: keeps its arguments."""

    def __init__(self, game: Game, parameters: Any, rng: np.random.Generator) -> None:
        self.game = game
        self.parameters = parameters
        self.rng = rng

    def act(self, view: View) -> int:
        """Play the first legal action."""
        return view.legal_actions[0]


class FirstLegal(FakeAgent):
    """Plays the legal action with the lowest id."""


class LastLegal(FakeAgent):
    """Plays the legal action with the highest id."""

    def act(self, view: View) -> int:
        """Play the last legal action."""
        return view.legal_actions[-1]


class RandomLegal(FakeAgent):
    """Plays uniformly at random from its own generator."""

    def act(self, view: View) -> int:
        """Play a random legal action."""
        return view.legal_actions[int(self.rng.integers(len(view.legal_actions)))]


@dataclass(frozen=True)
class ScriptedParameters:
    """What :class:`Scripted` plays."""

    actions: str = parameter("", "action ids in the order they are played, with spaces between")


class Scripted(FakeAgent):
    """Plays a list of actions, legal or not, then the first legal one."""

    def __init__(self, game: Game, parameters: ScriptedParameters, rng: np.random.Generator) -> None:
        super().__init__(game, parameters, rng)
        self._left = [int(action) for action in parameters.actions.split()]

    def act(self, view: View) -> int:
        """Play the next action of the script."""
        return self._left.pop(0) if self._left else view.legal_actions[0]


@dataclass(frozen=True)
class AfterParameters:
    """When a misbehaving agent starts to."""

    after: int = parameter(0, "good moves before the bad one", minimum=0)


class _GoodAtFirst(FakeAgent):
    """Plays the first legal action some times, then misbehaves as the derived class says."""

    def __init__(self, game: Game, parameters: AfterParameters, rng: np.random.Generator) -> None:
        super().__init__(game, parameters, rng)
        self._good_left = parameters.after

    def act(self, view: View) -> int:
        """Play well, then badly."""
        if self._good_left > 0:
            self._good_left -= 1
            return super().act(view)
        return self.misbehave(view)

    def misbehave(self, view: View) -> int:
        """Do the bad thing."""
        raise NotImplementedError


class RaisesOnMove(_GoodAtFirst):
    """Raises an exception when it must move."""

    def misbehave(self, view: View) -> int:
        """Raise."""
        raise RuntimeError(f"fake failure of seat {view.player}")


class IllegalMove(_GoodAtFirst):
    """Plays an action that no game has."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """Return -2."""
        return -2


class RaisesOnStart(FakeAgent):
    """Raises an exception before the first move."""

    def start(self, player: int) -> None:
        """Raise."""
        raise RuntimeError(f"fake failure at the start of seat {player}")


class RaisesWhenBuilt(FakeAgent):
    """Cannot be built."""

    def __init__(self, game: Game, parameters: Any, rng: np.random.Generator) -> None:
        super().__init__(game, parameters, rng)
        raise RuntimeError("fake failure when built")


@dataclass(frozen=True)
class SlowParameters:
    """How slow :class:`Slow` is."""

    seconds: float = parameter(0.0, "time taken for each move, in seconds", minimum=0.0)


class Slow(FakeAgent):
    """Plays the first legal action after a while."""

    def act(self, view: View) -> int:
        """Wait, then play."""
        time.sleep(self.parameters.seconds)
        return super().act(view)


def _spec(name: str, summary: str, factory: type, **more: Any) -> AgentSpec:
    return AgentSpec(name, "1", summary, f"palaestra.testing.fakes:{factory.__name__}", **more)


FIRST_LEGAL: Final = _spec("first_legal", "Plays the lowest legal action.", FirstLegal)
LAST_LEGAL: Final = _spec("last_legal", "Plays the highest legal action.", LastLegal)
RANDOM_LEGAL: Final = _spec("random_legal", "Plays uniformly at random.", RandomLegal)
SCRIPTED: Final = _spec("scripted", "Plays a list of actions.", Scripted, parameters=ScriptedParameters)
RAISES_ON_MOVE: Final = _spec("raises_on_move", "Fails when it moves.", RaisesOnMove, parameters=AfterParameters)
ILLEGAL_MOVE: Final = _spec("illegal_move", "Plays what is not legal.", IllegalMove, parameters=AfterParameters)
RAISES_ON_START: Final = _spec("raises_on_start", "Fails before it moves.", RaisesOnStart)
RAISES_WHEN_BUILT: Final = _spec("raises_when_built", "Cannot be built.", RaisesWhenBuilt)
SLOW: Final = _spec("slow", "Takes its time.", Slow, parameters=SlowParameters)

HONEST: Final = (FIRST_LEGAL, LAST_LEGAL, RANDOM_LEGAL, SCRIPTED, SLOW)
"""Fakes that always play legally (an empty script does)."""

MISBEHAVING: Final = (RAISES_ON_MOVE, ILLEGAL_MOVE, RAISES_ON_START, RAISES_WHEN_BUILT)
"""Fakes that lose by a fault."""

"""Who plays what in a tournament, as plain data that travels to the workers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from palaestra.limits import UNCONFINED, Confinement, TimeControl
from palaestra.spec import AgentSpec, GameSpec, Knobs


@dataclass(frozen=True)
class Cast:
    """All that a worker needs to play a tournament's games; plain data that can be pickled.

    Attributes:
        game: descriptor of the game.
        knobs: every knob with its value.
        entrants: name -> (descriptor of the agent, its parameters).
        compiled: whether the compiled lane may be used.
        confinements: name -> how the entrant is kept from the rest of the machine; entrants that are missing are not.
        clock: how long agents may think, or None.
        trusted: names of the entrants whose code may be imported outside of their own processes.
    """

    game: GameSpec
    knobs: Knobs
    entrants: Mapping[str, tuple[AgentSpec, Any]]
    compiled: bool = True
    confinements: Mapping[str, Confinement] = field(default_factory=dict)
    clock: TimeControl | None = None
    trusted: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Keep the knobs as a plain dictionary: those of a built game are a view that cannot be pickled."""
        object.__setattr__(self, "knobs", dict(self.knobs))

    def confinement(self, name: str) -> Confinement:
        """Return how an entrant is kept from the rest of the machine."""
        return self.confinements.get(name, UNCONFINED)

    @property
    def confined(self) -> frozenset[str]:
        """The names of the entrants that play in processes of their own."""
        return frozenset(name for name in self.entrants if self.confinement(name).level != "none")

    def may_compile(self, name: str) -> bool:
        """Return whether an entrant may play in the compiled lane: it then runs in the worker, without a clock."""
        return self.compiled and self.clock is None and self.confinement(name).level == "none"

"""What this distribution gives to Palaestra: descriptors only, the code is named by strings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from palaestra import AgentSpec, hookimpl, parameter


@dataclass(frozen=True, slots=True)
class FlatParameters:
    """The parameters in a tournament file: ``parameters = { playouts = 50 }``."""

    playouts: int = parameter(20, "random games tried for each legal action", minimum=1, maximum=100_000)


PLAIN: Final = AgentSpec(
    id="flat_search_plain",
    version="1",
    summary="Tries every action in random games, in plain Python.",
    factory="flat_monte_carlo.plain:FlatMonteCarlo",
    parameters=FlatParameters,
)
COMPILED: Final = AgentSpec(
    id="flat_search",
    version="1",
    summary="Tries every action in random games.",
    factory="flat_monte_carlo.compiled:CompiledFlatMonteCarlo",
    parameters=FlatParameters,
)


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register both agents."""
    for spec in (PLAIN, COMPILED):
        register(spec)

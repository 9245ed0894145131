"""What this distribution gives to Palaestra.

This module is imported whenever Palaestra lists its plugins. It imports descriptors only: the code of the game and of
the agent is named by strings and imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from palaestra import AgentSpec, GameSpec, Knob, hookimpl, parameter

LAST_STONE: Final = GameSpec(
    id="last_stone",
    version="1",
    summary="Take stones from one heap; who takes the last one wins.",
    factory="palaestra_template.game:GAME",
    # Knobs are options of the game, the same for both seats. The type of the default is the type of the knob.
    knobs=(
        Knob("stones", 12, "stones in the heap at the start", minimum=1, maximum=100),
        Knob("most", 3, "the most stones that may be taken at once", minimum=1, maximum=10),
    ),
)


@dataclass(frozen=True)
class CounterParameters:
    """What a tournament file may say of the agent: ``parameters = { mistakes = 0.3 }``."""

    mistakes: float = parameter(0.0, "share of moves made at random", minimum=0.0, maximum=1.0)


STONE_COUNTER: Final = AgentSpec(
    id="stone_counter",
    version="1",
    summary="Leaves a heap from which nobody can win, if there is one.",
    factory="palaestra_template.agent:StoneCounter",
    games=("last_stone",),  # an agent for any game with a kernel leaves this out
    parameters=CounterParameters,
)


@hookimpl
def register_games(register: Callable[[GameSpec], None]) -> None:
    """Register the game."""
    register(LAST_STONE)


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the agent."""
    register(STONE_COUNTER)

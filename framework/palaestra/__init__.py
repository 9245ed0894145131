"""Palaestra: where game-playing agents train and compete.

The names below are imported when they are first used, so that ``import palaestra`` stays light.
"""

from __future__ import annotations

import importlib
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from palaestra.agent import Agent, Clock, CompiledPolicy, Explanation, PolicyAgent, View, load_agent
    from palaestra.game import Game, GameDefinition, State, load_game
    from palaestra.hookspecs import hookimpl
    from palaestra.record import GameRecord
    from palaestra.referee.play import play_game
    from palaestra.spec import AgentSpec, CommandSpec, GameSpec, Knob, parameter
    from palaestra.tournament.run import run_tournament

__version__ = version("palaestra")

_HOMES = {
    "Agent": "agent",
    "AgentSpec": "spec",
    "Clock": "agent",
    "CommandSpec": "spec",
    "CompiledPolicy": "agent",
    "Explanation": "agent",
    "Game": "game",
    "GameDefinition": "game",
    "GameRecord": "record",
    "GameSpec": "spec",
    "Knob": "spec",
    "PolicyAgent": "agent",
    "State": "game",
    "View": "agent",
    "hookimpl": "hookspecs",
    "load_agent": "agent",
    "load_game": "game",
    "parameter": "spec",
    "play_game": "referee.play",
    "run_tournament": "tournament.run",
}

__all__ = [
    "Agent",
    "AgentSpec",
    "Clock",
    "CommandSpec",
    "CompiledPolicy",
    "Explanation",
    "Game",
    "GameDefinition",
    "GameRecord",
    "GameSpec",
    "Knob",
    "PolicyAgent",
    "State",
    "View",
    "hookimpl",
    "load_agent",
    "load_game",
    "parameter",
    "play_game",
    "run_tournament",
]


def __getattr__(name: str) -> Any:
    """Import a public name from its home at first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'palaestra' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"palaestra.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, those that are not imported yet included."""
    return __all__

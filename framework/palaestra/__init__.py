"""Palaestra: where game-playing agents train and compete.

These are the names for scripts and plugins; docs/api.md says what each is for. They are imported when they are first
used, so that ``import palaestra`` stays light.
"""

from __future__ import annotations

import importlib
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from palaestra.agent import (
        Agent,
        AgentRng,
        Clock,
        CompiledPolicy,
        Explanation,
        PolicyAgent,
        View,
        build_agent,
        compiled_policy,
        load_agent,
        load_policy,
        new_rng,
    )
    from palaestra.compiler import JIT_ENABLED, copy, jit
    from palaestra.errors import (
        ActionError,
        GameError,
        InterruptedRun,
        InvalidValueError,
        JitError,
        PalaestraError,
        PluginError,
        PositionError,
        SpecChangedError,
        SpecError,
        StoreError,
        UnfinishedRun,
        UnknownNameError,
        UserError,
        WorkerError,
    )
    from palaestra.game import GameDefinition, KernelGame, KernelState, build_game, has_kernel, load_game
    from palaestra.kernel import (
        FEATURES,
        KERNEL,
        POLICY,
        RETURNS,
        STATE,
        WRAPPED_POLICY,
        FeatureArray,
        FloatArray,
        IntArray,
        Kernel,
        Rules,
        Sizes,
        determinize_open,
        hash_state,
        observe_open,
        play_out,
        reseed,
        rule,
    )
    from palaestra.kernel.rng import random_below, random_int64, random_unit, seed_rng, shuffle, wrapping
    from palaestra.plugins import installed_plugins
    from palaestra.plugins.hookspecs import hookimpl
    from palaestra.presentation import Drawing, Notation, TableDrawing
    from palaestra.protocols import Game, State
    from palaestra.record import GameRecord
    from palaestra.referee.play import play_game
    from palaestra.spec import (
        AgentSpec,
        CommandSpec,
        GameSpec,
        InnerAgent,
        Knob,
        Knobs,
        NoParameters,
        load_object,
        parameter,
    )
    from palaestra.tournament.run import run_tournament

__version__ = version("palaestra")

_HOMES = {
    "palaestra.agent": (
        "Agent AgentRng Clock CompiledPolicy Explanation PolicyAgent View build_agent compiled_policy "
        "load_agent load_policy new_rng"
    ),
    "palaestra.compiler": "JIT_ENABLED copy jit",
    "palaestra.errors": (
        "ActionError GameError InterruptedRun InvalidValueError JitError PalaestraError PluginError "
        "PositionError SpecChangedError SpecError StoreError UnfinishedRun UnknownNameError UserError "
        "WorkerError"
    ),
    "palaestra.game": "GameDefinition KernelGame KernelState build_game has_kernel load_game",
    "palaestra.kernel": (
        "FEATURES KERNEL POLICY RETURNS STATE WRAPPED_POLICY FeatureArray FloatArray IntArray Kernel Rules "
        "Sizes determinize_open hash_state observe_open play_out reseed rule"
    ),
    "palaestra.kernel.rng": "random_below random_int64 random_unit seed_rng shuffle wrapping",
    "palaestra.plugins": "installed_plugins",
    "palaestra.plugins.hookspecs": "hookimpl",
    "palaestra.presentation": "Drawing Notation TableDrawing",
    "palaestra.protocols": "Game State",
    "palaestra.record": "GameRecord",
    "palaestra.referee.play": "play_game",
    "palaestra.spec": "AgentSpec CommandSpec GameSpec InnerAgent Knob Knobs NoParameters load_object parameter",
    "palaestra.tournament.run": "run_tournament",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "FEATURES",
    "JIT_ENABLED",
    "KERNEL",
    "POLICY",
    "RETURNS",
    "STATE",
    "WRAPPED_POLICY",
    "ActionError",
    "Agent",
    "AgentRng",
    "AgentSpec",
    "Clock",
    "CommandSpec",
    "CompiledPolicy",
    "Drawing",
    "Explanation",
    "FeatureArray",
    "FloatArray",
    "Game",
    "GameDefinition",
    "GameError",
    "GameRecord",
    "GameSpec",
    "InnerAgent",
    "IntArray",
    "InterruptedRun",
    "InvalidValueError",
    "JitError",
    "Kernel",
    "KernelGame",
    "KernelState",
    "Knob",
    "Knobs",
    "NoParameters",
    "Notation",
    "PalaestraError",
    "PluginError",
    "PolicyAgent",
    "PositionError",
    "Rules",
    "Sizes",
    "SpecChangedError",
    "SpecError",
    "State",
    "StoreError",
    "TableDrawing",
    "UnfinishedRun",
    "UnknownNameError",
    "UserError",
    "View",
    "WorkerError",
    "build_agent",
    "build_game",
    "compiled_policy",
    "copy",
    "determinize_open",
    "has_kernel",
    "hash_state",
    "hookimpl",
    "installed_plugins",
    "jit",
    "load_agent",
    "load_game",
    "load_object",
    "load_policy",
    "new_rng",
    "observe_open",
    "parameter",
    "play_game",
    "play_out",
    "random_below",
    "random_int64",
    "random_unit",
    "reseed",
    "rule",
    "run_tournament",
    "seed_rng",
    "shuffle",
    "wrapping",
]


def __getattr__(name: str) -> Any:
    """Import a public name from its home at first use."""
    if name not in _HOME:
        raise AttributeError(f"module 'palaestra' has no attribute '{name}'")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, those that are not imported yet included."""
    return __all__

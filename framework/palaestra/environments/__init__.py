"""Games for learners: one as a PettingZoo environment, many side by side, and rewards on the way."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from palaestra.environments.pettingzoo import aec_env
    from palaestra.environments.shaping import Shaping
    from palaestra.environments.vector import Batch, VectorGames

_HOMES = {"Batch": "vector", "Shaping": "shaping", "VectorGames": "vector", "aec_env": "pettingzoo"}

__all__ = ["Batch", "Shaping", "VectorGames", "aec_env"]


def __getattr__(name: str) -> Any:
    """Import a public name from its home at first use: PettingZoo is an extra."""
    if name not in _HOMES:
        raise AttributeError(f"module 'palaestra.environments' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"palaestra.environments.{_HOMES[name]}"), name)
    globals()[name] = value
    return value

"""Which distributions' agents run in the worker's own process if a tournament file does not say."""

from __future__ import annotations

import os
import sys
from typing import Final

from packaging.utils import canonicalize_name

from palaestra.limits import IsolationLevel

TRUST_VARIABLE: Final = "PALAESTRA_TRUST"
"""Environment: names of further trusted distributions with commas between, or ``*`` for all."""

OURS: Final = frozenset(
    {
        "palaestra",
        "palaestra-boardgames",
        "palaestra-search",
        "palaestra-rummy",
        "palaestra-hearthstone",
        "palaestra-learning",
    }
)


def trusted(distribution: str) -> bool:
    """Return whether the user trusts a distribution: the framework's, those that they named, and undistributed code.

    If several are given with commas between, as for an agent that plays by another, all must be trusted.
    """
    named = _names(os.environ.get(TRUST_VARIABLE, ""))
    return "*" in named or _names(distribution) <= OURS | named


def _names(text: str) -> set[str]:
    return {canonicalize_name(name.strip()) for name in text.split(",") if name.strip()}


def default_level(distribution: str) -> IsolationLevel:
    """Return the isolation of agents of a distribution where the tournament file names none."""
    return "none" if trusted(distribution) or sys.platform == "win32" else "process"

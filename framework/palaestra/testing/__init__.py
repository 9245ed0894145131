"""The conformance kit: what authors of games and agents run on their own plugins.

::

    from palaestra.testing import check_agent, check_game

    def test_game_keeps_the_laws():
        check_game("kalah")

    def test_agent_keeps_the_laws():
        check_agent("uct", "kalah")

Fake agents are in :mod:`palaestra.testing.fakes` and :mod:`palaestra.testing.policies`, tiny games in
:mod:`palaestra.testing.games`. Names are imported when they are first used, so that ``import palaestra.testing``
stays light.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from palaestra.perft import divide, perft
    from palaestra.testing.agent_check import check_agent
    from palaestra.testing.conformance import CheckReport, ConformanceError
    from palaestra.testing.game_check import check_game
    from palaestra.testing.plain_python import check_plain_python
    from palaestra.testing.playthrough import check_playthrough, random_playthrough
    from palaestra.testing.secrecy import check_secrecy
    from palaestra.testing.twin import Reference, compare_with_reference

_HOMES = {
    "CheckReport": "testing.conformance",
    "ConformanceError": "testing.conformance",
    "Reference": "testing.twin",
    "check_agent": "testing.agent_check",
    "check_game": "testing.game_check",
    "check_plain_python": "testing.plain_python",
    "check_playthrough": "testing.playthrough",
    "check_secrecy": "testing.secrecy",
    "compare_with_reference": "testing.twin",
    "divide": "perft",
    "perft": "perft",
    "random_playthrough": "testing.playthrough",
}

__all__ = [
    "CheckReport",
    "ConformanceError",
    "Reference",
    "check_agent",
    "check_game",
    "check_plain_python",
    "check_playthrough",
    "check_secrecy",
    "compare_with_reference",
    "divide",
    "perft",
    "random_playthrough",
]


def __getattr__(name: str) -> Any:
    """Import a public name from its home at first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'palaestra.testing' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"palaestra.{_HOMES[name]}"), name)
    globals()[name] = value
    return value

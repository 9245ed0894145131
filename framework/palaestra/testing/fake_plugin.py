"""A plugin of the test games and the fake agents, for tests that need installed plugins."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Final

from palaestra.isolation.program import EXTERNAL
from palaestra.plugins import Plugins, load_plugins
from palaestra.plugins.hookspecs import ENTRY_POINT_GROUP, hookimpl
from palaestra.spec import AgentSpec, GameSpec
from palaestra.testing import fakes, policies
from palaestra.testing.games import TEST_GAMES
from palaestra.testing.misbehaving import GALLERY
from palaestra.testing.misbehaving.stranger import STRANGER

ENTRY_POINT: Final = EntryPoint("fakes", "palaestra.testing.fake_plugin", ENTRY_POINT_GROUP)


@hookimpl
def register_games(register: Callable[[GameSpec], None]) -> None:
    """Register the test games."""
    for game in TEST_GAMES:
        register(game)


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the fakes, honest and misbehaving, interpreted and compiled, and external programs."""
    for agent in (
        EXTERNAL,
        *fakes.HONEST,
        *fakes.MISBEHAVING,
        *(fake.spec for fake in GALLERY),
        STRANGER,
        policies.COMPILED_FIRST,
        policies.COMPILED_UNIFORM,
        policies.COMPILED_BAD,
    ):
        register(agent)


def fake_plugins() -> Plugins:
    """Return a plugin manager that knows the test games and the fakes, and nothing else."""
    return load_plugins([ENTRY_POINT])

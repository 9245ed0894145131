"""The whole extension API: the hooks a plugin may implement.

A plugin is a distribution with an entry point in the group ``palaestra``. It names one descriptor, or a module (or an
object) with some of these hooks, each marked with :data:`hookimpl`::

    # pyproject.toml
    [project.entry-points.palaestra]
    my_game = "my_game:SPEC"            # one GameSpec, AgentSpec or CommandSpec
    my_plugin = "my_package.plugin"     # a module with hooks

Each hook receives a ``register`` callable and gives it descriptors (:mod:`palaestra.spec`) that name code by
strings, so that listing plugins imports nothing heavy. A distribution declares which versions of Palaestra it works
with by its ordinary dependency, for example ``palaestra>=0.1,<0.2``; that range is checked before the plugin is
imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pluggy

from palaestra.spec import AgentSpec, CommandSpec, GameSpec

ENTRY_POINT_GROUP: Final = "palaestra"

hookspec: Final = pluggy.HookspecMarker("palaestra")
hookimpl: Final = pluggy.HookimplMarker("palaestra")


class Hooks:
    """The hooks."""

    @hookspec
    def register_games(self, register: Callable[[GameSpec], None]) -> None:
        """Call ``register(GameSpec(...))`` once for each game."""

    @hookspec
    def register_agents(self, register: Callable[[AgentSpec], None]) -> None:
        """Call ``register(AgentSpec(...))`` once for each agent."""

    @hookspec
    def register_commands(self, register: Callable[[CommandSpec], None]) -> None:
        """Call ``register(CommandSpec(...))`` once for each command added to ``palaestra``."""

    @hookspec
    def register_standings(self, register: Callable[[str], None]) -> None:
        """Call ``register("module:attribute")`` of a function ``(db, tournament, console) -> None``.

        ``palaestra run`` calls it at the end, to print the standings of the tournament that it played.
        """

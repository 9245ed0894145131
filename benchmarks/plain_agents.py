"""`palaestra` with one more agent, that has only Python: ``python benchmarks/plain_agents.py run SPEC.toml``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from palaestra import AgentSpec, hookimpl
from palaestra.cli.main import main
from palaestra.plugins import Plugins, load_plugins
from palaestra.plugins.hookspecs import ENTRY_POINT_GROUP
from palaestra.tournament.forking import keep_to_one_thread

if TYPE_CHECKING:
    import numpy as np

    from palaestra import Game, View


class PlainRandom:
    """Plays uniformly at random, without a compiled policy."""

    def __init__(self, game: Game, parameters: Any, rng: np.random.Generator) -> None:  # noqa: ARG002
        self._rng = rng

    def act(self, view: View) -> int:
        """Return a random legal action."""
        return view.legal_actions[int(self._rng.integers(len(view.legal_actions)))]


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the agent."""
    register(AgentSpec("plain_random", "1", "Random, in Python.", "plain_agents:PlainRandom"))


def plugins_with_plain_agents() -> Plugins:
    """Return the installed plugins and this one."""
    own = EntryPoint("plain", "plain_agents", ENTRY_POINT_GROUP)
    return load_plugins([*entry_points(group=ENTRY_POINT_GROUP), own])


if __name__ == "__main__":
    import palaestra.cli.run as command

    found = plugins_with_plain_agents()
    command.installed_plugins = lambda: found
    keep_to_one_thread()  # as the command does, before numpy is imported
    import palaestra.tournament.run as runner

    runner.installed_plugins = lambda: found
    sys.exit(main())

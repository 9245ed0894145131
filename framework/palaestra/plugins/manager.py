"""The plugin manager: which games, agents and commands are installed, and what is wrong with the others.

Plugins are found by their entry points in the group ``palaestra`` (see :mod:`palaestra.plugins.hookspecs`) and loaded
one by one, so that a broken one is reported and stops nothing. If two plugins claim one name, neither is found by
it; both are found as ``distribution:name``, a form that works for every name.

Environment: ``PALAESTRA_PLUGINS=a,b`` loads only the plugins with these entry point names, none if it is empty.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from importlib.metadata import EntryPoint
from typing import Generic, TypeVar

from packaging.utils import canonicalize_name

from palaestra.errors import PluginError, UnknownNameError, UserError
from palaestra.plugins.distributions import plugin_entry_points
from palaestra.plugins.loader import (
    ALLOW_VARIABLE,
    CORE,
    Descriptor,
    Plugin,
    PluginState,
    identify,
    load_plugin,
    name_of,
)
from palaestra.plugins.source_hash import source_hash
from palaestra.record import Provenance, TournamentRecord
from palaestra.spec import AgentSpec, CommandSpec, GameSpec
from palaestra.version import installed_version

_Spec = TypeVar("_Spec", bound=Descriptor)


@dataclass(frozen=True, slots=True)
class PluginStatus:
    """One line of ``palaestra plugins``.

    Attributes:
        distribution: name of the installed distribution.
        version: its version.
        entry_point: name of its entry point.
        status: ``"ok"``, ``"broken"``, ``"incompatible"`` or ``"disabled"``.
        reason: why it is not ok; for one that is, what is odd about it (a name that another plugin claims too).
        games: names of its games.
        agents: names of its agents.
        commands: names of its commands.
    """

    distribution: str
    version: str
    entry_point: str
    status: PluginState
    reason: str
    games: tuple[str, ...]
    agents: tuple[str, ...]
    commands: tuple[str, ...]


class _Names(Generic[_Spec]):
    """The names of one type of descriptor, and the distributions that claim each."""

    def __init__(self, kind: str, plugins: Iterable[Plugin], read: Callable[[Plugin], Iterable[_Spec]]) -> None:
        self.kind = kind
        self._claims: dict[str, dict[str, _Spec]] = {}
        self._hint = _unusable(plugins)
        for plugin in plugins:
            for spec in read(plugin):
                self._claims.setdefault(name_of(spec), {})[plugin.distribution] = spec

    def answering(self) -> list[_Spec]:
        """Return the descriptors that can be found by their plain names, sorted by name."""
        return [next(iter(claim.values())) for _, claim in sorted(self._claims.items()) if len(claim) == 1]

    def clashes(self) -> Mapping[str, Collection[str]]:
        """Return the names that several distributions claim, with these."""
        return {name: claim.keys() for name, claim in self._claims.items() if len(claim) > 1}

    def find(self, name: str) -> _Spec:
        """Return the descriptor called `name`, plain or as ``distribution:name``."""
        distribution, _, plain = name.rpartition(":")
        claim = self._claims.get(plain, {})
        if distribution:
            wanted = canonicalize_name(distribution)
            claim = {owner: spec for owner, spec in claim.items() if canonicalize_name(owner) == wanted}
        if not claim:
            raise UnknownNameError(self.kind, name, self._known(), self._hint)
        if len(claim) > 1:
            raise UserError(f"{self.kind} '{name}' is {_claimed(plain, claim)}")
        return next(iter(claim.values()))

    def owner(self, spec: _Spec) -> str:
        """Return the distribution that registered `spec`; empty if none did."""
        claims = self._claims.get(name_of(spec), {}).items()
        same = [owner for owner, registered in claims if registered is spec]
        equal = [owner for owner, registered in claims if registered == spec]  # such as a copy sent to a worker
        return next(iter(same + equal), "")

    def _known(self) -> Iterator[str]:
        for name, claim in self._claims.items():
            yield from (name,) if len(claim) == 1 else (f"{owner}:{name}" for owner in claim)


def _unusable(plugins: Iterable[Plugin]) -> str:
    """Return a hint at broken plugins that might have provided what is not found."""
    unusable = [plugin for plugin in plugins if plugin.state != "ok"]
    states = [f"'{plugin.entry_point or plugin.distribution}' is {plugin.state}" for plugin in unusable]
    if len(unusable) == 1:
        return f"; plugin {states[0]}: {'; '.join(unusable[0].notes)}"
    return f"; plugins {', '.join(states)} (`palaestra plugins` says why)" if states else ""


def _claimed(name: str, owners: Iterable[str]) -> str:
    owners = sorted(owners)
    choices = " or ".join(f"'{owner}:{name}'" for owner in owners)
    return f"claimed by {' and '.join(owners)}; write {choices}"


class Plugins:
    """What a set of plugins provides, by name.

    Tests build their own: ``Plugins([Plugin("my-games", "1", "games", games=(SPEC,))])``.
    """

    def __init__(self, plugins: Sequence[Plugin]) -> None:
        self._plugins = tuple(plugins)
        self._games = _Names("game", plugins, lambda plugin: plugin.games)
        self._agents = _Names("agent", plugins, lambda plugin: plugin.agents)
        self._commands = _Names("command", plugins, lambda plugin: plugin.commands)

    def games(self) -> list[GameSpec]:
        """Return the games that can be found by their plain ids, sorted by id."""
        return self._games.answering()

    def agents(self) -> list[AgentSpec]:
        """Return the agents that can be found by their plain ids, sorted by id."""
        return self._agents.answering()

    def commands(self) -> list[CommandSpec]:
        """Return the commands that plugins add, sorted by name."""
        return self._commands.answering()

    def standings(self) -> list[str]:
        """Return ``"module:attribute"`` of the functions that print the standings of a played tournament."""
        return [reference for plugin in self._plugins for reference in plugin.standings]

    def game(self, name: str) -> GameSpec:
        """Return the descriptor of a game, by its id or as ``distribution:id``.

        Raises:
            UnknownNameError: no such game.
            UserError: several plugins claim this id.
        """
        return self._games.find(name)

    def stored_game(self, tournament: TournamentRecord) -> GameSpec:
        """Return the descriptor of the game that a stored tournament was played with.

        Raises:
            UnknownNameError: no plugin provides it.
            PluginError: it is another version.
            UserError: several plugins claim its id, and none is of the distribution it was played with.
        """
        try:
            spec = self.game(f"{tournament.provenance.distribution}:{tournament.game}")
        except UnknownNameError:
            spec = self.game(tournament.game)
        if spec.version != tournament.version:
            raise PluginError(
                f"game '{spec.id}' is version {spec.version} here; tournament '{tournament.name}' was played with "
                f"version {tournament.version}"
            )
        return spec

    def agent(self, name: str) -> AgentSpec:
        """Return the descriptor of an agent, by its id or as ``distribution:id``.

        Raises:
            UnknownNameError: no such agent.
            UserError: several plugins claim this id.
        """
        return self._agents.find(name)

    def command(self, name: str) -> CommandSpec:
        """Return a command that a plugin adds, by its name or as ``distribution:name``.

        Raises:
            UnknownNameError: no such command.
            UserError: several plugins claim this name.
        """
        return self._commands.find(name)

    def statuses(self) -> list[PluginStatus]:
        """Return the state of every installed plugin, sorted by distribution."""
        return [
            PluginStatus(
                plugin.distribution,
                plugin.version,
                plugin.entry_point,
                plugin.state,
                "; ".join([*plugin.notes, *self._clash_notes(plugin)]),
                tuple(map(name_of, plugin.games)),
                tuple(map(name_of, plugin.agents)),
                tuple(map(name_of, plugin.commands)),
            )
            for plugin in self._plugins
        ]

    def clashes(self) -> list[str]:
        """Return one line for every name that several plugins claim."""
        return [
            f"{names.kind} '{name}' is {_claimed(name, owners)}"
            for names in (self._games, self._agents, self._commands)
            for name, owners in sorted(names.clashes().items())
        ]

    def provenance(self, spec: GameSpec | AgentSpec, inner: AgentSpec | None = None) -> Provenance:
        """Return where the code of a game or an agent comes from, without importing it.

        Where the agent `inner` that it plays by is of another distribution, that of both, with commas between.
        """
        own, other = self._provenance(spec), None if inner is None else self._provenance(inner)
        if other is None or other == own:
            return own
        return Provenance(*(", ".join(filter(None, pair)) for pair in zip(astuple(own), astuple(other), strict=True)))

    def _provenance(self, spec: GameSpec | AgentSpec) -> Provenance:
        owner = self._games.owner(spec) if isinstance(spec, GameSpec) else self._agents.owner(spec)
        version = next((plugin.version for plugin in self._plugins if plugin.distribution == owner), "")
        return Provenance(owner, version, source_hash(spec.factory.partition(":")[0].partition(".")[0]))

    def _clash_notes(self, plugin: Plugin) -> Iterator[str]:
        """Yield a note for every name of `plugin` that another one claims too."""
        for names, specs in (
            (self._games, plugin.games),
            (self._agents, plugin.agents),
            (self._commands, plugin.commands),
        ):
            clashes = names.clashes()
            for name in map(name_of, specs):
                if name in clashes:
                    yield f"{names.kind} '{name}' is {_claimed(name, clashes[name])}"


def load_plugins(
    entry_points: Iterable[EntryPoint] | None = None,
    *,
    allowed: Collection[str] | None = None,
    core_version: str | None = None,
) -> Plugins:
    """Load plugins one by one.

    Args:
        entry_points: the plugins' entry points; default: all that are installed.
        allowed: names of the entry points to load; None = all.
        core_version: what the plugins' requirements are compared with; default: the installed version.
    """
    plugins: list[Plugin] = []
    if entry_points is None:
        entry_points, unreadable = plugin_entry_points()
        plugins = [Plugin(each.name, each.version, "", "broken", (each.reason,)) for each in unreadable]
    version = core_version or installed_version(CORE)
    found = sorted(entry_points, key=lambda point: (identify(point).distribution, point.name))
    for point in found:
        if allowed is not None and point.name not in allowed:
            plugins.append(identify(point).refused("disabled", f"{ALLOW_VARIABLE} does not name it"))
        else:
            plugins.append(_without_doubles(load_plugin(point, version), plugins))
    for name in sorted(set(allowed or ()) - {point.name for point in found}):
        plugins.append(Plugin("", "", name, "broken", (f"{ALLOW_VARIABLE} names it; no installed plugin does",)))
    return Plugins(plugins)


def _without_doubles(plugin: Plugin, earlier: Iterable[Plugin]) -> Plugin:
    """Refuse a plugin that repeats a name of another entry point of its own distribution."""
    for other in earlier:
        if other.distribution != plugin.distribution:
            continue
        for kind in ("games", "agents", "commands"):
            for name in map(name_of, getattr(plugin, kind)):
                if name in map(name_of, getattr(other, kind)):
                    reason = f"'{name}' in its {kind} is registered by entry point '{other.entry_point}' as well"
                    return plugin.refused("broken", reason)
    return plugin


@cache
def installed_plugins() -> Plugins:
    """Return the installed plugins, loaded once in a process."""
    chosen = os.environ.get(ALLOW_VARIABLE)
    return load_plugins(
        allowed=None if chosen is None else [name.strip() for name in chosen.split(",") if name.strip()]
    )

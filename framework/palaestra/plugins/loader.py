"""Loading one plugin by itself: whatever it does wrong becomes its status, and nothing of it stays registered."""

from __future__ import annotations

import contextlib
import dataclasses
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, TypeVar

import pluggy
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from palaestra.plugins.hookspecs import Hooks
from palaestra.spec import AgentSpec, CommandSpec, GameSpec

PluginState = Literal["ok", "broken", "incompatible", "disabled"]
Descriptor = GameSpec | AgentSpec | CommandSpec

CORE: Final = "palaestra"

ALLOW_VARIABLE: Final = "PALAESTRA_PLUGINS"
"""Environment: names of the entry points of the plugins to load, with commas between."""

SLOW_SECONDS: Final = 10.0
"""After so many seconds a message says which plugin is being loaded."""

_Kind = TypeVar("_Kind")

_ID: Final = re.compile(r"[a-z][a-z0-9_]*")
_COMMAND_NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")
_REFERENCE: Final = re.compile(r"[\w.]+:\w+")


@dataclass(frozen=True, slots=True)
class Plugin:
    """An installed plugin, as far as it could be loaded.

    Attributes:
        distribution: name of the installed distribution.
        version: its version.
        entry_point: name of its entry point in the group ``palaestra``.
        state: ``"ok"``, ``"broken"``, ``"incompatible"`` (asks for another version of Palaestra) or ``"disabled"``.
        notes: why it is not ok, or what is odd about it, one line each.
        games: what it registered; empty unless it is ok.
        agents: what it registered.
        commands: what it registered.
        standings: ``"module:attribute"`` strings that it registered.
    """

    distribution: str
    version: str
    entry_point: str
    state: PluginState = "ok"
    notes: tuple[str, ...] = ()
    games: tuple[GameSpec, ...] = ()
    agents: tuple[AgentSpec, ...] = ()
    commands: tuple[CommandSpec, ...] = ()
    standings: tuple[str, ...] = ()

    def refused(self, state: PluginState, reason: str) -> Plugin:
        """Return this plugin with nothing registered, for one reason."""
        return Plugin(self.distribution, self.version, self.entry_point, state, (reason,))


def identify(entry_point: EntryPoint) -> Plugin:
    """Return the plugin of an entry point with nothing loaded yet."""
    distribution: Distribution | None = entry_point.dist
    if distribution is None:
        return Plugin("", "", entry_point.name)
    return Plugin(distribution.name, distribution.version, entry_point.name)


def load_plugin(entry_point: EntryPoint, core_version: str) -> Plugin:
    """Import the plugin of an entry point and collect what it registers; its errors are noted, not raised."""
    plugin = identify(entry_point)
    try:
        if misfit := _misfit(entry_point, core_version):
            return plugin.refused("incompatible", misfit)
        # What a plugin prints while it is imported must not end up in the output of a command.
        with contextlib.redirect_stdout(sys.stderr), _reported_if_slow(plugin):
            return _collect(plugin, entry_point.load())
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return plugin.refused("broken", f"{describe(error)}{_place(error, entry_point.value)}")


@contextlib.contextmanager
def _reported_if_slow(plugin: Plugin) -> Iterator[None]:
    """Report on stderr a plugin whose import does not end: only the user can end it."""
    message = (
        f"plugin '{plugin.entry_point}' of {plugin.distribution} {plugin.version} is still being loaded after "
        f"{SLOW_SECONDS:g} s; Ctrl-C gives up, and {ALLOW_VARIABLE}=name,name "
        "loads only those that it names"
    )
    timer = threading.Timer(SLOW_SECONDS, lambda: print(message, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _misfit(entry_point: EntryPoint, core_version: str) -> str:
    """Return why the distribution's own requirement forbids this version of the core; empty if it does not."""
    for line in (entry_point.dist.requires if entry_point.dist else None) or ():
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        if canonicalize_name(requirement.name) != CORE:
            continue
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        if not requirement.specifier.contains(core_version, prereleases=True):
            return f"needs {CORE}{requirement.specifier}, installed is {core_version}"
    return ""


def describe(error: BaseException) -> str:
    """Return an exception as one line."""
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _place(error: BaseException, target: str) -> str:
    """Return the innermost line of the plugin's own package that was executed when it failed, in parentheses."""
    package = target.partition(":")[0].partition(".")[0]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if package in (Path(frame.filename).stem, *Path(frame.filename).parent.parts)]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


def _collect(plugin: Plugin, implementation: object) -> Plugin:
    """Return a loaded plugin with what it registers: itself, if it is a descriptor, or what its hooks register."""
    problems: list[str] = []
    games: list[GameSpec] = []
    agents: list[AgentSpec] = []
    commands: list[CommandSpec] = []
    standings: list[str] = []
    register: dict[type, Callable[[object], None]] = {
        GameSpec: _collector("register_games", GameSpec, games, problems),
        AgentSpec: _collector("register_agents", AgentSpec, agents, problems),
        CommandSpec: _collector("register_commands", CommandSpec, commands, problems),
    }
    notes: list[str] = []
    if isinstance(implementation, Descriptor):
        next(take for kind, take in register.items() if isinstance(implementation, kind))(implementation)
    else:
        # A manager of its own: whatever the plugin does, it leaves nothing behind.
        manager = pluggy.PluginManager(CORE)
        manager.add_hookspecs(Hooks)
        manager.register(implementation, plugin.entry_point)
        if flaws := [*_unmarked_hooks(implementation, manager), *_hooks_without_register(implementation, manager)]:
            return plugin.refused("broken", "; ".join(flaws))
        notes += [
            f"hook '{caller.name}' is unknown to {CORE} and was not called"
            for caller in manager.get_hookcallers(implementation) or ()
            if not caller.has_spec()
        ]
        manager.hook.register_games(register=register[GameSpec])
        manager.hook.register_agents(register=register[AgentSpec])
        manager.hook.register_commands(register=register[CommandSpec])
        manager.hook.register_standings(register=_collector("register_standings", str, standings, problems))
    if problems:
        return plugin.refused("broken", "; ".join(problems))
    if not (games or agents or commands or standings):
        notes.append("registers nothing")
    return dataclasses.replace(
        plugin,
        notes=tuple(notes),
        games=tuple(games),
        agents=tuple(agents),
        commands=tuple(commands),
        standings=tuple(standings),
    )


HOOKS: Final = tuple(name for name in vars(Hooks) if name.startswith("register_"))


def _unmarked_hooks(implementation: object, manager: pluggy.PluginManager) -> Iterator[str]:
    """Yield the functions that are meant as hooks and would not be called."""
    called = {caller.name for caller in manager.get_hookcallers(implementation) or ()}
    unmarked = [name for name in HOOKS if name not in called and callable(getattr(implementation, name, None))]
    yield from (f"function '{name}' is not marked with @hookimpl and was not called" for name in unmarked)
    if not called and not unmarked:
        what = f"module '{implementation.__name__}'" if isinstance(implementation, ModuleType) else repr(implementation)
        yield f"{what} is no descriptor and has no hook; expected one of {', '.join(HOOKS)}, marked with @hookimpl"


def _hooks_without_register(implementation: object, manager: pluggy.PluginManager) -> Iterator[str]:
    """Yield the hooks that do not take the argument ``register``, which they must call."""
    for caller in manager.get_hookcallers(implementation) or ():
        for hook in caller.get_hookimpls():
            if caller.has_spec() and "register" not in hook.argnames:
                yield f"hook '{caller.name}' takes no argument 'register'; expected def {caller.name}(register)"


def _collector(hook: str, kind: type[_Kind], into: list[_Kind], problems: list[str]) -> Callable[[object], None]:
    """Return the ``register`` callable of one hook, which notes problems instead of raising them."""

    def register(descriptor: object) -> None:
        if not isinstance(descriptor, kind):
            problems.append(f"{hook} was given {descriptor!r}; expected a {kind.__name__}")
            return
        problems.extend(f"{hook}: {problem}" for problem in _flaws(descriptor))
        if any(name_of(descriptor) == name_of(other) for other in into):
            problems.append(f"{hook} was given '{name_of(descriptor)}' twice")
        into.append(descriptor)

    return register


def name_of(descriptor: object) -> str:
    """Return the name of a descriptor: its id, or the name of a command."""
    if isinstance(descriptor, GameSpec | AgentSpec):
        return descriptor.id
    return descriptor.name if isinstance(descriptor, CommandSpec) else str(descriptor)


def _flaws(descriptor: object) -> Iterator[str]:
    """Yield what would make a descriptor of the right type unusable."""
    if isinstance(descriptor, str):
        yield from _bad_text("a standings function", descriptor, _REFERENCE, "'module:attribute'")
        return
    name = name_of(descriptor)
    if isinstance(descriptor, CommandSpec):
        yield from _bad_text("the name of a command", name, _COMMAND_NAME, "lower case letters, digits, '-' and '_'")
        yield from _bad_text(f"the target of '{name}'", descriptor.target, _REFERENCE, "'module:attribute'")
    elif isinstance(descriptor, GameSpec | AgentSpec):
        yield from _bad_text("an id", name, _ID, "lower case letters, digits and '_'")
        yield from _bad_text(f"the factory of '{name}'", descriptor.factory, _REFERENCE, "'module:attribute'")
        yield from _bad_text(f"the version of '{name}'", descriptor.version, re.compile(r"\S+"), "a text such as '1'")
        if isinstance(descriptor, AgentSpec) and not dataclasses.is_dataclass(descriptor.parameters):
            yield f"the parameters of '{name}' are {descriptor.parameters!r}; expected a frozen dataclass"
        elif isinstance(descriptor, AgentSpec):
            for field in dataclasses.fields(descriptor.parameters):
                if field.default is dataclasses.MISSING:
                    yield f"parameter '{field.name}' of '{name}' has no default; expected a field made by parameter()"


def _bad_text(what: str, value: object, pattern: re.Pattern[str], expected: str) -> Iterator[str]:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        yield f"{what} is {value!r}; expected {expected}"

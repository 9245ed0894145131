"""Descriptors of games, agents and commands, which are read before any of their code is imported.

This module imports the standard library only, so that listing plugins stays light. A ``factory`` or
``target`` is a string ``"package.module:attribute"`` which is imported when it is first needed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from palaestra.errors import InvalidValueError, PalaestraError, PluginError, UnknownNameError, UserError

KnobValue = int | float | str | bool
Knobs = Mapping[str, KnobValue]

LARGEST_WHOLE_FLOAT: Final = 2**53
"""Up to this size every whole number can be represented as a float."""

ANY_KERNEL: Final = "*"
"""In :attr:`AgentSpec.games`: the agent plays any game that has a kernel."""

Need = Literal["perfect_information", "no_chance", "two_players"]
"""What an agent may require of a game: nothing hidden, nothing random after the deal, two seats."""


@dataclass(frozen=True, slots=True)
class Knob:
    """One option of a game, the same for both seats.

    The type of the default is the type of the knob.
    """

    name: str
    default: KnobValue
    help: str
    choices: tuple[KnobValue, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def __post_init__(self) -> None:
        """Check the default itself; raise InvalidValueError if it does not fit."""
        self.check(self.default)

    def check(self, value: object) -> KnobValue:
        """Return `value` if it fits this knob.

        Raises:
            InvalidValueError: a wrong type, or a value outside the choices or the range.
        """
        checked: KnobValue = check_value(
            f"knob '{self.name}'", value, self.default, self.choices, self.minimum, self.maximum
        )
        return checked


@dataclass(frozen=True, slots=True)
class GameSpec:
    """The descriptor of a game.

    Attributes:
        id: snake_case name, unique among the installed games.
        version: raise it when the behaviour of the game changes (not on refactoring); stored with every game.
        summary: one line for lists.
        factory: ``"module:attribute"`` of the :class:`palaestra.game.GameDefinition`.
        players: number of seats.
        information: ``"perfect"`` when every player sees the whole state, else ``"hidden"``.
        chance: whether anything random happens during the game.
        decks: names of the declared set-ups of a seat; the first is the default.
        knobs: options, see :class:`Knob`.
    """

    id: str
    version: str
    summary: str
    factory: str
    players: int = 2
    information: Literal["perfect", "hidden"] = "perfect"
    chance: bool = False
    decks: tuple[str, ...] = ("standard",)
    knobs: tuple[Knob, ...] = ()

    def __post_init__(self) -> None:
        """Check what is one of few values; raise InvalidValueError for another."""
        if self.information not in ("perfect", "hidden"):
            raise InvalidValueError(f"information of game '{self.id}'", self.information, "'perfect' or 'hidden'")

    def resolve_knobs(self, given: Mapping[str, object]) -> dict[str, KnobValue]:
        """Return all knobs in their declared order, `given` ones checked, the others at their defaults.

        Raises:
            UnknownNameError: a knob that this game does not have.
            InvalidValueError: a value that does not fit.
        """
        known = {knob.name: knob for knob in self.knobs}
        for name in given:
            if name not in known:
                raise UnknownNameError(f"knob of {self.id}", name, known, "" if known else "; it has none")
        return {name: knob.check(given[name]) if name in given else knob.default for name, knob in known.items()}


@dataclass(frozen=True, slots=True)
class NoParameters:
    """The parameters of an agent that has none."""


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """The descriptor of an agent.

    Attributes:
        id: snake_case name, unique among the installed agents.
        version: raise it when the agent plays differently; stored with every game.
        summary: one line for lists.
        factory: ``"module:attribute"`` of the class, called as ``factory(game, parameters, rng)``.
        games: ids of the games that it plays, or :data:`ANY_KERNEL`.
        parameters: a frozen dataclass whose fields are made with :func:`parameter`. Where it has a method
            ``check_game(game)``, it is called before anything is played; it raises a UserError for a game that the
            values do not fit.
        needs: further requirements on a game.
    """

    id: str
    version: str
    summary: str
    factory: str
    games: tuple[str, ...] | str = ANY_KERNEL
    parameters: type = NoParameters
    needs: tuple[Need, ...] = ()

    def plays(self, game: GameSpec, has_kernel: bool = True) -> bool:
        """Return whether the agent can play a game."""
        listed = has_kernel if self.games == ANY_KERNEL else game.id in self.games
        return listed and all(_meets(game, need) for need in self.needs)

    def describe_games(self) -> str:
        """Return as text which games the agent plays."""
        listed = "any game with a kernel" if isinstance(self.games, str) else ", ".join(self.games)
        return ", ".join([listed, *(need.replace("_", " ") for need in self.needs)])


def _meets(game: GameSpec, need: Need) -> bool:
    if need == "perfect_information":
        return game.information == "perfect"
    return not game.chance if need == "no_chance" else game.players == 2


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A command that a plugin adds to the ``palaestra`` command line.

    Attributes:
        name: what the user types.
        help: the line shown by ``palaestra --help``.
        target: ``"module:attribute"`` of a function with typer annotations.
    """

    name: str
    help: str
    target: str


def parameter(
    default: Any,
    help: str,
    *,
    choices: tuple[KnobValue, ...] = (),
    minimum: float | None = None,
    maximum: float | None = None,
    file: bool = False,
    agent: bool = False,
) -> Any:
    """Declare a documented field of a parameters dataclass.

    Args:
        default: the value if none is given; ``None`` makes the parameter optional.
        help: one sentence, with units.
        choices: the only values allowed, if not empty.
        minimum: smallest value allowed.
        maximum: largest value allowed.
        file: the value is a path; a tournament identifies it by the content of the file.
        agent: the value is the name of another agent, whose own parameters are given beside it; the agent gets an
            :class:`InnerAgent` in its place. At most one field of a dataclass.
    """
    if default is not None:
        check_value("default of a parameter", default, default, choices, minimum, maximum)
    metadata = {"help": help, "choices": choices, "minimum": minimum, "maximum": maximum, "file": file, "agent": agent}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class InnerAgent:
    """Another agent that an agent wraps, with its parameters."""

    spec: AgentSpec
    parameters: Any


FindAgent = Callable[[str], AgentSpec]
"""Returns the descriptor of a name, as :meth:`palaestra.plugins.Plugins.agent` does."""

ParameterFields = Mapping[str, tuple[AgentSpec, dataclasses.Field[Any]]]
"""By name: each parameter, and the agent that has it."""


def find_inner(spec: AgentSpec, given: Mapping[str, object], find: FindAgent) -> AgentSpec | None:
    """Return the agent that another one wraps with the parameters `given`; None if it wraps none.

    Raises:
        InvalidValueError: a value that is not a name.
        UserError: no such agent, several, or one that wraps another itself.
    """
    declared = _agent_field(spec)
    if declared is None:
        return None
    inner = find(str(_check_parameter(spec, declared, given.get(declared.name, declared.default))))
    if _agent_field(inner) is not None:
        raise UserError(f"agent '{inner.id}' plays by another agent itself; expected one for {spec.id} that does not")
    return inner


def _agent_field(spec: AgentSpec) -> dataclasses.Field[Any] | None:
    return next((declared for declared in dataclasses.fields(spec.parameters) if declared.metadata.get("agent")), None)


def parameter_fields(spec: AgentSpec, given: Mapping[str, object], find: FindAgent) -> ParameterFields:
    """Return all parameters of an agent: its own, and those of the agent that it wraps.

    Raises:
        UserError: see :func:`find_inner`; or both have a parameter of the same name.
    """
    fields = {declared.name: (spec, declared) for declared in dataclasses.fields(spec.parameters)}
    inner = find_inner(spec, given, find)
    if inner is not None:
        for declared in dataclasses.fields(inner.parameters):
            if declared.name in fields:
                raise UserError(
                    f"agent '{inner.id}' has a parameter '{declared.name}' itself, as {spec.id} has; expected an agent "
                    "without"
                )
            fields[declared.name] = (inner, declared)
    return fields


def agents_within(spec: AgentSpec, parameters: Any) -> list[tuple[AgentSpec, Any]]:
    """Return an agent, and the one that it wraps if there is one, with their parameters."""
    declared = _agent_field(spec)
    inner = None if declared is None else getattr(parameters, declared.name)
    return [(spec, parameters)] if inner is None else [(spec, parameters), (inner.spec, inner.parameters)]


def whole_version(spec: AgentSpec, inner: AgentSpec | None) -> str:
    """Return the version of an agent, with that of the one that it wraps: ``"1/3"``."""
    return spec.version if inner is None else f"{spec.version}/{inner.version}"


def build_parameters(spec: AgentSpec, given: Mapping[str, object], find: FindAgent | None = None) -> Any:
    """Return the agent's parameters dataclass made from `given`, every value checked.

    Args:
        spec: the agent.
        given: values by name.
        find: looks up the agent that this one wraps; needed only for such an agent.

    Raises:
        UnknownNameError: a parameter that the agent does not have.
        InvalidValueError: a value that does not fit.
        UserError: see :func:`parameter_fields`.
    """
    find = find or _find_nothing
    fields = parameter_fields(spec, given, find)
    values = {name: check_parameter(spec, fields, name, value) for name, value in given.items()}
    own = {name: value for name, value in values.items() if fields[name][0] is spec}
    declared, inner = _agent_field(spec), find_inner(spec, given, find)
    if declared is not None and inner is not None:
        rest = {name: value for name, value in values.items() if name not in own}
        own[declared.name] = InnerAgent(inner, _make_parameters(inner, rest))
    return _make_parameters(spec, own)


def _find_nothing(name: str) -> AgentSpec:
    raise UnknownNameError("agent", name, ())


def _make_parameters(spec: AgentSpec, values: Mapping[str, object]) -> Any:
    try:
        return spec.parameters(**values)
    except PalaestraError:
        raise
    except Exception as error:  # its own checks, in __post_init__
        raise UserError(f"parameters of {spec.id} do not fit: {error}") from error


def check_parameter(spec: AgentSpec, fields: ParameterFields, name: str, value: object) -> object:
    """Return the value of one parameter, checked alone; combinations of parameters are checked later.

    Raises:
        UnknownNameError: a parameter that the agent does not have.
        InvalidValueError: a value that does not fit.
    """
    if name not in fields:
        raise UnknownNameError(f"parameter of {spec.id}", name, fields, "" if fields else "; it has none")
    return _check_parameter(*fields[name], value)


def _check_parameter(spec: AgentSpec, field: dataclasses.Field[Any], value: object) -> object:
    meta = field.metadata
    checked: object = check_value(
        f"parameter '{field.name}' of {spec.id}",
        value,
        field.default,
        meta.get("choices", ()),
        meta.get("minimum"),
        meta.get("maximum"),
        kind=_optional_kind(field),
    )
    return checked


def _optional_kind(declared: dataclasses.Field[Any]) -> type | None:
    """Return the type of an optional field (``float | None``), read from its annotation."""
    if declared.default is not None:
        return None
    names = str(declared.type).replace("|", " ").split()
    return next((kind for kind in (bool, int, float, str) if kind.__name__ in names), None)


def check_value(
    what: str,
    value: object,
    default: object,
    choices: tuple[KnobValue, ...] = (),
    minimum: float | None = None,
    maximum: float | None = None,
    kind: type | None = None,
) -> Any:
    """Return `value`, an int widened to float where a float is wanted.

    Raises:
        InvalidValueError: a wrong type, or a value outside the choices or the range.
    """
    if choices:
        if value in choices and any(type(value) is type(choice) for choice in choices):
            return value
        raise InvalidValueError(what, value, "one of " + ", ".join(repr(choice) for choice in choices))
    wanted = kind or type(default)
    if value is None and default is None:
        return None
    if wanted is float and type(value) is int and abs(value) <= LARGEST_WHOLE_FLOAT:
        value = float(value)
    if type(value) is not wanted and wanted is not type(None):
        raise InvalidValueError(what, value, _expected(wanted, minimum, maximum))
    if isinstance(value, int | float) and not (
        math.isfinite(value) and (minimum is None or value >= minimum) and (maximum is None or value <= maximum)
    ):
        raise InvalidValueError(what, value, _expected(wanted, minimum, maximum))
    return value


_KIND_NAMES: Final = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def _expected(kind: type, minimum: float | None, maximum: float | None) -> str:
    name = _KIND_NAMES.get(kind, kind.__name__)
    if minimum is not None and maximum is not None:
        return f"{name} from {minimum:g} to {maximum:g}"
    if minimum is not None:
        return f"{name} of at least {minimum:g}"
    if maximum is not None:
        return f"{name} of at most {maximum:g}"
    return name


def load_object(reference: str) -> Any:
    """Import and return what ``"package.module:attribute"`` names.

    Raises:
        PluginError: the module cannot be imported or has no such attribute.
    """
    module_name, _, attribute = reference.partition(":")
    try:
        with contextlib.redirect_stdout(sys.stderr):  # what a module prints on import is not part of the output
            return getattr(importlib.import_module(module_name), attribute)
    except (Exception, SystemExit) as error:
        raise PluginError(f"cannot load '{reference}': {type(error).__name__}: {error}") from error

"""Values of knobs and parameters: what may be written, and how it is read."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any, Final

from palaestra.errors import InvalidValueError, UnknownNameError, UserError, shown
from palaestra.spec import GameSpec, KnobValue

_KINDS: Final = {int: "whole number", float: "number", str: "text", bool: "true or false"}
_BOOLEANS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def describe_values(kind: type, choices: Sequence[KnobValue], minimum: float | None, maximum: float | None) -> str:
    """Return what a value may be, as text: its choices, or its type and range."""
    if choices:
        return " | ".join(map(str, choices))
    name = _KINDS.get(kind, kind.__name__)
    if minimum is not None and maximum is not None:
        return f"{name}, {minimum:g} to {maximum:g}"
    if minimum is not None:
        return f"{name}, at least {minimum:g}"
    return name if maximum is None else f"{name}, at most {maximum:g}"


def parse_knobs(spec: GameSpec, texts: Iterable[str]) -> dict[str, KnobValue]:
    """Return the knobs given as ``key=value`` texts, each read as the type of its default, and checked.

    Raises:
        UserError: a text without ``=``.
        UnknownNameError: a knob that the game does not have.
        InvalidValueError: a value that does not fit.
    """
    known = {knob.name: knob for knob in spec.knobs}
    values: dict[str, KnobValue] = {}
    for text in texts:
        name, separator, value = text.partition("=")
        if not separator:
            raise UserError(f"knob '{text}' has no value; expected KEY=VALUE")
        if name not in known:
            raise UnknownNameError(f"knob of {spec.id}", name, known, "" if known else "; it has none")
        if name in values:
            raise UserError(f"knob '{name}' is given twice; expected once")
        values[name] = known[name].check(_read(name, value, type(known[name].default)))
    return values


def parse_parameters(texts: Iterable[str]) -> dict[str, Any]:
    """Return an agent's parameters given as ``key=value`` texts; a value is read as TOML reads it, else as a text.

    Raises:
        UserError: a text without ``=``, or a parameter that is given twice.
    """
    values: dict[str, Any] = {}
    for text in texts:
        name, separator, value = text.partition("=")
        if not separator:
            raise UserError(f"parameter '{text}' has no value; expected KEY=VALUE")
        if name in values:
            raise UserError(f"parameter '{name}' is given twice; expected once")
        try:
            values[name] = tomllib.loads(f"value = {value}")["value"]
        except ValueError:  # TOMLDecodeError is one; so is a number of thousands of digits
            values[name] = value
    return values


def _read(name: str, text: str, kind: type) -> KnobValue:
    if kind is bool:
        if text.lower() not in _BOOLEANS:
            raise InvalidValueError(f"knob '{name}'", text, "true or false")
        return _BOOLEANS[text.lower()]
    try:
        value: KnobValue = kind(text)
    except ValueError:
        raise InvalidValueError(f"knob '{name}'", text, f"a {_KINDS[kind]}") from None
    return value


def parse_command(text: str) -> tuple[str, ...]:
    """Return a program and its arguments as a shell would split them, without expanding any.

    Raises:
        UserError: a quotation that does not end.
    """
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise UserError(f"command {shown(text)} cannot be read: {error}") from None

"""A misuse of options as one line: the option, its value, what was expected, and where help is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import typer

from palaestra.errors import shown

_EXPECTED: Final = {
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number of fewer digits",
    "float_parsing": "a number",
    "bool_parsing": "true or false",
    "greater_than_equal": "a number of at least {ge}",
    "greater_than": "a number above {gt}",
    "less_than_equal": "a number of at most {le}",
    "less_than": "a number below {lt}",
}
"""What typer's own checks of a value expected, by the type of the problem in its error."""


def usage_message(error: typer.TyperException) -> str:
    """Return what is wrong with a command line."""
    message = error.format_message().rstrip(".")
    if isinstance(error, typer.BadParameter) and (problem := _problem(error)) is not None:
        option = message.removeprefix("Invalid value for ").partition(": ")[0].strip("'")
        message = f"{option} is {shown(problem['input'])}; expected {_expected(problem)}"
    context = getattr(error, "ctx", None)
    return f"{message}; see '{context.command_path} --help'" if context is not None else message


def _problem(error: typer.BadParameter) -> Mapping[str, Any] | None:
    """Return the first problem of the validation error behind a refused value, if there is one."""
    problems = getattr(error.__cause__, "errors", lambda: ())()
    return next(iter(problems), None)


def _expected(problem: Mapping[str, Any]) -> str:
    context = problem.get("ctx", {})
    if problem["type"] in _EXPECTED:
        return _EXPECTED[problem["type"]].format(**context)
    message = str(context.get("error", problem["msg"])).rstrip(".")
    _, choices, listed = message.partition(" is not one of ")
    return f"one of {listed}" if choices else message

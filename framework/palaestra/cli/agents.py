"""``palaestra agents``."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Annotated, Any, Final

import typer

from palaestra.cli.notices import notice
from palaestra.cli.options import FormatOption, TableFormat
from palaestra.cli.output import Column, print_fields, print_json, print_table
from palaestra.cli.values import describe_values
from palaestra.plugins import installed_plugins
from palaestra.spec import AgentSpec

_PARAMETER_COLUMNS: Final = ("parameter", "type", "default", "values", "help")


def agents(
    agent: Annotated[str | None, typer.Argument(help="Describe this agent: its parameters.")] = None,
    format: FormatOption = "table",
) -> None:
    """List the installed agents, or describe one."""
    if agent is not None:
        _describe(installed_plugins().agent(agent), format)
        return
    print_table(
        (
            "agent",
            "version",
            Column("games", prose=True),
            Column("parameters", prose=True),
            Column("summary", prose=True),
        ),
        [
            (
                spec.id,
                spec.version,
                _games(spec),
                [field.name for field in dataclasses.fields(spec.parameters)],
                spec.summary,
            )
            for spec in installed_plugins().agents()
        ],
        format,
    )
    for clash in installed_plugins().clashes():
        notice(clash)


def _games(spec: AgentSpec) -> str | list[str]:
    if isinstance(spec.games, str) or spec.needs:
        return spec.describe_games()
    return list(spec.games)


def _describe(spec: AgentSpec, format: TableFormat) -> None:
    provenance = installed_plugins().provenance(spec)
    fields = {
        "agent": spec.id,
        "version": spec.version,
        "summary": spec.summary,
        "games": _games(spec),
        "distribution": provenance.distribution,
        "distribution_version": provenance.version,
        "source_hash": provenance.source_hash,
    }
    parameters = list(_parameters(spec))
    if format == "json":
        described = [dict(zip(_PARAMETER_COLUMNS, row, strict=True)) for row in parameters]
        print_json({**fields, "parameters": described})
        return
    if format == "table":
        print_fields(fields)
    if format != "table" or parameters:
        prose = [Column(name, prose=name in {"values", "help"}) for name in _PARAMETER_COLUMNS]
        print_table(prose, parameters, format)


def _parameters(spec: AgentSpec) -> Iterator[tuple[str, str, object, str, str]]:
    """Yield a row for every parameter."""
    for field in dataclasses.fields(spec.parameters):
        described: dict[str, Any] = dict(field.metadata)
        kind = field.type if isinstance(field.type, str) else field.type.__name__
        # A field without a default is a field that the plugin must be given; dataclasses mark it by MISSING.
        default = None if field.default is dataclasses.MISSING else field.default
        values = describe_values(
            type(default) if default is not None else str,
            described.get("choices", ()),
            described.get("minimum"),
            described.get("maximum"),
        )
        if default is None and not described.get("choices"):
            values = ""
        if described.get("file") or described.get("agent"):
            values = "a file" if described.get("file") else "an agent"
        yield field.name, kind, default, values, described.get("help", "")

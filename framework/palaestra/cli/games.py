"""``palaestra games``."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from palaestra.cli.notices import notice
from palaestra.cli.options import FormatOption, TableFormat
from palaestra.cli.output import Column, print_fields, print_json, print_table
from palaestra.cli.values import describe_values
from palaestra.plugins import installed_plugins
from palaestra.spec import GameSpec

_KNOB_COLUMNS: Final = ("knob", "default", "values", "help")


def games(
    game: Annotated[str | None, typer.Argument(help="Describe this game: its decks and knobs.")] = None,
    format: FormatOption = "table",
) -> None:
    """List the installed games, or describe one."""
    if game is not None:
        _describe(installed_plugins().game(game), format)
        return
    print_table(
        (
            "game",
            "version",
            "players",
            Column("information", prose=True),
            "decks",
            Column("knobs", prose=True),
            Column("summary", prose=True),
        ),
        [
            (
                spec.id,
                spec.version,
                spec.players,
                spec.information + (", chance" if spec.chance else ""),
                len(spec.decks),
                [knob.name for knob in spec.knobs],
                spec.summary,
            )
            for spec in installed_plugins().games()
        ],
        format,
    )
    for clash in installed_plugins().clashes():
        notice(clash)


def _describe(spec: GameSpec, format: TableFormat) -> None:
    provenance = installed_plugins().provenance(spec)
    knobs = [
        (
            knob.name,
            knob.default,
            describe_values(type(knob.default), knob.choices, knob.minimum, knob.maximum),
            knob.help,
        )
        for knob in spec.knobs
    ]
    fields = {
        "game": spec.id,
        "version": spec.version,
        "summary": spec.summary,
        "players": spec.players,
        "information": spec.information,
        "chance": spec.chance,
        "decks": list(spec.decks),
        "distribution": provenance.distribution,
        "distribution_version": provenance.version,
        "source_hash": provenance.source_hash,
    }
    if format == "json":
        print_json({**fields, "knobs": [dict(zip(_KNOB_COLUMNS, knob, strict=True)) for knob in knobs]})
        return
    if format == "table":
        print_fields(fields)
    if format != "table" or knobs:
        prose = [Column(name, prose=name in {"values", "help"}) for name in _KNOB_COLUMNS]
        print_table(prose, knobs, format)

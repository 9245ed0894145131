"""``palaestra plugins``."""

from __future__ import annotations

from palaestra.cli.group import BUILT_IN
from palaestra.cli.options import FormatOption
from palaestra.cli.output import Column, print_table
from palaestra.plugins import PluginStatus, installed_plugins


def plugins(format: FormatOption = "table") -> None:
    """List the installed plugins: what they provide, and why broken ones do not work."""
    print_table(
        (
            "distribution",
            "version",
            "plugin",
            "status",
            *(Column(name, prose=True) for name in ("reason", "games", "agents", "commands")),
        ),
        [
            (
                status.distribution,
                status.version,
                status.entry_point,
                status.status,
                _reason(status),
                status.games,
                status.agents,
                status.commands,
            )
            for status in installed_plugins().statuses()
        ],
        format,
    )


def _reason(status: PluginStatus) -> str:
    """Return the reason, with the names that built-in commands take precedence over."""
    built_in = {command.name for command in BUILT_IN}
    hidden = [
        f"command '{name}' is built in; write '{status.distribution}:{name}'"
        for name in status.commands
        if name in built_in
    ]
    return "; ".join(filter(None, [status.reason, *hidden]))

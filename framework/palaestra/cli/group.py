"""The list of commands: names and help lines are known at once, code is imported when a command is used."""

from __future__ import annotations

from typing import Any, Final

import typer
from typer.core import TyperGroup

from palaestra.cli.settings import with_shared_options
from palaestra.errors import UnknownNameError
from palaestra.plugins import installed_plugins
from palaestra.spec import CommandSpec, load_object

BUILT_IN: Final = (
    CommandSpec("games", "List the installed games, or describe one.", "palaestra.cli.games:games"),
    CommandSpec("agents", "List the installed agents, or describe one.", "palaestra.cli.agents:agents"),
    CommandSpec("plugins", "List the installed plugins, and what is wrong with them.", "palaestra.cli.plugins:plugins"),
    CommandSpec("run", "Play what a tournament lacks, then print its standings.", "palaestra.cli.run:run"),
    CommandSpec("play", "Play a game against an agent, at the terminal.", "palaestra.cli.play:play"),
    CommandSpec("status", "Show how far the stored tournaments are.", "palaestra.cli.status:status"),
    CommandSpec("history", "List stored games.", "palaestra.cli.history:history"),
    CommandSpec("show", "Show a stored game, move by move.", "palaestra.cli.show:show"),
    CommandSpec("query", "Ask the database in SQL, read-only.", "palaestra.cli.query:query"),
    CommandSpec("check", "Check that a game or an agent keeps the laws.", "palaestra.cli.check:check"),
    CommandSpec("perft", "Count the positions that a game reaches.", "palaestra.cli.perft:perft"),
    CommandSpec("db", "Upgrade, check or back up a database; remove or rename entrants.", "palaestra.cli.db:app"),
)
"""The commands of the core; a plugin's command of the same name is reached as ``distribution:name``."""

_BUILT_IN_NAMES: Final = {command.name: command for command in BUILT_IN}


class CommandGroup(TyperGroup):
    """``palaestra``: the group of all commands, described by :class:`~palaestra.spec.CommandSpec`."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # noqa: ARG002
        """Return the names of all commands."""
        return [command.name for command in _all_commands()]

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # noqa: ARG002
        """Import one command.

        Raises:
            UnknownNameError: no such command.
            PluginError: its code cannot be imported.
        """
        if cmd_name.startswith("-"):
            return None
        return build_command(_find(cmd_name))

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]  # noqa: ARG002
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(command.name, command.help) for command in _all_commands()])


def build_command(spec: CommandSpec) -> Any:
    """Return what typer runs for a descriptor, whose target is a function or a ``typer.Typer`` of subcommands."""
    target = load_object(spec.target)
    if isinstance(target, typer.Typer):
        target.info.help = target.info.help or spec.help
        app = target
    else:
        app = typer.Typer()
        app.command(spec.name, help=target.__doc__ or spec.help)(target)
    app._add_completion = False
    app.rich_markup_mode = None
    _share_options(app)
    built = typer.main.get_command(app)
    built.name = spec.name
    return built


def _share_options(app: typer.Typer) -> None:
    """Let every command of `app`, and of the groups in it, take the options that all commands take."""
    for command in app.registered_commands:
        if command.callback is not None:
            command.callback = with_shared_options(command.callback)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _share_options(group.typer_instance)


def _all_commands() -> list[CommandSpec]:
    added = [command for command in installed_plugins().commands() if command.name not in _BUILT_IN_NAMES]
    return [*BUILT_IN, *added]


def _find(name: str) -> CommandSpec:
    if name in _BUILT_IN_NAMES:
        return _BUILT_IN_NAMES[name]
    try:
        return installed_plugins().command(name)
    except UnknownNameError as error:
        raise UnknownNameError("command", name, [command.name for command in _all_commands()], error.hint) from error

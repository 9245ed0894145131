"""What leaderboards add to Palaestra: two commands, and the standings that end a run."""

from __future__ import annotations

from collections.abc import Callable

from palaestra import CommandSpec, hookimpl


@hookimpl
def register_commands(register: Callable[[CommandSpec], None]) -> None:
    """Add ``palaestra leaderboard`` and ``palaestra crosstable``."""
    register(
        CommandSpec(
            "leaderboard",
            "Rank the entrants of a tournament, or of all.",
            "palaestra_leaderboards.commands:leaderboard",
        )
    )
    register(
        CommandSpec(
            "crosstable", "Show every entrant against every other.", "palaestra_leaderboards.commands:crosstable"
        )
    )


@hookimpl
def register_standings(register: Callable[[str], None]) -> None:
    """End a run with the leaderboard of its tournament."""
    register("palaestra_leaderboards.commands:print_standings")

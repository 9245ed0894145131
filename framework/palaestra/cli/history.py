"""``palaestra history``."""

from __future__ import annotations

import sys
from typing import Annotated, Final, Literal

import typer

from palaestra.cli.notices import notice
from palaestra.cli.options import DEFAULT_DB, DbOption, FormatOption
from palaestra.cli.output import print_table

SCREENFUL: Final = 50
"""Games listed on a terminal when the user names no limit."""

_SHOWN: Final = (
    "id",
    "tournament",
    "first",
    "second",
    "first_deck",
    "second_deck",
    "first_return",
    "reason",
    "offender",
    "plies",
    "played_at",
)
"""Columns of tables for people; JSON and CSV have all."""


def history(
    tournament: Annotated[
        str | None, typer.Option("--tournament", "-t", metavar="NAME", help="Games of this tournament.")
    ] = None,
    entrant: Annotated[str | None, typer.Option(help="Games of this entrant, in either seat.")] = None,
    opponent: Annotated[str | None, typer.Option(help="Against this one; with --entrant.")] = None,
    deck: Annotated[str | None, typer.Option(help="The entrant's deck; without --entrant, either seat's.")] = None,
    opponent_deck: Annotated[
        str | None, typer.Option(help="The deck of whom the entrant meets; with --entrant.", metavar="DECK")
    ] = None,
    seat: Annotated[Literal["first", "second"] | None, typer.Option(help="The entrant's seat.")] = None,
    result: Annotated[
        Literal["win", "draw", "loss"] | None, typer.Option(help="For the entrant, else for the first seat.")
    ] = None,
    reason: Annotated[str | None, typer.Option(help="Why it ended: finished, cap, timeout ..., or fault.")] = None,
    min_plies: Annotated[int | None, typer.Option(help="At least so many actions.")] = None,
    max_plies: Annotated[int | None, typer.Option(help="At most so many actions.")] = None,
    since: Annotated[str | None, typer.Option(help="Ended at this date or time (UTC) or later.")] = None,
    until: Annotated[str | None, typer.Option(help="Ended at this date or time (UTC) or earlier.")] = None,
    sort: Annotated[str | None, typer.Option(help="Column to sort by; default: the time of storing.")] = None,
    ascending: Annotated[bool, typer.Option("--ascending", help="Smallest or oldest first.")] = False,
    limit: Annotated[
        int | None, typer.Option(help=f"At most so many games; default: all, {SCREENFUL} in a table on a terminal.")
    ] = None,
    db: DbOption = DEFAULT_DB,
    format: FormatOption = "table",
) -> None:
    """List stored games, the newest first."""
    from palaestra.store.engine import reading
    from palaestra.store.history import HISTORY_COLUMNS, HistoryFilter
    from palaestra.store.history import history as stored_history

    cut = limit is None and format == "table" and sys.stdout.isatty()
    filters = HistoryFilter(
        tournament=tournament,
        entrant=entrant,
        opponent=opponent,
        deck=deck,
        opponent_deck=opponent_deck,
        seat=seat,
        result=result,
        reason=reason,
        min_plies=min_plies,
        max_plies=max_plies,
        since=since,
        until=until,
        sort=sort,
        descending=not ascending,
        limit=SCREENFUL + 1 if cut else limit,
    )
    with reading(db) as connection:
        rows = stored_history(connection, filters)
    columns = HISTORY_COLUMNS if format in {"json", "csv"} else _SHOWN
    shown = rows[:SCREENFUL] if cut else rows
    print_table(columns, [[getattr(row, name) for name in columns] for row in shown], format)
    if len(shown) < len(rows):
        notice(f"there are more; --limit N shows more than {SCREENFUL}")

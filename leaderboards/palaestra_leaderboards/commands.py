"""``palaestra leaderboard``, ``palaestra crosstable``, and the standings at the end of a run."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from palaestra import StoreError, UserError
from palaestra.cli import DEFAULT_DB, Column, DbOption, FormatOption, TableFormat, TournamentOption, notice, print_table
from palaestra_leaderboards.selection import IntervalKind, RatingMethod

if TYPE_CHECKING:
    from rich.console import Console

    from palaestra.store import Database
    from palaestra_leaderboards.crosstable import Crosstable, Meeting
    from palaestra_leaderboards.standings import Standing

_DIGITS: Final = {"score": 3, "rating": 0, "low": 0, "high": 0}

AllOption = Annotated[
    bool,
    typer.Option(
        "--all",
        help="All tournaments together. Entrants are the same if name, agent, version and parameters are.",
    ),
]
GameOption = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="With --all: only tournaments of this game.")
]
DeckOption = Annotated[
    str | None, typer.Option("--deck", metavar="DECK", help="Only games in which either seat held this deck.")
]
ByDeckOption = Annotated[
    bool, typer.Option("--by-deck", help="Rank each entrant with each deck that it held itself: 'name [deck]'.")
]
OnlyOption = Annotated[
    list[str] | None, typer.Option("--only", metavar="NAME", help="Only games between these entrants; repeatable.")
]
ExcludeOption = Annotated[
    list[str] | None, typer.Option("--exclude", metavar="NAME", help="No games of this entrant; repeatable.")
]
MethodOption = Annotated[
    RatingMethod,
    typer.Option("--method", help="Maximum likelihood with 95 % intervals, or Elo updates game by game."),
]
IntervalOption = Annotated[
    IntervalKind | None,
    typer.Option(
        "--interval",
        help="Show 95 % intervals of the scores: from game pairs (JSON and CSV hold these), or Wilson's from games.",
    ),
]


def leaderboard(
    tournament: TournamentOption = None,
    all: AllOption = False,
    game: GameOption = None,
    deck: DeckOption = None,
    by_deck: ByDeckOption = False,
    only: OnlyOption = None,
    exclude: ExcludeOption = None,
    method: MethodOption = "bradley-terry",
    db: DbOption = DEFAULT_DB,
    format: FormatOption = "table",
) -> None:
    """Rank the entrants of a tournament, or of all.

    Ratings are on the Elo scale, computed from the stored games: by default those of the Bradley-Terry model with
    mean 0 and 95 % intervals that allow for the two games of a pair depending on each other. An empty end of an
    interval is one that the results do not determine; a note says why.
    """
    _use_one_thread()
    from palaestra_leaderboards.standings import leaderboard_rows

    board = leaderboard_rows(
        db,
        _chosen(db, tournament, all, game),
        game=game,
        deck=deck,
        by_deck=by_deck,
        only=only or (),
        exclude=exclude or (),
        method=method,
    )
    notice(board.title)
    _print_standings(board.rows, format)
    sys.stdout.flush()
    for note in board.notes:
        notice(f"note: {note}")


def crosstable(
    tournament: TournamentOption = None,
    all: AllOption = False,
    game: GameOption = None,
    deck: DeckOption = None,
    by_deck: ByDeckOption = False,
    only: OnlyOption = None,
    exclude: ExcludeOption = None,
    interval: IntervalOption = None,
    db: DbOption = DEFAULT_DB,
    format: FormatOption = "table",
) -> None:
    """Show every entrant against every other: wins, draws and losses, and the score in per cent.

    Rows and columns are in the order of the leaderboard; a column is headed by the rank of the opponent. JSON and
    CSV have one row for each ordered pair of entrants that met.
    """
    _use_one_thread()
    from palaestra_leaderboards.crosstable import Meeting, crosstable_rows

    table = crosstable_rows(
        db,
        _chosen(db, tournament, all, game),
        game=game,
        deck=deck,
        by_deck=by_deck,
        only=only or (),
        exclude=exclude or (),
        interval=interval or "pairs",
    )
    notice(table.leaderboard.title)
    if format in {"json", "csv"}:
        print_table(_fields(Meeting), [_values(row) for row in table.rows], format)
    else:
        heads, rows = _matrix(table, with_intervals=interval is not None)
        print_table(heads, rows, format)
    sys.stdout.flush()
    for note in table.leaderboard.notes:
        notice(f"note: {note}")


def print_standings(db: Database, tournament: str, console: Console) -> None:
    """Print the leaderboard of a tournament, and of each of its decks, as ``palaestra run`` does at its end."""
    from palaestra_leaderboards.standings import standings_of

    printed: set[str] = set()
    # Tables go to sys.stdout and look at it to see whether a person reads them.
    with contextlib.redirect_stdout(console.file):
        for board in standings_of(db, tournament):
            print(board.title)
            _print_standings(board.rows, "table")
            for note in board.notes:
                if note not in printed:
                    print(f"note: {note}")
            printed.update(board.notes)


def _chosen(db: Database, tournament: str | None, all: bool, game: str | None) -> str | None:
    """Return the name of the wanted tournament, None for all of them."""
    if all:
        if tournament is not None:
            raise UserError(f"--all and --tournament '{tournament}' exclude each other; give one of them")
        return None
    if game is not None:
        raise UserError(f"--game '{game}' is given without --all; a tournament has only one game")
    if tournament is not None:
        return tournament
    from palaestra.store import database_path, latest_tournament, reading

    with reading(db) as connection:
        latest = latest_tournament(connection)
    if latest is None:
        raise StoreError(f"database '{database_path(db)}' holds no tournament; `palaestra run SPEC` plays one")
    return latest


def _use_one_thread() -> None:
    """Keep numpy's linear algebra to one thread; does nothing once numpy is imported.

    The matrices have a row for each entrant: further threads gain nothing, and on a busy machine waiting for them
    takes longer than everything else.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _print_standings(rows: Sequence[Standing], format: TableFormat) -> None:
    from palaestra_leaderboards.standings import Standing

    columns = [Column(name, _DIGITS.get(name)) for name in _fields(Standing)]
    print_table(columns, [_values(row) for row in rows], format)


def _fields(kind: type[Standing | Meeting]) -> list[str]:
    return [field.name for field in dataclasses.fields(kind)]


def _values(row: Standing | Meeting) -> list[object]:
    return [getattr(row, name) for name in _fields(type(row))]


def _matrix(table: Crosstable, with_intervals: bool) -> tuple[list[str], list[list[str | int]]]:
    """Return the headers and rows of the table for people."""
    meetings = {(row.entrant, row.opponent): row for row in table.rows}
    standings = table.leaderboard.rows
    rows: list[list[str | int]] = []
    for row in standings:
        cells = [
            "-" if row is other else _cell(meetings.get((row.entrant, other.entrant)), with_intervals)
            for other in standings
        ]
        rows.append([row.rank, row.entrant, *cells])
    return ["rank", "entrant", *(str(row.rank) for row in standings)], rows


def _cell(meeting: Meeting | None, with_interval: bool) -> str:
    if meeting is None:
        return ""
    counts = f"{meeting.wins}-{meeting.draws}-{meeting.losses} {100 * meeting.score:.1f}%"
    return counts + (f" [{100 * meeting.low:.1f}, {100 * meeting.high:.1f}]" if with_interval else "")

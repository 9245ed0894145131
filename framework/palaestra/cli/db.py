"""``palaestra db``: upgrade, check, backup, and entrants."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from palaestra.cli.notices import Counter, announce_compiling, notice
from palaestra.cli.options import DEFAULT_DB, DbOption, FormatOption
from palaestra.cli.output import print_table

app: Final = typer.Typer()
entrant: Final = typer.Typer()
app.add_typer(entrant, name="entrant", help="Remove or rename entrants of stored tournaments.")

TournamentArgument = Annotated[str, typer.Argument(help="The tournament.", metavar="TOURNAMENT")]
NameArgument = Annotated[str, typer.Argument(help="The entrant.", metavar="NAME")]


@app.command()
def upgrade(db: DbOption = DEFAULT_DB) -> None:
    """Bring a database to the newest tables; make it where there is none."""
    from palaestra.store.migrate import upgrade as upgrade_store

    before, after = upgrade_store(db)
    if before == after:
        notice(f"database '{db}' has revision {after}, the newest")
    else:
        notice(f"database '{db}' was brought from {f'revision {before}' if before else 'nothing'} to revision {after}")


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to make.")],
    db: DbOption = DEFAULT_DB,
) -> None:
    """Copy a database to a new file; others may write to it meanwhile."""
    from palaestra.store.backup import backup as backup_store

    notice(f"database '{db}' was copied to '{backup_store(db, target)}'")


@app.command()
def check(
    tournament: Annotated[
        str | None, typer.Option("--tournament", "-t", metavar="NAME", help="Replay the games of this one only.")
    ] = None,
    db: DbOption = DEFAULT_DB,
    format: FormatOption = "table",
) -> None:
    """Check the file and its counts, and replay all stored games; exit with 1 if anything is wrong.

    Games whose plugin is missing, or is another version than they were played with, are counted and named.
    """
    from palaestra.store.check import check as check_store
    from palaestra.store.engine import reading

    with reading(db) as connection:
        problems = [("database", problem) for problem in check_store(connection)]
    announce_compiling()
    from palaestra.tournament.verify import verify_games

    counter = Counter("games looked at")
    try:
        verification = verify_games(db, tournament, progress=counter)
    finally:
        counter.finish()
    problems += sorted(verification.differences.items())
    if problems or format != "table":
        print_table(("where", "problem"), problems, format)
    for reason, count in sorted(verification.skipped.items()):
        notice(f"{count} games were not replayed: {reason}")
    notice(f"{verification.replayed} games were replayed, {len(verification.differences)} differ")
    if problems:
        raise typer.Exit(1)


@entrant.command()
def remove(tournament: TournamentArgument, name: NameArgument, db: DbOption = DEFAULT_DB) -> None:
    """Remove an entrant with all its games; a run plays them again if its file names the entrant."""
    from palaestra.store.entrants import remove_entrant

    count = remove_entrant(db, tournament, name)
    notice(f"'{name}' was removed from '{tournament}', with {count} games")


@entrant.command()
def rename(
    tournament: TournamentArgument,
    name: NameArgument,
    new: Annotated[str, typer.Argument(help="Its new name.", metavar="NEW")],
    db: DbOption = DEFAULT_DB,
) -> None:
    """Give an entrant another name; it keeps its games, whose ids become those of the new name."""
    from palaestra.tournament.renaming import rename_entrant

    count = rename_entrant(db, tournament, name, new)
    notice(f"'{name}' of '{tournament}' is called '{new}' now, in {count} games")

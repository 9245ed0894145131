"""``palaestra run``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from palaestra.cli.notices import announce_compiling, notice
from palaestra.cli.options import DEFAULT_DB, DbOption
from palaestra.cli.settings import current_settings
from palaestra.errors import UnfinishedRun
from palaestra.plugins import installed_plugins
from palaestra.spec import load_object
from palaestra.tournament.forking import keep_to_one_thread

if TYPE_CHECKING:
    from palaestra.tournament.run import RunResult


def run(
    spec: Annotated[Path, typer.Argument(help="The tournament file.", metavar="SPEC.toml")],
    db: DbOption = DEFAULT_DB,
    workers: Annotated[
        int | None, typer.Option(help="Worker processes; 0 plays in this process.", min=0, metavar="N")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many games are missing.")] = False,
) -> None:
    """Play what a tournament lacks, then print its standings.

    Run it again to go on after an interruption, or with more pairs, decks or entrants in the file: only new games are
    played.
    """
    keep_to_one_thread()
    announce_compiling()
    if dry_run:
        _print_dry_run(spec, db, workers)
        return
    from palaestra.cli.run_progress import run_progress
    from palaestra.tournament.run import run_tournament

    result = run_tournament(spec, db, workers=workers, progress=run_progress(current_settings().quiet))
    notice(
        f"{result.tournament}: {result.played} games played in {_duration(result.seconds)}, "
        f"{result.stored} were stored before, {result.total} in all"
    )
    _print_standings(db, result.tournament)
    if not result.complete:
        raise UnfinishedRun("; ".join(_left_over(result)))


def _left_over(result: RunResult) -> Iterator[str]:
    """Yield why a schedule is not complete."""
    if result.unfinished:
        first, detail = next(iter(result.unfinished.items()))
        reason = detail.strip().splitlines()[-1]
        yield f"{len(result.unfinished)} games stay unfinished; game {first}: {reason}"
    for name, reason in result.suspended.items():
        yield f"'{name}' is suspended: it {reason}"


def _print_dry_run(spec: Path, db: str, workers: int | None) -> None:
    from palaestra.tournament.dry_run import dry_run

    plan = dry_run(spec, db, workers=workers)
    for note in plan.notes:
        notice(note)
    print(f"{plan.tournament}: {plan.missing} of {plan.total} games are missing")
    if plan.missing:
        where = f"with {plan.workers} workers" if plan.workers else "in this process"
        about = "about" if plan.trial_games else "longer than"
        print(f"{about} {_duration(plan.seconds)} {where}, judged by {plan.basis}")
    for name, how in plan.failing.items():
        print(f"'{name}' {how}")


def _print_standings(db: str, tournament: str) -> None:
    from rich.console import Console

    console = Console()
    for reference in installed_plugins().standings():
        load_object(reference)(db, tournament, console)


def _duration(seconds: float) -> str:
    """Return a time for people: ``0.8 s``, ``4 min 12 s``, ``3 h 20 min``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"

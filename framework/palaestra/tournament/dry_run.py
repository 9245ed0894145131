"""What a run would do: how many games are missing, and about how long they take."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from palaestra.plugins import Plugins, installed_plugins
from palaestra.record import EntrantRecord, ScheduledGame, TournamentRecord
from palaestra.referee.arena import Arena
from palaestra.referee.surroundings import kept_surroundings
from palaestra.store import reads
from palaestra.store.engine import database_path, reading
from palaestra.tournament.inline import Left, ThreadedIterator
from palaestra.tournament.run import Lookup, Source, checked_record, missing_games
from palaestra.tournament.schedule import Schedule
from palaestra.tournament.specfile import load_tournament
from palaestra.tournament.workers import worker_count

PROBE_SECONDS: Final = 3.0
"""How long games are played, and thrown away, to learn how fast they are."""

PATIENCE_SECONDS: Final = 20.0
"""How long games are waited for after all."""

PROBE_GAMES: Final = 2000


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a run would do.

    Attributes:
        tournament: its name.
        total: games in the schedule.
        missing: games that would be played.
        workers: worker processes that would play them; 0 = this process.
        seconds: about how long that would take; if none was played, it takes longer than that.
        probed: games that were played to learn it; none if the first one took too long.
    """

    tournament: str
    total: int
    missing: int
    workers: int
    seconds: float
    probed: int


def dry_run(
    source: Source, db: str | Path = "palaestra.db", *, workers: int | None = None, plugins: Plugins | None = None
) -> DryRun:
    """Tell what :func:`palaestra.tournament.run.run_tournament` would do, without storing anything.

    Raises:
        SpecError, SpecChangedError, StoreError: as a run would.
    """
    tournament = load_tournament(source, plugins or installed_plugins())
    stored: TournamentRecord | None = None
    stored_entrants: list[EntrantRecord] = []
    exists = database_path(db).is_file()
    if exists:
        with reading(db) as connection:
            stored = reads.stored_tournament(connection, tournament.spec.name)
            stored_entrants = reads.stored_entrants(connection, tournament.spec.name)
    record, entrants = checked_record(tournament, stored, stored_entrants)
    already = 0
    if stored is not None:
        with reading(db) as connection:
            already = reads.count_scheduled(connection, record, [entrant.name for entrant in entrants])
    schedule = Schedule(record, entrants)
    lookup = _lookup(db) if stored is not None else None
    missing = len(schedule) - already
    count = worker_count(workers, tournament.spec, missing)
    sample = list(islice(missing_games(lookup, schedule), PROBE_GAMES))
    arena = Arena(tournament.cast())
    try:
        probed, seconds = _probe(arena, sample)
    finally:
        arena.close()
    estimate = seconds / max(probed, 1) * missing / max(count, 1)
    return DryRun(record.name, len(schedule), missing, count, estimate, probed)


def _lookup(db: str | Path) -> Lookup:
    def lookup(ids: Sequence[str]) -> set[str]:
        with reading(db) as connection:
            return reads.missing(connection, ids)

    return lookup


def _probe(arena: Arena, games: list[ScheduledGame]) -> tuple[int, float]:
    """Play some of `games` for a few seconds; returns how many were played, and in what time."""
    if not games:
        return 0, 0.0
    with kept_surroundings():
        arena.warm_up()
    played, size = 0, 1
    began = time.perf_counter()
    while played < len(games) and (elapsed := time.perf_counter() - began) < PROBE_SECONDS:
        slices = ThreadedIterator(arena.play(games[played : played + size]))
        try:
            while results := slices.next(lambda: time.perf_counter() - began > PATIENCE_SECONDS):
                played += len(results)
        except Left:
            break
        finally:
            slices.close()
        size = max(1, min(4 * size, int(played / max(elapsed, 1e-3))))
    return played, time.perf_counter() - began

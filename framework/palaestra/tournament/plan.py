"""What a run has to play: what is stored of a tournament, what is missing, and how many workers will play it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Final

from sqlalchemy import Connection

from palaestra.errors import SpecChangedError, UserError
from palaestra.isolation.probe import offered
from palaestra.record import EntrantRecord, ScheduledGame, TournamentRecord
from palaestra.seeding import new_secret
from palaestra.store import reads
from palaestra.tournament.changes import entrant_changes, tournament_changes
from palaestra.tournament.schedule import Schedule
from palaestra.tournament.spec import ResolvedTournament
from palaestra.tournament.workers import worker_count, worker_note

LOOKUP: Final = 2000
"""Scheduled games looked up in the database at a time."""

Connect = Callable[[], AbstractContextManager[Connection]]
"""Opens the database for reading."""


@dataclass(frozen=True)
class Plan:
    """A tournament, and what is stored of it.

    Attributes:
        tournament: what is to be played.
        record: what is to be stored of it, or is stored already.
        entrants: the same of its entrants.
        stored: games of the schedule that are stored.
        workers: worker processes that play the others; 0 = this process.
        connect: where stored games are looked up; None = none are stored.
    """

    tournament: ResolvedTournament
    record: TournamentRecord
    entrants: tuple[EntrantRecord, ...]
    stored: int
    workers: int
    connect: Connect | None

    @cached_property
    def schedule(self) -> Schedule:
        """All games."""
        return Schedule(self.record, self.entrants)

    @property
    def missing(self) -> int:
        """Number of games to play."""
        return len(self.schedule) - self.stored

    def missing_games(self, games: Iterable[ScheduledGame] | None = None) -> Iterator[ScheduledGame]:
        """Yield those of `games`, by default of all scheduled ones, that are not stored, looked up little by little."""
        scheduled = iter(self.schedule if games is None else games)
        if self.connect is None:
            yield from scheduled
            return
        while chunk := list(islice(scheduled, LOOKUP)):
            with self.connect() as connection:
                missing = reads.missing(connection, [game.id for game in chunk])
            yield from (game for game in chunk if game.id in missing)

    def notes(self, asked: int | None) -> Iterator[str]:
        """Yield what the user, who `asked` for so many workers, should know before the games begin."""
        spec = self.tournament.spec
        if note := worker_note(asked, spec):
            yield note
        levels = {entrant.confinement.level for entrant in self.tournament.entrants}
        if spec.root_seed is not None and "sandbox" in levels:
            yield "root_seed is given: an agent that learns it knows every deal; without it they depend on a secret"
        if "process" in levels and not offered().apart:
            yield "this system has no Landlock with seccomp: agents at 'process' can send signals to each other"
        if spec.clock is not None and "none" in levels and not self.workers:
            yield "the games are played in this process: an agent without isolation that never answers stops them"


def make_plan(tournament: ResolvedTournament, connect: Connect | None, workers: int | None) -> Plan:
    """Return the plan for a tournament.

    Args:
        tournament: what is to be played.
        connect: opens the database; None = there is none yet.
        workers: how many are asked for; None = the tournament's number, else one for each core.

    Raises:
        SpecChangedError: the tournament differs from what is stored under its name where it must not.
        UserError: workers are asked for in a process that must not start any.
    """
    name = tournament.spec.name
    stored: TournamentRecord | None = None
    known: list[EntrantRecord] = []
    if connect is not None:
        with connect() as connection:
            stored = reads.stored_tournament(connection, name)
            known = reads.stored_entrants(connection, name)
    record = tournament.record(*_root(tournament, stored))
    entrants = tuple(entrant.identity for entrant in tournament.entrants)
    count = 0
    if stored is not None and connect is not None:
        changes, entrants_changed = tournament_changes(stored, record), entrant_changes(known, entrants)
        if changes or entrants_changed:
            raise SpecChangedError(name, changes, entrants_changed)
        with connect() as connection:
            count = reads.count_scheduled(connection, record, [entrant.name for entrant in entrants])
    plan = Plan(tournament, record, entrants, count, 0, connect if stored is not None else None)
    return replace(plan, workers=_workers(tournament, workers, plan.missing))


def _workers(tournament: ResolvedTournament, asked: int | None, missing: int) -> int:
    count = worker_count(asked, tournament.spec, missing)
    if not multiprocessing.current_process().daemon:
        return count
    wanted = asked if asked is not None else tournament.spec.workers
    if count and wanted is not None:
        raise UserError(f"workers is {wanted}; a daemonic process may start none: expected 0, or another process")
    return 0


def _root(tournament: ResolvedTournament, stored: TournamentRecord | None) -> tuple[str, bool]:
    """Return the root seed of all deals and whether it is secret: the given one, or a secret made once and kept."""
    seed = tournament.spec.root_seed
    if seed is not None:
        return str(seed), False
    if stored is not None and stored.secret:
        return stored.root, True
    return new_secret(), True

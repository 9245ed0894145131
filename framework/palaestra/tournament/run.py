"""Running a tournament: plays what the database lacks, and stores it as it comes."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

from palaestra.errors import InterruptedRun, SpecChangedError
from palaestra.plugins import Plugins, installed_plugins
from palaestra.record import EntrantRecord, GameRecord, ScheduledGame, TournamentRecord, VoidAttempt
from palaestra.referee.arena import Arena, Played
from palaestra.referee.faults import StopPlaying
from palaestra.referee.surroundings import kept_surroundings
from palaestra.seeding import new_secret
from palaestra.store.writes import GameWriter
from palaestra.tournament.changes import differences
from palaestra.tournament.executors import Executor, Pool
from palaestra.tournament.inline import Inline
from palaestra.tournament.interruption import Interruption
from palaestra.tournament.schedule import Schedule
from palaestra.tournament.spec import ResolvedTournament, TournamentSpec
from palaestra.tournament.specfile import load_tournament

COMMIT_SECONDS: Final = 0.5
COMMIT_GAMES: Final = 5000
"""A commit comes at least this often: with the workers' reports, at most a second of work can be lost."""

LOOKUP: Final = 2000
"""Scheduled games looked up in the database at a time."""

ATTEMPTS: Final = 3
"""How often a game is tried in one run before it is reported as unfinished."""

HOPELESS: Final = 10
"""After so many void attempts on end a match-up is not tried any more in this run."""

INLINE_GAMES: Final = 2
"""So few missing games are played in this process when the user names no number of workers."""

Lookup = Callable[[Sequence[str]], set[str]]
"""Tells which of some game ids are not stored."""

Source = str | Path | Mapping[str, Any] | TournamentSpec


class Progress(Protocol):
    """Hears how a run goes."""

    def start(self, tournament: str, total: int, stored: int, workers: int) -> None:
        """`stored` of `total` games are there already; the others are played by `workers` processes (0 = inline)."""
        ...

    def advance(self, games: int) -> None:
        """So many more games have been stored."""
        ...

    def finish(self) -> None:
        """Nothing more will be played."""
        ...


class Silent:
    """Progress that nobody watches."""

    def start(self, tournament: str, total: int, stored: int, workers: int) -> None:
        """Do nothing."""

    def advance(self, games: int) -> None:
        """Do nothing."""

    def finish(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """What a run did.

    Attributes:
        tournament: its name.
        total: games in the schedule.
        stored: games of the schedule that were there before.
        played: games played and stored by this run.
        unfinished: ids of games that failed three times for reasons of our own, with the last reason.
        seconds: wall time.
    """

    tournament: str
    total: int
    stored: int
    played: int
    unfinished: Mapping[str, str]
    seconds: float


def run_tournament(
    source: Source,
    db: str | Path = "palaestra.db",
    *,
    workers: int | None = None,
    plugins: Plugins | None = None,
    progress: Progress | None = None,
    compiled: bool = True,
) -> RunResult:
    """Play every game of a tournament that the database lacks, and store it.

    Run it again to go on, or with more pairs, decks or entrants: only the new games are played. With worker
    processes, a script that calls this must guard its entry by ``if __name__ == "__main__":``, as for
    :mod:`multiprocessing`.

    Args:
        source: path of a TOML file, the same as a mapping, or a :class:`TournamentSpec`.
        db: path or SQLAlchemy URL of the database; made if missing.
        workers: worker processes, at most one per core; 0 plays in this process; None takes the spec's number, else
            one per core.
        plugins: where games and agents are looked up; the installed ones by default.
        progress: hears how the run goes.
        compiled: whether the compiled lane may be used; the games are the same.

    Raises:
        SpecError: everything that is wrong with the source.
        SpecChangedError: the tournament has stored games that the source no longer describes.
        StoreError: the database cannot be used.
        InterruptedRun: SIGINT or SIGTERM came; every finished game is stored.
    """
    tournament = load_tournament(source, plugins or installed_plugins())
    with GameWriter(db) as writer:
        return _Run(tournament, writer, progress or Silent(), workers, compiled).play()


@dataclass
class _Run:
    tournament: ResolvedTournament
    writer: GameWriter
    progress: Progress
    workers: int | None
    compiled: bool
    played: int = 0
    unfinished: dict[str, str] = field(default_factory=dict)
    _failing: Counter[frozenset[str]] = field(default_factory=Counter)
    """Void attempts of each match-up since its last game that was finished."""
    _waiting: list[GameRecord] = field(default_factory=list)
    _committed: float = field(default_factory=time.monotonic)

    def play(self) -> RunResult:
        began = time.monotonic()
        record, entrants, lookup = self._register()
        schedule = Schedule(record, entrants)
        stored = self.writer.count_scheduled(record, [entrant.name for entrant in entrants]) if lookup else 0
        missing = len(schedule) - stored
        count = worker_count(self.workers, self.tournament.spec, missing)
        self.progress.start(record.name, len(schedule), stored, count)
        try:
            with Interruption() as interruption:
                games = self._with_hope(missing_games(lookup, schedule))
                self._play_missing(games, missing, count, interruption)
            if interruption.requested:
                raise InterruptedRun(f"interrupted; {self.played} games of '{record.name}' were played and are stored")
        finally:
            self.progress.finish()
        return RunResult(record.name, len(schedule), stored, self.played, self.unfinished, time.monotonic() - began)

    def _register(self) -> tuple[TournamentRecord, tuple[EntrantRecord, ...], Lookup | None]:
        """Check the tournament against what is stored under its name, and store it; tells where to look up games."""
        name = self.tournament.spec.name
        stored = self.writer.stored_tournament(name)
        stored_entrants = self.writer.stored_entrants(name) if stored else []
        record, entrants = checked_record(self.tournament, stored, stored_entrants)
        lookup = self.writer.missing if stored else None
        return self.writer.register_tournament(record, entrants), entrants, lookup

    def _executor(self, count: int, interruption: Interruption) -> Executor:
        cast = self.tournament.cast(self.compiled)
        arena, pool = Arena(cast), Pool(cast, count)
        pool.start()
        try:
            # While the workers import what they need: what must be compiled is compiled once, and told of here.
            with kept_surroundings(), interruption.raising():
                arena.warm_up()
        except BaseException:
            pool.kill()
            raise
        return pool if count else Inline(arena)

    def _play_missing(
        self, games: Iterator[ScheduledGame], missing: int, count: int, interruption: Interruption
    ) -> None:
        attempts: Counter[str] = Counter()
        while missing and not interruption.requested:
            again: list[ScheduledGame] = []
            try:
                for results in self._executor(count, interruption).results(games, interruption):
                    again += self._take(results, attempts)
            except StopPlaying:
                return
            finally:
                self._commit()
            games, missing = self._with_hope(iter(again)), len(again)

    def _take(self, results: Sequence[Played], attempts: Counter[str]) -> list[ScheduledGame]:
        """Keep the results; returns the games to play again."""
        voids = [result for result in results if isinstance(result, VoidAttempt)]
        self._waiting += [result for result in results if isinstance(result, GameRecord)]
        if voids:
            self.writer.add_attempts(voids)
        if len(self._waiting) >= COMMIT_GAMES or time.monotonic() - self._committed >= COMMIT_SECONDS:
            self._commit()
        if self._failing:
            for result in results:
                if isinstance(result, GameRecord):
                    self._failing.pop(frozenset(result.game.entrants), None)
        again = []
        for void in voids:
            attempts[void.game.id] += 1
            self._failing[frozenset(void.game.entrants)] += 1
            if attempts[void.game.id] < ATTEMPTS and not self._hopeless(void.game):
                again.append(void.game)
            else:
                self.unfinished[void.game.id] = void.detail
        return again

    def _hopeless(self, game: ScheduledGame) -> bool:
        return self._failing[frozenset(game.entrants)] >= HOPELESS

    def _with_hope(self, games: Iterator[ScheduledGame]) -> Iterator[ScheduledGame]:
        """Yield the games, without those of match-ups that keep failing: each may cost a worker."""
        for game in games:
            if self._failing and self._hopeless(game):
                both = " v ".join(game.entrants)
                self.unfinished[game.id] = f"not tried, for {both} failed {HOPELESS} times on end"
            else:
                yield game

    def _commit(self) -> None:
        if self._waiting:
            self.played += self.writer.add(self._waiting)
            self.progress.advance(len(self._waiting))
            self._waiting = []
        self._committed = time.monotonic()


def checked_record(
    tournament: ResolvedTournament, stored: TournamentRecord | None, stored_entrants: Sequence[EntrantRecord]
) -> tuple[TournamentRecord, tuple[EntrantRecord, ...]]:
    """Return what is to be stored.

    Raises:
        SpecChangedError: it differs from what is stored where it must not.
    """
    record = tournament.record(*_root(tournament, stored))
    entrants = tuple(entrant.identity for entrant in tournament.entrants)
    if stored is not None:
        changes = differences(stored, stored_entrants, record, entrants)
        if changes:
            raise SpecChangedError(record.name, changes)
    return record, entrants


def _root(tournament: ResolvedTournament, stored: TournamentRecord | None) -> tuple[str, bool]:
    """Return what the deals hang on and whether it is a secret: the root seed, or a secret made once and kept."""
    seed = tournament.spec.root_seed
    if seed is not None:
        return str(seed), False
    if stored is not None and stored.secret:
        return stored.root, True
    return new_secret(), True


def missing_games(lookup: Lookup | None, schedule: Schedule) -> Iterator[ScheduledGame]:
    """Yield the scheduled games that `lookup` finds missing, asked little by little; without one, all of them."""
    if lookup is None:
        yield from schedule
        return
    scheduled = iter(schedule)
    while games := list(islice(scheduled, LOOKUP)):
        missing = lookup([game.id for game in games])
        yield from (game for game in games if game.id in missing)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_count(asked: int | None, spec: TournamentSpec, missing: int) -> int:
    """Return how many worker processes play `missing` games; 0 = this process plays them.

    More than there are cores would play no faster, and make agents lose on time that the others took.
    """
    wanted = asked if asked is not None else spec.workers
    if wanted is None:
        wanted = 0 if missing <= INLINE_GAMES else cores()
    return min(wanted, missing, cores())

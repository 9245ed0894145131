"""Running a tournament: plays what the database lacks, and stores it as it comes."""

from __future__ import annotations

import gc
import multiprocessing
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol

from palaestra.errors import InterruptedRun, UserError, WorkerError
from palaestra.isolation.linux import hide_memory
from palaestra.plugins import Plugins, installed_plugins
from palaestra.record import GameRecord, ScheduledGame, VoidAttempt
from palaestra.referee.arena import Arena, Played
from palaestra.referee.faults import StopPlaying, last_words
from palaestra.referee.hosts import in_force
from palaestra.referee.surroundings import kept_surroundings
from palaestra.store import reads
from palaestra.store.writes import GameWriter
from palaestra.tournament.attempts import Attempts
from palaestra.tournament.executors import Executor, Pool
from palaestra.tournament.forking import may_fork
from palaestra.tournament.inline import Inline
from palaestra.tournament.interruption import Interruption
from palaestra.tournament.plan import Plan, make_plan
from palaestra.tournament.probation import Probation
from palaestra.tournament.silence import Silence
from palaestra.tournament.sources import Sources, changed_programs
from palaestra.tournament.spec import ResolvedTournament, TournamentSpec
from palaestra.tournament.specfile import load_tournament

COMMIT_SECONDS: Final = 0.5
COMMIT_GAMES: Final = 5000
"""Results are committed at least this often: with the workers' reports, at most a second of work can be lost."""

Source = str | Path | Mapping[str, Any] | TournamentSpec


class Progress(Protocol):
    """Receives progress events of a run."""

    def note(self, text: str) -> None:
        """Something that the user should know, before the games or while they are played."""
        ...

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
    """Progress that ignores all events."""

    def note(self, text: str) -> None:
        """Do nothing."""

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
        unfinished: ids of games that ended by framework failures again and again, with the last reason.
        seconds: wall time.
        suspended: entrants that failed in all of their first games, with the reason; their other games are not played.
    """

    tournament: str
    total: int
    stored: int
    played: int
    unfinished: Mapping[str, str]
    seconds: float
    suspended: Mapping[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every game of the schedule is stored."""
        return not self.unfinished and not self.suspended


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
    :mod:`multiprocessing`. They start faster where they may be forked, see :mod:`palaestra.tournament.forking`.

    Args:
        source: path of a TOML file, the same as a mapping, or a :class:`TournamentSpec`.
        db: path or SQLAlchemy URL of the database; made if missing.
        workers: worker processes, at most one per core; 0 plays in this process; None takes the spec's number, else
            one per core.
        plugins: where games and agents are looked up; the installed ones by default.
        progress: receives progress events.
        compiled: whether the compiled lane may be used; the games are the same.

    Raises:
        SpecError: everything that is wrong with the source.
        SpecChangedError: the tournament has stored games that the source no longer describes.
        StoreError: the database cannot be used.
        InterruptedRun: SIGINT or SIGTERM came; every finished game is stored.
        UserError: code changed while it was played, or a worker process imports a script without that guard, which
            would play it all once more.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # set while a worker imports the script
        raise UserError("a script that runs a tournament needs `if __name__ == '__main__':` around the call")
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
    attempts: Attempts = field(default_factory=Attempts)
    suspended: Mapping[str, str] = field(default_factory=dict)
    _waiting: list[GameRecord] = field(default_factory=list)
    _reported: set[tuple[str, str]] = field(default_factory=set)
    _committed: float = field(default_factory=time.monotonic)
    _executor: Executor | None = None
    _in_force: Mapping[str, str] = field(default_factory=dict)
    _sources: Sources = field(init=False)

    def __post_init__(self) -> None:
        self._sources = Sources(self.tournament)

    def play(self) -> RunResult:
        began = time.monotonic()
        plan = make_plan(self.tournament, self.writer.reading, self.workers)
        plan = replace(plan, record=self.writer.register_tournament(plan.record, plan.entrants))
        total = len(plan.schedule)
        for note in plan.notes(self.workers):
            self.progress.note(note)
        with Interruption() as interruption:
            try:
                if plan.missing:
                    self._executor = self._start(plan.workers, interruption)
                self.progress.start(plan.record.name, total, plan.stored, plan.workers)
                with _gc_frozen():
                    self._play_all(plan, interruption)
            except StopPlaying:
                pass
            finally:
                if self._executor is not None:
                    self._executor.close()
                self.progress.finish()
        if interruption.requested:
            raise InterruptedRun(f"interrupted; {self.played} games of '{plan.record.name}' were played and are stored")
        for name in changed_programs(self.tournament):
            self.progress.note(
                f"the files of '{name}' changed while it played, and so it is another entrant from now on; what it "
                "writes belongs in another folder, or in files whose names begin with a dot"
            )
        seconds = time.monotonic() - began
        return RunResult(
            plan.record.name, total, plan.stored, self.played, self.attempts.unfinished, seconds, self.suspended
        )

    def _play_all(self, plan: Plan, interruption: Interruption) -> None:
        probation = Probation(plan.schedule, self.tournament.spec.probation)
        self._play_missing(plan.missing_games(probation.games), interruption)
        if not interruption.requested:
            self._end_probation(probation)
        self._play_missing(probation.others(plan.missing_games(), self.suspended), interruption)

    def _end_probation(self, probation: Probation) -> None:
        """Suspend the entrants that failed in all of their first games, and end the probation of the others."""
        with self.writer.reading() as connection:
            endings = reads.endings(connection, [game.id for game in probation.games])
        self.suspended = probation.suspended(endings)
        names = [entrant.name for entrant in self.tournament.entrants]
        self.writer.suspend({name: self.suspended.get(name) for name in names})

    def _start(self, count: int, interruption: Interruption) -> Executor:
        """Return the executor, with everything compiled: once, and reported here.

        Raises:
            StopPlaying: the user has asked for it.
        """
        cast = self.tournament.cast(self.compiled)
        if cast.confined:
            hide_memory()  # it holds the root seed of all deals
            self._in_force = in_force(cast)
        silence = Silence(self.progress.note, cast.game.id)
        arena, pool = Arena(cast), Pool(cast, count, silence)
        try:
            if not may_fork():
                pool.start()  # they import what they need in the meantime
            with kept_surroundings(), interruption.raising():
                arena.warm_up(playing=not count)
            self.writer.close()  # an open database must not be taken through a fork
            pool.start(fork=may_fork())
        except BaseException:
            pool.close()
            arena.close()
            raise
        return pool if count else Inline(arena, bool(cast.confined), silence)

    def _play_missing(self, games: Iterator[ScheduledGame], interruption: Interruption) -> None:
        games = self.attempts.hopeful(games)
        while self._executor and not interruption.requested and (first := next(games, None)) is not None:
            again: list[ScheduledGame] = []
            try:
                for results in self._executor.results(chain([first], games), interruption):
                    again += self._take(results)
            finally:
                self._commit()
            games = self.attempts.hopeful(again)

    def _take(self, results: Sequence[Played]) -> list[ScheduledGame]:
        """Keep the results; returns the games to play again."""
        voids = [result for result in results if isinstance(result, VoidAttempt)]
        records = [result for result in results if isinstance(result, GameRecord)]
        check_isolation(records, self._in_force)
        self._waiting += records
        if voids:
            self.writer.add_attempts(voids)
        if len(self._waiting) >= COMMIT_GAMES or time.monotonic() - self._committed >= COMMIT_SECONDS:
            self._commit()
        self.attempts.finished(records)
        again = [self.attempts.again(void) for void in voids]
        return [game for game in again if game is not None]

    def _commit(self) -> None:
        waiting, self._waiting = self._waiting, []  # what cannot be stored is not tried again
        if waiting:
            if self._executor is not None and self._executor.loads_anew:
                self._sources.check()
            self.played += self.writer.add(waiting)
            self.progress.advance(len(waiting))
            self._report_faults(waiting)
        self._committed = time.monotonic()

    def _report_faults(self, records: Iterable[GameRecord]) -> None:
        """Report each entrant's first fault of each kind: a user whose program never starts should know at once."""
        for record in records:
            if record.offender is None:
                continue
            offender = record.game.entrants[record.offender]
            if (offender, record.reason) not in self._reported:
                self._reported.add((offender, record.reason))
                self.progress.note(
                    f"'{offender}' lost by {record.reason}: {last_words(record.detail, record.stderr)} "
                    f"(palaestra show {record.game.id})"
                )


@contextmanager
def _gc_frozen() -> Iterator[None]:
    """Keep what is in memory out of garbage collections: libraries have some 500,000 objects, and games make many more.

    Does nothing where the program has already frozen its memory itself.
    """
    if gc.get_freeze_count():
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def check_isolation(records: Iterable[GameRecord], in_force: Mapping[str, str]) -> None:
    """Check that every entrant has played at the isolation that is in force for it.

    Args:
        records: what was played, and is not stored yet.
        in_force: by name, the isolation of the confined entrants as text.

    Raises:
        WorkerError: one has not.
    """
    if not in_force:
        return
    for record in records:
        for seat, name in enumerate(record.game.entrants):
            played, promised = record.isolation[seat] if record.isolation else "none", in_force.get(name, "none")
            if played != promised:
                raise WorkerError(f"'{name}' has played at isolation '{played}' instead of '{promised}'")

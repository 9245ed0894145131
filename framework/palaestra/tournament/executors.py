"""Where games are played: in this process, or in worker processes.

Both give the same games. An executor is a stream of results; what a stopped one had finished is kept.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import struct
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, Protocol

from palaestra.errors import UserError, WorkerError
from palaestra.isolation.fork_server import NUMERIC_THREADS
from palaestra.isolation.linux import out_of_memory_kills
from palaestra.isolation.search_path import current_folder
from palaestra.record import GameRecord, ScheduledGame, VoidAttempt, VoidReason
from palaestra.referee.arena import Played
from palaestra.referee.beacon import BEACON_BYTES, Asked, Beacon
from palaestra.referee.cast import Cast
from palaestra.referee.faults import fault_returns
from palaestra.referee.hosts import in_force
from palaestra.referee.seat import HUNG
from palaestra.tournament.batches import Batches
from palaestra.tournament.interruption import Interruption
from palaestra.tournament.silence import Silence
from palaestra.tournament.worker import (
    Batch,
    BatchDone,
    FromWorker,
    NewBatch,
    PlayedGame,
    PlayedGames,
    Ready,
    Stop,
    unpack,
    work,
)

QUEUED_BATCHES: Final = 2
"""Batches given to a worker at a time: one in play and one waiting, so that it never idles."""

STOP_SECONDS: Final = 1.0
"""How long stopped workers may take to hand in what they have."""

SPLIT: Final = 8
"""A batch whose worker died is cut into this many parts, down to single games: one game is to blame at most."""

LOOK_SECONDS: Final = 1.0
"""The manager looks after its workers more often than this, unless it is stopped."""

START_FAILURES: Final = 3
"""Workers that may die in a row before they have played anything."""


class Executor(Protocol):
    """Plays a stream of games.

    Attributes:
        loads_anew: whether code has been, or will be, imported by other processes than this one.
    """

    loads_anew: bool

    def results(self, games: Iterator[ScheduledGame], interruption: Interruption) -> Iterator[list[Played]]:
        """Yield what has been played, every 0.2 s or so; ends early when an interruption is requested."""
        ...

    def close(self) -> None:
        """Free everything; after an interruption nothing else may be asked of it."""
        ...


@dataclass
class _Worker:
    """One worker process as the manager sees it."""

    number: int
    process: BaseProcess
    connection: Connection
    beacon: Beacon
    ready: bool = False
    batches: deque[Batch] = field(default_factory=deque)
    unplayed: set[int] = field(default_factory=set)
    """Positions in the batch in play whose results have not come."""
    waited: tuple[float, float] = (0.0, 0.0)
    """Deadline of the agent that is asked, and how long the manager had not looked when its question began."""

    def give(self, batch: Batch) -> None:
        if not self.batches:
            self.unplayed = set(range(len(batch)))
        self.batches.append(batch)
        self.connection.send(NewBatch([tuple(game) for game in batch]))

    def take(self, packed: list[PlayedGame]) -> list[Played]:
        self.unplayed.difference_update([game.position for game in packed])
        return unpack(packed, self.batches[0])

    def describe(self) -> str:
        """Return which game is in play, and whether an agent is asked; nothing without a game."""
        if not self.batches or not self.unplayed:
            return ""
        asked, game = self.beacon.read(), self.batches[0][min(self.unplayed)]
        game = next((one for one in self.batches[0] if asked is not None and one.id == asked.game), game)
        agent = f", '{game.entrants[asked.seat]}' is asked" if asked is not None and asked.seat >= 0 else ""
        return f"worker {self.number} is in game {game.id} ({' against '.join(game.entrants)}{agent})"

    def finish(self) -> int:
        size = len(self.batches.popleft())
        self.unplayed = set(range(len(self.batches[0]))) if self.batches else set()
        return size


class Pool:
    """Plays in worker processes of its own: one thread each, replaced when they die."""

    def __init__(self, cast: Cast, workers: int, silence: Silence | None = None) -> None:
        self.loads_anew = False
        self._silence = silence or Silence(lambda _: None, "")
        self._cast = cast
        self._count = workers
        self._workers: dict[int, _Worker] = {}
        self._retries: deque[Batch] = deque()
        self._early_deaths = 0
        self._numbers = 0
        self._memory_kills = out_of_memory_kills()
        self._looked = time.monotonic()
        self._away = 0.0
        """Seconds in which this process did not look after its workers: it was stopped, perhaps with all of them."""

    def start(self, fork: bool = False) -> None:
        """Start the workers that are missing.

        Args:
            fork: whether they are forked from this process, see :mod:`palaestra.tournament.forking`, and can play at
                once. Otherwise they are spawned: each imports, and loads, all that it needs.
        """
        for _ in range(self._count - len(self._workers)):
            self._start(fork)

    def results(self, games: Iterator[ScheduledGame], interruption: Interruption) -> Iterator[list[Played]]:
        """Yield what has been played; see :class:`Executor`.

        Raises:
            WorkerError: workers cannot be started, or one failed by a framework failure.
        """
        batches = Batches(games)
        exhausted = False
        self._silence.end()
        with interruption.notifying(self._shorten_waits):
            while not interruption.requested:
                exhausted = self._feed(batches, exhausted)
                if exhausted and not self._retries and not any(worker.batches for worker in self._workers.values()):
                    return
                yield from self._note_results(self._collect(batches, 0.1))
                yield from self._note_results(self._end_hung())
                self._silence.look(self._in_play)
            yield from self._stop()

    def _note_results(self, results: Iterator[list[Played]]) -> Iterator[list[Played]]:
        for some in results:
            yield some
            self._silence.end()

    def _in_play(self) -> str:
        """Return what each worker plays, as far as it is known here."""
        return (
            "; ".join(filter(None, (worker.describe() for worker in self._workers.values()))) or "workers are starting"
        )

    def _feed(self, batches: Batches, exhausted: bool) -> bool:
        """Give every worker something to do, starting those that are missing; return whether the stream ended."""
        for worker in list(self._workers.values()):
            while worker.ready and len(worker.batches) < QUEUED_BATCHES:
                batch = self._retries.popleft() if self._retries else batches.take()
                if not batch:
                    exhausted = True
                    break
                try:
                    worker.give(batch)
                except OSError:  # it just died; _collect learns of it and gives its batches to another
                    break
        if not exhausted or self._retries:
            self.start()
        return exhausted

    def _start(self, fork: bool) -> None:
        if not fork and current_folder() is None:
            raise UserError("the current folder was removed; worker processes are started in one that is there")
        self._numbers += 1
        self.loads_anew |= bool(not fork or self._cast.confined)
        context: Any = multiprocessing.get_context("fork" if fork else "spawn")
        ours, theirs = context.Pipe()
        memory = context.RawArray("B", BEACON_BYTES)
        # A forked worker must not keep these ends open: its own and the others' could then not notice who is gone.
        inherited = [ours, *(worker.connection for worker in self._workers.values())] if fork else []
        arguments = (theirs, self._cast, self._numbers, memory, inherited)
        process = context.Process(target=work, args=arguments, daemon=True, name=f"palaestra-{self._numbers}")
        if not fork:
            resource_tracker.ensure_running()  # its own start, part of that of the first process, would react to Ctrl-C
        with _one_thread_each(), _sigint_blocked():
            process.start()
        theirs.close()
        self._workers[self._numbers] = _Worker(self._numbers, process, ours, Beacon(memory))

    def _collect(self, batches: Batches, timeout: float) -> Iterator[list[Played]]:
        by_connection = {worker.connection: worker for worker in self._workers.values()}
        for connection in wait(list(by_connection), timeout):
            worker = by_connection[connection]  # type: ignore[index]
            try:
                message: FromWorker = worker.connection.recv()
            except (EOFError, OSError):
                yield from self._recover(worker)
                continue
            if isinstance(message, Ready):
                worker.ready = True
            elif isinstance(message, PlayedGames):
                self._early_deaths = 0
                yield worker.take(message.games)
            elif isinstance(message, BatchDone):
                batches.learn(worker.finish(), message.seconds)
            else:
                raise WorkerError(f"worker {worker.number} failed: {message.traceback.strip().splitlines()[-1]}")

    def _end_hung(self) -> Iterator[list[Played]]:
        """Kill workers whose agents do not answer: an agent in the worker's own process cannot be stopped otherwise."""
        if self._cast.clock is None:
            return
        now, before = time.monotonic(), self._away
        self._away, self._looked = before + max(0.0, now - self._looked - LOOK_SECONDS), now
        for worker in list(self._workers.values()):
            asked = worker.beacon.read()
            if asked is None or asked.seat < 0:
                continue
            if worker.waited[0] != asked.until:
                worker.waited = (asked.until, before)
            if now > asked.until + self._away - worker.waited[1]:
                yield from self._recover(worker, asked)

    def _recover(self, worker: _Worker, hung: Asked | None = None) -> Iterator[list[Played]]:
        """Take back what a dead worker, or one with a hung agent, had not played."""
        stopped = hung is not None and _is_stopped(worker.process.pid)
        if hung is not None:
            worker.process.kill()
        self._remove(worker)
        how = self._describe_exit(worker.process)
        if not worker.ready:
            self._early_deaths += 1
            if self._early_deaths >= START_FAILURES:
                raise WorkerError(
                    f"{START_FAILURES} workers in a row died before they played, the last by {how}; their messages "
                    f"are above. A script needs `if __name__ == '__main__':` around what runs a tournament"
                )
        if not worker.batches:
            return
        current = worker.batches.popleft()
        self._retries.extend(worker.batches)
        left = [current[position] for position in sorted(worker.unplayed)]
        asked = hung or worker.beacon.read()
        guilty = next((game for game in left if asked is not None and game.id == asked.game), None)
        if guilty is None and len(current) == 1:
            guilty = current[0]
        if guilty is None:
            size = max(1, -(-len(left) // SPLIT))
        else:
            left.remove(guilty)
            size = max(1, len(left))
            excused = stopped and hung is not None and hung.seat not in guilty.unexcused
            if hung is None or excused:
                reason: VoidReason = "stopped" if excused else "worker"
                yield [_void(guilty, asked, "it had been stopped" if excused else how, worker, reason)]
            else:
                yield [_hung_record(guilty, hung, worker, self._isolation(guilty))]
        self._retries.extend(left[start : start + size] for start in range(0, len(left), size))

    def _isolation(self, game: ScheduledGame) -> tuple[str, ...]:
        levels = in_force(self._cast)
        return tuple(levels.get(name, "none") for name in game.entrants) if levels.keys() & game.entrants else ()

    def _describe_exit(self, process: BaseProcess) -> str:
        """Return how a process ended, as text."""
        code = process.exitcode
        if code is None or code >= 0:
            return f"exit code {code}"
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        kills, self._memory_kills = self._memory_kills, out_of_memory_kills()
        return f"{name}, and the system ran out of memory" if self._memory_kills > kills else name

    def _shorten_waits(self) -> None:
        """Set a short time limit for all messages: a worker that a signal has stopped would block them for ever."""
        for worker in list(self._workers.values()):
            with suppress(OSError):
                _limit_waiting(worker.connection, STOP_SECONDS)

    def _stop(self) -> Iterator[list[Played]]:
        """Ask the workers for what they have finished, and wait a moment for it."""
        deadline = time.monotonic() + STOP_SECONDS
        for worker in list(self._workers.values()):
            try:
                worker.connection.send(Stop())
            except OSError:
                self._remove(worker)
        while self._workers and (rest := deadline - time.monotonic()) > 0:
            by_connection = {worker.connection: worker for worker in self._workers.values()}
            for connection in wait(list(by_connection), rest):
                worker = by_connection[connection]  # type: ignore[index]
                try:
                    message: FromWorker = worker.connection.recv()
                except (EOFError, OSError):
                    self._remove(worker)
                    continue
                if isinstance(message, PlayedGames):
                    yield worker.take(message.games)
                elif isinstance(message, BatchDone):
                    worker.finish()

    def _remove(self, worker: _Worker) -> None:
        del self._workers[worker.number]
        worker.connection.close()
        worker.process.join(0.2)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        for worker in list(self._workers.values()):
            worker.process.kill()
        for worker in list(self._workers.values()):
            self._remove(worker)


def _is_stopped(pid: int | None) -> bool:
    """Return whether a signal has stopped a process, as far as the system reports it."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] in (b"T", b"t")
    except (OSError, IndexError):
        return False


def _void(
    game: ScheduledGame, asked: Asked | None, how: str, worker: _Worker, reason: VoidReason = "worker"
) -> VoidAttempt:
    """Return a void attempt for a game whose worker died: an opponent, a player or the system may have killed it."""
    detail, seat = f"the worker died: {how}", None
    if asked is not None and asked.game == game.id and asked.seat >= 0:
        seat = asked.seat
        detail += f", while '{game.entrants[seat]}' was being asked"
    return VoidAttempt(game, detail, worker.number, time.time(), reason, seat)


def _hung_record(game: ScheduledGame, asked: Asked, worker: _Worker, isolation: tuple[str, ...]) -> GameRecord:
    """Return the lost game of an agent that did not answer; the actions before were lost with the worker."""
    detail = f"did not answer within {HUNG:g} times its time; its worker was killed, and with it the actions before"
    return GameRecord(
        game=game,
        returns=fault_returns(asked.seat, len(game.entrants)),
        reason="startup" if asked.starting else "timeout",
        offender=asked.seat,
        actions=(),
        seconds=None,
        lane="python",
        worker=worker.number,
        played_at=time.time(),
        detail=detail,
        isolation=isolation,
    )


def _limit_waiting(connection: Connection, seconds: float) -> None:
    """Let messages that have begun and do not go on fail with an OSError; also one that is being waited for."""
    if os.name != "posix":  # connections are no sockets
        return
    whole, part = divmod(seconds, 1)
    limit = struct.pack("ll", int(whole), int(part * 1e6))  # a timeval
    with socket.socket(fileno=os.dup(connection.fileno())) as end:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes started within keep numeric libraries to one thread, unless the user has set another number.

    The workers are the parallelism.
    """
    unset = [name for name in NUMERIC_THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            del os.environ[name]


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT, which reaches the whole group, in processes started within; this one receives it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""A worker process: plays the batches it is sent, sends back what it has played."""

from __future__ import annotations

import gc
import multiprocessing
import os
import queue
import signal
import threading
import time
import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

from palaestra.isolation.linux import die_with_parent
from palaestra.record import GameRecord, ScheduledGame, VoidAttempt
from palaestra.referee.arena import Arena, Played
from palaestra.referee.beacon import Beacon
from palaestra.referee.cast import Cast
from palaestra.referee.surroundings import send_output_to_stderr

REPORT_SECONDS: Final = 0.2
"""Played games wait at most this long before they are sent."""

Batch = list[ScheduledGame]


class Ready(NamedTuple):
    """To the manager: everything is loaded; the worker can play."""


class PlayedGame(NamedTuple):
    """A record or void attempt without its game, which the manager knows by its position in the batch.

    Attributes:
        position: of the game in its batch, from 0.
        fields: those of the record or attempt behind its game.
        void: whether it is a void attempt, which is discarded.
    """

    position: int
    fields: tuple[Any, ...]
    void: bool


class PlayedGames(NamedTuple):
    """To the manager: games of the batch in play."""

    games: list[PlayedGame]


class BatchDone(NamedTuple):
    """To the manager: all games of the batch in play have been sent."""

    seconds: float


class WorkerFailed(NamedTuple):
    """To the manager: the worker ends, after a framework failure."""

    traceback: str


FromWorker = Ready | PlayedGames | BatchDone | WorkerFailed


class NewBatch(NamedTuple):
    """To a worker: games to play after those that it has, as plain tuples, which are cheaper to send."""

    games: list[tuple[Any, ...]]


class Stop(NamedTuple):
    """To a worker: hand in what is finished, and end."""


ToWorker = NewBatch | Stop


def work(connection: Connection, cast: Cast, number: int, memory: Any, inherited: Sequence[Connection]) -> None:
    """Serve one manager until it sends :class:`Stop` or goes away.

    Args:
        connection: to the manager.
        cast: who plays what.
        number: of this worker, from 1.
        memory: of a beacon.
        inherited: the manager's ends of connections, which a forked worker closes.
    """
    for end in inherited:
        end.close()
    _take_signals()
    if (manager := multiprocessing.parent_process()) is not None and manager.pid is not None:
        die_with_parent(manager.pid, signal.SIGKILL)  # even while an agent holds the interpreter
    send_output_to_stderr()
    inbox: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
    stop = threading.Event()
    threading.Thread(target=_listen, args=(connection, inbox, stop), daemon=True).start()
    try:
        arena = Arena(cast, number, Beacon(memory))
        arena.warm_up()
        gc.freeze()  # these objects stay: collections need not look at them, nor copy the pages of a forked process
        connection.send(Ready())
        while (batch := inbox.get()) is not None and not stop.is_set():
            _play(connection, arena, batch, stop)
    except (BrokenPipeError, ConnectionResetError):
        os._exit(1)
    except Exception:
        connection.send(WorkerFailed(traceback.format_exc()))


def _take_signals() -> None:
    """Leave Ctrl-C, which reaches the whole group, to the manager; die of the other signals that end a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # for the processes that agents start
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as by nohup
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def _listen(connection: Connection, inbox: queue.SimpleQueue[Batch | None], stop: threading.Event) -> None:
    """Take messages at once, so that the manager never waits for a busy worker; die with the manager."""
    while True:
        try:
            message: ToWorker = connection.recv()
        except (EOFError, OSError):
            os._exit(1)
        if isinstance(message, Stop):
            stop.set()
            inbox.put(None)
        else:
            inbox.put([ScheduledGame(*game) for game in message.games])


def _play(connection: Connection, arena: Arena, batch: Batch, stop: threading.Event) -> None:
    index = {game.id: position for position, game in enumerate(batch)}
    began = reported = time.perf_counter()
    waiting: list[PlayedGame] = []
    for played in arena.play(batch):
        waiting += [pack(result, index[result.game.id]) for result in played]
        if time.perf_counter() - reported >= REPORT_SECONDS or stop.is_set():
            connection.send(PlayedGames(waiting))
            waiting, reported = [], time.perf_counter()
        if stop.is_set():
            return
    connection.send(PlayedGames(waiting))
    connection.send(BatchDone(time.perf_counter() - began))


def pack(result: Played, position: int) -> PlayedGame:
    """Return a result without its game, which is at `position` in the batch."""
    if isinstance(result, VoidAttempt):
        return PlayedGame(position, (result.detail, result.worker, result.at, result.reason, result.seat), void=True)
    return PlayedGame(position, result[1:], void=False)


def unpack(packed: list[PlayedGame], batch: Batch) -> list[Played]:
    """Return the results that :func:`pack` made small."""
    return [
        VoidAttempt(batch[position], *fields) if void else GameRecord._make((batch[position], *fields))
        for position, fields, void in packed
    ]

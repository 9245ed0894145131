"""Playing in this process, in a thread of its own.

While compiled code runs, Python hears no signal in the thread that runs it. The main thread therefore only waits, so
that Ctrl-C is heard at any moment; a game that does not come back soon is left behind.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final, Generic, TypeVar

from palaestra.record import ScheduledGame
from palaestra.referee.arena import Arena, Played
from palaestra.referee.surroundings import kept_surroundings
from palaestra.tournament.batches import Batches
from palaestra.tournament.interruption import Interruption

STOP_SECONDS: Final = 1.0
"""How long games in play may go on after an interruption, so that those that end are kept."""

LISTEN_SECONDS: Final = 0.05


Result = TypeVar("Result")


class Left(Exception):  # noqa: N818 - a decision of ours
    """The games in play were left behind; what plays them must not be used again."""


class ThreadedIterator(Generic[Result]):
    """Advances an iterator in a thread, and only while :meth:`next` waits: by slices of a batch, or by answers."""

    def __init__(self, played: Iterator[Result]) -> None:
        self._turns: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[Result | BaseException | None] = queue.SimpleQueue()
        threading.Thread(target=self._serve, args=(played,), daemon=True, name="palaestra-games").start()

    def next(self, give_up: Callable[[], bool]) -> Result | None:
        """Return what was played in the next slice, None at the end.

        Raises:
            Left: `give_up`, asked many times a second, said so.
        """
        self._turns.put(True)
        with kept_surroundings():
            while True:
                try:
                    result = self._results.get(timeout=LISTEN_SECONDS)
                    break
                except queue.Empty:
                    if give_up():
                        raise Left from None
        if isinstance(result, BaseException):
            raise result
        return result

    def close(self) -> None:
        """End the thread, at once or when it comes back."""
        self._turns.put(False)

    def _serve(self, played: Iterator[Result]) -> None:
        while self._turns.get():
            try:
                self._results.put(next(played, None))
            except BaseException as error:  # it belongs to whoever waits
                self._results.put(error)


class Inline:
    """Plays in this process; an executor, see :class:`palaestra.tournament.executors.Executor`."""

    def __init__(self, arena: Arena, loads_anew: bool = False) -> None:
        self._arena = arena
        self.loads_anew = loads_anew

    def results(self, games: Iterator[ScheduledGame], interruption: Interruption) -> Iterator[list[Played]]:
        """Yield what has been played, every 0.2 s or so; ends early when an interruption is requested."""
        batches = Batches(games)
        while not interruption.requested and (batch := batches.take()):
            began = time.perf_counter()
            slices = ThreadedIterator(self._arena.play(batch))
            patience = _Patience(interruption)
            try:
                while (some := slices.next(patience)) is not None:
                    yield some
                    if interruption.requested:
                        return
            except Left:
                return
            finally:
                slices.close()
            batches.learn(len(batch), time.perf_counter() - began)

    def close(self) -> None:
        """End the processes of confined agents."""
        self._arena.close()


class _Patience:
    """Is over some time after an interruption was requested."""

    def __init__(self, interruption: Interruption) -> None:
        self._interruption = interruption
        self._end: float | None = None

    def __call__(self) -> bool:
        if not self._interruption.requested:
            return False
        self._end = self._end or time.monotonic() + STOP_SECONDS
        return time.monotonic() >= self._end

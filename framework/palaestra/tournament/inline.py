"""Playing in this process, in a thread of its own.

While compiled code runs, Python handles no signal in the thread that runs it. The main thread therefore only waits, so
that Ctrl-C works at any moment; a game that does not end soon is abandoned.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, TypeVar

from palaestra.record import ScheduledGame
from palaestra.referee.arena import Arena, Played
from palaestra.referee.surroundings import kept_surroundings
from palaestra.tournament.batches import Batches
from palaestra.tournament.interruption import Interruption
from palaestra.tournament.silence import Silence

STOP_SECONDS: Final = 1.0
"""How long games in play may go on after an interruption, so that those that end are kept."""

LISTEN_SECONDS: Final = 0.05


Result = TypeVar("Result")


class Left(Exception):  # noqa: N818 - a decision, not an error
    """The games in play were abandoned; the arena that plays them must not be used again."""


class ThreadedIterator(Generic[Result]):
    """Advances an iterator in a thread, and only while :meth:`next` waits: by slices of a batch, or by answers."""

    def __init__(self, played: Iterator[Result]) -> None:
        self._turns: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[Result | BaseException | None] = queue.SimpleQueue()
        threading.Thread(target=self._serve, args=(played,), daemon=True, name="palaestra-games").start()

    def next(self, give_up: Callable[[], bool]) -> Result | None:
        """Return what was played in the next slice, None at the end.

        Raises:
            Left: `give_up`, called many times a second, returned True.
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
        """End the thread, at once or when its current call returns."""
        self._turns.put(False)

    def _serve(self, played: Iterator[Result]) -> None:
        while self._turns.get():
            try:
                self._results.put(next(played, None))
            except BaseException as error:  # it is raised in the thread that waits
                self._results.put(error)


class Inline:
    """Plays in this process; an executor, see :class:`palaestra.tournament.executors.Executor`."""

    def __init__(self, arena: Arena, loads_anew: bool = False, silence: Silence | None = None) -> None:
        self._arena = arena
        self.loads_anew = loads_anew
        self._silence = silence or Silence(lambda _: None, "")

    def results(self, games: Iterator[ScheduledGame], interruption: Interruption) -> Iterator[list[Played]]:
        """Yield what has been played, every 0.2 s or so; ends early when an interruption is requested."""
        batches = Batches(games)
        while not interruption.requested and (batch := batches.take()):
            began = time.perf_counter()
            slices = ThreadedIterator(self._arena.play(batch))
            patience = _Patience(interruption, self._silence, batch)
            try:
                while (some := slices.next(patience)) is not None:
                    yield some
                    patience.note(len(some))
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
    """Expires some time after an interruption was requested; reports a long silence meanwhile."""

    def __init__(self, interruption: Interruption, silence: Silence, batch: Sequence[ScheduledGame]) -> None:
        self._interruption = interruption
        self._silence = silence
        self._left = deque(batch)
        self._end: float | None = None
        silence.end()

    def note(self, games: int) -> None:
        """Note that the results of so many more games have come."""
        for _ in range(games):
            self._left.popleft()
        self._silence.end()

    def _in_play(self) -> str:
        game = self._left[0]
        return f"game {game.id} is played ({' against '.join(game.entrants)})"

    def __call__(self) -> bool:
        self._silence.look(self._in_play)
        if not self._interruption.requested:
            return False
        self._end = self._end or time.monotonic() + STOP_SECONDS
        return time.monotonic() >= self._end

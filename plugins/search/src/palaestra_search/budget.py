"""Budgets of time: compiled work in short chunks, in a Python loop that an interrupt can stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_CHUNK_SECONDS: Final = 0.001
_LARGEST_CHUNK: Final = 1 << 14


def run_until(started: float, seconds: float, now: Callable[[], float], run: Callable[[int], bool]) -> float:
    """Call ``run(n)``, which does n iterations, until the time is over; return when that was.

    Each call takes about a millisecond, however dear an iteration is. There is at least one iteration.

    Args:
        started: when the decision began, by the clock `now`.
        seconds: the time for it.
        now: the clock, in seconds.
        run: does so many iterations and returns whether more of them are of use.
    """
    deadline = started + seconds
    chunk = 1  # compiled code cannot be interrupted: what one iteration costs is found out by one
    while True:
        useful = run(chunk)
        ended = now()
        if ended >= deadline or not useful:
            return ended
        chunk = next_chunk(chunk, ended - started, deadline - ended)
        started = ended


def next_chunk(chunk: int, seconds: float, left: float) -> int:
    """Return how many iterations to run next, when `chunk` of them took `seconds` and `left` seconds are left.

    As many as take a millisecond, or what is left if that is less; at most twice as many as before, since the
    first iterations are not like the later ones; and never so many that a clock that stands still could hold it up.
    """
    most = min(2 * chunk, _LARGEST_CHUNK)
    if seconds <= 0.0:
        return most
    return max(1, min(most, int(chunk * min(_CHUNK_SECONDS, left) / seconds)))

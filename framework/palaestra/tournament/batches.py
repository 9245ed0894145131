"""Cutting a stream of games into batches of about a second."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from palaestra.record import ScheduledGame

BATCH_SECONDS: Final = 1.0
LARGEST_BATCH: Final = 4096
FIRST_BATCH: Final = 2
GROWTH: Final = 8


class Batches:
    """Takes batches from a stream; their size follows from how long the last one took."""

    def __init__(self, games: Iterator[ScheduledGame]) -> None:
        self._games = games
        self._size = FIRST_BATCH

    def take(self) -> list[ScheduledGame]:
        """Return the next batch; empty when the stream has ended."""
        return list(islice(self._games, self._size))

    def learn(self, games: int, seconds: float) -> None:
        """Note that a batch of `games` took `seconds`."""
        wanted = int(games * BATCH_SECONDS / max(seconds, 1e-6))
        self._size = max(1, min(wanted, games * GROWTH, LARGEST_BATCH))

"""A notice to the user while no game ends: an agent may think for long, or a rule may never return."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 20.0
"""Seconds without a result after which a run reports what it waits for."""


class Silence:
    """Reports a long time without results, once until the next result comes.

    Args:
        report: receives the notice.
        game: id of the game of the tournament.
        now: a monotonic clock.
    """

    def __init__(self, report: Callable[[str], None], game: str, now: Callable[[], float] = time.monotonic) -> None:
        self._report = report
        self._game = game
        self._now = now
        self._since = now()
        self._reported = False

    def end(self) -> None:
        """Note that a result has come, or that waiting begins."""
        self._since, self._reported = self._now(), False

    def look(self, describe: Callable[[], str]) -> None:
        """Report what `describe` returns, the games in play, if nothing has come for too long."""
        if self._reported or self._now() - self._since < PATIENCE:
            return
        self._reported = True
        self._report(
            f"no game has ended for {PATIENCE:g} s: {describe()}. An agent may be thinking; whether a rule of "
            f"'{self._game}' never returns, `palaestra check {self._game}` finds out"
        )

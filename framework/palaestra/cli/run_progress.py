"""How a run shows its progress: a live bar on a terminal, now and then a line elsewhere; on stderr."""

from __future__ import annotations

import sys
import time
from typing import Final, TextIO, cast

from palaestra.cli.notices import notice
from palaestra.cli.streams import LossyStream
from palaestra.tournament.run import Progress, Silent

LINE_SECONDS: Final = 10.0
"""Time between two lines where stderr is no terminal."""


def run_progress(quiet: bool) -> Progress:
    """Return the progress that suits stderr."""
    if quiet:
        return Silent()
    return LiveBar() if sys.stderr.isatty() else Lines()


class LiveBar:
    """A bar with games played, games a second and the time left."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(file=cast("TextIO", LossyStream(sys.stderr))),
        )

    def note(self, text: str) -> None:
        """Print the note."""
        notice(text)

    def start(self, tournament: str, total: int, stored: int, workers: int) -> None:  # noqa: ARG002
        """Show the bar."""
        self._began, self._played = time.monotonic(), 0
        self._bar.start()
        self._task = self._bar.add_task(tournament, total=total, completed=stored, rate="")

    def advance(self, games: int) -> None:
        """Move the bar."""
        self._played += games
        rate = self._played / max(time.monotonic() - self._began, 1e-3)
        self._bar.update(self._task, advance=games, rate=f"{rate:,.0f} games/s")

    def finish(self) -> None:
        """Leave the bar as it is."""
        self._bar.stop()


class Lines:
    """A line at the start, and one every ten seconds."""

    def note(self, text: str) -> None:
        """Print the note."""
        notice(text)

    def start(self, tournament: str, total: int, stored: int, workers: int) -> None:
        """Print what is to be played."""
        self._done, self._total, self._reported_at = stored, total, time.monotonic()
        where = f"{workers} workers" if workers else "this process"
        notice(f"{tournament}: {total - stored} of {total} games to play, in {where}")

    def advance(self, games: int) -> None:
        """Print how far the run is, if the last line is old enough."""
        self._done += games
        if time.monotonic() - self._reported_at >= LINE_SECONDS:
            self._reported_at = time.monotonic()
            notice(f"{self._done} of {self._total} games")

    def finish(self) -> None:
        """Do nothing: the result is printed next."""

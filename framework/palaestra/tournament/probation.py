"""Probation: an entrant that fails in all of its first games is suspended, and the rest of the league goes on.

The first N games of every entrant, in the order of the schedule, are played before all others; then it is known who is
suspended, and none of its other games are played. So which games are stored, and who is suspended, depends on the
schedule and the results alone: not on the number of workers, nor on how often a run was interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from palaestra.record import FAULTS, ScheduledGame
from palaestra.tournament.schedule import Schedule

Endings = Mapping[str, tuple[str, str | None]]
"""By game id, of stored games: why it ended, and the name of the entrant whose fault that was, if it was one."""


class Probation:
    """The first games of every entrant of one schedule.

    Attributes:
        games: these games, in the order of the schedule.
    """

    def __init__(self, schedule: Schedule, length: int) -> None:
        """Look for the games.

        Args:
            schedule: all games.
            length: how many games an entrant is on probation; 0 = no probation.
        """
        self._length = length
        self._schedule = schedule
        names = {entrant.name for pair in schedule.match_ups for entrant in pair}
        self._first: dict[str, list[str]] = {name: [] for name in names}
        self.games = tuple(self._find()) if length else ()
        self._ids = frozenset(game.id for game in self.games)

    def _find(self) -> Iterator[ScheduledGame]:
        waiting = len(self._first)
        for game in self._schedule:
            short = [name for name in set(game.entrants) if len(self._first[name]) < self._length]
            for name in short:
                self._first[name].append(game.id)
                waiting -= len(self._first[name]) == self._length
            if short:
                yield game
            if not waiting:
                return

    def suspended(self, endings: Endings) -> dict[str, str]:
        """Return who is suspended, with the reason.

        Args:
            endings: of the games on probation, as far as they are stored.
        """
        reasons = {name: _failure(name, ids, endings) for name, ids in self._first.items() if len(ids) == self._length}
        return {name: reason for name, reason in sorted(reasons.items()) if reason and self._length}

    def others(self, games: Iterator[ScheduledGame], suspended: Mapping[str, str]) -> Iterator[ScheduledGame]:
        """Return those of the games that come after the probation, without those of suspended entrants."""
        if not self._ids and not suspended:
            return games
        return (game for game in games if game.id not in self._ids and suspended.keys().isdisjoint(game.entrants))


def _failure(name: str, ids: Sequence[str], endings: Endings) -> str:
    """Return how an entrant failed in all of its games, as text; empty if it did not."""
    reasons = [endings[game][0] for game in ids if game in endings and endings[game][1] == name]
    if not ids or len(reasons) < len(ids):
        return ""
    counts = Counter(reason for reason in reasons if reason in FAULTS)
    return f"failed in all of its first {len(ids)} games ({_listed(counts)})"


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in sorted(counts.items()))

"""Void attempts: which games are tried again, and when to give up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from palaestra.record import GameRecord, ScheduledGame, VoidAttempt

REPLAYS: Final = 3
"""How often a void game is played again in one run before it is reported as unfinished."""

EXCUSES: Final = 2
"""How often an overloaded machine, a stop, or a kill of unknown origin, excuses a seat of one game.

An agent's own threads can make a machine look overloaded, and an agent that is about to lose can kill itself, or stop
the referee that it shares a process with.
"""

HOPELESS: Final = 10
"""After so many void attempts in a row a match-up, or an entrant that ended them, is not tried again in this run."""


@dataclass
class Attempts:
    """Keeps count of void attempts in one run.

    Attributes:
        unfinished: ids of games that were given up, with the last reason.
    """

    unfinished: dict[str, str] = field(default_factory=dict)
    _voids: Counter[str] = field(default_factory=Counter)
    _excuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    _failing: Counter[frozenset[str]] = field(default_factory=Counter)
    """Void attempts of each match-up, or each entrant that was being asked, since its last finished game."""

    def again(self, void: VoidAttempt) -> ScheduledGame | None:
        """Note a void attempt; returns the game as it is to be tried again, or None if it is given up."""
        game = void.game
        excused = void.reason in ("overload", "stopped", "killed")
        self._voids[game.id] += 1
        if not excused:  # excuses are counted for each game; many of them must not hide an agent's other failures
            self._failing[_blamed(void)] += 1
        if self._voids[game.id] > REPLAYS or self._hopeless(game):
            self.unfinished[game.id] = void.detail
            return None
        if excused and void.seat is not None:
            self._excuses[game.id, void.seat] += 1
            if self._excuses[game.id, void.seat] >= EXCUSES:
                return game._replace(unexcused=tuple(sorted({*game.unexcused, void.seat})))
        return game

    def finished(self, records: Iterable[GameRecord]) -> None:
        """Note games that were finished: their entrants are not hopeless."""
        if self._failing:
            for record in records:
                for key in _keys(record.game):
                    self._failing.pop(key, None)

    def hopeful(self, games: Iterable[ScheduledGame]) -> Iterator[ScheduledGame]:
        """Yield the games, without those of match-ups and entrants that keep failing: each may cost a worker."""
        for game in games:
            if self._failing and self._hopeless(game):
                who = next(key for key in _keys(game) if self._failing[key] >= HOPELESS)
                self.unfinished[game.id] = f"not tried, for {' v '.join(sorted(who))} failed {HOPELESS} times in a row"
            else:
                yield game

    def _hopeless(self, game: ScheduledGame) -> bool:
        return any(self._failing[key] >= HOPELESS for key in _keys(game))


def _keys(game: ScheduledGame) -> set[frozenset[str]]:
    return {frozenset(game.entrants), *(frozenset({name}) for name in game.entrants)}


def _blamed(void: VoidAttempt) -> frozenset[str]:
    """Return who is blamed for a void attempt: the entrant during whose move the worker died, else both together."""
    if void.reason == "worker" and void.seat is not None:
        return frozenset({void.game.entrants[void.seat]})
    return frozenset(void.game.entrants)

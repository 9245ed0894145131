"""Trial games: how long the games of a tournament take, and whether its entrants can play at all.

Nothing of a trial is stored. It lasts seconds, however slow the entrants are: a game that takes too long is cut short,
and its length is estimated.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from palaestra.agent import View
from palaestra.game import build_game
from palaestra.record import GameRecord, ScheduledGame, VoidAttempt
from palaestra.referee.arena import Arena
from palaestra.referee.cast import Cast
from palaestra.referee.faults import VoidGame, last_words
from palaestra.referee.seat import Allowance, Answer, Seat
from palaestra.referee.surroundings import kept_surroundings
from palaestra.tournament.inline import Left, ThreadedIterator

TRIAL_SECONDS: Final = 4.0
"""New trial games are begun for this long."""

PATIENCE_SECONDS: Final = 10.0
"""After this long a trial ends, even while an agent is being asked."""

TRIAL_GAMES: Final = 12
"""Games of a trial, or one for each entrant if those are more."""

TRIAL_PLIES: Final = 300
"""Plies after which a game is cut short."""

FAST_SECONDS: Final = 0.1
"""Games that take less than this are fast: many are then played, in the lane that the run will use."""

FAST_BATCH: Final = 64

RANDOM_GAMES: Final = 10
"""Random games from which the length of a game is estimated when no trial game ended."""

RANDOM_PLIES: Final = 50_000
"""Plies of these games in all, at most."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of a trial.

    Attributes:
        seconds: about how long a missing game takes; with no game played, all that is known is that it takes longer.
        games: trial games that were played, cut short or not.
        basis: what the estimate `seconds` is based on, as text.
        failing: entrants that failed in all of their trial games -> how often, and how the last time.
    """

    seconds: float
    games: int
    basis: str
    failing: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _TrialGame:
    """One trial game: its result, its length so far, how long its seats took to start, and the whole game."""

    result: GameRecord | VoidAttempt
    cut: bool
    plies: int
    startup: float
    seconds: float

    @property
    def void(self) -> bool:
        """Whether the framework, or the game itself, failed."""
        return isinstance(self.result, VoidAttempt) and not self.cut


def _reason(trial: _TrialGame) -> str:
    return _last_line(trial.result.detail)


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].strip()


def hold_trial(cast: Cast, sample: Sequence[ScheduledGame]) -> Trial:
    """Play some games of a sample that represents all missing games.

    Raises:
        PluginError: the code of the game or of an agent cannot be imported.
    """
    began = time.perf_counter()
    played = _play_slowly(cast, sample)
    failing = _failing(played)
    if not played:
        return Trial(time.perf_counter() - began, 0, "no trial game ended in time")
    if all(trial.void for trial in played):
        return Trial(time.perf_counter() - began, 0, f"all {len(played)} trial games failed: {_reason(played[-1])}")
    mean, basis = _estimate(played, sample, cast)
    if mean < FAST_SECONDS and not any(trial.cut or trial.void for trial in played):
        count, seconds = _play_fast(cast, sample)
        if count:
            return Trial(seconds / count, len(played) + count, f"{count} trial games", failing)
    return Trial(mean, len(played), basis, failing)


# -- one game at a time -------------------------------------------------------------------------------------------


class _Limits:
    """When the trial game in play is cut short, and how many plies it has."""

    def __init__(self) -> None:
        self.begin(math.inf)

    def begin(self, seconds: float) -> None:
        """Begin another game, which may take `seconds`."""
        self.began = time.perf_counter()
        self.deadline = self.began + seconds
        self.startup = 0.0
        self.plies = 0
        self.cut = False

    def count(self) -> None:
        """Count a ply.

        Raises:
            VoidGame: the game is cut short here.
        """
        if not self.plies:
            self.startup = time.perf_counter() - self.began
        elif self.plies >= TRIAL_PLIES or time.perf_counter() > self.deadline:
            self.cut = True
            raise VoidGame("cut short")
        self.plies += 1


class _LimitedSeat:
    """A seat of a trial game."""

    def __init__(self, seat: Seat, limits: _Limits) -> None:
        self._seat = seat
        self._limits = limits
        self.prepare, self.start, self.end, self.close = seat.prepare, seat.start, seat.end, seat.close

    @property
    def in_force(self) -> str:
        """The isolation in force."""
        return self._seat.in_force

    @in_force.setter
    def in_force(self, isolation: str) -> None:
        self._seat.in_force = isolation

    def ask(self, view: View, allowance: Allowance) -> Answer:
        """Ask, as long as the game may go on."""
        self._limits.count()
        return self._seat.ask(view, allowance)


class _TrialArena(Arena):
    """Plays games that can be cut short."""

    def __init__(self, cast: Cast, limits: _Limits) -> None:
        super().__init__(cast)
        self._limits = limits

    def seat(self, scheduled: ScheduledGame, player: int) -> Seat:
        return _LimitedSeat(super().seat(scheduled, player), self._limits)


def _play_slowly(cast: Cast, sample: Sequence[ScheduledGame]) -> list[_TrialGame]:
    """Return trial games in which all entrants play, as far as there is time."""
    limits = _Limits()
    arena = _TrialArena(replace(cast, compiled=False), limits)
    with kept_surroundings():
        arena.warm_up()
    games = ThreadedIterator(_one_by_one(arena, limits, _balanced(sample)))
    end = time.perf_counter() + PATIENCE_SECONDS
    played: list[_TrialGame] = []
    try:
        while (trial := games.next(lambda: time.perf_counter() > end)) is not None:
            played.append(trial)
    except Left:
        pass
    finally:
        games.close()
        arena.close()
    return played


def _one_by_one(arena: Arena, limits: _Limits, games: Sequence[ScheduledGame]) -> Iterator[_TrialGame]:
    end = time.perf_counter() + TRIAL_SECONDS
    entrants = {name for game in games for name in game.entrants}
    needed = -(-len(entrants) // 2)  # all have then played a game
    for number, game in enumerate(games):
        left = end - time.perf_counter()
        if left <= 0:
            return
        limits.begin(left / max(1, needed - number))
        result = next(result for results in arena.play([game]) for result in results)
        seconds = time.perf_counter() - limits.began
        yield _TrialGame(result, limits.cut, limits.plies, limits.startup, seconds)


def _balanced(sample: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    """Return some of the games, in which the entrants, and then their match-ups and decks, come equally often."""
    entrants = {name for game in sample for name in game.entrants}
    left = dict.fromkeys(sample)
    counts: Counter[object] = Counter()
    chosen: list[ScheduledGame] = []

    def weight(game: ScheduledGame) -> tuple[int, ...]:
        both = sorted(counts[name] for name in game.entrants)
        return both[1], both[0], counts[frozenset(game.entrants)], counts[game.decks]

    while left and len(chosen) < max(TRIAL_GAMES, len(entrants)):
        game = min(left, key=weight)
        del left[game]
        chosen.append(game)
        counts.update([*game.entrants, frozenset(game.entrants), game.decks])
    return chosen


def _failing(played: Sequence[_TrialGame]) -> dict[str, str]:
    """Return the entrants that failed in all of their games that were not cut short."""
    seen: Counter[str] = Counter()
    faults: dict[str, list[GameRecord]] = {}
    for trial in played:
        if not isinstance(trial.result, GameRecord):
            seen.update(trial.result.game.entrants if trial.cut else ())
            continue
        record = trial.result
        if record.offender is None:
            seen.update(record.game.entrants)
        else:  # the other one was not asked to the end
            offender = record.game.entrants[record.offender]
            seen[offender] += 1
            faults.setdefault(offender, []).append(record)
    return {
        name: f"failed in all of its {seen[name]} trial games ({_how(records[-1])})"
        for name, records in sorted(faults.items())
        if len(records) == seen[name]
    }


def _how(record: GameRecord) -> str:
    return f"{record.reason}: {last_words(record.detail, record.stderr)}"


# -- the estimate -------------------------------------------------------------------------------------------------


def _estimate(played: Sequence[_TrialGame], sample: Sequence[ScheduledGame], cast: Cast) -> tuple[float, str]:
    """Return the mean time of a game of the sample, and what it is based on.

    A game is assumed to take the sum of its entrants' times, each the same in all games.
    """
    cut, void = sum(trial.cut for trial in played), [trial for trial in played if trial.void]
    basis = f"{len(played)} trial games" if len(played) != 1 else "1 trial game"
    if void:
        basis += f" ({len(void)} failed: {_reason(void[-1])})"
    played = [trial for trial in played if not trial.void]
    length = 0.0
    if cut:
        ended = [
            trial.plies for trial in played if isinstance(trial.result, GameRecord) and trial.result.offender is None
        ]
        length = sum(ended) / len(ended) if ended else _random_length(cast, sample[0].decks)
        like = "the others did" if ended else "random ones do"
        basis += f" ({cut} cut short, as if they lasted {length:.0f} plies, as {like})"
    names = sorted({name for scheduled in sample for name in scheduled.entrants})
    index = {name: position for position, name in enumerate(names)}
    seats = np.zeros((len(played), len(names)))
    seconds = np.zeros(len(played))
    for row, trial in enumerate(played):
        for name in trial.result.game.entrants:
            seats[row, index[name]] += 1
        seconds[row] = _whole_seconds(trial, length)
    each = np.linalg.lstsq(seats, seconds, rcond=None)[0]
    unseen = seats.sum(axis=0) == 0
    each[unseen] = seconds.mean() / 2
    if unseen.any():
        basis += f", without {int(unseen.sum())} of {len(names)} entrants"
    predicted = [max(0.0, sum(each[index[name]] for name in scheduled.entrants)) for scheduled in sample]
    return float(np.mean(predicted)), basis


def _whole_seconds(trial: _TrialGame, length: float) -> float:
    if not trial.cut:
        return trial.seconds
    return trial.startup + (trial.seconds - trial.startup) * max(1.0, length / trial.plies)


def _random_length(cast: Cast, decks: tuple[str, ...]) -> float:
    """Return the mean length of some random games, which end by :data:`RANDOM_PLIES` in all."""
    game = build_game(cast.game, cast.knobs)  # another thread may still use that of the trial games
    rng = np.random.default_rng(0)
    plies = 0
    for deal in range(RANDOM_GAMES):
        state = game.new_state(decks, deal)
        while not state.is_terminal and plies < RANDOM_PLIES:
            state.step(int(rng.choice(state.legal_actions())))
            plies += 1
    return plies / RANDOM_GAMES


# -- many fast games ----------------------------------------------------------------------------------------------


def _play_fast(cast: Cast, sample: Sequence[ScheduledGame]) -> tuple[int, float]:
    """Play games as the run will; returns how many, and in what time. The first ones do not count: they load code."""
    arena = Arena(cast)
    with kept_surroundings():
        arena.warm_up()
    began, count, size = time.perf_counter(), 0, FAST_BATCH
    end = began + PATIENCE_SECONDS
    try:
        position = 0
        while position < len(sample) and time.perf_counter() - began < TRIAL_SECONDS / 4:
            games = sample[position : position + size]
            position += len(games)
            batch = time.perf_counter()
            slices = ThreadedIterator(arena.play(games))
            try:
                while slices.next(lambda: time.perf_counter() > end):
                    pass
            finally:
                slices.close()
            if position == len(games) and position < len(sample):
                began = time.perf_counter()
            else:
                count += len(games)
            if time.perf_counter() - batch < TRIAL_SECONDS / 16:
                size *= 4
    except Left:
        return 0, 0.0
    finally:
        arena.close()
    return count, time.perf_counter() - began

"""A learner at work: its table, its random numbers and its teacher."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from palaestra import CompiledPolicy, FloatArray, Game, GameError, IntArray, InvalidValueError, KernelGame
from palaestra_learning.q_learning.play import (
    DECISION_WORDS,
    GAMES,
    LEARNER_RNG,
    NUM_TALLY,
    OTHER_RNG,
    RESULTS,
    play_games,
)
from palaestra_learning.q_learning.rule import changed, epsilon_at
from palaestra_learning.q_learning.settings import Settings
from palaestra_learning.q_learning.table import QTable

SLICE_SECONDS: Final = 0.2
"""Compiled code runs for about so long before an interrupt is heard."""

_CHECK_SLICE: Final = 10
"""Games of a check between two moments at which an interrupt is heard."""

DEFAULT_MEMORY: Final = 1_000_000_000
"""Bytes that a table may take."""

_TRAINING, _CHECK = 0, 1
"""Streams of random numbers."""


@dataclass(frozen=True, slots=True)
class Results:
    """Games of a learner: wins, draws and losses in each seat."""

    first: tuple[int, int, int]
    second: tuple[int, int, int]

    @property
    def wins(self) -> int:
        """Games won."""
        return self.first[0] + self.second[0]

    @property
    def draws(self) -> int:
        """Games drawn."""
        return self.first[1] + self.second[1]

    @property
    def losses(self) -> int:
        """Games lost."""
        return self.first[2] + self.second[2]


def results_of(tally: IntArray) -> Results:
    """Return the games that a tally counts."""
    words = tally[RESULTS : RESULTS + 6].tolist()
    return Results(tuple(words[:3]), tuple(words[3:]))


class Opponent:
    """A policy with the arrays that compiled code wants for it."""

    def __init__(self, policy: CompiledPolicy) -> None:
        self.wrapped = policy.wrap()
        self.params = policy.params
        self.memory = np.zeros(policy.memory_words, dtype=np.int64)


def kernel_game(game: Game) -> KernelGame:
    """Return a game that can be learnt.

    Raises:
        InvalidValueError: it has no kernel, or not two seats.
    """
    if not isinstance(game, KernelGame) or game.spec.players != 2:
        name = game.spec.id if isinstance(game, Game) else game
        raise InvalidValueError("game to learn", name, "one of two players with a kernel")
    return game


class Games:
    """Plays games of a table in slices; holds what they share."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        size = game.sizes
        self._config = game.config()
        self._history = np.zeros(DECISION_WORDS * size.max_plies, dtype=np.int64)
        self._scratch = np.zeros(2 * size.state_size + size.max_legal, dtype=np.int64)
        self._outcome = np.zeros(game.spec.players)

    def play(self, opponent: Opponent, table: QTable, rule: FloatArray, tally: IntArray, games: int) -> int:
        """Play, and return how many games there was room for; see :mod:`palaestra_learning.q_learning.play`.

        Raises:
            GameError: two positions of the game have one key.
        """
        try:
            return int(
                play_games(
                    self.game.kernel,
                    self._config,
                    opponent.wrapped,
                    opponent.params,
                    opponent.memory,
                    table.index,
                    table.values,
                    table.head,
                    rule,
                    tally,
                    self._history,
                    self._scratch,
                    self._outcome,
                    games,
                )
            )
        except ValueError as error:
            raise GameError(f"{self.game.spec.id} cannot be learnt by its keys: {error}") from error


class Learner:
    """Trains a table.

    Attributes:
        table: the Q values so far.
        tally: int64, see :mod:`palaestra_learning.q_learning.play`: with the table all that the training depends on.
    """

    def __init__(
        self, game: Game, settings: Settings, teacher: CompiledPolicy, memory_bytes: int = DEFAULT_MEMORY
    ) -> None:
        self._play = Games(kernel_game(game))
        self._settings = settings
        self._teacher = Opponent(teacher)
        self._memory_bytes = memory_bytes
        self.rule = settings.rule()
        self.table = QTable.empty()
        self.tally = new_tally(settings.seed, _TRAINING)
        self._slice = 1

    @property
    def games(self) -> int:
        """Games of training so far."""
        return int(self.tally[GAMES])

    @property
    def epsilon(self) -> float:
        """The probability of a random action in the next game."""
        return float(epsilon_at(self.rule, self.games))

    def train(self, until: int, between: Callable[[], None] = lambda: None) -> None:
        """Train until so many games have been played in all; `between` is called after each slice.

        Raises:
            TableFullError: the table needs more than its memory; every game so far is kept.
        """
        sizes = self._play.game.sizes
        while self.games < until:
            began, before = time.perf_counter(), self.games
            wanted = min(self._slice, until - before)
            played = self._play.play(self._teacher, self.table, self.rule, self.tally, wanted)
            if played < wanted:
                self.table.make_room(sizes.max_plies, sizes.max_plies * sizes.max_legal, self._memory_bytes)
            seconds = max(time.perf_counter() - began, 1e-6)
            if played == self._slice:
                self._slice = max(1, min(2 * played, int(played * SLICE_SECONDS / seconds)))
            between()

    def check(self, opponent: Opponent | None, number: int, games: int) -> Results:
        """Return the results of greedy games against an opponent, or None for the learner's own table as it is.

        Args:
            opponent: who sits in the other seat.
            number: of the opponent; each has its own random numbers.
            games: how many to play, in the seats of the training.
        """
        rule = changed(self.rule, LEARNS=0, TWIN=opponent is None)
        tally = new_tally(self._settings.seed, _CHECK, self.games, number)
        for begun in range(0, games, _CHECK_SLICE):
            wanted = min(_CHECK_SLICE, games - begun)
            self._play.play(opponent or self._teacher, self.table, rule, tally, wanted)
        return results_of(tally)


def new_tally(*seed: int) -> IntArray:
    """Return a tally without games, with random numbers of its own for each `seed`."""
    tally = np.zeros(NUM_TALLY, dtype=np.int64)
    words = np.random.SeedSequence(seed).generate_state(4, np.uint64).view(np.int64) | 1
    tally[LEARNER_RNG : LEARNER_RNG + 2] = words[:2]
    tally[OTHER_RNG : OTHER_RNG + 2] = words[2:]
    return tally

"""An opponent of a wanted strength: an agent that plays at random with just the right probability.

The score of such a mixture falls with every bit of randomness, where that of snapshots goes up and down from one to
the next: so the probability is found by halving. Where a whole game can be walked and both play by tables or at
random, scores are exact; else they are those of games played, and the answer comes with an interval from as many
games more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from palaestra import CompiledPolicy, InvalidValueError, KernelGame, UserError
from palaestra.referee import Lane, lane_side, new_batch
from palaestra_learning.q_learning.policy import choose
from palaestra_learning.q_learning.rule import INDEX_WORDS, NUM_RULE
from palaestra_learning.q_learning.table import QTable
from palaestra_learning.q_learning.walk import Side, random_side, walk_game
from palaestra_search.uniform import choose as choose_any

HALVINGS: Final = 8
"""Of a search by games; each takes an equal part of them."""
EXACT_HALVINGS: Final = 40
MOST_ELO: Final = 4_000
"""In absolute value: a score of 10**-10."""
_BATCH: Final = 200
_Z95: Final = 1.959963984540054

MakePolicy = Callable[[float], CompiledPolicy]
"""Gives the agent with a probability of random actions."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A score, 1 for a win and 1/2 for a draw, and the half of its 95 % interval: 0 where it is exact."""

    score: float
    margin: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was found.

    Attributes:
        randomness: the probability of a random action.
        target: the score that was wanted.
        achieved: the score at this probability, from games of its own.
        most: the score without randomness.
        least: the score of random play.
        games: games played in all; 0 = all is exact.
    """

    randomness: float
    target: float
    achieved: Measured
    most: Measured
    least: Measured
    games: int


def score_of_elo(elo: float) -> float:
    """Return the expected score of a difference on the Elo scale.

    Raises:
        InvalidValueError: a difference too large for a score between 0 and 1.
    """
    if not abs(elo) <= MOST_ELO:
        raise InvalidValueError("difference in Elo", elo, f"a number from -{MOST_ELO} to {MOST_ELO}")
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


def elo_of_score(score: float) -> float | None:
    """Return the difference on the Elo scale; None where there is none."""
    return float(400.0 * math.log10(score / (1.0 - score))) if 0.0 < score < 1.0 else None


class Scorer:
    """Scores of an agent against another, both seats alike.

    Attributes:
        exact: whether scores are exact.
        games: games played so far.
    """

    def __init__(
        self, game: KernelGame, reference: CompiledPolicy, own: CompiledPolicy, seed: int, exact: bool = True
    ) -> None:
        self._game = game
        self._reference = reference
        self._seed = seed
        sides = side_of(own), side_of(reference)
        self._walker = walk_game(game) if exact and None not in sides else None
        self.exact = self._walker is not None
        self.games = 0

    def score(self, policy: CompiledPolicy, games: int) -> Measured:
        """Return the score of a policy, exact or in so many games."""
        own, other = side_of(policy), side_of(self._reference)
        if self._walker is not None and own is not None and other is not None:
            return Measured(sum(self._walker.score(own, other, seat) for seat in (0, 1)) / 2.0, 0.0)
        points = self._play(policy, games)
        self.games += 2 * len(points)
        return Measured(float(points.mean()), float(_Z95 * points.std() / math.sqrt(len(points))))

    def _play(self, policy: CompiledPolicy, games: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the points of pairs of games, in both seats of one deal, as their means."""
        pairs = max(2, games // 2)
        points = np.zeros((pairs, 2))
        sides = lane_side(policy), lane_side(self._reference)
        config, room = self._game.config(), self._game.sizes.max_plies + 1
        seeds = np.random.SeedSequence([self._seed, self.games]).generate_state(10 * pairs, np.uint64)
        words = seeds.view(np.int64).reshape(2, pairs, 5) | 1
        words[1, :, 0] = words[0, :, 0]  # the same deal
        for seat in (0, 1):
            lane = Lane(self._game, config, *(sides if seat == 0 else sides[::-1]))
            for start in range(0, pairs, _BATCH):
                some = np.ascontiguousarray(words[seat, start : start + _BATCH])
                batch = new_batch(len(some), len(some) * room)
                lane.play(batch, some, 0, len(some))
                points[start : start + len(some), seat] = (1.0 + batch.returns.reshape(-1, 2)[:, seat]) / 2.0
        means: np.ndarray[tuple[int], np.dtype[np.float64]] = points.mean(axis=1)
        return means


def calibrate(
    game: KernelGame,
    make: MakePolicy,
    reference: CompiledPolicy,
    target: float,
    games: int,
    seed: int,
    *,
    exact: bool = True,
) -> Calibration:
    """Return the probability of random actions with which an agent scores `target` against a reference.

    Args:
        game: what is played.
        make: the agent with a given probability of random actions.
        reference: the opponent.
        target: the wanted score, above 0 and below 1.
        games: to play in the search, where scores are not exact; as many more measure what was found.
        seed: of the games.
        exact: whether exact scores are taken where there are any.

    Raises:
        InvalidValueError: a target out of reach.
        UserError: random play scores as much as the agent.
    """
    if not 0.0 < target < 1.0:
        raise InvalidValueError("target score", target, "a number above 0 and below 1")
    scorer = Scorer(game, reference, make(0.0), seed, exact)
    share = max(2, games // (HALVINGS + 2))
    most, least = scorer.score(make(0.0), share), scorer.score(make(1.0), share)
    if most.score <= least.score:
        raise UserError(
            f"the agent cannot be weakened by random moves: it scores {most.score:.3f} without any, "
            f"and random play {least.score:.3f}; expected an agent that is stronger than that"
        )
    if not least.score - 2 * least.margin <= target <= most.score + 2 * most.margin:  # those are rough measurements
        raise InvalidValueError(
            "target score", target, f"one from {least.score:.3f}, of random play, to {most.score:.3f}, of the agent"
        )
    low, high = 0.0, 1.0
    for _ in range(EXACT_HALVINGS if scorer.exact else HALVINGS):
        middle = (low + high) / 2.0
        if scorer.score(make(middle), share).score > target:
            low = middle
        else:
            high = middle
    randomness = (low + high) / 2.0
    achieved = scorer.score(make(randomness), games)
    return Calibration(randomness, target, achieved, most, least, scorer.games)


def side_of(policy: CompiledPolicy) -> Side | None:
    """Return the player of a policy by table or at random, as walks take it; None for any other policy."""
    if policy.choose is choose_any:
        return random_side()
    if policy.choose is not choose:
        return None
    rule = policy.params[:NUM_RULE]
    end = NUM_RULE + int(rule[INDEX_WORDS])
    values = policy.params[end:]
    index = policy.params[NUM_RULE:end].view(np.int64)
    return Side(QTable(index, values, np.zeros(2, dtype=np.int64)), rule)


def need_policy(policy: CompiledPolicy | None, agent: str) -> CompiledPolicy:
    """Return a policy.

    Raises:
        UserError: there is none.
    """
    if policy is None:
        raise UserError(f"agent '{agent}' with these parameters is not one compiled function; expected one that is")
    return policy

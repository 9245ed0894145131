"""The Elo scale: the logistic map between scores and rating differences, and ratings updated game by game."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from palaestra_leaderboards._checks import column, index_names, require_finite, require_number, require_probability
from palaestra_leaderboards.errors import RatingError
from palaestra_leaderboards.ratings import Ratings

ELO_PER_LOGIT = 400.0 / math.log(10.0)
"""Elo points per unit of log odds, 173.7178: a difference of 400 Elo means odds of ten to one."""


def elo_from_score(score: float) -> float:
    """Return the rating difference at which the expected score is `score`, in Elo.

    The inverse of `score_from_elo`: 400 log10(s / (1 - s)). The scores 0 and 1 have no finite difference; they
    give the limits -inf and +inf, the limits of the map, which are no estimate of strength.
    Raises RatingError for a score outside [0, 1] and for NaN.
    """
    score = require_probability("score", score)
    if score == 0.0:
        return -math.inf
    if score == 1.0:
        return math.inf
    return ELO_PER_LOGIT * (math.log(score) - math.log1p(-score))


def score_from_elo(difference: float) -> float:
    """Return the expected score of the stronger by `difference` Elo: 1 / (1 + 10^(-difference / 400)).

    Accepts the infinities (0 and 1); raises RatingError for NaN. Source: Elo, The Rating of Chessplayers, 1978,
    in its logistic form.
    """
    difference = require_number("difference", difference)
    if math.isnan(difference):
        raise RatingError(f"difference is {difference}, expected a number of Elo points")
    return 0.5 * (1.0 + math.tanh(difference / (2.0 * ELO_PER_LOGIT)))


def elo_update(rating: float, opponents: Sequence[float], scores: Sequence[float], k: float = 32.0) -> float:
    """Return the rating after games that all count against the rating before them, as in one rating period.

    `opponents` are their ratings and `scores` the points won against them, game by game. Unrounded. Raises
    RatingError if the lengths differ or a score lies outside [0, 1].
    """
    if len(opponents) != len(scores):
        raise RatingError(f"scores has {len(scores)} entries, expected {len(opponents)}, one for each opponent")
    surplus = 0.0
    for opponent, score in zip(opponents, scores, strict=True):
        surplus += require_probability("score", score) - score_from_elo(rating - opponent)
    return rating + k * surplus


def sequential_elo(
    first: Iterable[str],
    second: Iterable[str],
    score: Iterable[float],
    k: float = 32.0,
    initial: float = 1500.0,
) -> Ratings:
    """Rate entrants by Elo updates, one game after the other in the order given.

    Game g is played by `first[g]` and `second[g]`; `score[g]` in [0, 1] is what the first-named won. Both move by
    k times (score - expected), so the mean stays at `initial`. The result depends on the order of the games and
    has no sampling theory that would give an interval: `low` and `high` are NaN. Names come sorted. Raises
    RatingError if the lengths differ, a score lies outside [0, 1] or `k` or `initial` is not finite.
    """
    first, second, score = column("first", first), column("second", second), column("score", score)
    k, initial = require_finite("k", k), require_finite("initial", initial)
    if not len(first) == len(second) == len(score):
        lengths = f"{len(first)}, {len(second)} and {len(score)}"
        raise RatingError(f"first, second and score have lengths {lengths}, expected the same")
    rating = dict.fromkeys(index_names(first, second)[0], initial)
    for game, (one, other, points) in enumerate(zip(first, second, score, strict=True)):
        change = k * (require_probability(f"score[{game}]", points) - score_from_elo(rating[one] - rating[other]))
        rating[one] += change
        rating[other] -= change
    unknown = np.full(len(rating), np.nan)
    return Ratings(tuple(rating), np.array(list(rating.values()), dtype=np.float64), unknown, unknown.copy())

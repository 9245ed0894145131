"""Ratings of game-playing entrants from stored results: pure functions on arrays, with honest intervals."""

from palaestra_leaderboards.bootstrap import bootstrap_intervals
from palaestra_leaderboards.elo import elo_from_score, elo_update, score_from_elo, sequential_elo
from palaestra_leaderboards.errors import RatingError
from palaestra_leaderboards.pair_statistics import (
    PairStatistics,
    los_exact,
    pentanomial,
    pentanomial_counts,
    trinomial,
)
from palaestra_leaderboards.pair_table import PairTable, Tally, match_up, tally
from palaestra_leaderboards.rate import bradley_terry, bradley_terry_cells
from palaestra_leaderboards.ratings import Ratings
from palaestra_leaderboards.wilson import Interval, wilson_interval

__all__ = [
    "Interval",
    "PairStatistics",
    "PairTable",
    "RatingError",
    "Ratings",
    "Tally",
    "bootstrap_intervals",
    "bradley_terry",
    "bradley_terry_cells",
    "elo_from_score",
    "elo_update",
    "los_exact",
    "match_up",
    "pentanomial",
    "pentanomial_counts",
    "score_from_elo",
    "sequential_elo",
    "tally",
    "trinomial",
    "wilson_interval",
]

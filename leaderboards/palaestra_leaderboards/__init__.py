"""Ratings of game-playing entrants from stored results: pure functions on arrays, with honest intervals.

The names below are imported when they are first used, so that listing plugins stays light.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "Interval": "wilson",
    "PairStatistics": "pair_statistics",
    "PairTable": "pair_table",
    "RatingError": "errors",
    "Ratings": "ratings",
    "Tally": "pair_table",
    "bootstrap_intervals": "bootstrap",
    "bradley_terry": "rate",
    "bradley_terry_cells": "rate",
    "elo_from_score": "elo",
    "elo_update": "elo",
    "los_exact": "pair_statistics",
    "match_up": "pair_table",
    "pentanomial": "pair_statistics",
    "pentanomial_counts": "pair_statistics",
    "score_from_elo": "elo",
    "sequential_elo": "elo",
    "tally": "pair_table",
    "trinomial": "pair_statistics",
    "wilson_interval": "wilson",
}

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


def __getattr__(name: str) -> Any:
    """Import a public name from its home at first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'palaestra_leaderboards' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"palaestra_leaderboards.{_HOMES[name]}"), name)
    globals()[name] = value
    return value

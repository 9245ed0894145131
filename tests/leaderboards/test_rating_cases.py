"""Published numerical examples: each case states what its source prints and how exactly."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palaestra_leaderboards import (
    bradley_terry,
    elo_from_score,
    elo_update,
    los_exact,
    pentanomial,
    score_from_elo,
    sequential_elo,
    trinomial,
    wilson_interval,
)
from palaestra_leaderboards.elo import ELO_PER_LOGIT

Numbers = dict[str, float]
Case = dict[str, Any]

PATH = Path(__file__).parents[1] / "data" / "rating_cases.json"
CASES: list[Case] = json.loads(PATH.read_text(encoding="utf-8"))["cases"]


def elo_map(case: Case) -> Numbers:
    return {"elo": elo_from_score(case["input"]["score"])}


def counts(case: Case) -> Numbers:
    # fishtest replaces zero counts by 1e-3 and OpenBench takes quantiles of Student's t with N - 1 degrees of
    # freedom. Neither is copied: no count in these cases is zero, and at 10,000 pairs t differs from the normal
    # quantile by 1 in 10,000, below what is printed.
    function = pentanomial if case["kind"] == "elo_pentanomial" else trinomial
    statistics = function(case["input"]["counts_low_to_high"])
    return {
        "elo": statistics.elo,
        "elo_err": statistics.elo_error,
        "nelo": statistics.nelo,
        "nelo_err": statistics.nelo_error,
        "los": statistics.los,
        "score": statistics.score,
    }


def exact_superiority(case: Case) -> Numbers:
    return {"los": los_exact(case["input"]["wins"], case["input"]["losses"])}


def wilson(case: Case) -> Numbers:
    interval = wilson_interval(**case["input"])
    return {"low": interval.low, "high": interval.high}


def logits(games: list[tuple[str, str, float]]) -> Numbers:
    first, second, score = zip(*games, strict=True)
    ratings = bradley_terry(first, second, score)
    assert not np.isnan(ratings.elo).any()
    return dict(zip(ratings.names, (ratings.elo / ELO_PER_LOGIT).tolist(), strict=True))


def repeated(rows: list[tuple[str, str, int, int]]) -> list[tuple[str, str, float]]:
    return [(first, second, score) for first, second, wins, losses in rows for score in [1.0] * wins + [0.0] * losses]


def geometric_mean_1(case: Case) -> Numbers:
    return {name: math.exp(value) for name, value in logits(repeated(case["input"]["pairs"])).items()}


def logit_reference(case: Case) -> Numbers:
    reference = case["input"]["reference"].partition("=")[0]
    values = logits(repeated(case["input"]["games_home_away_homewins_awaywins"]))
    return {name: value - values[reference] for name, value in values.items()}


def logit_mean_0(case: Case) -> Numbers:
    values = logits([(str(winner), str(loser), 1.0) for winner, loser in case["input"]["wins"]])
    return {f"est[{name}]": value for name, value in values.items()}


def worths_sum_1(case: Case) -> Numbers:
    worths = {name: math.exp(value) for name, value in logits(case["input"]["games"]).items()}
    return {name: worth / sum(worths.values()) for name, worth in worths.items()}


def sequential(case: Case) -> Numbers:
    first, second, score = zip(*case["input"]["games"], strict=True)
    ratings = sequential_elo(first, second, score, k=case["input"]["k"], initial=case["input"]["initial"])
    return dict(zip(ratings.names, ratings.elo.tolist(), strict=True))


def update(case: Case) -> Numbers:
    rating, k = case["input"]["rating"], case["input"]["k"]
    opponents, scores = zip(*case["input"]["opponents_score"], strict=True)
    expected = sum(score_from_elo(rating - opponent) for opponent in opponents)
    return {"expected": expected, "new": elo_update(rating, opponents, scores, k=k)}


COMPUTED: dict[str, Callable[[Case], Numbers]] = {
    "bradley_terry_geomean1": geometric_mean_1,
    "bradley_terry_logit_mean0": logit_mean_0,
    "bradley_terry_logit_ref": logit_reference,
    "bradley_terry_sum1_ties_half": worths_sum_1,
    "elo_from_score": elo_map,
    "elo_pentanomial": counts,
    "elo_sequential": sequential,
    "elo_trinomial": counts,
    "elo_update": update,
    "los_exact_beta": exact_superiority,
    "wilson_interval": wilson,
}

LEFT_OUT = {
    "alpha_rank_single_population": "rankings of intransitive games are not there yet",
    "davidson_ties": "a draw counts as half a win; a draw parameter is not there yet",
    "glicko1": "ratings with a time axis are not there yet",
    "glicko2": "ratings with a time axis are not there yet",
    "nash_averaging": "rankings of intransitive games are not there yet",
    "openskill_plackett_luce_default": "ratings of more than two players are not there yet",
    "sprt_bounds": "sequential tests are not there yet",
    "sprt_llr": "sequential tests are not there yet",
    "sprt_llr_bayeselo_direct": "sequential tests are not there yet",
    "sprt_llr_cutechess_scaled": "sequential tests are not there yet",
    "trueskill_default": "ratings of more than two players are not there yet",
}


@pytest.mark.parametrize("case", [case for case in CASES if case["kind"] in COMPUTED], ids=lambda case: case["id"])
def test_agrees_with_the_published_value(case: Case) -> None:
    expected: Numbers = {}
    for key, value in case["expected"].items():
        many = {f"{key}[{index}]": entry for index, entry in enumerate(value)} if isinstance(value, list) else None
        expected |= many if many is not None else {key: value}
    computed = COMPUTED[case["kind"]](case)
    assert {key: computed.get(key) for key in expected} == pytest.approx(expected, rel=0, abs=case["tolerance"])


def test_every_kind_of_case_is_computed_or_left_out_for_a_reason() -> None:
    assert {case["kind"] for case in CASES} == COMPUTED.keys() | LEFT_OUT.keys()
    assert not COMPUTED.keys() & LEFT_OUT.keys()

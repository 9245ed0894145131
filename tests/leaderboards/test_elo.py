"""The Elo map and sequential ratings."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palaestra_leaderboards import RatingError, elo_from_score, elo_update, score_from_elo, sequential_elo


def test_four_hundred_elo_are_odds_of_ten_to_one() -> None:
    assert elo_from_score(10 / 11) == pytest.approx(400, abs=1e-9)
    assert score_from_elo(-400) == pytest.approx(1 / 11, abs=1e-15)


def test_limits_are_infinite() -> None:
    assert (elo_from_score(0.0), elo_from_score(1.0)) == (-math.inf, math.inf)
    assert (score_from_elo(-math.inf), score_from_elo(math.inf)) == (0.0, 1.0)


@pytest.mark.parametrize("score", [-0.01, 1.01, math.nan, math.inf])
def test_scores_outside_0_and_1_are_refused(score: float) -> None:
    with pytest.raises(RatingError, match=rf"score is {score}.*expected"):
        elo_from_score(score)


def test_nan_is_no_difference() -> None:
    with pytest.raises(RatingError, match="difference is nan"):
        score_from_elo(math.nan)


@given(st.floats(-2000, 2000))
def test_the_maps_are_inverse(elo: float) -> None:
    assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo, abs=1e-6)


@given(st.floats(0, 1))
def test_swapping_sides_changes_the_sign(score: float) -> None:
    if 1e-9 < score < 1 - 1e-9:
        assert elo_from_score(1 - score) == pytest.approx(-elo_from_score(score), abs=1e-4)


def test_update_needs_a_score_for_each_opponent() -> None:
    with pytest.raises(RatingError, match="scores has 1 entries, expected 2"):
        elo_update(1500, [1400, 1500], [1])


games = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([0.0, 0.5, 1.0])).filter(
        lambda game: game[0] != game[1]
    ),
    min_size=1,
    max_size=30,
)


@given(games, st.floats(-500, 500))
def test_sequential_elo_keeps_the_mean_and_shifts_with_the_initial_rating(
    played: list[tuple[str, str, float]], shift: float
) -> None:
    first, second, score = zip(*played, strict=True)
    ratings = sequential_elo(first, second, score)
    assert ratings.elo.mean() == pytest.approx(1500)
    shifted = sequential_elo(first, second, score, initial=1500 + shift)
    np.testing.assert_allclose(shifted.elo, ratings.elo + shift, atol=1e-6)
    assert np.isnan(ratings.low).all()
    assert np.isnan(ratings.high).all()


@given(games)
def test_sequential_elo_is_the_same_from_the_other_side(played: list[tuple[str, str, float]]) -> None:
    first, second, score = zip(*played, strict=True)
    ratings = sequential_elo(first, second, score)
    mirrored = sequential_elo(second, first, [1 - points for points in score])
    assert mirrored.names == ratings.names
    np.testing.assert_allclose(mirrored.elo, ratings.elo, atol=1e-9)


def test_sequential_elo_refuses_unequal_lengths_and_wrong_scores() -> None:
    with pytest.raises(RatingError, match="lengths 2, 1 and 1"):
        sequential_elo(["a", "b"], ["b"], [1])
    with pytest.raises(RatingError, match=r"score\[0\] is 2"):
        sequential_elo(["a"], ["b"], [2])

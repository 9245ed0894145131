"""What the rating functions accept, what they refuse, and values that other programs computed."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from palaestra_leaderboards import (
    RatingError,
    bradley_terry,
    elo_from_score,
    elo_update,
    pentanomial,
    sequential_elo,
    wilson_interval,
)

FIRST = list("abacbcabacbcacbc")
SECOND = list("bacacbbacacbcacb")
SCORE = [1, 0.5, 1, 0, 0.5, 1, 0, 0, 1, 0.5, 0, 1, 1, 1, 1, 0.5]
PAIR = [game // 2 for game in range(16)]


@pytest.mark.parametrize(
    ("seat_term", "elo", "errors"),
    [
        (False, [102.92878035, -82.18019507, -20.74858528], [50.41776511, 61.97008171, 55.79700183]),
        (
            True,
            [111.34623034, -88.93154825, -22.41468209, 101.83970859],
            [60.29346777, 71.04529586, 60.30413002, 88.97687126],
        ),
    ],
)
def test_a_clustered_logistic_regression_gives_the_same(seat_term: bool, elo: list[float], errors: list[float]) -> None:
    """Values of statsmodels: GLM(Binomial).fit(cov_type="cluster", use_correction=False), in Elo at mean 0."""
    ratings = bradley_terry(FIRST, SECOND, SCORE, PAIR, seat_term=seat_term)
    seat = slice(None) if seat_term else slice(3)
    found = np.array([*ratings.elo, ratings.first_seat_elo])[seat]
    half = np.array([*(ratings.high - ratings.low), ratings.first_seat_high - ratings.first_seat_low])[seat] / 2
    correction = math.sqrt(8 / (8 - 2 - seat_term))
    np.testing.assert_allclose(found, elo, atol=1e-6)
    np.testing.assert_allclose(half, 1.959963984540054 * correction * np.array(errors), atol=1e-6)


def test_arrays_give_what_lists_give() -> None:
    of_lists = bradley_terry(FIRST, SECOND, SCORE, PAIR)
    of_arrays = bradley_terry(np.array(FIRST), np.array(SECOND), np.array(SCORE), np.array(PAIR))
    assert of_arrays.names == of_lists.names
    assert all(type(name) is str for name in of_arrays.names)
    np.testing.assert_array_equal(of_arrays.low, of_lists.low)
    rated = sequential_elo(np.array(FIRST), np.array(SECOND), np.array(SCORE))
    assert all(type(name) is str for name in rated.names)


def test_a_missing_label_in_a_column_is_no_label() -> None:
    alone = bradley_terry(["a", "b", "a"], ["b", "a", "b"], [1, 1, 0])
    labelled = bradley_terry(["a", "b", "a"], ["b", "a", "b"], [1, 1, 0], np.full(3, np.nan))
    np.testing.assert_array_equal(labelled.low, alone.low)


def test_self_play_leaves_intervals_as_they_are() -> None:
    without = bradley_terry(["a", "a"], ["b", "b"], [1, 0])
    ratings = bradley_terry(["a", "a", *"aaaa"], ["b", "b", *"aaaa"], [1, 0, 1, 1, 0, 1])
    np.testing.assert_allclose(ratings.high, without.high)


NEARLY_ONE_SIDED = [
    ("a", "e", 0, 279),
    ("b", "e", 1, 1270),
    ("c", "b", 1, 7),
    ("c", "f", 0, 1679),
    ("d", "a", 0, 366),
    ("d", "e", 1, 1920),
    ("e", "c", 1, 1956),
    ("f", "b", 0, 1333),
]


@pytest.mark.parametrize("fewest", [7, 1])
def test_nearly_one_sided_results_in_great_numbers_are_rated(fewest: int) -> None:
    """Here rounding moves Newton's method more than a small step, or leaves no more than a flat likelihood."""
    games = [(first, second, score) for first, second, score, n in NEARLY_ONE_SIDED for _ in range(max(n, fewest))]
    if fewest == 1:
        games = [game for game in games if game[:2] != ("c", "b")] + [("c", "b", 1)]
    first, second, score = zip(*games, strict=True)
    ratings = bradley_terry(first, second, score, seat_term=True)
    assert not np.isnan(ratings.elo).any()
    assert (ratings.low < ratings.elo).all()
    assert (ratings.elo < ratings.high).all()


def test_an_interval_unpacks() -> None:
    low, high = wilson_interval(1, 29)
    assert (low, high) == pytest.approx((0.0061, 0.1718), abs=5e-5)  # Newcombe 1998, table I, method 3
    assert all(type(end) is float for end in wilson_interval(np.float64(3), np.float64(9)))


@pytest.mark.parametrize("value", ["0.5", b"1", None, [0.5], np.array([0.5, 0.5])])
def test_what_is_no_number_is_refused_in_one_line(value: object) -> None:
    calls: list[tuple[str, Callable[[], object]]] = [
        ("score", lambda: elo_from_score(value)),  # type: ignore[arg-type]
        ("score", lambda: elo_update(1500, [1500], [value])),  # type: ignore[list-item]
        (r"score\[0\]", lambda: bradley_terry(["a"], ["b"], [value])),  # type: ignore[list-item]
        (r"score\[0\]", lambda: sequential_elo(["a"], ["b"], [value])),  # type: ignore[list-item]
        ("k", lambda: sequential_elo(["a"], ["b"], [1], k=value)),  # type: ignore[arg-type]
        ("successes", lambda: wilson_interval(value, 3)),  # type: ignore[arg-type]
        ("level", lambda: wilson_interval(1, 3, value)),  # type: ignore[arg-type]
        (r"counts\[4\]", lambda: pentanomial([1, 1, 1, 1, value])),  # type: ignore[list-item]
    ]
    for name, call in calls:
        with pytest.raises(RatingError, match=rf"^{name} is .*, expected a number") as caught:
            call()
        assert "\n" not in str(caught.value)


def test_unusable_columns_are_refused() -> None:
    with pytest.raises(RatingError, match="first is None, expected a sequence"):
        bradley_terry(None, ["b"], [1])  # type: ignore[arg-type]
    with pytest.raises(RatingError, match="names of entrants cannot be sorted"):
        bradley_terry(["a"], [1], [1])  # type: ignore[list-item]
    with pytest.raises(RatingError, match="names of entrants cannot be sorted"):
        sequential_elo(["a"], [None], [1])  # type: ignore[list-item]
    with pytest.raises(RatingError, match=r"pair\[0\] is \[1\], expected a label"):
        bradley_terry(["a"], ["b"], [1], [[1]])  # type: ignore[list-item]
    with pytest.raises(RatingError, match="k is nan, expected a finite number"):
        sequential_elo(["a"], ["b"], [1], k=math.nan)

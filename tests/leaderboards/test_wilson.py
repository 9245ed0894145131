"""The Wilson interval beyond the published cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palaestra_leaderboards import RatingError, wilson_interval


def test_no_trials_say_nothing() -> None:
    interval = wilson_interval(0, 0)
    assert (interval.low, interval.high) == (0.0, 1.0)


@given(st.integers(1, 10_000), st.data())
def test_holds_the_proportion_and_mirrors_it(n: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, n))
    interval = wilson_interval(successes, n)
    assert 0.0 <= interval.low <= successes / n <= interval.high <= 1.0
    mirrored = wilson_interval(n - successes, n)
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - interval.high, 1 - interval.low), abs=1e-12)


@given(st.integers(1, 1000), st.floats(0.5, 0.9), st.floats(0.01, 0.09))
def test_a_higher_level_is_wider(n: int, level: float, more: float) -> None:
    narrow, wide = wilson_interval(n // 3, n, level), wilson_interval(n // 3, n, level + more)
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high


@pytest.mark.parametrize(
    ("successes", "n", "level", "message"),
    [
        (-1, 10, 0.95, "successes is -1"),
        (11, 10, 0.95, "successes is 11"),
        (1, -1, 0.95, "n is -1"),
        (1, 2, 1.0, "level is 1.0"),
        (1, 2, 0.0, "level is 0.0"),
    ],
)
def test_nonsense_is_refused(successes: float, n: float, level: float, message: str) -> None:
    with pytest.raises(RatingError, match=message):
        wilson_interval(successes, n, level)

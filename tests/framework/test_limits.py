import math

import pytest

from palaestra.errors import InvalidValueError, UserError
from palaestra.limits import TimeControl


def test_whole_seconds_become_floats():
    control = TimeControl(per_move=1, per_game=60, increment=0, margin=0)
    assert [type(value) for value in (control.per_move, control.per_game, control.increment, control.margin)] == [
        float
    ] * 4
    assert control == TimeControl(per_move=1.0, per_game=60.0, margin=0.0)


@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf, 10**400, "1", True, 1e9])
@pytest.mark.parametrize("limit", ["per_move", "per_turn", "per_game"])
def test_a_limit_is_a_number_above_zero(limit, value):
    with pytest.raises(InvalidValueError, match=f"{limit} is .*; expected a number of seconds above 0 and at most"):
        TimeControl(**{limit: value})


@pytest.mark.parametrize("name", ["increment", "margin"])
def test_what_is_added_may_be_zero_but_not_less(name):
    assert getattr(TimeControl(per_game=1, **{name: 0}), name) == 0
    with pytest.raises(InvalidValueError, match=f"{name} is -1; expected a number of seconds of at least 0"):
        TimeControl(per_game=1, **{name: -1})


def test_a_clock_needs_a_limit_and_an_increment_needs_a_game():
    with pytest.raises(UserError, match="at least one of per_move, per_turn and per_game"):
        TimeControl(margin=0.1)
    with pytest.raises(UserError, match="increment adds to per_game, which is missing"):
        TimeControl(per_move=1, increment=1)

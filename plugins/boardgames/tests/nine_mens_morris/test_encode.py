"""Features and the static value."""

import numpy as np
import pytest

from palaestra import load_game

GAME = load_game("nine_mens_morris")


def test_features_are_what_they_are_said_to_be():
    state = GAME.position("WWW.B...B.......B..B.... 5 4 W remove turn 8")
    white, black = state.features(0), state.features(1)
    assert white.shape == (56,)
    assert np.flatnonzero(white[:24]).tolist() == [0, 1, 2]
    assert np.flatnonzero(white[24:48]).tolist() == [4, 8, 16, 19]
    assert white[48:].tolist() == pytest.approx([5 / 9, 4 / 9, 0, 0, 1, 0, 1, 0.04])
    assert black[48:].tolist() == pytest.approx([4 / 9, 5 / 9, 0, 0, 0, 1, 1, 0.04])
    assert np.array_equal(black[:24], white[24:48])


def test_features_say_who_flies():
    state = GAME.position("W.....B..B.W...B..B...BW 0 0 W")
    assert state.features(0)[50:52].tolist() == [1.0, 0.0]
    assert state.features(1)[50:52].tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("WW.B....W..B........B... 0 0 B", "WW.B....B..B........B... 0 0 B"),  # a man more
        ("WWW.....W..BB.....B.B... 0 0 B", "WW.....W.W.BB.....B.B... 0 0 B"),  # a closed mill
        ("WWW.....W..BB.....B.B... 0 0 W remove", "WWW.....W..BB.....B.B... 0 0 W"),  # a man to remove
        (".W..W..B........B..B...B 4 4 W", "W.W....B........B..B...B 4 4 W"),  # freer men
    ],
)
def test_value_rises_with_what_is_good_for_a_player(better, worse):
    high, low = GAME.position(better).array, GAME.position(worse).array
    assert GAME.rules.evaluate(high, 0) > GAME.rules.evaluate(low, 0)
    assert GAME.rules.evaluate(high, 1) == -GAME.rules.evaluate(high, 0)
    assert -1 < GAME.rules.evaluate(high, 0) < 1


def test_value_is_exact_at_the_end():
    won = GAME.position("WBW......B...........W.W 0 0 B").array
    assert (GAME.rules.evaluate(won, 0), GAME.rules.evaluate(won, 1)) == (1.0, -1.0)
    drawn = GAME.position("WBW......B....B......W.W 0 0 W turn 200").array
    assert (GAME.rules.evaluate(drawn, 0), GAME.rules.evaluate(drawn, 1)) == (0.0, 0.0)


def test_start_is_even():
    assert GAME.rules.evaluate(GAME.new_state().array, 0) == 0.0

"""Forced wins in nine men's morris, in positions worked out by hand; points are numbered row by row."""

import pytest

from palaestra import load_game

#  0 - - - - - 1 - - - - - 2
#  |   3 - - - 4 - - - 5   |
#  |   |   6 - 7 - 8   |   |
#  9 - 10- 11      12- 13- 14
#  |   |   15- 16- 17  |   |
#  |   18- - - 19- - - 20  |
#  21- - - - - 22- - - - - 23


@pytest.fixture(scope="module")
def game():
    return load_game("nine_mens_morris")


def test_a_mill_that_takes_the_third_last_man_wins_at_once(game, ab):
    # White closes 0-1-2 with 14-2 and removes a man: two are left.
    state = game.position("WW......B....BWW...B.... 0 0 W")
    action, told = ab.decision(game, state, depth=2, quiescence=0)
    assert game.action_to_string(state, action) == game.action_to_string(state, 24 + 24 * 14 + 2)
    assert ab.best_value(told) == 1.0
    assert told.principal_variation[0] == action
    state.step(action)
    state.step(told.principal_variation[1])
    assert state.returns() == [1.0, -1.0]


def test_quiescence_sees_the_removal_that_a_mill_brings(game, ab):
    state = game.position("WW......B....BWW...B.... 0 0 W")
    _, blind = ab.decision(game, state, depth=1, quiescence=0)
    _, seeing = ab.decision(game, state, depth=1, quiescence=1)
    assert ab.best_value(blind) < 1.0
    assert ab.best_value(seeing) == 1.0


def test_two_threats_at_once_cannot_be_met(game, ab):
    # White flies and threatens 0-1-2 and 0-9-21; no two of Black's men are in a line. Whatever Black moves, White
    # closes one of the mills and leaves two men: a loss in three plies, the removal counted.
    state = game.position("WW..B....W.....B....B... 0 0 B")
    action, told = ab.decision(game, state, depth=3, quiescence=0, quick=False)
    assert ab.best_value(told) == -1.0
    assert ab.best_actions(told) == state.legal_actions()
    assert action == state.legal_actions()[0]
    assert ab.best_value(ab.decision(game, state, depth=2, quiescence=0)[1]) > -1.0


def test_the_move_that_blocks_the_last_man_wins(game, ab):
    # Black's men at 0, 1, 2, 9 can move to 21 alone, from 9. White closes it with 22-21.
    state = game.position("BBB.W....BW...W.......W. 0 0 W")
    action, told = ab.decision(game, state, depth=3)
    assert game.action_to_string(state, action) == game.action_to_string(state, 24 + 24 * 22 + 21)
    assert ab.best_value(told) == 1.0
    state.step(action)
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize("seed", range(4))
def test_equals_plain_minimax_where_men_fly_and_where_they_are_placed(game, ab, seed):
    flying = game.position("W.W......BB....W......B. 0 0 W")
    for _ in range(seed):
        flying.step(flying.legal_actions()[seed * 7 % len(flying.legal_actions())])
    placing = ab.wander(game, seed, 10)
    for state in (flying, placing):
        if state.is_terminal:
            continue
        _, told = ab.decision(game, state, depth=2, quiescence=1, quick=False)
        assert ab.best_value(told) == pytest.approx(ab.minimax(game, state, 2, 1), abs=2.0**-39)

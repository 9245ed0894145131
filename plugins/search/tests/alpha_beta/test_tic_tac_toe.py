"""Tic-tac-toe, whose values and rates are known exactly."""

from fractions import Fraction
from functools import cache

import pytest
import toy_games as toys

from palaestra import load_game
from palaestra_search.alpha_beta.solve import solve, solve_actions
from palaestra_search.plugin import ALPHA_BETA

EXACT_RATES = {
    (0, "random"): (Fraction(75257, 77760), Fraction(2503, 77760)),
    (0, "first"): (Fraction(191, 192), Fraction(1, 192)),
    (1, "random"): (Fraction(2645, 3402), Fraction(757, 3402)),
    (1, "first"): (Fraction(254, 315), Fraction(61, 315)),
}
"""Wins and draws of a perfect player, by seat and tie-break, against a uniformly random one: brute force over the game
tree. Ties are among all moves of equal value, the first is the lowest cell."""


@pytest.fixture(scope="module")
def game():
    return load_game("tic_tac_toe")


def test_the_game_is_a_draw(game):
    assert solve(game, game.new_state()).value == 0.0


def test_all_nine_openings_draw(game):
    assert solve_actions(game, game.new_state()) == dict.fromkeys(range(9), 0.0)


def test_every_value_is_that_of_brute_force(game):
    pending, seen = ["........."], set()
    while pending:
        cells = pending.pop()
        if cells in seen or (cells.count(".") > 7 and seen):
            continue
        seen.add(cells)
        if len(seen) % 7 == 1 and cells.count(".") < 8:
            side = "X" if cells.count("X") == cells.count("O") else "O"
            assert solve(game, game.position(f"{cells} {side}"), 8).value == toys.tic_tac_toe_value(cells)
        for _, after in toys.tic_tac_toe_moves(cells):
            lines = [after[a] == after[b] == after[c] != "." for a, b, c in toys.LINES]
            if "." in after and not any(lines):
                pending.append(after)


@pytest.mark.parametrize(("seat", "ties"), EXACT_RATES)
def test_rates_against_a_random_player_are_exact(ab, game, seat, ties):
    """All that can happen is counted: the agent's best actions each as likely, the opponent's each as likely."""
    searcher = toys.make_agent(ALPHA_BETA, game, 1, depth=9, quick=False, ties="first", table_bits=10)

    @cache
    def rates(text):
        state = game.position(text)
        if state.is_terminal:
            return (Fraction(state.returns()[seat] > 0), Fraction(state.returns()[seat] == 0))
        actions = state.legal_actions()
        if state.current_player == seat and len(actions) > 1:
            first = searcher.act(toys.look(game, state))
            best = ab.best_actions(searcher.explain())
            assert first == best[0]
            actions = best if ties == "random" else [first]
        wins = draws = Fraction(0)
        for action in actions:
            after = state.copy()
            after.step(action)
            more = rates(game.position_to_string(after))
            wins, draws = wins + more[0], draws + more[1]
        return wins / len(actions), draws / len(actions)

    assert rates(game.position_to_string(game.new_state())) == EXACT_RATES[seat, ties]

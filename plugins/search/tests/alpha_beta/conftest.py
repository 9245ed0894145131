"""Plain minimax over game states, and ways to ask alpha-beta."""

from types import SimpleNamespace

import pytest
import toy_games as toys

from palaestra_search.plugin import ALPHA_BETA


def minimax(game, state, depth, quiescence=0):
    """Return the value of a position to the seat to move, by the definition: no pruning, no table.

    Where the depth is used up in the middle of a turn the search goes on for up to `quiescence` plies.
    """
    player = state.current_player
    best = -2.0
    for action in state.legal_actions():
        after = state.copy()
        after.step(action)
        if after.is_terminal:
            value = after.returns()[player]
        elif depth <= 1 and (after.current_player != player or depth - 1 <= -quiescence):
            value = game.rules.evaluate(after.array, player) if game.rules.evaluate else 0.0
        else:
            value = minimax(game, after, depth - 1, quiescence)
            value = value if after.current_player == player else -value
        best = max(best, value)
    return best


def decision(game, state, seed=1, **parameters):
    """Return the action and the explanation of one decision."""
    searcher = toys.make_agent(ALPHA_BETA, game, seed, **parameters)
    return searcher.act(toys.look(game, state)), searcher.explain()


def best_value(explanation):
    """Return the value of the best action."""
    return max(value for _, _, value in explanation.actions)


def best_actions(explanation):
    """Return the actions of the best value, ascending."""
    return sorted(action for action, _, value in explanation.actions if value == best_value(explanation))


def wander(game, seed, plies):
    """Return the position after so many random plies, or None if the game was over before."""
    state = game.new_state(seed=seed)
    draws = seed
    for _ in range(plies):
        if state.is_terminal:
            return None
        legal = state.legal_actions()
        draws = (1103515245 * draws + 12345) % 2**31
        state.step(legal[(draws >> 16) % len(legal)])
    return None if state.is_terminal else state


@pytest.fixture(scope="session")
def ab():
    """Return the helpers of this file."""
    return SimpleNamespace(
        minimax=minimax,
        decision=decision,
        best_value=best_value,
        best_actions=best_actions,
        wander=wander,
    )

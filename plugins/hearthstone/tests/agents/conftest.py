"""What agents are shown."""

import pytest

from palaestra import View


@pytest.fixture(scope="session")
def look():
    """Return a function that gives the view of who is to move in a state."""

    def view_of(game, state):
        player = state.current_player
        return View(game, player, state.observation(player), tuple(state.legal_actions()))

    return view_of

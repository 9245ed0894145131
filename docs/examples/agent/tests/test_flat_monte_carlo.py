"""The laws that every agent must keep, and moves that anyone can see."""

import pytest

from palaestra import AgentRng, View, build_game, load_agent, load_game
from palaestra.testing import check_agent
from palaestra.testing.games import KUHN_POKER

AGENTS = ["flat_search_plain", "flat_search"]


@pytest.mark.parametrize("agent", AGENTS)
def test_the_agent_keeps_the_laws(agent: str) -> None:
    check_agent(agent, "tic_tac_toe", parameters={"playouts": 3})


@pytest.mark.parametrize("agent", AGENTS)
def test_the_agent_keeps_the_laws_where_cards_are_hidden(agent: str) -> None:
    check_agent(agent, build_game(KUHN_POKER, {}), games=20)


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize(("position", "move"), [("XX.OO.... X", 2), ("XX.OO...X O", 5)])
def test_a_row_is_completed(agent: str, position: str, move: int) -> None:
    game = load_game("tic_tac_toe")
    state = game.position(position)
    view = View(game, state.current_player, state.observation(state.current_player), tuple(state.legal_actions()))
    assert load_agent(agent, game, AgentRng(1), playouts=30).act(view) == move

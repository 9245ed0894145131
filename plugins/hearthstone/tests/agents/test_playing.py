"""All agents keep the laws of agents, beat a random one, and those of the search plugin play too."""

import pytest

from palaestra import installed_plugins, load_agent, load_game, run_tournament
from palaestra.referee.explain import explain_game
from palaestra.store.engine import reading
from palaestra.store.reads import iterate_games
from palaestra.testing import check_agent
from palaestra_hearthstone.decks import DECKS
from palaestra_hearthstone.testing import Scenario

OWN = ["hearthstone_greedy", "dynamic_lookahead", "beam_search"]
SEARCH = {
    "uct": {"iterations": 30},
    "ismcts": {"iterations": 30},
    "flat_monte_carlo": {"iterations": 30},
}


@pytest.mark.parametrize("agent", OWN)
def test_laws(agent):
    small = {"depth": 4, "width": 3} if agent == "beam_search" else {"samples": 2}
    assert check_agent(agent, "hearthstone", games=1, parameters=small).positions > 20


@pytest.mark.parametrize("agent", SEARCH)
def test_search_agents_play(agent):
    assert check_agent(agent, "hearthstone", games=1, parameters=SEARCH[agent]).positions > 20


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """Games of the agents against a random one, with every deck."""
    path = tmp_path_factory.mktemp("hearthstone") / "games.db"
    spec = {
        "tournament": {
            "name": "small",
            "game": "hearthstone",
            "pairs": 2,
            "root_seed": 1,
            "decks": list(DECKS),
        },
        "entrant": [{"agent": agent} for agent in [*OWN, "random"]],
    }
    run_tournament(spec, path, workers=0)
    with reading(path) as connection:
        return list(iterate_games(connection))


def test_they_play_in_the_compiled_lane_and_beat_a_random_agent(stored):
    assert {one.record.lane for one in stored} == {"compiled"}
    for agent in OWN:
        games = [one for one in stored if {entrant.name for entrant in one.entrants} == {agent, "random"}]
        assert len(games) == 12
        points = [one.record.returns[[entrant.name for entrant in one.entrants].index(agent)] for one in games]
        assert sum(points) >= 10, agent


def test_every_move_is_read(stored):
    game = load_game("hearthstone")
    for one in stored[::9]:
        readings = list(explain_game(game, one.record, one.entrants, installed_plugins()))
        assert len(readings) == one.record.plies
        searched = [told for told in readings if told.iterations > 0]
        for told in searched:
            assert told.variation[0] == told.answer == told.action
            assert all(-1.0 <= value <= 1.0 for _, _, value in told.actions)
        assert searched or {entrant.name for entrant in one.entrants} == {"random"}


@pytest.mark.parametrize("agent", OWN)
def test_dear_cards_are_replaced(look, agent):
    game = load_game("hearthstone", mulligan=True)
    state = game.new_state(("cube_warlock", "cube_warlock"), seed=5)
    player = load_agent(agent, game, 0)
    answers = []
    while state.current_player == 0 and len(answers) < 3:
        view = look(game, state)
        action = player.act(view)
        answers.append(game.action_to_string(state, action))
        state.step(action)
    costs = {"Dark Pact": 1, "Kobold Librarian": 1, "Mistress of Mixtures": 1, "Defile": 2, "Doomsayer": 2}
    costs["Prince Taldaram"] = 3
    assert len(answers) == 3
    for answer in answers:
        assert answer.startswith("keep" if any(name in answer for name in costs) else "replace"), answers


def test_an_only_action_takes_no_thought(look):
    s = Scenario(player="warrior", opponent="warlock", mana=0)
    agent = load_agent("dynamic_lookahead", s.game, 0)
    assert s.game.action_to_string(s.state, agent.act(look(s.game, s.state))) == "end turn"
    assert agent.explain().iterations == 0

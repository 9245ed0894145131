"""Stored games of the search agents are explained: the agents, asked again, play the same and tell why."""

import pytest

from palaestra import installed_plugins, load_game, run_tournament
from palaestra.referee.explain import explain_game
from palaestra.store.engine import reading
from palaestra.store.reads import iterate_games

SMALL = {"iterations": 80, "population": 12, "states": 2, "playouts": 3}
ENTRANTS = [("rhea", SMALL), ("rhea_vanilla", SMALL), ("uct", {"iterations": 80})]


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """Return the games of a tournament in the compiled lane."""
    path = tmp_path_factory.mktemp("explained") / "games.db"
    spec = {
        "tournament": {
            "name": "small",
            "game": "kalah",
            "pairs": 1,
            "root_seed": 1,
            "knobs": {"pits": 3, "seeds": 2},
        },
        "entrant": [{"agent": agent, "name": agent, "parameters": given} for agent, given in ENTRANTS],
    }
    run_tournament(spec, path, workers=0)
    with reading(path) as connection:
        return list(iterate_games(connection))


def test_every_move_is_read(stored):
    game = load_game("kalah", pits=3, seeds=2)
    assert len(stored) == 6
    for one in stored:
        assert one.record.lane == "compiled"
        readings = list(explain_game(game, one.record, one.entrants, installed_plugins()))
        assert len(readings) == one.record.plies
        assert {told.note for told in readings} == {""}
        searched = [told for told in readings if told.iterations > 0]
        assert searched
        for told in searched:
            assert told.variation[0] == told.answer == told.action
            assert sum(visits for _, visits, _ in told.actions) >= 80
            assert all(-1.0 <= value <= 1.0 for _, _, value in told.actions)

"""Every agent keeps the laws of agents in games of every kind; compiled or not, it plays the same."""

import json
import os
import subprocess
import sys

import pytest

from palaestra.game import build_game, load_game
from palaestra.testing import check_agent
from palaestra.testing.games import KUHN_POKER, NIM

_SMALL = {"iterations": 40, "population": 8, "states": 3, "playouts": 2}
AGENTS = {
    "random": {},
    "greedy": {},
    "uct": {"iterations": 50},
    "rhea_vanilla": _SMALL,
    "rhea": _SMALL | {"gamma": 0.5, "tree_nodes": 50, "cache": 64},
}
GAMES = {
    "tic_tac_toe": lambda: load_game("tic_tac_toe"),
    "kalah": lambda: load_game("kalah", seeds=3),
    "nine_mens_morris": lambda: load_game("nine_mens_morris"),
    "nim": lambda: build_game(NIM, {"takes": 2}),
    "kuhn_poker": lambda: build_game(KUHN_POKER, {}),
}

PLAY = """
import json
from palaestra.agent import AgentRng, View, load_agent
from palaestra.game import build_game, load_game
from palaestra.jit import JIT_ENABLED
from palaestra.testing.games import KUHN_POKER, NIM

def play(name, game, parameters):
    agents = [load_agent(name, game, AgentRng(seat), **parameters) for seat in range(2)]
    state, actions = game.new_state(seed=3), []
    while not state.is_terminal:
        seat = state.current_player
        view = View(game, seat, state.observation(seat), tuple(state.legal_actions()))
        actions.append(agents[seat].act(view))
        state.step(actions[-1])
    return actions

games = [load_game("tic_tac_toe"), build_game(NIM, {}), build_game(KUHN_POKER, {})]
small = {"iterations": 30, "population": 6, "states": 2, "playouts": 2}
agents = [
    ("random", {}),
    ("greedy", {"samples": 3}),
    ("uct", {"iterations": 40}),
    ("rhea_vanilla", small),
    ("rhea", small | {"gamma": 0.5}),
]
print(json.dumps([JIT_ENABLED, [play(name, game, given) for name, given in agents for game in games]]))
"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", AGENTS)
def test_agents_keep_the_laws(agent, game):
    report = check_agent(agent, GAMES[game](), parameters=AGENTS[agent])
    assert report.positions > 0


@pytest.mark.parametrize("game", ["nim", "kuhn_poker"])
@pytest.mark.parametrize("agent", ["uct", "rhea_vanilla", "rhea"])
def test_a_budget_of_time_keeps_the_laws(agent, game):
    report = check_agent(agent, GAMES[game](), parameters={"seconds": 0.002}, reproducible=False)
    assert report.positions > 0


def test_plain_python_plays_the_same_games():
    def run(**more):
        command = [sys.executable, "-c", PLAY]
        output = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, check=True).stdout
        return json.loads(output)

    compiled, plain = run(NUMBA_DISABLE_JIT="0"), run(NUMBA_DISABLE_JIT="1")
    assert [compiled[0], plain[0]] == [True, False]
    assert plain[1] == compiled[1]

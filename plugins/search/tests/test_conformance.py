"""Every agent keeps the laws of agents in games of every kind; compiled or not, it plays the same."""

import json
import os
import subprocess
import sys

import pytest

from palaestra import build_game, load_game
from palaestra.testing import check_agent
from palaestra.testing.games import KUHN_POKER, NIM

_SMALL = {"iterations": 40, "population": 8, "states": 3, "playouts": 2}
AGENTS = {
    "random": {},
    "greedy": {},
    "flat_monte_carlo": {"iterations": 50},
    "uct": {"iterations": 50},
    "alpha_beta": {"depth": 3, "quiescence": 2, "ties": "random", "table_bits": 10},
    "mcgs": {"iterations": 50, "width": 3},
    "ismcts": {"iterations": 50},
    "determinized_uct": {"iterations": 50, "determinizations": 5},
    "rhea_vanilla": _SMALL,
    "rhea": _SMALL | {"gamma": 0.5, "tree_nodes": 50, "cache": 64},
}
CLOSED = [
    {"reuse": True},
    {"solver": True},
    {"reuse": True, "solver": True, "selection": "puct", "playout_depth": 3},
]
GAMES = {
    "tic_tac_toe": lambda: load_game("tic_tac_toe"),
    "kalah": lambda: load_game("kalah", seeds=3),
    "nine_mens_morris": lambda: load_game("nine_mens_morris"),
    "nim": lambda: build_game(NIM, {"takes": 2}),
    "kuhn_poker": lambda: build_game(KUHN_POKER, {}),
}
FITTING = [(agent, game) for agent in AGENTS for game in GAMES if (agent, game) != ("alpha_beta", "kuhn_poker")]

PLAY = """
import json
from palaestra import AgentRng, View, load_agent
from palaestra import build_game, load_game
from palaestra import JIT_ENABLED
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
    ("flat_monte_carlo", {"iterations": 30}),
    ("uct", {"iterations": 40, "selection": "puct"}),
    ("mcgs", {"iterations": 60, "width": 2}),
    ("mcgs", {"iterations": 40, "opponent": "searched", "merge": "none", "playout_depth": 2}),
    ("ismcts", {"iterations": 40}),
    ("determinized_uct", {"iterations": 40, "determinizations": 4}),
    ("rhea_vanilla", small),
    ("rhea", small | {"gamma": 0.5}),
]
played = [play(name, game, given) for name, given in agents for game in games]
played += [play("alpha_beta", game, {"depth": 3, "ties": "random", "table_bits": 8}) for game in games[:2]]
closed = {"iterations": 40, "solver": True, "reuse": True, "playout_depth": 4}
played += [play("uct", game, closed) for game in games[:2]]
print(json.dumps([JIT_ENABLED, played]))
"""


@pytest.mark.parametrize(("agent", "game"), FITTING)
def test_agents_keep_the_laws(agent, game):
    report = check_agent(agent, GAMES[game](), parameters=AGENTS[agent])
    assert report.positions > 0


@pytest.mark.parametrize("game", ["tic_tac_toe", "kalah", "nim"])
@pytest.mark.parametrize("given", CLOSED, ids=["reuse", "solver", "all"])
def test_closed_trees_keep_the_laws(given, game):
    check_agent("uct", GAMES[game](), parameters={"iterations": 50, **given})


@pytest.mark.parametrize("game", ["nim", "kuhn_poker"])
@pytest.mark.parametrize(
    "agent", ["flat_monte_carlo", "uct", "mcgs", "ismcts", "determinized_uct", "rhea_vanilla", "rhea"]
)
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


@pytest.mark.parametrize("game", ["tic_tac_toe", "kalah", "nim"])
@pytest.mark.parametrize("given", [{"seconds": 0.002}, {"nodes": 200}], ids=["seconds", "nodes"])
def test_budgets_of_alpha_beta_keep_the_laws(given, game):
    parameters = {"table_bits": 10, **given}
    check_agent("alpha_beta", GAMES[game](), parameters=parameters, reproducible="nodes" in given)

"""Toy games whose right play is known, and ways to play them."""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from palaestra import (
    AgentRng,
    GameDefinition,
    GameSpec,
    KernelGame,
    Knob,
    Rules,
    Sizes,
    View,
    build_agent,
    copy,
    random_below,
    reseed,
    rule,
    seed_rng,
)
from palaestra.spec import build_parameters

# --- Guess: name one of five numbers, or pass. A guess wins with 1 in 5: the mean return is -0.6; passing gives 0. ---

_OVER, _SECRET, _HIDDEN, _RETURN = 2, 3, 4, 5
PASS = 5
GUESS_VALUE = -0.6


@rule("init")
def guess_init(state, config, seed):
    seed_rng(state, seed)
    state[_OVER] = 0
    state[_HIDDEN] = config[0]
    state[_SECRET] = 1 + random_below(state, 5) if config[0] == 1 else 0
    state[_RETURN] = 0


@rule("current_player")
def guess_player(state):
    return -1 if state[_OVER] else 0


@rule("legal_actions")
def guess_legal(state, out):
    for i in range(6):
        out[i] = i
    return 6


@rule("step")
def guess_step(state, action):
    state[_OVER] = 1
    if action == 5:
        return
    secret = state[_SECRET]
    if secret == 0:
        secret = 1 + random_below(state, 5)
    state[_RETURN] = 1 if action + 1 == secret else -1


@rule("returns")
def guess_returns(state, out):
    out[0] = state[_RETURN]
    out[1] = -state[_RETURN]


@rule("observe")
def guess_observe(state, player, out):
    copy(out, state)
    out[0] = 0
    out[1] = 0
    if state[_OVER] == 0:
        out[_SECRET] = 0


@rule("determinize")
def guess_determinize(observation, player, rng, out):
    copy(out, observation)
    reseed(out, rng)
    if out[_HIDDEN] == 1 and out[_OVER] == 0:
        out[_SECRET] = 1 + random_below(rng, 5)


@rule("encode")
def no_features(state, player, out):
    out[0] = 0.0


GUESS = GameDefinition(
    rules=Rules(
        guess_init, guess_player, guess_legal, guess_step, guess_returns, guess_observe, guess_determinize, no_features
    ),
    sizes=lambda knobs: Sizes(state_size=6, num_actions=6, max_legal=6, max_plies=1, num_features=1),
    config=lambda knobs, decks: [int(knobs["hidden"])],
    notation="unused:UNUSED",
    drawing="unused:UNUSED",
)


def guess_game(hidden):
    """Return the game with a number drawn at the deal, or by the guess itself."""
    spec = GameSpec(
        id="guess",
        version="1",
        summary="Guess a number.",
        factory="unused:UNUSED",
        information="hidden" if hidden else "perfect",
        chance=not hidden,
        knobs=(Knob("hidden", hidden, "drawn at the deal"),),
    )
    return KernelGame(spec, GUESS, {"hidden": hidden})


# --- Tree: three players, some move twice in a row; random payoffs at the leaves, solved by backward induction. ---

MOVERS = (0, 0, 1, 2)
BRANCHING = 3
DEALS = 8
PAYOFFS = np.random.default_rng(7).uniform(-1.0, 1.0, (DEALS, BRANCHING ** len(MOVERS), 3))
_PLIES = len(MOVERS)
_TURN = np.array([*MOVERS, -1])


@rule("init")
def tree_init(state, config, seed):
    seed_rng(state, seed)
    state[2] = 0
    state[3] = 0
    state[4] = seed % DEALS


@rule("current_player")
def tree_player(state):
    return _TURN[state[2]]


@rule("legal_actions")
def tree_legal(state, out):
    for i in range(BRANCHING):
        out[i] = i
    return BRANCHING


@rule("step")
def tree_step(state, action):
    state[2] += 1
    state[3] = BRANCHING * state[3] + action


@rule("returns")
def tree_returns(state, out):
    for i in range(3):
        out[i] = PAYOFFS[state[4], state[3], i]


@rule("observe")
def tree_observe(state, player, out):
    copy(out, state)
    out[0] = 0
    out[1] = 0


@rule("determinize")
def tree_determinize(observation, player, rng, out):
    copy(out, observation)
    reseed(out, rng)


TREE = GameDefinition(
    rules=Rules(
        tree_init, tree_player, tree_legal, tree_step, tree_returns, tree_observe, tree_determinize, no_features
    ),
    sizes=lambda knobs: Sizes(
        state_size=5, num_actions=BRANCHING, max_legal=BRANCHING, max_plies=_PLIES, num_features=1
    ),
    config=lambda knobs, decks: [0],
    notation="unused:UNUSED",
    drawing="unused:UNUSED",
)


def tree_game(chance):
    """Return the tree; `chance` only claims that there is chance, so that searches take the open loop."""
    spec = GameSpec(id="tree", version="1", summary="A tree.", factory="unused:UNUSED", players=3, chance=chance)
    return KernelGame(spec, TREE, {})


def solve_tree(deal, path=()):
    """Return the payoffs under perfect play of all, each for itself, and the values of the actions to the mover."""
    if len(path) == _PLIES:
        leaf = 0
        for action in path:
            leaf = BRANCHING * leaf + action
        return PAYOFFS[deal, leaf], []
    after = [solve_tree(deal, (*path, action))[0] for action in range(BRANCHING)]
    values = [float(payoffs[MOVERS[len(path)]]) for payoffs in after]
    return after[int(np.argmax(values))], values


# --- Wide: 1,500 actions, all legal, for 6 plies; the sum decides. ---

WIDTH = 1500


@rule("legal_actions")
def wide_legal(state, out):
    for i in range(WIDTH):
        out[i] = i
    return WIDTH


@rule("current_player")
def wide_player(state):
    return state[2] % 2 if state[2] < 6 else -1


@rule("step")
def wide_step(state, action):
    state[3] += action if state[2] % 2 == 0 else -action
    state[2] += 1


@rule("returns")
def wide_returns(state, out):
    out[0] = 1.0 if state[3] > 0 else (-1.0 if state[3] < 0 else 0.0)
    out[1] = -out[0]


WIDE = GameDefinition(
    rules=Rules(
        tree_init, wide_player, wide_legal, wide_step, wide_returns, tree_observe, tree_determinize, no_features
    ),
    sizes=lambda knobs: Sizes(state_size=5, num_actions=WIDTH, max_legal=WIDTH, max_plies=6, num_features=1),
    config=lambda knobs, decks: [0],
    notation="unused:UNUSED",
    drawing="unused:UNUSED",
)


def wide_game(chance):
    """Return the wide game; `chance` only claims that there is chance, so that searches take the open loop."""
    spec = GameSpec(id="wide", version="1", summary="Wide.", factory="unused:UNUSED", chance=chance)
    return KernelGame(spec, WIDE, {})


# --- Perfect tic-tac-toe by brute force over strings of nine cells. ---

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def tic_tac_toe_value(cells):
    """Return 1, 0 or -1 for the side to move."""
    if any(cells[a] == cells[b] == cells[c] != "." for a, b, c in LINES):
        return -1
    if "." not in cells:
        return 0
    return max(-tic_tac_toe_value(after) for _, after in tic_tac_toe_moves(cells))


def tic_tac_toe_moves(cells):
    """Return the actions and the cells after each."""
    mark = "X" if cells.count("X") == cells.count("O") else "O"
    return [(i, cells[:i] + mark + cells[i + 1 :]) for i in range(9) if cells[i] == "."]


def perfect_moves(cells):
    """Return the actions that keep the value of the position."""
    moves = tic_tac_toe_moves(cells)
    best = max(-tic_tac_toe_value(after) for _, after in moves)
    return [action for action, after in moves if -tic_tac_toe_value(after) == best]


def look(game, state):
    """Return what the player to move is shown."""
    player = state.current_player
    return View(game, player, state.observation(player), tuple(state.legal_actions()))


def make_agent(spec, game, seed, **parameters):
    """Return an agent with its own random stream."""
    return build_agent(spec, game, build_parameters(spec, parameters), AgentRng(seed))


def play(game, agents, seed=0):
    """Play one game; return the actions and the returns."""
    state = game.new_state(seed=seed)
    actions = []
    while not state.is_terminal:
        actions.append(agents[state.current_player].act(look(game, state)))
        state.step(actions[-1])
    return actions, state.returns()


@pytest.fixture(scope="session")
def toys():
    """Return the toy games and helpers of this file."""
    return SimpleNamespace(**{name: value for name, value in globals().items() if not name.startswith("_")})

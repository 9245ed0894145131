"""Toy games with chance in the middle, and a walk that can go in circles; a look into the graph of a search."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from palaestra import (
    GameDefinition,
    GameSpec,
    KernelGame,
    Knob,
    Rules,
    Sizes,
    copy,
    random_below,
    reseed,
    rule,
    seed_rng,
)
from palaestra_search.mcgs.agent import search_policy, successors
from palaestra_search.mcgs.graph import (
    ACTION,
    COUNT,
    EDGE_WORDS,
    EDGES,
    FROZEN,
    MEAN,
    NODES,
    ROOT,
    SEAT,
    VISITS,
)
from palaestra_search.mcgs.parameters import McgsParameters
from palaestra_search.mcgs.search import begin, simulate

# --- Dice: roll a die that all see, then guess a hidden number of five, pass, or take what the die shows. ---

STAGE, FACE, SECRET, RESULT, FACES = 2, 3, 4, 5, 6
PASS, TAKE = 5, 6


@rule("init")
def dice_init(state, config, seed):
    seed_rng(state, seed)
    state[STAGE] = 0
    state[FACE] = 0
    state[SECRET] = 1 + random_below(state, 5)
    state[RESULT] = 0
    state[FACES] = config[0]


@rule("current_player")
def dice_player(state):
    return 0 if state[STAGE] < 2 else -1


@rule("legal_actions")
def dice_legal(state, out):
    if state[STAGE] == 0:
        out[0] = 0
        out[1] = PASS
        return 2
    for i in range(7):
        out[i] = i
    return 7


@rule("step")
def dice_step(state, action):
    if state[STAGE] == 0 and action == 0:
        state[STAGE] = 1
        state[FACE] = 1 + random_below(state, state[FACES])
        return
    state[STAGE] = 2
    if action == TAKE:
        state[RESULT] = 2 * state[FACE] - state[FACES] - 1
    elif action != PASS:
        state[RESULT] = state[FACES] - 1 if action + 1 == state[SECRET] else 1 - state[FACES]


@rule("returns")
def dice_returns(state, out):
    out[0] = state[RESULT] / (state[FACES] - 1.0)
    out[1] = -out[0]


@rule("observe")
def dice_observe(state, player, out):
    copy(out, state)
    out[0] = 0
    out[1] = 0
    if state[STAGE] < 2:
        out[SECRET] = 0


@rule("determinize")
def dice_determinize(observation, player, rng, out):
    copy(out, observation)
    reseed(out, rng)
    if out[SECRET] == 0:
        out[SECRET] = 1 + random_below(rng, 5)


@rule("encode")
def no_features(state, player, out):
    out[0] = 0.0


DICE = GameDefinition(
    rules=Rules(
        dice_init, dice_player, dice_legal, dice_step, dice_returns, dice_observe, dice_determinize, no_features
    ),
    sizes=lambda knobs: Sizes(state_size=7, num_actions=7, max_legal=7, max_plies=2, num_features=1),
    config=lambda knobs, decks: [int(knobs["faces"])],
    notation="unused:UNUSED",
    drawing="unused:UNUSED",
)


def dice_game(faces):
    """Return the game with a die of so many faces."""
    spec = GameSpec(
        id="dice",
        version="1",
        summary="Roll and guess.",
        factory="unused:UNUSED",
        information="hidden",
        chance=True,
        knobs=(Knob("faces", faces, "of the die"),),
    )
    return KernelGame(spec, DICE, {"faces": faces})


# --- Ring: walk left or right on five points for 12 steps; the key leaves out the steps, so the graph is cyclic. ---

STEPS, POINT = 2, 3
RING = 5


@rule("init")
def ring_init(state, config, seed):
    seed_rng(state, seed)
    state[STEPS] = 0
    state[POINT] = 0


@rule("current_player")
def ring_player(state):
    return -1 if state[STEPS] == 12 else state[STEPS] % 2


@rule("legal_actions")
def ring_legal(state, out):
    out[0] = 0
    out[1] = 1
    return 2


@rule("step")
def ring_step(state, action):
    state[STEPS] += 1
    state[POINT] = (state[POINT] + (1 if action == 1 else RING - 1)) % RING


@rule("returns")
def ring_returns(state, out):
    out[0] = 1.0 if state[POINT] == 0 else -1.0
    out[1] = -out[0]


@rule("observe")
def ring_observe(state, player, out):
    copy(out, state)
    out[0] = 0
    out[1] = 0


@rule("determinize")
def ring_determinize(observation, player, rng, out):
    copy(out, observation)
    reseed(out, rng)


@rule("key")
def ring_key(state):
    return state[POINT]


RING_GAME = GameDefinition(
    rules=Rules(
        ring_init,
        ring_player,
        ring_legal,
        ring_step,
        ring_returns,
        ring_observe,
        ring_determinize,
        no_features,
        key=ring_key,
    ),
    sizes=lambda knobs: Sizes(state_size=4, num_actions=2, max_legal=2, max_plies=12, num_features=1),
    config=lambda knobs, decks: [0],
    notation="unused:UNUSED",
    drawing="unused:UNUSED",
)


def ring_game():
    """Return the walk on the ring."""
    spec = GameSpec(id="ring", version="1", summary="Walk on a ring.", factory="unused:UNUSED")
    return KernelGame(spec, RING_GAME, {})


# The same with an abstraction that merges positions of different legal actions; an illegal one is told by the returns.

ILLEGAL = 99


@rule("legal_actions")
def gated_legal(state, out):
    out[0] = 1 if state[STEPS] % 3 == 1 else 0
    out[1] = 1
    return 1 if state[STEPS] % 3 == 1 else 2


@rule("step")
def gated_step(state, action):
    if state[POINT] == ILLEGAL or (state[STEPS] % 3 == 1 and action == 0):
        state[POINT] = ILLEGAL
        state[STEPS] += 1
    else:
        ring_step(state, action)


@rule("returns")
def gated_returns(state, out):
    ring_returns(state, out)
    if state[POINT] == ILLEGAL:
        out[0] = ILLEGAL
        out[1] = ILLEGAL


GATED_RING = replace(
    RING_GAME,
    rules=replace(
        RING_GAME.rules, legal_actions=gated_legal, step=gated_step, returns=gated_returns, abstract=ring_key
    ),
)


def gated_ring_game():
    """Return the walk on the ring where one action is not always legal."""
    spec = GameSpec(id="gated_ring", version="1", summary="Walk on a ring with a gate.", factory="unused:UNUSED")
    return KernelGame(spec, GATED_RING, {})


class Graph:
    """The graph in a workspace.

    Attributes:
        count: how many nodes there are.
    """

    def __init__(self, memory):
        self.memory = memory
        self.values = memory.view(np.float64)
        self.count = int(memory[NODES])
        self.root = int(memory[ROOT])

    def edges(self, node):
        """Return the edges of a node by action."""
        first = int(self.memory[node + EDGES])
        found = range(first, first + EDGE_WORDS * int(self.memory[node + COUNT]), EDGE_WORDS)
        return {int(self.memory[edge + ACTION]): edge for edge in found}

    def visits(self, record):
        """Return the visits of a node or an edge."""
        return int(self.memory[record + VISITS])

    def mean(self, edge):
        """Return the mean of an edge."""
        return float(self.values[edge + MEAN])

    def frozen(self, edge):
        """Tell whether the action is not tried any more."""
        return bool(self.memory[edge + FROZEN])

    def seat(self, node):
        """Return who moves; -1 at an end."""
        return int(self.memory[node + SEAT])

    def successors(self, edge):
        """Return how often the edge led to each node."""
        return successors(self.memory, edge)

    def nodes(self):
        """Return all nodes that can be reached from the root."""
        found, waiting = {self.root}, [self.root]
        while waiting:
            for edge in self.edges(waiting.pop()).values():
                new = set(self.successors(edge)) - found
                found |= new
                waiting += new
        return found


def searched(game, state, iterations, seed=1, words=None, **parameters):
    """Return the graph after a search; `words` shortens the workspace."""
    policy = search_policy(game, McgsParameters(iterations=iterations, **parameters))
    player = state.current_player
    observation = np.array(state.observation(player))
    memory = np.zeros(policy.memory_words if words is None else words, dtype=np.int64)
    rng = np.array([seed, 77], dtype=np.int64)
    begin(game.kernel, observation, player, policy.params, memory, rng)
    simulate(game.kernel, observation, player, policy.params, memory, rng, iterations)
    return Graph(memory)


@pytest.fixture(scope="session")
def graphs():
    """Return the toy games and helpers of this file."""
    return SimpleNamespace(**{name: value for name, value in globals().items() if not name.startswith("_")})

"""A bench for single operators, and games with turns of several actions."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from palaestra import (
    GameDefinition,
    GameSpec,
    KernelGame,
    Rules,
    Sizes,
    copy,
    random_below,
    reseed,
    rule,
    seed_rng,
)
from palaestra_search.rhea import layout
from palaestra_search.rhea.agent import search_params
from palaestra_search.rhea.operators import grow
from palaestra_search.rhea.parameters import RheaParameters
from palaestra_search.rhea.search import begin
from palaestra_search.rhea.tree import ACTION, CHILD, NEXT, TOTAL, VISITS, store

# --- Dice: a die before each action says which of three are legal; action 3 ends the turn. ---

_PLAYED, FACE, _SEAT, _SCORE, ILLEGAL = 2, 3, 4, 5, 6
DICE_ACTIONS, DICE_PLIES = 4, 24


@rule("init")
def dice_init(state, config, seed):
    state[:] = 0
    seed_rng(state, seed)
    state[FACE] = 1 + random_below(state, 7)


@rule("current_player")
def dice_player(state):
    return state[_SEAT] if state[_PLAYED] < DICE_PLIES else -1


@rule("legal_actions")
def dice_legal(state, out):
    n = 0
    for action in range(3):
        if state[FACE] >> action & 1 == 1:
            out[n] = action
            n += 1
    out[n] = 3
    return n + 1


@rule("step")
def dice_step(state, action):
    if action < 3 and state[FACE] >> action & 1 == 0:
        state[ILLEGAL] += 1
    state[_PLAYED] += 1
    state[FACE] = 1 + random_below(state, 7)
    if action == 3:
        state[_SEAT] = 1 - state[_SEAT]
    else:
        state[_SCORE] += (action + 1) * (1 if state[_SEAT] == 0 else -1)


@rule("returns")
def dice_returns(state, out):
    out[0] = 1.0 if state[_SCORE] > 0 else (-1.0 if state[_SCORE] < 0 else 0.0)
    out[1] = -out[0]


@rule("observe")
def blank_random_words(state, player, out):
    copy(out, state)
    out[0] = 0
    out[1] = 0


@rule("determinize")
def new_future(observation, player, rng, out):
    copy(out, observation)
    reseed(out, rng)


@rule("encode")
def no_features(state, player, out):
    out[0] = 0.0


DICE = GameDefinition(
    rules=Rules(
        dice_init,
        dice_player,
        dice_legal,
        dice_step,
        dice_returns,
        blank_random_words,
        new_future,
        no_features,
    ),
    sizes=lambda knobs: Sizes(7, DICE_ACTIONS, DICE_ACTIONS, DICE_PLIES, 1),
    config=lambda knobs, decks: [0],
    notation="unused:UNUSED",
    drawing="unused:UNUSED",
)

# --- Colours: six actions, always legal, six times in a turn; filters by a table of place and index. ---

COLOURS, PLACES = 6, 6
PASSES = np.array(
    [
        [0b010101, 0b010101, 0b010101, 0, 0, 0b010101],  # filter 0: even actions, at places 0, 1, 2 and 5
        [0b101010, 0b101010, 0b101010, 0b101010, 0, 0b101010],  # filter 1: odd ones, at all places but 4
        [0, 0, 0, 0, 0b000001, 0],  # filter 2: the first, at place 4
        [0, 0, 0, 0, 0, 0],  # filter 3: never any
    ]
)


@rule("init")
def colours_init(state, config, seed):
    state[:] = 0
    seed_rng(state, seed)


@rule("current_player")
def colours_player(state):
    return 0 if state[2] < PLACES else (1 if state[2] == PLACES else -1)


@rule("legal_actions")
def colours_legal(state, out):
    for action in range(COLOURS):
        out[action] = action
    return COLOURS


@rule("step")
def colours_step(state, action):
    state[2] += 1


@rule("returns")
def colours_returns(state, out):
    out[0] = 0.0
    out[1] = 0.0


@rule("filter")
def colours_filter(state, index, actions, n, out):
    kept = 0
    for i in range(n):
        if PASSES[index, state[2]] >> actions[i] & 1 == 1:
            out[kept] = actions[i]
            kept += 1
    return kept


COLOURED = GameDefinition(
    rules=Rules(
        colours_init,
        colours_player,
        colours_legal,
        colours_step,
        colours_returns,
        blank_random_words,
        new_future,
        no_features,
        filter=colours_filter,
        filters=("even", "odd", "first", "never"),
    ),
    sizes=lambda knobs: Sizes(3, COLOURS, COLOURS, PLACES + 1, 1),
    config=lambda knobs, decks: [0],
    notation="unused:UNUSED",
    drawing="unused:UNUSED",
)

# --- Combo: two turns each of eight of twelve actions; what one is worth depends on the one before and the deal. ---

COMBOS, COMBO_TURN, COMBO_TURNS = 12, 8, 4
WORTH = np.maximum(0, np.random.default_rng(5).integers(-6, 10, (COMBOS + 1, COMBOS))).astype(np.int64)
_USED, _BEFORE, _IN_TURN, _MOVER, _BALANCE, _TURNS, _DEAL = 2, 3, 4, 5, 6, 7, 8


@rule("init")
def combo_init(state, config, seed):
    state[:] = 0
    seed_rng(state, seed)
    state[_BEFORE] = COMBOS
    state[_DEAL] = random_below(state, 1024)


@rule("current_player")
def combo_player(state):
    return state[_MOVER] if state[_TURNS] < COMBO_TURNS else -1


@rule("legal_actions")
def combo_legal(state, out):
    n = 0
    for action in range(COMBOS):
        if state[_USED] >> action & 1 == 0:
            out[n] = action
            n += 1
    return n


@rule("step")
def combo_step(state, action):
    if state[_BEFORE] == COMBOS:
        worth = WORTH[COMBOS, (action * (2 * (state[_DEAL] % 6) + 1) + state[_DEAL]) % COMBOS]
    else:
        worth = WORTH[(state[_BEFORE] + state[_DEAL] % 7) % COMBOS, action]
    state[_BALANCE] += worth if state[_MOVER] == 0 else -worth
    state[_USED] |= 1 << action
    state[_BEFORE] = action
    state[_IN_TURN] += 1
    if state[_IN_TURN] == COMBO_TURN:
        state[_IN_TURN] = 0
        state[_USED] = 0
        state[_BEFORE] = COMBOS
        state[_MOVER] = 1 - state[_MOVER]
        state[_TURNS] += 1


@rule("returns")
def combo_returns(state, out):
    out[0] = 1.0 if state[_BALANCE] > 0 else (-1.0 if state[_BALANCE] < 0 else 0.0)
    out[1] = -out[0]


@rule("evaluate")
def combo_evaluate(state, player):
    value = state[_BALANCE] / (20.0 * COMBO_TURN)
    return value if player == 0 else -value


COMBO = GameDefinition(
    rules=Rules(
        combo_init,
        combo_player,
        combo_legal,
        combo_step,
        combo_returns,
        blank_random_words,
        new_future,
        no_features,
        evaluate=combo_evaluate,
    ),
    sizes=lambda knobs: Sizes(9, COMBOS, COMBOS, COMBO_TURN * COMBO_TURNS, 1),
    config=lambda knobs, decks: [0],
    notation="unused:UNUSED",
    drawing="unused:UNUSED",
)


def combo_game():
    """Return the game of dependent actions."""
    return KernelGame(GameSpec(id="combo", version="1", summary="Combo.", factory="unused:UNUSED"), COMBO, {})


def dice_game():
    """Return the game of chance."""
    spec = GameSpec(id="dice", version="1", summary="Dice.", factory="unused:UNUSED", chance=True)
    return KernelGame(spec, DICE, {})


def coloured_game():
    """Return the game with filters."""
    spec = GameSpec(id="colours", version="1", summary="Colours.", factory="unused:UNUSED")
    return KernelGame(spec, COLOURED, {})


def fresh_game():
    """Return a game with a rule that no other test has compiled."""

    @rule("current_player")
    def fresh_player(state):
        return 0 if state[2] < 3 else (1 if state[2] == 3 else -1)

    definition = replace(COLOURED, rules=replace(COLOURED.rules, current_player=fresh_player))
    return KernelGame(coloured_game().spec, definition, {})


class Bench:
    """A workspace for one decision, and operators that are tried on it one by one."""

    def __init__(self, game, state, seed=1, parameters=None, **given):
        self.game = game
        self.player = state.current_player
        self.observation = np.array(state.observation(self.player))
        self.params = search_params(parameters or RheaParameters(**given), game)
        header = np.zeros(layout.HEADER_WORDS, dtype=np.int64)
        self.memory = np.zeros(layout.lay_out(game.kernel, self.params, header), dtype=np.int64)
        self.values = self.memory.view(np.float64)
        self.words = np.zeros(2, dtype=np.int64)
        seed_rng(self.words, seed)
        begin(game.kernel, self.observation, self.params, self.memory)

    @property
    def count(self):
        return int(self.memory[layout.COUNT])

    def grow(self, operator, first=0, second=0):
        """Make an individual behind those in the pool and return its genes."""
        where = (self.game.kernel, self.observation, self.player, self.params, self.memory, self.values)
        grow(*where, operator, first, second, self.count, self.words)
        return self.genes(self.count)

    def add(self, genes, fitness=0.0, stored=True):
        """Put an individual into the pool, and into the tree; return its index."""
        at = layout.individual(self.memory, self.count)
        self.memory[at + layout.LENGTH] = len(genes)
        self.memory[at + layout.FIRST_GENE :][: len(genes)] = genes
        self.values[at + layout.FITNESS] = fitness
        if stored:
            store(self.memory, self.values, at + layout.FIRST_GENE, len(genes), fitness)
        self.memory[layout.COUNT] += 1
        return self.count - 1

    def genes(self, index):
        at = layout.individual(self.memory, index)
        return self.memory[at + layout.FIRST_GENE :][: self.memory[at + layout.LENGTH]].tolist()

    def fitness(self, index):
        return float(self.values[layout.individual(self.memory, index) + layout.FITNESS])

    def last_state(self):
        return self.memory[self.memory[layout.AT_END] :][: self.game.sizes.state_size]

    def tree(self, node=None):
        """Return the tree as nested dictionaries: action -> (visits, total, children)."""
        node = self.memory[layout.ROOT] if node is None else node
        found = {}
        child = self.memory[node + CHILD]
        while child != 0:
            entry = (int(self.memory[child + VISITS]), float(self.values[child + TOTAL]), self.tree(child))
            found[int(self.memory[child + ACTION])] = entry
            child = self.memory[child + NEXT]
        return found


@pytest.fixture(scope="session")
def bench():
    """Return what this file offers."""
    return SimpleNamespace(**{name: value for name, value in globals().items() if not name.startswith("_")})

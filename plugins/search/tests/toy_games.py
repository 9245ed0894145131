"""Toy games whose right play is known, and ways to play them."""

from dataclasses import replace
from functools import cache

import numpy as np

from palaestra import (
    AgentRng,
    GameDefinition,
    GameSpec,
    KernelGame,
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


def game_of(name, rules, sizes, *, config=(), **spec):
    """Return a game; `spec` holds what its descriptor says beyond the name."""
    definition = GameDefinition(rules, sizes, config=lambda knobs, decks: config)
    return KernelGame(GameSpec(name, "1", "A toy.", "toy_games:UNUSED", **spec), definition, {})


@rule
def init(state, config, seed):
    state[:] = 0
    seed_rng(state, seed)


@rule("observe")
def observe_open(state, player, out):
    copy(out, state)
    out[0] = 0
    out[1] = 0


# --- Guess: name one of five numbers, or pass. A guess wins with 1 in 5: the mean return is -0.6; passing gives 0. ---

_OVER, _SECRET, _HIDDEN, _RETURN = 2, 3, 4, 5
PASS = 5
GUESS_VALUE = -0.6


@rule("init")
def guess_init(state, config, seed):
    init(state, config, seed)
    state[_HIDDEN] = config[0]
    state[_SECRET] = 1 + random_below(state, 5) if config[0] == 1 else 0


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
    if action == PASS:
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
    observe_open(state, player, out)
    if state[_OVER] == 0:
        out[_SECRET] = 0


@rule("determinize")
def guess_determinize(observation, player, rng, out):
    copy(out, observation)
    reseed(out, rng)
    if out[_HIDDEN] == 1 and out[_OVER] == 0:
        out[_SECRET] = 1 + random_below(rng, 5)


GUESS = Rules(guess_init, guess_player, guess_legal, guess_step, guess_returns, guess_observe, guess_determinize)


def guess_game(hidden):
    """Return the game with a number drawn at the deal, or by the guess itself."""
    information = "hidden" if hidden else "perfect"
    return game_of("guess", GUESS, Sizes(6, 6, 1), config=[int(hidden)], information=information, chance=not hidden)


# --- Tree: three players, some move twice in a row; random payoffs at the leaves, solved by backward induction. ---

MOVERS = (0, 0, 1, 2)
BRANCHING = 3
DEALS = 8
PAYOFFS = np.random.default_rng(7).uniform(-1.0, 1.0, (DEALS, BRANCHING ** len(MOVERS), 3))
_PLIES = len(MOVERS)
_TURN = np.array([*MOVERS, -1])


@rule("init")
def tree_init(state, config, seed):
    init(state, config, seed)
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


TREE = Rules(tree_init, tree_player, tree_legal, tree_step, tree_returns)


def tree_game(chance):
    """Return the tree; `chance` only claims that there is chance, so that searches take the open loop."""
    return game_of("tree", TREE, Sizes(5, BRANCHING, _PLIES), players=3, chance=chance)


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
    out[0] = np.sign(state[3])
    out[1] = -out[0]


WIDE = Rules(init, wide_player, wide_legal, wide_step, wide_returns)


def wide_game(chance, rules=WIDE):
    """Return the wide game; `chance` only claims that there is chance, so that searches take the open loop."""
    return game_of("wide", rules, Sizes(5, WIDTH, 6), chance=chance)


# --- Roll: roll a die that all see, then guess a hidden number of five, pass, or take what the die shows. ---

_STAGE, _FACE, _NUMBER, _RESULT, _FACES = 2, 3, 4, 5, 6
TAKE = 6


@rule("init")
def roll_init(state, config, seed):
    init(state, config, seed)
    state[_NUMBER] = 1 + random_below(state, 5)
    state[_FACES] = config[0]


@rule("current_player")
def roll_player(state):
    return 0 if state[_STAGE] < 2 else -1


@rule("legal_actions")
def roll_legal(state, out):
    if state[_STAGE] == 0:
        out[0] = 0
        out[1] = PASS
        return 2
    for i in range(7):
        out[i] = i
    return 7


@rule("step")
def roll_step(state, action):
    if state[_STAGE] == 0 and action == 0:
        state[_STAGE] = 1
        state[_FACE] = 1 + random_below(state, state[_FACES])
        return
    state[_STAGE] = 2
    if action == TAKE:
        state[_RESULT] = 2 * state[_FACE] - state[_FACES] - 1
    elif action != PASS:
        state[_RESULT] = state[_FACES] - 1 if action + 1 == state[_NUMBER] else 1 - state[_FACES]


@rule("returns")
def roll_returns(state, out):
    out[0] = state[_RESULT] / (state[_FACES] - 1.0)
    out[1] = -out[0]


@rule("observe")
def roll_observe(state, player, out):
    observe_open(state, player, out)
    if state[_STAGE] < 2:
        out[_NUMBER] = 0


@rule("determinize")
def roll_determinize(observation, player, rng, out):
    copy(out, observation)
    reseed(out, rng)
    if out[_NUMBER] == 0:
        out[_NUMBER] = 1 + random_below(rng, 5)


ROLL = Rules(roll_init, roll_player, roll_legal, roll_step, roll_returns, roll_observe, roll_determinize)


def roll_game(faces):
    """Return the game with a die of so many faces."""
    return game_of("roll", ROLL, Sizes(7, 7, 2), config=[faces], information="hidden", chance=True)


# --- Ring: walk left or right on five points for 12 steps; the key leaves out the steps, so the graph is cyclic. ---

_STEPS, _POINT = 2, 3
RING = 5


@rule("current_player")
def ring_player(state):
    return -1 if state[_STEPS] == 12 else state[_STEPS] % 2


@rule("legal_actions")
def ring_legal(state, out):
    out[0] = 0
    out[1] = 1
    return 2


@rule("step")
def ring_step(state, action):
    state[_STEPS] += 1
    state[_POINT] = (state[_POINT] + (1 if action == 1 else RING - 1)) % RING


@rule("returns")
def ring_returns(state, out):
    out[0] = 1.0 if state[_POINT] == 0 else -1.0
    out[1] = -out[0]


@rule("key")
def ring_key(state):
    return state[_POINT]


RING_RULES = Rules(init, ring_player, ring_legal, ring_step, ring_returns, key=ring_key)


def ring_game():
    """Return the walk on the ring."""
    return game_of("ring", RING_RULES, Sizes(4, 2, 12))


# The same with an abstraction that merges positions of different legal actions; an illegal one is told by the returns.

ILLEGAL = 99


@rule("legal_actions")
def gated_legal(state, out):
    out[0] = 1 if state[_STEPS] % 3 == 1 else 0
    out[1] = 1
    return 1 if state[_STEPS] % 3 == 1 else 2


@rule("step")
def gated_step(state, action):
    if state[_POINT] == ILLEGAL or (state[_STEPS] % 3 == 1 and action == 0):
        state[_POINT] = ILLEGAL
        state[_STEPS] += 1
    else:
        ring_step(state, action)


@rule("returns")
def gated_returns(state, out):
    ring_returns(state, out)
    if state[_POINT] == ILLEGAL:
        out[0] = ILLEGAL
        out[1] = ILLEGAL


def gated_ring_game():
    """Return the walk on the ring where one action is not always legal."""
    rules = replace(RING_RULES, legal_actions=gated_legal, step=gated_step, returns=gated_returns, abstract=ring_key)
    return game_of("gated_ring", rules, Sizes(4, 2, 12))


# --- Dice: a die before each action says which of three are legal; action 3 ends the turn. ---

_PLAYED, _DIE, _SEAT, _SCORE, ILLEGAL_ACTIONS = 2, 3, 4, 5, 6
DICE_PLIES = 24


@rule("init")
def dice_init(state, config, seed):
    init(state, config, seed)
    state[_DIE] = 1 + random_below(state, 7)


@rule("current_player")
def dice_player(state):
    return state[_SEAT] if state[_PLAYED] < DICE_PLIES else -1


@rule("legal_actions")
def dice_legal(state, out):
    n = 0
    for action in range(3):
        if state[_DIE] >> action & 1 == 1:
            out[n] = action
            n += 1
    out[n] = 3
    return n + 1


@rule("step")
def dice_step(state, action):
    if action < 3 and state[_DIE] >> action & 1 == 0:
        state[ILLEGAL_ACTIONS] += 1
    state[_PLAYED] += 1
    state[_DIE] = 1 + random_below(state, 7)
    if action == 3:
        state[_SEAT] = 1 - state[_SEAT]
    else:
        state[_SCORE] += (action + 1) * (1 if state[_SEAT] == 0 else -1)


@rule("returns")
def dice_returns(state, out):
    out[0] = np.sign(state[_SCORE])
    out[1] = -out[0]


DICE = Rules(dice_init, dice_player, dice_legal, dice_step, dice_returns)


def dice_game():
    """Return the game of chance."""
    return game_of("dice", DICE, Sizes(7, 4, DICE_PLIES), chance=True)


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


COLOURED = Rules(
    init,
    colours_player,
    colours_legal,
    colours_step,
    colours_returns,
    filter=colours_filter,
    filters=("even", "odd", "first", "never"),
)


def coloured_game(rules=COLOURED):
    """Return the game with filters."""
    return game_of("colours", rules, Sizes(3, COLOURS, PLACES + 1))


def fresh_game():
    """Return a game with a rule that no other test has compiled."""

    @rule("current_player")
    def fresh_player(state):
        return 0 if state[2] < 3 else (1 if state[2] == 3 else -1)

    return coloured_game(replace(COLOURED, current_player=fresh_player))


# --- Combo: two turns each of eight of twelve actions; what one is worth depends on the one before and the deal. ---

COMBOS, COMBO_TURN, COMBO_TURNS = 12, 8, 4
WORTH = np.maximum(0, np.random.default_rng(5).integers(-6, 10, (COMBOS + 1, COMBOS))).astype(np.int64)
_USED, _BEFORE, _IN_TURN, _MOVER, _BALANCE, _TURNS, _DEAL = 2, 3, 4, 5, 6, 7, 8


@rule("init")
def combo_init(state, config, seed):
    init(state, config, seed)
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
    out[0] = np.sign(state[_BALANCE])
    out[1] = -out[0]


@rule("evaluate")
def combo_evaluate(state, player):
    value = state[_BALANCE] / (20.0 * COMBO_TURN)
    return value if player == 0 else -value


COMBO = Rules(combo_init, combo_player, combo_legal, combo_step, combo_returns, evaluate=combo_evaluate)


def combo_game():
    """Return the game of dependent actions."""
    return game_of("combo", COMBO, Sizes(9, COMBOS, COMBO_TURN * COMBO_TURNS))


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

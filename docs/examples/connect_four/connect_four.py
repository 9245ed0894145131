"""Connect four: drop discs into seven columns of six cells; four in a row win."""

from palaestra import FloatArray, GameDefinition, GameSpec, IntArray, Rules, Sizes, hookimpl, jit, rule, seed_rng

# The state: [random, random, discs played, discs of each seat as bits]; column c holds the bits 7c to 7c + 5.
PLIES, DISCS, SIZE = 2, 3, 5


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    state[:] = 0
    seed_rng(state, seed)


@rule
def current_player(state: IntArray) -> int:
    over = state[PLIES] == 42 or has_four(state[DISCS]) or has_four(state[DISCS + 1])
    return -1 if over else state[PLIES] % 2


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    n = 0
    for column in range(7):
        if not (state[DISCS] | state[DISCS + 1]) >> (7 * column + 5) & 1:
            out[n] = column
            n += 1
    return n


@rule
def step(state: IntArray, action: int) -> None:
    lowest = ((state[DISCS] | state[DISCS + 1]) + (1 << 7 * action)) & (0b111111 << 7 * action)
    state[DISCS + state[PLIES] % 2] |= lowest
    state[PLIES] += 1


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    out[0] = has_four(state[DISCS]) - has_four(state[DISCS + 1])
    out[1] = -out[0]


@jit
def has_four(discs: int) -> bool:
    for direction in (1, 6, 7, 8):
        pairs = discs & discs >> direction
        if pairs & pairs >> 2 * direction:
            return True
    return False


GAME = GameDefinition(Rules(init, current_player, legal_actions, step, returns), Sizes(SIZE, 7, max_plies=42))
SPEC = GameSpec("connect_four", "1", "Four discs in a row win.", "connect_four:GAME")


@hookimpl
def register_games(register):
    register(SPEC)

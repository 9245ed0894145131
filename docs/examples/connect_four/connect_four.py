"""Connect four: drop discs into seven columns of six cells; four in a row win."""

from palaestra import Drawing, FloatArray, GameDefinition, GameSpec, IntArray, Rules, Sizes, jit, rule, seed_rng

PLIES, DISCS = 2, 3  # the state: two random numbers, plies, the discs of each seat; cell 7 * column + row is a bit


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    state[:] = 0
    seed_rng(state, seed)


@rule
def current_player(state: IntArray) -> int:
    over = has_four(state[DISCS]) or has_four(state[DISCS + 1]) or state[PLIES] == 42
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
    lowest_empty = (state[DISCS] | state[DISCS + 1]) + (1 << 7 * action) & 0b111111 << 7 * action
    state[DISCS + state[PLIES] % 2] |= lowest_empty
    state[PLIES] += 1


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    out[0] = has_four(state[DISCS]) - has_four(state[DISCS + 1])
    out[1] = -out[0]


@jit
def has_four(discs: int) -> bool:
    for way in (1, 6, 7, 8):
        if discs & discs >> way & discs >> 2 * way & discs >> 3 * way:
            return True
    return False


class Board(Drawing):
    def text(self, observation: IntArray) -> str:
        cells = [".XO"[(observation[3] >> i & 1) + 2 * (observation[4] >> i & 1)] for i in range(49)]
        return "\n".join(" ".join(cells[row::7]) for row in (5, 4, 3, 2, 1, 0)) + "\n0 1 2 3 4 5 6"


RULES = Rules(init, current_player, legal_actions, step, returns)
GAME = GameDefinition(RULES, Sizes(state_size=5, num_actions=7, max_plies=42), drawing=Board())
SPEC = GameSpec("connect_four", "1", "Drop discs; four in a row win.", "connect_four:GAME")

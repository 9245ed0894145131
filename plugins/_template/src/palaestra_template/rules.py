"""The rules of last_stone.

A state is one flat int64 array. Its first two words are the random generator's and belong to Palaestra; the rest is
yours. Write the layout down, here as named indexes:

``[random, random, seat to move, stones left, the most that may be taken]``

Every rule has a fixed signature and is compiled for it alone: inside are numbers, arrays, loops and calls of other
compiled functions. Action ids are whole numbers from 0; here action ``a`` takes ``a + 1`` stones.
"""

from __future__ import annotations

from typing import Final

from palaestra import FeatureArray, FloatArray, IntArray, Rules, copy, reseed, rule, seed_rng

SEAT: Final = 2
STONES: Final = 3
MOST: Final = 4
STATE_SIZE: Final = 5


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Deal; ``config`` holds what ``game.config`` made of knobs and decks."""
    seed_rng(state, seed)  # always, even where nothing is random
    state[SEAT] = 0
    state[STONES] = config[0]
    state[MOST] = config[1]


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to move; -1 when the game is over."""
    return int(state[SEAT]) if state[STONES] > 0 else -1


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    """Write the legal actions in ascending order and return how many; only called before the end."""
    n = min(state[MOST], state[STONES])
    for action in range(n):
        out[action] = action
    return int(n)


@rule
def step(state: IntArray, action: int) -> None:
    """Play a legal action in place. Whoever takes the last stone is remembered as the seat to move."""
    state[STONES] -= action + 1
    if state[STONES] > 0:
        state[SEAT] = 1 - state[SEAT]


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Write 1 for the winner and -1 for the loser; only called at the end."""
    out[state[SEAT]] = 1.0
    out[1 - state[SEAT]] = -1.0


@rule
def observe(state: IntArray, player: int, out: IntArray) -> None:  # noqa: ARG001 - nothing is hidden here
    """Write what `player` may know: the same layout, hidden words blanked, and always the two random ones."""
    copy(out, state)
    out[0] = 0
    out[1] = 0


@rule
def determinize(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:  # noqa: ARG001
    """Write a full state that fits the observation, what is hidden drawn by `rng`, with a fresh future."""
    copy(out, observation)
    reseed(out, rng)


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write numbers for learning agents: the heap, and whether `player` is to move."""
    out[0] = state[STONES] / 100.0
    out[1] = 1.0 if current_player(state) == player else 0.0


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return a guess of the result for `player`, exact at the end; optional, as are the slots after it."""
    if state[STONES] == 0:
        return 1.0 if state[SEAT] == player else -1.0
    good = state[STONES] % (state[MOST] + 1) != 0
    return 0.5 if good == (state[SEAT] == player) else -0.5


RULES: Final = Rules(
    init, current_player, legal_actions, step, returns, observe, determinize, encode, evaluate=evaluate
)

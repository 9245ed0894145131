"""The game last_stone: take stones from one heap; whoever takes the last one wins.

A state is one flat int64 array. Its first two numbers are the random generator's and belong to Palaestra; the rest is
yours. Write the layout down, here as named indexes. Action ids are whole numbers from 0; here action ``a`` takes
``a + 1`` stones.
"""

from __future__ import annotations

from typing import Final

from palaestra import (
    Drawing,
    FeatureArray,
    FloatArray,
    GameDefinition,
    IntArray,
    Knobs,
    Notation,
    Rules,
    Sizes,
    rule,
    seed_rng,
)

SEAT: Final = 2  # whose turn it is; at the end, who took the last stone
STONES: Final = 3
MOST: Final = 4  # the most stones that may be taken at once
STATE_SIZE: Final = 5

# The five rules that every game has. They are compiled: inside are numbers, arrays, loops, and calls of other functions
# under @rule or @jit.


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Write a fresh deal; ``config`` holds what :func:`config` below made of the knobs."""
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
    """Play a legal action in place."""
    state[STONES] -= action + 1
    if state[STONES] > 0:
        state[SEAT] = 1 - state[SEAT]


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Write 1 for the winner and -1 for the loser; only called at the end."""
    out[state[SEAT]] = 1.0
    out[1 - state[SEAT]] = -1.0


# All that follows is optional.


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write numbers for learning agents: the heap, and whether `player` is to move."""
    out[0] = state[STONES] / 100.0
    out[1] = 1.0 if current_player(state) == player else 0.0


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return a guess of the result for `player`, exact at the end."""
    if state[STONES] == 0:
        return 1.0 if state[SEAT] == player else -1.0
    good = state[STONES] % (state[MOST] + 1) != 0
    return 0.5 if good == (state[SEAT] == player) else -0.5


def sizes(knobs: Knobs) -> Sizes:
    """Return the constants under these knobs."""
    return Sizes(STATE_SIZE, num_actions=int(knobs["most"]), max_plies=int(knobs["stones"]), num_features=2)


def config(knobs: Knobs, decks: object) -> tuple[int, ...]:  # noqa: ARG001 - there is one deck only
    """Return the numbers that ``init`` reads."""
    return int(knobs["stones"]), int(knobs["most"])


class LastStoneNotation(Notation):
    """Actions as text."""

    def action_to_string(self, state: IntArray, action: int) -> str:  # noqa: ARG002 - the same everywhere
        """Return the action as text."""
        return f"take {action + 1}"


class LastStoneDrawing(Drawing):
    """The heap in one row."""

    def text(self, observation: IntArray) -> str:
        """Return the heap and the state of the game."""
        player = "first" if observation[SEAT] == 0 else "second"
        status = f"{player} to move" if observation[STONES] > 0 else f"{player} wins"
        return f"{'o' * int(observation[STONES])}\n{status}".strip()


GAME: Final = GameDefinition(
    Rules(init, current_player, legal_actions, step, returns, encode=encode, evaluate=evaluate),
    sizes,
    config,
    notation=LastStoneNotation(),
    drawing=LastStoneDrawing(),
)

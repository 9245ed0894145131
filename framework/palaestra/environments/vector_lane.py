"""The compiled side of :class:`palaestra.environments.vector.VectorGames`: functions that step many games.

Each game has a row in every array: its state; its book (random numbers and counts, see below); its legal actions; each
player's potential at its last decision; and the outputs. All arrays belong to the caller.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import boolean, float32, float64, int8, int64, void
from numpy.typing import NDArray

from palaestra.compiler import jit
from palaestra.environments.shaping import NO_SHAPING, POTENTIAL, add_shaping, begin_shaping
from palaestra.kernel import KERNEL, STATE, FeatureArray, FloatArray, IntArray, Kernel
from palaestra.kernel.rng import random_below, random_int64

MaskArray = NDArray[np.int8]
BoolArray = NDArray[np.bool_]

LARGEST_SEED: Final = 2**63 - 1
DEALS, CHOICES, SEED, FINISHED, LEGAL, BOOK_WORDS = 0, 2, 4, 5, 6, 7
"""Indices into a row of the books: two random numbers for the deals, two for random actions, the seed of the deal, how
many games have ended, how many actions are legal."""

_INTS: Final = int64[:, ::1]


class Games(NamedTuple):
    """What the compiled functions work on.

    Attributes:
        kernel: the rules.
        config: what ``init`` reads.
        encoding: 1 = `obs` is written.
        potential: in its wrapper, with `form` and `gamma`: see :class:`palaestra.environments.shaping.Shaper`.
        states: int64[n, state_size].
        books: int64[n, BOOK_WORDS].
        legal: int64[n, max_legal], the legal actions.
        held: float64[n, players], see :func:`palaestra.environments.shaping.add_shaping`.
        obs, mask, reward, done, player: see :class:`palaestra.environments.vector.Batch`.
    """

    kernel: Any
    config: IntArray
    encoding: int
    potential: Any
    form: int
    gamma: float
    states: IntArray
    books: IntArray
    legal: IntArray
    held: FloatArray
    obs: FeatureArray
    mask: MaskArray
    reward: FloatArray
    done: BoolArray
    player: IntArray


GAMES: Final = (
    KERNEL,
    STATE,
    int64,
    POTENTIAL,
    int64,
    float64,
    _INTS,
    _INTS,
    _INTS,
    float64[:, ::1],
    float32[:, ::1],
    int8[:, ::1],
    float64[:, ::1],
    boolean[::1],
    STATE,
)
"""The types of a :class:`Games`, which is passed unpacked: numba is slow with tuples as arguments."""


@jit(void(STATE, _INTS))
def seed_books(root: IntArray, books: IntArray) -> None:
    """Give every game its random numbers, drawn from the generator `root`."""
    for i in range(books.shape[0]):
        for word in range(DEALS, SEED):
            books[i, word] = random_int64(root)
        books[i, DEALS + 1] |= 1  # never both zero
        books[i, CHOICES + 1] |= 1


# The functions below that are called for each game take its rows: passing all arrays takes longer than the rules do.


@jit
def _deal(kernel: Kernel, config: IntArray, book: IntArray, state: IntArray) -> int:
    """Start a game again; return the seat to move."""
    book[SEED] = random_int64(book[DEALS : DEALS + 2]) & LARGEST_SEED
    kernel.init(state, config, book[SEED])
    return int(kernel.current_player(state))


@jit(void(KERNEL, STATE, STATE, STATE, int8[::1]))
def _show_legal(kernel: Any, state: IntArray, book: IntArray, legal: IntArray, mask: MaskArray) -> None:
    """Write the legal actions of the player to move."""
    for k in range(book[LEGAL]):
        mask[legal[k]] = 0
    n = kernel.legal_actions(state, legal)
    for k in range(n):
        mask[legal[k]] = 1
    book[LEGAL] = n


@jit
def _play(kernel: Kernel, state: IntArray, action: int, reward: FloatArray) -> int:
    """Play a legal action; return the seat to move, -1 when the game is over."""
    kernel.step(state, action)
    seat = kernel.current_player(state)
    for other in range(reward.shape[0]):
        reward[other] = 0.0
    if seat < 0:
        kernel.returns(state, reward)
        for other in range(reward.shape[0]):
            reward[other] += 0.0  # -0.0 + 0.0 is 0.0
    return int(seat)


@jit
def _lose(mover: int, reward: FloatArray) -> int:
    """Write the result of an illegal action: the mover pays 1, the others share it; return -1, the game is over."""
    seats = reward.shape[0]
    for seat in range(seats):
        reward[seat] = -1.0 if seat == mover else 1.0 / (seats - 1)
    return -1


@jit(void(*GAMES))
def reset_all(
    kernel: Any,
    config: IntArray,
    encoding: int,
    potential: Any,
    form: int,
    gamma: float,  # noqa: ARG001 - the same arguments for all
    states: IntArray,
    books: IntArray,
    legal: IntArray,
    held: FloatArray,
    obs: FeatureArray,
    mask: MaskArray,
    reward: FloatArray,
    done: BoolArray,
    player: IntArray,
) -> None:
    """Start every game again."""
    for i in range(states.shape[0]):
        seat = _deal(kernel, config, books[i], states[i])
        if form != NO_SHAPING:
            begin_shaping(potential, states[i], seat, held[i])
        for other in range(reward.shape[1]):
            reward[i, other] = 0.0
        done[i] = False
        player[i] = seat
        _show_legal(kernel, states[i], books[i], legal[i], mask[i])
        if encoding:
            kernel.encode(states[i], seat, obs[i])


@jit(int64(int8[:, ::1], STATE, boolean))
def _first_refused(mask: MaskArray, actions: IntArray, strict: bool) -> int:
    """Return the first game whose action is outside the action space or, if `strict`, illegal; -1 = none."""
    for i in range(actions.shape[0]):
        if actions[i] < 0 or actions[i] >= mask.shape[1] or (strict and mask[i, actions[i]] == 0):
            return i
    return -1


@jit(int64(*GAMES, STATE, boolean))
def step_all(
    kernel: Any,
    config: IntArray,
    encoding: int,
    potential: Any,
    form: int,
    gamma: float,
    states: IntArray,
    books: IntArray,
    legal: IntArray,
    held: FloatArray,
    obs: FeatureArray,
    mask: MaskArray,
    reward: FloatArray,
    done: BoolArray,
    player: IntArray,
    actions: IntArray,
    strict: bool,
) -> int:
    """Play one action in every game and return -1; or play nothing and return the game whose action is refused."""
    refused = _first_refused(mask, actions, strict)
    if refused >= 0:
        return refused
    for i in range(states.shape[0]):
        state, book, gain = states[i], books[i], reward[i]
        is_legal = mask[i, actions[i]] != 0
        seat = _play(kernel, state, actions[i], gain) if is_legal else _lose(player[i], gain)
        if form != NO_SHAPING:
            add_shaping(potential, form, gamma, state, player[i], seat, held[i], gain)
        done[i] = seat < 0
        if seat < 0:
            book[FINISHED] += 1
            seat = _deal(kernel, config, book, state)
            if form != NO_SHAPING:
                begin_shaping(potential, state, seat, held[i])
        player[i] = seat
        _show_legal(kernel, state, book, legal[i], mask[i])
        if encoding:
            kernel.encode(state, seat, obs[i])
    return -1


@jit(void(_INTS, _INTS, STATE))
def draw_actions(books: IntArray, legal: IntArray, actions: IntArray) -> None:
    """Choose a legal action of every game, uniformly."""
    for i in range(actions.shape[0]):
        actions[i] = legal[i, random_below(books[i, CHOICES : CHOICES + 2], books[i, LEGAL])]


@jit(void(*GAMES, STATE, int64))
def play_random(
    kernel: Any,
    config: IntArray,
    encoding: int,
    potential: Any,
    form: int,
    gamma: float,
    states: IntArray,
    books: IntArray,
    legal: IntArray,
    held: FloatArray,
    obs: FeatureArray,
    mask: MaskArray,
    reward: FloatArray,
    done: BoolArray,
    player: IntArray,
    actions: IntArray,
    steps: int,
) -> None:
    """Play random legal actions in every game, `steps` times."""
    for _ in range(steps):
        draw_actions(books, legal, actions)
        step_all(
            kernel,
            config,
            encoding,
            potential,
            form,
            gamma,
            states,
            books,
            legal,
            held,
            obs,
            mask,
            reward,
            done,
            player,
            actions,
            True,
        )

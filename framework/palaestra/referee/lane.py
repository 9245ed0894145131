"""Many games inside one compiled call: the compiled lane.

Plays the same games as :mod:`palaestra.referee.play`, move for move, when both entrants are compiled policies.
All outputs are owned by the caller, so that an exception loses nothing but the game it happened in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numba import int64, void
from numpy.typing import NDArray

from palaestra.agent import CompiledPolicy
from palaestra.compiler import jit
from palaestra.errors import InvalidValueError
from palaestra.game import KernelGame
from palaestra.kernel import KERNEL, RETURNS, STATE, WRAPPED_POLICY, FloatArray, IntArray

PLAYED: Final = 0
CAPPED: Final = 1
ILLEGAL: Final = 2
TOO_LONG: Final = 3
STUCK: Final = 4

RULES_SEAT: Final = -1
"""In ``progress[1]``: the rules were being run, so that an exception is theirs."""


@jit
def _contains(actions: IntArray, n: int, action: int) -> int:
    for i in range(n):
        if actions[i] == action:
            return 1
    return 0


@jit
def _clear(array: IntArray) -> None:
    for i in range(array.shape[0]):
        array[i] = 0


_SIDE: Final = (WRAPPED_POLICY, RETURNS, STATE, STATE)
"""One seat: its policy, params, memory and random words."""


@jit(int64(KERNEL, *_SIDE, *_SIDE, STATE, STATE, STATE, STATE, STATE, STATE, STATE))
def _play_game(
    kernel: Any,
    first: Any,
    first_params: FloatArray,
    first_memory: IntArray,
    first_rng: IntArray,
    second: Any,
    second_params: FloatArray,
    second_memory: IntArray,
    second_rng: IntArray,
    state: IntArray,
    observation: IntArray,
    legal: IntArray,
    shown: IntArray,
    actions: IntArray,
    lengths: IntArray,
    progress: IntArray,
) -> int:
    """Play the game in `state` to its end; returns a status, with the offender left in ``progress[1]``."""
    game, offset, plies = progress[0], progress[2], 0
    seat = kernel.current_player(state)
    while seat >= 0:
        if plies == kernel.max_plies:
            return TOO_LONG
        n = kernel.legal_actions(state, legal)
        if n <= 0:
            return STUCK
        for i in range(n):  # a copy: the policy may write to what it is shown
            shown[i] = legal[i]
        kernel.observe(state, seat, observation)
        progress[1] = seat
        if seat == 0:
            action = first.choose(kernel, observation, 0, shown[:n], first_params, first_memory, first_rng)
        else:
            action = second.choose(kernel, observation, 1, shown[:n], second_params, second_memory, second_rng)
        actions[offset + plies] = action
        if not _contains(legal, n, action):
            return ILLEGAL
        progress[1] = RULES_SEAT
        kernel.step(state, action)
        plies += 1
        lengths[game] = plies  # stored even if the next call raises
        seat = kernel.current_player(state)
    return PLAYED


@jit(
    void(
        KERNEL,
        STATE,
        *_SIDE[:3],
        *_SIDE[:3],
        int64[:, ::1],
        int64,
        int64,
        STATE,
        STATE,
        STATE,
        STATE,
        STATE,
        RETURNS,
        STATE,
    )
)
def play_slice(
    kernel: Any,
    config: IntArray,
    first: Any,
    first_params: FloatArray,
    first_memory: IntArray,
    second: Any,
    second_params: FloatArray,
    second_memory: IntArray,
    seeds: IntArray,
    begin: int,
    end: int,
    scratch: IntArray,
    statuses: IntArray,
    offenders: IntArray,
    lengths: IntArray,
    actions: IntArray,
    returns: FloatArray,
    progress: IntArray,
) -> None:
    """Play games ``begin`` to ``end - 1`` of a batch.

    Args:
        kernel: the rules.
        config: what ``init`` reads.
        first: policy of seat 0.
        first_params: its params.
        first_memory: its memory.
        second: policy of seat 1.
        second_params: its params.
        second_memory: its memory.
        seeds: int64[n, 5]: the deal, two words of seat 0's stream, two of seat 1's.
        begin: first game to play.
        end: one past the last game to play.
        scratch: int64[2 * state_size + 4 + 2 * max_legal].
        statuses: int64[n], one of the constants above.
        offenders: int64[n], the seat of an illegal action, else -1.
        lengths: int64[n], plies of each game.
        actions: int64, all games one after the other; room for ``max_plies + 1`` in each.
        returns: float64[2 * n].
        progress: int64[3]: the game in play, the seat being asked, how much of `actions` is used.
    """
    size = kernel.state_size
    state, observation, rest = scratch[:size], scratch[size : 2 * size], scratch[2 * size :]
    first_rng, second_rng = rest[0:2], rest[2:4]
    legal, shown = rest[4 : 4 + kernel.max_legal], rest[4 + kernel.max_legal :]
    for game in range(begin, end):
        progress[0], progress[1] = game, RULES_SEAT
        lengths[game] = 0
        _clear(first_memory)
        _clear(second_memory)
        _clear(state)
        first_rng[0], first_rng[1] = seeds[game, 1], seeds[game, 2]
        second_rng[0], second_rng[1] = seeds[game, 3], seeds[game, 4]
        kernel.init(state, config, seeds[game, 0])
        status = _play_game(
            kernel,
            first,
            first_params,
            first_memory,
            first_rng,
            second,
            second_params,
            second_memory,
            second_rng,
            state,
            observation,
            legal,
            shown,
            actions,
            lengths,
            progress,
        )
        if status == PLAYED:
            kernel.returns(state, returns[2 * game : 2 * game + 2])
            status = CAPPED if kernel.capped(state) else PLAYED
        elif status == ILLEGAL:
            offenders[game] = progress[1]
        statuses[game] = status
        progress[2] += lengths[game] + (1 if status == ILLEGAL else 0)
    progress[0] = end


@dataclass(frozen=True)
class LaneSide:
    """One seat of the lane: a policy in its wrapper and the arrays it works with."""

    policy: CompiledPolicy
    wrapped: Any
    memory: NDArray[np.int64]


def lane_side(policy: CompiledPolicy) -> LaneSide:
    """Return a policy with memory of its own, so that one policy can sit in both seats."""
    if not isinstance(policy, CompiledPolicy):
        raise InvalidValueError("policy", policy, "a CompiledPolicy")
    params = policy.params
    if not isinstance(params, np.ndarray) or params.dtype != np.float64 or params.ndim != 1:
        raise InvalidValueError("params of a policy", params, "a float64 array of one dimension")
    return LaneSide(policy, policy.wrap(), np.zeros(policy.memory_words, dtype=np.int64))


@dataclass
class LaneBatch:
    """The outputs of a batch of games in the lane; see :func:`play_slice`."""

    statuses: IntArray
    offenders: IntArray
    lengths: IntArray
    actions: IntArray
    returns: FloatArray
    progress: IntArray


class Lane:
    """The lane of one `game`, one config and two policies."""

    def __init__(self, game: KernelGame, config: IntArray, first: LaneSide, second: LaneSide) -> None:
        self.game = game
        self._config = config
        self._first = first
        self._second = second
        sizes = game.sizes
        self._scratch = np.zeros(2 * sizes.state_size + 4 + 2 * sizes.max_legal, dtype=np.int64)

    def play(self, batch: LaneBatch, seeds: IntArray, begin: int, end: int) -> None:
        """Play a slice; raises whatever a policy or the rules raise, with ``batch.progress`` showing where."""
        first, second = self._first, self._second
        play_slice(
            self.game.kernel,
            self._config,
            first.wrapped,
            first.policy.params,
            first.memory,
            second.wrapped,
            second.policy.params,
            second.memory,
            seeds,
            begin,
            end,
            self._scratch,
            batch.statuses,
            batch.offenders,
            batch.lengths,
            batch.actions,
            batch.returns,
            batch.progress,
        )


def new_batch(games: int, action_count: int) -> LaneBatch:
    """Return empty outputs for `games` games and `action_count` actions in all."""
    return LaneBatch(
        statuses=np.zeros(games, dtype=np.int64),
        offenders=np.full(games, -1, dtype=np.int64),
        lengths=np.zeros(games, dtype=np.int64),
        actions=np.zeros(action_count, dtype=np.int64),
        returns=np.zeros(2 * games),
        progress=np.array([0, RULES_SEAT, 0], dtype=np.int64),  # what fails before the first game is no agent's fault
    )

"""Playing by a table, as a compiled policy: greedily, or at random with some probability.

The params are the rule, the index of the table (its bits taken for floats) and its values.
"""

from __future__ import annotations

import numpy as np

from palaestra import (
    POLICY,
    CompiledPolicy,
    FloatArray,
    IntArray,
    Kernel,
    KernelGame,
    copy,
    jit,
    random_below,
    random_unit,
)
from palaestra_learning.q_learning.play import greedy_place, position_key
from palaestra_learning.q_learning.rule import INDEX_WORDS, NUM_RULE, RANDOMNESS, SYMMETRY
from palaestra_learning.q_learning.table import QTable


@jit
def _image_of(kernel: Kernel, state: IntArray, legal: IntArray, wanted: IntArray, memory: IntArray) -> int:
    """Return the first legal action that leads to `wanted`, a representative, or to one of its images."""
    size = kernel.state_size
    child, image = memory[:size], memory[size : 2 * size]
    for place in range(legal.shape[0]):
        copy(child, state)
        kernel.step(child, legal[place])
        kernel.canonical(child, image)
        same = True
        for word in range(2, size):
            if image[word] != wanted[word]:
                same = False
                break
        if same:
            return int(legal[place])
    return int(legal[0])


@jit(POLICY)
def choose(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    legal: IntArray,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,
) -> int:
    """Return an action of the highest value; any legal one with the probability ``RANDOMNESS``."""
    width = legal.shape[0]
    if params[RANDOMNESS] > 0.0 and random_unit(rng) < params[RANDOMNESS]:
        return int(legal[random_below(rng, width)])
    words = int(params[INDEX_WORDS])
    index = params[NUM_RULE : NUM_RULE + words].view(np.int64)
    values = params[NUM_RULE + words :]
    if params[SYMMETRY] == 0.0:
        key = position_key(kernel, observation, player, memory)
        return int(legal[greedy_place(index, values, params, key, width, rng)])
    size = kernel.state_size
    turned, wanted = memory[2 * size : 3 * size], memory[3 * size : 4 * size]
    kernel.canonical(observation, turned)
    key = position_key(kernel, turned, player, memory)
    turned_legal = memory[4 * size : 4 * size + kernel.max_legal]
    kernel.legal_actions(turned, turned_legal)
    place = greedy_place(index, values, params, key, width, rng)
    kernel.step(turned, turned_legal[place])
    kernel.canonical(turned, wanted)
    return _image_of(kernel, observation, legal, wanted, memory[: 2 * size])


def table_policy(game: KernelGame, table: QTable, rule: FloatArray) -> CompiledPolicy:
    """Return the policy that plays a game by a table."""
    own = rule.copy()
    own[INDEX_WORDS] = table.index.shape[0]
    params = np.concatenate([own, table.index.view(np.float64), table.used_values])
    size = game.sizes
    return CompiledPolicy(choose, params, 4 * size.state_size + size.max_legal)

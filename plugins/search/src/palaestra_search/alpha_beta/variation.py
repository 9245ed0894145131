"""The principal variation: what the search expects both sides to play."""

from __future__ import annotations

from palaestra import IntArray, Kernel, copy, jit
from palaestra_search.alpha_beta.table import INFO, entry_action, find, table_key
from palaestra_search.alpha_beta.workspace import (
    CHOSEN,
    DECISION,
    FRAMES,
    STATE_WORD,
    TABLE,
    TABLE_MASK,
)


@jit
def _contains(actions: IntArray, n: int, action: int) -> int:
    for i in range(n):
        if actions[i] == action:
            return 1
    return 0


@jit
def principal_variation(kernel: Kernel, memory: IntArray, state: IntArray, legal: IntArray, out: IntArray) -> int:
    """Write the decided action and those that the table expects after it, as far as it goes; return how many.

    Args:
        kernel: the game.
        memory: the workspace after a decision.
        state: scratch of ``state_size`` words.
        legal: scratch of ``max_legal`` words.
        out: receives the actions, at most as many as it has room for.
    """
    root = memory[FRAMES] + STATE_WORD
    copy(state, memory[root : root + kernel.state_size])
    action = memory[CHOSEN]
    n = 0
    while True:
        out[n] = action
        n += 1
        kernel.step(state, action)
        mover = kernel.current_player(state)
        if mover < 0 or n >= out.shape[0] or memory[TABLE_MASK] == 0:
            return n
        key = table_key(kernel.key(state), mover, n, memory[DECISION])
        entry = find(memory, memory[TABLE], memory[TABLE_MASK], key)
        if entry == 0:
            return n
        action = entry_action(memory[entry + INFO])
        if _contains(legal, kernel.legal_actions(state, legal), action) == 0:
            return n

"""The principal variation: what the search expects both sides to play."""

from __future__ import annotations

from palaestra import IntArray, Kernel, copy, jit
from palaestra_search.alpha_beta.table import INFO, entry_action, find, table_key
from palaestra_search.alpha_beta.workspace import CHOSEN, DECISION, STATE, Workspace


@jit
def _contains(actions: IntArray, n: int, action: int) -> bool:
    for i in range(n):  # noqa: SIM110 - numba has no generators in any()
        if actions[i] == action:
            return True
    return False


@jit
def principal_variation(kernel: Kernel, ws: Workspace, state: IntArray, legal: IntArray, out: IntArray) -> int:
    """Write the decided action and those that the table expects after it, as far as it goes; return how many.

    Args:
        kernel: the game.
        ws: the workspace after a decision.
        state: scratch, int64[state_size].
        legal: scratch, int64[max_legal].
        out: receives the actions, at most as many as it has room for.
    """
    memory = ws.memory
    root = ws.frames + STATE
    copy(state, memory[root : root + kernel.state_size])
    action = memory[CHOSEN]
    n = 0
    while True:
        out[n] = action
        n += 1
        kernel.step(state, action)
        mover = kernel.current_player(state)
        if mover < 0 or n >= out.shape[0] or ws.table_mask == 0:
            return n
        key = table_key(kernel.key(state), mover, n, memory[DECISION])
        entry = find(memory, ws.table, ws.table_mask, key)
        if entry == 0:
            return n
        action = entry_action(memory[entry + INFO])
        if not _contains(legal, kernel.legal_actions(state, legal), action):
            return n

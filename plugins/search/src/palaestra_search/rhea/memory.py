"""What is kept from one own decision to the next: the tree of the same turn, and the cache.

The tree knows own actions only, so it serves as long as the turn lasts; then its root moves to the action played.
Whether the turn goes on cannot be asked of the true state. Where nothing is hidden or random, the next observation
is known exactly, and the tree is kept if that is what comes. Elsewhere the action is tried in a few
determinizations, and the tree is kept if the player is to move again in all of them; whoever asks one agent about
another game in between would not be noticed there.
"""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, Kernel, hash_state, jit
from palaestra_search.rhea.layout import CHOSEN, EXPECTATION, EXPECTED, ROOT, Settings, Workspace
from palaestra_search.rhea.tree import child_of, init_tree, move_root

NOTHING: Final = 0
"""Expected: not the same turn."""
SAME_TURN: Final = 1
"""Expected: a decision of the same turn."""
EXACTLY: Final = 2
"""Expected: the observation with the hash in EXPECTATION."""
_TRIES: Final = 8


@jit
def expect(
    kernel: Kernel, observation: IntArray, player: int, settings: Settings, ws: Workspace, action: int, rng: IntArray
) -> None:
    """Note the action played and what the next decision must be about if it is one of the same turn."""
    memory = ws.memory
    memory[CHOSEN] = action
    memory[EXPECTED] = NOTHING
    if not settings.keep_tree:
        return
    certain = kernel.perfect_information == 1 and kernel.chance == 0
    state = ws.end_state
    for _ in range(1 if certain else _TRIES):
        kernel.determinize(observation, player, rng, state)
        kernel.step(state, action)
        if kernel.current_player(state) != player:
            return
    memory[EXPECTED] = SAME_TURN
    if certain:
        kernel.observe(state, player, ws.seen)
        memory[EXPECTATION] = hash_state(ws.seen)
        memory[EXPECTED] = EXACTLY


@jit
def recall(observation: IntArray, ws: Workspace) -> int:
    """Move the root of the tree to the action played, if this is the decision expected: 1; else start anew: 0."""
    memory = ws.memory
    expected = memory[EXPECTED]
    memory[EXPECTED] = NOTHING
    if expected == SAME_TURN or (expected == EXACTLY and hash_state(observation) == memory[EXPECTATION]):
        child = child_of(memory, memory[ROOT], memory[CHOSEN])
        if child != 0:
            move_root(memory, child)
            return 1
    init_tree(ws)
    return 0

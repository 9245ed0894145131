"""The workspace of a search: one ``int64`` array that the caller owns.

In it lie a header, the returns of an end, the results of the last search that was completed (for each action of the
root: action, score, nodes), the history of cutoffs (for each seat and action), one frame for each ply, and the
transposition table. A frame holds its window and what has come out of it so far, the state, the legal actions and
their places in the order.
"""

from __future__ import annotations

from typing import Final

from palaestra import FloatArray, IntArray, Kernel, jit
from palaestra_search.alpha_beta.scores import MOST_PLIES
from palaestra_search.alpha_beta.table import ENTRY_WORDS

# Parameters, as the compiled code takes them.
DEPTH: Final = 0
QUIESCENCE: Final = 1
BUDGET: Final = 2
"""Nodes for each decision; 0 = no limit."""
RANDOM_TIES: Final = 3
QUICK: Final = 4
TABLE_BITS: Final = 5
ANY_PLY: Final = 6
"""1 = what is known of a position serves at every ply, as exact values allow as long as no game meets its cap."""
NUM_PARAMS: Final = 7

# Words of the header.
NODES: Final = 0
"""Actions tried in this decision."""
PLY: Final = 1
"""Where the search that is running stands."""
ITERATION: Final = 2
"""Depth of the search that is running; 0 = none is."""
DECISION: Final = 3
"""Counts the decisions."""
DONE: Final = 4
"""Depth of the last search that was completed; 0 = none was."""
FINISHED: Final = 5
"""1 when deeper searches would change nothing."""
ROOT_ACTIONS: Final = 6
FRAMES: Final = 7
"""Index of the first frame."""
FRAME_WORDS: Final = 8
TABLE: Final = 9
"""Index of the transposition table."""
TABLE_MASK: Final = 10
"""Its number of entries less one; 0 = there is no table."""
HISTORY: Final = 11
"""Index of the history."""
RESULTS: Final = 12
"""Index of the results: actions, scores and nodes, each in room for ``max_legal``; then the nodes of the search that
is running."""
MERGES: Final = 13
"""1 when positions at different plies share what is known of them."""
CAPPED: Final = 14
"""1 when this decision has met a game that ended by its length while plies were merged."""
CHOSEN: Final = 15
"""The action that was decided on."""
HEADER_WORDS: Final = 16

# Words of a frame. Scores are those of the seat to move in it.
ALPHA: Final = 0
BETA: Final = 1
FLOOR: Final = 2
"""Alpha as it was at the start."""
BEST: Final = 3
BEST_ACTION: Final = 4
SEAT: Final = 5
COUNT: Final = 6
"""Legal actions."""
NEXT: Final = 7
"""How many of them have been tried."""
PROVEN: Final = 8
"""1 while everything so far rests on ends of the game alone."""
TABLE_KEY: Final = 9
KILLER: Final = 10
"""Two words: actions that made a cutoff at this ply lately, plus 1; 0 = none."""
STATE_WORD: Final = 12
"""Index of the first word of the state, in the frame; the legal actions and their places in the order follow."""


@jit
def frame_words(kernel: Kernel) -> int:
    """Return the words of a frame."""
    return int(STATE_WORD + kernel.state_size + 2 * kernel.max_legal)


@jit
def num_frames(kernel: Kernel, depth: int, quiescence: int) -> int:
    """Return how many frames a search can use."""
    return int(min(depth + quiescence, kernel.max_plies, MOST_PLIES) + 1)


@jit
def workspace_words(kernel: Kernel, depth: int, quiescence: int, table_bits: int) -> int:
    """Return the words of a workspace."""
    fixed = HEADER_WORDS + 4 * kernel.max_legal + 2 * kernel.num_actions + kernel.players
    table = ENTRY_WORDS << table_bits if table_bits > 0 else 0
    return int(fixed + num_frames(kernel, depth, quiescence) * frame_words(kernel) + table)


@jit
def lay_out(kernel: Kernel, params: FloatArray, memory: IntArray) -> None:
    """Write where everything lies, and forget what the last decision has learnt about ordering."""
    results = HEADER_WORDS + kernel.players
    history = results + 4 * kernel.max_legal
    frames = history + 2 * kernel.num_actions
    width = frame_words(kernel)
    count = num_frames(kernel, int(params[DEPTH]), int(params[QUIESCENCE]))
    table_bits = int(params[TABLE_BITS])
    memory[RESULTS] = results
    memory[HISTORY] = history
    memory[FRAMES] = frames
    memory[FRAME_WORDS] = width
    memory[MERGES] = int(params[ANY_PLY])
    memory[TABLE] = frames + count * width
    memory[TABLE_MASK] = (1 << table_bits) - 1 if table_bits > 0 else 0
    for i in range(history, frames):
        memory[i] = 0
    for frame in range(frames, frames + count * width, width):
        memory[frame + KILLER] = 0
        memory[frame + KILLER + 1] = 0

"""The workspace of a search: one ``int64`` array that the caller owns, and what the search reads of its parameters.

In the workspace lie a header, the returns of an end, the results of the last search that was completed (action, score
and nodes for each action of the root), the history of cutoffs (for each seat and action), one frame for each ply, and
the transposition table. A frame holds its window and what has come out of it so far, the state, the legal actions and
their places in the order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from palaestra import FloatArray, IntArray, Kernel, jit
from palaestra_search.alpha_beta.scores import MOST_PLIES
from palaestra_search.alpha_beta.table import ENTRY_SIZE

NODES: Final = 0
"""Header: actions tried in this decision."""
PLY: Final = 1
"""Header: where the search that is running stands."""
ITERATION: Final = 2
"""Header: depth of the search that is running; 0 = none is."""
DECISION: Final = 3
"""Header: counts the decisions."""
DONE: Final = 4
"""Header: depth of the last search that was completed; 0 = none was."""
FINISHED: Final = 5
"""Header: 1 when deeper searches would change nothing."""
ROOT_ACTIONS: Final = 6
"""Header: the number of results."""
CAPPED: Final = 7
"""Header: 1 when this decision has met a game that ended by its length while plies were merged."""
CHOSEN: Final = 8
"""Header: the action that was decided on."""
HEADER_SIZE: Final = 9

# Fields of a frame. Scores are those of the seat to move in it.
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
"""Two fields: actions that made a cutoff at this ply lately, plus 1; 0 = none."""
STATE: Final = 12
"""Where the state begins; the legal actions and their places in the order follow."""


class Settings(NamedTuple):
    """How the tree is searched.

    Attributes:
        depth: plies at most.
        quiescence: plies at most beyond the depth, within a turn.
        budget: nodes for each decision; 0 = no limit.
        random_ties: ties are broken at random; else the lowest id is taken.
        quick: prefer quick wins.
        table_bits: the transposition table has 2 to this power entries; 0 = none.
        any_ply: what is known of a position serves at every ply, as exact values allow as long as no game meets its
            cap.
    """

    depth: int
    quiescence: int
    budget: int
    random_ties: bool
    quick: bool
    table_bits: int
    any_ply: bool


@jit
def read_settings(params: FloatArray) -> Settings:
    """Return the settings that ``params`` holds in this order."""
    return Settings(
        int(params[0]),
        int(params[1]),
        int(params[2]),
        params[3] > 0.0,
        params[4] > 0.0,
        int(params[5]),
        params[6] > 0.0,
    )


class Workspace(NamedTuple):
    """The slices of a workspace.

    Attributes:
        memory: all of it, with header, frames and table.
        outcome: the returns of the seats, float64[players].
        actions: the actions of the root, int64[max_legal].
        scores: their scores in the last search that was completed, int64[max_legal].
        nodes: its nodes, int64[max_legal].
        spent: the nodes of the search that is running, int64[max_legal].
        history: cutoffs of each seat and action, int64[2 * num_actions].
        frames: the index of the first frame.
        frame_size: the length of a frame.
        table: the index of the transposition table.
        table_mask: its number of entries less one; 0 = there is no table.
    """

    memory: IntArray
    outcome: FloatArray
    actions: IntArray
    scores: IntArray
    nodes: IntArray
    spent: IntArray
    history: IntArray
    frames: int
    frame_size: int
    table: int
    table_mask: int


@jit
def num_frames(kernel: Kernel, settings: Settings) -> int:
    """Return how many frames a search can use."""
    return int(min(settings.depth + settings.quiescence, kernel.max_plies, MOST_PLIES) + 1)


@jit
def frame_size(kernel: Kernel) -> int:
    """Return the length of a frame."""
    return int(STATE + kernel.state_size + 2 * kernel.max_legal)


@jit
def workspace_size(kernel: Kernel, settings: Settings) -> int:
    """Return the length of a workspace."""
    fixed = HEADER_SIZE + 4 * kernel.max_legal + 2 * kernel.num_actions + kernel.players
    table = ENTRY_SIZE << settings.table_bits if settings.table_bits > 0 else 0
    return int(fixed + num_frames(kernel, settings) * frame_size(kernel) + table)


@jit
def workspace(kernel: Kernel, settings: Settings, memory: IntArray) -> Workspace:
    """Return the slices of a workspace."""
    most = kernel.max_legal
    results = HEADER_SIZE + kernel.players
    history = results + 4 * most
    frames = history + 2 * kernel.num_actions
    return Workspace(
        memory,
        memory[HEADER_SIZE:results].view(np.float64),
        memory[results : results + most],
        memory[results + most : results + 2 * most],
        memory[results + 2 * most : results + 3 * most],
        memory[results + 3 * most : history],
        memory[history:frames],
        frames,
        frame_size(kernel),
        frames + num_frames(kernel, settings) * frame_size(kernel),
        (1 << settings.table_bits) - 1 if settings.table_bits > 0 else 0,
    )

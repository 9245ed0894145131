"""Positions as nodes: their keys, what is kept of them, and how a simulation is sent to one."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64, types, void

from palaestra.jit import copy, jit
from palaestra.kernel import KERNEL, RETURNS, STATE, FloatArray, IntArray, reseed
from palaestra_search.mcgs.graph import HEADER_WORDS, NODE_WORDS, SEAT, add_node, mixed
from palaestra_search.mcgs.settings import BY_KEY, PAYLOAD, TREE

# The parts of the scratch.
SAMPLE: Final = 0
"""The state that a simulation plays."""
TRIAL: Final = 1
"""A copy on which a playout tries actions."""
SEEN: Final = 2
"""What a mover sees."""
OPTIONS: Final = 3
KEPT: Final = 4
"""What pruning leaves of the options."""
TOTALS: Final = 5
"""Floats: their values."""
PATH: Final = 6
"""Node, edge, node, edge ..."""
EDGE_OF: Final = 7
"""The edge of each action id; zeros between uses."""
OUTCOME: Final = 8
"""Floats: the returns."""
_TUPLE: Any = types.UniTuple  # untyped in numba
SCRATCH: Final = _TUPLE(STATE, 9)
_OFFSET: Final = -3750763034362895579

Scratch = tuple[IntArray, ...]


@jit(SCRATCH(KERNEL, STATE))
def scratch_of(kernel: Any, memory: IntArray) -> Scratch:
    """Return the parts of the workspace that a simulation writes to, as views."""
    size, legal, plies = kernel.state_size, kernel.max_legal, kernel.max_plies
    at = HEADER_WORDS
    options = at + 3 * size
    path = options + 3 * legal
    table = path + 2 * plies
    outcome = table + kernel.num_actions
    return (
        memory[at : at + size],
        memory[at + size : at + 2 * size],
        memory[at + 2 * size : options],
        memory[options : options + legal],
        memory[options + legal : options + 2 * legal],
        memory[options + 2 * legal : path],
        memory[path:table],
        memory[table:outcome],
        memory[outcome : outcome + kernel.players],
    )


@jit(int64(KERNEL, RETURNS, STATE, int64, SCRATCH, int64))
def position_key(kernel: Any, params: FloatArray, state: IntArray, seat: int, scratch: Scratch, way: int) -> int:
    """Return the key of the node of a state where `seat` moves; `way` is a hash of the way to it.

    Ends of the game are told apart by the returns, which are written to the scratch.
    """
    value = mixed(_OFFSET, seat)
    if seat < 0:
        outcome = scratch[OUTCOME]
        kernel.returns(state, outcome.view(np.float64))
        for i in range(kernel.players):
            value = mixed(value, outcome[i])
    elif params[BY_KEY] == 1.0:
        value = mixed(value, kernel.key(state))
    else:
        kernel.observe(state, seat, scratch[SEEN])
        value = mixed(value, kernel.abstract(scratch[SEEN]))
    return mixed(value, way) if params[TREE] == 1.0 else value


@jit(int64(KERNEL, RETURNS, STATE, STATE, int64, int64, int64, STATE))
def new_node(
    kernel: Any,
    params: FloatArray,
    memory: IntArray,
    state: IntArray,
    key: int,
    seat: int,
    player: int,
    outcome: IntArray,
) -> int:
    """Return a new node for a state, with what a simulation needs that is sent there; 0 if the graph is full."""
    payload = int(params[PAYLOAD])
    node = add_node(memory, key, seat, payload)
    if node == 0 or payload == 0:
        return node
    behind = memory[node + NODE_WORDS : node + NODE_WORDS + kernel.state_size]
    if seat == player:
        kernel.observe(state, seat, behind)
    elif seat >= 0:
        copy(behind, state)
    else:
        copy(memory[node + NODE_WORDS : node + NODE_WORDS + payload], outcome)
    return node


@jit(void(KERNEL, STATE, int64, int64, SCRATCH, STATE))
def enter(kernel: Any, memory: IntArray, node: int, player: int, scratch: Scratch, rng: IntArray) -> None:
    """Make the simulation's state one of this node; at the end of a game, make the returns those of the node."""
    first = node + NODE_WORDS
    seat = memory[node + SEAT]
    if seat < 0:
        copy(scratch[OUTCOME], memory[first : first + kernel.players])
    elif seat == player:
        kernel.determinize(memory[first : first + kernel.state_size], player, rng, scratch[SAMPLE])
    else:
        copy(scratch[SAMPLE], memory[first : first + kernel.state_size])
        reseed(scratch[SAMPLE], rng)

"""Positions as nodes: their keys, what is kept of them, and how a simulation is sent to one."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import FloatArray, IntArray, Kernel, copy, jit, reseed
from palaestra_search.mcgs.graph import NODE_WORDS, SEAT, add_node, mixed
from palaestra_search.mcgs.settings import BY_KEY, PAYLOAD, TREE

_OFFSET: Final = -3750763034362895579


@jit
def position_key(
    kernel: Kernel, params: FloatArray, state: IntArray, seat: int, spare: IntArray, outcome: FloatArray, way: int
) -> int:
    """Return the key of the node of a state where `seat` moves.

    Args:
        kernel: the game.
        params: see :mod:`palaestra_search.mcgs.settings`.
        state: the state; ends of the game are told apart by the returns.
        seat: who moves; -1 at the end.
        spare: scratch for what the mover sees.
        outcome: where the returns are written at the end of the game.
        way: a hash of the way to the state, for trees.
    """
    value = mixed(_OFFSET, seat)
    if seat < 0:
        kernel.returns(state, outcome)
        words = outcome.view(np.int64)
        for i in range(kernel.players):
            value = mixed(value, words[i])
    elif params[BY_KEY] == 1.0:
        value = mixed(value, kernel.key(state))
    else:
        kernel.observe(state, seat, spare)
        value = mixed(value, kernel.abstract(spare))
    return mixed(value, way) if params[TREE] == 1.0 else value


@jit
def new_node(
    kernel: Kernel,
    params: FloatArray,
    memory: IntArray,
    state: IntArray,
    key: int,
    seat: int,
    player: int,
    outcome: FloatArray,
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
        copy(memory[node + NODE_WORDS : node + NODE_WORDS + payload], outcome.view(np.int64))
    return node


@jit
def enter(
    kernel: Kernel, memory: IntArray, node: int, player: int, state: IntArray, outcome: FloatArray, rng: IntArray
) -> None:
    """Make `state` one of this node; at the end of a game, make `outcome` that of the node."""
    first = node + NODE_WORDS
    seat = memory[node + SEAT]
    if seat < 0:
        copy(outcome.view(np.int64), memory[first : first + kernel.players])
    elif seat == player:
        kernel.determinize(memory[first : first + kernel.state_size], player, rng, state)
    else:
        copy(state, memory[first : first + kernel.state_size])
        reseed(state, rng)

"""What the compiled search reads of its parameters."""

from __future__ import annotations

from typing import NamedTuple

from palaestra import FloatArray, jit
from palaestra_search.ucb import Exploration


class Settings(NamedTuple):
    """How the graph is searched.

    Attributes:
        iterations: simulations for each decision.
        exploration: the constant c of UCB1.
        width: successors of an edge at most.
        searched: whether opponents' moves are searched; else they are random.
        by_key: whether ``key`` tells positions apart; else ``abstract`` does.
        is_tree: whether a node also stands for the way to it, so that nothing is merged.
        pruning: NO_PRUNING, BY_FILTER or BY_EVALUATION, see :mod:`palaestra_search.mcgs.playout`.
        share: the share of the actions that BY_EVALUATION keeps.
        playout_depth: actions of a playout before the game's evaluation takes over; negative = never.
        max_nodes: how many nodes there may be.
        slots: the length of the hash table.
        payload: numbers behind each node; 0 where every action leads to one node only, so that none is ever drawn.
    """

    iterations: int
    exploration: float
    width: int
    searched: bool
    by_key: bool
    is_tree: bool
    pruning: int
    share: float
    playout_depth: int
    max_nodes: int
    slots: int
    payload: int


@jit
def read_settings(params: FloatArray) -> Settings:
    """Return the settings that ``params`` holds in this order."""
    return Settings(
        int(params[0]),
        params[1],
        int(params[2]),
        params[3] > 0.0,
        params[4] > 0.0,
        params[5] > 0.0,
        int(params[6]),
        params[7],
        int(params[8]),
        int(params[9]),
        int(params[10]),
        int(params[11]),
    )


@jit
def exploration_of(params: FloatArray) -> Exploration:
    """Return the strategy of selection: UCB1, without a table of terms."""
    return Exploration(params[1], False, params[:0])

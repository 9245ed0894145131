"""Who scored against whom: decides before any fitting which ratings the results determine.

A finite maximum-likelihood rating exists for all entrants exactly if they cannot be split into two groups of which
one never scored against the other, that is, if the directed graph "scored against" is strongly connected
(Zermelo 1929; Ford, American Mathematical Monthly 64 (1957) 28). A draw is an arc both ways.
"""

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def beat_graph(games: FloatArray, points: FloatArray) -> BoolArray:
    """Return the graph, bool [entrants, entrants], with [i, j] if i ever won or drew against j.

    `games` and `points` have i in the first seat and j in the second at [i, j], points being those of i.
    """
    graph: BoolArray = (points > 0.0) | (games - points > 0.0).T
    return graph


def reachability(graph: BoolArray) -> BoolArray:
    """Return the reflexive transitive closure of a graph, by repeated squaring of its matrix."""
    closure: BoolArray = graph | np.eye(len(graph), dtype=np.bool_)
    while True:
        # Products of float32 matrices run in BLAS, those of bool do not; counts of paths stay far below 2^24.
        paths = closure.astype(np.float32)
        longer: BoolArray = paths @ paths > 0.5
        if np.array_equal(longer, closure):
            return closure
        closure = longer


def components(closure: BoolArray) -> list[IntArray]:
    """Return the strongly connected components of a graph from its closure, each as sorted indices."""
    mutual = closure & closure.T
    leader = mutual.argmax(axis=1) if len(mutual) else np.zeros(0, dtype=np.int64)
    # The leader of a component is its own leader; np.unique would give the same and import numpy.ma.
    return [np.flatnonzero(leader == index) for index in np.flatnonzero(leader == np.arange(len(leader)))]


def determines_seat_term(games: FloatArray, points: FloatArray) -> bool:
    """Return whether a finite first-seat term exists beside ratings whose beat graph is strongly connected.

    It does not if some direction (d, c) with c = +1 or -1 fits every result at least as well the farther one
    goes: d_i - d_j + c >= 0 wherever the first seat i scored against j, and <= 0 wherever the second seat j did
    (Albert and Anderson, Biometrika 71 (1984) 1, on separation). For fixed c these are difference constraints,
    which have a solution exactly if their graph has no negative cycle.
    """
    first_scored = points > 0.0
    second_scored = (games - points > 0.0).T
    for c in (1.0, -1.0):
        weights = np.minimum(np.where(first_scored, c, np.inf), np.where(second_scored, -c, np.inf))
        if not _has_negative_cycle(weights):
            return False
    return True


def _has_negative_cycle(weights: FloatArray) -> bool:
    """Return whether a graph with arc weights (inf for no arc) has a cycle of negative length (Floyd-Warshall)."""
    distance = weights.copy()
    for via in range(len(distance)):
        np.minimum(distance, distance[:, via, None] + distance[None, via, :], out=distance)
        if distance.diagonal().min() < 0.0:
            return True
    return False

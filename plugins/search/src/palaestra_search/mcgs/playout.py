"""Playouts of the graph search: random to the end, with options pruned, or cut short by the game's evaluation."""

from __future__ import annotations

import math
from typing import Final

from palaestra import FloatArray, IntArray, Kernel, copy, jit, play_out, random_below, reseed

NO_PRUNING: Final = 0
BY_FILTER: Final = 1
BY_EVALUATION: Final = 2


@jit
def value_of(kernel: Kernel, state: IntArray, seat: int, outcome: FloatArray) -> float:
    """Return the value of a state for `seat`: its return at the end, the game's evaluation before."""
    if kernel.current_player(state) < 0:
        kernel.returns(state, outcome)
        return float(outcome[seat])
    return float(kernel.evaluate(state, seat))


@jit
def filtered(kernel: Kernel, state: IntArray, legal: IntArray, n: int, kept: IntArray) -> int:
    """Write what one of the game's filters, drawn at random, keeps; all actions if it keeps none."""
    count = kernel.filter(state, random_below(state, kernel.num_filters), legal, n, kept)
    if count > 0:
        return int(count)
    for i in range(n):
        kept[i] = legal[i]
    return n


@jit
def best_share(
    kernel: Kernel,
    state: IntArray,
    share: float,
    legal: IntArray,
    n: int,
    kept: IntArray,
    trial: IntArray,
    totals: FloatArray,
    outcome: FloatArray,
) -> int:
    """Write the best `share` of the actions by the value after each, rounded up to a whole number of actions.

    Each is tried under luck of its own, so that the coming chance events of `state` stay unknown.
    """
    seat = kernel.current_player(state)
    most = max(1, math.ceil(share * n))
    count = 0
    for i in range(n):
        copy(trial, state)
        reseed(trial, state)  # a copy would show what chance brings in this very playout
        kernel.step(trial, legal[i])
        value = value_of(kernel, trial, seat, outcome)
        if count == most and value <= totals[count - 1]:
            continue
        at = min(count, most - 1)
        count = at + 1
        while at > 0 and totals[at - 1] < value:
            totals[at] = totals[at - 1]
            kept[at] = kept[at - 1]
            at -= 1
        totals[at] = value
        kept[at] = legal[i]
    return count


@jit
def random_playout(kernel: Kernel, state: IntArray, legal: IntArray, outcome: FloatArray) -> None:
    """Play uniformly at random to the end and write the returns."""
    if kernel.current_player(state) >= 0:
        play_out(kernel, state, legal)
    kernel.returns(state, outcome)


@jit
def pruned_playout(
    kernel: Kernel,
    state: IntArray,
    pruned_seat: int,
    pruning: int,
    share: float,
    actions: int,
    legal: IntArray,
    kept: IntArray,
    trial: IntArray,
    totals: FloatArray,
    outcome: FloatArray,
) -> None:
    """Play on and write the returns, or the game's evaluation for each seat after so many actions.

    Args:
        kernel: the game.
        state: where the playout begins; played on in place.
        pruned_seat: the seat whose options are pruned; -1 = all.
        pruning: NO_PRUNING, BY_FILTER or BY_EVALUATION.
        share: the share of the actions that BY_EVALUATION keeps.
        actions: after how many actions the evaluation takes over; negative = never.
        legal, kept, trial, totals: scratch.
        outcome: what each seat gets.
    """
    left = actions  # negative: never counts down to 0
    while True:
        seat = kernel.current_player(state)
        if seat < 0:
            kernel.returns(state, outcome)
            return
        if left == 0:
            for i in range(kernel.players):
                outcome[i] = kernel.evaluate(state, i)
            return
        left -= 1
        n = kernel.legal_actions(state, legal)
        if pruning == NO_PRUNING or (pruned_seat >= 0 and seat != pruned_seat):
            kernel.step(state, legal[random_below(state, n)])
            continue
        if pruning == BY_FILTER:
            n = filtered(kernel, state, legal, n, kept)
        else:
            n = best_share(kernel, state, share, legal, n, kept, trial, totals, outcome)
        kernel.step(state, kept[random_below(state, n)])

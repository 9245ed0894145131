"""Whole games of a learner in one compiled call: training, and the games that check it.

The learner plays at random with probability epsilon, else an action of the highest value, any of several. At the end
of a game its decisions are walked backwards: the last one learns from the result, an earlier one from the highest
value among the legal actions at the learner's own next decision,

    Q(s, a) <- (1 - alpha) Q(s, a) + alpha (R + gamma max Q(s', .)).

A position is inserted when one of its values first changes; until then it is worth what a new one would be.

Source: P. Jamieson and I. Upadhyay, "A Technique to Create Weaker Abstract Board Game Agents via Reinforcement
Learning", arXiv:2209.00711, Algorithm 1 and the example of its Figure 1.
"""

from __future__ import annotations

from typing import Any, Final

from numba import int64

from palaestra import (
    KERNEL,
    RETURNS,
    STATE,
    WRAPPED_POLICY,
    FloatArray,
    IntArray,
    Kernel,
    copy,
    jit,
    random_below,
    random_int64,
    random_unit,
)
from palaestra_learning.q_learning.rule import (
    ALPHA,
    ALTERNATING,
    DRAW_REWARD,
    FIRST_OF_TIES,
    GAMMA,
    LEARNS,
    Q0_WIDTH,
    SEATS,
    SECOND,
    SYMMETRY,
    TWIN,
    TWIN_EXPLORES,
    epsilon_at,
    initial_value,
)
from palaestra_learning.q_learning.table import MISSING, POSITIONS, find, has_room, insert

# Words of a tally.
GAMES: Final = 0
"""Games played; in training also what epsilon and alternating seats go by."""
RESULTS: Final = 1
"""Six words: wins, draws and losses of the learner in the first seat, then in the second."""
LEARNER_RNG: Final = 8
"""Two words, as for the other seat: the random numbers of the deals and of the table."""
OTHER_RNG: Final = 10
NUM_TALLY: Final = 12

# Words of a decision in the history of a game.
_KEY: Final = 0
_OFFSET: Final = 1
_WIDTH: Final = 2
_PLACE: Final = 3
_SEAT: Final = 4
DECISION_WORDS: Final = 5

_SEAT_BIT: Final = 62
"""Both seats learn in one table, and the key of what a seat sees need not tell whose view it is: the seat is added."""


@jit(inline=True)
def position_key(kernel: Kernel, state: IntArray, seat: int, observation: IntArray) -> int:
    """Return the key of what a seat knows of a state; `observation` is scratch, and may be the observation itself."""
    # Where nothing is hidden, observing would only copy the state.
    if kernel.perfect_information:
        return int(kernel.key(state) ^ seat << _SEAT_BIT)
    kernel.observe(state, seat, observation)
    return int(kernel.key(observation) ^ seat << _SEAT_BIT)


@jit(inline=True)
def best_place(values: FloatArray, offset: int, width: int, first_of_ties: int, rng: IntArray) -> int:
    """Return the place of the highest of a position's values: any of several, or the first."""
    # One pass without branches counts the ties, a second one, seldom needed, finds the one that was drawn: fewer random
    # numbers and less guessing by the processor than to draw anew at each tie.
    best = values[offset]
    ties, chosen = 1, 0
    for place in range(1, width):
        value = values[offset + place]
        ties = 1 if value > best else ties + int(value == best)
        chosen = place if value > best else chosen
        best = value if value > best else best
    if ties == 1 or first_of_ties != 0:
        return chosen
    skip = random_below(rng, ties)
    while skip > 0:
        chosen += 1
        if values[offset + chosen] == best:
            skip -= 1
    return chosen


@jit(inline=True)
def best_initial_place(rule: FloatArray, key: int, width: int, rng: IntArray) -> int:
    """Return the same for a position that is not in the table."""
    if rule[Q0_WIDTH] == 0.0:
        return 0 if rule[FIRST_OF_TIES] != 0.0 else int(random_below(rng, width))
    chosen = 0
    for place in range(1, width):  # ties of random numbers do not happen
        if initial_value(rule, key, place) > initial_value(rule, key, chosen):
            chosen = place
    return chosen


@jit
def highest_initial(rule: FloatArray, key: int, width: int) -> float:
    """Return the highest initial value of a position."""
    best = initial_value(rule, key, 0)
    if rule[Q0_WIDTH] != 0.0:
        for place in range(1, width):
            best = max(best, initial_value(rule, key, place))
    return float(best)


@jit
def greedy_place(index: IntArray, values: FloatArray, rule: FloatArray, key: int, width: int, rng: IntArray) -> int:
    """Return the place of the action that a table plays in a position."""
    offset = find(index, key, width)
    if offset == MISSING:
        return best_initial_place(rule, key, width, rng)
    return best_place(values, offset, width, int(rule[FIRST_OF_TIES]), rng)


@jit(inline=True)
def learn(
    index: IntArray,
    values: FloatArray,
    head: IntArray,
    rule: FloatArray,
    history: IntArray,
    decisions: int,
    target: FloatArray,
) -> None:
    """Update the decisions of a finished game, the last one first; `target` holds the rewards and is used up."""
    # Backwards, so that a result reaches all decisions of its game at once: forwards, as Q-learning is usually written
    # (Watkins, 1989), it would move by one decision a game. `target` is what each seat's next update aims at.
    alpha, gamma, before = rule[ALPHA], rule[GAMMA], head[POSITIONS]
    for decision in range(decisions - 1, -1, -1):
        start = decision * DECISION_WORDS
        key, offset, width = history[start + _KEY], history[start + _OFFSET], history[start + _WIDTH]
        place, seat = history[start + _PLACE], history[start + _SEAT]
        if offset == MISSING and head[POSITIONS] > before:  # it may have come twice in this game
            offset = find(index, key, width)
        if offset == MISSING:
            # An update that changes nothing inserts nothing. That saves half to two thirds of the memory in Kalah and
            # nine men's morris, where most positions come once, with a target that is their first value.
            first = initial_value(rule, key, place)
            if (1.0 - alpha) * first + alpha * target[seat] == first:
                target[seat] = gamma * highest_initial(rule, key, width)
                continue
            offset = insert(index, values, head, rule, key, width)
        row = values[offset : offset + width]
        old = row[place]
        new = (1.0 - alpha) * old + alpha * target[seat]
        row[place] = new if new != old else old  # 0.0 does not replace -0.0
        best = row[0]
        for other in range(1, row.shape[0]):
            value = row[other]
            best = value if value > best else best
        target[seat] = gamma * best


@jit(inline=True)
def make_canonical(kernel: Kernel, rule: FloatArray, state: IntArray, scratch: IntArray) -> None:
    """Replace a position by its representative under the symmetries of the game, where that is wanted."""
    if rule[SYMMETRY] != 0.0:
        kernel.canonical(state, scratch)
        copy(state, scratch)


@jit(
    int64(KERNEL, STATE, WRAPPED_POLICY, *[RETURNS, STATE] * 2, STATE, RETURNS, STATE, STATE, STATE, int64), inline=True
)
def _play_game(
    kernel: Any,
    state: IntArray,
    other: Any,
    other_params: FloatArray,
    other_memory: IntArray,
    values: FloatArray,
    index: IntArray,
    history: IntArray,
    rule: FloatArray,
    tally: IntArray,
    observation: IntArray,
    legal: IntArray,
    learner: int,
) -> int:
    """Play a game to its end and return how many decisions are in its history."""
    rng, other_rng = tally[LEARNER_RNG : LEARNER_RNG + 2], tally[OTHER_RNG : OTHER_RNG + 2]
    learns = rule[LEARNS] != 0.0
    # In a check nobody explores: the table plays greedily in either seat.
    epsilon = epsilon_at(rule, tally[GAMES]) if learns else 0.0
    first_of_ties = int(rule[FIRST_OF_TIES])
    twin_epsilon = epsilon if rule[TWIN_EXPLORES] != 0.0 else 0.0
    decisions = 0
    seat = kernel.current_player(state)
    while seat >= 0:
        width = kernel.legal_actions(state, legal)
        if seat != learner and rule[TWIN] == 0.0:
            kernel.observe(state, seat, observation)
            action = other.choose(kernel, observation, seat, legal[:width], other_params, other_memory, other_rng)
        else:
            key = position_key(kernel, state, seat, observation)
            offset = find(index, key, width)
            explores = epsilon if seat == learner else twin_epsilon
            # No number is drawn where nothing is random: games without exploring do not depend on how epsilon is made.
            if explores > 0.0 and random_unit(rng) < explores:
                place = random_below(rng, width)
            elif offset == MISSING:
                place = best_initial_place(rule, key, width, rng)
            else:
                place = best_place(values, offset, width, first_of_ties, rng)
            if learns:
                start = decisions * DECISION_WORDS
                history[start + _KEY] = key
                history[start + _OFFSET] = offset
                history[start + _WIDTH] = width
                history[start + _PLACE] = place
                history[start + _SEAT] = seat
                decisions += 1
            action = legal[place]
        kernel.step(state, action)
        make_canonical(kernel, rule, state, observation)
        seat = kernel.current_player(state)
    return decisions


@jit
def seat_in_game(rule: FloatArray, game: int) -> int:
    """Return the learner's seat in a game, counted from 0."""
    if rule[SEATS] == ALTERNATING:
        return game & 1
    return 1 if rule[SEATS] == SECOND else 0


@jit(int64(KERNEL, STATE, WRAPPED_POLICY, RETURNS, STATE, STATE, *[RETURNS, STATE] * 2, STATE, STATE, RETURNS, int64))
def play_games(
    kernel: Any,
    config: IntArray,
    other: Any,
    other_params: FloatArray,
    other_memory: IntArray,
    index: IntArray,
    values: FloatArray,
    head: IntArray,
    rule: FloatArray,
    tally: IntArray,
    history: IntArray,
    scratch: IntArray,
    outcome: FloatArray,
    games: int,
) -> int:
    """Play games of the learner and return how many; fewer than asked for when the table needs more room first.

    Args:
        kernel: the rules.
        config: what ``init`` reads.
        other: the policy in the other seat; not asked where the rule says that it is the learner's twin.
        other_params: its params.
        other_memory: its memory.
        index: of the table.
        values: of the table.
        head: of the table.
        rule: how to play and to learn, see :mod:`palaestra_learning.q_learning.rule`.
        tally: what has been played and the random numbers, NUM_TALLY words; goes on with the next call.
        history: int64[DECISION_WORDS * max_plies].
        scratch: int64[2 * state_size + max_legal].
        outcome: float64[players], scratch.
        games: how many to play.
    """
    size = kernel.state_size
    state, observation, legal = scratch[:size], scratch[size : 2 * size], scratch[2 * size :]
    rng = tally[LEARNER_RNG : LEARNER_RNG + 2]
    for played in range(games):
        # Arrays cannot grow in compiled code, and a game must not stop half-way: there is room for the longest one, or
        # the caller makes some and asks again.
        if rule[LEARNS] != 0.0 and not has_room(
            index, values, head, kernel.max_plies, kernel.max_plies * kernel.max_legal
        ):
            return played
        learner = seat_in_game(rule, tally[GAMES])
        for i in range(other_memory.shape[0]):
            other_memory[i] = 0
        for i in range(size):
            state[i] = 0
        kernel.init(state, config, random_int64(rng))
        make_canonical(kernel, rule, state, observation)
        decisions = _play_game(
            kernel,
            state,
            other,
            other_params,
            other_memory,
            values,
            index,
            history,
            rule,
            tally,
            observation,
            legal,
            learner,
        )
        kernel.returns(state, outcome)
        result = outcome[learner]
        if rule[LEARNS] != 0.0:
            # Each seat's reward is its first target: that of its last decision.
            for seat in range(outcome.shape[0]):
                outcome[seat] = rule[DRAW_REWARD] if outcome[seat] == 0.0 else outcome[seat]
            learn(index, values, head, rule, history, decisions, outcome)
        tally[RESULTS + 3 * learner + (0 if result > 0.0 else (1 if result == 0.0 else 2))] += 1
        tally[GAMES] += 1
    return games

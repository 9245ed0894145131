"""Walking a whole game: exact action values, every losing line, and the exact score of one table against another.

For games of two players without chance and hidden information in which no position comes again, and few enough
positions. The walks remember what they know of a position by its key, in a hash map like that of the learner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numba import float64, int64

from palaestra import KERNEL, RETURNS, STATE, FloatArray, IntArray, KernelGame, UserError, copy, jit
from palaestra_learning.q_learning.play import make_canonical, position_key
from palaestra_learning.q_learning.rule import FIRST_OF_TIES, NUM_RULE, RANDOMNESS, initial_value
from palaestra_learning.q_learning.table import MISSING, QTable, find, has_room, insert

SCORE: Final = 0
"""What a walk sums: the expected score, 1 for a win and 1/2 for a draw."""
LOSSES: Final = 1
"""The probability of losing."""
LINES: Final = 2
"""The number of games that are lost, over all replies and all equally good actions."""

NEARER: Final = 0.99
"""A ply later, a result is worth so much less: a table of exact values prefers quick wins and late losses.
Any factor between 0 and 1 gives the same order of actions; this one keeps the results of long games far from 0."""
MOST_POSITIONS: Final = 100_000

_GOES_ON: Final = 0
_FULL: Final = 1
_AGAIN: Final = 2
_STACK: Final = int64[:, ::1]


@jit(float64(KERNEL, _STACK, int64, STATE, RETURNS, STATE, RETURNS, float64, STATE))
def _solve(
    kernel: Any,
    stack: IntArray,
    depth: int,
    index: IntArray,
    values: FloatArray,
    head: IntArray,
    outcome: FloatArray,
    nearer: float,
    status: IntArray,
) -> float:
    """Return the value of the state at `depth` to its mover, and enter the values of its actions into the table."""
    size = kernel.state_size
    state, child = stack[depth, :size], stack[depth + 1, :size]
    legal = stack[depth, size:]
    seat = kernel.current_player(state)
    width = kernel.legal_actions(state, legal)
    key = position_key(kernel, state, seat, child)
    offset = find(index, key, width)
    if offset == MISSING:
        if not has_room(index, values, head, 1, width):
            status[0] = _FULL
            return 0.0
        offset = insert(index, values, head, np.zeros(NUM_RULE), key, width)
        # NaN marks a position on the way from the root: met again below itself, it recurs, and the walk finds no value.
        # So the value of the first action is written last.
        values[offset] = np.nan
        first = 0.0
        for place in range(width):
            copy(child, state)
            kernel.step(child, legal[place])
            mover = kernel.current_player(child)
            if mover < 0:
                kernel.returns(child, outcome)
                value = outcome[seat]
                if kernel.capped(child):  # ended by its length: the value depends on the way to the position
                    status[0] = _AGAIN
            else:
                value = _solve(kernel, stack, depth + 1, index, values, head, outcome, nearer, status) * nearer
                if mover != seat:
                    value = -value
            if status[0] != _GOES_ON:
                return 0.0
            if place == 0:
                first = value
            else:
                values[offset + place] = value
        values[offset] = first
    elif np.isnan(values[offset]):
        status[0] = _AGAIN
        return 0.0
    best = values[offset]
    for place in range(1, width):
        best = max(best, values[offset + place])
    return float(best)


@jit
def _share(values: FloatArray, rule: FloatArray, offset: int, key: int, width: int, place: int) -> float:
    """Return the probability with which a table plays the action at a place."""
    # Of the actions with the highest value each is as likely, unless the first one is taken; with the probability
    # RANDOMNESS any legal action is: the very mixture that `policy.choose` plays.
    own = values[offset + place] if offset != MISSING else initial_value(rule, key, place)
    ties = 0
    for other in range(width):
        value = values[offset + other] if offset != MISSING else initial_value(rule, key, other)
        if value > own or (value == own and other < place and rule[FIRST_OF_TIES] != 0.0):
            return float(rule[RANDOMNESS] / width)
        if value == own:
            ties += 1
    if rule[FIRST_OF_TIES] != 0.0:
        ties = 1
    return float(rule[RANDOMNESS] / width + (1.0 - rule[RANDOMNESS]) / ties)


_PLAYER: Final = (STATE, RETURNS, RETURNS)
"""One side: the index, the values and the rule of its table."""


@jit(float64(KERNEL, _STACK, int64, int64, int64, *_PLAYER, *_PLAYER, STATE, RETURNS, STATE, RETURNS))
def _walk(
    kernel: Any,
    stack: IntArray,
    depth: int,
    player: int,
    kind: int,
    index: IntArray,
    values: FloatArray,
    rule: FloatArray,
    other_index: IntArray,
    other_values: FloatArray,
    other_rule: FloatArray,
    memo_index: IntArray,
    memo_values: FloatArray,
    memo_head: IntArray,
    outcome: FloatArray,
) -> float:
    """Return what `kind` sums over all games from the state at `depth` on, for the table's player in a seat."""
    size = kernel.state_size
    state, child = stack[depth, :size], stack[depth + 1, :size]
    seat = kernel.current_player(state)
    if seat < 0:
        kernel.returns(state, outcome)
        return (1.0 + outcome[player]) / 2.0 if kind == SCORE else (1.0 if outcome[player] < 0.0 else 0.0)
    legal = stack[depth, size:]
    width = kernel.legal_actions(state, legal)
    key = position_key(kernel, state, seat, child)
    # The sum from a position on does not depend on how it was reached: it is made once for each, not for each line.
    known = find(memo_index, key, 1)
    if known != MISSING:
        return float(memo_values[known])
    own = find(index, key, width)
    others = find(other_index, key, width)
    total = 0.0
    for place in range(width):
        if seat == player:
            share = _share(values, rule, own, key, width, place)
        else:
            share = _share(other_values, other_rule, others, key, width, place)
        if kind == LINES:  # all replies, and all actions that the table may play, count as one each
            share = 1.0 if share > 0.0 or seat != player else 0.0
        if share > 0.0:
            copy(child, state)
            kernel.step(child, legal[place])
            make_canonical(kernel, rule, child, stack[depth + 2, :size])
            total += share * _walk(
                kernel,
                stack,
                depth + 1,
                player,
                kind,
                index,
                values,
                rule,
                other_index,
                other_values,
                other_rule,
                memo_index,
                memo_values,
                memo_head,
                outcome,
            )
    memo_values[insert(memo_index, memo_values, memo_head, rule, key, 1)] = total
    return total


@dataclass(frozen=True, slots=True)
class Side:
    """A player by a table: greedy, but at random with the probability ``rule[RANDOMNESS]``."""

    table: QTable
    rule: FloatArray


def random_side() -> Side:
    """Return the player of any legal action, each as likely."""
    return Side(QTable.empty(), np.zeros(NUM_RULE))


class Walker:
    """A game whose positions have all been seen.

    Attributes:
        exact: the table of the exact values of all actions in all positions, less by :data:`NEARER` for each ply.
        value: the value of the game to the first seat: 1, 0 or -1, or between them.
    """

    def __init__(self, game: KernelGame, exact: QTable, value: float) -> None:
        self._game = game
        self._stack = _stack(game)
        self.exact = exact
        self.value = value

    def lost_seats(self) -> tuple[int, ...]:
        """Return the seats that lose against perfect play."""
        return () if self.value == 0 else ((1,) if self.value > 0 else (0,))

    def perfect(self, first_of_ties: bool = False) -> Side:
        """Return the perfect player: the quickest win, the latest loss, any of equally good actions or the first."""
        rule = np.zeros(NUM_RULE)
        rule[FIRST_OF_TIES] = first_of_ties
        return Side(self.exact, rule)

    def score(self, own: Side, other: Side, seat: int) -> float:
        """Return the exact expected score of one side in a seat against another."""
        return self._walk(own, other, seat, SCORE)

    def losses(self, own: Side, other: Side, seat: int) -> float:
        """Return the exact probability that one side in a seat loses against another."""
        return self._walk(own, other, seat, LOSSES)

    def losing_lines(self, own: Side, seat: int) -> int:
        """Return how many games are lost, over all replies of the opponent and all equally good actions of one's own.

        The empty table in tic-tac-toe has 77,904 in the first seat and 131,184 in the second.
        """
        return round(self._walk(own, random_side(), seat, LINES))

    def _walk(self, own: Side, other: Side, seat: int, kind: int) -> float:
        memo = QTable.empty()
        memo.make_room(self.exact.positions, self.exact.positions, 1 << 40)
        game = self._game
        state = self._stack[0, : game.sizes.state_size]
        copy(state, game.new_state().array)
        make_canonical(game.kernel, own.rule, state, self._stack[1, : game.sizes.state_size])
        return float(
            _walk(
                game.kernel,
                self._stack,
                0,
                seat,
                kind,
                own.table.index,
                own.table.values,
                own.rule,
                other.table.index,
                other.table.values,
                other.rule,
                memo.index,
                memo.values,
                memo.head,
                np.zeros(game.spec.players),
            )
        )


def _stack(game: KernelGame) -> IntArray:
    return np.zeros((game.sizes.max_plies + 3, game.sizes.state_size + game.sizes.max_legal), dtype=np.int64)


def walk_game(game: KernelGame, most_positions: int = MOST_POSITIONS) -> Walker | None:
    """Return a walker, or None for a game with chance, hidden information, recurring or too many positions."""
    if game.spec.information != "perfect" or game.spec.chance or game.spec.players != 2:
        return None
    exact, size, room = QTable.empty(), game.sizes, 1 << 10
    while True:
        exact = QTable.empty()
        exact.make_room(room, room * size.max_legal, 1 << 40)
        status = np.zeros(1, dtype=np.int64)
        stack = _stack(game)
        copy(stack[0, : size.state_size], game.new_state().array)
        outcome = np.zeros(game.spec.players)
        value = _solve(game.kernel, stack, 0, exact.index, exact.values, exact.head, outcome, NEARER, status)
        if status[0] == _GOES_ON:
            return Walker(game, exact, float(np.sign(value)))
        if status[0] == _AGAIN or room >= most_positions:
            return None
        room = min(4 * room, most_positions)


def need_walker(game: KernelGame, what: str) -> Walker:
    """Return a walker.

    Raises:
        UserError: the game cannot be walked.
    """
    walker = walk_game(game)
    if walker is None:
        raise UserError(
            f"{what} needs a game of at most {MOST_POSITIONS:,} positions, without chance, hidden cards or positions "
            f"that come again; {game.spec.id} is not one"
        )
    return walker

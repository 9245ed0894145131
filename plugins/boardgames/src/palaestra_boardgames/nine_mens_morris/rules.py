"""Nine men's morris as compiled rules.

Rules of Gasser ("Solving Nine Men's Morris", Games of No Chance, 1996): nine men each are placed, then slide to
neighbouring points; a player with three men flies anywhere. Closing a mill removes one man of the opponent, even if
two mills close at once, and a man in a mill only if all are in mills. Who has fewer than three men, or has no move,
has lost. A game of `max_turns` turns is drawn.

Under ``rules = "ludii"`` (Ludii 1.3.10) a blocked player passes, and a mill closed by a flying man removes nothing.

Actions: 0-23 place, or remove, a man at a point; ``24 + 24 * from + to`` move a man; 600 pass. A removal is a ply of
its own by the same player, in the same turn.
"""

from __future__ import annotations

from typing import Final

from palaestra import FloatArray, IntArray, copy, jit, random_below, rule, seed_rng
from palaestra_boardgames.nine_mens_morris.board import (
    ALL_POINTS,
    LANE_FROM,
    LANE_TO,
    LOW_LANES,
    NUM_POINTS,
    SYMMETRIES,
    count,
    count_lanes,
    image,
    in_mill,
    nth,
    nth_lane,
    removable,
    slides,
)

# Words of the state, after the two random numbers.
MEN: Final = 2
"""Two words: the points of White's (the first seat's) and of Black's men."""
HAND: Final = 4
"""Two words: men in hand."""
SIDE: Final = 6
"""The seat to move, or that would be if the game were not over."""
REMOVAL: Final = 7
"""1 when the seat to move has closed a mill and removes a man."""
TURNS: Final = 8
"""Turns played."""
RESULT: Final = 9
"""PLAYING, or how the game ended."""
MAX_TURNS: Final = 10
LUDII: Final = 11
"""1 under Ludii's rules."""
STATE_SIZE: Final = 12

PLAYING: Final = 0
WHITE_WON: Final = 1
BLACK_WON: Final = 2
DRAWN: Final = 3

MEN_EACH: Final = 9
FEWEST: Final = 3
"""Who has fewer men has lost; who has as many, and none in hand, flies."""
PASS: Final = NUM_POINTS + NUM_POINTS * NUM_POINTS
NUM_ACTIONS: Final = PASS + 1
MAX_LEGAL: Final = FEWEST * (NUM_POINTS - FEWEST)
MAX_REMOVALS: Final = 2 * (MEN_EACH - FEWEST) + 1
"""In one game: each side down to three men, and the man that ends it."""

_MIX: Final = 0x1B873593D  # odd and of 33 bits; nothing else depends on it
_LOW_30: Final = (1 << 30) - 1


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Set up the empty board; `config` is (max_turns, 1 for Ludii's rules)."""
    state[:] = 0
    seed_rng(state, seed)
    state[HAND] = MEN_EACH
    state[HAND + 1] = MEN_EACH
    state[MAX_TURNS] = config[0]
    state[LUDII] = config[1]


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to move, -1 when the game is over."""
    return int(state[SIDE]) if state[RESULT] == PLAYING else -1


@jit
def _list_points(points: int, base: int, out: IntArray) -> int:
    """Write `base` + p for every point p of a set; return how many."""
    n = 0
    while points != 0:
        rest = points & (points - 1)
        out[n] = base + count((points ^ rest) - 1)
        points = rest
        n += 1
    return n


@jit
def _list_lanes(lanes: int, base: int, out: IntArray) -> int:
    """Write the moves along the lanes of half a set, which starts at lane `base`; return how many."""
    n = 0
    while lanes != 0:
        rest = lanes & (lanes - 1)
        lane = base + count((lanes ^ rest) - 1)
        out[n] = NUM_POINTS + NUM_POINTS * LANE_FROM[lane] + LANE_TO[lane]
        lanes = rest
        n += 1
    return n


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    """Write the legal actions in ascending order and return how many."""
    side = state[SIDE]
    own = state[MEN + side]
    opponent = state[MEN + 1 - side]
    if state[REMOVAL] != 0:
        return _list_points(removable(opponent), 0, out)
    empty = ALL_POINTS & ~(own | opponent)
    if state[HAND + side] > 0:
        return _list_points(empty, 0, out)
    n = 0
    if count(own) <= FEWEST:
        while own != 0:
            rest = own & (own - 1)
            start = count((own ^ rest) - 1)
            own = rest
            n += _list_points(empty, NUM_POINTS + NUM_POINTS * start, out[n:])
        return n
    lanes = slides(own, empty)
    n = _list_lanes(lanes & LOW_LANES, 0, out)
    n += _list_lanes((lanes >> 32) & LOW_LANES, 32, out[n:])
    if n == 0:  # the game goes on: Ludii's rules
        out[0] = PASS
        n = 1
    return n


@jit
def _lost(own: int, hand: int, lanes: int, ludii: int) -> int:
    """Return 1 if the player to move, who can slide along `lanes`, has too few men or, but for Ludii, no move."""
    men = count(own)
    return int(men + hand < FEWEST or (lanes == 0 and hand == 0 and men > FEWEST and ludii == 0))


@rule("step")
def settle(state: IntArray, turns: int) -> None:
    """Set the number of turns played and, for that and the player to move, whether the game is over."""
    side = state[SIDE]
    own = state[MEN + side]
    lanes = slides(own, ALL_POINTS & ~(own | state[MEN + 1 - side]))
    state[TURNS] = turns
    if _lost(own, state[HAND + side], lanes, state[LUDII]) != 0:
        state[RESULT] = BLACK_WON if side == 0 else WHITE_WON
    elif turns >= state[MAX_TURNS]:
        state[RESULT] = DRAWN


@rule
def step(state: IntArray, action: int) -> None:
    """Place, move, remove or pass in place."""
    side = state[SIDE]
    if state[REMOVAL] != 0:
        state[MEN + 1 - side] ^= 1 << action
        state[REMOVAL] = 0
    elif action != PASS:
        own = state[MEN + side]
        to = action
        removes = True
        if action < NUM_POINTS:
            state[HAND + side] -= 1
        else:
            to = (action - NUM_POINTS) % NUM_POINTS
            removes = state[LUDII] == 0 or count(own) > FEWEST
            own ^= 1 << (action - NUM_POINTS) // NUM_POINTS
        own |= 1 << to
        state[MEN + side] = own
        if removes and in_mill(own, to) != 0 and state[MEN + 1 - side] != 0:
            state[REMOVAL] = 1
            return
    state[SIDE] = 1 - side
    settle(state, state[TURNS] + 1)


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Write 1 for the winner and -1 for the loser, zeros for a draw."""
    result = state[RESULT]
    value = 1.0 if result == WHITE_WON else (-1.0 if result == BLACK_WON else 0.0)
    out[0] = value
    out[1] = 0.0 - value  # no negative zero


@rule
def capped(state: IntArray) -> int:
    """Return 1 if the game was drawn by its length."""
    return int(state[RESULT] == DRAWN)


@rule
def key(state: IntArray) -> int:
    """Return a key of 60 bits that is different for all positions, the turns played left out."""
    low = state[MEN] | state[HAND] << 24 | state[RESULT] << 28
    high = state[MEN + 1] | state[HAND + 1] << 24 | state[SIDE] << 28 | state[REMOVAL] << 29
    # A Feistel network loses nothing and lets every bit reach the low ones, which tables are indexed by. The products
    # stay below 2**63.
    for _ in range(4):
        low, high = high, low ^ (high * _MIX >> 30 & _LOW_30)
    return int(high << 30 | low)


@rule
def canonical(state: IntArray, out: IntArray) -> None:
    """Write the image whose (White, Black) is least among the 16 symmetries of the board."""
    copy(out, state)
    for symmetry in range(len(SYMMETRIES)):
        white = image(state[MEN], symmetry)
        if white <= out[MEN]:
            black = image(state[MEN + 1], symmetry)
            if white < out[MEN] or black < out[MEN + 1]:
                out[MEN] = white
                out[MEN + 1] = black


@jit
def _without_random_man(words: IntArray, men: int) -> int:
    """Return `men` after a random removal."""
    targets = removable(men)
    return men ^ (1 << nth(targets, random_below(words, count(targets))))


@rule
def playout(state: IntArray) -> None:
    """Play uniformly at random to the end.

    The rules once more, a turn at a time, on local variables and with no list of actions: twice as fast as by
    :func:`step`. The random numbers and the actions are those of the generic loop.
    """
    if state[REMOVAL] != 0:
        targets = removable(state[MEN + 1 - state[SIDE]])
        step(state, nth(targets, random_below(state, count(targets))))
    side = state[SIDE]
    own, opponent = state[MEN + side], state[MEN + 1 - side]
    hand, opponent_hand = state[HAND + side], state[HAND + 1 - side]
    turns = state[TURNS]
    ludii = state[LUDII]
    result = state[RESULT]
    empty = ALL_POINTS & ~(own | opponent)
    lanes = slides(own, empty)
    while result == PLAYING:
        removes = opponent != 0
        if hand > 0:
            to = nth(empty, random_below(state, count(empty)))
            hand -= 1
        elif count(own) <= FEWEST:
            targets = count(empty)
            k = random_below(state, count(own) * targets)
            to = nth(empty, k % targets)
            own ^= 1 << nth(own, k // targets)
            removes = removes and ludii == 0
        elif lanes != 0:
            lane = nth_lane(lanes, random_below(state, count_lanes(lanes)))
            to = LANE_TO[lane]
            own ^= 1 << LANE_FROM[lane]
        else:  # a pass: some man stays where it is
            to = nth(own, random_below(state, 1))
            removes = False
        own |= 1 << to
        if removes and in_mill(own, to) != 0:
            opponent = _without_random_man(state, opponent)
        side = 1 - side
        own, opponent = opponent, own
        hand, opponent_hand = opponent_hand, hand
        turns += 1
        empty = ALL_POINTS & ~(own | opponent)
        lanes = slides(own, empty)
        if _lost(own, hand, lanes, ludii) != 0:
            result = BLACK_WON if side == 0 else WHITE_WON
        elif turns >= state[MAX_TURNS]:
            result = DRAWN
    state[MEN + side] = own
    state[MEN + 1 - side] = opponent
    state[HAND + side] = hand
    state[HAND + 1 - side] = opponent_hand
    state[SIDE] = side
    state[TURNS] = turns
    state[RESULT] = result

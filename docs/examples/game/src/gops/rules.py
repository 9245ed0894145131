"""The rules of GOPS, the game of pure strategy.

In every round a prize is turned up. The first seat lays a card of its hand face down, the second seat lays one too,
both are revealed, and the higher card takes the prize; equal cards take nothing. Most points win.

State: ``[random, random, prize, bid, prizes left, two hands, two scores]``. Prizes and hands are sets of bits: card
``c`` is the bit ``1 << c``. Action ``c`` lays card ``c``.
"""

from __future__ import annotations

from typing import Final

from palaestra import FeatureArray, FloatArray, IntArray, Rules, copy, jit, random_below, reseed, rule, seed_rng

PRIZE: Final = 2  # the prize of this round; 0 when the game is over
BID: Final = 3  # what the first seat laid in this round; 0 = nothing yet
PRIZES: Final = 4
HANDS: Final = 5
SCORES: Final = 7
STATE_SIZE: Final = 9

CARDS: Final = 10  # cards are below this
HIDDEN: Final = -1  # a bid that the observer may not know


@jit
def draw(rng: IntArray, cards: int) -> int:
    """Return a random card of a set that is not empty."""
    count = 0
    for card in range(CARDS):
        count += (cards >> card) & 1
    left = random_below(rng, count)
    card = 0
    while True:
        if (cards >> card) & 1:
            if left == 0:
                return card
            left -= 1
        card += 1


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Deal and turn up the first prize; ``config`` holds the prizes and both hands as sets."""
    state[:] = 0
    seed_rng(state, seed)
    state[PRIZES] = config[0]
    state[HANDS] = config[1]
    state[HANDS + 1] = config[2]
    turn_up(state)


@jit
def turn_up(state: IntArray) -> None:
    """Draw the next prize, or end the game."""
    state[PRIZE] = 0
    if state[PRIZES] != 0:
        state[PRIZE] = draw(state, state[PRIZES])
        state[PRIZES] &= ~(1 << state[PRIZE])


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to move; -1 when the game is over."""
    if state[PRIZE] == 0:
        return -1
    return 0 if state[BID] == 0 else 1


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    """Write the cards in the mover's hand in ascending order and return how many."""
    hand = state[HANDS + current_player(state)]
    n = 0
    for card in range(CARDS):
        if (hand >> card) & 1:
            out[n] = card
            n += 1
    return n


@rule
def step(state: IntArray, action: int) -> None:
    """Lay a card. Both leave the hands only when they are revealed: a hand that shrank would betray the bid."""
    if state[BID] == 0:
        state[BID] = action
        return
    if action != state[BID]:
        state[SCORES + (1 if action > state[BID] else 0)] += state[PRIZE]
    state[HANDS] &= ~(1 << state[BID])
    state[HANDS + 1] &= ~(1 << action)
    state[BID] = 0
    turn_up(state)


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Write 1 for the seat with more points and -1 for the other, or 0 for both."""
    lead = state[SCORES] - state[SCORES + 1]
    out[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[1] = -out[0]


@rule
def observe(state: IntArray, player: int, out: IntArray) -> None:
    """Write what `player` may know: everything but the two random numbers and a bid that it did not lay."""
    copy(out, state)
    out[0] = 0
    out[1] = 0
    if player != 0 and state[BID] != 0:
        out[BID] = HIDDEN


@rule
def determinize(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:  # noqa: ARG001
    """Write a full state that fits the observation: a hidden bid is any card of the hand, random numbers are new."""
    copy(out, observation)
    if out[BID] == HIDDEN:
        out[BID] = draw(rng, out[HANDS])
    reseed(out, rng)


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write the prize, the lead, and for each card whether it is a prize to come, in the own hand, in the other."""
    out[0] = state[PRIZE] / CARDS
    out[1] = (state[SCORES + player] - state[SCORES + 1 - player]) / CARDS
    for card in range(CARDS):
        out[2 + card] = float((state[PRIZES] >> card) & 1)
        out[2 + CARDS + card] = float((state[HANDS + player] >> card) & 1)
        out[2 + 2 * CARDS + card] = float((state[HANDS + 1 - player] >> card) & 1)


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return the lead as a share of itself and the points still to be won: 1, 0 or -1 at the end."""
    lead = state[SCORES + player] - state[SCORES + 1 - player]
    left = state[PRIZE]
    for card in range(CARDS):
        left += card * ((state[PRIZES] >> card) & 1)
    return float(lead / (abs(lead) + left)) if lead != 0 else 0.0


RULES: Final = Rules(
    init, current_player, legal_actions, step, returns, observe, determinize, encode, evaluate=evaluate
)

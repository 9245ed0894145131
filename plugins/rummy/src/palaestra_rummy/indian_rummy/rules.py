"""The rules of Indian Rummy as a kernel; where things are is in :mod:`palaestra_rummy.indian_rummy.layout`.

The game is that of V. Mohan, "IRumAI: Reinforcement Learning for Indian Rummy" (arXiv 2606.21975, 2026), section II,
with the common published rules where the paper leaves something open; ``docs/rummy.md`` lists both.
"""

from __future__ import annotations

from typing import Final

from palaestra import FloatArray, IntArray, Rules, jit, random_below, rule, seed_rng
from palaestra_rummy.analysis.declaration import finishing_card, is_declarable
from palaestra_rummy.bits import lowest, nth, population
from palaestra_rummy.indian_rummy.encode import encode
from palaestra_rummy.indian_rummy.evaluate import evaluate
from palaestra_rummy.indian_rummy.hidden import determinize, hash_position, observe
from palaestra_rummy.indian_rummy.layout import (
    ALL_CARDS,
    CLOSED,
    CLOSED_COUNT,
    CUT,
    DECLARE,
    DEDUCED,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAW_CLOSED,
    DRAW_OPEN,
    FIRST_DISCARD,
    GREEDY,
    HAND_SIZE,
    HANDS,
    HELD,
    MOVER,
    NONE,
    OPEN,
    OPEN_DECLARATION,
    PHASE,
    PICKS,
    PILE,
    RANKS,
    RESHUFFLE,
    RETURN_TAKEN,
    TAKEN,
    TURN,
    TURN_CAP,
    WILD,
    WILD_IN_PURE,
    WINNER,
)

CONFIG: Final = (WILD_IN_PURE, RETURN_TAKEN, RESHUFFLE, TURN_CAP, OPEN_DECLARATION, GREEDY)
"""The state words that ``config[1:]`` fills; ``config[0]`` is 1 if the cut card leaves play."""


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Cut a card for the wild rank, deal thirteen cards to each seat and turn up the open card."""
    state[:] = 0
    seed_rng(state, seed)
    for i in range(len(CONFIG)):
        state[CONFIG[i]] = config[1 + i]
    state[CLOSED] = ALL_CARDS
    state[CLOSED_COUNT] = population(ALL_CARDS)
    state[WINNER] = NONE
    state[TAKEN] = NONE
    cut = draw_closed(state)
    state[WILD] = cut % RANKS
    state[CUT] = cut
    if config[0] == 0:
        state[CUT] = NONE
        state[CLOSED] |= 1 << cut
        state[CLOSED_COUNT] += 1
    for seat in range(2):
        for _ in range(HAND_SIZE):
            state[HANDS + seat] |= 1 << draw_closed(state)
    state[OPEN] = draw_closed(state)


@jit
def draw_closed(state: IntArray) -> int:
    """Take a uniformly random card out of the closed deck and return it."""
    card = nth(state[CLOSED], random_below(state, state[CLOSED_COUNT]))
    state[CLOSED] &= ~(1 << card)
    state[CLOSED_COUNT] -= 1
    return card


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to move; -1 when the game is over."""
    return int(state[MOVER])


@jit
def discardable(state: IntArray) -> int:
    """Return the set of cards that the mover may discard."""
    hand = state[HANDS + state[MOVER]]
    if state[TAKEN] >= 0 and state[RETURN_TAKEN] == 0:
        hand &= ~(1 << state[TAKEN])
    return int(hand)


@jit
def may_declare(state: IntArray) -> int:
    """Return whether the mover, with fourteen cards, may declare."""
    if state[OPEN_DECLARATION] == 1:
        return 1
    return is_declarable(state[HANDS + state[MOVER]], state[WILD], state[WILD_IN_PURE])


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    """Write both draws, or the discards in ascending order and declaring; return how many."""
    if state[PHASE] == DRAW:
        out[0] = DRAW_OPEN
        out[1] = DRAW_CLOSED
        return 2
    n = 0
    cards = discardable(state)
    while cards != 0:
        out[n] = FIRST_DISCARD + lowest(cards)
        cards &= cards - 1
        n += 1
    if may_declare(state) == 1:
        out[n] = DECLARE
        n += 1
    return n


@rule
def step(state: IntArray, action: int) -> None:
    """Draw, discard or declare."""
    seat = state[MOVER]
    if action == DRAW_OPEN:
        take_open(state, seat)
    elif action == DRAW_CLOSED:
        state[HANDS + seat] |= 1 << draw_closed(state)
        state[PHASE] = DISCARD
    elif action == DECLARE:
        declare(state, seat)
    else:
        discard(state, seat, action - FIRST_DISCARD)


@jit
def take_open(state: IntArray, seat: int) -> None:
    """Take the top card of the open pile, in everyone's sight."""
    card = state[OPEN]
    state[HANDS + seat] |= 1 << card
    state[PICKS + seat] |= 1 << card
    state[HELD + seat] |= 1 << card
    state[TAKEN] = card
    state[OPEN] = NONE
    state[PHASE] = DISCARD


@jit
def lay_open(state: IntArray, seat: int, card: int) -> None:
    """Move a card from a hand to the top of the open pile."""
    gone = ~(1 << card)
    state[HANDS + seat] &= gone
    state[HELD + seat] &= gone
    state[DEDUCED + seat] &= gone
    if state[OPEN] >= 0:
        state[PILE] |= 1 << state[OPEN]
    state[OPEN] = card
    state[TAKEN] = NONE
    state[PHASE] = DRAW


@jit
def discard(state: IntArray, seat: int, card: int) -> None:
    """Discard a card, which ends the turn, and perhaps the game."""
    lay_open(state, seat, card)
    state[DISCARDS + seat] |= 1 << card
    state[TURN] += 1
    state[MOVER] = 1 - seat
    if state[CLOSED_COUNT] == 0 and state[RESHUFFLE] == 1:
        reshuffle(state)
    if state[TURN] >= state[TURN_CAP] or state[CLOSED_COUNT] == 0:
        state[MOVER] = NONE


@jit
def reshuffle(state: IntArray) -> None:
    """Make the open pile below its top card the closed deck.

    At this moment every card that a player does not see is in the other's hand: both can infer it.
    """
    state[CLOSED] = state[PILE]
    state[CLOSED_COUNT] = population(state[PILE])
    state[PILE] = 0
    for seat in range(2):
        state[DEDUCED + seat] = state[HANDS + seat]


@jit
def declare(state: IntArray, seat: int) -> None:
    """Win with a valid hand, laid open for all to see and without its finishing card; lose with another one."""
    card = finishing_card(state[HANDS + seat], state[WILD], state[WILD_IN_PURE])
    if card >= 0:
        lay_open(state, seat, card)
        state[HELD + seat] = state[HANDS + seat]
        state[WINNER] = seat
    else:
        state[WINNER] = 1 - seat
    state[MOVER] = NONE


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Write 1 for the winner and -1 for the loser; twice 0 for a drawn game."""
    out[0] = 0.0
    out[1] = 0.0
    winner = state[WINNER]
    if winner >= 0:
        out[winner] = 1.0
        out[1 - winner] = -1.0


@rule
def capped(state: IntArray) -> int:
    """Return whether the game was drawn by the number of its turns."""
    return 1 if state[MOVER] < 0 and state[WINNER] < 0 and state[TURN] >= state[TURN_CAP] else 0


@rule
def playout(state: IntArray) -> None:
    """Play uniformly at random to the end.

    Whether declaring is legal is asked only when it is drawn, and then the draw is repeated without it if it is not:
    each legal action is as likely as by asking first.
    """
    while state[MOVER] >= 0:
        if state[PHASE] == DRAW:
            step(state, random_below(state, 2))
            continue
        cards = discardable(state)
        n = population(cards)
        choice = random_below(state, n + 1)
        if choice == n:
            if may_declare(state) == 1:
                step(state, DECLARE)
                continue
            choice = random_below(state, n)
        step(state, FIRST_DISCARD + nth(cards, choice))


RULES: Final = Rules(
    init=init,
    current_player=current_player,
    legal_actions=legal_actions,
    step=step,
    returns=returns,
    observe=observe,
    determinize=determinize,
    encode=encode,
    evaluate=evaluate,
    key=hash_position,
    playout=playout,
    abstract=hash_position,
    capped=capped,
)

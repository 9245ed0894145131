"""Where things are in the state array, and the ids of cards and actions.

Cards are numbered ``suit * 13 + rank``: suits hearts, diamonds, clubs, spades, ranks ace, 2 to 10, jack, queen, king.
A set of cards is one word, card `c` being bit `c`.

The closed deck is a set too: drawing takes a uniformly random card of it, by the game's own generator. That is the same
as a deck shuffled beforehand, card for card on one deal however the players act, since nothing else draws from the
generator; and no order is there to be seen.

What an observation holds instead of what its player may not know:

- the opponent's hand: only the cards that are known to be in it;
- the closed deck: all unseen cards, those in the opponent's hand included. How many are in the deck is public.
"""

from __future__ import annotations

from typing import Final

CARDS: Final = 52
RANKS: Final = 13
SUITS: Final = 4
HAND_SIZE: Final = 13
ALL_CARDS: Final = (1 << CARDS) - 1
NONE: Final = -1
"""No card, no winner, no seat."""

PHASE: Final = 2
"""What the mover does next: DRAW or DISCARD."""
MOVER: Final = 3
"""The seat to move; NONE when the game is over."""
TURN: Final = 4
"""Turns completed, by both seats together; a turn is a draw and a discard."""
WINNER: Final = 5
"""The seat that won; NONE before the end and in a drawn game."""
WILD: Final = 6
"""The wild rank, 0 to 12."""
CUT: Final = 7
"""The card that named it, face up and out of play; NONE when it went back into the deck."""
OPEN: Final = 8
"""The top card of the open pile; NONE while it is empty."""
PILE: Final = 9
"""The cards below it."""
TAKEN: Final = 10
"""The card that the mover took from the open pile in this turn; NONE if it drew from the closed deck."""
CLOSED: Final = 11
"""The closed deck; in an observation all unseen cards."""
CLOSED_COUNT: Final = 12
"""How many cards are in the closed deck."""
HANDS: Final = 13
"""Two words."""
DISCARDS: Final = 15
"""Two words: all cards that each seat ever discarded."""
PICKS: Final = 17
"""Two words: all cards that each seat ever took from the open pile."""
HELD: Final = 19
"""Two words: cards that everyone knows to be in each hand, taken from the open pile and not discarded since."""
DEDUCED: Final = 21
"""Two words: cards in each hand that its opponent can infer, from an empty closed deck; both players know them, the
public does not."""

# The rules that this game is played by, from its knobs.
WILD_IN_PURE: Final = 23
RETURN_TAKEN: Final = 24
RESHUFFLE: Final = 25
TURN_CAP: Final = 26
OPEN_DECLARATION: Final = 27
GREEDY: Final = 28
STATE_SIZE: Final = 29

DRAW: Final = 0
DISCARD: Final = 1

DRAW_OPEN: Final = 0
DRAW_CLOSED: Final = 1
FIRST_DISCARD: Final = 2
"""Discarding card `c` is action ``FIRST_DISCARD + c``."""
DECLARE: Final = 54
NUM_ACTIONS: Final = 55
MAX_LEGAL: Final = HAND_SIZE + 2
"""Fourteen discards and declaring."""

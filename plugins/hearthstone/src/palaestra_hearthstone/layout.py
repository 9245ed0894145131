"""How a Hearthstone state is laid out in its array of :data:`STATE_SIZE` words, and limits of the game.

::

    header | player of seat 0 | player of seat 1 | queue of events
    player = scalars | 7 minions | 10 hand cards | deck | graveyard | revealed | shown

Cards are numbers of :data:`palaestra_hearthstone.cards.CARDS`; 0 is none, :data:`HIDDEN` one that the observer does
not know. Where an area has a count in the scalars, only so many entries are there, and the rest is 0.

*Deck*: a multiset. A card is drawn at a uniformly random place, so there is no order to hide. *Graveyard*: pairs (card,
how often) of the minions that died and are Demons or have a deathrattle; nothing else can come back. *Revealed*: the
cards of a player's deck that everybody has seen leave hand or deck, in the form they had in the deck. *Shown*: cards
that everybody knows to be still among hand and deck (Barnes copied them).

Two ways to name a character: an *entity* is ``8 * seat + slot``, slot 7 for the hero, so that a set of characters is a
mask of 16 bits; minions move when others come and go, so an entity is good only within one effect. What is kept
longer is a *handle*: the minion's order of play, or ``-1 - seat`` for a hero, or 0 for nobody.
"""

from __future__ import annotations

from typing import Final

# Limits of the game.
MOST_MINIONS: Final = 7
MOST_HAND: Final = 10
MOST_CRYSTALS: Final = 10
DECK_CARDS: Final = 30
HERO_HEALTH: Final = 30
LAST_TURN: Final = 50
"""Turns of both players together; the game is a draw when the last one has ended."""
MAX_PLIES: Final = 1000
"""Actions after which a game is stopped as a draw; random games take 250 at most."""

HIDDEN: Final = -1

# Header: words 0 and 1 are the random generator's.
MOVER: Final = 2
"""The seat to act, -1 when the game is over."""
TURN: Final = 3
"""The number of the turn, from 1; 0 during the mulligan. Odd turns are seat 0's."""
RESULT: Final = 4
"""One of RUNNING, WON (+ seat), DRAWN, STOPPED."""
PLIES: Final = 5
ORDER: Final = 6
"""The last order of play given out."""
PENDING: Final = 7
"""What the mover has to answer: NOTHING, DISCOVER or MULLIGAN."""
OPTIONS: Final = 8
"""Three words. DISCOVER: the powers to choose from. MULLIGAN: the hand card asked about, the mask of replaced ones."""
CARD_DATA: Final = 11
"""The place of the knob's value in :data:`palaestra_hearthstone.cards.CARD_DATA`."""
DIRTY: Final = 12
"""What has to be computed anew: bit 0 and 1 the values of that side's minions and weapon, bit 2 LISTENERS."""
LISTENERS: Final = 13
"""The triggers (a mask) that minions on the board listen to; events without a listener are not queued. Above them bit
GIVERS + seat: an aura, a bonus or Spell Damage is on that side; changes of a side without make nothing dirty."""
QUEUE_HEAD: Final = 14
QUEUE_N: Final = 15
ALWAYS_DIRTY: Final = 16
"""1 in tests: auras are computed at every step."""
PLAYED: Final = 17
"""While a discover is pending: the card whose playing it interrupts."""

# The cause of what is happening, set by `run` and read by the effects of a card.
CAUSE_SIDE: Final = 18
CAUSE_CARD: Final = 19
CAUSE_SOURCE: Final = 20
"""Handle of the minion itself; 0 for spells, powers, weapons and dead minions."""
CAUSE_TARGET: Final = 21
"""Handle of what the player chose."""
CAUSE_AMOUNT: Final = 22
CAUSE_MEMORY: Final = 23
CAUSE_PLACE: Final = 24
"""Where a dead minion stood, see EVENT_PLACE; -1 for others."""
HURT: Final = 25
"""Who may be dead and is not yet looked at: bit 0 and 1 minions of that side, bit 2 heroes."""
OPEN_LISTS: Final = 26
"""The knob: 1 if both players know what both decks hold. An observation then has the other's unknown cards, those of
the hand too, sorted in the words of the deck."""
HEADER_WORDS: Final = 27

RUNNING: Final = 0
WON: Final = 1
DRAWN: Final = 3
STOPPED: Final = 4

NOTHING: Final = 0
DISCOVER: Final = 1
MULLIGAN: Final = 2

GIVERS: Final = 16
DIRTY_LISTENERS: Final = 4
ALL_DIRTY: Final = 7
HURT_HEROES: Final = 4

# Scalars of a player.
HEALTH: Final = 0
ARMOR: Final = 1
CRYSTALS: Final = 2
MANA: Final = 3
"""What can be spent now."""
LOCKED: Final = 4
"""Crystals locked by Overload in this turn."""
OWED: Final = 5
"""Crystals that Overload will lock in the next turn."""
FATIGUE: Final = 6
"""The damage of the last draw from an empty deck."""
HERO_ATTACK: Final = 7
"""Attack of the hero in this turn, besides the weapon."""
HERO_ATTACKS: Final = 8
"""Attacks of the hero in this turn."""
HERO: Final = 9
HERO_CLASS: Final = 10
"""The class that the player began with: what the opponent guesses the deck from."""
POWER: Final = 11
POWER_USED: Final = 12
WEAPON: Final = 13
WEAPON_ATTACK: Final = 14
"""Without the bonus."""
WEAPON_DURABILITY: Final = 15
WEAPON_BONUS: Final = 16
"""Attack of the weapon by its own text (Spirit Claws)."""
WEAPON_ORDER: Final = 17
SPELL_DAMAGE: Final = 18
TOTEMS: Final = 19
"""Totems summoned in this game."""
JADE: Final = 20
"""The size of the last Jade Golem."""
BOARD_N: Final = 21
HAND_N: Final = 22
DECK_N: Final = 23
GRAVE_N: Final = 24
REVEALED_N: Final = 25
SHOWN_N: Final = 26
SCALARS: Final = 27

# A minion. Attack, health and flags with auras and bonuses; the base values are those it has without.
CARD: Final = 0
M_ATTACK: Final = 1
M_HEALTH: Final = 2
"""The most it can have."""
M_DAMAGE: Final = 3
M_FLAGS: Final = 4
"""Keywords, see :class:`palaestra_hearthstone.cards.vocabulary.Keyword`."""
BASE_ATTACK: Final = 5
BASE_HEALTH: Final = 6
BASE_FLAGS: Final = 7
M_ORDER: Final = 8
"""Order of play."""
M_ATTACKS: Final = 9
"""Attacks in this turn."""
EXHAUSTED: Final = 10
"""1 from its summoning to the start of its owner's next turn."""
MEMORY: Final = 11
"""The card it remembers (Carnivorous Cube)."""
DOOMED: Final = 12
"""1 when it was destroyed and is not yet removed."""
MINION_WORDS: Final = 13

# A card in the hand.
ORIGIN: Final = 1
"""KNOWN + MADE."""
HAND_WORDS: Final = 2
KNOWN: Final = 1
"""Everybody knows the card."""
MADE: Final = 2
"""It did not come from the deck."""

BOARD: Final = SCALARS
HAND: Final = BOARD + MOST_MINIONS * MINION_WORDS
DECK: Final = HAND + MOST_HAND * HAND_WORDS
GRAVE: Final = DECK + DECK_CARDS
MOST_GRAVE: Final = 24
REVEALED: Final = GRAVE + 2 * MOST_GRAVE
SHOWN: Final = REVEALED + DECK_CARDS
MOST_SHOWN: Final = 4
PLAYER_WORDS: Final = SHOWN + MOST_SHOWN

PLAYERS: Final = HEADER_WORDS
"""The first word of seat 0's player."""

# An event in the queue.
EVENT: Final = 0
"""The trigger."""
EVENT_SIDE: Final = 1
"""Of the dead minion, the summoned minion, or who overloaded."""
EVENT_CARD: Final = 2
EVENT_SUBJECT: Final = 3
"""Handle."""
EVENT_AMOUNT: Final = 4
"""How much; for DEATH what the minion remembered."""
EVENT_PLACE: Final = 5
"""DEATH: 8 * (minions to the left that survived) + the slot it had, which orders those that died side by side."""
EVENT_WORDS: Final = 6
MOST_EVENTS: Final = 36

QUEUE: Final = PLAYERS + 2 * PLAYER_WORDS
STATE_SIZE: Final = QUEUE + MOST_EVENTS * EVENT_WORDS

HERO_SLOT: Final = 7
SIDE_MASK: Final = 255
MINION_MASK: Final = 127


def player_words(seat: int) -> int:
    """Return the first word of a player."""
    return PLAYERS + seat * PLAYER_WORDS


def minion_words(seat: int, slot: int) -> int:
    """Return the first word of a minion."""
    return player_words(seat) + BOARD + slot * MINION_WORDS


def hand_words(seat: int, place: int) -> int:
    """Return the first word of a card in the hand."""
    return player_words(seat) + HAND + place * HAND_WORDS

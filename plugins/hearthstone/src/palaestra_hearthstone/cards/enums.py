"""The enumerations in which cards are declared, with what each member means in play.

The numbers of kinds, classes, races and rarities are those of the tags in Blizzard's own card data.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Final


class Kind(IntEnum):
    """What a card is."""

    HERO = 3
    MINION = 4
    SPELL = 5
    WEAPON = 7
    POWER = 10


class Class(IntEnum):
    """Whose deck may hold a card."""

    DRUID = 2
    HUNTER = 3
    MAGE = 4
    PALADIN = 5
    PRIEST = 6
    ROGUE = 7
    SHAMAN = 8
    WARLOCK = 9
    WARRIOR = 10
    NEUTRAL = 12


class Race(IntEnum):
    """The tribe of a minion."""

    NONE = 0
    MURLOC = 14
    DEMON = 15
    MECH = 17
    ELEMENTAL = 18
    BEAST = 20
    TOTEM = 21
    PIRATE = 23
    DRAGON = 24


class Rarity(IntEnum):
    """How rare a card is; a deck holds two of a card, of a legendary one."""

    NONE = 0
    COMMON = 1
    FREE = 2
    RARE = 3
    EPIC = 4
    LEGENDARY = 5


class Keyword(IntFlag):
    """What a minion can do, as its card says in one word; LIFESTEAL is also on spells and powers."""

    NONE = 0
    TAUNT = 1
    CHARGE = 2
    RUSH = 4
    DIVINE_SHIELD = 8
    WINDFURY = 16
    STEALTH = 32
    LIFESTEAL = 64
    REBORN = 128
    CANT_ATTACK = 256


class Trigger(IntEnum):
    """When an effect happens, and in which zone the card listens (on the board, where nothing else is said)."""

    PLAY = 0
    """The card is played: battlecry, spell, equipping, hero power, hero card."""
    DEATH = 1
    """The minion died."""
    START_OF_MY_TURN = 2
    """Before the draw; minions and the weapon, in order of play."""
    END_OF_MY_TURN = 3
    """Minions and the weapon, in order of play."""
    MINION_DAMAGED = 4
    """A minion, any, really took damage."""
    SELF_DAMAGED = 5
    """This minion really took damage."""
    MINION_HEALED = 6
    """A minion, any, really regained health."""
    CHARACTER_HEALED = 7
    """A minion or hero, any, really regained health."""
    FRIEND_SUMMONED = 8
    """Another minion of mine (of `race`, if given) was summoned or played."""
    OVERLOADED = 9
    """I played a card with Overload; the event's amount is its number of crystals."""
    OVERKILL = 10
    """On my turn this minion dealt more damage to a minion than it had health."""
    AFTER_I_PLAY = 11
    """In the deck: after I played a minion (of `race`)."""
    MY_CARD_HURT_MY_HERO = 12
    """In the hand: a card of mine damaged my hero; hero powers are no cards, and fatigue is none."""


class Selector(IntEnum):
    """Which characters an effect applies to; "mine" is of the side that controls the card."""

    NONE = 0
    SELF = 1
    TARGET = 2
    """What the player chose; nothing where there was nothing to choose."""
    MY_HERO = 3
    ENEMY_HERO = 4
    BOTH_HEROES = 5
    MY_MINIONS = 6
    MY_OTHERS = 7
    """My minions but this one."""
    ENEMY_MINIONS = 8
    ALL_MINIONS = 9
    OTHER_MINIONS = 10
    """All minions but this one."""
    ENEMIES = 11
    """The enemy minions and the enemy hero."""
    MY_CHARACTERS = 12
    ALL = 13
    """All minions and both heroes."""
    ADJACENT = 14
    """The minions at both sides of this one; only in auras."""


class Op(IntEnum):
    """What an effect does. Up to REMEMBER it is done to each selected character, from there on once for a side."""

    DAMAGE = 0
    HEAL = 1
    BUFF = 2
    """Permanently `amount` attack and `health` health more."""
    DESTROY = 3
    TRANSFORM = 4
    """Into `card`, which keeps place and order of play."""
    BECOME_COPY = 5
    """This minion becomes a copy of the selected one, damage and enchantments included, or `stats` instead."""
    REMEMBER = 6
    """This minion remembers the selected one's card."""

    SPLIT_DAMAGE = 7
    """`amount` times 1 damage to a random enemy that is not mortally wounded; spell damage adds to the times."""
    SUMMON = 8
    """`n` times `card`, for my side, or the enemy's if `for_enemy`."""
    SUMMON_REMEMBERED = 9
    """`n` times the card that the dead minion remembered."""
    SUMMON_JADE = 10
    """The next Jade Golem: one larger than the last, up to 30."""
    SUMMON_FROM_DECK = 11
    """A random minion (of `race`) of my deck: itself, or a copy with `stats`."""
    SUMMON_FROM_HAND = 12
    """A random minion (of `race`) of my hand; the weapon that did it loses one durability."""
    SUMMON_FROM_GRAVE = 13
    """My minions that died in this game, of `race`, or with a deathrattle if no race is given; random order."""
    SUMMON_FROM_POOL = 14
    """A random card of `pool`; of the basic totems one that I do not control."""
    COME_FROM_DECK = 15
    """This card leaves the deck for the board, if there is room."""
    EQUIP = 16
    """`card`; the old weapon is destroyed."""
    BUFF_WEAPON = 17
    """`amount` attack and `health` durability more, if there is a weapon."""
    HERO_ATTACK = 18
    """My hero has `amount` more attack in this turn."""
    ARMOR = 19
    DRAW = 20
    DISCARD = 21
    """`amount` random cards of my hand."""
    GAIN_MANA = 22
    """`amount` more in this turn; what is available never exceeds ten."""
    ADD_TO_HAND = 23
    """`n` times `card`, which both players then know."""
    DISCOVER_POWER = 24
    """Choose one of three basic hero powers other than mine."""
    UPGRADE = 25
    """This card in the hand becomes the one named by its `upgrade`."""


LAST_OP_ON_CHARACTERS: Final = Op.REMEMBER


class Scale(IntEnum):
    """What the `amount` of an effect counts."""

    CONSTANT = 0
    RANDOM = 1
    """Uniform from `amount` to `most`, rolled for each character."""
    WEAPON_ATTACK = 2
    """The attack of my weapon, now, times `amount`."""
    EVENT = 3
    """The amount of the event, times `amount`."""


class Condition(IntEnum):
    """When an effect applies, or a target may be chosen, at all."""

    ALWAYS = 0
    HAS_WEAPON = 1
    NO_WEAPON = 2
    OTHER_FRIEND = 3
    """I control another minion of race `argument`."""
    DECK_LACKS_COST = 4
    """No card in my deck has the printed cost `argument`."""


class While(IntEnum):
    """When a card has a bonus."""

    NEVER = 0
    HAS_WEAPON = 1
    SPELL_DAMAGE = 2
    """A minion of mine has Spell Damage."""
    DAMAGED = 3
    OVERLOADED = 4
    """Crystals of mine are locked now or will be next turn."""


class Target(IntEnum):
    """What a card lets its player choose from; the enemy's stealthed minions never."""

    NONE = 0
    ANY = 1
    MINION = 2
    MY_MINION = 3


class Requirement(IntEnum):
    """What a card needs to be played, besides mana and a target."""

    NONE = 0
    FREE_SLOT = 1
    MISSING_TOTEM = 2
    """A free slot, and a basic totem that I do not control."""


class CostRule(IntEnum):
    """What makes a card cheaper, down to 0."""

    NONE = 0
    WEAPON_ATTACK = 1
    OTHER_HAND_CARDS = 2
    TOTEMS_SUMMONED = 3
    """Totems that I played or summoned in this game."""


class Pool(IntEnum):
    """Lists of cards to pick from at random; see :mod:`palaestra_hearthstone.cards`."""

    NONE = 0
    ONE_COST = 1
    BASIC_TOTEMS = 2
    BASIC_POWERS = 3

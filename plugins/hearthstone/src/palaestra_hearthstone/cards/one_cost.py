"""The one-cost minions from which Maelstrom Portal summons.

The pool is that of the standard format at the end of 2019 (Basic, Classic, Witchwood, Boomsday, Rastakhan, Rise of
Shadows, Uldum, Descent of Dragons): 71 minions, of which :data:`LEFT_OUT` names the eight that would need a mechanism
of their own. A battlecry never runs when its minion is summoned, so minions whose text is only that are bodies here;
``whole=False`` keeps those out of decks.
"""

from __future__ import annotations

from typing import Final

from palaestra_hearthstone.cards.vocabulary import (
    Aura,
    Bonus,
    Card,
    Class,
    Keyword,
    Op,
    Race,
    Rarity,
    Selector,
    Target,
    Trigger,
    While,
    minion,
    on,
)

LEFT_OUT: Final[tuple[tuple[str, str, str], ...]] = (
    ("TRL_223", "Spirit of the Raptor", "listens to kills by the hero"),
    ("TRL_327", "Spirit of the Rhino", "makes minions immune"),
    ("TRL_502", "Spirit of the Dead", "puts cards with another cost into the deck"),
    ("TRL_505", "Helpless Hatchling", "changes the cost of one card in the hand"),
    ("BOT_558", "Test Subject", "remembers the spells cast on it"),
    ("ULD_282", "Jar Dealer", "gives a card of this pool, battlecry included"),
    ("GIL_816", "Swamp Dragon Egg", "gives any Dragon"),
    ("DAL_587", "Shimmerfly", "gives any Hunter spell"),
)
"""Minions of the pool that are not declared: id, name, why."""


def _body(id: str, name: str, attack: int, health: int, race: Race = Race.NONE, **more: object) -> Card:
    """Return a minion whose battlecry, or text outside the board, is not covered: it is only ever summoned."""
    return minion(id, name, 1, attack, health, race, whole=False, **more)  # type: ignore[arg-type]


PLAIN: Final[tuple[Card, ...]] = (
    minion("CS1_042", "Goldshire Footman", 1, 1, 2, rarity=Rarity.FREE, keywords=Keyword.TAUNT),
    minion("CS2_168", "Murloc Raider", 1, 2, 1, Race.MURLOC, rarity=Rarity.FREE),
    minion("CS2_169", "Young Dragonhawk", 1, 1, 1, Race.BEAST, keywords=Keyword.WINDFURY),
    minion("CS2_171", "Stonetusk Boar", 1, 1, 1, Race.BEAST, rarity=Rarity.FREE, keywords=Keyword.CHARGE),
    minion("EX1_008", "Argent Squire", 1, 1, 1, keywords=Keyword.DIVINE_SHIELD),
    minion("EX1_010", "Worgen Infiltrator", 1, 2, 1, keywords=Keyword.STEALTH),
    minion("EX1_405", "Shieldbearer", 1, 0, 4, keywords=Keyword.TAUNT),
    minion("GIL_558", "Swamp Leech", 1, 2, 1, Race.BEAST, keywords=Keyword.LIFESTEAL),
    minion(
        "EX1_243", "Dust Devil", 1, 3, 1, Race.ELEMENTAL, card_class=Class.SHAMAN, keywords=Keyword.WINDFURY, overload=2
    ),
    minion("EX1_080", "Secretkeeper", 1, 1, 2, rarity=Rarity.RARE),  # no secret is declared
    _body("BOT_020", "Skaterbot", 1, 1, Race.MECH, keywords=Keyword.RUSH),
    _body("BOT_906", "Glow-Tron", 1, 3, Race.MECH, card_class=Class.PALADIN),
    _body("DRG_239", "Blazing Battlemage", 2, 2),
)
"""Nothing but keywords."""

BATTLECRIES: Final[tuple[Card, ...]] = (
    minion(
        "EX1_319", "Flame Imp", 1, 3, 2, Race.DEMON,
        on(Trigger.PLAY, Op.DAMAGE, Selector.MY_HERO, 3),
        card_class=Class.WARLOCK,
    ),
    minion(
        "CS2_189", "Elven Archer", 1, 1, 1, Race.NONE,
        on(Trigger.PLAY, Op.DAMAGE, Selector.TARGET, 1),
        rarity=Rarity.FREE, target=Target.ANY, optional=True,
    ),
    minion(
        "EX1_011", "Voodoo Doctor", 1, 2, 1, Race.NONE,
        on(Trigger.PLAY, Op.HEAL, Selector.TARGET, 2),
        rarity=Rarity.FREE, target=Target.ANY, optional=True,
    ),
    minion(
        "DAL_544", "Potion Vendor", 1, 1, 1, Race.NONE,
        on(Trigger.PLAY, Op.HEAL, Selector.MY_CHARACTERS, 2),
    ),
    minion(
        "BOT_447", "Crystallizer", 1, 1, 3, Race.NONE,
        on(Trigger.PLAY, Op.DAMAGE, Selector.MY_HERO, 5),
        on(Trigger.PLAY, Op.ARMOR, amount=5),
        rarity=Rarity.EPIC,
    ),
    minion(
        "ULD_191", "Beaming Sidekick", 1, 1, 2, Race.NONE,
        on(Trigger.PLAY, Op.BUFF, Selector.TARGET, 0, health=2),
        target=Target.MY_MINION, optional=True,
    ),
    _body("BOT_079", "Faithful Lumi", 1, 1, Race.MECH),
    _body("BOT_283", "Pogo-Hopper", 1, 1, Race.MECH, card_class=Class.ROGUE, rarity=Rarity.RARE),
    _body("CS2_188", "Abusive Sergeant", 1, 1),
    _body("DAL_077", "Toxfin", 1, 2, Race.MURLOC),
    _body("DAL_433", "Sludge Slurper", 2, 1, Race.MURLOC, card_class=Class.SHAMAN, rarity=Rarity.RARE, overload=1),
    _body("DRG_024", "Sky Raider", 1, 2, Race.PIRATE, card_class=Class.WARRIOR),
    _body("DRG_035", "Bloodsail Flybooter", 1, 1, Race.PIRATE, card_class=Class.ROGUE),
    _body("DRG_303", "Disciple of Galakrond", 1, 2, card_class=Class.PRIEST),
    _body("GIL_531", "Witch's Apprentice", 0, 1, Race.BEAST, card_class=Class.SHAMAN, keywords=Keyword.TAUNT),
    _body("GIL_580", "Town Crier", 1, 2, card_class=Class.WARRIOR, rarity=Rarity.EPIC),
    _body("NEW1_017", "Hungry Crab", 1, 2, Race.BEAST, rarity=Rarity.EPIC),
    _body("NEW1_025", "Bloodsail Corsair", 1, 2, Race.PIRATE, rarity=Rarity.RARE),
    _body("TRL_348", "Springpaw", 1, 1, Race.BEAST, card_class=Class.HUNTER, keywords=Keyword.RUSH),
    _body("TRL_390", "Daring Fire-Eater", 1, 1, card_class=Class.MAGE),
    _body("TRL_522", "Wartbringer", 2, 1, card_class=Class.SHAMAN),
    _body("ULD_186", "Pharaoh Cat", 1, 2, Race.BEAST, card_class=Class.ROGUE),
    _body("ULD_705", "Mogu Cultist", 1, 1, rarity=Rarity.EPIC),
    _body("GIL_142", "Chameleos", 1, 1, Race.BEAST, card_class=Class.PRIEST, rarity=Rarity.LEGENDARY),
    _body("DRG_253", "Dwarven Sharpshooter", 1, 3, card_class=Class.HUNTER),
)  # fmt: skip
"""Text that does not matter once they are on the board."""

TRIGGERS: Final[tuple[Card, ...]] = (
    minion(
        "BOT_031", "Goblin Bomb", 1, 0, 2, Race.MECH,
        on(Trigger.DEATH, Op.DAMAGE, Selector.ENEMY_HERO, 2),
    ),
    minion(
        "EX1_029", "Leper Gnome", 1, 1, 1, Race.NONE,
        on(Trigger.DEATH, Op.DAMAGE, Selector.ENEMY_HERO, 2),
    ),
    minion("BOT_445", "Mecharoo", 1, 1, 1, Race.MECH, on(Trigger.DEATH, Op.SUMMON, card="BOT_445t")),
    minion(
        "CS2_059", "Blood Imp", 1, 0, 1, Race.DEMON,
        on(Trigger.END_OF_MY_TURN, Op.BUFF, Selector.MY_OTHERS, 0, health=1, random=1),
        card_class=Class.WARLOCK, keywords=Keyword.STEALTH,
    ),
    minion(
        "EX1_004", "Young Priestess", 1, 2, 1, Race.NONE,
        on(Trigger.END_OF_MY_TURN, Op.BUFF, Selector.MY_OTHERS, 0, health=1, random=1),
        rarity=Rarity.RARE,
    ),
    minion(
        "DS1_175", "Timber Wolf", 1, 1, 1, Race.BEAST,
        card_class=Class.HUNTER, rarity=Rarity.FREE, aura=Aura(Selector.MY_OTHERS, attack=1, race=Race.BEAST),
    ),
    minion(
        "EX1_508", "Grimscale Oracle", 1, 1, 1, Race.MURLOC,
        rarity=Rarity.FREE, aura=Aura(Selector.MY_OTHERS, attack=1, race=Race.MURLOC),
    ),
    minion(
        "DRG_078", "Depth Charge", 1, 0, 5, Race.NONE,
        on(Trigger.START_OF_MY_TURN, Op.DAMAGE, Selector.ALL_MINIONS, 5),
        rarity=Rarity.RARE,
    ),
    minion(
        "DRG_057", "Hot Air Balloon", 1, 1, 2, Race.MECH,
        on(Trigger.START_OF_MY_TURN, Op.BUFF, Selector.SELF, 0, health=1),
    ),
    minion(
        "GIL_608", "Witchwood Imp", 1, 1, 1, Race.DEMON,
        on(Trigger.DEATH, Op.BUFF, Selector.MY_MINIONS, 0, health=2, random=1),
        card_class=Class.WARLOCK, keywords=Keyword.STEALTH,
    ),
    minion(
        "TRL_516", "Gurubashi Offering", 1, 0, 2, Race.NONE,
        on(Trigger.START_OF_MY_TURN, Op.DESTROY, Selector.SELF),
        on(Trigger.START_OF_MY_TURN, Op.ARMOR, amount=8),
        rarity=Rarity.EPIC,
    ),
    minion(
        "BOT_059", "Eternium Rover", 1, 1, 3, Race.MECH,
        on(Trigger.SELF_DAMAGED, Op.ARMOR, amount=2),
        card_class=Class.WARRIOR,
    ),
    minion(
        "TRL_363", "Saronite Taskmaster", 1, 2, 3, Race.NONE,
        on(Trigger.DEATH, Op.SUMMON, card="TRL_363t", for_enemy=True),
    ),
    minion(
        "CS2_235", "Northshire Cleric", 1, 1, 3, Race.NONE,
        on(Trigger.MINION_HEALED, Op.DRAW, amount=1),
        card_class=Class.PRIEST, rarity=Rarity.FREE,
    ),
    minion(
        "EX1_001", "Lightwarden", 1, 1, 2, Race.NONE,
        on(Trigger.CHARACTER_HEALED, Op.BUFF, Selector.SELF, 2),
        rarity=Rarity.RARE,
    ),
    minion(
        "EX1_509", "Murloc Tidecaller", 1, 1, 2, Race.MURLOC,
        on(Trigger.FRIEND_SUMMONED, Op.BUFF, Selector.SELF, 1, race=Race.MURLOC),
        rarity=Rarity.RARE,
    ),
    minion(
        "ULD_145", "Brazen Zealot", 1, 2, 1, Race.NONE,
        on(Trigger.FRIEND_SUMMONED, Op.BUFF, Selector.SELF, 1),
        card_class=Class.PALADIN, rarity=Rarity.RARE,
    ),
    minion("EX1_009", "Angry Chicken", 1, 1, 1, Race.BEAST, rarity=Rarity.RARE, bonus=Bonus(While.DAMAGED, attack=5)),
    minion(
        "DRG_216", "Surging Tempest", 1, 1, 3, Race.ELEMENTAL,
        card_class=Class.SHAMAN, bonus=Bonus(While.OVERLOADED, attack=1),
    ),
    minion(
        "DAL_354", "Acornbearer", 1, 2, 1, Race.NONE,
        on(Trigger.DEATH, Op.ADD_TO_HAND, card="DAL_354t", n=2),
        card_class=Class.DRUID,
    ),
    minion(
        "DRG_107", "Violet Spellwing", 1, 1, 1, Race.ELEMENTAL,
        on(Trigger.DEATH, Op.ADD_TO_HAND, card="EX1_277"),
        card_class=Class.MAGE,
    ),
    minion("ULD_723", "Murmy", 1, 1, 1, Race.MURLOC, keywords=Keyword.REBORN),
    minion(
        "TRL_506", "Gurubashi Chicken", 1, 1, 1, Race.BEAST,
        on(Trigger.OVERKILL, Op.BUFF, Selector.SELF, 5),
    ),
)  # fmt: skip
"""Text that works on the board."""

DECLARED_ELSEWHERE: Final = ("CS2_065", "CS2_146")
"""Voidwalker and Southsea Deckhand are with their decks' cards."""

ONE_COST_MINIONS: Final[tuple[Card, ...]] = (*PLAIN, *BATTLECRIES, *TRIGGERS)
ONE_COST_POOL: Final[tuple[str, ...]] = (*(card.id for card in ONE_COST_MINIONS), *DECLARED_ELSEWHERE)
"""The ids from which Maelstrom Portal summons, each with equal chance."""

"""Cards of other decks of the Hearthstone AI competition that need no mechanic of their own.

The decks are those of SabberStone's ``Meta/Decks.cs``: rogue, warlock, priest, hunter, paladin, druid, mage, warrior
and shaman lists of 2016 to 2019. None of them is complete; docs/hearthstone.md says what the rest would need.
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
    before,
    minion,
    on,
    spell,
    weapon,
)

_TAUNT_AND_SHIELD: Final = Keyword.TAUNT | Keyword.DIVINE_SHIELD
_CHARGE_AND_SHIELD: Final = Keyword.CHARGE | Keyword.DIVINE_SHIELD

_SPELLS: Final[tuple[Card, ...]] = (
    spell(
        "EX1_248", "Feral Spirit", 3,
        on(Trigger.PLAY, Op.SUMMON, card="EX1_tk11", n=2),
        card_class=Class.SHAMAN, rarity=Rarity.RARE, overload=2,
    ),
    spell(
        "EX1_241", "Lava Burst", 3,
        on(Trigger.PLAY, Op.DAMAGE, Selector.TARGET, 5),
        card_class=Class.SHAMAN, rarity=Rarity.RARE, target=Target.ANY, overload=2,
    ),
    spell(
        "EX1_308", "Soulfire", 1,
        on(Trigger.PLAY, Op.DAMAGE, Selector.TARGET, 4),
        on(Trigger.PLAY, Op.DISCARD, amount=1),
        card_class=Class.WARLOCK, rarity=Rarity.FREE, target=Target.ANY,
    ),
    spell(
        "CS2_004", "Power Word: Shield", 1,
        on(Trigger.PLAY, Op.BUFF, Selector.TARGET, 0, health=2),
        on(Trigger.PLAY, Op.DRAW, amount=1),
        card_class=Class.PRIEST, rarity=Rarity.FREE, target=Target.MINION,
    ),
    spell(
        "CS1_112", "Holy Nova", 5,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ENEMIES, 2),
        on(Trigger.PLAY, Op.HEAL, Selector.MY_CHARACTERS, 2),
        card_class=Class.PRIEST, rarity=Rarity.FREE,
    ),
    spell(
        "CFM_614", "Mark of the Lotus", 1,
        on(Trigger.PLAY, Op.BUFF, Selector.MY_MINIONS, 1, health=1),
        card_class=Class.DRUID,
    ),
    spell(
        "EX1_169", "Innervate", 0,
        on(Trigger.PLAY, Op.GAIN_MANA, amount=1),
        card_class=Class.DRUID, rarity=Rarity.FREE,
        earlier=before(effects=(on(Trigger.PLAY, Op.GAIN_MANA, amount=2),)),
    ),
    spell(
        "EX1_571", "Force of Nature", 5,
        on(Trigger.PLAY, Op.SUMMON, card="EX1_tk9", n=3),
        card_class=Class.DRUID, rarity=Rarity.EPIC,
    ),
    spell(
        "CS2_023", "Arcane Intellect", 3,
        on(Trigger.PLAY, Op.DRAW, amount=2),
        card_class=Class.MAGE, rarity=Rarity.FREE,
    ),
    spell(
        "CFM_065", "Volcanic Potion", 3,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ALL_MINIONS, 2),
        card_class=Class.MAGE, rarity=Rarity.RARE,
    ),
    spell(
        "CS2_029", "Fireball", 4,
        on(Trigger.PLAY, Op.DAMAGE, Selector.TARGET, 6),
        card_class=Class.MAGE, rarity=Rarity.FREE, target=Target.ANY,
    ),
    spell(
        "CS2_022", "Polymorph", 4,
        on(Trigger.PLAY, Op.TRANSFORM, Selector.TARGET, card="CS2_tk1"),
        card_class=Class.MAGE, rarity=Rarity.FREE, target=Target.MINION,
    ),
    spell(
        "CS2_032", "Flamestrike", 7,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ENEMY_MINIONS, 4),
        card_class=Class.MAGE, rarity=Rarity.FREE,
    ),
    spell(
        "CFM_630", "Counterfeit Coin", 0,
        on(Trigger.PLAY, Op.GAIN_MANA, amount=1),
        card_class=Class.ROGUE, rarity=Rarity.RARE,
    ),
    spell(
        "EX1_129", "Fan of Knives", 3,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ENEMY_MINIONS, 1),
        on(Trigger.PLAY, Op.DRAW, amount=1),
        card_class=Class.ROGUE, rarity=Rarity.FREE,
    ),
    spell(
        "AT_064", "Bash", 3,
        on(Trigger.PLAY, Op.DAMAGE, Selector.TARGET, 3),
        on(Trigger.PLAY, Op.ARMOR, amount=3),
        card_class=Class.WARRIOR, target=Target.ANY,
    ),
    spell(
        "EX1_606", "Shield Block", 3,
        on(Trigger.PLAY, Op.ARMOR, amount=5),
        on(Trigger.PLAY, Op.DRAW, amount=1),
        card_class=Class.WARRIOR, rarity=Rarity.FREE,
    ),
)  # fmt: skip

_CLASS_CARDS: Final[tuple[Card, ...]] = (
    minion("OG_024", "Flamewreathed Faceless", 4, 7, 7, card_class=Class.SHAMAN, overload=2),
    minion(
        "OG_241", "Possessed Villager", 1, 1, 1, Race.NONE,
        on(Trigger.DEATH, Op.SUMMON, card="OG_241a"),
        card_class=Class.WARLOCK,
    ),
    minion(
        "OG_109", "Darkshire Librarian", 2, 3, 2, Race.NONE,
        on(Trigger.PLAY, Op.DISCARD, amount=1),
        on(Trigger.DEATH, Op.DRAW, amount=1),
        card_class=Class.WARLOCK, rarity=Rarity.RARE,
    ),
    minion(
        "CFM_626", "Kabal Talonpriest", 3, 3, 4, Race.NONE,
        on(Trigger.PLAY, Op.BUFF, Selector.TARGET, 0, health=3),
        card_class=Class.PRIEST, target=Target.MY_MINION, optional=True,
    ),
    weapon(
        "GVG_043", "Glaivezooka", 2, 2, 2,
        on(Trigger.PLAY, Op.BUFF, Selector.MY_MINIONS, 1, random=1),
        card_class=Class.HUNTER,
    ),
    minion(
        "CFM_815", "Wickerflame Burnbristle", 3, 2, 2,
        card_class=Class.PALADIN, rarity=Rarity.LEGENDARY, keywords=_TAUNT_AND_SHIELD | Keyword.LIFESTEAL,
    ),
    minion(
        "EX1_383", "Tirion Fordring", 8, 6, 6, Race.NONE,
        on(Trigger.DEATH, Op.EQUIP, card="EX1_383t"),
        card_class=Class.PALADIN, rarity=Rarity.LEGENDARY, keywords=_TAUNT_AND_SHIELD,
    ),
    minion("KAR_300", "Enchanted Raven", 1, 2, 2, Race.BEAST, card_class=Class.DRUID),
    minion(
        "LOE_012", "Tomb Pillager", 4, 5, 4, Race.NONE,
        on(Trigger.DEATH, Op.ADD_TO_HAND, card="GAME_005"),
        card_class=Class.ROGUE,
    ),
    minion(
        "GVG_053", "Shieldmaiden", 6, 5, 5, Race.NONE,
        on(Trigger.PLAY, Op.ARMOR, amount=5),
        card_class=Class.WARRIOR, rarity=Rarity.RARE,
    ),
    minion(
        "EX1_414", "Grommash Hellscream", 8, 4, 9,
        card_class=Class.WARRIOR, rarity=Rarity.LEGENDARY, keywords=Keyword.CHARGE,
        bonus=Bonus(While.DAMAGED, attack=6),
    ),
)  # fmt: skip

_NEUTRAL: Final[tuple[Card, ...]] = (
    minion("ICC_023", "Snowflipper Penguin", 0, 1, 1, Race.BEAST),
    minion("LOOT_258", "Dire Mole", 1, 1, 3, Race.BEAST),
    minion("UNG_809", "Fire Fly", 1, 1, 2, Race.ELEMENTAL, on(Trigger.PLAY, Op.ADD_TO_HAND, card="UNG_809t1")),
    minion("GVG_085", "Annoy-o-Tron", 2, 1, 2, Race.MECH, keywords=_TAUNT_AND_SHIELD),
    minion("BOT_309", "Upgradeable Framebot", 2, 1, 5, Race.MECH),
    minion("EX1_162", "Dire Wolf Alpha", 2, 2, 2, Race.BEAST, aura=Aura(Selector.ADJACENT, attack=1)),
    minion(
        "FP1_002", "Haunted Creeper", 2, 1, 2, Race.BEAST,
        on(Trigger.DEATH, Op.SUMMON, card="FP1_002t", n=2),
    ),
    minion(
        "AT_094", "Flame Juggler", 2, 2, 3, Race.NONE,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ENEMIES, 1, random=1),
    ),
    minion("GVG_044", "Spider Tank", 3, 3, 4, Race.MECH),
    minion("AT_087", "Argent Horserider", 3, 2, 1, keywords=_CHARGE_AND_SHIELD),
    minion("CS2_179", "Sen'jin Shieldmasta", 4, 3, 5, rarity=Rarity.FREE, keywords=Keyword.TAUNT),
    minion("AT_111", "Refreshment Vendor", 4, 3, 5, Race.NONE, on(Trigger.PLAY, Op.HEAL, Selector.BOTH_HEROES, 4)),
    minion("OG_145", "Psych-o-Tron", 5, 3, 4, Race.MECH, keywords=_TAUNT_AND_SHIELD),
    minion(
        "EX1_116", "Leeroy Jenkins", 5, 6, 2, Race.NONE,
        on(Trigger.PLAY, Op.SUMMON, card="EX1_116t", n=2, for_enemy=True),
        rarity=Rarity.LEGENDARY, keywords=Keyword.CHARGE,
    ),
    minion(
        "FP1_012", "Sludge Belcher", 5, 3, 5, Race.NONE,
        on(Trigger.DEATH, Op.SUMMON, card="FP1_012t"),
        rarity=Rarity.RARE, keywords=Keyword.TAUNT,
    ),
    minion("EX1_067", "Argent Commander", 6, 4, 2, rarity=Rarity.RARE, keywords=_CHARGE_AND_SHIELD),
)  # fmt: skip


def _token(id: str, name: str, cost: int, attack: int, health: int, race: Race = Race.NONE, **more: object) -> Card:
    rarity = Rarity.COMMON if id == "CS2_tk1" else Rarity.NONE
    return minion(id, name, cost, attack, health, race, rarity=rarity, collectible=False, **more)  # type: ignore[arg-type]


_TOKENS: Final[tuple[Card, ...]] = (
    _token("EX1_tk11", "Spirit Wolf", 2, 2, 3, card_class=Class.SHAMAN, keywords=Keyword.TAUNT),
    _token("OG_241a", "Shadowbeast", 1, 1, 1, card_class=Class.WARLOCK),
    _token("FP1_002t", "Spectral Spider", 1, 1, 1),
    _token("UNG_809t1", "Flame Elemental", 1, 1, 2, Race.ELEMENTAL),
    _token("EX1_116t", "Whelp", 1, 1, 1, Race.DRAGON),
    _token("CS2_tk1", "Sheep", 1, 1, 1, Race.BEAST),
    _token("FP1_012t", "Slime", 1, 1, 2, keywords=Keyword.TAUNT),
    _token("EX1_tk9", "Treant", 2, 2, 2, card_class=Class.DRUID),
    weapon(
        "EX1_383t", "Ashbringer", 5, 5, 3, card_class=Class.PALADIN, rarity=Rarity.NONE, collectible=False
    ),
)  # fmt: skip

COMPETITION: Final[tuple[Card, ...]] = (*_SPELLS, *_CLASS_CARDS, *_NEUTRAL, *_TOKENS)

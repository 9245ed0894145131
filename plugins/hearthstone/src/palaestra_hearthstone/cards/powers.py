"""The nine basic heroes and hero powers, and the power of the warlock's hero card."""

from __future__ import annotations

from typing import Final

from palaestra_hearthstone.cards.vocabulary import (
    Card,
    Class,
    Keyword,
    Op,
    Pool,
    Requirement,
    Selector,
    Target,
    Trigger,
    hero,
    on,
    power,
)

_PLAY: Final = Trigger.PLAY

HEROES: Final[tuple[Card, ...]] = (
    hero("HERO_06", "Malfurion Stormrage", Class.DRUID, "CS2_017", collectible=False),
    hero("HERO_05", "Rexxar", Class.HUNTER, "DS1h_292", collectible=False),
    hero("HERO_08", "Jaina Proudmoore", Class.MAGE, "CS2_034", collectible=False),
    hero("HERO_04", "Uther Lightbringer", Class.PALADIN, "CS2_101", collectible=False),
    hero("HERO_09", "Anduin Wrynn", Class.PRIEST, "CS1h_001", collectible=False),
    hero("HERO_03", "Valeera Sanguinar", Class.ROGUE, "CS2_083b", collectible=False),
    hero("HERO_02", "Thrall", Class.SHAMAN, "CS2_049", collectible=False),
    hero("HERO_07", "Gul'dan", Class.WARLOCK, "CS2_056", collectible=False),
    hero("HERO_01", "Garrosh Hellscream", Class.WARRIOR, "CS2_102", collectible=False),
)

BASIC_POWERS: Final[tuple[Card, ...]] = (
    power(
        "CS2_017", "Shapeshift", Class.DRUID,
        on(_PLAY, Op.HERO_ATTACK, amount=1),
        on(_PLAY, Op.ARMOR, amount=1),
    ),
    power("DS1h_292", "Steady Shot", Class.HUNTER, on(_PLAY, Op.DAMAGE, Selector.ENEMY_HERO, 2)),
    power("CS2_034", "Fireblast", Class.MAGE, on(_PLAY, Op.DAMAGE, Selector.TARGET, 1), target=Target.ANY),
    power(
        "CS2_101", "Reinforce", Class.PALADIN,
        on(_PLAY, Op.SUMMON, card="CS2_101t"),
        requires=Requirement.FREE_SLOT,
    ),
    power("CS1h_001", "Lesser Heal", Class.PRIEST, on(_PLAY, Op.HEAL, Selector.TARGET, 2), target=Target.ANY),
    power("CS2_083b", "Dagger Mastery", Class.ROGUE, on(_PLAY, Op.EQUIP, card="CS2_082")),
    power(
        "CS2_049", "Totemic Call", Class.SHAMAN,
        on(_PLAY, Op.SUMMON_FROM_POOL, pool=Pool.BASIC_TOTEMS),
        requires=Requirement.MISSING_TOTEM,
    ),
    power(
        "CS2_056", "Life Tap", Class.WARLOCK,
        on(_PLAY, Op.DAMAGE, Selector.MY_HERO, 2),
        on(_PLAY, Op.DRAW, amount=1),
    ),
    power("CS2_102", "Armor Up!", Class.WARRIOR, on(_PLAY, Op.ARMOR, amount=2)),
)  # fmt: skip

OTHER_POWERS: Final[tuple[Card, ...]] = (
    power(
        "ICC_831p", "Siphon Life", Class.NEUTRAL,
        on(_PLAY, Op.DAMAGE, Selector.TARGET, 3),
        target=Target.ANY, keywords=Keyword.LIFESTEAL,
    ),
)  # fmt: skip

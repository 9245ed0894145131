"""Cards that only other cards make."""

from __future__ import annotations

from typing import Final

from palaestra_hearthstone.cards.vocabulary import (
    Card,
    Class,
    Keyword,
    Op,
    Race,
    Rarity,
    Selector,
    Trigger,
    minion,
    on,
    spell,
    weapon,
)

MOST_JADE: Final = 30
"""The size of the largest Jade Golem."""

JADE_GOLEMS: Final[tuple[Card, ...]] = tuple(
    minion(f"CFM_712_t{size:02d}", "Jade Golem", min(size, 10), size, size, rarity=Rarity.NONE, collectible=False)
    for size in range(1, MOST_JADE + 1)
)

BASIC_TOTEMS: Final[tuple[Card, ...]] = (
    minion(
        "NEW1_009", "Healing Totem", 1, 0, 2, Race.TOTEM,
        on(Trigger.END_OF_MY_TURN, Op.HEAL, Selector.MY_MINIONS, 1),
        card_class=Class.SHAMAN, rarity=Rarity.FREE, collectible=False,
    ),
    minion(
        "CS2_050", "Searing Totem", 1, 1, 1, Race.TOTEM,
        card_class=Class.SHAMAN, rarity=Rarity.FREE, collectible=False,
    ),
    minion(
        "CS2_051", "Stoneclaw Totem", 1, 0, 2, Race.TOTEM,
        card_class=Class.SHAMAN, rarity=Rarity.FREE, keywords=Keyword.TAUNT, collectible=False,
    ),
    minion(
        "CS2_052", "Wrath of Air Totem", 1, 0, 2, Race.TOTEM,
        card_class=Class.SHAMAN, rarity=Rarity.FREE, spell_damage=1, collectible=False,
    ),
)  # fmt: skip

TOKENS: Final[tuple[Card, ...]] = (
    spell("GAME_005", "The Coin", 0, on(Trigger.PLAY, Op.GAIN_MANA, amount=1), rarity=Rarity.NONE, collectible=False),
    minion(
        "hexfrog", "Frog", 0, 0, 1, Race.BEAST,
        rarity=Rarity.COMMON, keywords=Keyword.TAUNT, collectible=False,
    ),
    minion("CS2_101t", "Silver Hand Recruit", 1, 1, 1, card_class=Class.PALADIN, rarity=Rarity.FREE, collectible=False),
    weapon("CS2_082", "Wicked Knife", 1, 1, 2, card_class=Class.ROGUE, rarity=Rarity.FREE, collectible=False),
    weapon("OG_058", "Rusty Hook", 1, 1, 3, card_class=Class.WARRIOR, rarity=Rarity.NONE, collectible=False),
    weapon("EX1_409t", "Heavy Axe", 1, 1, 3, card_class=Class.WARRIOR, rarity=Rarity.NONE, collectible=False),
    minion("BOT_445t", "Jo-E Bot", 1, 1, 1, Race.MECH, rarity=Rarity.NONE, collectible=False),
    minion("DAL_354t", "Squirrel", 1, 1, 1, Race.BEAST, card_class=Class.DRUID, rarity=Rarity.NONE, collectible=False),
    minion("TRL_363t", "Free Agent", 1, 0, 3, rarity=Rarity.NONE, keywords=Keyword.TAUNT, collectible=False),
    spell(
        "EX1_277", "Arcane Missiles", 1,
        on(Trigger.PLAY, Op.SPLIT_DAMAGE, amount=3),
        card_class=Class.MAGE, rarity=Rarity.FREE,
    ),
    *BASIC_TOTEMS,
    *JADE_GOLEMS,
)  # fmt: skip

"""Warrior cards."""

from __future__ import annotations

from typing import Final

from palaestra_hearthstone.cards.vocabulary import (
    Card,
    Class,
    Condition,
    Keyword,
    Op,
    Race,
    Rarity,
    Selector,
    Trigger,
    before,
    minion,
    on,
    spell,
    weapon,
)

_OURS: Final = Class.WARRIOR

WARRIOR: Final[tuple[Card, ...]] = (
    weapon("CS2_106", "Fiery War Axe", 3, 3, 2, card_class=_OURS, rarity=Rarity.FREE, earlier=before(cost=2)),
    spell(
        "CS2_105", "Heroic Strike", 2,
        on(Trigger.PLAY, Op.HERO_ATTACK, amount=4),
        card_class=_OURS, rarity=Rarity.FREE,
    ),
    minion(
        "OG_312", "N'Zoth's First Mate", 1, 1, 1, Race.PIRATE,
        on(Trigger.PLAY, Op.EQUIP, card="OG_058"),
        card_class=_OURS,
    ),
    spell(
        "EX1_409", "Upgrade!", 1,
        on(Trigger.PLAY, Op.BUFF_WEAPON, amount=1, health=1, condition=Condition.HAS_WEAPON),
        on(Trigger.PLAY, Op.EQUIP, card="EX1_409t", condition=Condition.NO_WEAPON),
        card_class=_OURS, rarity=Rarity.RARE,
    ),
    minion(
        "OG_315", "Bloodsail Cultist", 3, 3, 4, Race.PIRATE,
        on(Trigger.PLAY, Op.BUFF_WEAPON, amount=1, health=1, condition=Condition.OTHER_FRIEND, argument=Race.PIRATE),
        card_class=_OURS, rarity=Rarity.RARE,
    ),
    minion(
        "EX1_604", "Frothing Berserker", 3, 2, 4, Race.NONE,
        on(Trigger.MINION_DAMAGED, Op.BUFF, Selector.SELF, 1),
        card_class=_OURS, rarity=Rarity.RARE,
    ),
    minion("NEW1_011", "Kor'kron Elite", 4, 4, 3, card_class=_OURS, rarity=Rarity.FREE, keywords=Keyword.CHARGE),
    weapon("CS2_112", "Arcanite Reaper", 5, 5, 2, card_class=_OURS, rarity=Rarity.FREE),
)  # fmt: skip

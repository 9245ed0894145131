"""Neutral cards."""

from __future__ import annotations

from typing import Final

from palaestra_hearthstone.cards.vocabulary import (
    WEAPON_ATTACK,
    Aura,
    Bonus,
    Card,
    Condition,
    CostRule,
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
)

PIRATES: Final[tuple[Card, ...]] = (
    minion(
        "CFM_637", "Patches the Pirate", 1, 1, 1, Race.PIRATE,
        on(Trigger.AFTER_I_PLAY, Op.COME_FROM_DECK, race=Race.PIRATE),
        rarity=Rarity.LEGENDARY, earlier=before(keywords=Keyword.CHARGE),
    ),
    minion(
        "CFM_325", "Small-Time Buccaneer", 1, 1, 1, Race.PIRATE,
        rarity=Rarity.RARE, bonus=Bonus(While.HAS_WEAPON, attack=2), earlier=before(health=2),
    ),
    minion(
        "CS2_146", "Southsea Deckhand", 1, 2, 1, Race.PIRATE,
        bonus=Bonus(While.HAS_WEAPON, keywords=Keyword.CHARGE),
    ),
    minion(
        "NEW1_018", "Bloodsail Raider", 2, 2, 3, Race.PIRATE,
        on(Trigger.PLAY, Op.BUFF, Selector.SELF, WEAPON_ATTACK),
    ),
    minion(
        "NEW1_027", "Southsea Captain", 3, 3, 3, Race.PIRATE,
        rarity=Rarity.EPIC, aura=Aura(Selector.MY_OTHERS, attack=1, health=1, race=Race.PIRATE),
    ),
    minion(
        "NEW1_022", "Dread Corsair", 4, 3, 3, Race.PIRATE,
        keywords=Keyword.TAUNT, cost_rule=CostRule.WEAPON_ATTACK,
    ),
    minion(
        "CFM_651", "Naga Corsair", 4, 5, 4, Race.PIRATE,
        on(Trigger.PLAY, Op.BUFF_WEAPON, amount=1),
    ),
)  # fmt: skip

NEUTRAL: Final[tuple[Card, ...]] = (
    *PIRATES,
    minion(
        "LOE_076", "Sir Finley Mrrgglton", 1, 1, 3, Race.MURLOC,
        on(Trigger.PLAY, Op.DISCOVER_POWER),
        rarity=Rarity.LEGENDARY,
    ),
    minion(
        "CFM_120", "Mistress of Mixtures", 1, 2, 2, Race.NONE,
        on(Trigger.DEATH, Op.HEAL, Selector.BOTH_HEROES, 4),
    ),
    minion(
        "EX1_012", "Bloodmage Thalnos", 2, 1, 1, Race.NONE,
        on(Trigger.DEATH, Op.DRAW, amount=1),
        rarity=Rarity.LEGENDARY, spell_damage=1,
    ),
    minion(
        "NEW1_021", "Doomsayer", 2, 0, 7, Race.NONE,
        on(Trigger.START_OF_MY_TURN, Op.DESTROY, Selector.ALL_MINIONS),
        rarity=Rarity.EPIC,
    ),
    minion(
        "ICC_852", "Prince Taldaram", 3, 3, 3, Race.NONE,
        on(
            Trigger.PLAY, Op.BECOME_COPY, Selector.TARGET,
            stats=(3, 3), condition=Condition.DECK_LACKS_COST, argument=3,
        ),
        rarity=Rarity.LEGENDARY,
        target=Target.MINION, optional=True, target_if=Condition.DECK_LACKS_COST, target_argument=3,
    ),
    minion(
        "LOOT_291", "Shroom Brewer", 4, 4, 4, Race.NONE,
        on(Trigger.PLAY, Op.HEAL, Selector.TARGET, 4),
        target=Target.ANY, optional=True,
    ),
    minion(
        "KAR_114", "Barnes", 5, 3, 4, Race.NONE,
        on(Trigger.PLAY, Op.SUMMON_FROM_DECK, copy=True, stats=(1, 1)),
        rarity=Rarity.LEGENDARY, earlier=before(cost=4),
    ),
    minion(
        "EX1_284", "Azure Drake", 5, 4, 4, Race.DRAGON,
        on(Trigger.PLAY, Op.DRAW, amount=1),
        rarity=Rarity.RARE, spell_damage=1,
    ),
    minion(
        "LOOT_161", "Carnivorous Cube", 5, 4, 6, Race.NONE,
        on(Trigger.PLAY, Op.REMEMBER, Selector.TARGET),
        on(Trigger.PLAY, Op.DESTROY, Selector.TARGET),
        on(Trigger.DEATH, Op.SUMMON_REMEMBERED, n=2),
        rarity=Rarity.EPIC, target=Target.MY_MINION, optional=True,
    ),
    minion(
        "EX1_564", "Faceless Manipulator", 5, 3, 3, Race.NONE,
        on(Trigger.PLAY, Op.BECOME_COPY, Selector.TARGET),
        rarity=Rarity.EPIC, target=Target.MINION, optional=True,
    ),
    minion(
        "CFM_902", "Aya Blackpaw", 6, 5, 3, Race.NONE,
        on(Trigger.PLAY, Op.SUMMON_JADE),
        on(Trigger.DEATH, Op.SUMMON_JADE),
        rarity=Rarity.LEGENDARY,
    ),
    minion(
        "EX1_298", "Ragnaros the Firelord", 8, 8, 8, Race.ELEMENTAL,
        on(Trigger.END_OF_MY_TURN, Op.DAMAGE, Selector.ENEMIES, 8, random=1),
        rarity=Rarity.LEGENDARY, keywords=Keyword.CANT_ATTACK,
    ),
    minion(
        "OG_133", "N'Zoth, the Corruptor", 10, 5, 7, Race.NONE,
        on(Trigger.PLAY, Op.SUMMON_FROM_GRAVE),
        rarity=Rarity.LEGENDARY,
    ),
    minion(
        "EX1_105", "Mountain Giant", 12, 8, 8, Race.ELEMENTAL,
        rarity=Rarity.EPIC, cost_rule=CostRule.OTHER_HAND_CARDS,
    ),
)  # fmt: skip

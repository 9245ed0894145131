"""Shaman cards."""

from __future__ import annotations

from typing import Final

from palaestra_hearthstone.cards.vocabulary import (
    EVENT_AMOUNT,
    Aura,
    Bonus,
    Card,
    Class,
    CostRule,
    Keyword,
    Op,
    Pool,
    Race,
    Rarity,
    Selector,
    Target,
    Trigger,
    While,
    before,
    between,
    minion,
    on,
    spell,
    weapon,
)

_OURS: Final = Class.SHAMAN

SHAMAN: Final[tuple[Card, ...]] = (
    minion(
        "LOE_018", "Tunnel Trogg", 1, 1, 3, Race.NONE,
        on(Trigger.OVERLOADED, Op.BUFF, Selector.SELF, EVENT_AMOUNT),
        card_class=_OURS,
    ),
    minion("AT_052", "Totem Golem", 2, 3, 4, Race.TOTEM, card_class=_OURS, overload=1),
    minion(
        "OG_028", "Thing from Below", 6, 5, 5,
        card_class=_OURS, rarity=Rarity.RARE, keywords=Keyword.TAUNT, cost_rule=CostRule.TOTEMS_SUMMONED,
    ),
    weapon(
        "KAR_063", "Spirit Claws", 2, 1, 3,
        card_class=_OURS, bonus=Bonus(While.SPELL_DAMAGE, attack=2), earlier=before(cost=1),
    ),
    spell(
        "KAR_073", "Maelstrom Portal", 2,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ENEMY_MINIONS, 1),
        on(Trigger.PLAY, Op.SUMMON_FROM_POOL, pool=Pool.ONE_COST),
        card_class=_OURS, rarity=Rarity.RARE,
    ),
    spell(
        "EX1_259", "Lightning Storm", 3,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ENEMY_MINIONS, between(2, 3)),
        card_class=_OURS, rarity=Rarity.RARE, overload=2,
    ),
    spell(
        "EX1_238", "Lightning Bolt", 1,
        on(Trigger.PLAY, Op.DAMAGE, Selector.TARGET, 3),
        card_class=_OURS, target=Target.ANY, overload=1,
    ),
    spell(
        "CFM_707", "Jade Lightning", 4,
        on(Trigger.PLAY, Op.DAMAGE, Selector.TARGET, 4),
        on(Trigger.PLAY, Op.SUMMON_JADE),
        card_class=_OURS, target=Target.ANY,
    ),
    weapon(
        "CFM_717", "Jade Claws", 2, 2, 2,
        on(Trigger.PLAY, Op.SUMMON_JADE),
        card_class=_OURS, rarity=Rarity.RARE, overload=1,
    ),
    spell(
        "EX1_246", "Hex", 4,
        on(Trigger.PLAY, Op.TRANSFORM, Selector.TARGET, card="hexfrog"),
        card_class=_OURS, rarity=Rarity.FREE, target=Target.MINION, earlier=before(cost=3),
    ),
    minion(
        "EX1_565", "Flametongue Totem", 3, 0, 3, Race.TOTEM,
        card_class=_OURS, rarity=Rarity.FREE, aura=Aura(Selector.ADJACENT, attack=2), earlier=before(cost=2),
    ),
    minion(
        "NEW1_010", "Al'Akir the Windlord", 8, 3, 5, Race.ELEMENTAL,
        card_class=_OURS, rarity=Rarity.LEGENDARY,
        keywords=Keyword.CHARGE | Keyword.DIVINE_SHIELD | Keyword.TAUNT | Keyword.WINDFURY,
    ),
)  # fmt: skip

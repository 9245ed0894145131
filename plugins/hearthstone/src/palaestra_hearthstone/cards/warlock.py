"""Warlock cards."""

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
    Target,
    Trigger,
    before,
    hero,
    minion,
    on,
    spell,
    weapon,
)

_OURS: Final = Class.WARLOCK


def _spellstone(id: str, name: str, damage: int, upgrade: str = "") -> Card:
    """Return a size of Amethyst Spellstone; only the smallest is collectible."""
    grows = (on(Trigger.MY_CARD_HURT_MY_HERO, Op.UPGRADE),) if upgrade else ()
    return spell(
        id, name, 4,
        on(Trigger.PLAY, Op.DAMAGE, Selector.TARGET, damage), *grows,
        card_class=_OURS, rarity=Rarity.RARE, keywords=Keyword.LIFESTEAL, target=Target.MINION,
        upgrade=upgrade, collectible=id == "LOOT_043",
    )  # fmt: skip


WARLOCK: Final[tuple[Card, ...]] = (
    minion(
        "LOOT_014", "Kobold Librarian", 1, 2, 1, Race.NONE,
        on(Trigger.PLAY, Op.DRAW, amount=1),
        on(Trigger.PLAY, Op.DAMAGE, Selector.MY_HERO, 2),
        card_class=_OURS,
    ),
    spell(
        "LOOT_017", "Dark Pact", 1,
        on(Trigger.PLAY, Op.DESTROY, Selector.TARGET),
        on(Trigger.PLAY, Op.HEAL, Selector.MY_HERO, 4),
        card_class=_OURS, target=Target.MY_MINION,
        earlier=before(
            effects=(
                on(Trigger.PLAY, Op.DESTROY, Selector.TARGET),
                on(Trigger.PLAY, Op.HEAL, Selector.MY_HERO, 8),
            )
        ),
    ),
    spell(
        "ICC_041", "Defile", 2,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ALL_MINIONS, 1),
        card_class=_OURS, rarity=Rarity.RARE, repeat=13,
    ),
    spell(
        "CS2_062", "Hellfire", 4,
        on(Trigger.PLAY, Op.DAMAGE, Selector.ALL, 3),
        card_class=_OURS, rarity=Rarity.FREE,
    ),
    _spellstone("LOOT_043", "Lesser Amethyst Spellstone", 3, "LOOT_043t2"),
    _spellstone("LOOT_043t2", "Amethyst Spellstone", 5, "LOOT_043t3"),
    _spellstone("LOOT_043t3", "Greater Amethyst Spellstone", 7),
    minion(
        "EX1_310", "Doomguard", 5, 5, 7, Race.DEMON,
        on(Trigger.PLAY, Op.DISCARD, amount=2),
        card_class=_OURS, rarity=Rarity.RARE, keywords=Keyword.CHARGE,
    ),
    minion(
        "LOOT_306", "Possessed Lackey", 6, 2, 2, Race.NONE,
        on(Trigger.DEATH, Op.SUMMON_FROM_DECK, race=Race.DEMON),
        card_class=_OURS, rarity=Rarity.RARE, earlier=before(cost=5),
    ),
    weapon(
        "LOOT_420", "Skull of the Man'ari", 5, 0, 3,
        on(Trigger.START_OF_MY_TURN, Op.SUMMON_FROM_HAND, race=Race.DEMON),
        card_class=_OURS, rarity=Rarity.LEGENDARY,
    ),
    minion(
        "GIL_825", "Lord Godfrey", 7, 4, 4, Race.NONE,
        on(Trigger.PLAY, Op.DAMAGE, Selector.OTHER_MINIONS, 2),
        card_class=_OURS, rarity=Rarity.LEGENDARY, repeat=13,
    ),
    minion(
        "LOOT_368", "Voidlord", 9, 3, 9, Race.DEMON,
        on(Trigger.DEATH, Op.SUMMON, card="CS2_065", n=3),
        card_class=_OURS, rarity=Rarity.EPIC, keywords=Keyword.TAUNT,
    ),
    minion(
        "CS2_065", "Voidwalker", 1, 1, 3, Race.DEMON,
        card_class=_OURS, rarity=Rarity.FREE, keywords=Keyword.TAUNT,
    ),
    hero(
        "ICC_831", "Bloodreaver Gul'dan", _OURS, "ICC_831p",
        on(Trigger.PLAY, Op.SUMMON_FROM_GRAVE, race=Race.DEMON),
        cost=10, armor=5, rarity=Rarity.LEGENDARY,
    ),
)  # fmt: skip

"""How cards are declared: plain data, read by the compiler of tables and by the slow twin alike.

A card is a :class:`Card`, made by :func:`minion`, :func:`spell`, :func:`weapon`, :func:`power` or :func:`hero`; what
it does is a tuple of :class:`Effect`, each made by :func:`on`. What the members of the enumerations mean in play is
written beside them in :mod:`palaestra_hearthstone.cards.enums`; import them from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from palaestra_hearthstone.cards.enums import (
    LAST_OP_ON_CHARACTERS,
    Class,
    Condition,
    CostRule,
    Keyword,
    Kind,
    Op,
    Pool,
    Race,
    Rarity,
    Requirement,
    Scale,
    Selector,
    Target,
    Trigger,
    While,
)

__all__ = [
    "EVENT_AMOUNT",
    "LAST_OP_ON_CHARACTERS",
    "WEAPON_ATTACK",
    "Amount",
    "Aura",
    "Bonus",
    "Card",
    "Class",
    "Condition",
    "CostRule",
    "Effect",
    "Keyword",
    "Kind",
    "Op",
    "Pool",
    "Race",
    "Rarity",
    "Requirement",
    "Scale",
    "Selector",
    "Target",
    "Trigger",
    "While",
    "before",
    "between",
    "hero",
    "minion",
    "on",
    "power",
    "spell",
    "weapon",
]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that is known only in play, see :class:`Scale`."""

    scale: Scale
    amount: int = 1
    most: int = 0


def between(least: int, most: int) -> Amount:
    """Return a uniformly random amount, rolled for each character."""
    return Amount(Scale.RANDOM, least, most)


WEAPON_ATTACK: Final = Amount(Scale.WEAPON_ATTACK)
EVENT_AMOUNT: Final = Amount(Scale.EVENT)


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card; :class:`Op` says which fields it reads."""

    trigger: Trigger
    op: Op
    selector: Selector = Selector.NONE
    amount: Amount = Amount(Scale.CONSTANT, 0)
    health: int = 0
    card: str = ""
    n: int = 1
    race: Race = Race.NONE
    random: int = 0
    """Only so many random ones of the selected characters, of those that are not mortally wounded; 0 = all."""
    pool: Pool = Pool.NONE
    copy: bool = False
    """SUMMON_FROM_DECK leaves the card in the deck and summons a copy."""
    stats: tuple[int, int] | None = None
    condition: Condition = Condition.ALWAYS
    argument: int = 0
    for_enemy: bool = False


def on(
    trigger: Trigger,
    op: Op,
    selector: Selector = Selector.NONE,
    amount: int | Amount = 0,
    *,
    health: int = 0,
    card: str = "",
    n: int = 1,
    race: Race = Race.NONE,
    random: int = 0,
    pool: Pool = Pool.NONE,
    copy: bool = False,
    stats: tuple[int, int] | None = None,
    condition: Condition = Condition.ALWAYS,
    argument: int = 0,
    for_enemy: bool = False,
) -> Effect:
    """Return an effect; see :class:`Effect` and the enumerations."""
    number = Amount(Scale.CONSTANT, amount) if isinstance(amount, int) else amount
    return Effect(
        trigger, op, selector, number, health, card, n, race, random, pool, copy, stats, condition, argument, for_enemy
    )


@dataclass(frozen=True, slots=True)
class Aura:
    """What a minion gives to others as long as it is on the board."""

    selector: Selector
    attack: int = 0
    health: int = 0
    race: Race = Race.NONE


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a card has itself as long as something holds."""

    condition: While
    attack: int = 0
    keywords: Keyword = Keyword.NONE


@dataclass(frozen=True, slots=True)
class Card:
    """A card as printed.

    Attributes:
        id: Blizzard's id; a card as it was in 2017 has "@2017" behind it.
        name: as printed; not unique (Jade Golems, earlier prints).
        attack: of a minion or weapon.
        health: of a minion; the durability of a weapon; the armor of a hero card.
        keywords: of the card itself, without auras and bonuses.
        overload: crystals locked in the next turn.
        spell_damage: what a minion adds to the damage of my spells.
        target: what the player chooses when playing it.
        optional: it is played without a target where there is none.
        target_if: the choice is there only then; with `target_argument`.
        repeat: how often the effects of playing are done again as long as something dies.
        upgrade: the id that UPGRADE makes of it.
        power: of a hero, the id of its hero power.
        collectible: it may be in a deck.
        whole: all of its text is covered; otherwise it can be summoned but not be in a deck.
    """

    id: str
    name: str
    kind: Kind
    card_class: Class
    cost: int
    attack: int = 0
    health: int = 0
    race: Race = Race.NONE
    rarity: Rarity = Rarity.NONE
    keywords: Keyword = Keyword.NONE
    effects: tuple[Effect, ...] = ()
    overload: int = 0
    spell_damage: int = 0
    target: Target = Target.NONE
    optional: bool = False
    target_if: Condition = Condition.ALWAYS
    target_argument: int = 0
    repeat: int = 0
    aura: Aura | None = None
    bonus: Bonus | None = None
    cost_rule: CostRule = CostRule.NONE
    requires: Requirement = Requirement.NONE
    upgrade: str = ""
    power: str = ""
    collectible: bool = True
    whole: bool = True
    earlier: tuple[tuple[str, object], ...] = field(default=(), repr=False)

    @property
    def deckable(self) -> bool:
        """Whether a deck may hold the card."""
        return self.collectible and self.whole

    @property
    def most_copies(self) -> int:
        """How many of it a deck may hold."""
        return 1 if self.rarity == Rarity.LEGENDARY else 2

    def has(self, trigger: Trigger) -> bool:
        """Return whether the card does something on `trigger`."""
        return any(effect.trigger == trigger for effect in self.effects)

    def as_in_2017(self) -> Card | None:
        """Return the card before a later change of its values; None if it was never changed."""
        return replace(self, id=f"{self.id}@2017", **dict(self.earlier), earlier=()) if self.earlier else None  # type: ignore[arg-type]


def before(**changed: object) -> tuple[tuple[str, object], ...]:
    """Return the fields of a card that were otherwise in 2017."""
    return tuple(changed.items())


def minion(
    id: str,
    name: str,
    cost: int,
    attack: int,
    health: int,
    race: Race = Race.NONE,
    *effects: Effect,
    card_class: Class = Class.NEUTRAL,
    rarity: Rarity = Rarity.COMMON,
    keywords: Keyword = Keyword.NONE,
    **more: object,
) -> Card:
    """Return a minion; `more` are further fields of :class:`Card`."""
    return Card(id, name, Kind.MINION, card_class, cost, attack, health, race, rarity, keywords, effects, **more)  # type: ignore[arg-type]


def spell(
    id: str,
    name: str,
    cost: int,
    *effects: Effect,
    card_class: Class = Class.NEUTRAL,
    rarity: Rarity = Rarity.COMMON,
    **more: object,
) -> Card:
    """Return a spell."""
    return Card(id, name, Kind.SPELL, card_class, cost, rarity=rarity, effects=effects, **more)  # type: ignore[arg-type]


def weapon(
    id: str,
    name: str,
    cost: int,
    attack: int,
    durability: int,
    *effects: Effect,
    card_class: Class = Class.NEUTRAL,
    rarity: Rarity = Rarity.COMMON,
    **more: object,
) -> Card:
    """Return a weapon."""
    return Card(
        id,
        name,
        Kind.WEAPON,
        card_class,
        cost,
        attack,
        durability,
        rarity=rarity,
        effects=effects,
        **more,  # type: ignore[arg-type]
    )


def power(id: str, name: str, card_class: Class, *effects: Effect, **more: object) -> Card:
    """Return a hero power; all cost 2."""
    return Card(id, name, Kind.POWER, card_class, 2, effects=effects, collectible=False, **more)  # type: ignore[arg-type]


def hero(
    id: str, name: str, card_class: Class, power: str, *effects: Effect, cost: int = 0, armor: int = 0, **more: object
) -> Card:
    """Return a hero: one to begin with, or a hero card with a cost, armor and effects."""
    return Card(id, name, Kind.HERO, card_class, cost, health=armor, effects=effects, power=power, **more)  # type: ignore[arg-type]

"""The declared cards as integer tables, frozen into the compiled code that reads them.

``CARDS[number, column]`` holds what a card is, ``ROWS[row, column]`` its effects one by one, ``POOLS[pool]`` the lists
to pick from. Whatever cannot be expressed is refused here, when the module is imported.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from palaestra_hearthstone.cards import CARDS as DECLARED
from palaestra_hearthstone.cards import NUMBERS
from palaestra_hearthstone.cards import POOLS as DECLARED_POOLS
from palaestra_hearthstone.cards.vocabulary import (
    LAST_OP_ON_CHARACTERS,
    Card,
    Effect,
    Op,
    Pool,
    Race,
    Selector,
    Trigger,
    While,
)

# Columns of CARDS.
KIND: Final = 0
CLASS: Final = 1
COST: Final = 2
ATTACK: Final = 3
HEALTH: Final = 4
RACE: Final = 5
FLAGS: Final = 6
OVERLOAD: Final = 7
SPELL_BONUS: Final = 8
TARGET: Final = 9
OPTIONAL: Final = 10
TARGET_IF: Final = 11
TARGET_ARGUMENT: Final = 12
REPEAT: Final = 13
AURA: Final = 14
"""The selector of the aura, 0 if there is none."""
AURA_RACE: Final = 15
AURA_ATTACK: Final = 16
AURA_HEALTH: Final = 17
WHILE: Final = 18
BONUS_ATTACK: Final = 19
BONUS_FLAGS: Final = 20
COST_RULE: Final = 21
REQUIRES: Final = 22
UPGRADE: Final = 23
POWER: Final = 24
FIRST_ROW: Final = 25
END_ROW: Final = 26
TRIGGERS: Final = 27
"""The mask of the triggers that the card has effects for."""
TRAITS: Final = 28
IN_DECK: Final = 29
"""The card as which it was in the deck: of an upgraded one the smallest."""
RARITY: Final = 30
DECKABLE: Final = 31
CARD_COLUMNS: Final = 32

# Traits.
BY_PLACE: Final = 1
"""Its neighbours matter."""
COPIES: Final = 2
"""It becomes a copy of another minion."""
COMES_BACK: Final = 4
"""When it dies it is written down in the graveyard."""
MINDS_WOUNDS: Final = 8
"""It has a bonus while damaged."""
MINDS_OVERLOAD: Final = 16
"""It has a bonus while crystals are locked."""
GIVES: Final = 32
"""It has an aura, a bonus or Spell Damage."""

# Columns of ROWS.
R_TRIGGER: Final = 0
R_OP: Final = 1
R_SELECTOR: Final = 2
R_SCALE: Final = 3
R_AMOUNT: Final = 4
R_MOST: Final = 5
R_HEALTH: Final = 6
R_CARD: Final = 7
R_N: Final = 8
R_RACE: Final = 9
R_RANDOM: Final = 10
R_POOL: Final = 11
R_COPY: Final = 12
R_STATS: Final = 13
"""Whether the next two columns hold."""
R_STATS_ATTACK: Final = 14
R_STATS_HEALTH: Final = 15
R_CONDITION: Final = 16
R_ARGUMENT: Final = 17
R_FOR_ENEMY: Final = 18
ROW_COLUMNS: Final = 19

_WRITTEN: Final = {
    "trigger", "op", "selector", "amount", "health", "card", "n", "race", "random", "pool", "copy", "stats",
    "condition", "argument", "for_enemy",
}  # fmt: skip


def _row(effect: Effect) -> list[int]:
    unknown = {field.name for field in fields(Effect)} - _WRITTEN
    if unknown:
        raise ValueError(f"fields {sorted(unknown)} of effects have no column")
    on_characters = effect.op <= LAST_OP_ON_CHARACTERS
    if on_characters != (effect.selector != Selector.NONE) or effect.selector == Selector.ADJACENT:
        raise ValueError(f"{effect.op!r} does not go with {effect.selector!r}")
    if effect.op == Op.UPGRADE and effect.trigger != Trigger.MY_CARD_HURT_MY_HERO:
        raise ValueError(f"{effect.op!r} does not go with {effect.trigger!r}")
    stats = effect.stats or (0, 0)
    return [
        effect.trigger, effect.op, effect.selector,
        effect.amount.scale, effect.amount.amount, effect.amount.most,
        effect.health, NUMBERS[effect.card] if effect.card else 0, effect.n, effect.race, effect.random,
        effect.pool, effect.copy, effect.stats is not None, *stats, effect.condition, effect.argument,
        effect.for_enemy,
    ]  # fmt: skip


def _traits(card: Card) -> int:
    bonus = card.bonus.condition if card.bonus else While.NEVER
    return (
        BY_PLACE * (card.aura is not None and card.aura.selector == Selector.ADJACENT)
        + COPIES * any(effect.op == Op.BECOME_COPY for effect in card.effects)
        + COMES_BACK * (card.race == Race.DEMON or card.has(Trigger.DEATH))
        + MINDS_WOUNDS * (bonus == While.DAMAGED)
        + MINDS_OVERLOAD * (bonus == While.OVERLOADED)
        + GIVES * (card.aura is not None or bonus != While.NEVER or card.spell_damage > 0)
    )


def _smallest(card: Card) -> int:
    """Return the number of the card that `card` was upgraded from, or its own."""
    before = [other for other in DECLARED if other is not None and other.upgrade == card.id]
    return _smallest(before[0]) if before else NUMBERS[card.id]


def _columns(card: Card, first_row: int) -> list[int]:
    aura, bonus = card.aura, card.bonus
    return [
        card.kind, card.card_class, card.cost, card.attack, card.health, card.race, card.keywords,
        card.overload, card.spell_damage,
        card.target, card.optional, card.target_if, card.target_argument, card.repeat,
        *((aura.selector, aura.race, aura.attack, aura.health) if aura else (0, 0, 0, 0)),
        *((bonus.condition, bonus.attack, bonus.keywords) if bonus else (0, 0, 0)),
        card.cost_rule, card.requires,
        NUMBERS[card.upgrade] if card.upgrade else 0, NUMBERS[card.power] if card.power else 0,
        first_row, first_row + len(card.effects),
        sum(1 << trigger for trigger in {effect.trigger for effect in card.effects}),
        _traits(card), _smallest(card), card.rarity, card.deckable,
    ]  # fmt: skip


def _compile() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    cards: list[list[int]] = [[0] * CARD_COLUMNS]
    rows: list[list[int]] = []
    for card in DECLARED[1:]:
        if card is None:
            raise ValueError("only number 0 is no card")
        cards.append(_columns(card, len(rows)))
        rows += [_row(effect) for effect in card.effects]
    return np.array(cards, dtype=np.int16), np.array(rows, dtype=np.int16)


CARDS, ROWS = _compile()
if CARDS.shape[1] != CARD_COLUMNS or ROWS.shape[1] != ROW_COLUMNS:
    raise ValueError(
        f"tables have {CARDS.shape[1]} and {ROWS.shape[1]} columns; expected {CARD_COLUMNS}, {ROW_COLUMNS}"
    )

ONE_COST: Final = np.array(DECLARED_POOLS[Pool.ONE_COST], dtype=np.int16)
BASIC_TOTEMS: Final = np.array(DECLARED_POOLS[Pool.BASIC_TOTEMS], dtype=np.int16)
BASIC_POWERS: Final = np.array(DECLARED_POOLS[Pool.BASIC_POWERS], dtype=np.int16)

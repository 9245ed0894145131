"""What may be played."""

from __future__ import annotations

from collections.abc import Iterator

from palaestra_hearthstone.actions import Move
from palaestra_hearthstone.cards import CARDS, POOLS
from palaestra_hearthstone.cards.vocabulary import Card, Keyword, Kind, Op, Pool, Requirement, Selector, Target
from palaestra_hearthstone.position import Position
from palaestra_hearthstone.reference.chance import Chance
from palaestra_hearthstone.reference.effects import holds
from palaestra_hearthstone.reference.model import Minion, Player, Table
from palaestra_hearthstone.reference.outcomes import table_of
from palaestra_hearthstone.reference.playing import ENEMY, HERO, NOBODY, cost


def legal_moves(position: Position) -> list[Move]:
    """Return all legal actions of a position in which no mulligan is asked about."""
    table = table_of(position, Chance())
    if table.over:
        return []
    if table.choice:
        return [Move("choose", option=option) for option in range(len(table.choice))]
    mine = table.players[table.mover]
    return [Move("end"), *_powers(table, mine), *_attacks(table, mine), *_plays(table, mine)]


def _powers(table: Table, mine: Player) -> Iterator[Move]:
    if not mine.power_used and mine.power.cost <= mine.mana and _allowed(mine, mine.power):
        for target in _targets(table, mine, mine.power):
            yield Move("power", target=target)


def _plays(table: Table, mine: Player) -> Iterator[Move]:
    seen: set[str] = set()
    for place, held in enumerate(mine.hand):
        card = held.card
        if card.id in seen or cost(mine, card) > mine.mana or not _allowed(mine, card):
            continue
        seen.add(card.id)
        last = len(mine.minions)
        positions = [0] if card.kind != Kind.MINION else (range(last + 1) if _places_matter(table, mine) else [last])
        for target in _targets(table, mine, card):
            for position in positions:
                yield Move("play", target=target, hand=place, position=position)


def _allowed(mine: Player, card: Card) -> bool:
    if card.kind == Kind.MINION or card.requires != Requirement.NONE:
        if not mine.has_room:
            return False
        if card.requires == Requirement.MISSING_TOTEM:
            return len({minion.card.id for minion in mine.minions} & _totems()) < len(_totems())
    return True


def _totems() -> set[str]:
    return {card.id for number in POOLS[Pool.BASIC_TOTEMS] if (card := CARDS[number]) is not None}


def _targets(table: Table, mine: Player, card: Card) -> list[int]:
    """Return the targets to choose from; only "nobody" where there is nothing to choose, none if it cannot be."""
    if card.target == Target.NONE or not holds(card.target_if, card.target_argument, mine, None):
        return [NOBODY]
    found = [*range(len(mine.minions))]
    if card.target == Target.ANY:
        found.append(HERO)
    if card.target != Target.MY_MINION:
        seen = enumerate(table.enemy(mine).minions)
        found += [ENEMY + slot for slot, minion in seen if not minion.current_keywords & Keyword.STEALTH]
    if card.target == Target.ANY:
        found.append(ENEMY + HERO)
    return found or ([NOBODY] if card.optional else [])


def _places_matter(table: Table, mine: Player) -> bool:
    """Return whether places are offered: neighbours matter to one of my cards, or may matter to a copy that I make."""

    def cares(card: Card) -> bool:
        return card.aura is not None and card.aura.selector == Selector.ADJACENT

    mine_all = [*(minion.card for minion in mine.minions), *(held.card for held in mine.hand), *mine.deck]
    if any(map(cares, mine_all)):
        return True
    copier = any(effect.op == Op.BECOME_COPY for held in mine.hand for effect in held.card.effects)
    return copier and any(cares(minion.card) for minion in table.minions)


def _attacks(table: Table, mine: Player) -> Iterator[Move]:
    enemy = table.enemy(mine)
    visible = [slot for slot, minion in enumerate(enemy.minions) if not minion.current_keywords & Keyword.STEALTH]
    taunts = [slot for slot in visible if enemy.minions[slot].current_keywords & Keyword.TAUNT]
    for slot, minion in enumerate(mine.minions):
        if not _can_attack(minion):
            continue
        rushing = minion.fresh and not minion.current_keywords & Keyword.CHARGE
        for defender in taunts or (visible if rushing else [*visible, HERO]):
            yield Move("attack", attacker=slot, defender=defender)
    if mine.attack > 0 and mine.hero_attacks == 0:
        for defender in taunts or [*visible, HERO]:
            yield Move("attack", attacker=HERO, defender=defender)


def _can_attack(minion: Minion) -> bool:
    if minion.full_attack <= 0 or minion.current_keywords & Keyword.CANT_ATTACK:
        return False
    if minion.fresh and not minion.current_keywords & (Keyword.CHARGE | Keyword.RUSH):
        return False
    return minion.attacks < (2 if minion.current_keywords & Keyword.WINDFURY else 1)

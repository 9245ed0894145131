"""What each member of :class:`palaestra_hearthstone.cards.vocabulary.Op` does, and who acts on its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from palaestra_hearthstone.cards import CARDS, POOLS
from palaestra_hearthstone.cards.vocabulary import (
    LAST_OP_ON_CHARACTERS,
    Card,
    Condition,
    Effect,
    Kind,
    Op,
    Pool,
    Race,
    Scale,
    Selector,
    Trigger,
)
from palaestra_hearthstone.reference import events
from palaestra_hearthstone.reference.events import Cause, EventQueue
from palaestra_hearthstone.reference.model import (
    MOST_HAND,
    MOST_MANA,
    MOST_MINIONS,
    Character,
    Held,
    Minion,
    Player,
    Table,
    Weapon,
    declared,
    listeners,
)


def holds(condition: Condition, argument: int, player: Player, source: object) -> bool:
    """Return whether a condition holds for a player's card."""
    if condition == Condition.HAS_WEAPON:
        return player.weapon is not None
    if condition == Condition.NO_WEAPON:
        return player.weapon is None
    if condition == Condition.OTHER_FRIEND:
        return any(minion is not source and minion.card.race == argument for minion in player.minions)
    if condition == Condition.DECK_LACKS_COST:
        return all(card.cost != argument for card in player.deck)
    return True


def run(table: Table, cause: Cause, trigger: Trigger) -> None:
    """Do what the card does on a trigger."""
    for effect in cause.card.effects:
        if effect.trigger == trigger and _concerns(effect, cause):
            do(table, cause, effect)


def _concerns(effect: Effect, cause: Cause) -> bool:
    if effect.trigger == Trigger.FRIEND_SUMMONED and isinstance(cause.subject, Minion):
        return effect.race in (Race.NONE, cause.subject.card.race)
    return True


def announce(table: Table, queue: EventQueue) -> None:
    """Let those who listen act, event by event, in order of play."""
    for trigger, subject, amount, doer in queue.events:
        if trigger == Trigger.MY_CARD_HURT_MY_HERO and isinstance(subject, Player):
            for held in subject.hand:
                if held.card.has(trigger):
                    held.card = declared(held.card.upgrade)
            continue
        for minion in listeners(table, trigger):
            if _listens(trigger, minion, subject, doer):
                run(table, Cause(minion.player, minion.card, minion, None, subject, amount), trigger)


def _listens(trigger: Trigger, minion: Minion, subject: Character, doer: Minion | None) -> bool:
    if trigger == Trigger.SELF_DAMAGED:
        return minion is subject
    if trigger == Trigger.OVERKILL:
        return minion is doer
    if trigger == Trigger.FRIEND_SUMMONED:
        return isinstance(subject, Minion) and minion is not subject and minion.player is subject.player
    if trigger == Trigger.OVERLOADED:
        return minion.player is subject
    return True


def do(table: Table, cause: Cause, effect: Effect) -> None:
    """Do one effect of a card and announce its events."""
    if not holds(effect.condition, effect.argument, cause.player, cause.source):
        return
    queue = EventQueue()
    if effect.op <= LAST_OP_ON_CHARACTERS:
        for character in _selected(table, cause, effect):
            _ON_CHARACTER[effect.op](table, cause, effect, character, queue)
    else:
        _ON_SIDE[effect.op](table, cause, effect, queue)
    announce(table, queue)


def _selected(table: Table, cause: Cause, effect: Effect) -> list[Character]:
    mine, theirs = cause.player, table.enemy(cause.player)
    others = [minion for minion in mine.minions if minion is not cause.source]
    found: Mapping[Selector, list[Character]] = {
        Selector.SELF: [cause.source] if isinstance(cause.source, Minion) and not cause.source.gone else [],
        Selector.TARGET: [cause.target] if cause.target is not None else [],
        Selector.MY_HERO: [mine],
        Selector.ENEMY_HERO: [theirs],
        Selector.BOTH_HEROES: [mine, theirs],
        Selector.MY_MINIONS: [*mine.minions],
        Selector.MY_OTHERS: [*others],
        Selector.ENEMY_MINIONS: [*theirs.minions],
        Selector.ALL_MINIONS: [*table.minions],
        Selector.OTHER_MINIONS: [minion for minion in table.minions if minion is not cause.source],
        Selector.ENEMIES: [*theirs.minions, theirs],
        Selector.MY_CHARACTERS: [*mine.minions, mine],
        Selector.ALL: [*table.minions, mine, theirs],
    }
    characters = found[effect.selector]
    if effect.race != Race.NONE and effect.trigger != Trigger.FRIEND_SUMMONED:
        characters = [c for c in characters if isinstance(c, Minion) and c.card.race == effect.race]
    if not effect.random:
        return characters
    left = [character for character in characters if _alive(character)]
    picked: list[Character] = []
    while left and len(picked) < effect.random:
        picked.append(table.chance.pick(left))
        left.remove(picked[-1])
    return picked


def _alive(character: Character) -> bool:
    return character.health > 0 if isinstance(character, Player) else not character.dying


def _amount(table: Table, cause: Cause, effect: Effect) -> int:
    amount = effect.amount
    if amount.scale == Scale.RANDOM:
        return table.chance.pick(range(amount.amount, amount.most + 1), key=int)
    if amount.scale == Scale.WEAPON_ATTACK:
        return amount.amount * cause.player.weapon_attack
    if amount.scale == Scale.EVENT:
        return amount.amount * cause.amount
    return amount.amount


# On characters.


def _damage(table: Table, cause: Cause, effect: Effect, character: Character, queue: EventQueue) -> None:
    extra = cause.player.spell_damage if cause.card.kind == Kind.SPELL else 0
    events.hurt(table, cause, character, _amount(table, cause, effect) + extra, queue)


def _heal(table: Table, cause: Cause, effect: Effect, character: Character, queue: EventQueue) -> None:
    events.heal(character, _amount(table, cause, effect), queue)


def _buff(table: Table, cause: Cause, effect: Effect, character: Character, queue: EventQueue) -> None:  # noqa: ARG001
    if isinstance(character, Minion):
        character.attack += _amount(table, cause, effect)
        character.health += effect.health


def _destroy(table: Table, cause: Cause, effect: Effect, character: Character, queue: EventQueue) -> None:  # noqa: ARG001
    if isinstance(character, Minion):
        character.doomed = True


def _transform(table: Table, cause: Cause, effect: Effect, character: Character, queue: EventQueue) -> None:  # noqa: ARG001
    if isinstance(character, Minion):
        line = character.player.line
        frog = Minion.of(character.player, declared(effect.card), character.order)
        line[line.index(character)] = frog
        frog.had = frog.full_health


def _become_copy(table: Table, cause: Cause, effect: Effect, character: Character, queue: EventQueue) -> None:  # noqa: ARG001
    mine = cause.source
    if not isinstance(mine, Minion) or not isinstance(character, Minion):
        return
    mine.card, mine.keywords, mine.memory = character.card, character.keywords, character.memory
    mine.attack, mine.health = effect.stats or (character.attack, character.health)
    mine.damage = 0 if effect.stats else character.damage
    mine.had = mine.full_health  # with the auras that reach the copy, without those that reach the copied one
    events.lower_damage(table)


def _remember(table: Table, cause: Cause, effect: Effect, character: Character, queue: EventQueue) -> None:  # noqa: ARG001
    if isinstance(cause.source, Minion) and isinstance(character, Minion):
        cause.source.memory = character.card


# On a side.


def _split_damage(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:
    extra = cause.player.spell_damage if cause.card.kind == Kind.SPELL else 0
    enemy = table.enemy(cause.player)
    for _ in range(effect.amount.amount + extra):
        enemies: list[Character] = [*enemy.minions, enemy]
        alive = [character for character in enemies if _alive(character)]
        if alive:
            events.hurt(table, cause, table.chance.pick(alive), 1, queue)


def enter_board(table: Table, minion: Minion, at: int) -> None:
    """Put a minion on the board of its player, where there is room."""
    player = minion.player
    player.line.insert(at, minion)
    player.totems += minion.card.race == Race.TOTEM
    minion.had = minion.full_health
    events.lower_damage(table)
    queue = EventQueue()
    queue.add(Trigger.FRIEND_SUMMONED, minion)
    announce(table, queue)


def summon(table: Table, cause: Cause, *cards: Card, side: Player | None = None) -> list[Minion]:
    """Summon cards, each right beside the minion that does it, or where a dead one was, or at the right end."""
    player = side or cause.player
    source = cause.source
    came: list[Minion] = []
    for card in cards:
        at = len(player.line)
        if isinstance(source, Minion) and source in player.line:
            at = player.line.index(source) + (not source.gone)
        if player.has_room:
            came.append(Minion.of(player, card, table.next_order()))
            enter_board(table, came[-1], at)
    return came


def _summon(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    side = table.enemy(cause.player) if effect.for_enemy else cause.player
    summon(table, cause, *[declared(effect.card)] * effect.n, side=side)


def _summon_remembered(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    if isinstance(cause.source, Minion) and cause.source.memory is not None:
        summon(table, cause, *[cause.source.memory] * effect.n)


def _summon_jade(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    cause.player.jade = min(30, cause.player.jade + 1)
    summon(table, cause, declared(f"CFM_712_t{cause.player.jade:02d}"))


def _fits(card: Card, race: Race) -> bool:
    return card.kind == Kind.MINION and race in (Race.NONE, card.race)


def _summon_from_deck(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    cards = [card for card in cause.player.deck if _fits(card, effect.race)]
    if not cards or not cause.player.has_room:
        return
    card = table.chance.pick(cards, key=lambda card: card.id)
    if not effect.copy:
        cause.player.deck.remove(card)
    for minion in summon(table, cause, card):
        if effect.stats:
            minion.attack, minion.health = effect.stats
            minion.had = minion.full_health


def _summon_from_hand(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    held = [held for held in cause.player.hand if _fits(held.card, effect.race)]
    if not held or not cause.player.has_room:
        return
    card = table.chance.pick(held)
    cause.player.hand.remove(card)
    summon(table, cause, card.card)
    if isinstance(cause.source, Weapon) and cause.source is cause.player.weapon:
        events.use_weapon(cause.player)


def _summon_from_grave(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    wanted = [
        card
        for card in cause.player.dead
        if (card.race == effect.race if effect.race != Race.NONE else card.has(Trigger.DEATH))
    ]
    room = MOST_MINIONS - len(cause.player.minions)
    picked: list[Card] = []
    while wanted and len(picked) < room:
        picked.append(table.chance.pick(wanted, key=lambda card: card.id))
        wanted.remove(picked[-1])
    summon(table, cause, *picked)


def _summon_from_pool(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    cards = [card for number in POOLS[effect.pool] if (card := CARDS[number]) is not None]
    if effect.pool == Pool.BASIC_TOTEMS:
        mine = [minion.card.id for minion in cause.player.minions]
        cards = [card for card in cards if card.id not in mine]
    if cards and cause.player.has_room:
        summon(table, cause, table.chance.pick(cards, key=lambda card: card.id))


def _come_from_deck(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    if cause.player.has_room:
        cause.player.deck.remove(cause.card)
        summon(table, cause, cause.card)


def _equip(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    events.equip(table, cause.player, declared(effect.card))


def _buff_weapon(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    if cause.player.weapon is not None:
        cause.player.weapon.attack += _amount(table, cause, effect)
        cause.player.weapon.durability += effect.health


def _hero_attack(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    cause.player.hero_attack += _amount(table, cause, effect)


def _armor(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    cause.player.armor += _amount(table, cause, effect)


def _draw(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    for _ in range(_amount(table, cause, effect)):
        events.draw(cause.player, table)


def _discard(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    for _ in range(min(_amount(table, cause, effect), len(cause.player.hand))):
        cause.player.hand.remove(table.chance.pick(cause.player.hand))


def _gain_mana(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    cause.player.mana = min(MOST_MANA, cause.player.mana + _amount(table, cause, effect))


def _add_to_hand(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    for _ in range(effect.n):
        if len(cause.player.hand) < MOST_HAND:
            cause.player.hand.append(Held(declared(effect.card), known=True, made=True))


def _discover_power(table: Table, cause: Cause, effect: Effect, queue: EventQueue) -> None:  # noqa: ARG001
    powers = [card for number in POOLS[Pool.BASIC_POWERS] if (card := CARDS[number]) is not None]
    left = [card for card in powers if card.id != cause.player.power.id]
    for _ in range(3):
        table.choice.append(table.chance.pick(left, key=lambda card: card.id))
        left.remove(table.choice[-1])
    table.interrupted = cause.card


_ON_CHARACTER: Final[Mapping[Op, Callable[[Table, Cause, Effect, Character, EventQueue], None]]] = {
    Op.DAMAGE: _damage,
    Op.HEAL: _heal,
    Op.BUFF: _buff,
    Op.DESTROY: _destroy,
    Op.TRANSFORM: _transform,
    Op.BECOME_COPY: _become_copy,
    Op.REMEMBER: _remember,
}
_ON_SIDE: Final[Mapping[Op, Callable[[Table, Cause, Effect, EventQueue], None]]] = {
    Op.SPLIT_DAMAGE: _split_damage,
    Op.SUMMON: _summon,
    Op.SUMMON_REMEMBERED: _summon_remembered,
    Op.SUMMON_JADE: _summon_jade,
    Op.SUMMON_FROM_DECK: _summon_from_deck,
    Op.SUMMON_FROM_HAND: _summon_from_hand,
    Op.SUMMON_FROM_GRAVE: _summon_from_grave,
    Op.SUMMON_FROM_POOL: _summon_from_pool,
    Op.COME_FROM_DECK: _come_from_deck,
    Op.EQUIP: _equip,
    Op.BUFF_WEAPON: _buff_weapon,
    Op.HERO_ATTACK: _hero_attack,
    Op.ARMOR: _armor,
    Op.DRAW: _draw,
    Op.DISCARD: _discard,
    Op.GAIN_MANA: _gain_mana,
    Op.ADD_TO_HAND: _add_to_hand,
    Op.DISCOVER_POWER: _discover_power,
}

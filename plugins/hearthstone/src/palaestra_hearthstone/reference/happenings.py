"""Damage, healing, coming, dying, and who is told of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from palaestra_hearthstone.cards.vocabulary import Card, Effect, Keyword, Race, Trigger
from palaestra_hearthstone.reference import effects
from palaestra_hearthstone.reference.model import (
    HERO_HEALTH,
    MOST_HAND,
    Character,
    Held,
    Minion,
    Player,
    Table,
    Weapon,
    declared,
    listeners,
)

WON: Final = 1
"""And the seat of the winner."""
DRAWN: Final = 3
ENDED_BY_LENGTH: Final = 4


@dataclass(frozen=True, slots=True)
class Cause:
    """Whose card does something, and on what occasion.

    Attributes:
        player: who controls it.
        card: the card.
        source: the minion, alive or just dead, or the weapon itself.
        target: what the player chose.
        subject: whom the event concerns.
        amount: of the event.
    """

    player: Player
    card: Card
    source: Minion | Weapon | None = None
    target: Character | None = None
    subject: Character | None = None
    amount: int = 0

    @property
    def lifesteal(self) -> bool:
        """Whether its damage heals the own hero."""
        words = self.source.words if isinstance(self.source, Minion) else self.card.keywords
        return bool(words & Keyword.LIFESTEAL)


@dataclass(slots=True)
class News:
    """What happened at once and is told afterwards, in this order."""

    told: list[tuple[Trigger, Character, int, Minion | None]] = field(default_factory=list)

    def add(self, trigger: Trigger, subject: Character, amount: int = 0, doer: Minion | None = None) -> None:
        """Keep an event for :func:`tell`."""
        self.told.append((trigger, subject, amount, doer))


def run(table: Table, cause: Cause, trigger: Trigger) -> None:
    """Do what the card does on a trigger."""
    for effect in cause.card.effects:
        if effect.trigger == trigger and _concerns(effect, cause):
            effects.do(table, cause, effect)


def _concerns(effect: Effect, cause: Cause) -> bool:
    if effect.trigger == Trigger.FRIEND_SUMMONED and isinstance(cause.subject, Minion):
        return effect.race in (Race.NONE, cause.subject.card.race)
    return True


def tell(table: Table, news: News) -> None:
    """Let those who listen do what they do, event by event, in order of play."""
    for trigger, subject, amount, doer in news.told:
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


def hurt(table: Table, cause: Cause, character: Character, amount: int, news: News) -> None:
    """Damage a character."""
    if amount <= 0:
        return
    dealt = amount
    if isinstance(character, Player):
        armor = min(character.armor, amount)
        character.armor -= armor
        character.health -= amount - armor
        if cause.player is character:
            news.add(Trigger.MY_CARD_HURT_MY_HERO, character)
    elif character.keywords & Keyword.DIVINE_SHIELD:
        character.keywords &= ~Keyword.DIVINE_SHIELD
        dealt = 0
    else:
        left = character.full_health - character.damage
        character.damage += amount
        news.add(Trigger.MINION_DAMAGED, character, amount)
        news.add(Trigger.SELF_DAMAGED, character, amount)
        if amount > left and isinstance(cause.source, Minion) and table.mover == cause.player.seat:
            news.add(Trigger.OVERKILL, character, amount - left, cause.source)
    if dealt and cause.lifesteal:
        heal(cause.player, dealt, news)


def heal(character: Character, amount: int, news: News) -> None:
    """Restore health."""
    if isinstance(character, Player):
        healed = min(amount, HERO_HEALTH - character.health)
        character.health += healed
    else:
        healed = min(amount, character.damage)
        character.damage -= healed
        if healed > 0:
            news.add(Trigger.MINION_HEALED, character, healed)
    if healed > 0:
        news.add(Trigger.CHARACTER_HEALED, character, healed)


def come(table: Table, minion: Minion, at: int) -> None:
    """Put a minion on the board of its player, where there is room."""
    player = minion.player
    player.line.insert(at, minion)
    player.totems += minion.card.race == Race.TOTEM
    minion.had = minion.full_health
    look_at_health(table)
    news = News()
    news.add(Trigger.FRIEND_SUMMONED, minion)
    tell(table, news)


def draw(player: Player, table: Table) -> None:
    """Draw a card: a random one, for a deck has no order."""
    if not player.deck:
        player.fatigue += 1
        armor = min(player.armor, player.fatigue)
        player.armor -= armor
        player.health -= player.fatigue - armor
        return
    card = table.chance.pick(player.deck, key=lambda card: card.id)
    player.deck.remove(card)
    if len(player.hand) < MOST_HAND:
        player.hand.append(Held(card))


def look_at_health(table: Table) -> None:
    """Let those that lost some of the health they could have not die of it."""
    for minion in table.minions:
        now = minion.full_health
        minion.damage = max(0, minion.damage - max(0, minion.had - now))
        minion.had = now


def settle(table: Table) -> bool:
    """Remove the dead and let their deathrattles happen until nothing dies; tell whether any minion died."""
    fallen: set[int] = set()
    any_died = False
    while not table.over:
        look_at_health(table)
        fallen |= {player.seat for player in table.players if player.health <= 0}
        dead = [minion for minion in table.minions if minion.dying]
        if not dead:
            break
        any_died = True
        for minion in dead:
            minion.gone = True
            if minion.card.race == Race.DEMON or minion.card.has(Trigger.DEATH):
                minion.player.dead.append(minion.card)
        look_at_health(table)
        for minion in dead:
            run(table, Cause(minion.player, minion.card, minion), Trigger.DEATH)
            if minion.keywords & Keyword.REBORN:
                reborn(table, minion)
        for player in table.players:
            player.line = [minion for minion in player.line if minion not in dead]
    if fallen:
        table.result = DRAWN if len(fallen) == 2 else WON + 1 - fallen.pop()
        table.choice = []
        table.interrupted = None
    return any_died


def reborn(table: Table, dead: Minion) -> None:
    """Bring a dead minion back with one health, once."""
    if not dead.player.has_room:
        return
    minion = Minion.of(dead.player, dead.card, table.next_order())
    minion.keywords &= ~Keyword.REBORN
    minion.damage = minion.health - 1
    come(table, minion, dead.player.line.index(dead))


def equip(table: Table, player: Player, card: Card) -> None:
    """Equip a weapon; the old one is destroyed."""
    player.weapon = Weapon(card, card.attack, card.health, table.next_order())


def use_weapon(player: Player) -> None:
    """Take one durability."""
    if player.weapon is not None:
        player.weapon.durability -= 1
        if player.weapon.durability <= 0:
            player.weapon = None


def overload(table: Table, player: Player, card: Card) -> None:
    """Lock crystals of the next turn."""
    if card.overload:
        player.owed += card.overload
        news = News()
        news.add(Trigger.OVERLOADED, player, card.overload)
        tell(table, news)

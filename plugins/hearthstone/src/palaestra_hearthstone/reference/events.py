"""What happens to a character, and the queue in which its events wait for those who listen."""

from __future__ import annotations

from dataclasses import dataclass, field

from palaestra_hearthstone.cards.vocabulary import Card, Keyword, Kind, Trigger
from palaestra_hearthstone.reference.model import (
    HERO_HEALTH,
    MOST_HAND,
    Character,
    Held,
    Minion,
    Player,
    Table,
    Weapon,
)


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
        keywords = self.source.current_keywords if isinstance(self.source, Minion) else self.card.keywords
        return bool(keywords & Keyword.LIFESTEAL)


@dataclass(slots=True)
class EventQueue:
    """What happened at once; those who listen act afterwards, in this order."""

    events: list[tuple[Trigger, Character, int, Minion | None]] = field(default_factory=list)

    def add(self, trigger: Trigger, subject: Character, amount: int = 0, doer: Minion | None = None) -> None:
        """Append an event; `doer` is the minion that brought it about."""
        self.events.append((trigger, subject, amount, doer))


def hurt(table: Table, cause: Cause, character: Character, amount: int, queue: EventQueue) -> None:
    """Damage a character."""
    if amount <= 0:
        return
    dealt = amount
    if isinstance(character, Player):
        armor = min(character.armor, amount)
        character.armor -= armor
        character.health -= amount - armor
        if cause.player is character and cause.card.kind != Kind.POWER:
            queue.add(Trigger.MY_CARD_HURT_MY_HERO, character)
    elif character.keywords & Keyword.DIVINE_SHIELD:
        character.keywords &= ~Keyword.DIVINE_SHIELD
        dealt = 0
    else:
        left = character.full_health - character.damage
        character.damage += amount
        queue.add(Trigger.MINION_DAMAGED, character, amount)
        queue.add(Trigger.SELF_DAMAGED, character, amount)
        if amount > left and isinstance(cause.source, Minion) and table.mover == cause.player.seat:
            queue.add(Trigger.OVERKILL, character, amount - left, cause.source)
    if dealt and cause.lifesteal:
        heal(cause.player, dealt, queue)


def heal(character: Character, amount: int, queue: EventQueue) -> None:
    """Restore health."""
    if isinstance(character, Player):
        healed = min(amount, HERO_HEALTH - character.health)
        character.health += healed
    else:
        healed = min(amount, character.damage)
        character.damage -= healed
        if healed > 0:
            queue.add(Trigger.MINION_HEALED, character, healed)
    if healed > 0:
        queue.add(Trigger.CHARACTER_HEALED, character, healed)


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


def lower_damage(table: Table) -> None:
    """Lower the damage of minions whose maximum health fell, by as much: to lose an aura never kills."""
    for minion in table.minions:
        now = minion.full_health
        minion.damage = max(0, minion.damage - max(0, minion.had - now))
        minion.had = now


def equip(table: Table, player: Player, card: Card) -> None:
    """Equip a weapon; the old one is destroyed."""
    player.weapon = Weapon(card, card.attack, card.health, table.next_order())


def use_weapon(player: Player) -> None:
    """Take one durability."""
    if player.weapon is not None:
        player.weapon.durability -= 1
        if player.weapon.durability <= 0:
            player.weapon = None

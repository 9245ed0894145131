"""What is on the table: players, minions, weapons and cards as objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from palaestra_hearthstone.cards import CARDS, NUMBERS
from palaestra_hearthstone.cards.vocabulary import Card, Keyword, Race, Selector, Trigger, While
from palaestra_hearthstone.reference.chance import Chance

HERO_HEALTH = 30
MOST_MINIONS = 7
MOST_HAND = 10
MOST_MANA = 10


def declared(card_id: str) -> Card:
    """Return the card with an id."""
    found = CARDS[NUMBERS[card_id]]
    if found is None:
        raise KeyError(card_id)
    return found


@dataclass(eq=False, slots=True)
class Minion:
    """A minion; attack, health and keywords with its enchantments, without auras and bonuses."""

    player: Player = field(repr=False)
    card: Card
    attack: int
    health: int
    keywords: Keyword
    order: int
    damage: int = 0
    attacks: int = 0
    fresh: bool = True
    """It came in this turn of its player, or after it."""
    memory: Card | None = None
    doomed: bool = False
    had: int = 0
    """The health that it could have when it was last looked at."""
    gone: bool = False
    """Dead and removed: it keeps its place only for what its deathrattle summons."""

    @classmethod
    def of(cls, player: Player, card: Card, order: int) -> Minion:
        """Return a card's minion as printed."""
        return cls(player, card, card.attack, card.health, card.keywords, order)

    @property
    def neighbours(self) -> list[Minion]:
        """The minions beside it."""
        line = self.player.minions
        at = line.index(self)
        return line[max(at - 1, 0) : at] + line[at + 1 : at + 2]

    def given(self) -> Iterator[Minion]:
        """Yield the minions whose aura reaches this one."""
        for other in self.player.minions:
            aura = other.card.aura
            if aura is None or other is self or aura.race not in (Race.NONE, self.card.race):
                continue
            if aura.selector == Selector.MY_OTHERS or self in other.neighbours:
                yield other

    @property
    def bonus(self) -> bool:
        """Whether the condition of its own bonus holds."""
        bonus = self.card.bonus
        if bonus is None:
            return False
        if bonus.condition == While.DAMAGED:
            return self.damage > 0
        return self.player.holds(bonus.condition)

    @property
    def full_attack(self) -> int:
        """Attack with auras and bonus."""
        own = self.card.bonus.attack if self.card.bonus is not None and self.bonus else 0
        return self.attack + own + sum(giver.card.aura.attack for giver in self.given() if giver.card.aura)

    @property
    def full_health(self) -> int:
        """The most health it can have, with auras."""
        return self.health + sum(giver.card.aura.health for giver in self.given() if giver.card.aura)

    @property
    def current_keywords(self) -> Keyword:
        """Keywords with the bonus."""
        own = self.card.bonus.keywords if self.card.bonus is not None and self.bonus else Keyword.NONE
        return self.keywords | own

    @property
    def dying(self) -> bool:
        """Mortally wounded or destroyed."""
        return self.doomed or self.damage >= self.full_health


@dataclass(eq=False, slots=True)
class Weapon:
    """An equipped weapon, without its bonus."""

    card: Card
    attack: int
    durability: int
    order: int


@dataclass(eq=False, slots=True)
class Held:
    """A card in a hand."""

    card: Card
    known: bool = False
    made: bool = False


@dataclass(eq=False, slots=True)
class Player:
    """A player and all that the player has."""

    seat: int
    hero: Card
    hero_class: int
    power: Card
    health: int
    armor: int
    crystals: int
    mana: int
    locked: int
    owed: int
    fatigue: int
    hero_attack: int
    hero_attacks: int
    power_used: bool
    totems: int
    jade: int
    weapon: Weapon | None = None
    line: list[Minion] = field(default_factory=list)
    """The board, with the dead whose deathrattle has still to come."""
    hand: list[Held] = field(default_factory=list)
    deck: list[Card] = field(default_factory=list)
    dead: list[Card] = field(default_factory=list)

    @property
    def minions(self) -> list[Minion]:
        """The board from the left."""
        return [minion for minion in self.line if not minion.gone]

    @property
    def has_room(self) -> bool:
        """Whether another minion can come."""
        return len(self.minions) < MOST_MINIONS

    @property
    def spell_damage(self) -> int:
        """What is added to the damage of spells."""
        return sum(minion.card.spell_damage for minion in self.minions)

    def holds(self, condition: While) -> bool:
        """Return whether the condition of a bonus holds."""
        if condition == While.HAS_WEAPON:
            return self.weapon is not None
        if condition == While.SPELL_DAMAGE:
            return self.spell_damage > 0
        return condition == While.OVERLOADED and self.locked + self.owed > 0

    @property
    def weapon_attack(self) -> int:
        """Attack of the weapon with its bonus, 0 without one."""
        if self.weapon is None:
            return 0
        bonus = self.weapon.card.bonus
        return self.weapon.attack + (bonus.attack if bonus is not None and self.holds(bonus.condition) else 0)

    @property
    def attack(self) -> int:
        """Attack of the hero in its own turn."""
        return self.hero_attack + self.weapon_attack


Character = Minion | Player


@dataclass(eq=False, slots=True)
class Table:
    """The whole game."""

    players: tuple[Player, Player]
    turn: int
    mover: int
    result: int
    chance: Chance
    orders: int = 0
    choice: list[Card] = field(default_factory=list)
    """Hero powers to choose from."""
    interrupted: Card | None = None
    """The card whose playing the choice interrupts."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.result != 0

    @property
    def minions(self) -> list[Minion]:
        """All minions in order of play."""
        return sorted((m for player in self.players for m in player.minions), key=lambda minion: minion.order)

    def enemy(self, player: Player) -> Player:
        """Return the other player."""
        return self.players[1 - player.seat]

    def next_order(self) -> int:
        """Return the order of play of what comes now."""
        self.orders += 1
        return self.orders


def listeners(table: Table, trigger: Trigger) -> list[Minion]:
    """Return the minions that listen to a trigger, in order of play."""
    return [minion for minion in table.minions if minion.card.has(trigger)]

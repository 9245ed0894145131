"""One player of a scenario: built by card name, read back by card name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Final, Protocol, Self

from palaestra import InvalidValueError, KernelState, UnknownNameError
from palaestra_hearthstone.cards import card, number_of
from palaestra_hearthstone.cards.vocabulary import Card, Kind, Race
from palaestra_hearthstone.decks import DECKS, deck_numbers
from palaestra_hearthstone.engine.play import cost_of
from palaestra_hearthstone.notation import minion_name, name_of
from palaestra_hearthstone.position import HandCard, Minion, Position, Side
from palaestra_hearthstone.testing.names import (
    called,
    find_card,
    keyword_mask,
    looked_for,
    means,
    name_text,
    whole_number,
)
from palaestra_hearthstone.testing.placed import PlacedMinion, placed

NUMBERS: Final = (
    "health", "armor", "mana", "crystals", "locked", "owed", "fatigue", "hero_attack", "hero_attacks", "power_used",
    "totems", "jade",
)  # fmt: skip
"""What :meth:`ScenarioSide.set` can set to a number."""

_MOST: Final = 1000
"""Of any number."""


class Board(Protocol):
    """What both sides belong to: a scenario."""

    state: KernelState

    @property
    def card_data(self) -> str:
        """The value of the knob."""

    @property
    def position(self) -> Position:
        """Everything, in the engine's numbers."""

    def change(self) -> AbstractContextManager[Position]:
        """Give the position to be changed; it is written back at the end."""


class ScenarioSide:
    """One of both players.

    The methods up to :meth:`set` build, add to what is there and return the side itself; the others read. Cards are
    named by their name, by its beginning, or by id.
    """

    def __init__(self, scenario: Board, seat: int) -> None:
        self._scenario = scenario
        self.seat = seat

    def board(
        self,
        *names: str,
        place: int | None = None,
        damage: int = 0,
        attack: int | None = None,
        health: int | None = None,
        buff: tuple[int, int] = (0, 0),
        keywords: str | Iterable[str] = (),
        without: str | Iterable[str] = (),
        ready: bool = True,
        attacks: int = 0,
        ate: str = "",
    ) -> Self:
        """Put minions on the board, played one after the other; the arguments hold for each.

        They count as summoned in this game: Totems make a Thing from Below cheaper, the next Jade Golem is larger.

        Args:
            names: of the minions, from the left.
            place: of the first, from the left beginning with 1; None = the right end.
            damage: that it has taken.
            attack: instead of the printed one.
            health: instead of the printed one.
            buff: attack and health of enchantments, on top.
            keywords: that it has besides the printed ones.
            without: keywords that it lost.
            ready: it was there before this turn.
            attacks: how often it attacked in this turn.
            ate: the minion that a Carnivorous Cube destroyed.

        Raises:
            UnknownNameError: an unknown card or keyword.
            InvalidValueError: no minion, no place, or more than seven.
        """
        with self._change() as position:
            side = position.sides[self.seat]
            for offset, name in enumerate(names):
                number = self._find(name, Kind.MINION)
                printed = card(number)
                base = self._base(printed, attack, health, buff)
                minion = Minion(
                    number,
                    *base,
                    whole_number(f"damage of {printed.name}", damage, 0, base[1] - 1),
                    (printed.keywords | keyword_mask(keywords)) & ~keyword_mask(without),
                    _next_order(position),
                    whole_number(f"attacks of {printed.name}", attacks, 0, _MOST),
                    int(not ready),
                    memory=self._find(ate, Kind.MINION) if ate else 0,
                )
                end = len(side.board)
                at = end if place is None else whole_number(f"place of {printed.name}", place, 1, end + 1) - 1
                side.board.insert(min(at + offset, end), minion)
                _count(side, printed)
        return self

    def hand(self, *names: str) -> Self:
        """Add cards to the hand, at the right."""
        with self._change() as position:
            position.sides[self.seat].hand += [HandCard(self._find_playable(name)) for name in names]
        return self

    def deck(self, *names: str) -> Self:
        """Add cards to the deck; the name of a declared deck adds all of its cards. A deck has no order."""
        numbers: list[int] = []
        for name in names:
            data = self._scenario.card_data
            numbers += deck_numbers(name, data) if name in DECKS else [self._find_playable(name)]
        with self._change() as position:
            position.sides[self.seat].deck += numbers
        return self

    def graveyard(self, *names: str) -> Self:
        """Add minions that were summoned and died in this game."""
        with self._change() as position:
            side = position.sides[self.seat]
            for number in [self._find(name, Kind.MINION) for name in names]:
                side.grave[number] = side.grave.get(number, 0) + 1
                _count(side, card(number))
        return self

    def weapon(self, name: str, *, attack: int | None = None, durability: int | None = None) -> Self:
        """Equip a weapon, with the printed attack and durability unless others are given."""
        number = self._find(name, Kind.WEAPON)
        with self._change() as position:
            side = position.sides[self.seat]
            side.weapon_order = _next_order(position)
            side.weapon = number
            printed = card(number)
            side.weapon_attack = printed.attack if attack is None else whole_number("attack", attack, 0, _MOST)
            side.weapon_durability = (
                printed.health if durability is None else whole_number("durability", durability, 1, _MOST)
            )
        return self

    def set(self, *, power: str = "", hero: str = "", **numbers: int) -> Self:
        """Set the hero power by name, or the hero with its power, and numbers of :data:`NUMBERS`.

        `mana` is what can be spent now, `crystals` the full ones, `locked` the overloaded ones of this turn, `owed`
        those of the next, `fatigue` the damage of the last draw from an empty deck, `hero_attack` that of this turn
        without the weapon, `hero_attacks` and `power_used` those of this turn, `totems` those summoned in this game,
        `jade` the size of the last Jade Golem.

        Raises:
            UnknownNameError: no such number or card.
            InvalidValueError: a number that cannot be.
        """
        with self._change() as position:
            side = position.sides[self.seat]
            for name, value in numbers.items():
                if name not in NUMBERS:
                    raise UnknownNameError("number of a player", name, NUMBERS)
                least = 1 if name == "health" else 0
                most = {"mana": 10, "crystals": 10, "jade": 30}.get(name, _MOST)
                setattr(side, name, whole_number(name, value, least, most))
            if hero:
                side.hero = self._find(hero, Kind.HERO)
                side.power = number_of(card(side.hero).power, self._scenario.card_data)
            if power:
                side.power = self._find(power, Kind.POWER)
        return self

    @property
    def health(self) -> int:
        """The hero's health."""
        return self.side.health

    @property
    def armor(self) -> int:
        """The hero's armor."""
        return self.side.armor

    @property
    def mana(self) -> int:
        """What can be spent now."""
        return self.side.mana

    @property
    def crystals(self) -> int:
        """Mana crystals, spent or not."""
        return self.side.crystals

    @property
    def locked(self) -> int:
        """Crystals locked by Overload in this turn."""
        return self.side.locked

    @property
    def owed(self) -> int:
        """Crystals that Overload locks in the next turn."""
        return self.side.owed

    @property
    def fatigue(self) -> int:
        """The damage of the last draw from an empty deck."""
        return self.side.fatigue

    @property
    def totems(self) -> int:
        """Totems summoned in this game."""
        return self.side.totems

    @property
    def jade(self) -> int:
        """The size of the last Jade Golem."""
        return self.side.jade

    @property
    def spell_damage(self) -> int:
        """What the board adds to the damage of spells."""
        return self.side.spell_damage

    @property
    def hero_name(self) -> str:
        """The name of the hero."""
        return name_of(self.side.hero)

    @property
    def power_name(self) -> str:
        """The name of the hero power."""
        return name_of(self.side.power)

    @property
    def attack_of_hero(self) -> int:
        """The attack that the hero has in its own turn, weapon included."""
        side = self.side
        return side.hero_attack + (side.weapon_attack + side.weapon_bonus if side.weapon else 0)

    @property
    def weapon_name(self) -> str:
        """The name of the weapon, or "" without one."""
        return name_of(self.side.weapon) if self.side.weapon else ""

    @property
    def weapon_stats(self) -> tuple[int, int]:
        """Attack and durability of the weapon, (0, 0) without one."""
        side = self.side
        return (side.weapon_attack + side.weapon_bonus, side.weapon_durability) if side.weapon else (0, 0)

    @property
    def side(self) -> Side:
        """All of it, in the engine's numbers."""
        return self._scenario.position.sides[self.seat]

    def minions(self) -> list[PlacedMinion]:
        """Return the minions on the board, from the left."""
        return [placed(minion, place) for place, minion in enumerate(self.side.board, start=1)]

    def minion(self, name: str) -> PlacedMinion:
        """Return a minion on the board: the leftmost called `name`; "Frog #2" or "#2" is the second from the left.

        Raises:
            UnknownNameError: no minion on the board is called so.
        """
        return self.minions()[self.slot(name)]

    def slot(self, name: str) -> int:
        """Return the place of a minion from the left, beginning with 0; see :meth:`minion` for names and errors."""
        side = self.side
        name_text("minion", name)
        for slot in range(len(side.board)):
            if called(side, slot, name):
                return slot
        names = [minion_name(side, slot) for slot in range(len(side.board))]
        raise UnknownNameError("minion on the board", name, names, "" if names else "; there is none")

    def board_names(self) -> list[str]:
        """Return the names of the minions, from the left."""
        return [name_of(minion.card) for minion in self.side.board]

    def board_stats(self) -> list[tuple[int, int]]:
        """Return attack and health left of the minions, from the left."""
        return [minion.stats for minion in self.minions()]

    def hand_names(self) -> list[str]:
        """Return the names of the cards in the hand, from the left."""
        return [name_of(held.card) for held in self.side.hand]

    def deck_names(self) -> list[str]:
        """Return the names of the cards in the deck, sorted: a deck has no order."""
        return sorted(map(name_of, self.side.deck))

    def graveyard_names(self) -> list[str]:
        """Return the names of the dead minions that can come back (Demons, and those with a deathrattle), sorted."""
        return sorted(name_of(number) for number, copies in self.side.grave.items() for _ in range(copies))

    def zones(self) -> dict[str, Counter[str]]:
        """Return the names of all cards in hand, deck, board and graveyard."""
        names = {"hand": self.hand_names(), "deck": self.deck_names(), "board": self.board_names()}
        return {zone: Counter(found) for zone, found in (names | {"graveyard": self.graveyard_names()}).items()}

    def cost(self, name: str) -> int:
        """Return what a card in the hand costs now.

        Raises:
            UnknownNameError: no card in the hand is called so.
        """
        held = self.side.hand[self.hand_place(name)]
        return int(cost_of(self._scenario.state.array, self.seat, held.card))

    def hand_place(self, name: str) -> int:
        """Return the place of the leftmost card called `name`, beginning with 0.

        Raises:
            UnknownNameError: no card in the hand is called so.
        """
        side = self.side
        wanted = looked_for(name_text("card in the hand", name))
        cards = [card(held.card) for held in side.hand]
        exact = [place for place, known in enumerate(cards) if wanted in (known.name.casefold(), known.id.casefold())]
        found = exact or [place for place, known in enumerate(cards) if means(wanted, known)]
        if not found:
            names = self.hand_names()
            raise UnknownNameError("card in the hand", name, names, "" if names else "; there is none")
        return found[0]

    def _base(self, printed: Card, attack: int | None, health: int | None, buff: tuple[int, int]) -> tuple[int, int]:
        """Return attack and health of a minion with its enchantments."""
        if not isinstance(buff, Sequence) or len(buff) != 2 or not all(isinstance(number, int) for number in buff):
            raise InvalidValueError(f"buff of {printed.name}", buff, "attack and health, two whole numbers")
        given = [
            printed.attack if attack is None else whole_number(f"attack of {printed.name}", attack, 0, _MOST),
            printed.health if health is None else whole_number(f"health of {printed.name}", health, 1, _MOST),
        ]
        return (
            whole_number(f"attack of {printed.name} with its buff", given[0] + buff[0], 0, _MOST),
            whole_number(f"health of {printed.name} with its buff", given[1] + buff[1], 1, _MOST),
        )

    def _change(self) -> AbstractContextManager[Position]:
        return self._scenario.change()

    def _find(self, name: str, *kinds: Kind) -> int:
        return find_card(name, self._scenario.card_data, *kinds)

    def _find_playable(self, name: str) -> int:
        return self._find(name, Kind.MINION, Kind.SPELL, Kind.WEAPON, Kind.HERO)


def _next_order(position: Position) -> int:
    orders = [minion.order for side in position.sides for minion in side.board]
    return 1 + max([*orders, *(side.weapon_order for side in position.sides)])


def _count(side: Side, summoned: Card) -> None:
    """Count a minion among those summoned in this game."""
    side.totems += summoned.race == Race.TOTEM
    if summoned.id.startswith("CFM_712_t"):
        side.jade = max(side.jade, summoned.attack)

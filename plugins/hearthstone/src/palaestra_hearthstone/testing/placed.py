"""A minion on the board, read back."""

from __future__ import annotations

from dataclasses import dataclass

from palaestra_hearthstone.cards import card
from palaestra_hearthstone.notation import name_of
from palaestra_hearthstone.position import Minion
from palaestra_hearthstone.testing.names import keyword_names


@dataclass(frozen=True, slots=True)
class PlacedMinion:
    """A minion on the board, as it is now.

    Attributes:
        name: of its card.
        id: of its card.
        place: from the left, beginning with 1.
        attack: with auras and bonuses.
        health: what it has left.
        max_health: the most that it can have.
        damage: what it lacks.
        base: attack and health with its enchantments, without auras and bonuses.
        keywords: their names, such as "divine shield"; with bonuses.
        ready: whether it did not come in this turn.
        attacks: how often it attacked in this turn.
        ate: the card that it remembers (Carnivorous Cube), or "".
        order: its order of play.
    """

    name: str
    id: str
    place: int
    attack: int
    health: int
    max_health: int
    damage: int
    base: tuple[int, int]
    keywords: tuple[str, ...]
    ready: bool
    attacks: int
    ate: str
    order: int

    @property
    def stats(self) -> tuple[int, int]:
        """Attack and health left."""
        return self.attack, self.health


def placed(minion: Minion, place: int) -> PlacedMinion:
    """Return a minion of a position that stands at a place, from the left beginning with 1."""
    known = card(minion.card)
    return PlacedMinion(
        known.name,
        known.id,
        place,
        minion.attack,
        minion.health - minion.damage,
        minion.health,
        minion.damage,
        (minion.base_attack, minion.base_health),
        tuple(keyword_names(minion.flags)),
        not minion.exhausted,
        minion.attacks,
        name_of(minion.memory) if minion.memory else "",
        minion.order,
    )

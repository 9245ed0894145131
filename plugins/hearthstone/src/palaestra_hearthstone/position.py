"""Positions as Python holds them: read out of a state, changed by hand, written into a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from palaestra import IntArray
from palaestra_hearthstone import layout
from palaestra_hearthstone.engine.auras import refresh

SCALARS: Final[dict[str, int]] = {
    "health": layout.HEALTH,
    "armor": layout.ARMOR,
    "crystals": layout.CRYSTALS,
    "mana": layout.MANA,
    "locked": layout.LOCKED,
    "owed": layout.OWED,
    "fatigue": layout.FATIGUE,
    "hero_attack": layout.HERO_ATTACK,
    "hero_attacks": layout.HERO_ATTACKS,
    "hero": layout.HERO,
    "hero_class": layout.HERO_CLASS,
    "power": layout.POWER,
    "power_used": layout.POWER_USED,
    "weapon": layout.WEAPON,
    "weapon_attack": layout.WEAPON_ATTACK,
    "weapon_durability": layout.WEAPON_DURABILITY,
    "weapon_order": layout.WEAPON_ORDER,
    "totems": layout.TOTEMS,
    "jade": layout.JADE,
}
"""The scalars of a player that do not follow from others, by their names in :class:`Side`."""


@dataclass(slots=True)
class Minion:
    """A minion on the board; ``base_*`` are its values without auras and bonuses."""

    card: int
    base_attack: int
    base_health: int
    damage: int = 0
    base_flags: int = 0
    order: int = 0
    attacks: int = 0
    exhausted: int = 0
    memory: int = 0
    attack: int = 0
    """With auras; derived, not written."""
    health: int = 0
    """The most it can have, with auras; derived, not written."""
    flags: int = 0
    """With auras; derived, not written."""


@dataclass(slots=True)
class HandCard:
    """A card in a hand; HIDDEN if the observer does not know it."""

    card: int
    known: bool = False
    made: bool = False


@dataclass(slots=True)
class Side:
    """What one player has; numbers of cards, see :mod:`palaestra_hearthstone.cards`."""

    health: int = layout.HERO_HEALTH
    armor: int = 0
    crystals: int = 0
    mana: int = 0
    locked: int = 0
    owed: int = 0
    fatigue: int = 0
    hero_attack: int = 0
    hero_attacks: int = 0
    hero: int = 0
    hero_class: int = 0
    power: int = 0
    power_used: int = 0
    weapon: int = 0
    weapon_attack: int = 0
    weapon_durability: int = 0
    weapon_order: int = 0
    totems: int = 0
    jade: int = 0
    weapon_bonus: int = 0
    """Derived, not written."""
    spell_damage: int = 0
    """Derived, not written."""
    board: list[Minion] = field(default_factory=list)
    hand: list[HandCard] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    grave: dict[int, int] = field(default_factory=dict)
    revealed: list[int] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Position:
    """A whole position; `mover` is -1 when the game is over."""

    sides: tuple[Side, Side]
    turn: int = 1
    mover: int = 0
    result: int = layout.RUNNING
    pending: int = layout.NOTHING
    options: tuple[int, int, int] = (0, 0, 0)
    played: int = 0


def read_position(state: IntArray) -> Position:
    """Return the position of a state or observation."""
    words = [int(word) for word in state]
    options = (words[layout.OPTIONS], words[layout.OPTIONS + 1], words[layout.OPTIONS + 2])
    return Position(
        (_read_side(words, 0), _read_side(words, 1)),
        words[layout.TURN],
        words[layout.MOVER],
        words[layout.RESULT],
        words[layout.PENDING],
        options,
        words[layout.PLAYED],
    )


def _read_side(words: list[int], seat: int) -> Side:
    player = layout.player_words(seat)
    deck, grave = player + layout.DECK, player + layout.GRAVE
    revealed, shown = player + layout.REVEALED, player + layout.SHOWN
    hands = [layout.hand_words(seat, place) for place in range(words[player + layout.HAND_N])]
    return Side(
        **{name: words[player + word] for name, word in SCALARS.items()},
        weapon_bonus=words[player + layout.WEAPON_BONUS],
        spell_damage=words[player + layout.SPELL_DAMAGE],
        board=[_read_minion(words, layout.minion_words(seat, i)) for i in range(words[player + layout.BOARD_N])],
        hand=[
            HandCard(
                words[at], bool(words[at + layout.ORIGIN] & layout.KNOWN), bool(words[at + layout.ORIGIN] & layout.MADE)
            )
            for at in hands
        ],
        deck=words[deck : deck + words[player + layout.DECK_N]],
        grave={words[grave + 2 * i]: words[grave + 2 * i + 1] for i in range(words[player + layout.GRAVE_N])},
        revealed=words[revealed : revealed + words[player + layout.REVEALED_N]],
        shown=words[shown : shown + words[player + layout.SHOWN_N]],
    )


def _read_minion(words: list[int], at: int) -> Minion:
    return Minion(
        card=words[at + layout.CARD],
        base_attack=words[at + layout.BASE_ATTACK],
        base_health=words[at + layout.BASE_HEALTH],
        damage=words[at + layout.M_DAMAGE],
        base_flags=words[at + layout.BASE_FLAGS],
        order=words[at + layout.M_ORDER],
        attacks=words[at + layout.M_ATTACKS],
        exhausted=words[at + layout.EXHAUSTED],
        memory=words[at + layout.MEMORY],
        attack=words[at + layout.M_ATTACK],
        health=words[at + layout.M_HEALTH],
        flags=words[at + layout.M_FLAGS],
    )


def write_position(position: Position, state: IntArray) -> None:
    """Write a position into a state, whose random numbers, knobs and count of actions stay; auras are computed.

    Raises:
        ValueError: a zone holds more cards than fit, see :mod:`palaestra_hearthstone.layout`.
    """
    state[layout.MOVER] = position.mover
    state[layout.TURN] = position.turn
    state[layout.RESULT] = position.result
    state[layout.PENDING] = position.pending
    state[layout.OPTIONS : layout.OPTIONS + 3] = position.options
    state[layout.PLAYED] = position.played
    orders = [minion.order for side in position.sides for minion in side.board]
    state[layout.ORDER] = max([*orders, *(side.weapon_order for side in position.sides)], default=0)
    state[layout.LISTENERS] = 0
    state[layout.CAUSE_SIDE : layout.OPEN_LISTS] = 0
    state[layout.CAUSE_PLACE] = -1
    state[layout.PLAYERS :] = 0
    for seat, side in enumerate(position.sides):
        _write_side(side, state, seat)
    state[layout.DIRTY] = layout.ALL_DIRTY
    refresh(state)


def _write_side(side: Side, state: IntArray, seat: int) -> None:
    player = layout.player_words(seat)
    for name, word in SCALARS.items():
        state[player + word] = getattr(side, name)
    areas = (
        ("board", layout.BOARD_N, layout.BOARD, layout.MOST_MINIONS, [_minion_words(m) for m in side.board]),
        ("hand", layout.HAND_N, layout.HAND, layout.MOST_HAND, [_hand_words(card) for card in side.hand]),
        ("deck", layout.DECK_N, layout.DECK, layout.DECK_CARDS, [[card] for card in side.deck]),
        ("graveyard", layout.GRAVE_N, layout.GRAVE, layout.MOST_GRAVE, [list(pair) for pair in side.grave.items()]),
        ("revealed", layout.REVEALED_N, layout.REVEALED, layout.DECK_CARDS, [[card] for card in side.revealed]),
        ("shown", layout.SHOWN_N, layout.SHOWN, layout.MOST_SHOWN, [[card] for card in side.shown]),
    )
    for name, count, start, most, entries in areas:
        if len(entries) > most:
            raise ValueError(f"{name} of seat {seat} holds {len(entries)} cards; expected at most {most}")
        state[player + count] = len(entries)
        flat = [word for entry in entries for word in entry]
        state[player + start : player + start + len(flat)] = flat


def _minion_words(minion: Minion) -> list[int]:
    words = [0] * layout.MINION_WORDS
    words[layout.CARD] = minion.card
    words[layout.M_ATTACK] = words[layout.BASE_ATTACK] = minion.base_attack
    words[layout.M_HEALTH] = words[layout.BASE_HEALTH] = minion.base_health
    words[layout.M_FLAGS] = words[layout.BASE_FLAGS] = minion.base_flags
    words[layout.M_DAMAGE] = minion.damage
    words[layout.M_ORDER] = minion.order
    words[layout.M_ATTACKS] = minion.attacks
    words[layout.EXHAUSTED] = minion.exhausted
    words[layout.MEMORY] = minion.memory
    return words


def _hand_words(card: HandCard) -> list[int]:
    return [card.card, layout.KNOWN * card.known + layout.MADE * card.made]

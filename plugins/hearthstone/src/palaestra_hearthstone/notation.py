"""Strings of Hearthstone, both ways.

Actions read like a log: ``end turn``, ``Fiery War Axe -> equip``, ``Lightning Bolt -> enemy Frog``, ``Tunnel Trogg ->
place 1``, ``Patches the Pirate attacks hero``, ``Fireblast -> enemy hero``, ``choose Life Tap``, ``keep Hex``. Of
minions with the same name on one side each has its place behind it: ``Frog #2``.

A position is three parts between slashes: the game, seat 0 and seat 1, each of entries ``name=value``, without those
that are 0. A minion is ``id:attack:health:damage:keywords:attacks:exhausted:remembered:age`` with its values before
auras and its age the rank of its order of play; a hand card is ``id``, with ``!`` if all know it and ``+`` if it was
not in the deck; the deck, the graveyard, the revealed and the shown cards are ``id*copies``, sorted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from palaestra import IntArray, PositionError
from palaestra_hearthstone.actions import ENEMY, NO_TARGET, Move, decode
from palaestra_hearthstone.cards import CARDS, NUMBERS, card
from palaestra_hearthstone.cards.vocabulary import Kind
from palaestra_hearthstone.layout import DECK_CARDS, HERO_SLOT, HIDDEN, MULLIGAN, NOTHING, STOPPED
from palaestra_hearthstone.position import (
    SCALARS,
    HandCard,
    Minion,
    Position,
    Side,
    read_position,
    write_position,
)

_SHAPE: Final = "expected '<game> / <seat 0> / <seat 1>', each of entries like 'health=30'"
_CARD_SCALARS: Final = ("hero", "power", "weapon")
_VERBS: Final = {Kind.SPELL: "cast", Kind.WEAPON: "equip", Kind.HERO: "become"}
_LARGEST: Final = 10**6


def name_of(number: int) -> str:
    """Return the name of a card; "?" for a hidden one."""
    known = CARDS[number] if number > 0 else None
    return "?" if known is None else known.name


def minion_name(side: Side, slot: int) -> str:
    """Return the name of a minion, with its place if it shares the name."""
    name = name_of(side.board[slot].card)
    alike = sum(name_of(minion.card) == name for minion in side.board)
    return f"{name} #{slot + 1}" if alike > 1 else name


class HearthstoneNotation:
    """Strings of Hearthstone."""

    def action_to_string(self, state: IntArray, action: int) -> str:
        """Return the action as text."""
        position, move = read_position(state), decode(action)
        if move.kind == "end":
            return "end turn"
        mine, others = position.sides[position.mover], position.sides[1 - position.mover]
        if move.kind == "choose":
            return _answer(position, mine, move.option)
        if move.kind == "attack":
            attacker = "hero" if move.attacker == HERO_SLOT else minion_name(mine, move.attacker)
            defender = "hero" if move.defender == HERO_SLOT else minion_name(others, move.defender)
            return f"{attacker} attacks {defender}"
        if move.kind == "power":
            return name_of(mine.power) + (
                "" if move.target == NO_TARGET else f" -> {_target(mine, others, move.target)}"
            )
        return _play(mine, others, move)

    def position_to_string(self, state: IntArray) -> str:
        """Return the position as text."""
        position = read_position(state)
        ages = _ages(position)
        game: dict[str, int | str] = {
            "turn": position.turn,
            "mover": position.mover,
            "result": position.result,
            "pending": position.pending,
            "options": ",".join(_options(position)),
            "played": _id(position.played),
        }
        return " / ".join(map(_entries, (game, *(_side_entries(side, ages) for side in position.sides))))

    def position(self, text: str, state: IntArray) -> None:
        """Write the position into a fresh deal.

        Raises:
            PositionError: the text cannot be read, names a card that is not declared, or holds more than fits.
        """
        parts = [part.split() for part in text.split(" / ")]
        if len(parts) != 3:
            raise PositionError(f"position '{text[:60]}' has {len(parts)} parts; {_SHAPE}")
        game, first, second = (_read_entries(part) for part in parts)
        pending = _number(game.get("pending", "0"))
        answers = game.get("options", "0,0,0").split(",")
        if len(answers) != 3:
            raise PositionError(f"options '{game['options']}' are {len(answers)}; expected 3 between commas")
        read = _number if pending in (MULLIGAN, NOTHING) else _card
        position = Position(
            (_read_side(first), _read_side(second)),
            turn=_number(game.get("turn", "0")),
            mover=_number(game.get("mover", "0")),
            result=_number(game.get("result", "0")),
            pending=pending,
            options=(read(answers[0]), read(answers[1]), read(answers[2])),
            played=_card(game.get("played", "0")),
        )
        if not (-1 <= position.mover <= 1 and 0 <= position.result <= STOPPED and 0 <= pending <= MULLIGAN):
            raise PositionError(f"game '{' '.join(parts[0])}': expected a mover, result and pending choice that exist")
        if (position.mover < 0) != (position.result > 0):
            raise PositionError(f"game '{' '.join(parts[0])}': expected mover=-1 with a result, and only then")
        try:
            write_position(position, state)
        except ValueError as error:
            raise PositionError(f"position '{text[:60]}' does not fit: {error}") from error


def _target(mine: Side, others: Side, target: int) -> str:
    if target in (HERO_SLOT, ENEMY + HERO_SLOT):
        return "own hero" if target == HERO_SLOT else "enemy hero"
    return minion_name(mine, target) if target < ENEMY else f"enemy {minion_name(others, target - ENEMY)}"


def _play(mine: Side, others: Side, move: Move) -> str:
    number = mine.hand[move.hand].card
    target = "" if move.target == NO_TARGET else _target(mine, others, move.target)
    kind = card(number).kind
    if kind != Kind.MINION:
        return f"{name_of(number)} -> {target or _VERBS[kind]}"
    return f"{name_of(number)} -> place {move.position + 1}" + (f", on {target}" if target else "")


def _answer(position: Position, mine: Side, option: int) -> str:
    if position.pending != MULLIGAN:
        return f"choose {name_of(position.options[option])}"
    place = position.options[0]
    return f"{'replace' if option else 'keep'} {name_of(mine.hand[place].card)}"


def _id(number: int) -> str:
    known = CARDS[number] if number > 0 else None
    return known.id if known is not None else ("?" if number == HIDDEN else "0")


def _options(position: Position) -> Iterable[str]:
    if not any(position.options):
        return ()
    return map(str if position.pending == MULLIGAN else _id, position.options)


def _ages(position: Position) -> dict[int, int]:
    orders = {minion.order for side in position.sides for minion in side.board}
    orders |= {side.weapon_order for side in position.sides if side.weapon}
    return {0: 0, **{order: age for age, order in enumerate(sorted(orders), start=1)}}


def _entries(values: dict[str, int | str]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items() if str(value) not in ("", "0"))


def _counted(numbers: Iterable[int]) -> str:
    return ",".join(f"{id_}*{copies}" for id_, copies in sorted(Counter(map(_id, numbers)).items()))


def _side_entries(side: Side, ages: dict[int, int]) -> dict[str, int | str]:
    scalars: dict[str, int | str] = {name: getattr(side, name) for name in SCALARS}
    scalars |= {name: _id(getattr(side, name)) for name in _CARD_SCALARS}
    scalars["weapon_order"] = ages[side.weapon_order if side.weapon else 0]
    minions = [
        f"{_id(m.card)}:{m.base_attack}:{m.base_health}:{m.damage}:{m.base_flags}:{m.attacks}:{m.exhausted}:"
        f"{_id(m.memory)}:{ages[m.order]}"
        for m in side.board
    ]
    hand = [_id(held.card) + "!" * held.known + "+" * held.made for held in side.hand]
    return {
        **scalars,
        "board": ",".join(minions),
        "hand": ",".join(hand),
        "deck": _counted(side.deck),
        "grave": ",".join(sorted(f"{_id(number)}*{copies}" for number, copies in side.grave.items())),
        "revealed": _counted(side.revealed),
        "shown": _counted(side.shown),
    }


def _read_entries(entries: list[str]) -> dict[str, str]:
    pairs = [entry.partition("=") for entry in entries]
    if not all(separator for _, separator, _ in pairs):
        raise PositionError(f"position part '{' '.join(entries)[:60]}' cannot be read; {_SHAPE}")
    return {name: value for name, _, value in pairs}


def _number(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = _LARGEST + 1
    if abs(number) > _LARGEST:
        raise PositionError(f"number '{text[:20]}': expected a whole number up to {_LARGEST}")
    return number


def _card(text: str) -> int:
    if text in ("0", "?"):
        return 0 if text == "0" else HIDDEN
    if text not in NUMBERS:
        raise PositionError(f"card '{text[:30]}' is not declared; expected an id such as 'CS2_106'")
    return NUMBERS[text]


def _read_counted(text: str) -> list[tuple[int, int]]:
    pairs = [entry.partition("*") for entry in text.split(",") if entry]
    counted = [(_card(id_), _number(copies)) for id_, _, copies in pairs]
    for number, copies in counted:
        if not 1 <= copies <= _LARGEST:
            raise PositionError(f"{copies} copies of {_id(number)}; expected at least 1")
    return counted


def _several(text: str) -> list[int]:
    counted = _read_counted(text)
    if sum(copies for _, copies in counted) > DECK_CARDS:
        raise PositionError(f"cards '{text[:60]}' are too many; expected at most {DECK_CARDS}")
    return [number for number, copies in counted for _ in range(copies)]


def _read_minion(text: str) -> Minion:
    fields = text.split(":")
    if len(fields) != 9:
        raise PositionError(f"minion '{text[:60]}' has {len(fields)} fields; expected 9 between colons")
    number = _card(fields[0])
    if number <= 0 or card(number).kind != Kind.MINION:
        raise PositionError(f"minion '{fields[0]}': expected the id of a minion")
    attack, health, damage, flags, attacks, exhausted = (_number(value) for value in fields[1:7])
    return Minion(
        number, attack, health, damage, flags, _number(fields[8]), attacks, exhausted, memory=_card(fields[7])
    )


def _read_side(values: dict[str, str]) -> Side:
    unknown = set(values) - set(SCALARS) - {"board", "hand", "deck", "grave", "revealed", "shown"}
    if unknown:
        raise PositionError(
            f"unknown entries {', '.join(sorted(unknown))}; expected {', '.join(SCALARS)}, board, hand ..."
        )
    numbers = {name: (_card if name in _CARD_SCALARS else _number)(values.get(name, "0")) for name in SCALARS}
    hand = [entry for entry in values.get("hand", "").split(",") if entry]
    return Side(
        **numbers,
        board=[_read_minion(entry) for entry in values.get("board", "").split(",") if entry],
        hand=[HandCard(_card(entry.rstrip("!+")), "!" in entry, "+" in entry) for entry in hand],
        deck=_several(values.get("deck", "")),
        grave=dict(_read_counted(values.get("grave", ""))),
        revealed=_several(values.get("revealed", "")),
        shown=_several(values.get("shown", "")),
    )


NOTATION: Final = HearthstoneNotation()

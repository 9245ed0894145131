"""Between the engine's positions and the twin's table, and all that chance can make of an action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from palaestra_hearthstone.actions import Move
from palaestra_hearthstone.cards import NUMBERS, card
from palaestra_hearthstone.cards.vocabulary import Card, Keyword
from palaestra_hearthstone.position import HandCard, Position, Side
from palaestra_hearthstone.position import Minion as PlainMinion
from palaestra_hearthstone.reference.chance import Chance
from palaestra_hearthstone.reference.model import Held, Minion, Player, Table, Weapon
from palaestra_hearthstone.reference.playing import play_move

DISCOVER = 1


def outcomes(position: Position, move: Move) -> Iterator[Position]:
    """Yield every position that `move`, which is legal, can lead to, by any outcome of chance; some more than once."""
    chance: Chance | None = Chance()
    while chance is not None:
        table = table_of(position, chance)
        play_move(table, move)
        yield position_of(table)
        chance = chance.next()


def comparable(position: Position) -> object:
    """Return the part of a position that two engines must agree on.

    Orders of play count by rank, decks and graveyards have no order, what the players know of a deck is left out, and
    of a finished game only the result is there.
    """
    if position.result:
        return position.result
    orders = [minion.order for side in position.sides for minion in side.board]
    ranks = sorted([*orders, *(side.weapon_order for side in position.sides if side.weapon)])
    first, second = (_comparable_side(side, ranks) for side in position.sides)
    low, middle, high = sorted(position.options) if position.pending else (0, 0, 0)
    played = position.played if position.pending else 0
    return replace(position, sides=(first, second), options=(low, middle, high), played=played)


def _comparable_side(side: Side, ranks: list[int]) -> Side:
    return replace(
        side,
        weapon_order=ranks.index(side.weapon_order) if side.weapon else 0,
        weapon_attack=side.weapon_attack if side.weapon else 0,
        weapon_durability=side.weapon_durability if side.weapon else 0,
        weapon_bonus=side.weapon_bonus if side.weapon else 0,
        board=[replace(minion, order=ranks.index(minion.order)) for minion in side.board],
        deck=sorted(side.deck),
        grave=dict(sorted(side.grave.items())),
        revealed=[],
        shown=[],
    )


def table_of(position: Position, chance: Chance) -> Table:
    """Return the table of a position."""
    first, second = (_player(seat, side) for seat, side in enumerate(position.sides))
    orders = [minion.order for player in (first, second) for minion in player.line]
    orders += [player.weapon.order for player in (first, second) if player.weapon is not None]
    table = Table((first, second), position.turn, position.mover, position.result, chance, max(orders, default=0))
    if position.pending == DISCOVER:
        table.choice = [card(number) for number in position.options]
        table.interrupted = card(position.played)
    for minion in table.minions:
        minion.had = minion.full_health
    return table


def _player(seat: int, side: Side) -> Player:
    player = Player(
        seat,
        card(side.hero),
        side.hero_class,
        card(side.power),
        side.health,
        side.armor,
        side.crystals,
        side.mana,
        side.locked,
        side.owed,
        side.fatigue,
        side.hero_attack,
        side.hero_attacks,
        bool(side.power_used),
        side.totems,
        side.jade,
        hand=[Held(card(held.card), held.known, held.made) for held in side.hand],
        deck=[card(number) for number in side.deck],
        dead=[card(number) for number, copies in side.grave.items() for _ in range(copies)],
    )
    if side.weapon:
        player.weapon = Weapon(card(side.weapon), side.weapon_attack, side.weapon_durability, side.weapon_order)
    player.line = [_minion(player, plain) for plain in side.board]
    return player


def _minion(player: Player, plain: PlainMinion) -> Minion:
    return Minion(
        player,
        card(plain.card),
        plain.base_attack,
        plain.base_health,
        Keyword(plain.base_flags),
        plain.order,
        plain.damage,
        plain.attacks,
        bool(plain.exhausted),
        card(plain.memory) if plain.memory else None,
    )


def position_of(table: Table) -> Position:
    """Return the position of a table, derived values included."""
    options = [_number(power) for power in table.choice] or [0, 0, 0]
    return Position(
        (_side(table.players[0]), _side(table.players[1])),
        turn=table.turn,
        mover=-1 if table.over else table.mover,
        result=table.result,
        pending=DISCOVER if table.choice else 0,
        options=(options[0], options[1], options[2]),
        played=_number(table.interrupted) if table.interrupted is not None else 0,
    )


def _number(known: Card) -> int:
    return NUMBERS[known.id]


def _side(player: Player) -> Side:
    grave: dict[int, int] = {}
    for dead in player.dead:
        grave[_number(dead)] = grave.get(_number(dead), 0) + 1
    side = Side(
        player.health,
        player.armor,
        player.crystals,
        player.mana,
        player.locked,
        player.owed,
        player.fatigue,
        player.hero_attack,
        player.hero_attacks,
        _number(player.hero),
        player.hero_class,
        _number(player.power),
        int(player.power_used),
        totems=player.totems,
        jade=player.jade,
        spell_damage=player.spell_damage,
        board=[_plain(minion) for minion in player.minions],
        hand=[HandCard(_number(held.card), held.known, held.made) for held in player.hand],
        deck=[_number(known) for known in player.deck],
        grave=grave,
    )
    if player.weapon is not None:
        side.weapon = _number(player.weapon.card)
        side.weapon_attack = player.weapon.attack
        side.weapon_durability = player.weapon.durability
        side.weapon_order = player.weapon.order
        side.weapon_bonus = player.weapon_attack - player.weapon.attack
    return side


def _plain(minion: Minion) -> PlainMinion:
    return PlainMinion(
        _number(minion.card),
        minion.attack,
        minion.health,
        minion.damage,
        int(minion.keywords),
        minion.order,
        minion.attacks,
        int(minion.fresh),
        _number(minion.memory) if minion.memory is not None else 0,
        minion.full_attack,
        minion.full_health,
        int(minion.current_keywords),
    )

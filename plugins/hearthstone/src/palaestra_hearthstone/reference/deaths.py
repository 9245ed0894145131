"""Deaths: the dead leave the board together, and their deathrattles happen."""

from __future__ import annotations

from typing import Final

from palaestra_hearthstone.cards.vocabulary import Keyword, Race, Trigger
from palaestra_hearthstone.reference.effects import enter_board, run
from palaestra_hearthstone.reference.events import Cause, lower_damage
from palaestra_hearthstone.reference.model import Minion, Table

WON: Final = 1
"""And the seat of the winner."""
DRAWN: Final = 3
ENDED_BY_LENGTH: Final = 4


def settle(table: Table) -> bool:
    """Remove the dead and let their deathrattles happen until nothing dies; return whether any minion died."""
    fallen: set[int] = set()
    any_died = False
    while not table.over:
        lower_damage(table)
        fallen |= {player.seat for player in table.players if player.health <= 0}
        dead = [minion for minion in table.minions if minion.dying]
        if not dead:
            break
        any_died = True
        for minion in dead:
            minion.gone = True
            if minion.card.race == Race.DEMON or minion.card.has(Trigger.DEATH):
                minion.player.dead.append(minion.card)
        lower_damage(table)
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
    enter_board(table, minion, dead.player.line.index(dead))

"""Action ids, and what they say.

======== ======================================================================================
0        end the turn
1-17     hero power: 1 + target
18-81    attack: 18 + 8 * attacker (0-6 own minions, 7 own hero) + defender (0-6, 7 enemy hero)
82-1441  play: 82 + 8 * (17 * place in the hand + target) + board position
1442-    answer a pending choice: the option's number, 0 to 2; of a mulligan 0 keeps, 1 replaces
======== ======================================================================================

A target is a character as the mover sees it: 0-6 own minions from the left, 7 the own hero, 8-14 enemy minions, 15 the
enemy hero, 16 none. A position is the number of own minions to the left; for all but minions it is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

END_TURN: Final = 0
USE_POWER: Final = 1
ATTACK: Final = 18
PLAY: Final = 82
CHOOSE: Final = 1442
NUM_ACTIONS: Final = 1445

TARGETS: Final = 17
NO_TARGET: Final = 16
POSITIONS: Final = 8
ENEMY: Final = 8
"""Added to a slot it makes the target of the enemy's side."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action in its parts.

    Attributes:
        kind: what is done.
        target: of a power or a played card, 0 to 16.
        attacker: own slot, 0 to 7.
        defender: enemy slot, 0 to 7.
        hand: place of the played card.
        position: where the played minion goes.
        option: of a choice.
    """

    kind: Literal["end", "power", "attack", "play", "choose"]
    target: int = NO_TARGET
    attacker: int = 0
    defender: int = 0
    hand: int = 0
    position: int = 0
    option: int = 0


def decode(action: int) -> Move:
    """Return the parts of an action id."""
    if action == END_TURN:
        return Move("end")
    if action < ATTACK:
        return Move("power", target=action - USE_POWER)
    if action < PLAY:
        attacker, defender = divmod(action - ATTACK, 8)
        return Move("attack", attacker=attacker, defender=defender)
    if action < CHOOSE:
        rest, position = divmod(action - PLAY, POSITIONS)
        hand, target = divmod(rest, TARGETS)
        return Move("play", hand=hand, target=target, position=position)
    return Move("choose", option=action - CHOOSE)


def encode(move: Move) -> int:
    """Return the id of an action."""
    if move.kind == "end":
        return END_TURN
    if move.kind == "power":
        return USE_POWER + move.target
    if move.kind == "attack":
        return ATTACK + 8 * move.attacker + move.defender
    if move.kind == "play":
        return PLAY + POSITIONS * (TARGETS * move.hand + move.target) + move.position
    return CHOOSE + move.option

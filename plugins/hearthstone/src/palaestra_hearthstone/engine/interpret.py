"""Runs what a card does on a trigger: its rows, one after another."""

from __future__ import annotations

from palaestra import IntArray, jit
from palaestra_hearthstone.cards.vocabulary import Condition, Selector
from palaestra_hearthstone.engine.effects import act, act_on
from palaestra_hearthstone.engine.select import holds, pick, select
from palaestra_hearthstone.engine.tables import (
    CARDS,
    END_ROW,
    FIRST_ROW,
    R_ARGUMENT,
    R_CONDITION,
    R_RANDOM,
    R_SELECTOR,
    R_TRIGGER,
    ROWS,
)
from palaestra_hearthstone.layout import (
    CAUSE_AMOUNT,
    CAUSE_CARD,
    CAUSE_MEMORY,
    CAUSE_PLACE,
    CAUSE_SIDE,
    CAUSE_SOURCE,
    CAUSE_TARGET,
)


@jit
def run_row(state: IntArray, row: int) -> None:
    """Do one effect to all characters that it applies to, in order of entities."""
    selector = ROWS[row, R_SELECTOR]
    if selector == Selector.NONE:
        act(state, row)
        return
    mask = select(state, selector)
    if ROWS[row, R_RANDOM] > 0:
        mask = pick(state, mask, ROWS[row, R_RANDOM])
    entity = 0
    while mask >> entity != 0:
        if mask >> entity & 1:
            act_on(state, row, entity)
        entity += 1


@jit
def run(state: IntArray, trigger: int, side: int, card: int, source: int, target: int, amount: int, place: int) -> None:
    """Run what a card does on a trigger.

    Args:
        state: the game.
        trigger: what happened.
        side: the seat that controls the card.
        card: its number.
        source: the handle of the minion itself; 0 for all else, the dead included.
        target: the handle of what the player chose, or 0.
        amount: that of the event; of a death, what the minion remembered.
        place: where the dead minion stood, see ``EVENT_PLACE``; -1 for all else.
    """
    state[CAUSE_SIDE] = side
    state[CAUSE_CARD] = card
    state[CAUSE_SOURCE] = source
    state[CAUSE_TARGET] = target
    state[CAUSE_AMOUNT] = amount
    state[CAUSE_MEMORY] = amount
    state[CAUSE_PLACE] = place
    for row in range(CARDS[card, FIRST_ROW], CARDS[card, END_ROW]):
        if ROWS[row, R_TRIGGER] == trigger:
            condition = ROWS[row, R_CONDITION]
            if condition == Condition.ALWAYS or holds(state, side, source, condition, ROWS[row, R_ARGUMENT]):
                run_row(state, row)

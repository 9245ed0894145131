"""How turns begin and end."""

from __future__ import annotations

from palaestra import IntArray, jit
from palaestra_hearthstone.cards.vocabulary import Trigger
from palaestra_hearthstone.engine.characters import draw
from palaestra_hearthstone.engine.interpret import run
from palaestra_hearthstone.engine.settle import drain, settle
from palaestra_hearthstone.engine.tables import CARDS, TRIGGERS
from palaestra_hearthstone.layout import (
    BOARD,
    BOARD_N,
    CARD,
    CRYSTALS,
    DIRTY,
    EXHAUSTED,
    GIVERS,
    HERO_ATTACK,
    HERO_ATTACKS,
    LAST_TURN,
    LISTENERS,
    LOCKED,
    M_ATTACKS,
    M_ORDER,
    MANA,
    MINION_WORDS,
    MOST_CRYSTALS,
    MOVER,
    ORDER,
    OWED,
    PLAYER_WORDS,
    PLAYERS,
    POWER_USED,
    RESULT,
    STOPPED,
    TURN,
    WEAPON,
    WEAPON_ORDER,
)


@jit
def turn_triggers(state: IntArray, trigger: int, seat: int) -> None:
    """Let the minions and the weapon of a side act at the start or end of its turn, in order of play."""
    player = PLAYERS + seat * PLAYER_WORDS
    last, latest = 0, state[ORDER]
    while (state[LISTENERS] | CARDS[state[player + WEAPON], TRIGGERS]) >> trigger & 1:
        best, card, source = latest + 1, 0, 0
        for slot in range(state[player + BOARD_N]):
            words = player + BOARD + slot * MINION_WORDS
            order = state[words + M_ORDER]
            if last < order < best and CARDS[state[words + CARD], TRIGGERS] >> trigger & 1:
                best, card, source = order, state[words + CARD], order
        order = state[player + WEAPON_ORDER]
        if last < order < best and CARDS[state[player + WEAPON], TRIGGERS] >> trigger & 1:
            best, card, source = order, state[player + WEAPON], 0
        if card == 0:
            break
        last = best
        run(state, trigger, seat, card, source, 0, 0, -1)
        drain(state)
    settle(state)


@jit
def begin_turn(state: IntArray, seat: int) -> None:
    """Ready a side and give it its mana."""
    state[MOVER] = seat
    state[TURN] += 1
    player = PLAYERS + seat * PLAYER_WORDS
    for slot in range(state[player + BOARD_N]):
        state[player + BOARD + slot * MINION_WORDS + EXHAUSTED] = 0
        state[player + BOARD + slot * MINION_WORDS + M_ATTACKS] = 0
    state[player + HERO_ATTACKS] = 0
    state[player + POWER_USED] = 0
    state[player + CRYSTALS] = min(MOST_CRYSTALS, state[player + CRYSTALS] + 1)
    if state[player + LOCKED] + state[player + OWED] > 0:
        state[player + LOCKED] = min(state[player + OWED], state[player + CRYSTALS])
        state[player + OWED] = 0
        state[DIRTY] |= state[LISTENERS] >> GIVERS & 1 << seat
    state[player + MANA] = state[player + CRYSTALS] - state[player + LOCKED]


@jit
def end_turn(state: IntArray) -> None:
    """End the mover's turn and begin the other's, or end the game after the last turn."""
    turn_triggers(state, Trigger.END_OF_MY_TURN, state[MOVER])
    if state[MOVER] < 0:
        return
    state[PLAYERS + state[MOVER] * PLAYER_WORDS + HERO_ATTACK] = 0
    if state[TURN] >= LAST_TURN:
        state[RESULT] = STOPPED
        state[MOVER] = -1
        return
    begin_turn(state, 1 - state[MOVER])
    turn_triggers(state, Trigger.START_OF_MY_TURN, state[MOVER])
    if state[MOVER] >= 0:
        draw(state, state[MOVER])

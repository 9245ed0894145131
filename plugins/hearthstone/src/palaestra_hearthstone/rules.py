"""The rules of Hearthstone, put together; see :mod:`palaestra_hearthstone.engine`."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import FloatArray, IntArray, Rules, random_below, rule
from palaestra_hearthstone.actions import ATTACK, CHOOSE, END_TURN, NUM_ACTIONS, PLAY
from palaestra_hearthstone.engine.deal import answer_mulligan, init
from palaestra_hearthstone.engine.encode import encode
from palaestra_hearthstone.engine.evaluate import evaluate
from palaestra_hearthstone.engine.hashes import abstract, key
from palaestra_hearthstone.engine.legal import legal_actions
from palaestra_hearthstone.engine.observe import determinize, observe
from palaestra_hearthstone.engine.play import attack, choose_power, play
from palaestra_hearthstone.engine.settle import settle
from palaestra_hearthstone.engine.turn import end_turn
from palaestra_hearthstone.layout import DISCOVER, MAX_PLIES, MOVER, NOTHING, PENDING, PLIES, RESULT, STOPPED, WON

MAX_LEGAL: Final = NUM_ACTIONS
"""No position has more; the most that 80,000 random games had was 253."""


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to act; -1 when the game is over."""
    return int(state[MOVER])


@rule
def step(state: IntArray, action: int) -> None:
    """Play a legal action."""
    state[PLIES] += 1
    if action == END_TURN:
        end_turn(state)
    elif ATTACK <= action < PLAY:
        attack(state, action)
    elif action < CHOOSE:
        play(state, action)
    elif state[PENDING] == DISCOVER:
        choose_power(state, action - CHOOSE)
    else:
        answer_mulligan(state, action - CHOOSE)
    settle(state)
    if state[PLIES] >= MAX_PLIES and state[MOVER] >= 0:
        state[RESULT] = STOPPED
        state[MOVER] = -1
        state[PENDING] = NOTHING


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Write 1 for the winner and -1 for the other, or twice 0 for a draw."""
    winner = state[RESULT] - WON
    out[0] = 1.0 if winner == 0 else (-1.0 if winner == 1 else 0.0)
    out[1] = -out[0]


@rule
def capped(state: IntArray) -> int:
    """Return 1 if the game was ended by its length."""
    return int(state[RESULT] == STOPPED)


@rule
def timeout_action(state: IntArray) -> int:
    """Return the end of the turn, or the first answer where one is asked for."""
    return END_TURN if state[PENDING] == NOTHING else CHOOSE


@rule
def playout(state: IntArray) -> None:
    """Play uniformly random legal actions to the end."""
    legal = np.empty(MAX_LEGAL, dtype=np.int64)
    while state[MOVER] >= 0:
        n = legal_actions(state, legal)
        step(state, legal[random_below(state, n)])


RULES: Final = Rules(
    init=init,
    current_player=current_player,
    legal_actions=legal_actions,
    step=step,
    returns=returns,
    observe=observe,
    determinize=determinize,
    encode=encode,
    evaluate=evaluate,
    key=key,
    abstract=abstract,
    playout=playout,
    timeout_action=timeout_action,
    capped=capped,
)

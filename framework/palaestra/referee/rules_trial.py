"""Trying the rules of a game: do they fail by themselves, or did an agent make them fail?

An agent that searches calls the rules thousands of times, and what they raise looks like its own failure. Its traceback
proves nothing: it may have passed a state that no game has, or an illegal action. So the referee tries for
itself. It plays on at random, by legal actions only, from positions that fit what the agent was shown, and from fresh
deals, and calls every rule on the way. If a rule fails then, the game is broken, and no agent has lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from palaestra.compiler import jit
from palaestra.errors import GameError
from palaestra.game import Game, KernelGame, KernelState, State
from palaestra.isolation.origin import rule_modules
from palaestra.isolation.output import printable, traceback_tail
from palaestra.kernel import SLOTS, FeatureArray, FloatArray, IntArray, Kernel
from palaestra.kernel.rng import random_below, random_int64, seed_rng
from palaestra.record import ScheduledGame
from palaestra.referee.faults import StopPlaying

TRIAL_SECONDS: Final = 1.0
"""How long the rules are tried; a trial that has begun a playout ends it."""

MOST_PLAYOUTS: Final = 100_000

MAX_PLIES: Final = 100_000
"""Plies of the longest game, for games without a limit of their own."""

_AT: Final = {slot.name: index for index, slot in enumerate(SLOTS)}
_INIT: Final = _AT["init"]
_CURRENT_PLAYER: Final = _AT["current_player"]
_LEGAL_ACTIONS: Final = _AT["legal_actions"]
_STEP: Final = _AT["step"]
_RETURNS: Final = _AT["returns"]
_OBSERVE: Final = _AT["observe"]
_DETERMINIZE: Final = _AT["determinize"]
_ENCODE: Final = _AT["encode"]
_EVALUATE: Final = _AT["evaluate"]
_KEY: Final = _AT["key"]
_PLAYOUT: Final = _AT["playout"]
_FILTER: Final = _AT["filter"]
_ABSTRACT: Final = _AT["abstract"]
_CANONICAL: Final = _AT["canonical"]
_TIMEOUT_ACTION: Final = _AT["timeout_action"]
_CAPPED: Final = _AT["capped"]

_FINE: Final = 0
_STUCK: Final = 1
_TOO_LONG: Final = 2

_WRONG: Final = {_STUCK: "no action is legal, and the game is not over", _TOO_LONG: "the game is longer than max_plies"}


def rules_failure(game: Game, state: State, player: int, rng: np.random.Generator) -> str:
    """Return which rule fails, and how, from where `player` is to move; empty if none was seen to fail.

    Args:
        game: the game under its knobs.
        state: where the game is; not changed.
        player: the seat whose view positions are sampled from.
        rng: what is played is drawn from it.
    """
    if isinstance(game, KernelGame):
        return _Trial(game, state.observation(player), player, rng).failure()
    return _failure_in_python(game, state, rng)


def describe_failure(game: Game, error: BaseException) -> str:
    """Return the text of an exception that ended an attempt, with the rule that the referee was calling, if any."""
    trace, modules = error.__traceback__, rule_modules(game)
    while trace is not None and trace.tb_frame.f_globals.get("__name__") not in modules:
        trace = trace.tb_next
    if trace is None or isinstance(error, GameError):
        return traceback_tail(error)
    called = trace.tb_frame.f_code.co_name
    return f"{traceback_tail(error)}\n{game.spec.id}: {_failed(_RULES_CALLED.get(called, called), error)}"


_RULES_CALLED: Final = {"new_state": "init", "step_legal": "step", "observation": "observe"}
"""The rules behind methods of states and games that have other names."""


def replayed(game: KernelGame, scheduled: ScheduledGame, actions: Sequence[int]) -> KernelState:
    """Return the state after some actions, calling the rules as the referee does; raises what they raise.

    The last action may be one that was refused: it is then not legal, and left out.
    """
    state = game.new_state(scheduled.decks, scheduled.deal)
    for action in actions:
        legal = state.legal_actions()
        if (player := state.current_player) >= 0:
            state.observation(player)
        if action in legal:
            state.step_legal(action)
    if state.legal_actions():
        state.observation(state.current_player)
    state.returns()
    state.capped  # noqa: B018 - it calls a rule
    return state


def _bounded(playouts: Callable[[int], str]) -> str:
    """Call `playouts` with growing numbers of playouts until it returns something or the trial is over."""
    began, played, count = time.perf_counter(), 0, 1
    while played < MOST_PLAYOUTS and (elapsed := time.perf_counter() - began) < TRIAL_SECONDS:
        if failure := playouts(count):
            return failure
        played += count
        affordable = int(played * (TRIAL_SECONDS - elapsed) / max(time.perf_counter() - began, 1e-6))
        count = max(1, min(4 * count, affordable, MOST_PLAYOUTS - played))
    return ""


def _failed(rule: str, error: BaseException) -> str:
    message = printable(" ".join(str(error).split()))
    return f"rule '{rule}' failed: {type(error).__name__}: {message}"


class _Trial:
    """The trial of a game with a kernel, in compiled code."""

    def __init__(self, game: KernelGame, observation: IntArray, player: int, rng: np.random.Generator) -> None:
        sizes = game.sizes
        self._game, self._observation, self._player = game, np.array(observation), player
        self._config = game.config()
        self._rng = np.zeros(2, dtype=np.int64)
        seed_rng(self._rng, int(rng.integers(2**63 - 1)))
        self._states = np.zeros((2, sizes.state_size), dtype=np.int64)
        self._actions = np.zeros((2, sizes.max_legal), dtype=np.int64)
        self._features = np.zeros(sizes.num_features, dtype=np.float32)
        self._returns = np.zeros(game.spec.players)
        self._at = np.zeros(2, dtype=np.int64)

    def failure(self) -> str:
        """Return which rule fails, and how; empty if none does."""
        return _bounded(self._playouts)

    def _playouts(self, count: int) -> str:
        try:
            _try_rules(
                self._game.kernel,
                self._config,
                self._observation,
                self._player,
                count,
                self._rng,
                self._states[0],
                self._states[1],
                self._actions[0],
                self._actions[1],
                self._features,
                self._returns,
                self._at,
            )
        except Exception as error:
            return _failed(SLOTS[self._at[0]].name, error)
        rule, wrong = self._at
        return f"rule '{SLOTS[rule].name}' is wrong: {_WRONG[int(wrong)]}" if wrong != _FINE else ""


@jit
def _try_rules(
    kernel: Kernel,
    config: IntArray,
    observation: IntArray,
    player: int,
    playouts: int,
    rng: IntArray,
    state: IntArray,
    other: IntArray,
    legal: IntArray,
    kept: IntArray,
    features: FeatureArray,
    returns: FloatArray,
    at: IntArray,
) -> None:
    """Play at random and call all rules; ``at`` = [the rule being called, what is wrong if nothing is raised]."""
    for playout in range(playouts):
        at[0] = _INIT
        kernel.init(state, config, random_int64(rng))
        if playout % 2 == 0:  # the first of each call is from what the player knows
            at[0] = _DETERMINIZE
            kernel.determinize(observation, player, rng, state)
        if kernel.has_playout:
            other[:] = state
            at[0] = _PLAYOUT
            kernel.playout(other)
        plies, seat = 0, 0
        while seat >= 0:
            at[0] = _OBSERVE
            kernel.observe(state, player, other)
            at[0] = _KEY
            kernel.key(state)
            at[0] = _CURRENT_PLAYER
            seat = kernel.current_player(state)
            if seat >= 0:
                if plies == kernel.max_plies:
                    at[1] = _TOO_LONG
                    return
                at[0] = _LEGAL_ACTIONS
                n = kernel.legal_actions(state, legal)
                if n <= 0:
                    at[1] = _STUCK
                    return
                at[0] = _EVALUATE
                kernel.evaluate(state, seat)
                at[0] = _ENCODE
                kernel.encode(state, seat, features)
                at[0] = _TIMEOUT_ACTION
                kernel.timeout_action(state)
                at[0] = _OBSERVE
                kernel.observe(state, seat, other)
                at[0] = _ABSTRACT
                kernel.abstract(other)
                at[0] = _CANONICAL
                kernel.canonical(state, other)
                at[0] = _FILTER
                for index in range(kernel.num_filters):
                    kernel.filter(state, index, legal, n, kept)
                at[0] = _STEP
                kernel.step(state, legal[random_below(rng, n)])
                plies += 1
        at[0] = _RETURNS
        kernel.returns(state, returns)
        at[0] = _CAPPED
        kernel.capped(state)


def _failure_in_python(game: Game, state: State, rng: np.random.Generator) -> str:
    """Do the same for a game that has only Python: from the position itself, and from fresh deals."""
    called = "copy"

    def play_out(trial: State) -> str:
        nonlocal called
        for _ in range(MAX_PLIES):
            called = "current_player"
            seat = trial.current_player
            called = "observation"
            trial.observation(max(seat, 0))
            if seat < 0:
                called = "returns"
                trial.returns()
                return ""
            called = "legal_actions"
            legal = trial.legal_actions()
            if not legal:
                return f"rule '{called}' is wrong: {_WRONG[_STUCK]}"
            called = "step"
            trial.step(legal[int(rng.integers(len(legal)))])
        return ""

    def playouts(count: int) -> str:
        nonlocal called
        for _ in range(count):
            called = "copy"
            failure = play_out(state.copy())
            called = "new_state"
            failure = failure or play_out(game.new_state(seed=int(rng.integers(2**63 - 1))))
            if failure:
                return failure
        return ""

    try:
        return _bounded(playouts)
    except StopPlaying:
        raise
    except BaseException as error:  # the rules may raise anything
        return _failed(called, error)

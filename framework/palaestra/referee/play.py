"""One game, played by any agents: the Python lane.

The referee owns the true state. Agents are shown views; what they answer is checked against the legal actions.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from palaestra.agent import Agent, View
from palaestra.errors import GameError, InvalidValueError
from palaestra.game import Game, KernelGame, KernelState, State, load_game
from palaestra.isolation.answer import NotAnAction, plain_action
from palaestra.isolation.origin import may_come_from_rules
from palaestra.record import ZERO
from palaestra.referee.beacon import Beacon
from palaestra.referee.clock import GameClock
from palaestra.referee.faults import AgentFault, VoidGame, fault_returns, illegal_detail
from palaestra.referee.rules_trial import MAX_PLIES, rules_failure
from palaestra.referee.seat import UNLIMITED, Allowance, Answer, InProcessSeat, Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went.

    Attributes:
        returns: one per seat, in [-1, 1].
        reason: one of :data:`palaestra.record.REASONS`.
        offender: the seat whose fault ended the game, or None.
        actions: every action in order.
        seconds: thinking time per seat, from question to answer: building an agent is not in it.
        in_force: the isolation in force for each seat; empty where nothing asked for any.
        detail: for a fault, what happened; else empty.
        exit_code: for a fault, how the offender's process ended, if it had one.
        stderr: for a fault, the last of what that process wrote.
    """

    returns: tuple[float, ...]
    reason: str
    offender: int | None
    actions: tuple[int, ...]
    seconds: tuple[float, ...]
    in_force: tuple[str, ...] = ()
    detail: str = ""
    exit_code: int | None = None
    stderr: str = ""


def play_game(game: Game | str, agents: Sequence[Agent], seed: int = 0, decks: Sequence[str] | None = None) -> Outcome:
    """Play one game between `agents`, in seat order, on the deal that `seed` and `decks` give.

    `game` may be the name of one, which is then played without any knob changed.

    An agent's fault ends the game as data: look at ``reason``, ``offender`` and ``detail`` of the outcome.

    Raises:
        InvalidValueError: not one agent for each seat.
        GameError: the game itself breaks its contract.
    """
    game = load_game(game) if isinstance(game, str) else game
    if len(agents) != game.spec.players:
        raise InvalidValueError("agents", len(agents), f"one for each of {game.spec.players} seats")
    seats = [InProcessSeat(lambda agent=agent: agent) for agent in agents]  # type: ignore[misc]
    return referee_game(game, game.new_state(decks, seed), seats)


def referee_game(
    game: Game,
    state: State,
    seats: Sequence[Seat],
    clock: GameClock | None = None,
    beacon: Beacon | None = None,
) -> Outcome:
    """Play from `state` to the end, starting every seat first and closing all in the end; `state` is used up.

    Without a `clock` agents think as long as they like. A `beacon` shows at any moment which seat is being asked.

    Raises:
        VoidGame: a seat failed, and not by a fault of its agent.
        GameError: the game itself breaks its contract, found by the referee or by an agent that called its rules.
    """
    actions: list[int] = []
    seconds = [0.0] * len(seats)
    try:
        for player, seat in enumerate(seats):
            seat.prepare(player)
        for player, seat in enumerate(seats):
            if beacon is not None:
                beacon.ask(player, starting=True)
            seat.start(player)
        _play_to_end(game, state, seats, clock, beacon, actions, seconds)
        returns = checked_returns(game, state, len(seats))
        for seat in seats:
            seat.end(returns)
        fault = None
    except AgentFault as found:
        if beacon is not None:
            beacon.answered()  # what follows is not the agent's time
        blame_rules(game, state, found)
        fault = found
    finally:
        for seat in seats:
            seat.close()
    in_force = tuple(seat.in_force for seat in seats)
    if fault is None:
        return Outcome(returns, end_reason(state), None, tuple(actions), tuple(seconds), in_force)
    return Outcome(
        returns=fault_returns(fault.seat, len(seats)),
        reason=fault.reason,
        offender=fault.seat,
        actions=tuple(actions),
        seconds=tuple(seconds),
        in_force=in_force,
        detail=fault.detail,
        exit_code=fault.exit_code,
        stderr=fault.stderr,
    )


def _play_to_end(
    game: Game,
    state: State,
    seats: Sequence[Seat],
    clock: GameClock | None,
    beacon: Beacon | None,
    actions: list[int],
    seconds: list[float],
) -> None:
    limit = game.sizes.max_plies if isinstance(game, KernelGame) else MAX_PLIES
    step = state.step_legal if isinstance(state, KernelState) else state.step
    player, turn_over = state.current_player, -1
    while player >= 0:
        if len(actions) == limit:
            raise GameError(f"{game.spec.id}: the game is longer than its max_plies {limit}")
        legal = tuple(state.legal_actions())
        if not legal:
            raise GameError(f"{game.spec.id}: no action is legal after {len(actions)} plies, and the game is not over")
        if player == turn_over:  # what is left of the turn is played without asking
            step(action := _timeout_action(game, state, legal, player))
        else:
            allowance = UNLIMITED if clock is None else clock.allow(player)
            view = View(game, player, state.observation(player), legal, allowance.clock)
            if beacon is not None:
                beacon.ask(player)
            began = time.perf_counter()
            try:
                answer = seats[player].ask(view, allowance)
            except AgentFault:
                seconds[player] += time.perf_counter() - began
                raise
            if beacon is not None:
                beacon.answered()
            seconds[player] += answer.seconds
            if clock is not None and not _in_time(clock, allowance, answer, player, seats[player].in_force):
                turn_over = player
                continue
            step(action := checked_action(answer.action, legal, player))
        actions.append(action)
        player = state.current_player
        if player != turn_over:
            turn_over = -1


def _in_time(clock: GameClock, allowance: Allowance, answer: Answer, player: int, in_force: str) -> bool:
    """Return whether an answer came in time; if not, only the player's turn is over.

    Raises:
        AgentFault: it came too late for the move or the game.
        VoidGame: the machine was overloaded, or the referee was stopped.
    """
    ruling = clock.charge(answer.seconds, answer.starved, answer.stopped)
    if ruling == "in_time":
        return True
    detail = f"took {answer.seconds:.3f} s of {allowance.seconds:.3f} s (margin {allowance.margin:g} s)"
    if ruling == "starved":
        detail = f"machine overloaded: the agent {detail}, waiting for a core for {answer.starved:.3f} s of it"
        raise VoidGame(detail, "overload", player)
    if ruling == "stopped":
        detail = f"the referee was stopped for {answer.stopped:.3f} s: the agent {detail}"
        raise VoidGame(detail, "stopped", player if in_force == "none" else None)  # no other can have stopped it
    if ruling == "late":
        raise AgentFault("timeout", player, detail)
    return False


def blame_rules(game: Game, state: State, fault: AgentFault) -> None:
    """Check that a fault is the agent's own.

    Args:
        game: the game under its knobs.
        state: where the game was when the agent failed.
        fault: how it failed.

    Raises:
        GameError: the agent's exception may have come from the rules, and they fail by themselves.
    """
    error = fault.__cause__
    if fault.reason not in ("crash", "startup"):
        return
    if fault.suspect or (error is not None and may_come_from_rules(error, game)):
        rng = np.random.default_rng()  # not of the game itself: another attempt tries other positions
        if failure := rules_failure(game, state, fault.seat, rng):
            raise GameError(f"{game.spec.id}: {failure}") from fault


def _timeout_action(game: Game, state: State, legal: tuple[int, ...], player: int) -> int:
    """Return what the game plays for a player whose turn's time is over.

    Raises:
        AgentFault: that loses the game.
        GameError: the game names an action that is not legal.
    """
    action = state.timeout_action() if isinstance(state, KernelState) else -1
    if action < 0:
        raise AgentFault("timeout", player, "the time of the turn is over")
    if action not in legal:
        raise GameError(f"{game.spec.id}: timeout_action is {action}; expected a legal action")
    return action


RETURNS_EXPECTED: Final = "numbers from -1 to 1 with the sum 0"


def possible_returns(returns: Sequence[float]) -> bool:
    """Return whether these can be the returns of a game, one number for each seat.

    Games of two are of zero sum: what one entrant wins the other loses, on which ratings and tables rest.
    """
    in_range = all(-1.0 <= value <= 1.0 for value in returns)  # NaN is not
    return in_range and (len(returns) != 2 or abs(sum(returns)) <= ZERO)


def checked_returns(game: Game, state: State, players: int) -> tuple[float, ...]:
    """Return the returns of a state that is over.

    Raises:
        GameError: they are no returns.
    """
    returns = tuple(float(value) for value in state.returns())
    if len(returns) != players or not possible_returns(returns):
        raise GameError(f"{game.spec.id}: the returns are {returns}; expected {players} {RETURNS_EXPECTED}")
    return returns


def checked_action(answer: object, legal: tuple[int, ...], seat: int) -> int:
    """Return the answer as a legal action; a bool, a float or a text is not one, even if it equals one.

    Raises:
        AgentFault: it is none, the fault of `seat`.
    """
    try:
        action = plain_action(answer)
    except NotAnAction as refused:
        raise AgentFault("illegal", seat, illegal_detail(str(refused), legal)) from None
    if action not in legal:
        raise AgentFault("illegal", seat, illegal_detail(f"int {action}", legal))
    return action


def end_reason(state: State) -> str:
    """Return why a game without a fault ended, one of :data:`palaestra.record.REASONS`."""
    return "cap" if isinstance(state, KernelState) and state.capped else "finished"

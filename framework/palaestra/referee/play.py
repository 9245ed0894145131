"""One game, played by any agents: the Python lane.

The referee owns the true state. Agents are shown views; what they answer is checked against the legal actions.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from palaestra.agent import Agent, View
from palaestra.errors import GameError, InvalidValueError, shown
from palaestra.game import Game, KernelGame, KernelState, State
from palaestra.referee.faults import LINE_CHARACTERS, AgentFault, fault_of, fault_returns

MAX_PLIES: Final = 100_000
"""Plies of the longest game of those that tell no limit of their own."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went.

    Attributes:
        returns: one per seat, in [-1, 1].
        reason: one of :data:`palaestra.record.REASONS`.
        offender: the seat whose fault ended the game, or None.
        actions: every action in order.
        seconds: thinking time per seat.
        detail: for a fault, what happened; else empty.
    """

    returns: tuple[float, ...]
    reason: str
    offender: int | None
    actions: tuple[int, ...]
    seconds: tuple[float, ...]
    detail: str = ""


AgentBuilder = Callable[[], Agent]


def play_game(game: Game, agents: Sequence[Agent], seed: int = 0, decks: Sequence[str] | None = None) -> Outcome:
    """Play one game between `agents`, in seat order, on the deal that `seed` and `decks` give.

    An agent's fault ends the game as data: look at ``reason``, ``offender`` and ``detail`` of the outcome.

    Raises:
        InvalidValueError: not one agent for each seat.
        GameError: the game itself breaks its contract.
    """
    if len(agents) != game.spec.players:
        raise InvalidValueError("agents", len(agents), f"one for each of {game.spec.players} seats")
    builders = [lambda agent=agent: agent for agent in agents]
    return referee_game(game, game.new_state(decks, seed), builders)


def referee_game(
    game: Game, state: State, builders: Sequence[AgentBuilder], stopped_by: type[BaseException] = KeyboardInterrupt
) -> Outcome:
    """Play from `state` to the end, building each seat's agent first; `state` is used up.

    Whatever an agent raises is its fault, except for `stopped_by`, which stops the referee.
    """
    players = len(builders)
    actions: list[int] = []
    seconds = [0.0] * players
    try:
        agents = _start_agents(builders, seconds, stopped_by)
        _play_to_end(game, state, agents, actions, seconds, stopped_by)
    except AgentFault as fault:
        returns = fault_returns(fault.seat, players)
        return Outcome(returns, fault.reason, fault.seat, tuple(actions), tuple(seconds), fault.detail)
    returns = _checked_returns(game, state, players)
    _end_agents(agents, returns, stopped_by)
    return Outcome(returns, _reason(state), None, tuple(actions), tuple(seconds))


def _start_agents(
    builders: Sequence[AgentBuilder], seconds: list[float], stopped_by: type[BaseException]
) -> list[Agent]:
    agents: list[Agent] = []
    for seat, build in enumerate(builders):
        began = time.perf_counter()
        try:
            agent = build()
            start = getattr(agent, "start", None)
            if start is not None:
                start(seat)
        except stopped_by:
            raise
        except BaseException as error:
            raise fault_of(error, seat, startup=True) from error
        agents.append(agent)
        seconds[seat] += time.perf_counter() - began
    return agents


def _play_to_end(
    game: Game,
    state: State,
    agents: Sequence[Agent],
    actions: list[int],
    seconds: list[float],
    stopped_by: type[BaseException],
) -> None:
    limit = game.sizes.max_plies if isinstance(game, KernelGame) else MAX_PLIES
    step = state.step_legal if isinstance(state, KernelState) else state.step
    seat = state.current_player
    while seat >= 0:
        if len(actions) == limit:
            raise GameError(f"{game.spec.id}: the game is longer than its max_plies {limit}")
        legal = tuple(state.legal_actions())
        if not legal:
            raise GameError(f"{game.spec.id}: no action is legal after {len(actions)} plies, and the game is not over")
        view = View(game, seat, state.observation(seat), legal)
        began = time.perf_counter()
        try:
            answer = agents[seat].act(view)
        except stopped_by:
            raise
        except BaseException as error:
            raise fault_of(error, seat) from error
        finally:
            seconds[seat] += time.perf_counter() - began
        action = checked_action(answer, legal, seat)
        step(action)
        actions.append(action)
        seat = state.current_player


def _checked_returns(game: Game, state: State, players: int) -> tuple[float, ...]:
    returns = tuple(float(value) for value in state.returns())
    if len(returns) != players or not all(-1.0 <= value <= 1.0 for value in returns):  # NaN is not, either
        raise GameError(f"{game.spec.id}: the returns are {returns}; expected {players} numbers from -1 to 1")
    return returns


def checked_action(answer: object, legal: tuple[int, ...], seat: int) -> int:
    """Return the answer as a legal action; a bool, a float or a text is not one, even if it equals one.

    Raises:
        AgentFault: it is none, the fault of `seat`.
    """
    try:
        action = operator.index(answer)  # type: ignore[arg-type]
    except Exception:
        action = -1
    if action not in legal or isinstance(answer, bool):
        detail = f"{type(answer).__name__} {shown(answer)} is not among the legal actions {legal}"
        raise AgentFault("illegal", seat, detail[:LINE_CHARACTERS])
    return action


def _end_agents(agents: Sequence[Agent], returns: tuple[float, ...], stopped_by: type[BaseException]) -> None:
    for agent in agents:
        end = getattr(agent, "end", None)
        if end is not None:
            try:
                end(returns)
            except stopped_by:
                raise
            except BaseException:  # the game is over, its result stands
                continue


def _reason(state: State) -> str:
    return "cap" if isinstance(state, KernelState) and state.capped else "finished"

"""One game, played by any agents: the Python lane.

The referee owns the true state. Agents are shown views; what they answer is checked against the legal actions.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from palaestra.agent import Agent, View
from palaestra.errors import GameError, InvalidValueError
from palaestra.game import Game, KernelGame, KernelState, State
from palaestra.referee.faults import AgentFault, fault_of, fault_returns


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


def referee_game(game: Game, state: State, builders: Sequence[AgentBuilder]) -> Outcome:
    """Play from `state` to the end, building each seat's agent first; `state` is used up."""
    players = len(builders)
    actions: list[int] = []
    seconds = [0.0] * players
    try:
        agents = _start_agents(builders, seconds)
        _play_to_end(game, state, agents, actions, seconds)
    except AgentFault as fault:
        returns = fault_returns(fault.seat, players)
        return Outcome(returns, fault.reason, fault.seat, tuple(actions), tuple(seconds), fault.detail)
    returns = tuple(state.returns())
    _end_agents(agents, returns)
    return Outcome(returns, _reason(state), None, tuple(actions), tuple(seconds))


def _start_agents(builders: Sequence[AgentBuilder], seconds: list[float]) -> list[Agent]:
    agents: list[Agent] = []
    for seat, build in enumerate(builders):
        began = time.perf_counter()
        try:
            agent = build()
            start = getattr(agent, "start", None)
            if start is not None:
                start(seat)
        except (Exception, SystemExit) as error:
            raise fault_of(error, seat, startup=True) from error
        agents.append(agent)
        seconds[seat] += time.perf_counter() - began
    return agents


def _play_to_end(game: Game, state: State, agents: Sequence[Agent], actions: list[int], seconds: list[float]) -> None:
    limit = game.sizes.max_plies if isinstance(game, KernelGame) else None
    seat = state.current_player
    while seat >= 0:
        if len(actions) == limit:
            raise GameError(f"{game.spec.id}: the game is longer than its max_plies {limit}")
        legal = tuple(state.legal_actions())
        view = View(game, seat, state.observation(seat), legal)
        began = time.perf_counter()
        try:
            answer = agents[seat].act(view)
        except (Exception, SystemExit) as error:
            raise fault_of(error, seat) from error
        finally:
            seconds[seat] += time.perf_counter() - began
        action = checked_action(answer, legal, seat)
        state.step(action)
        actions.append(action)
        seat = state.current_player


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
        shown = repr(answer)[:100]
        raise AgentFault(
            "illegal", seat, f"{type(answer).__name__} {shown} is not among the legal actions {legal}"[:500]
        )
    return action


def _end_agents(agents: Sequence[Agent], returns: tuple[float, ...]) -> None:
    for agent in agents:
        end = getattr(agent, "end", None)
        if end is not None:
            try:
                end(returns)
            except (Exception, SystemExit):  # the game is over, its result stands
                continue


def _reason(state: State) -> str:
    return "cap" if isinstance(state, KernelState) and state.capped else "finished"

"""Asking the agents of a stored game again, move by move, for what they expected.

The agents are built as they were for the game, with the same seeds, and are shown the same positions; the stored
actions are played, whatever they answer now. An agent that plays by the clock, or whose files are known by their
content only, cannot be asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from palaestra.agent import Agent, AgentRng, Explanation, View, build_agent
from palaestra.errors import PalaestraError
from palaestra.game import Game, State
from palaestra.isolation.program import EXTERNAL
from palaestra.isolation.trust import TRUST_VARIABLE, trusted
from palaestra.plugins import Plugins, installed_plugins
from palaestra.record import PERSON, EntrantRecord, GameRecord
from palaestra.referee.faults import AgentFault
from palaestra.referee.play import checked_action
from palaestra.seeding import agent_seed
from palaestra.spec import AgentSpec, build_parameters, find_inner, whole_version


@dataclass(frozen=True, slots=True)
class Reading:
    """How an agent reads one moment of a stored game.

    Attributes:
        ply: from 1.
        seat: who is to move.
        action: the stored action, as text.
        answer: what the agent plays now, as text; None if it was not asked.
        actions: (action as text, visits, value) of what it looked at, as in :class:`palaestra.agent.Explanation`.
        variation: what it expects, as text; cut where the true game does not allow an action.
        iterations: simulations or evaluations.
        seconds: how long it thought now.
        note: why there is no reading, or that the agent now plays another action; empty if neither.
    """

    ply: int
    seat: int
    action: str
    answer: str | None = None
    actions: tuple[tuple[str, int, float], ...] = ()
    variation: tuple[str, ...] = ()
    iterations: int = 0
    seconds: float = 0.0
    note: str = ""


def explain_game(
    game: Game, record: GameRecord, entrants: Sequence[EntrantRecord], plugins: Plugins | None = None
) -> Iterator[Reading]:
    """Yield the readings of a stored game, one for each action, as far as its actions can be replayed.

    Args:
        game: the game under the tournament's knobs.
        record: the stored game.
        entrants: in seat order.
        plugins: where to look for the agents; default: the installed plugins.

    Raises:
        UserError: the decks cannot be dealt.
    """
    state = game.new_state(record.game.decks, record.game.deal)
    plugins = plugins or installed_plugins()
    agents = [_rebuilt(game, record.game.id, seat, entrant, plugins) for seat, entrant in enumerate(entrants)]
    for ply, action in enumerate(record.actions, start=1):
        if action not in state.legal_actions():
            return
        agent = agents[state.current_player]
        reading = Reading(ply, state.current_player, game.action_to_string(state, action))
        if isinstance(agent, str):
            yield _with_note(reading, agent)
        else:
            yield _read(game, state, agent, reading, action)
        state.step(action)


def _rebuilt(game: Game, game_id: str, seat: int, entrant: EntrantRecord, plugins: Plugins) -> Agent | str:
    """Return the agent as it began the game, or why it cannot be asked."""
    if entrant.agent == PERSON:
        return "a person played it"
    try:
        spec = plugins.agent(entrant.agent)
        inner = find_inner(spec, entrant.parameters, plugins.agent)
        problem = _unrepeatable(spec, inner, entrant) or _untrusted(plugins.provenance(spec, inner).distribution)
        if problem:
            return problem
        parameters = build_parameters(spec, entrant.parameters, plugins.agent)
        agent = build_agent(spec, game, parameters, AgentRng(agent_seed(game_id, seat, entrant.name)))
        if not hasattr(agent, "explain"):
            return f"agent '{spec.id}' explains nothing"
        start = getattr(agent, "start", None)
        if start is not None:
            start(seat)
    except PalaestraError as error:
        return str(error)
    except Exception as error:  # the agent's code may raise anything
        return f"agent '{entrant.agent}' cannot be built: {type(error).__name__}: {error}"
    return agent


def _unrepeatable(spec: AgentSpec, inner: AgentSpec | None, entrant: EntrantRecord) -> str:
    """Return why the agent would not play as it did, or nothing."""
    if spec == EXTERNAL:
        return "it is a program, and explains nothing"
    version = whole_version(spec, inner)
    if version != entrant.version:
        return f"agent '{spec.id}' is version {version} here; the game was played with version {entrant.version}"
    for name, value in entrant.parameters.items():
        if name == "seconds" and value is not None:
            return f"it plays by the clock, {value:g} seconds a move, and cannot be asked again"
        if isinstance(value, str) and value.startswith("sha256:"):
            return f"its file '{name}' is stored by its content only, and it cannot be built again"
    return ""


def _untrusted(distribution: str) -> str:
    """Return why the agent is not run in this process, or nothing."""
    if trusted(distribution):
        return ""
    return f"its distribution '{distribution}' is not trusted to run in this process; {TRUST_VARIABLE} may name it"


def _read(game: Game, state: State, agent: Agent, reading: Reading, stored: int) -> Reading:
    """Ask the agent for its action and its reading of the state, which is not changed."""
    seat, legal = reading.seat, tuple(state.legal_actions())
    try:
        answer = checked_action(agent.act(View(game, seat, state.observation(seat), legal)), legal, seat)
        explained: Explanation = agent.explain()  # type: ignore[attr-defined]
    except AgentFault as fault:
        return _with_note(reading, fault.detail)
    except Exception as error:  # whatever the agent's code raises
        return _with_note(reading, f"it fails: {type(error).__name__}: {error}")
    text = game.action_to_string(state, answer)
    return Reading(
        ply=reading.ply,
        seat=reading.seat,
        action=reading.action,
        answer=text,
        actions=tuple(
            (game.action_to_string(state, action), visits, value)
            for action, visits, value in explained.actions
            if action in legal
        ),
        variation=_as_texts(game, state.copy(), explained.principal_variation),
        iterations=explained.iterations,
        seconds=explained.seconds,
        note="" if answer == stored else f"it now plays {text}, not {reading.action}",
    )


def _with_note(reading: Reading, note: str) -> Reading:
    return Reading(reading.ply, reading.seat, reading.action, note=note)


def _as_texts(game: Game, state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """Return a variation as texts, up to the first action that is not legal; `state` is used up."""
    texts: list[str] = []
    for action in actions:
        if action not in state.legal_actions():
            break
        texts.append(game.action_to_string(state, action))
        state.step(action)
    return tuple(texts)

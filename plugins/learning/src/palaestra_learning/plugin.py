"""What this distribution gives to Palaestra; imports descriptors only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from palaestra import AgentSpec, CommandSpec, hookimpl
from palaestra_learning.parameters import WeakenedParameters
from palaestra_learning.q_learning.parameters import QLearningParameters, QPerfectParameters, QSnapshotParameters

Q_LEARNING: Final = AgentSpec(
    id="q_learning",
    version="1",
    summary="Plays by a table of Q values that it learns before its first game.",
    factory="palaestra_learning.q_learning.agents:QLearningAgent",
    parameters=QLearningParameters,
    needs=("two_players",),
)
Q_SNAPSHOT: Final = AgentSpec(
    id="q_snapshot",
    version="1",
    summary="Plays by a table of Q values as it was after a part of its training, from a file.",
    factory="palaestra_learning.q_learning.agents:QSnapshotAgent",
    parameters=QSnapshotParameters,
    needs=("two_players",),
)
Q_PERFECT: Final = AgentSpec(
    id="q_perfect",
    version="1",
    summary="Tic-tac-toe without a losing line, by Q-learning against its greedy twin.",
    factory="palaestra_learning.q_learning.agents:QPerfectAgent",
    games=("tic_tac_toe",),
    parameters=QPerfectParameters,
)
WEAKENED: Final = AgentSpec(
    id="weakened",
    version="1",
    summary="Plays as another agent does, but for some of its actions, which are random.",
    factory="palaestra_learning.weakened:WeakenedAgent",
    parameters=WeakenedParameters,
)


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the agents of this distribution."""
    for spec in (Q_LEARNING, Q_SNAPSHOT, Q_PERFECT, WEAKENED):
        register(spec)


@hookimpl
def register_commands(register: Callable[[CommandSpec], None]) -> None:
    """Add ``palaestra train`` and ``palaestra calibrate``."""
    register(CommandSpec("train", "Train an agent, and keep weaker ones.", "palaestra_learning.commands.train:train"))
    register(
        CommandSpec(
            "calibrate", "Weaken an agent to a wanted strength.", "palaestra_learning.commands.calibrate:calibrate"
        )
    )

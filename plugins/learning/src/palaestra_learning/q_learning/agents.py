"""The agents `q_snapshot`, `q_learning` and `q_perfect`: one policy over tables of different origin."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from palaestra import CompiledPolicy, FloatArray, Game, KernelGame, PolicyAgent, UserError
from palaestra_learning.q_learning.learner import Learner, kernel_game
from palaestra_learning.q_learning.opponents import find_teacher
from palaestra_learning.q_learning.parameters import QLearningParameters, QPerfectParameters, QSnapshotParameters
from palaestra_learning.q_learning.policy import table_policy
from palaestra_learning.q_learning.rule import changed
from palaestra_learning.q_learning.settings import Settings, make_settings
from palaestra_learning.q_learning.snapshots import read_table
from palaestra_learning.q_learning.table import QTable


def train_table(game: KernelGame, settings: Settings, memory_bytes: int) -> tuple[QTable, FloatArray]:
    """Return the table after ``settings.games`` games of training, and its rule; no checks are made."""
    learner = Learner(game, settings, find_teacher(game, settings), memory_bytes)
    learner.train(settings.games)
    return learner.table, learner.rule


class QSnapshotAgent(PolicyAgent):
    """Plays by a snapshot, or at random with some probability: an opponent of a wanted strength."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: QSnapshotParameters) -> CompiledPolicy | None:
        """Return the policy."""
        return _snapshot_policy(_Game(kernel_game(game)), parameters, _stamp(parameters.file))


class QLearningAgent(PolicyAgent):
    """Learns before its first game, always the same for the same parameters, and then plays by its table."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: QLearningParameters) -> CompiledPolicy | None:
        """Return the policy, trained once in each process."""
        settings = parameters.settings()
        return _trained_policy(_Game(kernel_game(game)), settings, parameters.randomness, parameters.memory * 10**6)


class QPerfectAgent(PolicyAgent):
    """Tic-tac-toe by the preset ``perfect``."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: QPerfectParameters) -> CompiledPolicy | None:
        """Return the policy, trained once in each process: 40,000 games, some hundredths of a second."""
        settings = make_settings("perfect", seed=parameters.seed)
        return _trained_policy(_Game(kernel_game(game)), settings, parameters.randomness, 10**9)


class _Game:
    """A game as a key: equal where its id, version and knobs are."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        self._identity = (game.spec.id, game.spec.version, tuple(game.knobs.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)


@lru_cache(maxsize=4)
def _trained_table(key: _Game, settings: Settings, memory_bytes: int) -> tuple[QTable, FloatArray]:
    return train_table(key.game, settings, memory_bytes)


@lru_cache(maxsize=4)
def _trained_policy(key: _Game, settings: Settings, randomness: float, memory_bytes: int) -> CompiledPolicy:
    table, rule = _trained_table(key, settings, memory_bytes)
    return table_policy(key.game, table, changed(rule, RANDOMNESS=randomness))


def _stamp(file: str | None) -> tuple[int, int] | None:
    """Return what changes with the content of a file."""
    if file is None:
        return None
    try:
        status = Path(file).stat()
    except OSError as error:
        raise UserError(f"cannot read '{file}': {error.strerror}") from error
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=4)
def _snapshot_policy(
    key: _Game,
    parameters: QSnapshotParameters,
    stamp: tuple[int, int] | None,  # noqa: ARG001 - a part of the key
) -> CompiledPolicy:
    table, rule = read_table(key.game, parameters.file, parameters.percent)
    return table_policy(key.game, table, changed(rule, RANDOMNESS=parameters.randomness))

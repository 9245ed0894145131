"""What a player sees of an action: enough to name it, and whether it showed them anything new.

Both questions are answered by sampling: positions that agree with all that the player knows are drawn, and what they
would have seen there is compared with what they saw. This works for every game with a kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from palaestra.game import Game, KernelGame, KernelState, State

SAMPLES: Final = 16
"""Positions that are tried."""


def follows(game: Game, before: State, action: int, after: State, player: int, rng: np.random.Generator) -> bool:
    """Return whether what `player` sees after their own action follows from what they knew before it.

    It does not where a hidden thing was revealed, or chance decided something that they see. Of a hidden-information
    or chance game without a kernel this is never known.
    """
    if not isinstance(game, KernelGame):
        return game.spec.information == "perfect" and not game.spec.chance
    seen = after.observation(player)
    for sample in _samples(game, before, player, rng):
        if action not in sample.legal_actions():
            return False
        sample.step_legal(action)
        if not np.array_equal(sample.observation(player), seen):
            return False
    return True


def is_seen(game: Game, before: State, action: int, after: State, player: int, rng: np.random.Generator) -> bool:
    """Return whether `player` may read the text of an action of another player, taken in the state `before`.

    They may not if another text would fit what they see as well. Of a hidden-information game without a kernel this is
    never known.
    """
    if game.spec.information == "perfect":
        return True
    if not isinstance(game, KernelGame) or not isinstance(before, KernelState):
        return False
    seen, text = after.observation(player), game.action_to_string(before, action)
    for sample in _samples(game, before, player, rng):
        sample.array[:2] = before.array[:2]  # the same luck: only what is hidden differs
        for other in sample.legal_actions():
            reached = sample.copy()
            reached.step_legal(other)
            if np.array_equal(reached.observation(player), seen) and game.action_to_string(sample, other) != text:
                return False
    return True


def _samples(game: KernelGame, state: State, player: int, rng: np.random.Generator) -> Iterator[KernelState]:
    known = state.observation(player)
    return (game.determinize(known, player, rng) for _ in range(SAMPLES))

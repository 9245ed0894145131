"""Laws of the optional rules of a kernel; they hold for the defaults as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from palaestra.game import KernelGame
from palaestra.kernel import IntArray
from palaestra.testing.conformance import Law
from palaestra.testing.laws.moment import Moment

PLAYOUTS: Final = 300
"""Playouts compared with as many random games, for each game checked."""


def values_are_in_range_and_agree_on_observations(at: Moment) -> Iterator[str]:
    """``evaluate`` is in [-1, 1], the same for a state and for what the player sees of it."""
    probe, state = at.probe(), at.array
    for player in at.players:
        value, seen = probe.evaluate(state, player), probe.evaluate(probe.observe(state, player), player)
        if not -1 <= value <= 1:
            yield f"the value for player {player} is {value}; expected a number from -1 to 1"
        if value != seen:
            yield f"the value for player {player} is {value} on the state and {seen} on its observation"


def keys_ignore_the_random_numbers(at: Moment) -> Iterator[str]:
    """``key`` does not depend on the random numbers."""
    state, other = at.array, at.array
    other[:2] = at.new_rng()
    if at.probe().key(state) != at.probe().key(other):
        yield "the key changes with the random numbers"


def canonical_positions_are_equivalent(at: Moment) -> Iterator[str]:
    """``canonical`` is idempotent and keeps the mover, the number of legal actions and the returns."""
    probe, state = at.probe(), at.array
    chosen = probe.canonical(state)
    if not np.array_equal(probe.canonical(chosen), chosen):
        yield "the representative of the representative is another position"
    mover = probe.current_player(state)
    if probe.current_player(chosen) != mover:
        yield f"current_player is {mover}, and {probe.current_player(chosen)} in the representative"
    elif mover < 0:
        if probe.returns(state) != probe.returns(chosen):
            yield f"returns are {probe.returns(state)}, and {probe.returns(chosen)} in the representative"
    elif len(probe.legal_actions(state)) != len(probe.legal_actions(chosen)):
        yield "the representative has another number of legal actions"


def filters_keep_a_subset(at: Moment) -> Iterator[str]:
    """Every named filter keeps different actions of those that it is given."""
    probe, state = at.probe(), at.array
    if probe.current_player(state) < 0:
        return
    legal = probe.legal_actions(state)
    for index in range(len(probe.rules.filters)):
        kept = probe.filter(state, index, legal)
        if len(set(kept)) != len(kept) or not set(kept) <= set(legal):
            yield f"filter {index} keeps {kept} of {legal}"


def timeout_actions_are_legal(at: Moment) -> Iterator[str]:
    """``timeout_action`` is a legal action, or -1."""
    probe, state = at.probe(), at.array
    if probe.current_player(state) >= 0:
        action = probe.timeout_action(state)
        if action != -1 and action not in probe.legal_actions(state):
            yield f"the timeout action is {action}; expected a legal action or -1"


def capped_games_are_over_and_drawn(at: Moment) -> Iterator[str]:
    """``capped`` is 0, or 1 in a game that is over and drawn."""
    probe, state = at.probe(), at.array
    capped = probe.capped(state)
    if capped not in (0, 1):
        yield f"capped is {capped}; expected 0 or 1"
    if capped == 1 and probe.current_player(state) >= 0:
        yield "capped is 1 in a game that goes on"
    if capped == 1 and any(probe.returns(state)):
        yield f"a capped game has returns {probe.returns(state)}; expected a draw"


def playouts_are_uniformly_random_games(at: Moment) -> Iterator[str]:
    """``playout`` reaches an end, and its results are those of random games within five standard deviations."""
    if not isinstance(at.game, KernelGame) or at.game.rules.playout is None:
        return
    start, _ = at.past[int(at.rng.integers(len(at.past)))] if at.past else (at.state, ())
    root = at.game.state_from_array(start.array).array if hasattr(start, "array") else at.array
    probe = at.probe()
    played, stepped = [], []
    for _ in range(PLAYOUTS):
        state = root.copy()
        state[:2] = at.new_rng()
        probe.rules.playout(state)
        if probe.current_player(state) != -1:
            yield f"playout stopped with player {probe.current_player(state)} to move"
        played.append(probe.returns(state)[0])
        stepped.append(_random_return(at, root.copy()))
    distance = abs(np.mean(played) - np.mean(stepped))
    tolerance = 5 * np.sqrt((np.var(played) + np.var(stepped)) / PLAYOUTS) + 3 / PLAYOUTS
    if distance > tolerance:
        yield f"playouts return {np.mean(played):.3f} to the first seat, random games {np.mean(stepped):.3f}"


def _random_return(at: Moment, state: IntArray) -> float:
    """Return the first seat's result of a random game."""
    probe = at.probe()
    state[:2] = at.new_rng()
    while probe.current_player(state) >= 0:
        legal = probe.legal_actions(state)
        probe.rules.step(state, legal[int(at.rng.integers(len(legal)))])
    return probe.returns(state)[0]


EVERY_POSITION: Final[tuple[Law[Moment], ...]] = (
    values_are_in_range_and_agree_on_observations,
    keys_ignore_the_random_numbers,
    canonical_positions_are_equivalent,
    filters_keep_a_subset,
    timeout_actions_are_legal,
    capped_games_are_over_and_drawn,
)
"""Tested in every position."""

WHOLE_GAMES: Final[tuple[Law[Moment], ...]] = (playouts_are_uniformly_random_games,)
"""Tested when a game is over."""

"""Laws of games with a kernel: the required rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from palaestra.game import KernelGame
from palaestra.testing.conformance import Law
from palaestra.testing.laws.moment import Moment, Probe


def legal_actions_fit_max_legal(at: Moment) -> Iterator[str]:
    """No position has more legal actions than ``max_legal``."""
    probe, state = at.probe(), at.array
    if probe.current_player(state) >= 0:
        n = len(probe.legal_actions(state))
        if n > probe.sizes.max_legal:
            yield f"{n} legal actions; max_legal is {probe.sizes.max_legal}"


def random_numbers_are_never_both_zero(at: Moment) -> Iterator[str]:
    """The first two numbers of a state, its random generator, are not both zero."""
    if not at.array[:2].any():
        yield "state[0] and state[1] are both zero; expected seed_rng in init"


def only_step_and_playout_change_the_state(at: Moment) -> Iterator[str]:
    """Only ``step`` and ``playout`` write to the state that they are given."""
    state, before = at.array, at.array
    for name, _ in _readings(at.probe(), state, at):
        if not np.array_equal(state, before):
            yield f"{name} wrote to the state"


def outputs_are_fully_written(at: Moment) -> Iterator[str]:
    """What a rule writes does not depend on what its output held before."""
    state, seed = at.array, int(at.rng.integers(2**31))
    results = []
    for filler in (7, -3):
        at.rng = np.random.default_rng(seed)
        results.append(list(_readings(at.probe(filler), state, at)))
    for (name, one), (_, other) in zip(*results, strict=True):
        if not np.array_equal(one, other):
            yield f"{name} does not write all of its output"


def _readings(probe: Probe, state: np.ndarray, at: Moment) -> Iterator[tuple[str, object]]:
    """Call every rule that only reads; yield its name and result after each."""
    yield "current_player", probe.current_player(state)
    yield "capped", probe.capped(state)
    if probe.current_player(state) >= 0:
        legal = probe.legal_actions(state)
        yield "legal_actions", legal
        yield "timeout_action", probe.timeout_action(state)
        for index in range(len(probe.rules.filters)):
            yield "filter", probe.filter(state, index, legal)
    else:
        yield "returns", probe.returns(state)
    for player in at.players:
        yield "observe", probe.observe(state, player)
        yield "encode", probe.encode(state, player)
        yield "evaluate", probe.evaluate(state, player)
        yield "abstract", probe.abstract(state)
        yield "determinize", probe.determinize(probe.observe(state, player), player, at.new_rng())
    yield "observe", probe.observe(state, -1)
    yield "key", probe.key(state)
    yield "canonical", probe.canonical(state)


def init_writes_the_whole_state(at: Moment) -> Iterator[str]:
    """A deal does not depend on what the state array held before, since arrays are reused."""
    if isinstance(at.game, KernelGame):
        config = at.game.config(at.decks)
        one, other = (at.probe(filler).init(config, at.seed) for filler in (7, -3))
        differing = np.flatnonzero(one != other)
        if differing.size:
            yield f"init does not write state[{differing[0]}]"


def observations_hide_the_random_numbers(at: Moment) -> Iterator[str]:
    """The first two numbers of an observation are zero, and the others do not depend on them."""
    probe, state, other = at.probe(), at.array, at.array
    other[:2] = at.new_rng()
    for player in (-1, *at.players):
        seen = probe.observe(state, player)
        if seen[:2].any():
            yield f"player {player} sees the random numbers {seen[:2].tolist()}"
        differing = np.flatnonzero(seen != probe.observe(other, player))
        if differing.size:
            yield f"observation[{differing[0]}] of player {player} changes with the random numbers"


def observations_keep_the_mover_and_its_legal_actions(at: Moment) -> Iterator[str]:
    """All see whose turn it is, and the mover's observation has the legal actions of the state."""
    probe, state = at.probe(), at.array
    mover = probe.current_player(state)
    for player in (-1, *at.players):
        seen = probe.current_player(probe.observe(state, player))
        if seen != mover:
            yield f"current_player is {mover}, and {seen} in the observation of player {player}"
    if mover >= 0:
        legal, seen_legal = probe.legal_actions(state), probe.legal_actions(probe.observe(state, mover))
        if legal != seen_legal:
            yield f"legal actions are {legal}, and {seen_legal} in the observation of player {mover}"


def action_texts_need_only_the_observation(at: Moment) -> Iterator[str]:
    """The texts of the legal actions need no more than the mover's observation, since external agents get them."""
    probe, state = at.probe(), at.array
    mover = probe.current_player(state)
    if mover < 0 or not isinstance(at.game, KernelGame):
        return
    observation, as_text = probe.observe(state, mover), at.game.notation.action_to_string
    for action in probe.legal_actions(state):
        whole, seen = as_text(state.copy(), action), as_text(observation.copy(), action)
        if whole != seen:
            yield f"action {action} is '{whole}', and '{seen}' by the observation of player {mover}"


def determinizations_fit_the_observation(at: Moment) -> Iterator[str]:
    """Observing a determinization gives the observation again, and the same public view."""
    probe, state = at.probe(), at.array
    public = probe.observe(state, -1)
    for player in at.players:
        observation = probe.observe(state, player)
        full = probe.determinize(observation, player, at.new_rng())
        differing = np.flatnonzero(probe.observe(full, player) != observation)
        if differing.size:
            yield f"observation[{differing[0]}] of player {player} changes in a determinization of it"
        differing = np.flatnonzero(probe.observe(full, -1) != public)
        if differing.size:
            yield f"public observation[{differing[0]}] changes in a determinization for player {player}"


def determinizations_are_playable_with_new_random_numbers(at: Moment) -> Iterator[str]:
    """A determinization can be played to an end, and its random numbers are not those of the true state."""
    probe, state = at.probe(), at.array
    for player in at.players:
        full, other = (probe.determinize(probe.observe(state, player), player, at.new_rng()) for _ in range(2))
        if not full[:2].any():
            yield f"a determinization for player {player} has two random numbers of zero"
        if np.array_equal(full[:2], state[:2]) or np.array_equal(full[:2], other[:2]):
            yield f"determinizations for player {player} do not draw new random numbers; expected reseed(out, rng)"
        for _ in range(probe.sizes.max_plies):
            if probe.current_player(full) < 0:
                break
            legal = probe.legal_actions(full)
            if not legal:
                yield f"a determinization for player {player} has a position without legal actions"
                break
            full = probe.step(full, legal[int(at.rng.integers(len(legal)))])
        if probe.current_player(full) >= 0:
            yield f"a determinization for player {player} goes on after {probe.sizes.max_plies} plies"


def features_are_finite_and_agree_on_observations(at: Moment) -> Iterator[str]:
    """``encode`` gives finite numbers, the same for a state and for what the player sees of it."""
    probe, state = at.probe(), at.array
    for player in at.players:
        features = probe.encode(state, player)
        if not np.isfinite(features).all():
            yield f"feature {int(np.flatnonzero(~np.isfinite(features))[0])} of player {player} is not finite"
        differing = np.flatnonzero(features != probe.encode(probe.observe(state, player), player))
        if differing.size:
            yield f"feature {differing[0]} of player {player} differs between state and observation"


def perfect_information_hides_nothing(at: Moment) -> Iterator[str]:
    """In a game of perfect information all players see the whole state but the random numbers."""
    if at.game.spec.information == "perfect":
        for player in (-1, *at.players):
            differing = np.flatnonzero(at.probe().observe(at.array, player)[2:] != at.array[2:])
            if differing.size:
                yield f"player {player} does not see state[{differing[0] + 2}]"


def something_is_hidden(at: Moment) -> bool:
    """Return whether any player does not see a part of the state, apart from the random numbers."""
    probe, state = at.probe(), at.array
    return any(bool((probe.observe(state, player)[2:] != state[2:]).any()) for player in at.players)


def games_without_chance_draw_nothing(at: Moment) -> Iterator[str]:
    """Where ``spec.chance`` is false no action changes the random numbers."""
    probe, state = at.probe(), at.array
    if not at.game.spec.chance and probe.current_player(state) >= 0:
        legal = probe.legal_actions(state)
        action = legal[int(at.rng.integers(len(legal)))]
        if not np.array_equal(probe.step(state, action)[:2], state[:2]):
            yield f"action {action} drew random numbers, but spec.chance is False"


EVERY_POSITION: Final[tuple[Law[Moment], ...]] = (
    legal_actions_fit_max_legal,
    random_numbers_are_never_both_zero,
    observations_hide_the_random_numbers,
    observations_keep_the_mover_and_its_legal_actions,
    determinizations_fit_the_observation,
    features_are_finite_and_agree_on_observations,
    perfect_information_hides_nothing,
    games_without_chance_draw_nothing,
    only_step_and_playout_change_the_state,
    outputs_are_fully_written,
)
"""Tested in every position."""

SOME_POSITIONS: Final[tuple[Law[Moment], ...]] = (
    determinizations_are_playable_with_new_random_numbers,
    action_texts_need_only_the_observation,
)
"""Tested at the start, at the end and in some positions between."""

ONCE: Final[tuple[Law[Moment], ...]] = (init_writes_the_whole_state,)
"""Tested once, at the first start."""

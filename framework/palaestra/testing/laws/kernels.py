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


def random_words_are_never_both_zero(at: Moment) -> Iterator[str]:
    """The generator in the first two words of a state is alive."""
    if not at.array[:2].any():
        yield "words 0 and 1 are both zero"


def reading_rules_leave_the_state_alone(at: Moment) -> Iterator[str]:
    """Only ``step`` and ``playout`` write to the state that they are given."""
    state, before = at.array, at.array
    for name, _ in _readings(at.probe(), state, at):
        if not np.array_equal(state, before):
            yield f"{name} wrote to the state"


def outputs_are_written_whole(at: Moment) -> Iterator[str]:
    """What a rule writes does not depend on what its output held before."""
    state, seed = at.array, int(at.rng.integers(2**31))
    results = []
    for filler in (7, -3):
        at.rng = np.random.default_rng(seed)
        results.append(list(_readings(at.probe(filler), state, at)))
    for (name, one), (_, other) in zip(*results, strict=True):
        if not np.array_equal(one, other):
            yield f"{name} leaves words of its output as they were"


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
        yield "determinize", probe.determinize(probe.observe(state, player), player, at.words())
    yield "observe", probe.observe(state, -1)
    yield "key", probe.key(state)
    yield "canonical", probe.canonical(state)


def init_writes_every_word(at: Moment) -> Iterator[str]:
    """A deal does not depend on what the state array held before, since arrays are reused."""
    if isinstance(at.game, KernelGame):
        config = at.game.config(at.decks)
        one, other = (at.probe(filler).init(config, at.seed) for filler in (7, -3))
        differing = np.flatnonzero(one != other)
        if differing.size:
            yield f"init leaves word {differing[0]} as it was"


def observations_hide_the_random_words(at: Moment) -> Iterator[str]:
    """Words 0 and 1 of an observation are zero, and the others do not change with them."""
    probe, state, other = at.probe(), at.array, at.array
    other[:2] = at.words()
    for player in (-1, *at.players):
        seen = probe.observe(state, player)
        if seen[:2].any():
            yield f"player {player} sees the random words {seen[:2].tolist()}"
        differing = np.flatnonzero(seen != probe.observe(other, player))
        if differing.size:
            yield f"player {player} sees word {differing[0]} change with the random words"


def observations_keep_the_choices_of_the_mover(at: Moment) -> Iterator[str]:
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


def the_mover_reads_its_actions_in_its_observation(at: Moment) -> Iterator[str]:
    """The words of the legal actions need no more than the mover's observation: external agents are told them."""
    probe, state = at.probe(), at.array
    mover = probe.current_player(state)
    if mover < 0 or not isinstance(at.game, KernelGame):
        return
    observation, to_words = probe.observe(state, mover), at.game.notation.action_to_string
    for action in probe.legal_actions(state):
        told, seen = to_words(state.copy(), action), to_words(observation.copy(), action)
        if told != seen:
            yield f"action {action} is '{told}', and '{seen}' by the observation of player {mover}"


def determinizations_fit_the_observation(at: Moment) -> Iterator[str]:
    """Observing a determinization gives the observation again, and the same public view."""
    probe, state = at.probe(), at.array
    public = probe.observe(state, -1)
    for player in at.players:
        observation = probe.observe(state, player)
        full = probe.determinize(observation, player, at.words())
        differing = np.flatnonzero(probe.observe(full, player) != observation)
        if differing.size:
            yield f"player {player} sees word {differing[0]} change in a determinization of its view"
        differing = np.flatnonzero(probe.observe(full, -1) != public)
        if differing.size:
            yield f"public word {differing[0]} changes in a determinization of the view of player {player}"


def determinizations_are_playable_and_fresh(at: Moment) -> Iterator[str]:
    """A determinization can be played to an end, and its future is not the one that the true state holds."""
    probe, state = at.probe(), at.array
    for player in at.players:
        full, other = (probe.determinize(probe.observe(state, player), player, at.words()) for _ in range(2))
        if not full[:2].any():
            yield f"a determinization for player {player} has random words of zero"
        if np.array_equal(full[:2], state[:2]) or np.array_equal(full[:2], other[:2]):
            yield f"determinizations for player {player} do not draw new random words"
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
    """In a game of perfect information all players see all words but the random ones."""
    if at.game.spec.information == "perfect":
        for player in (-1, *at.players):
            differing = np.flatnonzero(at.probe().observe(at.array, player)[2:] != at.array[2:])
            if differing.size:
                yield f"player {player} does not see word {differing[0] + 2}"


def something_is_hidden(at: Moment) -> bool:
    """Tell whether a player does not see a word of the state, apart from the random ones."""
    probe, state = at.probe(), at.array
    return any(bool((probe.observe(state, player)[2:] != state[2:]).any()) for player in at.players)


def games_without_chance_draw_nothing(at: Moment) -> Iterator[str]:
    """Where ``spec.chance`` is false no action touches the random words."""
    probe, state = at.probe(), at.array
    if not at.game.spec.chance and probe.current_player(state) >= 0:
        legal = probe.legal_actions(state)
        action = legal[int(at.rng.integers(len(legal)))]
        if not np.array_equal(probe.step(state, action)[:2], state[:2]):
            yield f"action {action} drew random numbers, but spec.chance is False"


EVERY_POSITION: Final[tuple[Law[Moment], ...]] = (
    legal_actions_fit_max_legal,
    random_words_are_never_both_zero,
    observations_hide_the_random_words,
    observations_keep_the_choices_of_the_mover,
    determinizations_fit_the_observation,
    features_are_finite_and_agree_on_observations,
    perfect_information_hides_nothing,
    games_without_chance_draw_nothing,
    reading_rules_leave_the_state_alone,
    outputs_are_written_whole,
)
"""Tried in every position."""

SOME_POSITIONS: Final[tuple[Law[Moment], ...]] = (
    determinizations_are_playable_and_fresh,
    the_mover_reads_its_actions_in_its_observation,
)
"""Tried at the start, at the end and in some positions between."""

ONCE: Final[tuple[Law[Moment], ...]] = (init_writes_every_word,)
"""Tried once, at the first start."""

"""Laws of every game, with or without a kernel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final
from xml.etree import ElementTree

import numpy as np

from palaestra.errors import ActionError, PalaestraError
from palaestra.game import KernelGame
from palaestra.record import ZERO
from palaestra.testing.conformance import Law, describe_error
from palaestra.testing.laws.moment import Moment, play_on, snapshot

TRIED: Final = 12
"""Most actions tested in one position."""

FUTURE: Final = 40
"""Plies played where a law compares two continuations."""


def current_player_is_a_seat_or_minus_one(at: Moment) -> Iterator[str]:
    """The seat to move is in range, and -1 exactly when the game is over."""
    player = at.state.current_player
    if player not in (*at.players, -1):
        yield f"current_player is {player}; expected 0 to {at.game.spec.players - 1}, or -1 at the end"
    if at.state.is_terminal != (player == -1):
        yield f"current_player is {player} and is_terminal {at.state.is_terminal}"


def legal_actions_are_ascending_ids(at: Moment) -> Iterator[str]:
    """Legal actions are ascending, different, below ``num_actions``; there is one exactly before the end."""
    legal = at.state.legal_actions()
    if any(second <= first for first, second in pairwise(legal)):
        yield f"legal actions are {legal}; expected ascending ids"
    if legal and not 0 <= legal[0] <= legal[-1] < at.game.num_actions:
        yield f"legal actions run from {legal[0]} to {legal[-1]}; expected 0 to {at.game.num_actions - 1}"
    if bool(legal) == at.state.is_terminal:
        yield f"{len(legal)} legal actions where is_terminal is {at.state.is_terminal}"


def legal_actions_are_applicable(at: Moment) -> Iterator[str]:
    """Every legal action can be played."""
    legal = at.state.legal_actions()
    tried = legal if len(legal) <= TRIED else at.rng.choice(legal, TRIED, replace=False).tolist()
    for action in tried:
        try:
            at.state.copy().step(action)
        except Exception as error:  # whatever the rules raise
            yield f"legal action {action}: {describe_error(error)}"


def other_actions_are_refused(at: Moment) -> Iterator[str]:
    """An action that is not legal raises ActionError and changes nothing."""
    legal = set(at.state.legal_actions())
    for action in (-1, at.game.num_actions, int(at.rng.integers(at.game.num_actions))):
        if action in legal:
            continue
        attempt = at.state.copy()
        before = snapshot(attempt, at.game.spec.players)
        try:
            attempt.step(action)
        except ActionError:
            if snapshot(attempt, at.game.spec.players) != before:
                yield f"refusing action {action} changed the state"
        else:
            yield f"action {action} was played; expected ActionError, legal are {sorted(legal)}"


def copies_are_independent(at: Moment) -> Iterator[str]:
    """Playing on a copy does not change the original."""
    if at.state.is_terminal:
        return
    before = snapshot(at.state, at.game.spec.players)
    play_on(at.state.copy(), at.rng, 3)
    if snapshot(at.state, at.game.spec.players) != before:
        yield "playing on a copy changed the original"


def copies_replay_the_same_future(at: Moment) -> Iterator[str]:
    """A copy holds the same chance events: the same actions lead to the same states."""
    seed = int(at.rng.integers(2**31))
    one, other = (play_on(at.state.copy(), np.random.default_rng(seed), FUTURE) for _ in range(2))
    if snapshot(one, at.game.spec.players) != snapshot(other, at.game.spec.players):
        yield "two copies reached different states by the same actions"


def returns_are_in_range_and_zero_sum(at: Moment) -> Iterator[str]:
    """Returns are zero before the end, then in [-1, 1], and their sum is zero for two seats."""
    returns = at.state.returns()
    if len(returns) != at.game.spec.players:
        yield f"returns are {returns}; expected one for each of {at.game.spec.players} seats"
    if not at.state.is_terminal and any(returns):
        yield f"returns are {returns} before the end; expected zeros"
    if not all(-1 <= value <= 1 for value in returns):
        yield f"returns are {returns}; expected numbers from -1 to 1"
    if len(returns) == 2 and abs(sum(returns)) > ZERO:
        yield f"returns are {returns}; expected a sum of 0"


def observations_are_read_only_int64_arrays(at: Moment) -> Iterator[str]:
    """An observation is a read-only int64 vector, and a second call returns the same one."""
    for player in (-1, *at.players):
        seen = at.state.observation(player)
        if seen.dtype != np.int64 or seen.ndim != 1:
            yield f"observation of player {player} has type {seen.dtype}, {seen.ndim} dimensions; expected int64, 1"
        if seen.flags.writeable:
            yield f"observation of player {player} can be written"
        if seen.tobytes() != at.state.observation(player).tobytes():
            yield f"two observations of player {player} of one state differ"


def action_strings_name_one_action(at: Moment) -> Iterator[str]:
    """Different legal actions have different strings, and each string leads back to its action."""
    seen: dict[str, int] = {}
    for action in at.state.legal_actions():
        text = at.game.action_to_string(at.state, action)
        if text in seen:
            yield f"actions {seen[text]} and {action} are both called '{text}'"
        seen[text] = action
    for text, action in list(seen.items())[:TRIED]:
        back = at.game.string_to_action(at.state, text)
        if back != action:
            yield f"action {action} is called '{text}', which is read as {back}"


def position_strings_lead_back(at: Moment) -> Iterator[str]:
    """Reading a position's string gives a position with the same string, player, legal actions and returns.

    Counters may be lost, so a game that ended by its length is not tested.
    """
    if isinstance(at.game, KernelGame) and at.probe().capped(at.array):
        return
    text = at.game.position_to_string(at.state)
    back = at.game.position(text)
    for what, was, now in (
        ("the text", text, at.game.position_to_string(back)),
        ("the player to move", at.state.current_player, back.current_player),
        ("the legal actions", at.state.legal_actions(), back.legal_actions()),
        ("the returns", at.state.returns(), back.returns()),
    ):
        if was != now:
            yield f"position '{text}' was read as another one: {what} was {was} and is {now}"
    if isinstance(at.game, KernelGame) and at.game.rules.key is not None:
        read = at.game.state_from_array(back.array) if hasattr(back, "array") else None
        if read is not None and at.probe().key(at.array) != at.probe().key(read.array):
            yield f"position '{text}' was read as another one: its key differs"


def pictures_can_be_drawn(at: Moment) -> Iterator[str]:
    """Text is not empty and SVG is well-formed, for every player, the public and the whole state."""
    for player in (None, -1, *at.players):
        if not at.game.render(at.state, player).strip():
            yield f"the text for player {player} is empty"
        try:
            root = ElementTree.fromstring(at.game.render_svg(at.state, player))
        except ElementTree.ParseError as error:
            yield f"the SVG for player {player} is not well-formed: {error}"
        else:
            if root.tag.rpartition("}")[2] != "svg":
                yield f"the SVG for player {player} has the root element '{root.tag}'; expected 'svg'"


def past_states_never_change(at: Moment) -> Iterator[str]:
    """States kept from earlier are as they were when the game is over."""
    for ply, (state, then) in enumerate(at.past):
        if snapshot(state, at.game.spec.players) != then:
            yield f"the state kept at ply {ply} has changed by the end"


def the_same_seed_replays_the_same_game(at: Moment) -> Iterator[str]:
    """The same decks, seed and actions give the same game."""
    state = at.game.new_state(at.decks, at.seed)
    for ply, action in enumerate(at.actions):
        if snapshot(state, at.game.spec.players) != at.past[ply][1]:
            yield f"played again, the game differs at ply {ply}"
        state.step(action)
    if snapshot(state, at.game.spec.players) != snapshot(at.state, at.game.spec.players):
        yield "played again, the game ends differently"


def wrong_decks_are_refused(at: Moment) -> Iterator[str]:
    """A deck that does not exist raises an error of palaestra.errors."""
    try:
        at.game.check_decks(("no such deck",) * at.game.spec.players)
    except PalaestraError:
        return
    yield "the deck 'no such deck' was accepted"


EVERY_POSITION: Final[tuple[Law[Moment], ...]] = (
    current_player_is_a_seat_or_minus_one,
    legal_actions_are_ascending_ids,
    copies_are_independent,  # before all that play on copies
    legal_actions_are_applicable,
    other_actions_are_refused,
    returns_are_in_range_and_zero_sum,
    observations_are_read_only_int64_arrays,
    action_strings_name_one_action,
)
"""Tested in every position."""

SOME_POSITIONS: Final[tuple[Law[Moment], ...]] = (
    copies_replay_the_same_future,
    position_strings_lead_back,
    pictures_can_be_drawn,
)
"""Tested at the start, at the end and in some positions between."""

WHOLE_GAMES: Final[tuple[Law[Moment], ...]] = (past_states_never_change, the_same_seed_replays_the_same_game)
"""Tested when a game is over."""

ONCE: Final[tuple[Law[Moment], ...]] = (wrong_decks_are_refused,)
"""Tested once, at the first start."""

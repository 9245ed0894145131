"""Kuhn poker with a kernel: the smallest game with bluffing.

H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1 (1950): three cards, an ante of
1 each, one bet of 1. The first player loses 1/18 a game under best play of both, and wins 1/8 a game when both play
uniformly at random. Returns are chips won divided by 2.

Each seat's card is drawn when the seat first acts. To the players the moment makes no difference, and it puts a chance
event into the middle of the game.

State: ``[random, random, first card, second card, actions played, their three codes]``; cards are 1, 2, 3, not
known or not yet drawn 0. Action 0 passes (check, fold), action 1 bets (bet, call).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palaestra.compiler import copy, jit
from palaestra.errors import PositionError
from palaestra.game import GameDefinition
from palaestra.kernel import FeatureArray, FloatArray, IntArray, Rules, Sizes, reseed, rule
from palaestra.kernel.rng import random_below, seed_rng
from palaestra.spec import Knobs

CARDS: Final = 2
PLAYED: Final = 4
HISTORY: Final = 5
STATE_SIZE: Final = 8
PASS: Final = 0
BET: Final = 1


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:  # noqa: ARG001 - no knobs
    """Deal the first player's card."""
    state[:] = 0
    seed_rng(state, seed)
    state[CARDS] = 1 + random_below(state, 3)


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to move; over after pass-pass, bet-any and pass-bet-any."""
    played = state[PLAYED]
    if played < 2:
        return int(played)
    return 0 if played == 2 and state[HISTORY] == PASS and state[HISTORY + 1] == BET else -1


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:  # noqa: ARG001 - always both
    """List pass and bet."""
    out[0] = PASS
    out[1] = BET
    return 2


@rule
def step(state: IntArray, action: int) -> None:
    """Pass or bet; the second card is drawn after the first action."""
    state[HISTORY + state[PLAYED]] = action
    state[PLAYED] += 1
    if state[PLAYED] == 1:
        state[CARDS + 1] = _other_card(state[CARDS], random_below(state, 2))


@jit
def _other_card(card: int, which: int) -> int:
    """Return the lower (0) or the higher (1) of the two cards that are not `card`."""
    low = 2 if card == 1 else 1
    high = 2 if card == 3 else 3
    return high if which == 1 else low


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Pay 1/2 to the better card or to the bettor, 1 after a call."""
    last = state[HISTORY + state[PLAYED] - 1]
    before = state[HISTORY + state[PLAYED] - 2]
    winner = 0 if state[CARDS] > state[CARDS + 1] else 1
    if last == PASS and before == BET:
        winner = 0 if state[PLAYED] == 2 else 1
    stake = 1.0 if last == BET else 0.5
    out[winner] = stake
    out[1 - winner] = -stake


@rule
def observe(state: IntArray, player: int, out: IntArray) -> None:
    """Blank the random numbers and the opponent's card; cards are shown at a showdown, in public too."""
    copy(out, state)
    out[0] = 0
    out[1] = 0
    if current_player(state) < 0 and _is_showdown(state) == 1:
        return
    for seat in range(2):
        if seat != player:
            out[CARDS + seat] = 0


@jit
def _is_showdown(state: IntArray) -> int:
    """Return whether a game that is over ended without a fold."""
    last = state[HISTORY + state[PLAYED] - 1]
    return 1 if last == BET or state[HISTORY + state[PLAYED] - 2] == PASS else 0


@rule
def determinize(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:  # noqa: ARG001
    """Draw the cards that the observation does not show."""
    copy(out, observation)
    if out[CARDS] == 0 and out[CARDS + 1] == 0:
        out[CARDS] = 1 + random_below(rng, 3)
    if out[CARDS] == 0:
        out[CARDS] = _other_card(out[CARDS + 1], random_below(rng, 2))
    if out[CARDS + 1] == 0 and out[PLAYED] > 0:
        out[CARDS + 1] = _other_card(out[CARDS], random_below(rng, 2))
    reseed(out, rng)


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write the own card as three flags, then the actions played: pass -1, bet 1, none 0."""
    for card in range(3):
        out[card] = 1.0 if player >= 0 and state[CARDS + player] == card + 1 else 0.0
    for i in range(3):
        out[3 + i] = 2.0 * state[HISTORY + i] - 1.0 if i < state[PLAYED] else 0.0


@rule
def timeout_action(state: IntArray) -> int:  # noqa: ARG001 - always the same
    """Pass for a player whose time is over."""
    return PASS


RULES: Final = Rules(
    init,
    current_player,
    legal_actions,
    step,
    returns,
    observe,
    determinize,
    encode,
    timeout_action=timeout_action,
)


def sizes(knobs: Knobs) -> Sizes:  # noqa: ARG001 - no knobs
    """Return the constants."""
    return Sizes(state_size=STATE_SIZE, num_actions=2, max_legal=2, max_plies=3, num_features=6)


def config(knobs: Knobs, decks: Sequence[str]) -> tuple[int, ...]:  # noqa: ARG001
    """Return no numbers: there are no knobs, and one deck."""
    return ()


class KuhnNotation:
    """Texts: actions ``pass`` and ``bet``; a position is both cards and the actions, such as ``"JK pb"``.

    A card not yet drawn, or not known, is ``?``; before the first action the actions are ``-``.
    """

    def action_to_string(self, state: IntArray, action: int) -> str:  # noqa: ARG002 - the same everywhere
        """Return the name of the action."""
        return ("pass", "bet")[action]

    def position_to_string(self, state: IntArray) -> str:
        """Return cards and actions."""
        history = "".join("pb"[code] for code in state[HISTORY : HISTORY + state[PLAYED]])
        return "".join("?JQK"[card] for card in state[CARDS : CARDS + 2]) + f" {history or '-'}"

    def position(self, text: str, state: IntArray) -> None:
        """Write the position; both cards must be named once there is an action."""
        cards, _, history = text.strip().partition(" ")
        played = history.strip("-")
        known = cards.replace("?", "")
        possible = ("", "p", "b", "pp", "pb", "bp", "bb", "pbp", "pbb")
        drawn = cards[:1] in ("J", "Q", "K") and (len(known) == 2 if played else len(known) == 1)
        if (
            len(cards) != 2
            or set(known) - set("JQK")
            or played not in possible
            or not drawn
            or known in ("JJ", "QQ", "KK")
        ):
            raise PositionError(f"kuhn_poker position '{text}': expected cards and actions, such as 'JK pb' or 'Q? -'")
        state[CARDS : CARDS + 2] = ["?JQK".index(card) for card in cards]
        state[PLAYED] = len(played)
        state[HISTORY:] = 0
        state[HISTORY : HISTORY + len(played)] = ["pb".index(code) for code in played]


class KuhnDrawing:
    """Pictures of cards and actions."""

    def text(self, observation: IntArray) -> str:
        """Return one line."""
        return NOTATION.position_to_string(observation)

    def svg(self, observation: IntArray) -> str:
        """Return one line of text."""
        text = NOTATION.position_to_string(observation)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><text x="5" y="20">{text}</text></svg>'


NOTATION: Final = KuhnNotation()
DRAWING: Final = KuhnDrawing()
GAME: Final = GameDefinition(
    rules=RULES,
    sizes=sizes,
    config=config,
    notation="palaestra.testing.games.kuhn_poker:NOTATION",
    drawing="palaestra.testing.games.kuhn_poker:DRAWING",
)

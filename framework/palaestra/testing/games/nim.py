"""Nim with a kernel.

Whoever takes the last counter wins. With one taking a turn the player to move wins exactly if the bitwise sum of
the heaps is not zero: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3
(1901).

State: ``[random, random, seat to move, takings left in the turn, plies, cap, takings in a turn, heap width,
4 heaps]``. Action ``heap * width + count - 1`` takes ``count`` counters, where ``width`` is the largest heap of the
start.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from palaestra.compiler import copy
from palaestra.errors import PositionError
from palaestra.game import GameDefinition
from palaestra.kernel import FeatureArray, FloatArray, IntArray, Rules, Sizes, determinize_open, observe_open, rule
from palaestra.kernel.rng import random_below, seed_rng
from palaestra.spec import Knobs

SEAT: Final = 2
LEFT: Final = 3
PLIES: Final = 4
CAP: Final = 5
TAKES: Final = 6
WIDTH: Final = 7
HEAPS: Final = 8
MAX_HEAPS: Final = 4
STATE_SIZE: Final = HEAPS + MAX_HEAPS


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Lay out the heaps; ``config`` = [heaps, size, takes, cap]."""
    state[:] = 0
    seed_rng(state, seed)
    state[LEFT] = config[2]
    state[TAKES] = config[2]
    state[CAP] = config[3]
    state[WIDTH] = config[0] + config[1] - 1
    for heap in range(config[0]):
        state[HEAPS + heap] = config[1] + heap


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to move; -1 when all counters are gone or the cap is reached."""
    if state[CAP] > 0 and state[PLIES] >= state[CAP]:
        return -1
    for heap in range(MAX_HEAPS):
        if state[HEAPS + heap] > 0:
            return int(state[SEAT])
    return -1


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    """List every taking."""
    n = 0
    for heap in range(MAX_HEAPS):
        for count in range(state[HEAPS + heap]):
            out[n] = heap * state[WIDTH] + count
            n += 1
    return n


@rule
def step(state: IntArray, action: int) -> None:
    """Take counters; the seat changes when its takings are used up, but not after the last counter."""
    width = state[WIDTH]
    state[HEAPS + action // width] -= action % width + 1
    state[PLIES] += 1
    state[LEFT] -= 1
    if state[LEFT] == 0:
        state[LEFT] = state[TAKES]
        if current_player(state) >= 0:
            state[SEAT] = 1 - state[SEAT]


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Give the win to the seat that took the last counter; a capped game is drawn."""
    out[0] = 0.0
    out[1] = 0.0
    if capped(state) == 0:
        out[state[SEAT]] = 1.0
        out[1 - state[SEAT]] = -1.0


@rule
def capped(state: IntArray) -> int:
    """Return whether the game ended with counters left."""
    if current_player(state) >= 0:
        return 0
    for heap in range(MAX_HEAPS):
        if state[HEAPS + heap] > 0:
            return 1
    return 0


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write each heap as a share of the largest, then whether `player` is to move."""
    for heap in range(MAX_HEAPS):
        out[heap] = state[HEAPS + heap] / state[WIDTH]
    out[MAX_HEAPS] = 1.0 if current_player(state) == player else 0.0


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return +-1 or 0 at the end, +-0.5 by Bouton's theorem for one taking a turn, else 0."""
    seat = current_player(state)
    if seat < 0:
        if capped(state) == 1:
            return 0.0
        return 1.0 if state[SEAT] == player else -1.0
    if state[TAKES] > 1:
        return 0.0
    total = 0
    for heap in range(MAX_HEAPS):
        total ^= state[HEAPS + heap]
    return 0.5 if (total != 0) == (seat == player) else -0.5


@rule
def key(state: IntArray) -> int:
    """Pack heaps, seat and takings left."""
    value = state[SEAT] * 8 + state[LEFT]
    for heap in range(MAX_HEAPS):
        value = value * 16 + state[HEAPS + heap]
    return int(value)


@rule
def playout(state: IntArray) -> None:
    """Play uniformly at random to the end."""
    while current_player(state) >= 0:
        n = 0
        for heap in range(MAX_HEAPS):
            n += state[HEAPS + heap]
        choice = random_below(state, n)
        heap = 0
        while choice >= state[HEAPS + heap]:
            choice -= state[HEAPS + heap]
            heap += 1
        step(state, heap * state[WIDTH] + choice)


@rule("filter")
def keep_whole_heaps(state: IntArray, index: int, actions: IntArray, n: int, out: IntArray) -> int:  # noqa: ARG001
    """Keep the takings of a whole heap; the game's only filter."""
    kept = 0
    for i in range(n):
        if actions[i] % state[WIDTH] + 1 == state[HEAPS + actions[i] // state[WIDTH]]:
            out[kept] = actions[i]
            kept += 1
    return kept


@rule
def canonical(state: IntArray, out: IntArray) -> None:
    """Sort the heaps, largest first."""
    copy(out, state)
    for last in range(HEAPS + MAX_HEAPS - 1, HEAPS, -1):
        for heap in range(HEAPS, last):
            if out[heap] < out[heap + 1]:
                out[heap], out[heap + 1] = out[heap + 1], out[heap]


RULES: Final = Rules(
    init,
    current_player,
    legal_actions,
    step,
    returns,
    observe_open,
    determinize_open,
    encode,
    evaluate=evaluate,
    key=key,
    playout=playout,
    filter=keep_whole_heaps,
    canonical=canonical,
    capped=capped,
    filters=("whole_heaps",),
)


def sizes(knobs: Knobs) -> Sizes:
    """Return the constants for the knobs."""
    heaps, size = int(knobs["heaps"]), int(knobs["size"])
    most = heaps * (heaps + size - 1)  # a given position may have all heaps as large as the largest of the start
    return Sizes(state_size=STATE_SIZE, num_actions=most, max_legal=most, max_plies=most, num_features=MAX_HEAPS + 1)


def config(knobs: Knobs, decks: Sequence[str]) -> tuple[int, ...]:  # noqa: ARG001 - one deck only
    """Return the numbers that :func:`init` reads."""
    return tuple(int(knobs[name]) for name in ("heaps", "size", "takes", "cap"))


class NimNotation:
    """Texts: the action ``a2`` takes two counters from the first heap; a position is ``"3,4,5 1"``.

    A position lists the heaps, then the seat to move, 1 or 2; in turns of several takings those left follow.
    """

    def action_to_string(self, state: IntArray, action: int) -> str:
        """Return heap and count."""
        heap, count = divmod(action, int(state[WIDTH]))
        return f"{'abcd'[heap]}{count + 1}"

    def position_to_string(self, state: IntArray) -> str:
        """Return heaps, seat to move and takings left."""
        heaps = ",".join(str(count) for count in state[HEAPS:])
        return f"{heaps} {state[SEAT] + 1} {state[LEFT]}"

    def position(self, text: str, state: IntArray) -> None:
        """Write the position; heaps not named are empty."""
        match = re.fullmatch(r"([\d,]+) ([12])(?: (\d+))?", text.strip())
        heaps = [int(count or -1) for count in match[1].split(",")] if match else []
        left = int(match[3] or state[TAKES]) if match else -1
        if not match or not all(0 <= heap <= state[WIDTH] for heap in heaps):
            raise PositionError(f"nim position '{text}': expected heaps and seat, such as '3,4,5 1'")
        if any(heaps[np.count_nonzero(state[HEAPS:]) :]):
            raise PositionError(f"nim position '{text}': expected at most {np.count_nonzero(state[HEAPS:])} heaps")
        if not 1 <= left <= state[TAKES]:
            raise PositionError(f"nim position '{text}': {left} takings left; expected 1 to {state[TAKES]}")
        heaps = heaps[:MAX_HEAPS]
        state[HEAPS:] = 0
        state[HEAPS : HEAPS + len(heaps)] = heaps
        state[SEAT] = int(match[2]) - 1
        state[LEFT] = left


class NimDrawing:
    """Pictures of the heaps."""

    def text(self, observation: IntArray) -> str:
        """Return one line for each heap."""
        heaps = [int(count) for count in observation[HEAPS:]]
        return "\n".join(f"{name} {'o' * count}".rstrip() for name, count in zip("abcd", heaps, strict=True))

    def svg(self, observation: IntArray) -> str:
        """Return columns of circles."""
        circles = "".join(
            f'<circle cx="{20 + 30 * heap}" cy="{180 - 20 * i}" r="8"/>'
            for heap in range(MAX_HEAPS)
            for i in range(int(observation[HEAPS + heap]))
        )
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 130 200">{circles}</svg>'


class NimReference:
    """The slow twin: a list of heaps."""

    def __init__(self, knobs: Knobs, decks: Sequence[str], seed: int) -> None:  # noqa: ARG002 - nothing random
        count, size = int(knobs["heaps"]), int(knobs["size"])
        self._heaps = [size + i for i in range(count)]
        self._width = max(self._heaps)
        self._takes, self._cap = int(knobs["takes"]), int(knobs["cap"])
        self._takers: list[int] = []
        self._begun = 0

    @classmethod
    def from_position(cls, text: str, knobs: Knobs) -> NimReference:
        """Return the twin of a position text; the cap counts from there."""
        twin = cls(knobs, ("standard", "standard"), 0)
        heaps, seat, left = text.split()
        twin._heaps = [int(count) for count in heaps.split(",")]
        twin._begun = (int(seat) - 1) * twin._takes + twin._takes - int(left)
        return twin

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        over = not any(self._heaps) or (self._cap and len(self._takers) >= self._cap)
        return -1 if over else (self._begun + len(self._takers)) // self._takes % 2

    def legal_actions(self) -> list[int]:
        """Return every taking."""
        if self.current_player < 0:
            return []
        return sorted(heap * self._width + i for heap, count in enumerate(self._heaps) for i in range(count))

    def step(self, action: int) -> None:
        """Take counters."""
        self._takers.append(self.current_player)
        self._heaps[action // self._width] -= action % self._width + 1

    def returns(self) -> list[float]:
        """Return the result."""
        if any(self._heaps):
            return [0.0, 0.0]
        return [1.0, -1.0] if self._takers[-1] == 0 else [-1.0, 1.0]


NOTATION: Final = NimNotation()
DRAWING: Final = NimDrawing()
GAME: Final = GameDefinition(
    rules=RULES,
    sizes=sizes,
    config=config,
    notation="palaestra.testing.games.nim:NOTATION",
    drawing="palaestra.testing.games.nim:DRAWING",
    reference="palaestra.testing.games.nim:NimReference",
    potential="palaestra.testing.games.nim:evaluate",
)

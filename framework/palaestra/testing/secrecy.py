"""``check_secrecy``: whether a game shows its players anything that they may not know.

Hidden parts of a state are exchanged for others, and nothing that the player is shown may change, to the last byte.
Three things are exchanged: the random numbers, hence all future chance events; all that the game's own ``determinize``
draws; and what the test's author exchanges, the only one of the three that does not trust the rules under test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from palaestra.errors import InvalidValueError
from palaestra.game import Game, KernelGame, KernelState, load_game
from palaestra.kernel import IntArray
from palaestra.testing.conformance import CheckReport, ConformanceError
from palaestra.testing.laws.moment import random_decks

Exchange = Callable[[IntArray, int, np.random.Generator], IntArray]
"""``(state array, player, rng)`` -> another state array, which `player` cannot distinguish from the first by the rules
of the game; written apart from ``observe`` and ``determinize``. The array is a copy, to change and return."""

FUTURE: Final = "players do not see the future"
WORLDS: Final = "players do not see what determinize draws"
HAND: Final = "players do not see what was exchanged by hand"
VARIES: Final = "the exchange changes something hidden"


def check_secrecy(
    game: Game | str, exchange: Exchange | None = None, *, positions: int = 1000, seed: int = 0
) -> CheckReport:
    """Exchange what players may not know in the positions of random games, and compare what they are shown.

    Args:
        game: a game with a kernel, or the name of an installed one with its default knobs.
        exchange: exchanges what one player may not know; for games with hidden information.
        positions: how many to check; 100,000 take up to a minute in a small game.
        seed: of the deals, the actions and the exchanges.

    Raises:
        ConformanceError: something leaks, or nothing that is hidden was ever exchanged.
        InvalidValueError: a game without a kernel.
    """
    game = load_game(game) if isinstance(game, str) else game
    if not isinstance(game, KernelGame):
        raise InvalidValueError("game", game.spec.id, "a game with a kernel")
    check = _Secrecy(game, exchange, np.random.default_rng([seed, 1]))
    games = 0
    for number in _until(lambda: check.positions >= positions):
        games = number + 1
        check.play(np.random.default_rng([seed, number]), positions)
    check.finish()
    laws = (FUTURE, WORLDS) if exchange is None else (FUTURE, WORLDS, HAND)
    return CheckReport(game.spec.id, games, check.positions, laws)


def _until(done: Callable[[], bool]) -> Iterator[int]:
    number = 0
    while not done():
        yield number
        number += 1


class _Secrecy:
    """Checks one position after the other, and remembers what has been exchanged."""

    def __init__(self, game: KernelGame, exchange: Exchange | None, rng: np.random.Generator) -> None:
        self._game = game
        self._exchange = exchange
        self._rng = rng
        self._players = range(game.spec.players)
        self._kept = dict.fromkeys(self._players, exchange is not None)
        """Players for whom nothing hidden has been exchanged by hand so far."""
        self.positions = 0

    def play(self, rng: np.random.Generator, most: int) -> None:
        """Play one random game and check every position, until `most` have been checked."""
        decks, seed = random_decks(self._game, rng), int(rng.integers(2**62))
        state = self._game.new_state(decks, seed)
        actions: list[int] = []
        while self.positions < most:
            self.positions += 1
            for player in self._players:
                for law, detail in self._leaks(state, player):
                    context = f"knobs {dict(self._game.knobs)}, decks {', '.join(decks)}, seed {seed}"
                    raise ConformanceError(self._game.spec.id, law, detail, actions, context)
            legal = state.legal_actions()
            if not legal:
                break
            actions.append(legal[int(rng.integers(len(legal)))])
            state.step(actions[-1])

    def finish(self) -> None:
        """Check that something hidden was exchanged for every player."""
        for player, kept in self._kept.items():
            if kept:
                detail = f"exchange changed nothing for player {player} but the random numbers, in any position"
                raise ConformanceError(self._game.spec.id, VARIES, detail)

    def _leaks(self, state: KernelState, player: int) -> Iterator[tuple[str, str]]:
        """Yield what `player` sees change, with the law that it breaks."""
        rules, array = self._game.complete_rules, state.array
        shown = _shown(state, player)
        future = array.copy()
        future[:2] = self._words()
        yield from self._compare(FUTURE, shown, future, player)
        world = np.empty_like(array)
        rules.determinize(np.array(state.observation(player)), player, self._words(), world)
        yield from self._compare(WORLDS, shown, world, player)
        if self._exchange is not None:
            other = self._exchange(array.copy(), player, self._rng)
            self._kept[player] = self._kept[player] and np.array_equal(other[2:], array[2:])
            yield from self._compare(HAND, shown, other, player)

    def _compare(self, law: str, shown: Shown, other: IntArray, player: int) -> Iterator[tuple[str, str]]:
        now = _shown(self._game.state_from_array(other), player)
        for what, before, after in zip(_WHAT, shown, now, strict=True):
            if before != after:
                yield law, f"{what} of player {player} changes"

    def _words(self) -> IntArray:
        return self._rng.integers(1, 2**62, size=2)


Shown = tuple[object, ...]

_WHAT: Final = ("the observation", "the public view", "the player to move", "the legal actions", "the features")


def _shown(state: KernelState, player: int) -> Shown:
    """Return all that a player is shown, the legal actions if it is to move."""
    mover = state.current_player
    return (
        state.observation(player).tobytes(),
        state.observation(-1).tobytes(),
        mover,
        state.legal_actions() if mover == player else None,
        state.features(player).tobytes(),
    )

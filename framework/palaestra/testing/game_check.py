"""``check_game``: whether a game keeps the laws."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Final

import numpy as np

from palaestra.game import Game, KernelGame, load_game
from palaestra.testing.conformance import (
    CheckReport,
    ConformanceError,
    Law,
    describe_error,
    first_violation,
    law_name,
)
from palaestra.testing.guard import RuleError, guarded, watched
from palaestra.testing.laws import every_game, kernels, optional
from palaestra.testing.laws.moment import Moment, random_decks, snapshot
from palaestra.testing.twin import AGREES, compare_with_reference

ENDS: Final = "games end within max_plies"
STEPS: Final = "legal actions are applicable"
HIDES: Final = "hidden information is hidden"
START: Final = "games can be dealt"

SAMPLE_RATE: Final = 0.1
"""Share of the positions in which the slower laws are tested."""


def check_game(
    game: Game | str,
    *,
    games: int = 20,
    seed: int = 0,
    reference: bool = True,
    decks: Sequence[str] | None = None,
    longest: int = 10_000,
) -> CheckReport:
    """Play random games and test the laws of games in their positions.

    Args:
        game: a game, or the name of an installed one with its default knobs.
        games: random games to play.
        seed: of the deals, the actions and the random numbers of the laws.
        reference: compare with the slow twin as well, where the game names one.
        decks: one for each seat; by default each game draws from the declared ones.
        longest: actions within which a game without a kernel must end.

    Returns:
        What was checked, if all laws hold.

    Raises:
        ConformanceError: a law is broken; its text names the law, the deal and the actions.
    """
    game = load_game(game) if isinstance(game, str) else game
    if isinstance(game, KernelGame):
        game = guarded(game)
    check = _Check(game, seed, decks, longest)
    with watched(game) if isinstance(game, KernelGame) else nullcontext():
        for number in range(games):
            check.play(number)
    check.finish()
    laws = check.laws()
    if reference and isinstance(game, KernelGame) and game.definition.reference is not None:
        compare_with_reference(game, games=games, seed=seed)
        laws = (*laws, AGREES)
    return CheckReport(game.spec.id, games, check.positions, laws)


class _Check:
    """Tests the laws of one game."""

    def __init__(self, game: Game, seed: int, decks: Sequence[str] | None, longest: int) -> None:
        kernel = isinstance(game, KernelGame)
        self._game = game
        self._seed = seed
        self._decks = tuple(decks) if decks is not None else None
        self._longest = game.sizes.max_plies if isinstance(game, KernelGame) else longest
        # The kernel's laws come first: their messages are more exact.
        self._always = (*(kernels.EVERY_POSITION if kernel else ()), *every_game.EVERY_POSITION)
        self._always += optional.EVERY_POSITION if kernel else ()
        self._sometimes = (*every_game.SOME_POSITIONS, *(kernels.SOME_POSITIONS if kernel else ()))
        self._whole = (*every_game.WHOLE_GAMES, *(optional.WHOLE_GAMES if kernel else ()))
        self._once = (*(kernels.ONCE if kernel else ()), *every_game.ONCE)
        self._may_show_all = not kernel or game.spec.information == "perfect"
        self.positions = 0

    def laws(self) -> tuple[str, ...]:
        """Return the names of the laws."""
        functions = (*self._always, *self._sometimes, *self._whole, *self._once)
        return (START, ENDS, HIDES, *(law_name(law) for law in functions))

    def play(self, number: int) -> None:
        """Play one random game and test the laws in its positions."""
        rng = np.random.default_rng([self._seed, number])
        at = self._deal(number, rng)
        if number == 0:
            self._try(self._once, at)
        while True:
            self.positions += 1
            self._try(self._always, at)
            self._may_show_all = self._may_show_all or kernels.something_is_hidden(at)
            over = at.state.is_terminal
            if over or not at.actions or rng.random() < SAMPLE_RATE:
                self._try(self._sometimes, at)
            if over:
                break
            if len(at.actions) >= self._longest:
                raise self._error(at, ENDS, f"the game goes on after {len(at.actions)} plies")
            self._step(at, rng)
        self._try(self._whole, at)

    def finish(self) -> None:
        """Test the law that concerns all games together."""
        if not self._may_show_all:
            detail = "spec.information is 'hidden', but every player saw the whole state in all positions"
            raise ConformanceError(self._game.spec.id, HIDES, detail)

    def _deal(self, number: int, rng: np.random.Generator) -> Moment:
        spec = self._game.spec
        decks = self._decks or random_decks(self._game, rng)
        seed = int(rng.integers(2**62))
        try:
            state = self._game.new_state(decks, seed)
        except Exception as error:  # whatever the game raises
            context = self._context(decks, seed)
            raise ConformanceError(spec.id, START, describe_error(error), (), context) from error
        return Moment(self._game, state, decks, seed, np.random.default_rng([self._seed, number, 1]), self._longest)

    def _step(self, at: Moment, rng: np.random.Generator) -> None:
        at.past.append((at.state.copy(), snapshot(at.state, self._game.spec.players)))
        legal = at.state.legal_actions()
        action = legal[int(rng.integers(len(legal)))]
        at.actions.append(action)
        try:
            at.state.step(action)
        except Exception as error:  # whatever the rules raise
            raise self._error(at, STEPS, describe_error(error)) from error

    def _try(self, laws: Sequence[Law[Moment]], at: Moment) -> None:
        broken = first_violation(laws, at)
        if broken is not None:
            raise self._error(at, broken.law, broken.detail, broken.error) from broken.error

    def _error(self, at: Moment, law: str, detail: str, error: Exception | None = None) -> ConformanceError:
        known = error.actions if isinstance(error, RuleError) else None
        actions = at.actions if known is None else known
        return ConformanceError(self._game.spec.id, law, detail, actions, self._context(at.decks, at.seed))

    def _context(self, decks: Sequence[str], seed: int) -> str:
        return f"knobs {dict(self._game.knobs)}, decks {', '.join(decks)}, seed {seed}"

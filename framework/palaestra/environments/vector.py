"""Many games at once, stepped by one compiled call without the interpreter lock, for learners.

::

    games = VectorGames("kalah", 256, seed=1)
    batch = games.reset()
    while learning:
        batch = games.step(choose(batch.obs, batch.mask))

A game that ends is started again in the same call: `reward` and `done` belong to the step, `obs`, `mask` and `player`
to the next decision. Nothing is allocated while stepping; every step writes into the same arrays.

Game `i` has its own stream of deals, which depends on the seed and `i` alone: not on how many games there are, nor on
how long the others last. ``games.seeds[i]`` is the seed of its current deal: ``game.new_state(decks, seed)`` starts the
same one.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from palaestra.environments.shaping import Shaping, make_shaper
from palaestra.environments.vector_lane import (
    BOOK_WORDS,
    FINISHED,
    LARGEST_SEED,
    SEED,
    BoolArray,
    Games,
    MaskArray,
    draw_actions,
    play_random,
    reset_all,
    seed_books,
    step_all,
)
from palaestra.errors import ActionError, InvalidValueError, UserError
from palaestra.game import Game, KernelGame, KernelState, load_game
from palaestra.kernel import FeatureArray, FloatArray, IntArray
from palaestra.kernel.rng import seed_rng
from palaestra.spec import KnobValue

IllegalRule = Literal["raise", "lose"]

_FIRST_ARRAY: Final = Games._fields.index("states")
_MOST: Final = 2**40
"""Most games at once, and most steps in one call."""


class Batch(NamedTuple):
    """The arrays of a :class:`VectorGames`, read-only and overwritten by every step: copy what is to be kept.

    Attributes:
        obs: float32[n, num_features], the encoding for the player to move; [n, 0] without encoding.
        mask: int8[n, num_actions], 1 = legal for the player to move.
        reward: float64[n, players], what the last step gave each seat: the returns of a game that it ended, and
            what shaping adds.
        done: bool[n], whether the last step ended a game.
        player: int64[n], the seat to move.
    """

    obs: FeatureArray
    mask: MaskArray
    reward: FloatArray
    done: BoolArray
    player: IntArray


class VectorGames:
    """`n` games at once; see :mod:`palaestra.environments.vector`.

    Args:
        game: a game with a kernel, or the name of an installed one.
        n: how many games.
        decks: one for each seat; default: the game's first one.
        seed: of all deals and random actions; None = a random one, which is then in :attr:`seed`.
        encode: whether `obs` is written.
        illegal: what an illegal action does: ``"raise"`` an ActionError before anything is played, or ``"lose"``
            the game: -1 for the mover, and the others share +1. A number outside the action space always raises.
        shaping: adds to the rewards; None = the returns alone.
        knobs: options of the game, where it is given by name.

    Attributes:
        game: the game.
        seed: the seed of the last reset that had one.
        seeds: int64[n], read-only: the seed of each game's current deal.
        finished: int64[n], read-only: how many games have ended at each index.

    Raises:
        UnknownNameError, InvalidValueError: no such game, deck or knob, or a value that does not fit.
        UserError: the game has no kernel, or no potential where `shaping` needs one.
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        decks: Sequence[str] | None = None,
        seed: int | None = None,
        encode: bool = True,
        illegal: IllegalRule = "raise",
        shaping: Shaping | None = None,
        **knobs: KnobValue,
    ) -> None:
        self.game = kernel_game(game, knobs)
        n = _check_count("number of games", n, 1)
        if illegal not in get_args(IllegalRule):
            raise InvalidValueError("illegal", illegal, "'raise' or 'lose'")
        self._strict = illegal == "raise"
        self._made = (self.game, n, decks, encode, shaping)
        try:
            self._allocate()
        except MemoryError as error:
            raise InvalidValueError("number of games", n, "a number of games that fits into memory") from error
        self.seed = 0
        self.reset(secrets.randbits(63) if seed is None else seed)

    def _allocate(self) -> None:
        self._games = _new_games(*self._made)
        self._actions = np.zeros(self._made[1], dtype=np.int64)
        self._chosen: IntArray = _read_only(self._actions)
        self._root = np.zeros(2, dtype=np.int64)
        self._batch = Batch(*map(_read_only, self._games[-5:]))
        self.seeds: IntArray = _read_only(self._games.books[:, SEED])
        self.finished: IntArray = _read_only(self._games.books[:, FINISHED])

    def __len__(self) -> int:
        return self._actions.shape[0]

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy needs: the arguments and the contents of the arrays, but no address of this process."""
        arrays = [array.copy() for array in self._arrays()]
        return {"game": self.game, "seed": self.seed, "_strict": self._strict, "_made": self._made, "arrays": arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        arrays = state.pop("arrays")
        self.__dict__.update(state)
        self._allocate()
        for own, kept in zip(self._arrays(), arrays, strict=True):
            own[:] = kept

    def _arrays(self) -> list[Any]:
        return [*self._games[_FIRST_ARRAY:], self._actions, self._root]

    @property
    def batch(self) -> Batch:
        """The arrays as the last reset or step left them."""
        return self._batch

    def reset(self, seed: int | None = None) -> Batch:
        """Start every game again: with `seed` the streams restart from it, without one they continue."""
        if seed is not None:
            self.seed = check_seed(seed)
            seed_rng(self._root, self.seed)
            self._games.books[:, FINISHED] = 0
            seed_books(self._root, self._games.books)
        reset_all(*self._games)
        return self._batch

    def step(self, actions: ArrayLike) -> Batch:
        """Play one action in every game, and start those again that end.

        Raises:
            ActionError: an action is refused; nothing has been played then.
            InvalidValueError: not `n` whole numbers.
        """
        try:
            given = np.asarray(actions)
        except ValueError:  # lists of different lengths
            given = np.empty(0)
        if given.shape != self._actions.shape or given.dtype.kind not in "iu":
            raise InvalidValueError("actions", actions, f"{len(self)} whole numbers, one for each game")
        self._actions[:] = given
        refused = step_all(*self._games, self._actions, self._strict)
        if refused >= 0:
            raise self._refusal(refused)
        return self._batch

    def random_actions(self) -> IntArray:
        """Return a uniformly random legal action of every game, read-only; drawn from a stream of each game."""
        draw_actions(self._games.books, self._games.legal, self._actions)
        return self._chosen

    def play_random(self, steps: int) -> Batch:
        """Do ``step(random_actions())`` `steps` times in one compiled call, which Ctrl-C does not interrupt.

        Raises:
            InvalidValueError: `steps` is not a whole number from 0 to 2**40.
        """
        play_random(*self._games, self._actions, _check_count("number of steps", steps, 0))
        return self._batch

    def state(self, index: int) -> KernelState:
        """Return a copy of one game's state."""
        return self.game.state_from_array(self._games.states[index])

    def _refusal(self, index: int) -> ActionError:
        action = int(self._actions[index])
        if not 0 <= action < self.game.num_actions:
            return ActionError(
                f"action {action} of game {index} is not in the action space, 0 to {self.game.num_actions - 1}"
            )
        legal = ", ".join(map(str, np.flatnonzero(self._games.mask[index])))
        return ActionError(f"action {action} of game {index} is not legal there; legal: {legal}")


def kernel_game(game: Game | str, knobs: dict[str, KnobValue]) -> KernelGame:
    """Return a game with a kernel, from itself or its name.

    Raises:
        UserError: it has no kernel, or knobs are given beside a game that is already built.
    """
    if isinstance(game, str):
        game = load_game(game, **knobs)
    elif knobs:
        raise UserError(
            f"knobs {', '.join(knobs)} beside a game that is already built; "
            f"expected load_game(name, {next(iter(knobs))}=...)"
        )
    if not isinstance(game, KernelGame):
        if not isinstance(game, Game):
            raise InvalidValueError("game", game, "a game, or the name of an installed one")
        raise UserError(f"game '{game.spec.id}' has no kernel, so no encoder; expected a game with a kernel")
    return game


def _check_count(what: str, number: object, least: int) -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or not least <= number <= _MOST:
        raise InvalidValueError(what, number, f"a whole number from {least} to 2**40")
    return int(number)


def check_seed(seed: object) -> int:
    """Return `seed` as an int; raise InvalidValueError if it is not a seed of a deal."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed <= LARGEST_SEED:
        raise InvalidValueError("seed", seed, "a whole number from 0 to 2**63 - 1")
    return int(seed)


def _new_games(game: KernelGame, n: int, decks: Sequence[str] | None, encode: bool, shaping: Shaping | None) -> Games:
    sizes, players, shaper = game.sizes, game.spec.players, make_shaper(game, shaping)
    return Games(
        kernel=game.kernel,
        config=game.config(decks),
        encoding=int(encode),
        potential=shaper.potential,
        form=shaper.form,
        gamma=shaper.gamma,
        states=np.zeros((n, sizes.state_size), dtype=np.int64),
        books=np.zeros((n, BOOK_WORDS), dtype=np.int64),
        legal=np.zeros((n, sizes.max_legal), dtype=np.int64),
        held=np.zeros((n, players)),
        obs=np.zeros((n, sizes.num_features if encode else 0), dtype=np.float32),
        mask=np.zeros((n, sizes.num_actions), dtype=np.int8),
        reward=np.zeros((n, players)),
        done=np.zeros(n, dtype=np.bool_),
        player=np.zeros(n, dtype=np.int64),
    )


def _read_only(array: Any) -> Any:
    view = array[:]
    view.flags.writeable = False
    return view

"""Many games side by side, stepped by one compiled call without the interpreter lock, for learners.

::

    games = VectorGames("kalah", 256, seed=1)
    batch = games.reset()
    while learning:
        batch = games.step(choose(batch.obs, batch.mask))

A game that ends is dealt anew in the same call: `reward` and `done` tell of the step, `obs`, `mask` and `player` of
the decision that comes next. Nothing is allocated while stepping; every step writes into the same arrays.

Game `i` plays the deals of a stream of its own, which follows from the seed and `i` alone: not from how many games
there are, nor from how long the others last. ``games.seeds[i]`` is the seed of its present deal:
``game.new_state(decks, seed)`` starts the same one.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from numba import boolean, float32, float64, int8, int64, void
from numpy.typing import ArrayLike, NDArray

from palaestra.errors import ActionError, InvalidValueError, UserError
from palaestra.game import Game, KernelGame, KernelState, load_game
from palaestra.jit import jit
from palaestra.kernel import KERNEL, RETURNS, STATE, FeatureArray, FloatArray, IntArray
from palaestra.rng import next_word, random_below, seed_words
from palaestra.shaping import NO_SHAPING, POTENTIAL, Shaping, add_shaping, begin_shaping, make_shaper
from palaestra.spec import KnobValue

MaskArray = NDArray[np.int8]
BoolArray = NDArray[np.bool_]
IllegalRule = Literal["raise", "lose"]

_LARGEST_SEED: Final = 2**63 - 1
_DEALS, _CHOICES, _SEED, _FINISHED, _LEGAL, _BOOK_WORDS = 0, 2, 4, 5, 6, 7
"""What a row of the books holds: two words of the deals' stream, two of the random actions', then counts."""

_INTS: Final = int64[:, ::1]


class _Games(NamedTuple):
    """What the compiled functions work on; a row for each game."""

    kernel: Any
    config: IntArray
    encoding: int
    potential: Any
    form: int
    gamma: float
    states: IntArray
    books: IntArray
    legal: IntArray
    held: FloatArray
    obs: FeatureArray
    mask: MaskArray
    reward: FloatArray
    done: BoolArray
    player: IntArray


_GAMES: Final = (
    KERNEL,
    STATE,
    int64,
    POTENTIAL,
    int64,
    float64,
    _INTS,
    _INTS,
    _INTS,
    float64[:, ::1],
    float32[:, ::1],
    int8[:, ::1],
    float64[:, ::1],
    boolean[::1],
    STATE,
)
"""The types of a :class:`_Games`, which compiled functions take unpacked: numba is slow at taking tuples."""


@jit(void(STATE, _INTS))
def _seed_books(root: IntArray, books: IntArray) -> None:
    """Give every game its streams, drawn from the words `root`."""
    for i in range(books.shape[0]):
        for word in range(_DEALS, _SEED):
            books[i, word] = next_word(root)
        books[i, _DEALS + 1] |= 1  # never both words zero
        books[i, _CHOICES + 1] |= 1


# The functions below that are called for each game take its rows: handing on all arrays costs more than the rules do.


@jit(int64(KERNEL, STATE, STATE, STATE))
def _deal(kernel: Any, config: IntArray, book: IntArray, state: IntArray) -> int:
    """Deal a game anew; return the seat to move."""
    book[_SEED] = next_word(book[_DEALS : _DEALS + 2]) & _LARGEST_SEED
    kernel.init(state, config, book[_SEED])
    return int(kernel.current_player(state))


@jit(void(KERNEL, STATE, STATE, STATE, int8[::1]))
def _show_legal(kernel: Any, state: IntArray, book: IntArray, legal: IntArray, mask: MaskArray) -> None:
    """Write what the player to move may do."""
    for k in range(book[_LEGAL]):
        mask[legal[k]] = 0
    n = kernel.legal_actions(state, legal)
    for k in range(n):
        mask[legal[k]] = 1
    book[_LEGAL] = n


@jit(int64(KERNEL, STATE, int64, RETURNS))
def _play(kernel: Any, state: IntArray, action: int, reward: FloatArray) -> int:
    """Play a legal action; return the seat to move, -1 when the game is over."""
    kernel.step(state, action)
    seat = kernel.current_player(state)
    for other in range(reward.shape[0]):
        reward[other] = 0.0
    if seat < 0:
        kernel.returns(state, reward)
        for other in range(reward.shape[0]):
            reward[other] += 0.0  # -0.0 + 0.0 is 0.0
    return int(seat)


@jit(int64(int64, RETURNS))
def _lose(mover: int, reward: FloatArray) -> int:
    """Write the result of an illegal action: the mover pays 1, the others share it; return -1, the game is over."""
    seats = reward.shape[0]
    for seat in range(seats):
        reward[seat] = -1.0 if seat == mover else 1.0 / (seats - 1)
    return -1


@jit(void(*_GAMES))
def _reset_all(
    kernel: Any,
    config: IntArray,
    encoding: int,
    potential: Any,
    form: int,
    gamma: float,  # noqa: ARG001 - the same arguments for all
    states: IntArray,
    books: IntArray,
    legal: IntArray,
    held: FloatArray,
    obs: FeatureArray,
    mask: MaskArray,
    reward: FloatArray,
    done: BoolArray,
    player: IntArray,
) -> None:
    """Deal every game anew."""
    for i in range(states.shape[0]):
        seat = _deal(kernel, config, books[i], states[i])
        if form != NO_SHAPING:
            begin_shaping(potential, states[i], seat, held[i])
        for other in range(reward.shape[1]):
            reward[i, other] = 0.0
        done[i] = False
        player[i] = seat
        _show_legal(kernel, states[i], books[i], legal[i], mask[i])
        if encoding:
            kernel.encode(states[i], seat, obs[i])


@jit(int64(int8[:, ::1], STATE, boolean))
def _first_refused(mask: MaskArray, actions: IntArray, strict: bool) -> int:
    """Return the first game whose action is no action at all, or, if `strict`, not legal; -1 = none."""
    for i in range(actions.shape[0]):
        if actions[i] < 0 or actions[i] >= mask.shape[1] or (strict and mask[i, actions[i]] == 0):
            return i
    return -1


@jit(int64(*_GAMES, STATE, boolean))
def _step_all(
    kernel: Any,
    config: IntArray,
    encoding: int,
    potential: Any,
    form: int,
    gamma: float,
    states: IntArray,
    books: IntArray,
    legal: IntArray,
    held: FloatArray,
    obs: FeatureArray,
    mask: MaskArray,
    reward: FloatArray,
    done: BoolArray,
    player: IntArray,
    actions: IntArray,
    strict: bool,
) -> int:
    """Play one action in every game and return -1; or play nothing and return the game whose action is refused."""
    refused = _first_refused(mask, actions, strict)
    if refused >= 0:
        return refused
    for i in range(states.shape[0]):
        state, book, gain = states[i], books[i], reward[i]
        is_legal = mask[i, actions[i]] != 0
        seat = _play(kernel, state, actions[i], gain) if is_legal else _lose(player[i], gain)
        if form != NO_SHAPING:
            add_shaping(potential, form, gamma, state, player[i], seat, held[i], gain)
        done[i] = seat < 0
        if seat < 0:
            book[_FINISHED] += 1
            seat = _deal(kernel, config, book, state)
            if form != NO_SHAPING:
                begin_shaping(potential, state, seat, held[i])
        player[i] = seat
        _show_legal(kernel, state, book, legal[i], mask[i])
        if encoding:
            kernel.encode(state, seat, obs[i])
    return -1


@jit(void(_INTS, _INTS, STATE))
def _draw_actions(books: IntArray, legal: IntArray, actions: IntArray) -> None:
    """Choose a legal action of every game, uniformly."""
    for i in range(actions.shape[0]):
        actions[i] = legal[i, random_below(books[i, _CHOICES : _CHOICES + 2], books[i, _LEGAL])]


@jit(void(*_GAMES, STATE, int64))
def _play_random(
    kernel: Any,
    config: IntArray,
    encoding: int,
    potential: Any,
    form: int,
    gamma: float,
    states: IntArray,
    books: IntArray,
    legal: IntArray,
    held: FloatArray,
    obs: FeatureArray,
    mask: MaskArray,
    reward: FloatArray,
    done: BoolArray,
    player: IntArray,
    actions: IntArray,
    steps: int,
) -> None:
    """Play random legal actions in every game, `steps` times."""
    for _ in range(steps):
        _draw_actions(books, legal, actions)
        _step_all(
            kernel,
            config,
            encoding,
            potential,
            form,
            gamma,
            states,
            books,
            legal,
            held,
            obs,
            mask,
            reward,
            done,
            player,
            actions,
            True,
        )


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
    """`n` games side by side; see :mod:`palaestra.vector`.

    Args:
        game: a game with a kernel, or the name of an installed one.
        n: how many games.
        decks: one for each seat; default: the game's first one.
        seed: of all deals and random actions; None = a fresh one, which :attr:`seed` tells.
        encode: whether `obs` is written.
        illegal: what an illegal action does: ``"raise"`` an ActionError before anything is played, or ``"lose"``
            the game: -1 for the mover, and the others share +1. A number outside the action space always raises.
        shaping: adds to the rewards; None = the returns alone.
        knobs: options of the game, where it is given by name.

    Attributes:
        game: the game.
        seed: of the last reset that began the streams anew.
        seeds: int64[n], read-only: the seed of each game's present deal.
        finished: int64[n], read-only: games that have ended in each place.

    Raises:
        UnknownNameError, InvalidValueError: no such game, deck or knob, or a value that does not fit.
        UserError: the game has no kernel, or no potential where `shaping` wants one.
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
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise InvalidValueError("number of games", n, "a whole number of at least 1")
        if illegal not in get_args(IllegalRule):
            raise InvalidValueError("illegal", illegal, "'raise' or 'lose'")
        self._strict = illegal == "raise"
        self._games = _new_games(self.game, n, decks, encode, shaping)
        self._actions = np.zeros(n, dtype=np.int64)
        self._chosen: IntArray = _read_only(self._actions)
        self._root = np.zeros(2, dtype=np.int64)
        self._batch = Batch(*map(_read_only, self._games[-5:]))
        self.seeds: IntArray = _read_only(self._games.books[:, _SEED])
        self.finished: IntArray = _read_only(self._games.books[:, _FINISHED])
        self.seed = 0
        self.reset(secrets.randbits(63) if seed is None else seed)

    def __len__(self) -> int:
        return self._actions.shape[0]

    @property
    def batch(self) -> Batch:
        """The arrays as the last reset or step left them."""
        return self._batch

    def reset(self, seed: int | None = None) -> Batch:
        """Deal every game anew: the streams begin anew with `seed`, or go on without one."""
        if seed is not None:
            self.seed = check_seed(seed)
            seed_words(self._root, self.seed)
            self._games.books[:, _FINISHED] = 0
            _seed_books(self._root, self._games.books)
        _reset_all(*self._games)
        return self._batch

    def step(self, actions: ArrayLike) -> Batch:
        """Play one action in every game, and deal those anew that end.

        Raises:
            ActionError: an action that is refused; nothing has been played then.
            InvalidValueError: not `n` whole numbers.
        """
        given = np.asarray(actions)
        if given.shape != self._actions.shape or given.dtype.kind not in "iu":
            raise InvalidValueError("actions", actions, f"{len(self)} whole numbers, one for each game")
        self._actions[:] = given
        refused = _step_all(*self._games, self._actions, self._strict)
        if refused >= 0:
            raise self._refusal(refused)
        return self._batch

    def random_actions(self) -> IntArray:
        """Return a uniformly random legal action of every game, read-only; drawn from a stream of each game."""
        _draw_actions(self._games.books, self._games.legal, self._actions)
        return self._chosen

    def play_random(self, steps: int) -> Batch:
        """Do ``step(random_actions())`` `steps` times in one compiled call, which Ctrl-C does not interrupt."""
        _play_random(*self._games, self._actions, steps)
        return self._batch

    def state(self, index: int) -> KernelState:
        """Return a copy of one game's state."""
        return self.game.state_from_array(self._games.states[index])

    def _refusal(self, index: int) -> ActionError:
        action = int(self._actions[index])
        if not 0 <= action < self.game.num_actions:
            return ActionError(f"action {action} of game {index} is none; expected 0 to {self.game.num_actions - 1}")
        legal = ", ".join(map(str, np.flatnonzero(self._games.mask[index])))
        return ActionError(f"action {action} of game {index} is not legal there; legal: {legal}")


def kernel_game(game: Game | str, knobs: dict[str, KnobValue]) -> KernelGame:
    """Return the game that a learner asks for, which has an encoder.

    Raises:
        UserError: it has no kernel, or knobs are given to one that is built already.
    """
    if isinstance(game, str):
        game = load_game(game, **knobs)
    elif knobs:
        raise UserError(
            f"knobs {', '.join(knobs)} of a game that is built; expected load_game(name, {next(iter(knobs))}=...)"
        )
    if not isinstance(game, KernelGame):
        raise UserError(f"game '{game.spec.id}' has no kernel, so no encoder; expected one that has")
    return game


def check_seed(seed: object) -> int:
    """Return `seed` as an int; raise InvalidValueError for what is no seed of a deal."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed <= _LARGEST_SEED:
        raise InvalidValueError("seed", seed, "a whole number from 0 to 2**63 - 1")
    return int(seed)


def _new_games(game: KernelGame, n: int, decks: Sequence[str] | None, encode: bool, shaping: Shaping | None) -> _Games:
    sizes, players, shaper = game.sizes, game.spec.players, make_shaper(game, shaping)
    return _Games(
        kernel=game.kernel,
        config=game.config(decks),
        encoding=int(encode),
        potential=shaper.potential,
        form=shaper.form,
        gamma=shaper.gamma,
        states=np.zeros((n, sizes.state_size), dtype=np.int64),
        books=np.zeros((n, _BOOK_WORDS), dtype=np.int64),
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

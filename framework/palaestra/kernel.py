"""A game's rules as compiled functions with one fixed signature for all games.

Every rule works on one flat ``int64`` array, the state. ``state[0:2]`` hold the words of the game's own random
generator (:mod:`palaestra.rng`); the rest is the game's. Because the signatures are the same for all games, numba
treats the rules as first-class functions, and a search agent is compiled once, for all games: it receives a
:class:`Kernel` and calls ``kernel.step(state, action)``.

Under ``NUMBA_DISABLE_JIT=1`` the same sources run as plain Python and :class:`Kernel` is a plain object.

============== ============================================ ===================================================
slot           signature                                    does
============== ============================================ ===================================================
init           (state, config, seed)                        deals; ``config`` holds the knobs' and decks' numbers
current_player (state) -> seat                              the seat to move; -1 when the game is over
legal_actions  (state, out) -> n                            ascending ids in ``out[:n]``; never empty before the end
step           (state, action)                              in place; chance draws from ``state[0:2]``
returns        (state, out float64[:])                      in [-1, 1], one per seat, zero sum for two
observe        (state, player, out)                         same layout, what `player` may not know blanked,
                                                            the random words included; -1 = the public view
determinize    (observation, player, rng, out)              a full state that fits the observation, fresh randomness
encode         (state or observation, player, out f32[:])   features for learners
evaluate       (state or observation, player) -> float64    static value in [-1, 1]; optional
key            (state) -> int64                             transposition key without randomness and counters; optional
playout        (state)                                      uniformly random to the end; optional
filter         (state, index, actions, n, out) -> n         keeps a subset of the legal actions; optional
abstract       (observation) -> int64                       hash of what matters; optional
canonical      (state, out)                                 representative under symmetry; optional
timeout_action (state) -> action                            played when a turn's time is over; -1 = loss; optional
capped         (state) -> 0 or 1                            whether the game ended by its length; optional
============== ============================================ ===================================================

``step`` may rely on a legal action, and on a state that is not over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numba import int64, types, void
from numba.experimental import structref

from palaestra.default_rules import (
    determinize_open,
    hash_words,
    keep_all,
    keep_position,
    never_capped,
    no_evaluation,
    no_playout,
    no_timeout_action,
    observe_open,
    reseed,
)
from palaestra.errors import GameError
from palaestra.jit import JIT_ENABLED, ensure_compiled, jit
from palaestra.rng import random_below
from palaestra.rules import Rules, Sizes
from palaestra.signatures import (
    ABSTRACT,
    CANONICAL,
    CAPPED,
    CURRENT_PLAYER,
    DETERMINIZE,
    ENCODE,
    EVALUATE,
    FEATURES,
    FILTER,
    INIT,
    KEY,
    LEGAL_ACTIONS,
    OBSERVE,
    PLAYOUT,
    RETURNS,
    RETURNS_OF,
    STATE,
    STEP,
    TIMEOUT_ACTION,
    FeatureArray,
    FloatArray,
    IntArray,
)

__all__ = [
    "ABSTRACT",
    "CANONICAL",
    "CAPPED",
    "CURRENT_PLAYER",
    "DETERMINIZE",
    "ENCODE",
    "EVALUATE",
    "FEATURES",
    "FILTER",
    "INIT",
    "KERNEL",
    "KEY",
    "LEGAL_ACTIONS",
    "OBSERVE",
    "PLAYOUT",
    "POLICY",
    "RETURNS",
    "RETURNS_OF",
    "STATE",
    "STEP",
    "TIMEOUT_ACTION",
    "WRAPPED_POLICY",
    "CompiledKernel",
    "FeatureArray",
    "FloatArray",
    "IntArray",
    "Kernel",
    "KernelStruct",
    "PlainKernel",
    "PlainPolicy",
    "PolicyStruct",
    "Rules",
    "Sizes",
    "WrappedPolicy",
    "determinize_open",
    "hash_words",
    "make_kernel",
    "observe_open",
    "play_out",
    "reseed",
    "wrap_policy",
]


_FUNCTION_FIELDS: Final = (
    ("init", INIT),
    ("current_player", CURRENT_PLAYER),
    ("legal_actions", LEGAL_ACTIONS),
    ("step", STEP),
    ("returns", RETURNS_OF),
    ("observe", OBSERVE),
    ("determinize", DETERMINIZE),
    ("encode", ENCODE),
    ("evaluate", EVALUATE),
    ("key", KEY),
    ("playout", PLAYOUT),
    ("filter", FILTER),
    ("abstract", ABSTRACT),
    ("canonical", CANONICAL),
    ("timeout_action", TIMEOUT_ACTION),
    ("capped", CAPPED),
)
_CONSTANT_FIELDS: Final = (
    "players",
    "state_size",
    "num_actions",
    "max_legal",
    "max_plies",
    "num_features",
    "num_filters",
    "perfect_information",
    "chance",
    "has_playout",
    "has_evaluate",
)


class PlainKernel(NamedTuple):
    """The kernel where nothing is compiled; in compiled code a struct with the same fields stands for it."""

    init: Callable[..., Any]
    current_player: Callable[..., Any]
    legal_actions: Callable[..., Any]
    step: Callable[..., Any]
    returns: Callable[..., Any]
    observe: Callable[..., Any]
    determinize: Callable[..., Any]
    encode: Callable[..., Any]
    evaluate: Callable[..., Any]
    key: Callable[..., Any]
    playout: Callable[..., Any]
    filter: Callable[..., Any]
    abstract: Callable[..., Any]
    canonical: Callable[..., Any]
    timeout_action: Callable[..., Any]
    capped: Callable[..., Any]
    players: int
    state_size: int
    num_actions: int
    max_legal: int
    max_plies: int
    num_features: int
    num_filters: int
    perfect_information: int
    chance: int
    has_playout: int
    has_evaluate: int


# numba's annotations do not cover its struct references
_new_struct: Any = structref.new
_define_boxing: Any = structref.define_boxing


def _struct_type(kind: Any, fields: list[tuple[str, Any]]) -> Any:
    return kind(fields)


@structref.register
class KernelStruct(types.StructRef):
    """The numba type of a kernel."""


KERNEL: Final = _struct_type(
    KernelStruct,
    [(name, types.FunctionType(signature)) for name, signature in _FUNCTION_FIELDS]
    + [(name, int64) for name in _CONSTANT_FIELDS],
)


class CompiledKernel(structref.StructRefProxy):
    """A kernel as Python holds it: opaque, passed to compiled functions in 2 microseconds."""


_define_boxing(KernelStruct, CompiledKernel)

Kernel = CompiledKernel | PlainKernel


@jit(KERNEL(*[types.FunctionType(signature) for _, signature in _FUNCTION_FIELDS], STATE))
def _build_struct(
    init: Any,
    current_player: Any,
    legal_actions: Any,
    step: Any,
    returns: Any,
    observe: Any,
    determinize: Any,
    encode: Any,
    evaluate: Any,
    key: Any,
    playout: Any,
    filter_: Any,
    abstract: Any,
    canonical: Any,
    timeout_action: Any,
    capped: Any,
    constants: IntArray,
) -> Any:
    kernel = _new_struct(KERNEL)
    kernel.init = init
    kernel.current_player = current_player
    kernel.legal_actions = legal_actions
    kernel.step = step
    kernel.returns = returns
    kernel.observe = observe
    kernel.determinize = determinize
    kernel.encode = encode
    kernel.evaluate = evaluate
    kernel.key = key
    kernel.playout = playout
    kernel.filter = filter_
    kernel.abstract = abstract
    kernel.canonical = canonical
    kernel.timeout_action = timeout_action
    kernel.capped = capped
    kernel.players = constants[0]
    kernel.state_size = constants[1]
    kernel.num_actions = constants[2]
    kernel.max_legal = constants[3]
    kernel.max_plies = constants[4]
    kernel.num_features = constants[5]
    kernel.num_filters = constants[6]
    kernel.perfect_information = constants[7]
    kernel.chance = constants[8]
    kernel.has_playout = constants[9]
    kernel.has_evaluate = constants[10]
    return kernel


def make_kernel(rules: Rules, sizes: Sizes, *, players: int, perfect_information: bool, chance: bool) -> Kernel:
    """Return the kernel of a game under given knobs: built once in each process, since it holds addresses.

    Raises:
        GameError: a rule is not compiled with the signature of its slot.
    """
    functions = (
        rules.init,
        rules.current_player,
        rules.legal_actions,
        rules.step,
        rules.returns,
        rules.observe,
        rules.determinize,
        rules.encode,
        rules.evaluate or no_evaluation,
        rules.key or hash_words,
        rules.playout or no_playout,
        rules.filter or keep_all,
        rules.abstract or hash_words,
        rules.canonical or keep_position,
        rules.timeout_action or no_timeout_action,
        rules.capped or never_capped,
    )
    constants = (
        players,
        sizes.state_size,
        sizes.num_actions,
        sizes.max_legal,
        sizes.max_plies,
        sizes.num_features,
        len(rules.filters),
        int(perfect_information),
        int(chance),
        int(rules.playout is not None),
        int(rules.evaluate is not None),
    )
    if not JIT_ENABLED:
        return PlainKernel(*functions, *constants)
    for (name, expected), function in zip(_FUNCTION_FIELDS, functions, strict=True):
        declared = getattr(function, "signature", None)
        if declared != expected:
            raise GameError(f"rule '{name}' is compiled with the signature {declared}; expected {expected}")
        ensure_compiled(function)  # numba hides why a function cannot be compiled when it is only passed on
    kernel: Kernel = _build_struct(*functions, np.array(constants, dtype=np.int64))
    return kernel


POLICY: Final = int64(KERNEL, STATE, int64, STATE, RETURNS, STATE, STATE)
"""The signature of a compiled policy: (kernel, observation, player, legal, params, memory, rng) -> action.

``legal`` holds the legal actions and nothing else; ``params`` is shared and must not be written (weights,
tables); ``memory`` is the agent's own for one game, zeroed before it; ``rng`` is the agent's own stream, two words.
"""


@structref.register
class PolicyStruct(types.StructRef):
    """The numba type of a policy in its wrapper."""


WRAPPED_POLICY: Final = _struct_type(PolicyStruct, [("choose", types.FunctionType(POLICY))])


class WrappedPolicy(structref.StructRefProxy):
    """A compiled policy as Python holds it: passing the bare function costs 0.6 milliseconds for every call."""


_define_boxing(PolicyStruct, WrappedPolicy)


class PlainPolicy(NamedTuple):
    """The wrapper where nothing is compiled."""

    choose: Callable[..., int]


@jit(WRAPPED_POLICY(types.FunctionType(POLICY)))
def _wrap(choose: Any) -> Any:
    policy = _new_struct(WRAPPED_POLICY)
    policy.choose = choose
    return policy


def wrap_policy(choose: Callable[..., int]) -> WrappedPolicy | PlainPolicy:
    """Return a policy function, compiled with the signature :data:`POLICY`, in its wrapper."""
    if not JIT_ENABLED:
        return PlainPolicy(choose)
    wrapped: WrappedPolicy = _wrap(choose)
    return wrapped


@jit(void(KERNEL, STATE, STATE))
def play_out(kernel: Any, state: IntArray, legal: IntArray) -> None:
    """Play uniformly at random to the end, in place; `legal` is scratch of ``max_legal`` words."""
    if kernel.has_playout:
        kernel.playout(state)
        return
    while kernel.current_player(state) >= 0:
        n = kernel.legal_actions(state, legal)
        kernel.step(state, legal[random_below(state, n)])

"""The rules of a game: one function for each slot, all with signatures that are the same for every game.

:class:`Rules` is the table of slots. Everything else that lists them is made from it: the decorator
:func:`~palaestra.kernel.rule.rule`, the kernel in compiled and in plain code, and the table of the documentation.

Every rule works on one flat ``int64`` array, the state. ``state[0:2]`` belong to the game's own random generator
(:mod:`palaestra.kernel.rng`); the rest is the game's. ``step`` may rely on a legal action, and on a state that is
not over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from numba import float64, int64, void

from palaestra.compiler import JIT_ENABLED
from palaestra.errors import GameError
from palaestra.kernel.arrays import FEATURES, RETURNS, STATE

Rule = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The constants of a game under given knobs.

    Attributes:
        state_size: length of the state array, in int64 numbers; the first two are the random generator's.
        num_actions: action ids are below this.
        max_plies: no game is longer than this many actions; the rules themselves enforce it.
        max_legal: legal_actions never returns more than this; 0 stands for `num_actions`.
        num_features: length of the encoding.
    """

    state_size: int
    num_actions: int
    max_plies: int
    max_legal: int = 0
    num_features: int = 0

    def __post_init__(self) -> None:
        """Fill in `max_legal`."""
        object.__setattr__(self, "max_legal", self.max_legal or self.num_actions)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one rule.

    Attributes:
        name: its name in :class:`Rules` and in the kernel.
        arguments: names of the arguments.
        signature: the numba signature.
        meaning: what the rule does.
        default: what happens where a game has no such rule; empty where every game must have it.
        fallback: name of the function in :mod:`palaestra.kernel.default_rules` that then stands in.
        only_open: whether the default exists only where nothing is hidden.
    """

    name: str
    arguments: tuple[str, ...]
    signature: Any
    meaning: str
    default: str = ""
    fallback: str = ""
    only_open: bool = False


def _slot(
    arguments: str, signature: Any, meaning: str, default: str = "", fallback: str = "", *, only_open: bool = False
) -> Mapping[str, Any]:
    """Return the metadata of a field of :class:`Rules`: all of its slot but the name."""
    return {
        "arguments": tuple(arguments.split(", ")),
        "signature": signature,
        "meaning": meaning,
        "default": default,
        "fallback": fallback,
        "only_open": only_open,
    }


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game, each a function decorated by :func:`~palaestra.kernel.rule.rule`; None = the default.

    Attributes:
        filters: names of the action filters, in the order of the `index` that `filter` takes.

    Raises:
        GameError: a function that is not decorated as the rule of its slot.
    """

    init: Rule = field(
        metadata=_slot(
            "state, config, seed",
            void(STATE, STATE, int64),
            "write a fresh deal over whatever the state holds; `config` holds the numbers of knobs and decks",
        )
    )
    current_player: Rule = field(
        metadata=_slot("state", int64(STATE), "return the seat to move; -1 when the game is over")
    )
    legal_actions: Rule = field(
        metadata=_slot(
            "state, out",
            int64(STATE, STATE),
            "write the legal ids in ascending order and return how many; at least one before the end",
        )
    )
    step: Rule = field(
        metadata=_slot(
            "state, action", void(STATE, int64), "play a legal action in place; chance draws from `state[0:2]`"
        )
    )
    returns: Rule = field(
        metadata=_slot(
            "state, out", void(STATE, RETURNS), "write the result of each seat, in [-1, 1]; the sum is 0 for two seats"
        )
    )
    observe: Rule | None = field(
        default=None,
        metadata=_slot(
            "state, player, out",
            void(STATE, int64, STATE),
            "write the state with all blanked that `player` may not know, the two random numbers included; "
            "-1 is the public view",
            "all but the random numbers is shown",
            "observe_open",
            only_open=True,
        ),
    )
    determinize: Rule | None = field(
        default=None,
        metadata=_slot(
            "observation, player, rng, out",
            void(STATE, int64, STATE, STATE),
            "write a full state that fits the observation, with a fresh future",
            "the observation with a fresh future",
            "determinize_open",
            only_open=True,
        ),
    )
    encode: Rule | None = field(
        default=None,
        metadata=_slot(
            "state, player, out",
            void(STATE, int64, FEATURES),
            "write features for learners; the same from a state and from its observation",
            "no features",
            "no_features",
        ),
    )
    evaluate: Rule | None = field(
        default=None,
        metadata=_slot(
            "state, player",
            float64(STATE, int64),
            "return a static value in [-1, 1]; the same from a state and from its observation",
            "0",
            "no_evaluation",
        ),
    )
    key: Rule | None = field(
        default=None,
        metadata=_slot(
            "state",
            int64(STATE),
            "return the position as a number, without randomness and counters, for transpositions",
            "a hash of all but the random numbers",
            "hash_state",
        ),
    )
    playout: Rule | None = field(
        default=None,
        metadata=_slot(
            "state",
            void(STATE),
            "play to the end in place, each legal action equally likely",
            "the generic loop",
            "no_playout",
        ),
    )
    filter: Rule | None = field(
        default=None,
        metadata=_slot(
            "state, index, actions, n, out",
            int64(STATE, int64, STATE, int64, STATE),
            "write the subset of `actions[:n]` that filter `index` of `Rules.filters` keeps and return how many",
            "all are kept",
            "keep_all",
        ),
    )
    abstract: Rule | None = field(
        default=None,
        metadata=_slot(
            "observation",
            int64(STATE),
            "return a hash of what matters",
            "a hash of all but the random numbers",
            "hash_state",
        ),
    )
    canonical: Rule | None = field(
        default=None,
        metadata=_slot(
            "state, out",
            void(STATE, STATE),
            "write one representative of all symmetric positions",
            "the position itself",
            "keep_position",
        ),
    )
    timeout_action: Rule | None = field(
        default=None,
        metadata=_slot(
            "state",
            int64(STATE),
            "return what is played for a player whose turn's time is over; -1 loses the game",
            "-1",
            "no_timeout_action",
        ),
    )
    capped: Rule | None = field(
        default=None,
        metadata=_slot(
            "state", int64(STATE), "return 1 if the game was ended by its length, else 0", "0", "never_capped"
        ),
    )
    filters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that every function is the rule of its slot; as plain Python they carry no signature."""
        for slot in SLOTS if JIT_ENABLED else ():
            function = getattr(self, slot.name)
            signature = getattr(function, "signature", None)
            if function is not None and signature != slot.signature:
                name = getattr(function, "__name__", repr(function))
                found = f"'{name}' compiled for {signature}" if signature else f"'{name}', which is not compiled"
                raise GameError(
                    f"rule '{slot.name}' is {found}; expected a function under @rule or @rule('{slot.name}')"
                )


def slot_table() -> str:
    """Return all slots as a table in Markdown."""
    rows = (
        f"| `{slot.name}` | ({', '.join(slot.arguments)}) | {slot.meaning} | "
        f"{slot.default}{'; none where anything is hidden' if slot.only_open else ''} |"
        for slot in SLOTS
    )
    return "\n".join(["| rule | takes | does | default |", "|---|---|---|---|", *rows])


SLOTS: Final = tuple(Slot(slot.name, **slot.metadata) for slot in fields(Rules) if slot.metadata)
"""All slots, in the order of :class:`Rules`."""

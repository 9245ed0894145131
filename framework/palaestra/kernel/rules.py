"""The rules and constants of a game, from which its kernel is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from palaestra.compiler import JIT_ENABLED
from palaestra.errors import GameError, shown
from palaestra.kernel.slots import SLOTS

Rule = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The constants of a game under given knobs.

    Attributes:
        state_size: length of the state array, in int64 numbers; the first two are the random generator's.
        num_actions: action ids are below this.
        max_plies: most actions of a game; the rules themselves enforce it.
        max_legal: most legal actions of a position; 0 stands for `num_actions`.
        num_features: length of the encoding.
    """

    state_size: int
    num_actions: int
    max_plies: int
    max_legal: int = 0
    num_features: int = 0

    def __post_init__(self) -> None:
        """Check the numbers and fill in `max_legal`; raise GameError for one that is no size."""
        for name, least in (
            ("state_size", 2),
            ("num_actions", 1),
            ("max_plies", 1),
            ("max_legal", 0),
            ("num_features", 0),
        ):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise GameError(f"Sizes: {name} is {shown(value)}; expected a whole number of at least {least}")
        object.__setattr__(self, "max_legal", self.max_legal or self.num_actions)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game, each a function decorated by :func:`~palaestra.kernel.rule.rule`; None = the default.

    :mod:`palaestra.kernel.slots` says what each does.

    Attributes:
        filters: names of the action filters, in the order of the `index` that `filter` takes.

    Raises:
        GameError: a function that is not decorated as the rule of its slot.
    """

    init: Rule
    current_player: Rule
    legal_actions: Rule
    step: Rule
    returns: Rule
    observe: Rule | None = None
    determinize: Rule | None = None
    encode: Rule | None = None
    evaluate: Rule | None = None
    key: Rule | None = None
    playout: Rule | None = None
    filter: Rule | None = None
    abstract: Rule | None = None
    canonical: Rule | None = None
    timeout_action: Rule | None = None
    capped: Rule | None = None
    filters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that every function is the rule of its slot; as plain Python they carry no signature."""
        for slot in SLOTS if JIT_ENABLED else ():
            function = getattr(self, slot.name)
            signature = getattr(function, "signature", None)
            if function is not None and signature != slot.signature:
                name = getattr(function, "__name__", repr(function))
                found = f"'{name}', compiled for other arguments" if signature else f"'{name}', which is not compiled"
                raise GameError(
                    f"rule '{slot.name}' is {found}; expected a function under @rule or @rule('{slot.name}')"
                )

    def complete(self, game: str, *, perfect_information: bool) -> Rules:
        """Return the rules with every slot filled, by the default where the game has none.

        Raises:
            GameError: the game hides something and lacks a rule that keeps it hidden.
        """
        missing = [slot for slot in SLOTS if getattr(self, slot.name) is None]
        unsafe = [f"'{slot.name}'" for slot in missing if slot.only_open and not perfect_information]
        if unsafe:
            raise GameError(f"game '{game}' hides something and has no rule {' and no rule '.join(unsafe)}")
        defaults: dict[str, Any] = {slot.name: slot.fallback for slot in missing}
        return replace(self, **defaults)

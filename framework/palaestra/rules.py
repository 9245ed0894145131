"""What a game gives to be made a kernel of: its rules as compiled functions, and its constants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Sizes:
    """The constants of a game under given knobs.

    Attributes:
        state_size: length of the state array, in int64 words.
        num_actions: action ids are below this.
        max_legal: legal_actions never returns more than this.
        max_plies: no game is longer than this many actions; the rules themselves enforce it.
        num_features: length of the encoding.
    """

    state_size: int
    num_actions: int
    max_legal: int
    max_plies: int
    num_features: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game, each a function compiled by :func:`palaestra.jit.jit`; None = the default.

    Attributes:
        filters: names of the action filters, in the order of the `index` that `filter` takes.
    """

    init: Callable[..., Any]
    current_player: Callable[..., Any]
    legal_actions: Callable[..., Any]
    step: Callable[..., Any]
    returns: Callable[..., Any]
    observe: Callable[..., Any]
    determinize: Callable[..., Any]
    encode: Callable[..., Any]
    evaluate: Callable[..., Any] | None = None
    key: Callable[..., Any] | None = None
    playout: Callable[..., Any] | None = None
    filter: Callable[..., Any] | None = None
    abstract: Callable[..., Any] | None = None
    canonical: Callable[..., Any] | None = None
    timeout_action: Callable[..., Any] | None = None
    capped: Callable[..., Any] | None = None
    filters: tuple[str, ...] = ()

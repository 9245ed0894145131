"""Whether an exception that an agent let out may come from the rules of the game: a first guess, from its traceback.

It only saves time. An agent can make an exception look as it likes, so that the referee decides by trying the rules
itself (:mod:`palaestra.referee.rules_trial`).
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import Final

from palaestra.game import Game, KernelGame
from palaestra.kernel import SLOTS

_RAISE: Final = dis.opmap["RAISE_VARARGS"]

_MOST: Final = 20
"""Exceptions that are looked at in a chain of them: it may be endless."""


def may_come_from_rules(error: BaseException, game: Game) -> bool:
    """Return whether the exception, or one that led to it, may have been raised by a rule.

    It may if a rule in Python was being called, or, in a game with a kernel, if no ``raise`` of Python raised it:
    compiled code leaves no trace.
    """
    try:
        modules = rule_modules(game)
        compiled = game.kernel is not None
        return any(_is_suspect(trace, modules, compiled) for trace in _traces(error))
    except BaseException:  # the exception's own code ran
        return True


def _traces(error: BaseException) -> Iterator[TracebackType]:
    """Yield the tracebacks of an exception and of those that led to it."""
    following: list[BaseException | None] = [error]
    for _ in range(_MOST):
        if not following:
            return
        current = following.pop()
        if current is not None:
            if current.__traceback__ is not None:
                yield current.__traceback__
            following += [current.__cause__, current.__context__]


def _is_suspect(trace: TracebackType | None, modules: frozenset[str], compiled: bool) -> bool:
    last = trace
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") in modules:
            return True
        last, trace = trace, trace.tb_next
    if not compiled or last is None:
        return False
    code = last.tb_frame.f_code.co_code
    return not code or code[last.tb_lasti] != _RAISE


def rule_modules(game: Game) -> frozenset[str]:
    """Return the names of the modules in which the rules are called and written."""
    names = {game.spec.factory.partition(":")[0], type(game).__module__}
    if isinstance(game, KernelGame):
        rules = [getattr(game.rules, slot.name) for slot in SLOTS]
        names |= {rule.__module__ for rule in rules if rule is not None}
    else:
        with suppress(Exception):  # then `new_state` fails, which is in the game's own module
            names |= {kind.__module__ for kind in type(game.new_state()).__mro__}
    return frozenset(names)

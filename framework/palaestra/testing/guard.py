"""Rules whose errors say which rule failed, where, and after which actions."""

from __future__ import annotations

import copy
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np

from palaestra.compiler.plain import plain_python
from palaestra.errors import GameError, JitError
from palaestra.game import KernelGame
from palaestra.kernel import SLOTS, IntArray, Rules

PATIENCE: Final = 10.0
"""Seconds after which a rule that does not return is reported."""

REMEMBERED: Final = 20_000
"""States whose actions are remembered."""


class RuleError(GameError):
    """A rule that raised an exception, which is chained; that of plain Python, if the rule fails there too.

    Attributes:
        rule: name of the slot.
        actions: the actions that lead from a deal to the state; None if they are not known.
    """

    def __init__(self, rule: str, detail: str, actions: tuple[int, ...] | None) -> None:
        self.rule = rule
        self.actions = actions
        super().__init__(f"rule '{rule}' raised {detail}")


def guarded(game: KernelGame) -> KernelGame:
    """Return the same game, whose rules raise :class:`RuleError` when they fail."""
    same = copy.copy(game)
    same.complete_rules = _Guard(game)
    return same


class _Guard:
    """Replaces the complete rules of a game; each slot raises :class:`RuleError`."""

    def __init__(self, game: KernelGame) -> None:
        rules: Rules = game.complete_rules
        self.filters = rules.filters
        self.running: tuple[str, list[Any]] | None = None
        self._game = game.spec.id
        self._sizes = game.sizes
        self._actions: dict[bytes, tuple[int, ...]] = {}
        for slot in SLOTS:
            setattr(self, slot.name, self._guarded(slot.name, getattr(rules, slot.name)))

    def _guarded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(state: IntArray, *more: Any) -> Any:
            before = [argument.copy() if isinstance(argument, np.ndarray) else argument for argument in (state, *more)]
            self.running = (name, before)
            try:
                result = function(state, *more)
            except JitError:
                raise
            except Exception as error:  # whatever a rule raises
                failure = _as_plain_python(function, before) or error
                actions = self._actions.get(before[0].tobytes())
                raise RuleError(name, self._detail(name, failure, before), actions) from failure
            finally:
                self.running = None
            if name == "init":
                self._remember(state, ())
            elif name == "step" and (known := self._actions.get(before[0].tobytes())) is not None:
                self._remember(state, (*known, int(more[0])))
            return result

        return call

    def _remember(self, state: IntArray, actions: tuple[int, ...]) -> None:
        if len(self._actions) >= REMEMBERED:
            del self._actions[next(iter(self._actions))]  # the oldest
        self._actions[state.tobytes()] = actions

    def _detail(self, name: str, error: Exception, arguments: list[Any]) -> str:
        """Return the error in one line, with values that may explain it."""
        parts = [f"{type(error).__name__}: {error}{_place(error)}"]
        if name == "step":
            parts.append(f"action {arguments[1]}")
        if isinstance(error, IndexError):
            sizes = self._sizes
            parts.append(
                f"state_size {sizes.state_size}, max_legal {sizes.max_legal}, num_features {sizes.num_features}"
            )
        return "; ".join(parts)

    def describe(self, running: tuple[str, list[Any]]) -> str:
        """Return a message about a call that does not return."""
        name, arguments = running
        actions = self._actions.get(arguments[0].tobytes())
        played = "" if not actions else f" after the actions {' '.join(map(str, actions))}"
        return f"rule '{name}' of '{self._game}' does not return{played}: an endless loop?"


def _warn(text: str) -> None:
    print(f"{text} Only `kill {os.getpid()}` ends it.", file=sys.stderr, flush=True)


@contextmanager
def watched(game: KernelGame, patience: float = PATIENCE, report: Callable[[str], None] = _warn) -> Iterator[None]:
    """Report, once, a rule of a guarded game that has not returned for `patience` seconds.

    Compiled code cannot be interrupted, not even by Ctrl-C, so that otherwise nothing would be shown.
    """
    guard: _Guard = game.complete_rules
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            running = guard.running
            if over.wait(patience) or running is None or running is not guard.running:
                continue
            report(guard.describe(running))
            return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _as_plain_python(function: Callable[..., Any], arguments: list[Any]) -> Exception | None:
    """Return what the same call raises as plain Python: compiled code keeps neither lines nor indices."""
    again = [argument.copy() if isinstance(argument, np.ndarray) else argument for argument in arguments]
    try:
        plain_python(function)(*again)
    except Exception as error:
        return error
    return None


def _place(error: Exception) -> str:
    """Return the file and line of the innermost frame in a rule, with its code."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    if not frames:
        return ""
    last = frames[-1]
    return f" ({Path(last.filename).name}, line {last.lineno}: {last.line})"

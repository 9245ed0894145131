"""Chance whose choices are given, so that every outcome can be tried."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

_Option = TypeVar("_Option")


@dataclass(slots=True)
class Chance:
    """Picks by a script of numbers, and what comes first where the script has ended.

    Attributes:
        script: which option each pick takes.
        sizes: how many options each pick had.
    """

    script: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def pick(self, options: Sequence[_Option], key: Callable[[_Option], Hashable] = id) -> _Option:
        """Return one of `options`; those with the same key lead to the same future, and count as one."""
        different = list({key(option): option for option in options}.values())
        place = len(self.sizes)
        if place == len(self.script):
            self.script.append(0)
        self.sizes.append(len(different))
        return different[self.script[place]]

    def next(self) -> Chance | None:
        """Return the script after this one, None if this was the last."""
        script = self.script[: len(self.sizes)]
        while script and script[-1] + 1 == self.sizes[len(script) - 1]:
            script.pop()
        return Chance([*script[:-1], script[-1] + 1]) if script else None

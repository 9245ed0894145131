"""The parts that all checks share: the error, the report, and running laws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from palaestra.errors import GameError, JitError

Subject = TypeVar("Subject")

Law = Callable[[Subject], Iterator[str]]
"""A law is a generator of violations, each one line of text; its name is that of the function, with spaces."""


class ConformanceError(GameError, AssertionError):
    """A game or an agent that breaks a law.

    Attributes:
        subject: id of the game or agent.
        law: name of the law.
        actions: the actions of the game so far; with `context` they reproduce the position.
        context: how the game was set up.
    """

    def __init__(self, subject: str, law: str, detail: str, actions: Sequence[int] = (), context: str = "") -> None:
        self.subject = subject
        self.law = law
        self.actions = tuple(actions)
        self.context = context
        where = f" [{context}; actions: {' '.join(map(str, actions)) or 'none yet'}]" if context else ""
        super().__init__(f"{subject} breaks the law '{law}': {detail}{where}")


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a passed check has covered.

    Attributes:
        subject: id of the game or agent.
        games: games played.
        positions: positions checked.
        laws: names of the laws that hold.
    """

    subject: str
    games: int
    positions: int
    laws: tuple[str, ...]


def law_name(law: Law[Subject]) -> str:
    """Return the name of a law."""
    return law.__name__.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken law.

    Attributes:
        law: name of the law.
        detail: what breaks it, in one line.
        error: the exception that the code under test raised, if any.
    """

    law: str
    detail: str
    error: Exception | None = None


def first_violation(laws: Iterable[Law[Subject]], subject: Subject) -> Violation | None:
    """Return the first broken law; an exception inside a law breaks it too.

    Raises:
        JitError: the code cannot be compiled, so no law can be tested.
    """
    for law in laws:
        try:
            detail = next(law(subject), None)
        except JitError:
            raise
        except Exception as error:  # whatever the code under test raises
            return Violation(law_name(law), describe_error(error), error)
        if detail is not None:
            return Violation(law_name(law), detail)
    return None


def describe_error(error: Exception) -> str:
    """Return an exception in one line."""
    return str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"

"""Every error that Palaestra raises on purpose, as one tree.

::

    PalaestraError                 a failure; exit code 1
    ├── UserError                  the user's input; exit code 2
    │   ├── UnknownNameError       no such game, agent, entrant, tournament, deck, knob or parameter
    │   ├── InvalidValueError      a value of the wrong type or outside its range
    │   ├── PositionError          a position text that the game cannot read
    │   ├── ActionError            an action that is not legal here, or an action text that cannot be read
    │   ├── SpecError              a tournament file with problems, all of them at once
    │   └── SpecChangedError       a forbidden change of a tournament that already has games
    ├── GameError                  a game plugin that breaks its contract
    ├── JitError                   a function that cannot be compiled or cached
    ├── PluginError                a plugin that cannot be loaded
    ├── StoreError                 a database that cannot be used as it is
    ├── WorkerError                workers that keep dying
    ├── UnfinishedRun              games that could not be finished after several attempts; exit code 3
    └── InterruptedRun             stopped by the user, finished games kept; exit code 130

A message is one line that names the thing, its value and what was expected. Faults of *agents* are not here:
they are data of a game (see :class:`palaestra.record.GameRecord`).
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

MAX_LISTED: Final = 30
"""Known names that a message lists."""


SYNONYMS: Final = {
    "alphabeta": "alpha_beta",
    "flat_mc": "flat_monte_carlo",
    "mancala": "kalah",
    "mc": "flat_monte_carlo",
    "mcts": "uct",
    "mills": "nine_mens_morris",
    "minimax": "alpha_beta",
    "monte_carlo": "flat_monte_carlo",
    "morris": "nine_mens_morris",
    "muehle": "nine_mens_morris",
    "negamax": "alpha_beta",
    "noughts_and_crosses": "tic_tac_toe",
    "pimc": "determinized_uct",
    "qlearning": "q_learning",
    "rolling_horizon": "rhea",
    "rollout": "flat_monte_carlo",
    "so_ismcts": "ismcts",
    "tictactoe": "tic_tac_toe",
    "ttt": "tic_tac_toe",
}
"""Names in the field -> the name that a message suggests, if there is such a thing."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the nearest known name, or the list of names, or nothing."""
    names = sorted(known)
    synonym = SYNONYMS.get(name.lower().replace("-", "_").replace(" ", "_"))
    close = [synonym] if synonym in names else difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if close:
        return f"; did you mean '{close[0]}'?"
    more = ", ..." if len(names) > MAX_LISTED else ""
    return f"; known: {', '.join(names[:MAX_LISTED])}{more}" if names else ""


MAX_SHOWN: Final = 100
"""Characters of a value that a message shows."""


def shown(value: object) -> str:
    """Return a value for a message: its ``repr`` in one line, cut in the middle if it is long; never raises."""
    try:
        text = " ".join(line.strip() for line in repr(value).splitlines())
    except Exception as error:  # an integer of 5,000 digits, or a value of a plugin
        return f"a value of type {type(value).__name__} that cannot be shown ({type(error).__name__})"
    half = MAX_SHOWN // 2
    return text if len(text) <= MAX_SHOWN else f"{text[:half]}...{text[-half:]}"


class PalaestraError(Exception):
    """The root: anything that Palaestra refuses or fails at, with a message of one line."""

    exit_code: ClassVar[int] = 1


class UserError(PalaestraError):
    """Wrong input, which the user can correct."""

    exit_code: ClassVar[int] = 2


class UnknownNameError(UserError):
    """A name that does not exist.

    Attributes:
        kind: what was looked for (``"game"``, ``"agent"`` ...).
        name: the name that was given.
        hint: another possible cause; ends the message.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        self.kind = kind
        self.name = name
        self.hint = hint
        super().__init__(f"unknown {kind} {shown(name)}{nearest(name, known)}{hint}")


class InvalidValueError(UserError):
    """A value of the wrong type or outside its range.

    Attributes:
        what: the thing that has the value (``"knob 'pits'"``).
        value: the value that was given.
        expected: a description of the right values.
    """

    def __init__(self, what: str, value: object, expected: str) -> None:
        self.what = what
        self.value = value
        self.expected = expected
        super().__init__(f"{what} is {shown(value)}; expected {expected}")


def _one_line(message: str) -> str:
    """Return a message that quotes what a user wrote, with line breaks and other invisible characters escaped."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)


class PositionError(UserError):
    """A position text that the game cannot read."""

    def __init__(self, message: str) -> None:
        super().__init__(_one_line(message))


class ActionError(UserError):
    """An action that is not legal here, or an action text that cannot be read."""

    def __init__(self, message: str) -> None:
        super().__init__(_one_line(message))


class SpecError(UserError):
    """A tournament file with problems.

    Attributes:
        problems: every problem found, one line each.
    """

    def __init__(self, problems: Sequence[str], source: str = "tournament") -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        title = f"{source}: {count} problem{'s' if count != 1 else ''}"
        super().__init__("\n".join([title, *(f"  {problem}" for problem in self.problems)]))


class SpecChangedError(UserError):
    """A change that a tournament with stored games does not allow.

    Attributes:
        differences: changes of the tournament, one line each, with the stored and the new value.
        entrants: the same of entrants, by their names.
    """

    def __init__(
        self, tournament: str, differences: Sequence[str], entrants: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self.differences = tuple(differences)
        self.entrants = {name: tuple(changes) for name, changes in (entrants or {}).items()}
        if self.differences:  # a new name of the tournament is enough for its entrants too
            lines = [_played_with(f"tournament '{tournament}'", "the tournament"), *self.differences]
            lines += [f"entrant '{name}': {change}" for name, changes in self.entrants.items() for change in changes]
            super().__init__("\n  ".join(lines))
            return
        parts = []
        for name, changes in self.entrants.items():
            remove = shlex.join(["palaestra", "db", "entrant", "remove", tournament, name])
            title = _played_with(f"entrant '{name}' of tournament '{tournament}'", "the entrant")
            parts.append("\n  ".join([f"{title} (`{remove}` removes it with its games)", *changes]))
        super().__init__("\n".join(parts))


def _played_with(what: str, owner: str) -> str:
    return f"{what} has games played with other settings or code; undo the change, or give {owner} a new name"


class GameError(PalaestraError):
    """A game plugin that breaks its contract."""


class JitError(PalaestraError):
    """A function that cannot be compiled or cached."""


class PluginError(PalaestraError):
    """A plugin that cannot be loaded."""


class StoreError(PalaestraError):
    """A database that cannot be used as it is."""


class WorkerError(PalaestraError):
    """Workers that keep dying, so that a tournament cannot go on."""


class UnfinishedRun(PalaestraError):  # noqa: N818 - what was finished is stored
    """Some games failed in every attempt by a framework failure, or an entrant was suspended; all others are stored."""

    exit_code: ClassVar[int] = 3


class InterruptedRun(PalaestraError):  # noqa: N818 - an interruption is no error
    """Stopped by the user; every finished game is kept."""

    exit_code: ClassVar[int] = 130

"""The frozen records that scheduling, playing, storing and rating pass to each other.

Records of a single game are named tuples: they are made and sent to a worker in a fifth of a dataclass's time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from palaestra.limits import TimeControl

FAULTS: Final = ("illegal", "timeout", "crash", "memory", "protocol", "startup")
"""Reasons that end a game by an agent's fault: the offender loses."""

REASONS: Final = ("finished", "cap", "abandoned", *FAULTS)
"""Why a stored game ended: by its rules, by its length, by a person who left, or by a fault."""

VoidReason = Literal["error", "overload", "stopped", "killed", "worker"]
VOIDS: Final = get_args(VoidReason)
"""Why an attempt was discarded: a framework failure, a machine without a free core, an agent's process killed by
neither the framework nor itself, a worker that died."""

ZERO: Final = 1e-9
"""Sums of returns up to this size count as zero, because floats are rounded."""

Lane = Literal["compiled", "python"]

PLAY: Final = "play"
"""Games of people are stored in tournaments called ``play:<game>``, which are not rated; this name selects all."""

PERSON: Final = "person"
"""The name of the entrant, and of the agent, that a person is stored as."""


def of_people(tournament: str) -> bool:
    """Return whether games of people are stored under this tournament's name."""
    return tournament == PLAY or tournament.startswith(f"{PLAY}:")


class ScheduledGame(NamedTuple):
    """One game to play: plain data that travels to a worker.

    Attributes:
        id: ``"<pair>-1"`` or ``"<pair>-2"``; which half of the pair it is.
        pair: hash of everything that decides the game pair, 20 hexadecimal digits.
        pair_number: from 1, within its match-up and deck pair.
        entrants: names of the entrants in seat order.
        decks: names of the decks in seat order.
        deal: seed of the deal, 63 bits, shared by both halves of the pair; no agent may learn it.
        unexcused: seats whose faults are no longer excused by an overloaded machine or by a kill of unknown origin.
    """

    id: str
    pair: str
    pair_number: int
    entrants: tuple[str, ...]
    decks: tuple[str, ...]
    deal: int
    unexcused: tuple[int, ...] = ()


class GameRecord(NamedTuple):
    """One played game.

    Attributes:
        game: what was scheduled.
        returns: one per seat, in [-1, 1].
        reason: one of :data:`REASONS`.
        offender: the seat whose fault ended the game, or None.
        actions: every action in order, seats included by the rules.
        seconds: thinking time per seat, without building the agent, or None in the compiled lane.
        lane: which lane played it.
        worker: number of the worker, 0 when played inline.
        played_at: end of the game, Unix time in seconds.
        detail: for a fault, what happened (last lines of a traceback); else empty.
        exit_code: for a fault, how the offender's process ended, negative for a signal, or None.
        stderr: for a fault, the last of what that process wrote.
        isolation: what was in force for each seat; empty = both played in the worker's own process.
    """

    game: ScheduledGame
    returns: tuple[float, ...]
    reason: str
    offender: int | None
    actions: tuple[int, ...]
    seconds: tuple[float, ...] | None
    lane: Lane
    worker: int
    played_at: float
    detail: str = ""
    exit_code: int | None = None
    stderr: str = ""
    isolation: tuple[str, ...] = ()

    @property
    def plies(self) -> int:
        """Number of actions played."""
        return len(self.actions)


@dataclass(frozen=True, slots=True)
class VoidAttempt:
    """An attempt at a game that is discarded, because the framework or the machine failed.

    Attributes:
        game: what was scheduled.
        detail: what happened.
        worker: number of the worker.
        at: Unix time in seconds.
        reason: one of :data:`VOIDS`.
        seat: the seat that was being asked, or None.
    """

    game: ScheduledGame
    detail: str
    worker: int
    at: float
    reason: VoidReason = "error"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the code of a game or an agent came from.

    Attributes:
        distribution: name of the installed distribution, empty when it has none.
        version: version of that distribution.
        source_hash: hash of the sources of its package, 16 hexadecimal digits.
    """

    distribution: str = ""
    version: str = ""
    source_hash: str = ""


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """An entrant as it is stored: agent, version and parameters under a name that is unique in its tournament.

    Attributes:
        name: the entrant's name.
        agent: id of the agent.
        version: version of the agent.
        parameters: every parameter that was given, JSON values; a file is replaced by ``"sha256:<digits>"``.
        provenance: where the agent's code came from.
    """

    name: str
    agent: str
    version: str
    parameters: Mapping[str, object]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament as it is stored: everything that determines its games.

    Attributes:
        name: the tournament's name, unique in its database.
        game: id of the game.
        version: version of the game.
        knobs: every knob with its value.
        deck_pairing: ``"mirror"`` or ``"cross"``.
        root: the root seed of all deals: the decimal digits of ``root_seed``, or a random secret.
        secret: whether `root` is a secret that no agent may learn.
        provenance: where the game's code came from.
        pairs: game pairs per match-up and ordered deck pair; may grow.
        decks: deck names; may grow.
        self_play: whether an entrant also meets itself.
        clock: how long agents may think; None = no limit.
    """

    name: str
    game: str
    version: str
    knobs: Mapping[str, object]
    deck_pairing: str
    root: str
    secret: bool
    provenance: Provenance
    pairs: int
    decks: tuple[str, ...]
    self_play: bool = False
    clock: TimeControl | None = None

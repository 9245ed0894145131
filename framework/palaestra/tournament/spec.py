"""What a tournament file says, as plain data, and what it means with the installed plugins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from palaestra.isolation.trust import trusted
from palaestra.limits import MEMORY_MB, UNCONFINED, Confinement, IsolationLevel, TimeControl
from palaestra.record import EntrantRecord, Provenance, TournamentRecord
from palaestra.referee.cast import Cast
from palaestra.spec import AgentSpec, GameSpec

UNNAMED: Final = ""
"""Stands for a name that is not valid."""

DeckPairing = Literal["mirror", "cross"]


@dataclass(frozen=True, slots=True)
class EntrantSpec:
    """One ``[[entrant]]``.

    Attributes:
        agent: id of the agent, or ``distribution:id``.
        name: unique in the tournament; the agent's id where nothing is said; :data:`UNNAMED` = it was written wrongly,
            which is noted already.
        parameters: what the user gave; defaults are filled in by the agent.
        isolation: of this entrant; None = the tournament's.
        memory_mb: of this entrant; None = the tournament's.
        command: for the agent ``external``, its program and arguments; relative paths start in the tournament's folder;
            None = it was written wrongly, which is noted already.
    """

    agent: str
    name: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    isolation: IsolationLevel | None = None
    memory_mb: int | None = None
    command: tuple[str, ...] | None = ()


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """One tournament as its user wrote it.

    Attributes:
        name: unique in the database.
        game: id of the game, or ``distribution:id``.
        entrants: at least two (one with `self_play`).
        pairs: game pairs per match-up and ordered deck pair.
        root_seed: the root seed of all deals; None = a random secret, kept in the database.
        decks: names of decks; empty = the game's first one.
        deck_pairing: ``"mirror"`` = both seats have the same deck; ``"cross"`` = every ordered deck pair.
        self_play: whether every entrant also meets itself.
        knobs: what the user gave; defaults are filled in by the game.
        workers: worker processes; None = one per core.
        folder: where relative file parameters start.
        isolation: how entrants are kept from the rest of the machine; None = those of trusted distributions not at
            all, others in processes of their own, see :mod:`palaestra.isolation.trust`.
        memory_mb: most memory of each of their processes, in MB.
        clock: how long they may think; None = as long as they like.
        probation: an entrant that fails in its first so many scheduled games is suspended; 0 = never.
    """

    name: str
    game: str
    entrants: tuple[EntrantSpec, ...]
    pairs: int = 10
    root_seed: int | None = None
    decks: tuple[str, ...] = ()
    deck_pairing: DeckPairing = "mirror"
    self_play: bool = False
    knobs: Mapping[str, Any] = field(default_factory=dict)
    workers: int | None = None
    folder: str = "."
    isolation: IsolationLevel | None = None
    memory_mb: int = MEMORY_MB
    clock: TimeControl | None = None
    probation: int = 0


@dataclass(frozen=True, slots=True)
class ResolvedEntrant:
    """An entrant whose agent and parameters have been found and checked.

    Attributes:
        name: unique in the tournament.
        spec: descriptor of the agent.
        parameters: the agent's parameters dataclass; of an external agent, its :class:`Program`.
        identity: what is stored, and what the ids of its games depend on.
        confinement: how it is kept from the rest of the machine.
    """

    name: str
    spec: AgentSpec
    parameters: Any
    identity: EntrantRecord
    confinement: Confinement = UNCONFINED


@dataclass(frozen=True, slots=True)
class ResolvedTournament:
    """A tournament whose every name has been found and checked.

    Attributes:
        spec: what the user wrote.
        game: descriptor of the game.
        knobs: every knob with its value.
        decks: at least one.
        entrants: in the order of the file.
        provenance: where the game's code came from.
    """

    spec: TournamentSpec
    game: GameSpec
    knobs: Mapping[str, Any]
    decks: tuple[str, ...]
    entrants: tuple[ResolvedEntrant, ...]
    provenance: Provenance

    def record(self, root: str, secret: bool) -> TournamentRecord:
        """Return what is stored, with the root seed of all deals."""
        return TournamentRecord(
            name=self.spec.name,
            game=self.game.id,
            version=self.game.version,
            knobs=self.knobs,
            deck_pairing=self.spec.deck_pairing,
            root=root,
            secret=secret,
            provenance=self.provenance,
            pairs=self.spec.pairs,
            decks=self.decks,
            self_play=self.spec.self_play,
            clock=self.spec.clock,
        )

    def cast(self, compiled: bool = True) -> Cast:
        """Return what workers need to play the games."""
        entrants = {entrant.name: (entrant.spec, entrant.parameters) for entrant in self.entrants}
        confinements = {entrant.name: entrant.confinement for entrant in self.entrants}
        own = frozenset(e.name for e in self.entrants if trusted(e.identity.provenance.distribution))
        return Cast(self.game, self.knobs, entrants, compiled, confinements, self.spec.clock, own)

"""Games of a person: who plays whom, on which deal, and where they are stored.

They are games of tournaments called ``play:<game>``, or ``play:<game>-2`` and so on where knobs, version or sources
differ from those that are stored. Nothing schedules these games: each is the first half of a pair of its own, whose id
is random.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, Final, Literal

from palaestra.errors import PalaestraError, UserError
from palaestra.isolation.program import EXTERNAL
from palaestra.play.person_game import PersonGame
from palaestra.plugins import Plugins
from palaestra.record import PERSON, PLAY, EntrantRecord, Provenance, ScheduledGame, TournamentRecord
from palaestra.referee.arena import Arena
from palaestra.referee.surroundings import kept_surroundings
from palaestra.seeding import PAIR_DIGITS
from palaestra.store import reads
from palaestra.store.engine import Database
from palaestra.store.writes import GameWriter
from palaestra.tournament.changes import tournament_changes
from palaestra.tournament.interruption import Interruption
from palaestra.tournament.resolve import resolve_into
from palaestra.tournament.spec import EntrantSpec, ResolvedTournament, TournamentSpec
from palaestra.tournament.toml_lines import KeyPath

WantedSeat = Literal["first", "second", "random"]

MAX_LABEL: Final = 80

IDENTITY: Final = EntrantRecord(PERSON, PERSON, "", {}, Provenance())
"""A person as an entrant."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person wants to play.

    Attributes:
        game: id of the game, or ``distribution:id``.
        against: id of the agent, or ``distribution:id``.
        parameters: of the agent.
        knobs: of the game.
        deck: the person's deck; None = the game's first.
        against_deck: the agent's; None = the same.
        seat: the person's; ``"random"`` is one that follows from the deal.
        seed: seed of the deal; None = a random one.
        command: for the agent ``external``, its program and arguments; relative paths start in the current folder.
    """

    game: str
    against: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    knobs: Mapping[str, Any] = field(default_factory=dict)
    deck: str | None = None
    against_deck: str | None = None
    seat: WantedSeat = "first"
    seed: int | None = None
    command: tuple[str, ...] = ()


def resolve(wanted: Wanted, plugins: Plugins) -> ResolvedTournament:
    """Return a tournament with the agent as its one entrant, everything checked.

    Raises:
        UserError: the first thing that is wrong.
    """
    if plugins.agent(wanted.against) == EXTERNAL and not wanted.command:
        raise UserError("agent 'external' needs the command of its program")
    given = [*(f"{name}={value}" for name, value in wanted.parameters.items()), *wanted.command]
    label = " ".join([wanted.against, *given])
    name = label if len(label) <= MAX_LABEL else wanted.against
    entrant = EntrantSpec(wanted.against, name, wanted.parameters, command=wanted.command)
    decks = dict.fromkeys(deck for deck in (wanted.deck, wanted.against_deck) if deck is not None)
    spec = TournamentSpec(
        name=PLAY,
        game=wanted.game,
        entrants=(entrant,),
        pairs=1,
        decks=tuple(decks),
        deck_pairing="cross",
        self_play=True,
        knobs=wanted.knobs,
    )
    found = resolve_into(spec, plugins, _refuse)
    if found is None:
        raise UserError(f"game '{wanted.game}' cannot be played")
    return dataclasses.replace(found, spec=dataclasses.replace(spec, name=f"{PLAY}:{found.game.id}", self_play=False))


def _refuse(_path: KeyPath, problem: str) -> None:
    raise UserError(problem)


@contextmanager
def person_game(
    wanted: Wanted, resolved: ResolvedTournament, db: Database, interruption: Interruption
) -> Iterator[PersonGame]:
    """Begin a game of a person, and store it when the block ends: finished, or abandoned.

    The database is opened, and the names under which the game will be stored are taken, before the game begins.

    Args:
        wanted: what is to be played.
        resolved: the same, resolved.
        db: where it is stored; made if missing.
        interruption: asked while the agent thinks.

    Raises:
        UserError: the decks do not fit.
        StoreError: the database cannot be used.
        PluginError: the code of the game or of the agent cannot be imported.
    """
    with GameWriter(db) as writer:
        record, opponent = _names(resolved, writer)
        entrant = dataclasses.replace(resolved.entrants[0], name=opponent.name, identity=opponent)
        arena = Arena(dataclasses.replace(resolved, entrants=(entrant,)).cast(compiled=False))
        try:
            with kept_surroundings(), interruption.raising():
                arena.warm_up()
            scheduled, person = _scheduled(wanted, resolved, arena, opponent.name)
            with writer.reading() as connection:
                stored = reads.stored_tournament(connection, record.name)
            decks = dict.fromkeys([*(stored.decks if stored else ()), *scheduled.decks])
            writer.register_tournament(dataclasses.replace(record, decks=tuple(decks)), (IDENTITY, opponent))
            seat = arena.seat(scheduled, 1 - person)
            game = PersonGame(arena.game, scheduled, person, seat, lambda: interruption.requested)
            kept = True
            try:
                yield game
            except PalaestraError:  # a failure of the framework or of the game: it is discarded
                kept = False
                raise
            finally:
                game.close()
                if kept:
                    writer.add([game.record()])
        finally:
            arena.close()


def _names(resolved: ResolvedTournament, writer: GameWriter) -> tuple[TournamentRecord, EntrantRecord]:
    """Return the tournament and the opponent under names that are not used otherwise in the database."""
    base = resolved.record("", secret=False)

    def is_same_tournament(name: str) -> bool:
        with writer.reading() as connection:
            stored = reads.stored_tournament(connection, name)
        return stored is None or not tournament_changes(stored, dataclasses.replace(base, name=name))

    record = dataclasses.replace(base, name=_first(base.name, is_same_tournament))
    with writer.reading() as connection:
        known = {entrant.name: entrant for entrant in (IDENTITY, *reads.stored_entrants(connection, record.name))}
    identity = resolved.entrants[0].identity

    def is_same_entrant(name: str) -> bool:
        new = dataclasses.replace(identity, name=name)
        return known.get(name, new) == new

    return record, dataclasses.replace(identity, name=_first(identity.name, is_same_entrant))


def _first(name: str, fits: Callable[[str], bool]) -> str:
    return next(filter(fits, chain([name], (f"{name}-{number}" for number in count(2)))))


def _scheduled(wanted: Wanted, resolved: ResolvedTournament, arena: Arena, opponent: str) -> tuple[ScheduledGame, int]:
    """Return the game to play, and the person's seat."""
    deal = secrets.randbits(63) if wanted.seed is None else wanted.seed
    person = deal % 2 if wanted.seat == "random" else ("first", "second").index(wanted.seat)
    deck = wanted.deck if wanted.deck is not None else resolved.game.decks[0]
    other = wanted.against_deck if wanted.against_deck is not None else deck
    sides = [(PERSON, deck), (opponent, other)]
    entrants, decks = zip(*(reversed(sides) if person else sides), strict=True)
    pair = secrets.token_hex(PAIR_DIGITS // 2)
    return ScheduledGame(f"{pair}-1", pair, 1, entrants, arena.game.check_decks(decks), deal), person

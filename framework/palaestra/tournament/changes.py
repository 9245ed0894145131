"""What may change between two runs of one tournament, and what may not.

Free: workers, more or fewer pairs, decks and entrants. Fixed, since stored games depend on it: the game with its
version, sources and knobs, the root seed, the deck pairing, the clock, and everything about an entrant of a known name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from palaestra.record import EntrantRecord, Provenance, TournamentRecord


def tournament_changes(stored: TournamentRecord, new: TournamentRecord) -> list[str]:
    """Return the forbidden changes of a tournament, one line each, with the stored and the new value."""
    return [
        *_changed("game", stored.game, new.game),
        *_changed("version of the game", stored.version, new.version),
        *_changed_keys("knobs.", stored.knobs, new.knobs),
        *_changed("deck_pairing", stored.deck_pairing, new.deck_pairing),
        *_changed("root_seed", _root(stored), _root(new)),
        *_changed_keys("clock.", _clock(stored), _clock(new)),
        *_changed_code(f"game '{new.game}'", stored.provenance, new.provenance),
    ]


def entrant_changes(stored: Sequence[EntrantRecord], new: Sequence[EntrantRecord]) -> dict[str, list[str]]:
    """Return the forbidden changes of each entrant that is stored under the same name, by that name."""
    known = {entrant.name: entrant for entrant in stored}
    found = {entrant.name: _changed_entrant(known[entrant.name], entrant) for entrant in new if entrant.name in known}
    return {name: changes for name, changes in found.items() if changes}


def _changed_entrant(stored: EntrantRecord, new: EntrantRecord) -> list[str]:
    if stored.agent != new.agent:
        return list(_changed("agent", stored.agent, new.agent))
    return [
        *_changed("version of the agent", stored.version, new.version),
        *_changed_keys("parameters.", stored.parameters, new.parameters),
        *_changed_code(f"agent '{new.agent}'", stored.provenance, new.provenance),
    ]


def _clock(tournament: TournamentRecord) -> Mapping[str, object]:
    return {} if tournament.clock is None else asdict(tournament.clock)


def _root(tournament: TournamentRecord) -> str:
    return "a secret" if tournament.secret else tournament.root


def _changed_code(title: str, stored: Provenance, new: Provenance) -> Iterator[str]:
    if stored.version != new.version:
        yield from _changed(f"{title}: version of {new.distribution}", stored.version, new.version)
    elif stored != new:
        yield from _changed(f"{title}: sources of {new.distribution}", stored.source_hash, new.source_hash)


def _changed_keys(title: str, stored: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    for key in dict.fromkeys([*stored, *new]):
        yield from _changed(title + key, stored.get(key), new.get(key))


def _changed(what: str, stored: object, new: object) -> Iterator[str]:
    if stored != new:
        yield f"{what}: stored {_shown(stored)}, now {_shown(new)}"


def _shown(value: object) -> str:
    return "nothing" if value is None else repr(value)

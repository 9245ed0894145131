"""Giving an entrant of a stored tournament another name, under which its games are found again."""

from __future__ import annotations

import dataclasses

from palaestra.errors import InvalidValueError, UnknownNameError, UserError
from palaestra.record import of_people
from palaestra.store import entrants as stored
from palaestra.store import reads
from palaestra.store.engine import Database, reading
from palaestra.tournament.schedule import match_up_hash, pair_id
from palaestra.tournament.specfile import NAME_EXPECTED, is_name


def rename_entrant(db: Database, tournament: str, name: str, new: str) -> int:
    """Give an entrant another name; return how many games it has played.

    The ids of its games become those that a run looks for under the new name. Deals, actions and results stay.

    Raises:
        UnknownNameError: no such tournament or entrant.
        InvalidValueError: a name that no tournament file may have.
        UserError: the name is taken, or the games are those of people.
        StoreError: the database cannot be used.
    """
    if of_people(tournament):
        raise UserError(f"games of tournament '{tournament}' are those of people; their entrants keep their names")
    if not is_name(new):
        raise InvalidValueError("the new name", new, NAME_EXPECTED)
    with reading(db) as connection:
        record = reads.stored_tournament(connection, tournament)
        known = {entrant.name: entrant for entrant in reads.stored_entrants(connection, tournament)}
        names = reads.tournament_names(connection)
    if record is None:
        raise UnknownNameError("tournament", tournament, names)
    if name not in known:
        raise UnknownNameError("entrant", name, known)
    if new in known:
        raise UserError(f"tournament '{tournament}' has an entrant '{new}' already; expected a name that is not taken")
    known[new] = dataclasses.replace(known[name], name=new)

    def make_id(game: stored.PlayedBy) -> tuple[str, int]:
        first, second = sorted(game.entrants)
        pair = pair_id(match_up_hash(record, known[first], known[second]), game.decks, game.pair_number)
        if first == second:
            return pair, game.half
        return pair, 1 if game.entrants[0] == first else 2

    return stored.rename_entrant(db, tournament, name, new, make_id)

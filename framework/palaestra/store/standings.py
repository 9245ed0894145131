"""Reading the counts that ratings are computed from: milliseconds at any number of games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Select, case, func, or_, select

from palaestra.record import FAULTS, of_people
from palaestra.store.reads import tournament_id
from palaestra.store.tables import COUNTS, entrants, games, pair_cells, tournaments

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class PairCells:
    """Counts of results, one row for each match-up; what a rating needs, in the shape it needs.

    Results are loss, draw, win = 0, 1, 2, of entrant `a` of the row.

    Attributes:
        names: the entrants, all different, those without games too.
        agents: their agents' ids.
        a: index into `names`, int64 of shape [rows].
        b: index into `names` of the opponent, int64 of shape [rows]. Of one tournament every match-up has one row;
            of several it may have one from each.
        pairs: complete game pairs by the result of `a` in its game as first seat, then as second seat; int64 of
            shape [rows, 3, 3].
        first_only: games of `a` as first seat whose other half is not stored, int64 of shape [rows, 3].
        second_only: the same as second seat.
    """

    names: tuple[str, ...]
    agents: tuple[str, ...]
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    pairs: NDArray[np.int64]
    first_only: NDArray[np.int64]
    second_only: NDArray[np.int64]


def read_pair_cells(
    connection: Connection, tournament: str | None = None, deck: str | None = None, game: str | None = None
) -> PairCells:
    """Return the counts of one tournament, or of all rated ones together.

    Across tournaments two entrants are the same when name, agent, version and parameters are, as in the identity
    of a game pair. Where a name stands for several entrants, agent, version and parameters are added to it.

    Args:
        connection: from :func:`palaestra.store.engine.reading`.
        tournament: name of the tournament, or None for all.
        deck: count only games in which either seat has this deck.
        game: count only tournaments of this game.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    import numpy as np

    roster = _Roster(connection, tournament, game)
    query = select(pair_cells.c.a_id, pair_cells.c.b_id, *(func.sum(pair_cells.c[name]) for name in COUNTS))
    if deck is not None:
        query = query.where(or_(pair_cells.c.first_deck == deck, pair_cells.c.second_deck == deck))
    query = query.group_by(pair_cells.c.tournament_id, pair_cells.c.a_id, pair_cells.c.b_id)
    if tournament is not None:
        query = query.where(pair_cells.c.tournament_id == tournament_id(connection, tournament))
    rows = [
        (roster.index[row[0]], roster.index[row[1]], *row[2:])
        for row in connection.execute(query)
        if row[0] in roster.index
    ]
    table = np.array(rows, dtype=np.int64).reshape(len(rows), 2 + len(COUNTS))
    return PairCells(
        names=roster.names,
        agents=roster.agents,
        a=table[:, 0],
        b=table[:, 1],
        pairs=table[:, 2:11].reshape(-1, 3, 3),
        first_only=table[:, 11:14],
        second_only=table[:, 14:17],
    )


def read_played(
    connection: Connection, tournament: str | None = None, deck: str | None = None, game: str | None = None
) -> tuple[list[str], list[str], list[float]]:
    """Return the games one by one in the order of storing, for ratings that depend on it.

    Arguments as for :func:`read_pair_cells`, whose names these are. A win is 1 point and a draw 0.5 whatever the
    margin, as in the counts; an entrant's games against itself are left out.

    Returns:
        The names in the first seat, those in the second, and the points of the first: one entry for each game.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    roster = _Roster(connection, tournament, game)
    query = select(games.c.first_id, games.c.second_id, games.c.first_return).order_by(games.c.number)
    query = query.where(games.c.first_id != games.c.second_id)
    if deck is not None:
        query = query.where(or_(games.c.first_deck == deck, games.c.second_deck == deck))
    if tournament is not None:
        query = query.where(games.c.tournament_id == tournament_id(connection, tournament))
    name_of = {key: roster.names[index] for key, index in roster.index.items()}
    first, second, points = [], [], []
    for a, b, result in connection.execute(query):
        if a in name_of:
            first.append(name_of[a])
            second.append(name_of[b])
            points.append(1.0 if result > 0 else 0.5 if result == 0 else 0.0)
    return first, second, points


def read_faults(
    connection: Connection, tournament: str | None = None, deck: str | None = None, game: str | None = None
) -> dict[str, dict[str, int]]:
    """Return how many games ended by a fault of each entrant, by reason; only of entrants with faults.

    Arguments as for :func:`read_pair_cells`, whose names these are.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    roster = _Roster(connection, tournament, game)
    offender = case((games.c.offender == 0, games.c.first_id), else_=games.c.second_id)
    query: Select[Any] = (
        select(offender, games.c.reason, func.count())
        .where(games.c.offender.is_not(None), games.c.first_id != games.c.second_id, games.c.reason.in_(FAULTS))
        .group_by(offender, games.c.reason)
        .order_by(games.c.reason)
    )
    if deck is not None:
        query = query.where(or_(games.c.first_deck == deck, games.c.second_deck == deck))
    faults: dict[str, dict[str, int]] = {}
    for entrant, reason, count in connection.execute(query):
        if entrant in roster.index:
            of_entrant = faults.setdefault(roster.names[roster.index[entrant]], {})
            of_entrant[reason] = of_entrant.get(reason, 0) + count
    return faults


class _Roster:
    """The entrants of one tournament or of all, each once; those of games of people are left out.

    Attributes:
        index: position in `names` of every entrant's key in the database.
        names: what to call the entrants, all different.
        agents: ids of their agents.
    """

    def __init__(self, connection: Connection, tournament: str | None, game: str | None) -> None:
        query = select(
            entrants.c.id,
            entrants.c.name,
            entrants.c.agent,
            entrants.c.agent_version,
            entrants.c.parameters,
            tournaments.c.name,
        ).join(tournaments)
        if tournament is not None:
            query = query.where(tournaments.c.id == tournament_id(connection, tournament))
        if game is not None:
            query = query.where(tournaments.c.game == game)
        identities: dict[tuple[str, str, str, str], int] = {}
        self.index: dict[int, int] = {}
        for number, name, agent, version, parameters, of in connection.execute(query.order_by(entrants.c.id)):
            if of_people(of):
                continue
            identity = (name, agent, version, json.dumps(parameters, sort_keys=True))
            self.index[number] = identities.setdefault(identity, len(identities))
        often = [name for name, *_ in identities]
        self.names = tuple(
            name if often.count(name) == 1 else f"{name} ({agent} {version} {parameters})"
            for name, agent, version, parameters in identities
        )
        self.agents = tuple(agent for _, agent, _, _ in identities)

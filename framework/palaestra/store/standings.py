"""Reading the counts that ratings are computed from: milliseconds at any number of games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Select, Table, case, func, or_, select

from palaestra.errors import StoreError, UnknownNameError, UserError
from palaestra.record import FAULTS, TournamentRecord, of_people
from palaestra.store.reads import rated_tournaments, stored_tournament, tournament_id
from palaestra.store.tables import COUNTS, entrants, games, pair_cells, tournaments

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Selection:
    """Which stored games count; by default all rated ones.

    Across tournaments two entrants are the same when name, agent, version and parameters are, as in the identity
    of a game pair. Where a name stands for several entrants, agent, version and parameters are added to it.

    Attributes:
        tournament: name of the tournament; None = all.
        game: id of a game, only whose tournaments count; None = any.
        deck: only games in which either seat held this deck count; None = all. In a complete game pair both entrants
            held it equally often, so neither has an advantage.
        by_deck: whether an entrant with one deck and the same entrant with another are two, called ``"name [deck]"``.
        only: names of entrants; only games between these count; empty = all.
        exclude: names of entrants; their games do not count.
    """

    tournament: str | None = None
    game: str | None = None
    deck: str | None = None
    by_deck: bool = False
    only: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


ALL: Final = Selection()


@dataclass(frozen=True, slots=True, eq=False)
class PairCells:
    """Counts of results, one row for each match-up; what a rating needs, in the shape it needs.

    Results are loss, draw, win = 0, 1, 2, of entrant `a` of the row.

    Attributes:
        names: the entrants, all different, those without games too (with ``by_deck`` only those with games).
        agents: their agents' ids.
        a: index into `names`, int64 of shape [rows].
        b: index into `names` of the opponent, int64 of shape [rows]. A match-up may have several rows.
        pairs: complete game pairs by the result of `a` in its game as first seat, then as second seat; int64 of
            shape [rows, 3, 3].
        first_only: games of `a` as first seat whose other half is not stored, int64 of shape [rows, 3]. With
            ``by_deck`` also those whose other half is between others, since the decks stay with the seats.
        second_only: the same as second seat.
    """

    names: tuple[str, ...]
    agents: tuple[str, ...]
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    pairs: NDArray[np.int64]
    first_only: NDArray[np.int64]
    second_only: NDArray[np.int64]


def selected_tournaments(connection: Connection, selection: Selection) -> list[TournamentRecord]:
    """Return the selected tournaments, at least one, the one that ran last first.

    Raises:
        UnknownNameError: no such tournament, game or deck.
        UserError: games of people, which are not rated.
        StoreError: no tournament is stored.
    """
    names = rated_tournaments(connection)
    if selection.tournament is not None:
        if of_people(selection.tournament):
            raise UserError(f"games of tournament '{selection.tournament}' are those of people; they are not rated")
        if selection.tournament not in names:
            raise UnknownNameError("tournament", selection.tournament, names)
        names = [selection.tournament]
    elif not names:
        raise StoreError("no tournament is stored; `palaestra run SPEC` plays one")
    stored = [record for name in names if (record := stored_tournament(connection, name)) is not None]
    chosen = [record for record in stored if selection.game in {None, record.game}]
    if not chosen:
        raise UnknownNameError("game", str(selection.game), {record.game for record in stored})
    decks = {deck for record in chosen for deck in record.decks}
    if selection.deck is not None and selection.deck not in decks:
        raise UnknownNameError("deck", selection.deck, decks)
    return chosen


def read_pair_cells(connection: Connection, selection: Selection = ALL) -> PairCells:
    """Return the counts of the selected games.

    Args:
        connection: from :func:`palaestra.store.engine.reading`.
        selection: which games count.

    Raises:
        UnknownNameError: there is no such tournament or entrant.
    """
    import numpy as np

    cells = pair_cells.c
    roster = _Roster(connection, selection)
    keys = [cells.a_id, cells.b_id, *([cells.first_deck, cells.second_deck] if selection.by_deck else [])]
    query = select(*keys, *(func.sum(cells[name]) for name in COUNTS)).group_by(cells.tournament_id, *keys)
    query = _selected(connection, query, selection, pair_cells)
    found = connection.execute(query).cursor.fetchall()  # plain tuples: rows of objects take longer than the query
    if selection.by_deck:
        rows = [row for cell in found for row in _rows_by_deck(roster, cell)]
    else:
        rows = [(roster.place(cell[0]), roster.place(cell[1]), *cell[2:]) for cell in found]
    table = np.array([row for row in rows if None not in row[:2]], dtype=np.int64).reshape(-1, 2 + len(COUNTS))
    return PairCells(
        names=tuple(roster.names),
        agents=tuple(roster.agents),
        a=table[:, 0],
        b=table[:, 1],
        pairs=table[:, 2:11].reshape(-1, 3, 3),
        first_only=table[:, 11:14],
        second_only=table[:, 14:17],
    )


def _rows_by_deck(roster: _Roster, cell: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of one cell, with the decks: `a` held the first one as first seat, the second one as second."""
    a, b, first, second, *counts = cell
    if first == second:
        yield (roster.place(a, first), roster.place(b, first), *counts)
        return
    pairs, none = counts[:9], [0] * 9
    as_first = [sum(pairs[3 * result : 3 * result + 3]) + counts[9 + result] for result in range(3)]
    as_second = [sum(pairs[result::3]) + counts[12 + result] for result in range(3)]
    yield (roster.place(a, first), roster.place(b, second), *none, *as_first, 0, 0, 0)
    yield (roster.place(a, second), roster.place(b, first), *none, 0, 0, 0, *as_second)


def read_played(connection: Connection, selection: Selection = ALL) -> tuple[list[str], list[str], list[float]]:
    """Return the selected games one by one in the order of storing, for ratings that depend on it.

    Arguments as for :func:`read_pair_cells`, whose names these are. A win is 1 point and a draw 0.5 whatever the
    margin, as in the counts; an entrant's games against itself are left out.

    Returns:
        The names in the first seat, those in the second, and the points of the first: one entry for each game.

    Raises:
        UnknownNameError: there is no such tournament or entrant.
    """
    roster = _Roster(connection, selection)
    columns = games.c.first_id, games.c.first_deck, games.c.second_id, games.c.second_deck, games.c.first_return
    query = select(*columns).where(games.c.first_id != games.c.second_id).order_by(games.c.number)
    first, second, points = [], [], []
    for a, first_deck, b, second_deck, result in connection.execute(_selected(connection, query, selection, games)):
        one, other = roster.place(a, first_deck), roster.place(b, second_deck)
        if one is not None and other is not None:
            first.append(roster.names[one])
            second.append(roster.names[other])
            points.append(1.0 if result > 0 else 0.5 if result == 0 else 0.0)
    return first, second, points


def read_faults(connection: Connection, selection: Selection = ALL) -> dict[str, dict[str, int]]:
    """Return how many of the selected games ended by a fault of each entrant, by reason; only of entrants with faults.

    Arguments as for :func:`read_pair_cells`, whose names these are.

    Raises:
        UnknownNameError: there is no such tournament or entrant.
    """
    roster = _Roster(connection, selection)
    by_first = games.c.offender == 0
    columns = (
        case((by_first, games.c.first_id), else_=games.c.second_id).label("offender_id"),
        case((by_first, games.c.second_id), else_=games.c.first_id).label("other_id"),
        case((by_first, games.c.first_deck), else_=games.c.second_deck).label("deck"),
        games.c.reason,
    )
    query: Select[Any] = (
        select(*columns, func.count())
        .where(games.c.offender.is_not(None), games.c.first_id != games.c.second_id, games.c.reason.in_(FAULTS))
        .group_by(*columns)
        .order_by(games.c.reason)
    )
    faults: dict[str, dict[str, int]] = {}
    for offender, other, deck, reason, count in connection.execute(_selected(connection, query, selection, games)):
        place = roster.place(offender, deck)
        if place is not None and roster.knows(other):
            of_entrant = faults.setdefault(roster.names[place], {})
            of_entrant[reason] = of_entrant.get(reason, 0) + count
    return faults


def _selected(connection: Connection, query: Select[Any], selection: Selection, table: Table) -> Select[Any]:
    """Return a query of cells or games with the conditions on tournament and deck."""
    if selection.deck is not None:
        query = query.where(or_(table.c.first_deck == selection.deck, table.c.second_deck == selection.deck))
    if selection.tournament is not None:
        query = query.where(table.c.tournament_id == tournament_id(connection, selection.tournament))
    return query


class _Roster:
    """The selected entrants, each once; those of games of people are left out.

    Attributes:
        names: what to call them, all different.
        agents: ids of their agents.
    """

    def __init__(self, connection: Connection, selection: Selection) -> None:
        self._by_deck = selection.by_deck
        self._of: dict[int, int] = {}
        identities: dict[tuple[str, str, str, str], int] = {}
        for number, name, agent, version, parameters in _entrants(connection, selection):
            identity = (name, agent, version, json.dumps(parameters, sort_keys=True))
            self._of[number] = identities.setdefault(identity, len(identities))
        often = [name for name, *_ in identities]
        plain = [
            name if often.count(name) == 1 else f"{name} ({agent} {version} {parameters})"
            for name, agent, version, parameters in identities
        ]
        agents = [agent for _, agent, _, _ in identities]
        self._places: dict[tuple[int, str], int] = {}
        self._plain = list(zip(plain, agents, strict=True))
        self.names, self.agents = ([], []) if self._by_deck else (plain, agents)

    def knows(self, entrant: int) -> bool:
        """Return whether the entrant of that key in the database is selected."""
        return entrant in self._of

    def place(self, entrant: int, deck: str = "") -> int | None:
        """Return the position in `names` of an entrant, None if it is not selected; `deck` is what it held."""
        identity = self._of.get(entrant)
        if identity is None or not self._by_deck:
            return identity
        key = (identity, deck)
        if key not in self._places:
            self._places[key] = len(self.names)
            name, agent = self._plain[identity]
            self.names.append(f"{name} [{deck}]")
            self.agents.append(agent)
        return self._places[key]


def _entrants(connection: Connection, selection: Selection) -> list[tuple[int, str, str, str, Any]]:
    """Return key, name, agent, version and parameters of the selected entrants.

    Raises:
        UnknownNameError: a name that no entrant of the selected tournaments has.
    """
    query = select(
        entrants.c.id,
        entrants.c.name,
        entrants.c.agent,
        entrants.c.agent_version,
        entrants.c.parameters,
        tournaments.c.name,
    ).join(tournaments)
    if selection.tournament is not None:
        query = query.where(tournaments.c.id == tournament_id(connection, selection.tournament))
    if selection.game is not None:
        query = query.where(tournaments.c.game == selection.game)
    found = [row for row in connection.execute(query.order_by(entrants.c.id)) if not of_people(row[5])]
    known = {row[1] for row in found}
    for name in (*selection.only, *selection.exclude):
        if name not in known:
            raise UnknownNameError("entrant", name, known)
    wanted = (set(selection.only) or known) - set(selection.exclude)
    return [(row[0], row[1], row[2], row[3], row[4]) for row in found if row[1] in wanted]

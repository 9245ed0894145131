"""The match history: stored games, filtered and sorted."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, Literal, get_args

from sqlalchemy import ColumnElement, Connection, Select, and_, case, or_, select

from palaestra.errors import InvalidValueError, UnknownNameError
from palaestra.record import FAULTS, REASONS
from palaestra.store.codec import iso_time
from palaestra.store.reads import tournament_ids
from palaestra.store.tables import entrants, fault_details, games, tournaments

Seat = Literal["first", "second"]
Result = Literal["win", "draw", "loss"]

ANY_FAULT: Final = "fault"
"""Stands for all reasons that are an agent's fault."""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One game of the history.

    Attributes:
        id: the game id.
        pair: the game pair that it is half of.
        tournament: name of the tournament.
        game: id of the game that was played.
        first: name of the entrant in the first seat.
        second: name of the entrant in the second seat.
        first_deck: deck of the first seat.
        second_deck: deck of the second seat.
        pair_number: from 1, within the match-up and deck pair.
        first_return: return of the first seat, in [-1, 1].
        reason: one of :data:`palaestra.record.REASONS`.
        plies: number of actions.
        first_seconds: thinking time of the first seat, None in the compiled lane.
        second_seconds: thinking time of the second seat.
        played_at: end of the game, UTC, ISO 8601 with milliseconds.
        offender: name of the entrant whose fault ended the game, or None.
        detail: for a fault, what happened.
        exit_code: for a fault, how the offender's process ended, if it had one.
        first_isolation: what was in force for the first seat; None = nothing, for both seats.
        second_isolation: the same for the second seat.
    """

    id: str
    pair: str
    tournament: str
    game: str
    first: str
    second: str
    first_deck: str
    second_deck: str
    pair_number: int
    first_return: float
    reason: str
    plies: int
    first_seconds: float | None
    second_seconds: float | None
    played_at: str
    offender: str | None = None
    detail: str | None = None
    exit_code: int | None = None
    first_isolation: str | None = None
    second_isolation: str | None = None


HISTORY_COLUMNS: Final = tuple(field.name for field in dataclasses.fields(HistoryRow))


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which games to list, and in which order; what is None does not filter.

    Attributes:
        tournament: name of the tournament; ``"play"`` stands for all those of people.
        entrant: name of an entrant that sits in either seat.
        opponent: name of the entrant that it meets; needs `entrant`.
        deck: the deck of `entrant`, or of either seat without `entrant`.
        opponent_deck: the deck of the entrant that `entrant` meets; needs `entrant`.
        seat: the seat of `entrant`, which it needs.
        result: the result of `entrant`, or of the first seat without `entrant`.
        reason: why the game ended: one of :data:`palaestra.record.REASONS`, or ``"fault"`` for any fault.
        min_plies: least number of actions.
        max_plies: greatest number of actions.
        since: earliest end of the game: an ISO 8601 date or time, UTC unless it says otherwise.
        until: latest end of the game; a date means the end of that day.
        sort: one of :data:`HISTORY_COLUMNS`, or None for the order of storing.
        descending: greatest, or newest, first.
        limit: at most so many rows.
    """

    tournament: str | None = None
    entrant: str | None = None
    opponent: str | None = None
    deck: str | None = None
    opponent_deck: str | None = None
    seat: Seat | None = None
    result: Result | None = None
    reason: str | None = None
    min_plies: int | None = None
    max_plies: int | None = None
    since: str | None = None
    until: str | None = None
    sort: str | None = None
    descending: bool = True
    limit: int | None = None


def history(connection: Connection, filters: HistoryFilter | None = None) -> list[HistoryRow]:
    """Return the games that pass the filters; by default all, the newest first.

    Args:
        connection: from :func:`palaestra.store.engine.reading`.
        filters: which games, in which order.

    Raises:
        UnknownNameError: a tournament, entrant, deck, reason or column that does not exist.
        InvalidValueError: a date that cannot be read, another value outside its range, or a seat, an opponent or its
            deck without an entrant.
    """
    chosen = filters or HistoryFilter()
    _check(chosen)
    first, second = entrants.alias("first"), entrants.alias("second")
    columns: dict[str, ColumnElement[Any]] = {name: games.c[name] for name in HISTORY_COLUMNS if name in games.c} | {
        "tournament": tournaments.c.name,
        "game": tournaments.c.game,
        "first": first.c.name,
        "second": second.c.name,
        "offender": case((games.c.offender == 0, first.c.name), (games.c.offender == 1, second.c.name)),
        "detail": fault_details.c.detail,
        "exit_code": fault_details.c.exit_code,
    }
    query: Select[Any] = (
        select(*(columns[name].label(name) for name in HISTORY_COLUMNS))
        .join_from(games, tournaments, games.c.tournament_id == tournaments.c.id)
        .join(first, games.c.first_id == first.c.id)
        .join(second, games.c.second_id == second.c.id)
        .outerjoin(fault_details, games.c.number == fault_details.c.number)
        .where(*_conditions(connection, chosen))
    )
    keys = [games.c.number] if chosen.sort is None else [columns[chosen.sort], games.c.number]
    query = query.order_by(*(key.desc() if chosen.descending else key.asc() for key in keys))
    return [HistoryRow(*row) for row in connection.execute(query.limit(chosen.limit))]


def _check(filters: HistoryFilter) -> None:
    if filters.sort is not None and filters.sort not in HISTORY_COLUMNS:
        raise UnknownNameError("column", filters.sort, HISTORY_COLUMNS)
    if filters.reason is not None and filters.reason not in {*REASONS, ANY_FAULT}:
        raise UnknownNameError("reason", filters.reason, (*REASONS, ANY_FAULT))
    for what, value, choices in (("seat", filters.seat, get_args(Seat)), ("result", filters.result, get_args(Result))):
        if value is not None and value not in choices:
            raise InvalidValueError(what, value, f"one of {', '.join(choices)}")
    needing_entrant = ("seat", filters.seat), ("opponent", filters.opponent), ("opponent_deck", filters.opponent_deck)
    for what, needy in needing_entrant:
        if needy is not None and filters.entrant is None:
            raise InvalidValueError(what, needy, "an entrant beside it")
    if filters.limit is not None and filters.limit < 1:
        raise InvalidValueError("limit", filters.limit, "a whole number of at least 1")


def _conditions(connection: Connection, filters: HistoryFilter) -> Iterable[ColumnElement[bool]]:
    numbers = None if filters.tournament is None else tournament_ids(connection, filters.tournament)
    if numbers is not None:
        yield games.c.tournament_id.in_(numbers)
    if filters.reason is not None:
        yield games.c.reason.in_(FAULTS if filters.reason == ANY_FAULT else [filters.reason])
    if filters.min_plies is not None:
        yield games.c.plies >= filters.min_plies
    if filters.max_plies is not None:
        yield games.c.plies <= filters.max_plies
    if filters.since is not None:
        yield games.c.played_at >= _moment("since", filters.since)
    if filters.until is not None:
        yield games.c.played_at <= _moment("until", filters.until, end_of_day=True)
    for deck in filter(None, (filters.deck, filters.opponent_deck)):
        _check_deck(connection, deck)
    if filters.entrant is not None:
        yield _of_entrant(connection, filters, filters.entrant, numbers)
        return
    if filters.deck is not None:
        yield or_(games.c.first_deck == filters.deck, games.c.second_deck == filters.deck)
    if filters.result is not None:
        yield _has_result(games.c.first_return, filters.result)


def _of_entrant(
    connection: Connection, filters: HistoryFilter, entrant: str, within: Sequence[int] | None
) -> ColumnElement[bool]:
    """Return the condition on the seat of the entrant, on what it has there, and on who sits opposite."""
    own = _entrant_ids(connection, entrant, within)
    opposite = None if filters.opponent is None else _entrant_ids(connection, filters.opponent, within)
    seats = []
    for seat, other in (("first", "second"), ("second", "first")):
        if filters.seat in {None, seat}:
            conditions: list[ColumnElement[bool]] = [games.c[f"{seat}_id"].in_(own)]
            if opposite is not None:
                conditions.append(games.c[f"{other}_id"].in_(opposite))
            if filters.deck is not None:
                conditions.append(games.c[f"{seat}_deck"] == filters.deck)
            if filters.opponent_deck is not None:
                conditions.append(games.c[f"{other}_deck"] == filters.opponent_deck)
            if filters.result is not None:
                conditions.append(_has_result(games.c[f"{seat}_return"], filters.result))
            seats.append(and_(*conditions))
    return or_(*seats)


def _has_result(returned: ColumnElement[float], result: Result) -> ColumnElement[bool]:
    return {"win": returned > 0, "draw": returned == 0, "loss": returned < 0}[result]


def _entrant_ids(connection: Connection, name: str, within: Sequence[int] | None) -> list[int]:
    in_scope = select(entrants.c.id, entrants.c.name)
    if within is not None:
        in_scope = in_scope.where(entrants.c.tournament_id.in_(within))
    ids = list(connection.execute(in_scope.where(entrants.c.name == name)).scalars())
    if not ids:
        raise UnknownNameError("entrant", name, {row.name for row in connection.execute(in_scope)})
    return ids


def _check_deck(connection: Connection, deck: str) -> None:
    known = {name for decks in connection.execute(select(tournaments.c.decks)).scalars() for name in decks}
    if deck not in known:
        raise UnknownNameError("deck", deck, known)


def _moment(what: str, text: str, end_of_day: bool = False) -> str:
    """Return an ISO 8601 date or time in the form in which times are stored."""
    try:
        moment = datetime.fromisoformat(text)
        if end_of_day and _is_date(text):
            moment += timedelta(days=1, milliseconds=-1)
        return iso_time((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        raise InvalidValueError(
            what, text, "a date or time in ISO 8601, such as 2026-12-01 or 2026-12-01T18:30"
        ) from None


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True

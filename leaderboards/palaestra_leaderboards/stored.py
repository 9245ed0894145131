"""Stored results as tables of counts: the only place where leaderboards meet the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from palaestra import TournamentRecord
from palaestra.store import Selection, read_faults, read_pair_cells, selected_tournaments, suspended
from palaestra_leaderboards.pair_table import PairTable


@dataclass(frozen=True, slots=True, eq=False)
class StoredResults:
    """The results of the selected games.

    Attributes:
        title: what was selected, in one line.
        table: counts between the entrants; games of an entrant against itself are left out.
        agents: the agent of each entrant, by its name.
        faults: for entrants with games that ended by their fault, how many by each reason.
        notes: what a reader of the results must know, in plain sentences.
    """

    title: str
    table: PairTable
    agents: Mapping[str, str]
    faults: Mapping[str, Mapping[str, int]]
    notes: tuple[str, ...]


def read_results(connection: Connection, selection: Selection) -> StoredResults:
    """Return the selected results from the counts that the store keeps, in milliseconds at any number of games.

    Raises:
        UnknownNameError: no such tournament, game, deck or entrant.
        StoreError: no tournament is stored.
    """
    tournaments = selected_tournaments(connection, selection)
    cells = read_pair_cells(connection, selection)
    table = PairTable(cells.names, cells.a, cells.b, cells.pairs, cells.first_only, cells.second_only)
    notes = []
    crossed = any(tournament.deck_pairing == "cross" for tournament in tournaments)
    if selection.deck is not None and crossed:
        notes.append(f"games in which either seat held deck '{selection.deck}' count, whatever the other one held")
    if selection.by_deck and crossed:
        notes.append("the two games of a pair with different decks are taken as independent")
    variants = list(dict.fromkeys(_variant(tournament) for tournament in tournaments))
    for tournament in tournaments:
        notes += [
            f"'{entrant}' is suspended in '{tournament.name}': it {reason}"
            for entrant, reason in suspended(connection, tournament.name).items()
            if entrant not in selection.exclude and (not selection.only or entrant in selection.only)
        ]
    if len(variants) > 1:
        notes.append(f"results of different games are pooled: {'; '.join(variants)}")
    return StoredResults(
        title=_title(tournaments, selection, table),
        table=table,
        agents=dict(zip(cells.names, cells.agents, strict=True)),
        faults=read_faults(connection, selection),
        notes=tuple(notes),
    )


def _variant(tournament: TournamentRecord) -> str:
    knobs = (f"{key}={value}" for key, value in sorted(tournament.knobs.items()))
    return ", ".join([f"{tournament.game} {tournament.version}", *knobs])


def _title(tournaments: Sequence[TournamentRecord], selection: Selection, table: PairTable) -> str:
    games = int(2 * table.pairs.sum() + table.first_only.sum() + table.second_only.sum())
    if selection.tournament is not None:
        what = f"tournament {selection.tournament} ({tournaments[0].game})"
    else:
        of_game = f" of {selection.game}" if selection.game is not None else ""
        what = f"{len(tournaments)} tournament{'s' if len(tournaments) != 1 else ''}{of_game}"
    deck = f", deck {selection.deck}" if selection.deck is not None else ""
    return f"{what}{deck}: {len(table.names)} entrants, {games} games"

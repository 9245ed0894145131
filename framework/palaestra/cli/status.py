"""``palaestra status``."""

from __future__ import annotations

from palaestra.cli.notices import notice
from palaestra.cli.options import DEFAULT_DB, DbOption, FormatOption
from palaestra.cli.output import print_table


def status(db: DbOption = DEFAULT_DB, format: FormatOption = "table") -> None:
    """Show how far the stored tournaments are, the one that ran last first; games of people are not listed."""
    from palaestra.store import reads
    from palaestra.store.engine import reading
    from palaestra.tournament.schedule import Schedule

    rows: list[tuple[object, ...]] = []
    troubles: list[str] = []
    with reading(db) as connection:
        for name in reads.rated_tournaments(connection):
            tournament = reads.stored_tournament(connection, name)
            if tournament is None:
                continue
            entrants = tuple(reads.stored_entrants(connection, name, playing=True))
            scheduled = len(Schedule(tournament, entrants))
            missing = scheduled - reads.count_scheduled(connection, tournament, [entrant.name for entrant in entrants])
            games = reads.count_games(connection, name)
            unfinished = reads.unfinished(connection, name)
            rows.append((name, tournament.game, len(entrants), games, scheduled, missing, len(unfinished)))
            troubles += [
                f"{name}: {game.id}, {game.first} v {game.second}, failed {game.attempts} times: {_last(game.detail)}"
                for game in unfinished
            ]
            troubles += [
                f"{name}: '{entrant}' is suspended: it {reason}"
                for entrant, reason in reads.suspended(connection, name).items()
            ]
    print_table(("tournament", "game", "entrants", "games", "scheduled", "missing", "failing"), rows, format)
    for trouble in troubles:
        notice(trouble)


def _last(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""

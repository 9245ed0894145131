"""Checking that the installed rules give the stored results from the stored deals and actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Final

from palaestra.errors import PalaestraError
from palaestra.game import Game
from palaestra.plugins import Plugins
from palaestra.record import TournamentRecord
from palaestra.referee.replay import game_of, replay_many
from palaestra.store.engine import Database, reading
from palaestra.store.reads import StoredGame, iterate_games

GAMES_EACH_STEP: Final = 4096
"""Games replayed between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of replaying games.

    Attributes:
        replayed: number of games replayed.
        differences: id of each game that differs -> how, in one line.
        skipped: why games could not be replayed -> how many.
    """

    replayed: int
    differences: Mapping[str, str]
    skipped: Mapping[str, int] = field(default_factory=dict)


def verify_games(
    db: Database,
    tournament: str | None = None,
    *,
    progress: Callable[[int], None] | None = None,
    plugins: Plugins | None = None,
) -> Verification:
    """Replay all stored games, of one tournament or of all.

    Args:
        db: the database.
        tournament: name of a tournament; None = all.
        progress: called with the number of games looked at so far.
        plugins: where to look for games; default: the installed plugins.

    Raises:
        UnknownNameError: no such tournament.
        StoreError: a database that cannot be used.
    """
    games: dict[str, Game | str] = {}
    replayed = seen = 0
    differences: dict[str, str] = {}
    skipped: Counter[str] = Counter()
    with reading(db) as connection:
        for chunk in _chunks(iterate_games(connection, tournament)):
            for name, group in groupby(chunk, key=lambda stored: stored.tournament.name):
                same_rules = list(group)
                if name not in games:
                    games[name] = _game_or_reason(same_rules[0].tournament, plugins)
                game = games[name]
                if isinstance(game, str):
                    skipped[game] += len(same_rules)
                    continue
                results = replay_many(game, [stored.record for stored in same_rules])
                pairs = zip(same_rules, results, strict=True)
                differences.update({stored.record.game.id: result for stored, result in pairs if result})
                replayed += len(same_rules)
            seen += len(chunk)
            if progress is not None:
                progress(seen)
    return Verification(replayed, differences, dict(skipped))


def _game_or_reason(tournament: TournamentRecord, plugins: Plugins | None) -> Game | str:
    """Return the tournament's game, or why there is none."""
    try:
        return game_of(tournament, plugins)
    except PalaestraError as error:
        return str(error)


def _chunks(games: Iterable[StoredGame]) -> Iterator[list[StoredGame]]:
    iterator = iter(games)
    while chunk := list(islice(iterator, GAMES_EACH_STEP)):
        yield chunk

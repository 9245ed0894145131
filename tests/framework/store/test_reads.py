from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palaestra.errors import UnknownNameError, UserError
from palaestra.store import reads
from palaestra.store.engine import reading
from palaestra.store.writes import GameWriter


def test_missing_tells_which_games_to_play(stored: Callable[..., Path], records: Any) -> None:
    there = [records.game(half, number=number) for number in range(1, 4) for half in (1, 2)]
    not_there = [records.game(half, number=9) for half in (1, 2)]
    ids = [game.game.id for game in [*there, *not_there]]
    with reading(stored(*there)) as connection:
        assert reads.missing(connection, ids) == set(ids[-2:])
        assert reads.missing(connection, []) == set()
        many = [f"{number:020x}-1" for number in range(50_000)]  # more than SQLite takes as single parameters
        assert reads.missing(connection, many) == set(many)


def test_games_are_counted_with_those_against_oneself(stored: Callable[..., Path], records: Any) -> None:
    games = [records.game(1), records.game(2), records.game(2, number=2), records.game(1, entrants=("cy", "cy"))]
    db = stored(*games)
    with reading(stored(records.game(1, tournament="cup"), tournament="cup")) as connection:
        assert reads.count_games(connection, "league") == 4
        assert reads.count_games(connection, "cup") == 1
        assert reads.count_games(connection) == 5
        with pytest.raises(UnknownNameError, match="unknown tournament 'leage'; did you mean 'league'"):
            reads.count_games(connection, "leage")
    with reading(db) as connection:
        everything = connection.exec_driver_sql("SELECT count(*) FROM games").scalar_one()
    assert everything == 5


def test_the_latest_tournament_is_the_one_that_ran_last(db: Path, records: Any) -> None:
    with GameWriter(db) as writer:
        pass
    with reading(db) as connection:
        assert reads.latest_tournament(connection) is None
    with GameWriter(db) as writer:
        for name in ("a", "b", "c"):
            writer.register_tournament(records.tournament(name), [])
    with reading(db) as connection:
        assert reads.tournament_names(connection) == ["c", "b", "a"]
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament("a"), [])
    with reading(db) as connection:
        assert reads.latest_tournament(connection) == "a"


def test_a_game_is_found_by_the_beginning_of_its_id(stored: Callable[..., Path], records: Any) -> None:
    games = [records.game(half, number=number) for number in (1, 2, 3) for half in (1, 2)]
    with reading(stored(*games)) as connection:
        for game in games:
            assert reads.game(connection, game.game.id).record == game
        alone = records.game(1, number=1)
        with pytest.raises(UserError, match=f"'{alone.game.pair}' is ambiguous; it begins .*-1, .*-2$"):
            reads.game(connection, alone.game.pair)
        with pytest.raises(UserError, match=r"'' is ambiguous; .*, \.\.\.$"):
            reads.game(connection, "")
        with pytest.raises(UnknownNameError, match="unknown game id 'nope'"):
            reads.game(connection, "nope")
    with reading(stored(records.game(1, number=1, tournament="cup"), tournament="cup")) as connection:
        first = records.game(1, number=1, tournament="cup")
        assert reads.game(connection, first.game.pair[:8]).record == first


def test_games_are_iterated_in_the_order_of_storing(stored: Callable[..., Path], records: Any) -> None:
    games = [records.game(1, number=number) for number in range(2_500, 0, -1)]
    with reading(stored(*games)) as connection:
        assert [game.record for game in reads.iterate_games(connection, "league")] == games
        with pytest.raises(UnknownNameError):
            reads.iterate_games(connection, "cup")

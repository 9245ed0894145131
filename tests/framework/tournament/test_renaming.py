"""Entrants that are removed or renamed: what a run does afterwards is what it would have done under the new names."""

import pytest

from palaestra.errors import InvalidValueError, UnknownNameError, UserError
from palaestra.store import reads
from palaestra.store.check import check
from palaestra.store.engine import reading
from palaestra.store.entrants import remove_entrant
from palaestra.store.standings import Selection, read_pair_cells
from palaestra.tournament.renaming import rename_entrant
from palaestra.tournament.run import run_tournament
from palaestra.tournament.verify import verify_games


def games(db):
    with reading(db) as connection:
        assert check(connection) == []
        return {game.record.game.id: game.record for game in reads.iterate_games(connection)}


def cells(db):
    with reading(db) as connection:
        found = read_pair_cells(connection, Selection("small"))
    return {
        (found.names[a], found.names[b]): (pairs, first, second)
        for a, b, pairs, first, second in zip(
            found.a.tolist(),
            found.b.tolist(),
            found.pairs.tolist(),
            found.first_only.tolist(),
            found.second_only.tolist(),
            strict=True,
        )
    }


@pytest.fixture
def played(spec, db, plugins):
    spec["tournament"]["self_play"] = True
    run_tournament(spec, db, workers=0, plugins=plugins)
    return games(db)


def test_a_removed_entrant_takes_its_games_along_and_is_played_again(played, spec, db, plugins):
    counts = cells(db)
    of_it = [game for game, record in played.items() if "random_legal" in record.game.entrants]
    assert remove_entrant(db, "small", "random_legal") == len(of_it) == 30
    assert games(db).keys() == played.keys() - set(of_it)
    assert run_tournament(spec, db, workers=0, plugins=plugins).played == 30
    again = games(db)
    assert {id: (record.actions, record.returns) for id, record in again.items()} == {
        id: (record.actions, record.returns) for id, record in played.items()
    }
    assert {frozenset(names) for names in cells(db)} == {frozenset(names) for names in counts}


@pytest.mark.parametrize("new", ["zzz", "AAA"])  # behind and before all others: halves may change places
def test_a_renamed_entrant_keeps_its_games_and_lacks_none(new, played, spec, db, plugins):
    counts = cells(db)
    assert rename_entrant(db, "small", "first_legal", new) == 30
    renamed = games(db)
    assert len(renamed) == len(played)
    assert not any("first_legal" in record.game.entrants for record in renamed.values())
    assert {(record.game.deal, record.actions) for record in renamed.values()} == {
        (record.game.deal, record.actions) for record in played.values()
    }
    assert {tuple(new if name == "first_legal" else name for name in names): c for names, c in counts.items()} == cells(
        db
    )
    assert verify_games(db, plugins=plugins).differences == {}
    spec["entrant"][2]["name"] = new
    result = run_tournament(spec, db, workers=0, plugins=plugins)
    assert (result.stored, result.played) == (60, 0)


def test_a_repaired_bot_stands_beside_its_old_self(spec, db, plugins):
    spec["entrant"][2] = {"agent": "raises_on_move", "name": "bot"}
    run_tournament(spec, db, workers=0, plugins=plugins)
    rename_entrant(db, "small", "bot", "bot-broken")
    spec["entrant"][2] = {"agent": "first_legal", "name": "bot"}
    result = run_tournament(spec, db, workers=0, plugins=plugins)
    assert (result.stored, result.played) == (10, 20)
    with reading(db) as connection:
        assert {entrant.name for entrant in reads.stored_entrants(connection, "small")} == {
            "compiled_uniform",
            "random_legal",
            "bot",
            "bot-broken",
        }


def test_attempts_at_games_follow_or_are_forgotten(played, db):
    from palaestra.record import VoidAttempt
    from palaestra.store.writes import GameWriter

    stored = next(record.game for record in played.values() if record.game.entrants == ("first_legal", "random_legal"))
    missing = stored._replace(id="0" * 20 + "-1")
    with reading(db) as connection:
        record = reads.stored_tournament(connection, "small")
        entrants = reads.stored_entrants(connection, "small")
    with GameWriter(db) as writer:
        writer.register_tournament(record, entrants)
        writer.add_attempts([VoidAttempt(game, "overload", 1, 1.8e9) for game in (stored, missing)])
    rename_entrant(db, "small", "first_legal", "new")
    with reading(db) as connection:
        assert reads.unfinished(connection, "small") == []
        [followed] = connection.exec_driver_sql("select game_id from attempts").scalars()
    assert followed in games(db)
    remove_entrant(db, "small", "new")
    with reading(db) as connection:
        assert connection.exec_driver_sql("select count(*) from attempts").scalar() == 0


def test_what_cannot_be_renamed_is_refused_and_nothing_changes(played, db):
    with pytest.raises(UnknownNameError, match="unknown entrant 'frist_legal'; did you mean 'first_legal'"):
        rename_entrant(db, "small", "frist_legal", "x")
    with pytest.raises(UnknownNameError, match="unknown tournament 'smal'; did you mean 'small'"):
        rename_entrant(db, "smal", "first_legal", "x")
    with pytest.raises(UnknownNameError, match="unknown entrant 'x'"):
        remove_entrant(db, "small", "x")
    with pytest.raises(UserError, match="has an entrant 'random_legal' already"):
        rename_entrant(db, "small", "first_legal", "random_legal")
    with pytest.raises(InvalidValueError, match="expected a printable text of 1 to 80 characters"):
        rename_entrant(db, "small", "first_legal", " x")
    with pytest.raises(UserError, match="those of people"):
        rename_entrant(db, "play:nim", "person", "me")
    assert games(db) == played

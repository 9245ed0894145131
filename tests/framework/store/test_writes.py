import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palaestra.errors import StoreError, UnknownNameError
from palaestra.limits import TimeControl
from palaestra.record import VoidAttempt
from palaestra.store import reads
from palaestra.store.check import check
from palaestra.store.engine import reading
from palaestra.store.writes import GameWriter


def test_what_is_registered_is_read_back(db: Path, records: Any) -> None:
    tournament = records.tournament(knobs={"rules": "gasser", "cap": 100, "fly": True}, secret=True, root="5ec3e7")
    entrants = [
        records.entrant("uct-400", "uct", "2", iterations=400, c=1.4, net="sha256:00ff"),
        records.entrant("random"),
    ]
    with GameWriter(db) as writer:
        assert writer.register_tournament(tournament, entrants) == tournament
        with writer.reading() as connection:
            assert reads.stored_tournament(connection, "league") == tournament
    with reading(db) as connection:
        assert reads.stored_tournament(connection, "league") == tournament
        assert list(reads.stored_tournament(connection, "league").knobs) == ["rules", "cap", "fly"]
        assert reads.stored_entrants(connection, "league") == entrants
        assert reads.stored_entrants(connection, "other") == []


def test_pairs_decks_and_entrants_grow_and_nothing_else_changes(db: Path, records: Any) -> None:
    first = records.tournament(pairs=10, decks=("mage",), root="1")
    second = records.tournament(pairs=20, decks=("mage", "rogue"), root="2", knobs={}, self_play=True)
    with GameWriter(db) as writer:
        writer.register_tournament(first, records.entrants("ann"))
        stored = writer.register_tournament(second, [records.entrant("bob"), records.entrant("ann", version="9")])
        assert stored == dataclasses.replace(first, pairs=20, decks=("mage", "rogue"), self_play=True)
    with reading(db) as connection:
        assert reads.stored_entrants(connection, "league") == records.entrants("ann", "bob")


def test_a_game_comes_back_with_everything_about_it(stored: Callable[..., Path], records: Any) -> None:
    python = records.game(
        1,
        -0.5,
        actions=(0, 599, 24),
        seconds=(0.25, 1.5),
        lane="python",
        reason="timeout",
        offender=0,
        detail="line 1\nline 2: µ",
        exit_code=-11,
        stderr="Fatal Python error: Segmentation fault",
        isolation=("process", "landlock7+seccomp"),
    )
    compiled = records.game(2, 0.0, actions=())
    with reading(stored(python, compiled)) as connection:
        game = reads.game(connection, python.game.id)
        assert game.record == python
        assert game.tournament == records.tournament()
        assert game.entrants == (records.entrant("ann"), records.entrant("bob"))
        assert reads.game(connection, compiled.game.id).record == compiled


def test_no_game_is_stored_twice(db: Path, records: Any) -> None:
    games = [records.game(half, 1.0, number=number) for number in range(1, 6) for half in (1, 2)]
    changed = [game._replace(returns=(-1.0, 1.0)) for game in games]
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        assert writer.add([*games[:6], games[2]]) == 6
        assert writer.add(changed[:6]) == 0
        assert writer.add(games[3:]) == 4
        assert writer.add([]) == 0
    with reading(db) as connection:
        assert reads.missing(connection, [game.game.id for game in games]) == set()
        assert [stored.record for stored in reads.iterate_games(connection)] == games
        assert reads.count_games(connection) == 10
        assert check(connection) == []


def test_a_batch_is_stored_whole_or_not_at_all(db: Path, records: Any) -> None:
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        with pytest.raises(UnknownNameError, match="unknown entrant 'bobb'; did you mean 'bob'"):
            writer.add([records.game(1), records.game(1, entrants=("ann", "bobb"))])
        with pytest.raises(StoreError, match="NOT NULL"):
            writer.add([records.game(1), records.game(1, number=2, reason=None)])
        assert writer.add([records.game(1)]) == 1
    with reading(db) as connection:
        assert reads.count_games(connection) == 1
        assert check(connection) == []


def test_games_need_a_tournament(db: Path, records: Any) -> None:
    with GameWriter(db) as writer, pytest.raises(StoreError, match="no tournament is registered"):
        writer.add([records.game()])


def test_one_name_in_two_tournaments_is_two_entrants(db: Path, records: Any) -> None:
    with GameWriter(db) as writer:
        for name in ("league", "cup"):
            writer.register_tournament(records.tournament(name), records.entrants("ann", "bob"))
            writer.add([records.game(tournament=name)])
    with reading(db) as connection:
        assert [game.tournament.name for game in reads.iterate_games(connection)] == ["league", "cup"]
        assert reads.count_games(connection, "cup") == 1


def test_void_attempts_are_kept_until_the_game_is_stored(db: Path, records: Any) -> None:
    lost, played = records.game(1), records.game(2)
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        writer.add_attempts([])
        writer.add_attempts(
            [
                VoidAttempt(lost.game, "no memory", 1, 1e9),
                VoidAttempt(played.game, "no memory", 1, 1e9),
                VoidAttempt(lost.game, "no memory again", 2, 1e9 + 1),
            ]
        )
        writer.add([played])
    with reading(db) as connection:
        unfinished = reads.unfinished(connection, "league")
        assert unfinished == [reads.UnfinishedGame(lost.game.id, "ann", "bob", 2, "no memory again")]


def test_an_attempt_is_kept_with_its_reason_and_who_was_asked(db: Path, records: Any) -> None:
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        writer.add_attempts([VoidAttempt(records.game(1).game, "no core was free", 1, 1e9, "overload", 1)])
    with reading(db) as connection:
        rows = connection.exec_driver_sql("SELECT reason, seat, detail FROM attempts").all()
    assert rows == [("overload", 1, "no core was free")]


def test_how_games_ended_and_who_is_suspended(db: Path, records: Any) -> None:
    lost, won = records.game(2, reason="crash", offender=0, detail="no"), records.game(1)
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        writer.add([lost, won])
        with writer.reading() as connection:
            endings = reads.endings(connection, [lost.game.id, won.game.id, "never played"])
        assert endings == {lost.game.id: ("crash", "bob"), won.game.id: ("finished", None)}
        writer.suspend({"bob": "failed"})
        with reading(db) as connection:
            assert reads.suspended(connection, "league") == {"bob": "failed"}
        writer.suspend({"ann": "failed too"})
        with reading(db) as connection:
            assert reads.suspended(connection, "league") == {"ann": "failed too", "bob": "failed"}
        writer.suspend({"bob": None})
        with pytest.raises(UnknownNameError, match="'eve'"):
            writer.suspend({"eve": None})
    with reading(db) as connection:
        assert reads.suspended(connection, "league") == {"ann": "failed too"}


def test_a_clock_comes_back(db: Path, records: Any) -> None:
    tournament = records.tournament(clock=TimeControl(per_game=60, increment=0.5))
    with GameWriter(db) as writer:
        assert writer.register_tournament(tournament, []) == tournament
        assert writer.register_tournament(records.tournament("other"), []).clock is None


def test_a_writer_refuses_what_is_not_its_own(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("these are notes, and no database at all; " * 50)
    before = text.read_bytes()
    with pytest.raises(StoreError, match="no SQLite database"):
        GameWriter(text)
    assert text.read_bytes() == before
    with pytest.raises(StoreError, match="no folder"):
        GameWriter(tmp_path / "nowhere" / "games.db")

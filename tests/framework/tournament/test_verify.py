from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from palaestra.errors import UnknownNameError
from palaestra.plugins import Plugins
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament.run import run_tournament
from palaestra.tournament.verify import verify_games


def spec(name: str, game: str) -> dict[str, object]:
    """Return a tournament of four games in either lane, with chance and hidden cards in one of the games."""
    return {
        "tournament": {"name": name, "game": game, "pairs": 2, "root_seed": 7},
        "entrant": [{"agent": "compiled_uniform"}, {"agent": "random_legal"}],
    }


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("verify") / "games.db"
    for game in ("nim", "kuhn_poker"):
        run_tournament(spec(game, game), path, workers=0, plugins=fake_plugins())
    return path


def test_games_as_they_were_played_do_not_differ(played: Path) -> None:
    heard: list[int] = []
    verification = verify_games(played, plugins=fake_plugins(), progress=heard.append)
    assert (verification.replayed, dict(verification.differences), dict(verification.skipped)) == (8, {}, {})
    assert heard == [8]
    assert verify_games(played, "nim", plugins=fake_plugins()).replayed == 4


def test_games_without_their_plugin_are_counted(played: Path) -> None:
    verification = verify_games(played, plugins=Plugins([]))
    assert verification.replayed == 0
    assert dict(verification.skipped) == {"unknown game 'nim'": 4, "unknown game 'kuhn_poker'": 4}


def test_a_changed_deal_is_found(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(played)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("update games set first_return = -first_return, second_return = -second_return where number = 2")
        [changed] = target.execute("select id from games where number = 2").fetchone()
        target.commit()
    verification = verify_games(copy, plugins=fake_plugins())
    assert list(verification.differences) == [changed]
    assert "the returns are" in verification.differences[changed]


def test_an_unknown_tournament_is_the_users_error(played: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown tournament 'nom'"):
        verify_games(played, "nom", plugins=fake_plugins())

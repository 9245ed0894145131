import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palaestra.errors import StoreError, UserError
from palaestra.store import reads
from palaestra.store.backup import backup
from palaestra.store.check import check
from palaestra.store.engine import reading
from palaestra.store.writes import GameWriter


def test_a_backup_is_the_database_while_others_write(db: Path, tmp_path: Path, records: Any) -> None:
    copy = tmp_path / "copy.db"
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        writer.add([records.game(1)])
        assert backup(db, copy) == copy
        writer.add([records.game(2)])
    with reading(copy) as connection:
        assert [game.record for game in reads.iterate_games(connection)] == [records.game(1)]
        assert check(connection) == []
    with GameWriter(copy) as writer:
        writer.register_tournament(records.tournament(), [])
        assert writer.add([records.game(1), records.game(2)]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "games.db"]


def test_a_backup_overwrites_nothing(stored: Callable[..., Path], tmp_path: Path) -> None:
    db = stored()
    other = tmp_path / "other"
    other.write_text("precious")
    with pytest.raises(UserError, match=r"backup '.*other' exists; expected the name of a new file"):
        backup(db, other)
    assert other.read_text() == "precious"
    with pytest.raises(UserError, match="no folder"):
        backup(db, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreError, match="no database"):
        backup(tmp_path / "none.db", tmp_path / "copy.db")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits the size of files by POSIX's means")
def test_a_backup_that_fails_is_named_and_leaves_nothing(stored: Callable[..., Path], tmp_path: Path) -> None:
    db, target = stored(), tmp_path / "copy.db"
    code = """
import resource, sys
from palaestra.store.backup import backup
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
backup(sys.argv[1], sys.argv[2])
"""
    command = [sys.executable, "-c", code, str(db), str(target)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"StoreError: database '{target}': " in result.stderr
    assert not list(tmp_path.glob("copy.db*"))

"""Where the suit tables come from, and that descriptors do without them."""

import os
import subprocess
import sys

import numpy as np
import pytest

from palaestra import JIT_ENABLED
from palaestra_rummy.analysis import suit_tables, tables

LIGHT = """
import sys
import palaestra_rummy.plugin
from palaestra_rummy import analyse
print(sorted(name for name in ("numba", "numpy", "palaestra_rummy.analysis") if name in sys.modules))
"""
TWO_HANDS = """
from palaestra_rummy import analyse
fourteen = analyse("AH 2H 3H 4H 6D 7D 8D 9D TC JC QC 5C 5D 5S".split())
print(fourteen, analyse("5H 6H 9H TH 7D 7C 7S 2D 2C 2S 3S 4S KD".split(), "7"))
"""


def run(script, **environment):
    command = [sys.executable, "-W", "error", "-c", script]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_plugin_and_its_face_load_neither_numba_nor_numpy():
    assert run(LIGHT) == "[]"


def test_plain_python_says_the_same():
    compiled: list[str] = []
    exec(TWO_HANDS, {"print": lambda *values: compiled.append(" ".join(map(str, values)))})
    assert run(TWO_HANDS, NUMBA_DISABLE_JIT="1") == compiled[0]


def test_tables_are_kept_and_damage_is_repaired(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    built = tables._content("key")
    (file,) = (tmp_path / "rummy").iterdir()
    stored = file.read_bytes()
    np.testing.assert_array_equal(built, tables.TABLES[: len(built)])
    monkeypatch.setattr(tables, "build", lambda: pytest.fail("built again"))
    np.testing.assert_array_equal(tables._content("key"), built)
    monkeypatch.undo()
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    file.write_bytes(stored[:-1])
    np.testing.assert_array_equal(tables._content("key"), built)


def test_tables_need_no_cache(monkeypatch):
    monkeypatch.setenv("PALAESTRA_CACHE", os.devnull)
    np.testing.assert_array_equal(tables._content("key"), suit_tables.build())


@pytest.mark.skipif(not JIT_ENABLED, reason="Python has its own bounds")
def test_no_index_leads_outside():
    from numba import int64

    from palaestra import jit

    @jit(int64(int64))
    def read(index):
        return tables.word(index)

    assert [read(i) for i in (0, 7, 5 * 8192 + 1)] == tables.TABLES[[0, 7, 5 * 8192 + 1]].tolist()
    for index in (1 << 60, -1, 1 << 17):
        assert read(index) == tables.TABLES[index % len(tables.TABLES)]


def test_runs():
    runs = [run for top in suit_tables.runs_by_top() for run in top]
    pure = [run for run in runs if run.holes == 0]
    # Windows of three, four and five places from the ace to the ace above the king.
    assert len(pure) == 12 + 11 + 10
    assert all(1 <= run.size <= run.places <= 5 for run in runs)
    assert suit_tables.Run(1 << 12 | 1 << 0, 3) in runs
    assert suit_tables.Run(1 << 11 | 1 << 0, 3) in runs
    assert not any(run.cards & 0b11 == 0b11 and run.cards >> 12 for run in runs)

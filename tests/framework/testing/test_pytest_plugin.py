"""The pytest plugin is light, and its fixture compares and rewrites playthroughs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = ("numba", "numpy", "sqlalchemy", "scipy", "torch", "typer", "rich")

SUITE = """
from pathlib import Path
from palaestra.game import build_game
from palaestra.testing.games import TWENTY_ONE

def test_golden(check_playthrough):
    check_playthrough(Path(__file__).with_name("golden.txt"), build_game(TWENTY_ONE, {}), seed=5)
"""


def loaded_by(statement: str) -> set[str]:
    """Return the packages that a fresh interpreter has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_the_plugin_imports_nothing_heavy() -> None:
    loaded = loaded_by("import palaestra.testing.pytest_plugin")
    assert "palaestra" in loaded
    assert not loaded & set(HEAVY)


def test_the_kit_and_its_descriptors_import_nothing_heavy() -> None:
    loaded = loaded_by("import palaestra.testing, palaestra.testing.fakes, palaestra.testing.games")
    assert "palaestra" in loaded
    assert not loaded & {*HEAVY, "pytest"}


def run_suite(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_option_rewrites_and_the_fixture_compares(tmp_path: Path) -> None:
    (tmp_path / "test_golden.py").write_text(SUITE)
    assert run_suite(tmp_path, "--update-playthroughs").returncode == 0
    changed = tmp_path / "changed"
    changed.mkdir()
    (changed / "test_changed.py").write_text(SUITE)
    (changed / "golden.txt").write_text((tmp_path / "golden.txt").read_text().replace("count 0", "count 1"))
    second = run_suite(tmp_path)
    assert "1 failed, 1 passed" in second.stdout
    assert "golden playthroughs stay the same" in second.stdout

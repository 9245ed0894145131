"""What the package exports, and what importing it costs."""

import subprocess
import sys
import types

import palaestra_leaderboards


def test_all_lists_the_public_names_sorted() -> None:
    public = {
        name
        for name, value in vars(palaestra_leaderboards).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert set(palaestra_leaderboards.__all__) == public
    assert list(palaestra_leaderboards.__all__) == sorted(palaestra_leaderboards.__all__)


def test_import_is_light() -> None:
    code = "import palaestra_leaderboards, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "numpy" in loaded
    assert not loaded & {"scipy", "numba", "pandas", "sqlalchemy", "typer", "torch"}

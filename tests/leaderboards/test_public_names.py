"""What the package exports, and what importing it costs."""

import subprocess
import sys

import pytest

import palaestra_leaderboards


def test_all_is_sorted() -> None:
    assert list(palaestra_leaderboards.__all__) == sorted(palaestra_leaderboards.__all__)


@pytest.mark.parametrize("name", palaestra_leaderboards.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(palaestra_leaderboards, name).__name__ == name


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no_such_rating"):
        _ = palaestra_leaderboards.no_such_rating


def loaded_by(code: str) -> set[str]:
    command = f"{code}; import sys; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_loads_nothing_heavy() -> None:
    heavy = {"numpy", "scipy", "numba", "pandas", "sqlalchemy", "typer", "torch"}
    assert not loaded_by("import palaestra_leaderboards") & heavy


def test_ratings_need_numpy_alone() -> None:
    loaded = loaded_by(
        "from palaestra_leaderboards import bradley_terry; bradley_terry(['a', 'b'], ['b', 'a'], [1, 1])"
    )
    assert "numpy" in loaded
    assert not loaded & {"scipy", "numba", "pandas", "sqlalchemy", "typer", "torch"}

"""What the package exports, and what importing it costs."""

import subprocess
import sys

import pytest

import palaestra


@pytest.mark.parametrize("name", palaestra.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(palaestra, name) is not None


def test_dir_lists_the_public_names_alone() -> None:
    assert dir(palaestra) == sorted(palaestra.__all__)


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = palaestra.no_such_name


def test_import_loads_nothing_heavy() -> None:
    code = "import palaestra, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {"numpy", "numba", "scipy", "sqlalchemy", "typer", "rich", "torch"}

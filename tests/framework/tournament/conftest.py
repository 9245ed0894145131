"""Small tournaments of test games and fakes."""

import pytest

from palaestra.testing.fake_plugin import fake_plugins


@pytest.fixture(scope="session")
def plugins():
    return fake_plugins()


@pytest.fixture
def spec():
    """A tournament of nim with three entrants: 3 match-ups of 5 pairs, 30 games."""
    return {
        "tournament": {"name": "small", "game": "nim", "pairs": 5, "root_seed": 7},
        "entrant": [{"agent": "compiled_uniform"}, {"agent": "random_legal"}, {"agent": "first_legal"}],
    }


@pytest.fixture
def db(tmp_path):
    return tmp_path / "games.db"

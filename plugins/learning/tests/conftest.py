"""Games and tables that several tests share."""

from types import SimpleNamespace

import numpy as np
import pytest

import palaestra.cli.main
from palaestra import load_game
from palaestra.cli.settings import Settings as CliSettings
from palaestra.cli.settings import _current
from palaestra_learning.q_learning.learner import DEFAULT_MEMORY
from palaestra_learning.q_learning.settings import make_settings
from palaestra_learning.q_learning.walk import Side, walk_game


@pytest.fixture(scope="session")
def tic_tac_toe():
    return load_game("tic_tac_toe")


@pytest.fixture(scope="session")
def walker(tic_tac_toe):
    return walk_game(tic_tac_toe)


@pytest.fixture(scope="session")
def trained(tic_tac_toe):
    """Return a function from settings to who plays by the table that they give."""
    from palaestra_learning.q_learning.agents import train_table

    def train(preset="paper", **given):
        return Side(*train_table(tic_tac_toe, make_settings(preset, criterion="budget", **given), DEFAULT_MEMORY))

    return train


@pytest.fixture
def command(capsys):
    """Return a function that runs a command in this process."""

    def run(*arguments):
        capsys.readouterr()
        _current.set(CliSettings())
        code = palaestra.cli.main.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return SimpleNamespace(code=code, out=out, err=err)

    return run


@pytest.fixture
def new_rng():
    return np.array([12345, 678901], dtype=np.int64)

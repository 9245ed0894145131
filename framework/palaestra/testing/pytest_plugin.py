"""The pytest plugin of the conformance kit, loaded by pytest wherever Palaestra is installed.

It adds ``--update-playthroughs`` and the fixture :func:`check_playthrough`. It imports nothing heavy: test-suites
that have nothing to do with Palaestra load it too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from palaestra.game import Game


class PlaythroughChecker(Protocol):
    """The function that the fixture :func:`check_playthrough` returns."""

    def __call__(self, path: str | Path, game: Game | None = None, *, seed: int = 0) -> None:
        """Compare the file with its game played again, or rewrite it with ``--update-playthroughs``.

        `seed` is used when the file is written for the first time.
        """
        ...


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("palaestra").addoption(
        "--update-playthroughs",
        action="store_true",
        help="rewrite golden playthroughs instead of comparing with them",
    )


@pytest.fixture
def check_playthrough(request: pytest.FixtureRequest) -> PlaythroughChecker:
    """Return :func:`palaestra.testing.check_playthrough`, which rewrites files with ``--update-playthroughs``."""
    update = bool(request.config.getoption("--update-playthroughs"))

    def check(path: str | Path, game: Game | None = None, *, seed: int = 0) -> None:
        from palaestra.testing.playthrough import check_playthrough as compare

        compare(path, game, seed=seed, update=update)

    return check

"""What all tests stand on."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Laws have no deadline: the first call into compiled code or BLAS takes long.
settings.register_profile("palaestra", deadline=None)
settings.load_profile("palaestra")


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """Let what is started hear SIGINT, even where the tests run in the background and it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)

"""A process is forked only when no lock of another of its threads could stay locked in the child."""

import os
import sys
import threading
from types import ModuleType

import pytest

from palaestra.isolation import forkable
from palaestra.isolation.fork_server import NUMERIC_THREADS
from palaestra.tournament import forking
from palaestra.tournament.forking import keep_to_one_thread, may_fork

pytestmark = pytest.mark.skipif(not forking.IS_LINUX, reason="workers are forked on Linux only")


@pytest.fixture
def environment(monkeypatch):
    for name in NUMERIC_THREADS:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_only_a_process_of_one_thread_is_forked(environment, tmp_path):
    environment.setattr(forkable, "_OWN_THREADS", tmp_path)
    keep_to_one_thread()
    (tmp_path / "1").mkdir()
    assert may_fork()
    (tmp_path / "2").mkdir()
    assert not may_fork()


def test_threads_are_seen(environment):
    keep_to_one_thread()
    go = threading.Event()
    thread = threading.Thread(target=go.wait)
    thread.start()
    assert not may_fork()
    go.set()
    thread.join()


def test_numeric_libraries_that_may_use_more_threads_forbid_it(environment, tmp_path):
    environment.setattr(forkable, "_OWN_THREADS", tmp_path)
    (tmp_path / "1").mkdir()
    assert not may_fork()
    environment.setenv("OMP_NUM_THREADS", "3")
    keep_to_one_thread()
    assert os.environ["OMP_NUM_THREADS"] == "3"  # as the user wanted
    assert os.environ["NUMBA_NUM_THREADS"] == "1"
    assert not may_fork()


def test_parallel_code_of_numba_that_has_run_forbids_it(environment, tmp_path):
    """GNU's OpenMP ends children at the first use of what their parent has started, threads or none."""
    environment.setattr(forkable, "_OWN_THREADS", tmp_path)
    (tmp_path / "1").mkdir()
    keep_to_one_thread()
    parallel = ModuleType("numba.np.ufunc.parallel")
    environment.setitem(sys.modules, parallel.__name__, parallel)
    parallel.threading_layer = lambda: "omp"
    assert not may_fork()

    def not_started():
        raise ValueError("Threading layer is not initialized.")

    parallel.threading_layer = not_started
    assert may_fork()

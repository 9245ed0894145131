"""Ending children, and whatever they leave behind: in a process of its own, so that the tests' own stays as it is."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from palaestra.isolation.descendants import Exit, children, end_child

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux only")


def fork(child):
    """Start a child that leads a group and runs `child`."""
    ready, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            os.write(told, b"1")
            child()
        finally:
            os._exit(0)
    os.read(ready, 1)
    os.close(ready)
    os.close(told)
    return pid


def test_where_children_cannot_be_looked_at_they_are_ended_all_the_same(monkeypatch):
    monkeypatch.delattr(os, "waitid")
    assert end_child(fork(lambda: os._exit(7)), 10.0) == Exit(7, False)
    assert end_child(fork(signal.pause)) == Exit(-signal.SIGKILL, True)


@pytest.mark.parametrize("handled", [True, False])
def test_a_child_that_ends_by_itself_keeps_its_exit_code(handled):
    pid = fork(lambda: os._exit(7))
    handle = os.pidfd_open(pid) if handled else -1
    assert end_child(pid, 10.0, handle) == Exit(7, False)
    if handled:
        os.close(handle)


def test_a_child_that_goes_on_is_ended():
    assert end_child(fork(signal.pause)) == Exit(-signal.SIGKILL, True)


def test_a_child_ended_by_another_is_told_apart():
    pid = fork(signal.pause)
    os.kill(pid, signal.SIGKILL)
    assert end_child(pid, 10.0) == Exit(-signal.SIGKILL, False)


def test_a_stopped_child_that_ignores_signals_is_ended():
    def deaf():
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        os.write(told, b"1")
        os.kill(os.getpid(), signal.SIGSTOP)
        signal.pause()

    reading, told = os.pipe()
    pid = fork(deaf)
    os.read(reading, 1)
    assert end_child(pid) == Exit(-signal.SIGKILL, True)
    os.close(reading)
    os.close(told)


def test_its_group_goes_with_it():
    reading, writing = os.pipe()

    def parent():
        os.close(reading)
        if os.fork() == 0:
            signal.pause()
        os._exit(3)

    assert end_child(fork(parent), 10.0) == Exit(3, False)
    os.close(writing)
    assert os.read(reading, 1) == b""  # the grandchild no longer holds the other end
    os.close(reading)


def test_children_are_told():
    pid = fork(signal.pause)
    assert pid in children()
    end_child(pid)
    assert pid not in children()


ADOPTING = """
    import os, signal, sys
    from palaestra.isolation.descendants import children, end_unknown_children
    from palaestra.isolation.linux import adopt_orphans

    adopt_orphans()
    reading, writing = os.pipe()
    known = os.fork()
    if known == 0:
        os.close(writing)
        signal.pause()
    for _ in range(20):
        middle = os.fork()
        if middle == 0:
            for _ in range(3):  # daemons: their parent is gone, they lead sessions of their own
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
                        while True:
                            signal.pause()
                    os._exit(0)
            os._exit(0)
        os.waitpid(middle, 0)
    os.close(writing)
    ended = end_unknown_children([known])
    assert os.read(reading, 1) == b"", "a daemon still holds the pipe"
    assert children() == [known], children()
    os.kill(known, signal.SIGKILL)
    print(ended >= 60)
"""


def test_daemons_are_adopted_and_ended_and_known_children_are_not():
    code = textwrap.dedent(ADOPTING)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("True\n", "", 0)


CHAIN = """
    import os, signal
    from palaestra.isolation.descendants import children, end_unknown_children
    from palaestra.isolation.linux import adopt_orphans

    adopt_orphans()
    reading, writing = os.pipe()
    if os.fork() == 0:
        while True:  # every process replaces itself by a child in another session
            if os.fork():
                os._exit(0)
            os.setsid()
    os.close(writing)
    end_unknown_children(())
    assert os.read(reading, 1) == b""
    assert children() == []
"""


def test_a_chain_of_processes_that_replace_themselves_is_caught():
    code = textwrap.dedent(CHAIN)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stderr, done.returncode) == ("", 0)

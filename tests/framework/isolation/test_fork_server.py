"""The fork server: children start, end, and leave nothing, whoever dies."""

import os
import select
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from palaestra.errors import WorkerError
from palaestra.isolation import fork_server
from palaestra.isolation.command import LOCKED
from palaestra.isolation.confine import Confines
from palaestra.isolation.descendants import Exit
from palaestra.isolation.fork_server import NUMERIC_THREADS, ForkServer, ForkServerDied, kept_environment
from palaestra.isolation.fork_servers import ForkServers
from palaestra.isolation.messages import CommandJob, Preload
from palaestra.spec import GameSpec

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a fork server needs fork")

SECONDS = 30


@pytest.fixture
def server():
    server = ForkServer(Preload())
    yield server
    server.close()


def shell(text, folder="/"):
    return CommandJob(("/bin/sh", "-c", text), folder, {"PATH": "/usr/bin:/bin"}, Confines(2048))


def start(server, job):
    """Start a command; returns the child and the reading end of its stdout, which all that it leaves holds open."""
    reading, writing = os.pipe()
    with Path(os.devnull).open("r+b") as null:
        child = server.start(job, [null.fileno(), writing, null.fileno()])
    os.close(writing)
    line = b""
    while not line.endswith(b"\n"):
        line += os.read(reading, 1)
    assert line.startswith(LOCKED)
    return child, reading


def all_read(descriptor):
    """Return what is written until nobody holds the other end any more."""
    data = b""
    while select.select([descriptor], [], [], SECONDS)[0]:
        more = os.read(descriptor, 65536)
        if not more:
            os.close(descriptor)
            return data
        data += more
    raise AssertionError(f"somebody still holds the pipe after {SECONDS} s")


def test_a_command_runs_and_its_exit_code_is_told(server, tmp_path):
    child, output = start(server, shell("pwd; exit 5", str(tmp_path)))
    assert server.end(child, SECONDS) == Exit(5, False)
    assert all_read(output) == f"{tmp_path.resolve()}\n".encode()


def test_a_command_that_goes_on_is_ended(server):
    child, output = start(server, shell("echo on; sleep 1000"))
    assert os.read(output, 10) == b"on\n"
    assert server.end(child) == Exit(-signal.SIGKILL, True)
    assert all_read(output) == b""


def test_a_command_that_does_not_exist_tells_so(server):
    job = CommandJob(("/nowhere/bot",), "/", {}, Confines(2048))
    reading, writing = os.pipe()
    child = server.start(job, [writing, writing, writing])
    os.close(writing)
    assert server.end(child, SECONDS) == Exit(127, False)
    assert b"cannot start '/nowhere/bot'" in all_read(reading)


def test_daemons_go_with_the_child(server):
    child, output = start(server, shell("(setsid sleep 1000 &) ; (setsid sh -c 'sleep 1000; true' &) ; echo gone"))
    assert os.read(output, 10) == b"gone\n"
    server.end(child, SECONDS)
    assert all_read(output) == b""


def test_one_child_of_two_is_ended(server):
    first, first_output = start(server, shell("echo 1; sleep 1000"))
    second, second_output = start(server, shell("read _; echo 2; sleep 1000"))
    assert os.read(first_output, 10) == b"1\n"
    server.end(first)
    assert all_read(first_output) == b""
    assert os.read(second_output, 10) == b"2\n"  # /dev/null was read
    server.end(second)
    assert all_read(second_output) == b""


def test_a_closed_server_takes_everything_with_it(server):
    _, output = start(server, shell("(setsid sleep 1000 &); echo on; sleep 1000"))
    assert os.read(output, 10) == b"on\n"
    server.close()
    assert all_read(output) == b""
    assert not server.alive


def test_a_dead_server_is_told_and_takes_its_children_with_it(server):
    child, output = start(server, shell("echo on; exec sleep 1000"))
    assert os.read(output, 10) == b"on\n"
    os.kill(server.pid, signal.SIGKILL)
    with pytest.raises(ForkServerDied, match="signal 9"):
        server.end(child)
    assert all_read(output) == b""


def test_a_server_that_someone_has_stopped_goes_on(server):
    child, output = start(server, shell("exit 5"))
    os.kill(server.pid, signal.SIGSTOP)
    assert server.end(child, SECONDS) == Exit(5, False)
    assert all_read(output) == b""


def test_a_server_that_someone_stops_again_and_again_is_given_up(server, monkeypatch):
    child, output = start(server, shell("echo on; exec sleep 1000"))
    assert os.read(output, 10) == b"on\n"
    monkeypatch.setattr(fork_server, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(fork_server, "WAKE", signal.SIGSTOP)
    os.kill(server.pid, signal.SIGSTOP)
    with pytest.raises(ForkServerDied, match=r"did not answer within 0\.2 s"):
        server.end(child)
    assert not server.alive
    assert all_read(output) == b""


def test_a_game_that_cannot_be_loaded_is_told():
    server = ForkServer(Preload(GameSpec("none", "1", "", "nowhere.at_all:GAME")))
    with pytest.raises(WorkerError, match="cannot load the game"):
        server.wait_ready()
    server.close()


def test_secrets_in_the_environment_stay_here():
    environment = {"PATH": "/bin", "HOME": "/root", "AWS_SECRET": "x", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": "y"}
    environment["PALAESTRA_DB"] = "league.db"
    kept = kept_environment(environment)
    assert {name: kept.pop(name) for name in NUMERIC_THREADS} == dict.fromkeys(NUMERIC_THREADS, "1")
    assert kept == {"PATH": "/bin", "HOME": "/root", "NUMBA_DISABLE_JIT": "1"}
    assert kept_environment({"OMP_NUM_THREADS": "4"})["OMP_NUM_THREADS"] == "4"


def test_dead_servers_are_replaced():
    servers = ForkServers(Preload())
    first = servers.server(False)
    assert servers.server(True) is first  # nothing is wrapped
    os.kill(first.pid, signal.SIGKILL)
    with pytest.raises(ForkServerDied):
        first.wait_ready()
    second = servers.server(False)
    assert second is not first
    first.close()
    child, output = start(second, shell("echo again"))
    assert second.end(child, SECONDS) == Exit(0, False)
    assert all_read(output) == b"again\n"
    servers.close()


WORKER = """
    import os, signal, sys
    from palaestra.isolation.confine import Confines
    from palaestra.isolation.fork_servers import ForkServers
    from palaestra.isolation.messages import CommandJob, Preload

    servers = ForkServers(Preload(), own_process=True)
    server = servers.server(False)
    text = "(setsid sleep 1000 &); (setsid sh -c 'trap \\"\\" TERM; sleep 1000; sleep 1000' &); echo on; sleep 1000"
    with open(os.devnull) as null:
        server.start(CommandJob(("/bin/sh", "-c", text), "/", {}, Confines(2048)), [null.fileno(), 1, 2])
    sys.stdin.readline()
    if sys.argv[1] == "server":
        os.kill(server.pid, signal.SIGKILL)
        servers.server(False)
        servers.close()
    elif sys.argv[1] == "worker of a stopped server":
        os.kill(server.pid, signal.SIGSTOP)
        os.kill(os.getpid(), signal.SIGKILL)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux only")
@pytest.mark.parametrize("killed", ["worker", "worker of a stopped server", "server"])
def test_nothing_survives_the_death_of_a_worker_or_its_server(killed):
    command = [sys.executable, "-c", textwrap.dedent(WORKER), killed]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert worker.stdout.readline().startswith(LOCKED)
    assert worker.stdout.readline() == b"on\n"
    if killed == "worker":
        worker.kill()
    else:
        worker.stdin.write(b"go on\n")
    worker.stdin.close()
    assert all_read(os.dup(worker.stdout.fileno())) == b""
    worker.stdout.close()
    assert worker.wait(SECONDS) == (0 if killed == "server" else -signal.SIGKILL)

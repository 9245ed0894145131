"""A fork server in namespaces of its own: what its children see, and that they are known here by their own ids."""

import os
import signal
import sys
from pathlib import Path

import pytest

from palaestra.errors import WorkerError
from palaestra.isolation import bubblewrap
from palaestra.isolation.bubblewrap import bubblewrap_command, usable_bubblewrap
from palaestra.isolation.command import LOCKED
from palaestra.isolation.confine import Confines
from palaestra.isolation.descendants import Exit
from palaestra.isolation.fork_server import ForkServer
from palaestra.isolation.messages import CommandJob, Preload

SECONDS = 30


def test_only_what_is_readable_is_bound_and_nothing_to_be_written(tmp_path):
    own = str(tmp_path)
    command = bubblewrap_command("/usr/bin/bwrap", [own, "/usr/lib", own + "/missing"])
    bound = [command[i + 1 : i + 3] for i, word in enumerate(command) if word.startswith("--ro-bind")]
    assert [own, own] in bound
    assert own + "/missing" not in command
    assert len(bound) == len({source for source, _ in bound})  # each once
    assert "--bind" not in command
    entered = bubblewrap_command("/usr/bin/bwrap", [own], ["/league"])
    assert entered[entered.index("--dir") + 1] == "/league"
    assert command[:4] == ["/usr/bin/bwrap", "--unshare-all", "--die-with-parent", "--cap-drop"]


@pytest.mark.skipif(sys.platform != "linux", reason="there is none elsewhere")
@pytest.mark.parametrize(
    ("script", "usable"),
    [
        (None, False),  # not installed
        ("echo 'setting up uid map: Permission denied' >&2; exit 1", False),  # users may not use it
        ("exit 0", True),
    ],
)
def test_it_is_used_only_where_it_was_seen_to_work(script, usable, tmp_path, monkeypatch):
    program = tmp_path / "bwrap"
    if script is not None:
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert usable_bubblewrap.__wrapped__() == (str(program) if usable else "")


@pytest.mark.skipif(sys.platform != "linux", reason="there is none elsewhere")
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exec /bin/sleep 60", "no answer within 0.5 s"),
        ("kill -9 $$", "signal 9"),
        ("echo 'Creating new namespace failed: Resource temporarily unavailable' >&2; exit 1", "unavailable"),
    ],
)
def test_a_trial_without_an_answer_is_no_answer(script, reason, tmp_path, monkeypatch):
    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bubblewrap, "PROBE_SECONDS", 0.5)
    with pytest.raises(WorkerError, match=f"whether bubblewrap works could not be found out in 3 attempts: .*{reason}"):
        usable_bubblewrap.__wrapped__()


@pytest.fixture
def server():
    if not usable_bubblewrap():
        pytest.skip("there is no bubblewrap that this user may use")
    readable = [sys.prefix, sys.base_prefix, *filter(None, sys.path), "/bin", "/usr/bin"]
    server = ForkServer(Preload(), bubblewrap_command(usable_bubblewrap(), readable))
    yield server
    server.close()


def start(server, text):
    reading, writing = os.pipe()
    job = CommandJob(("/bin/sh", "-c", text), "/", {"PATH": "/usr/bin:/bin"}, Confines(2048))
    with Path(os.devnull).open("r+b") as null:
        child = server.start(job, [null.fileno(), writing, null.fileno()])
    os.close(writing)
    line = b""
    while not line.endswith(b"\n"):
        line += os.read(reading, 1)
    assert line.startswith(LOCKED)
    return child, reading


def test_it_sees_only_its_own(server, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("text")
    child, output = start(server, f"cat {secret} 2>/dev/null; ls /proc | grep -c '^[0-9]'; cat /proc/net/dev | wc -l")
    assert server.end(child, SECONDS) == Exit(0, False)
    seen = os.read(output, 100).split()
    assert int(seen[0]) < 10  # init, the server, the shell and what it starts
    assert seen[1:] == [b"3"]  # two lines of heading, and the loopback
    os.close(output)


def test_a_child_is_known_by_its_id_here(server):
    child, output = start(server, "echo on; sleep 1000")
    assert os.read(output, 10) == b"on\n"
    assert child.pid != child.number
    os.kill(child.pid, signal.SIGKILL)
    assert server.end(child, SECONDS) == Exit(-signal.SIGKILL, False)
    os.close(output)

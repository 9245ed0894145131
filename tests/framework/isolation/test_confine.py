"""What a child has given up: tried in processes of their own."""

import json
import os
import resource
import subprocess
import sys
import textwrap

import pytest

from palaestra.isolation.confine import OPEN_FILES, OUTPUT_BYTES
from palaestra.isolation.landlock import landlock_version
from palaestra.isolation.linux import give_up_privileges
from palaestra.isolation.probe import offered

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the promises are those of Linux")

PREPARED = """
    import ctypes, json, os, resource, signal, socket, sys, threading
    from palaestra.isolation.confine import Confines, Sandbox, give_up

    def outcome(attempt):
        try:
            return repr(attempt())
        except BaseException as error:
            return type(error).__name__
"""


def run(code, *arguments, **options):
    """Run a script that prints JSON; returns what it says."""
    script = textwrap.dedent(PREPARED) + textwrap.dedent(code)
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_limits_are_taken_and_cannot_be_raised():
    told = run("""
        give_up(Confines(memory_mb=512))
        names = ("CORE", "FSIZE", "NOFILE", "AS")
        limits = {name: resource.getrlimit(getattr(resource, f"RLIMIT_{name}")) for name in names}
        raised = outcome(lambda: resource.setrlimit(resource.RLIMIT_AS, (2**40, 2**40)))
        print(json.dumps([limits, raised, outcome(lambda: len(bytearray(2**30)))]))
    """)
    assert told[0] == {
        "CORE": [0, 0],
        "FSIZE": [OUTPUT_BYTES] * 2,
        "NOFILE": [min(OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])] * 2,
        "AS": [512 << 20] * 2,
    }
    assert told[1:] == ["ValueError", "MemoryError"]


def test_no_rights_of_root_are_left():
    told = run("""
        give_up(Confines(memory_mb=512))
        status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
        print(json.dumps([status[name] for name in ("CapPrm", "CapEff", "CapInh", "NoNewPrivs")]))
    """)
    assert told == ["0" * 16, "0" * 16, "0" * 16, "1"]


MEMORY_OF_PARENT = """
    parent = os.getppid()
    read = lambda name: outcome(lambda: open(f"/proc/{parent}/{name}", "rb").read(1))
    give_up(Confines(memory_mb=512))
    print(json.dumps([read("mem"), read("environ"), read("maps")]))
"""


def test_a_parent_that_hides_its_memory_is_closed_to_a_child_of_root_too():
    code = f"""
        import subprocess, sys
        from palaestra.isolation.linux import hide_memory
        hide_memory()
        done = subprocess.run([sys.executable, "-c", {textwrap.dedent(PREPARED + MEMORY_OF_PARENT)!r}], check=True)
    """
    assert run(code) == ["PermissionError"] * 3


apart = pytest.mark.skipif(not offered().apart, reason="this system does not keep processes apart")

TRIES_A_VICTIM = """
    import palaestra.isolation.landlock as landlock

    version, victim, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    if version < landlock.landlock_version():
        landlock.landlock_version = lambda: version
    give_up(Confines(memory_mb=2048))
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)  # until its parent has ended
        os._exit(0)
    print(json.dumps([
        outcome(lambda: open(f"/proc/{victim}/mem", "rb").close()),
        *(outcome(lambda: os.kill(victim, number)) for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL)),
        outcome(lambda: resource.prlimit(victim, resource.RLIMIT_CPU, (1, 1))),
        outcome(lambda: os.setpriority(os.PRIO_PROCESS, victim, 19)),
        outcome(lambda: os.kill(os.getpid(), signal.SIGKILL)),
        outcome(lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 1))),
        outcome(lambda: os.setsid()),
        outcome(lambda: os.kill(os.getpid(), signal.SIGCONT)),
        outcome(lambda: os.kill(child, signal.SIGCONT)),
        outcome(lambda: os.rename(os.path.join(folder, "a", "file"), os.path.join(folder, "b", "file"))),
    ]))
"""


@pytest.fixture
def victim():
    """Return a program of the same user and rights: as such, its memory is open to all of them."""
    process = subprocess.Popen(["sleep", "60"], preexec_fn=give_up_privileges)  # noqa: PLW1509 - no threads here
    yield process.pid
    process.kill()
    process.wait()


@apart
@pytest.mark.parametrize("version", [1, 2, 99], ids=["no domain", "domain for tracing", "domain for signals too"])
def test_a_process_is_kept_apart_from_those_of_others(version, victim, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (tmp_path / "a" / "file").touch()
    told = run(TRIES_A_VICTIM, version, victim, tmp_path)
    refused = "PermissionError"
    memory = "None" if min(version, landlock_version()) < 2 else refused
    child = refused if min(version, landlock_version()) < 6 else "None"
    assert told == [memory, *[refused] * 6, "ValueError", refused, "None", child, "None"]
    assert (tmp_path / "b" / "file").exists()


sandboxed = pytest.mark.skipif(not offered().landlock, reason="this system has no Landlock")


@sandboxed
def test_only_named_files_can_be_read_and_none_written(tmp_path):
    secret, shared = tmp_path / "secret", tmp_path / "shared"
    shared.mkdir()
    for path in (secret, shared / "file"):
        path.write_text("text")
    told = run(
        """
        secret, shared = sys.argv[1:]
        give_up(Confines(512, Sandbox(readable=(shared, "/nowhere"), listable=(os.path.dirname(secret),))))
        own = os.path.join(shared, "file")
        print(json.dumps([
            outcome(lambda: open(own).read()),
            outcome(lambda: os.listdir(shared)),
            outcome(lambda: open(secret).read()),
            outcome(lambda: open(own, "w")),
            outcome(lambda: open(os.path.join(shared, "new"), "w")),
            outcome(lambda: os.unlink(own)),
            outcome(lambda: os.rename(own, own + "2")),
            outcome(lambda: os.chmod(secret, 0)),
            outcome(lambda: os.utime(secret, (0, 0))),
            outcome(lambda: os.truncate(secret, 0)),
            outcome(lambda: os.symlink(secret, os.path.join(shared, "link"))),
            outcome(lambda: open("/proc/self/mem", "rb")),
            outcome(lambda: open("/etc/passwd")),
            outcome(lambda: open("/dev/null", "w").write("x")),
            outcome(lambda: sorted(os.listdir(os.path.dirname(secret)))),
        ]))
        """,
        secret,
        shared,
    )
    assert told == ["'text'", "['file']", *["PermissionError"] * 11, "1", "['secret', 'shared']"]
    assert secret.read_text() == "text"
    assert secret.stat().st_mode & 0o777 != 0


@sandboxed
def test_no_network_no_process_no_program_and_threads(tmp_path):
    told = run("""
        give_up(Confines(2048, Sandbox()))
        libc = ctypes.CDLL(None, use_errno=True)

        def call(number, *arguments):
            return -ctypes.get_errno() if libc.syscall(number, *arguments) < 0 else 0

        thread = threading.Thread(target=lambda: told.append("ran"))
        told = []
        thread.start()
        thread.join()
        print(json.dumps(told + [
            outcome(lambda: socket.socket(socket.AF_INET)),
            outcome(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM)),
            outcome(lambda: socket.socket(socket.AF_UNIX)),
            outcome(os.fork),
            outcome(lambda: os.execv("/bin/true", ["true"])),
            outcome(lambda: os.posix_spawn("/bin/true", ["true"], {})),
            outcome(lambda: os.kill(os.getppid(), 0)),
            outcome(lambda: os.kill(1, 0)),
            outcome(lambda: os.kill(-1, 0)),
            outcome(lambda: os.kill(os.getpid(), 0)),
            outcome(lambda: os.pidfd_open(os.getppid())),
            outcome(lambda: os.memfd_create("x")),
            outcome(lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)),
            outcome(lambda: os.sched_setaffinity(os.getppid(), {0})),
            outcome(lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))),
            outcome(lambda: socket.socketpair()[0].close()),
        ]))
    """)
    refused = "PermissionError"
    assert told == ["ran", *[refused] * 9, "None", *[refused] * 5, "None"]


@sandboxed
def test_a_sandboxed_program_may_become_the_one_that_is_named():
    code = """
        give_up(Confines(2048, Sandbox(readable=("/usr/share",), executable=("/bin/echo", "/usr/bin/echo"))))
        first = outcome(lambda: os.execv("/bin/cat", ["cat", "/etc/passwd"]))
        os.execv("/bin/echo", ["echo", json.dumps(first)])
    """
    assert run(code) == "PermissionError"


@sandboxed
def test_numeric_libraries_run_in_a_sandbox(tmp_path):
    told = run(
        """
        import sysconfig
        give_up(Confines(2048, Sandbox(readable=(sys.prefix, sys.base_prefix, *filter(os.path.isdir, sys.path)))))
        import numpy as np
        from numba import njit

        @njit
        def double(x):
            return 2 * x

        print(json.dumps([int(np.arange(5).sum()), double(21)]))
        """,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert told == [10, 42]


def test_the_version_of_landlock_is_told():
    assert 0 <= landlock_version() < 100

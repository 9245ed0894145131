"""What a child gives up before foreign code runs in it: in this order, and none of it can be taken back."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass
from functools import cache
from typing import Final

from palaestra.isolation.call_rules import THIS_PROCESS, apart_rules, sandbox_rules
from palaestra.isolation.landlock import (
    EXECUTE,
    LIST,
    READ,
    WRITE,
    landlock_version,
    new_domain,
    new_ruleset,
    restrict_files,
    scopes_signals,
)
from palaestra.isolation.linux import IS_LINUX, die_with_parent, give_up_privileges, hide_memory
from palaestra.isolation.seccomp import CallFilter, make_filter, restrict_calls, seccomp_offered

MEGABYTE: Final = 1 << 20
OUTPUT_BYTES: Final = 64 * MEGABYTE
"""Size of the largest file that a child may write, its output included."""
OPEN_FILES: Final = 256

SYSTEM_FILES: Final = (
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib",
    "/lib64",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
    "/dev/urandom",
    "/dev/random",
)
"""Read by interpreters and by numeric libraries (Node does not start without OpenSSL's); nothing in them
reveals a tournament."""

SINKS: Final = ("/dev/null", "/dev/zero")


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What is left to a sandboxed child.

    Attributes:
        readable: files and folders that it may read.
        executable: files that it may become by ``execve``, and what their loaders need; empty = no program at all.
        listable: folders in which it may see which files there are.
    """

    readable: tuple[str, ...] = ()
    executable: tuple[str, ...] = ()
    listable: tuple[str, ...] = ()

    def rules(self) -> list[tuple[str, int]]:
        """Return paths with the rights that are left."""
        rules = [(path, READ) for path in (*SYSTEM_FILES, *self.readable)]
        rules += [(path, LIST) for path in self.listable]
        rules += [(path, READ | WRITE) for path in SINKS]
        if self.executable:
            loaders = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
            rules += [(path, READ | EXECUTE) for path in (*loaders, *self.executable)]
        return rules


@dataclass(frozen=True, slots=True)
class Confines:
    """The limits of one child.

    Attributes:
        memory_mb: most address space of each process, in MB of 2**20 bytes.
        sandbox: what is left to it of files and system calls; None = everything that does not reach other processes.
        apart: whether other processes are closed to it by what the system has for that; the sandbox does so anyway.
    """

    memory_mb: int
    sandbox: Sandbox | None = None
    apart: bool = True


def new_session(parent: int) -> None:
    """Lead a session and a process group of its own, die with the parent, and treat signals as a new process does."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD, signal.SIGCONT):
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
    os.setsid()
    die_with_parent(parent, signal.SIGKILL)


def take_descriptors(wanted: dict[int, int]) -> None:
    """Make the open files exactly those `wanted`: descriptor -> what it shall be a copy of."""
    highest = max(wanted) + 1
    copies = {target: _above(source, highest) for target, source in wanted.items()}
    for target, copy in copies.items():
        os.dup2(copy, target, inheritable=target <= 2)
    os.closerange(highest, os.sysconf("SC_OPEN_MAX"))


def _above(descriptor: int, least: int) -> int:
    """Return a copy of a descriptor with a number of at least `least`."""
    import fcntl

    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, least)


def give_up(confines: Confines) -> str:
    """Take the limits; the process has one thread and its final descriptors.

    Returns:
        What now confines it, such as ``"landlock7+seccomp"``; empty if nothing does.

    Raises:
        OSError: the system refuses something that was promised.
    """
    import resource  # not on every system, and only children need it

    give_up_privileges()
    hide_memory()
    sandbox = confines.sandbox
    ruleset = _ruleset(confines)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, OUTPUT_BYTES)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    refused_by_macos = () if IS_LINUX else (OSError, ValueError)
    with contextlib.suppress(*refused_by_macos):
        _limit(resource.RLIMIT_AS, confines.memory_mb * MEGABYTE)
    kept: list[str] = []
    if ruleset is not None:
        restrict_files(ruleset)
        os.close(ruleset)
        kept.append(f"landlock{landlock_version()}")
    if seccomp_offered() and (sandbox is not None or confines.apart):  # else a sandbox is what its server is wrapped in
        restrict_calls(_apart_filter() if sandbox is None else _sandbox_filter(bool(sandbox.executable)))
        kept.append("seccomp")
    return "+".join(kept)


def rehearse() -> None:
    """Load and make what all children need to give up their rights: it would take each of them a millisecond."""
    with contextlib.suppress(ImportError):
        import fcntl  # noqa: F401
        import resource  # noqa: F401
    if landlock_version():
        scopes_signals()
    if seccomp_offered():
        _apart_filter()
        _sandbox_filter(executes=False)


@cache
def _apart_filter() -> CallFilter:
    return make_filter(apart_rules(THIS_PROCESS, scoped=scopes_signals()))


@cache
def _sandbox_filter(executes: bool) -> CallFilter:
    return make_filter(sandbox_rules(THIS_PROCESS, executes))


def _ruleset(confines: Confines) -> int | None:
    if confines.sandbox is not None:
        return new_ruleset(confines.sandbox.rules()) if landlock_version() else None
    return new_domain() if confines.apart else None


def _limit(which: int, value: int) -> None:
    import resource

    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, value))

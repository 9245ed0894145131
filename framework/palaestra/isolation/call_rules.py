"""Rules for the system calls that could be used against others, or to make a lost game void.

Tables; :mod:`palaestra.isolation.seccomp` makes filters of them. Calls that have no rule are allowed. Every child keeps
to :func:`apart_rules`, a sandboxed one to :func:`sandbox_rules`.
"""

from __future__ import annotations

import errno
import signal
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

ALLOW: Final = 0x7FFF0000
ERRNO: Final = 0x00050000
REFUSE: Final = ERRNO | errno.EPERM
MISSING: Final = ERRNO | errno.ENOSYS
"""As if the system had no such call: programs then use another call."""


class Condition(NamedTuple):
    """A condition on the lower 32 bits of an argument.

    Attributes:
        argument: which one, from 0.
        test: whether it is `value`, or has any bit of it.
        value: a number, taken as one of 32 bits.
        high: whether the higher 32 bits are looked at instead.
    """

    argument: int
    test: Literal["is", "any_bit"]
    value: int
    high: bool = False


Rule = tuple[tuple[tuple[Condition, ...], int], ...]
"""Conditions, and the action if all of them hold; the first such pair counts, the last has no conditions."""

THIS_PROCESS: Final = 0x7FFFFFFE
"""Stands for the id of the process that will be restricted. No process has so large an id."""

_SIGKILL: Final = int(getattr(signal, "SIGKILL", 9))

_CLONE_THREAD: Final = 0x10000
_NOT_SIGCHLD: Final = 0xEE
"""The low byte of the flags of ``clone`` is the signal at a child's end; these are the bits of all signals but one."""

_RLIMIT_CPU: Final = 0
_AF_UNIX: Final = 1
_SOCK_DGRAM_BIT: Final = 2
"""Set in the types of sockets that take an address with every message, not in those of streams."""

_F_SETOWN, _F_SETSIG, _F_SETOWN_EX = 8, 10, 15
_FIOSETOWN, _SIOCSPGRP = 0x8901, 0x8902

_REFUSED_TO_ALL: Final = (
    # looking into others
    *("ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "process_madvise", "process_mrelease"),
    # leaving the session: what has left it is not stopped with the others
    *("setsid", "setpgid"),
    # memory and queues that outlive their process
    *("shmget", "semget", "msgget", "mq_open"),
    # cores and priorities: an agent must not choose to wait for a core
    *("sched_setaffinity", "sched_setparam", "sched_setscheduler", "sched_setattr", "setpriority", "ioprio_set"),
)

_SIGNALS: Final = {"kill": 1, "tkill": 1, "tgkill": 2, "rt_sigqueueinfo": 1, "rt_tgsigqueueinfo": 2}
"""Calls that send a signal, and which of their arguments it is; the first one is the process or thread."""


def _always(verdict: int) -> Rule:
    return (((), verdict),)


def _own(pid: int, argument: int = 0, *more: Condition) -> Rule:
    """Allow a call only to the process itself; `more`: what else must hold."""
    return (
        *(((Condition(argument, "is", who), *more), ALLOW) for who in (0, pid)),
        ((), REFUSE),
    )


def _unless(argument: int, values: Iterable[int]) -> Rule:
    return (*(((Condition(argument, "is", value),), REFUSE) for value in values), ((), ALLOW))


def apart_rules(pid: int, scoped: bool) -> dict[str, Rule]:
    """Return the rules that keep an agent from its opponent and from the referee, and hold it to the clock.

    A process may kill and limit only itself, and not even itself by the signal that cannot be distinguished from the
    framework's: that would make a lost game void. It may wake no stopped process, and keep no process, itself
    included, to some cores or make it wait for them.

    Args:
        pid: the child's process id, or :data:`THIS_PROCESS`.
        scoped: whether something else keeps its signals from others (Landlock); its own children can then have them.
    """
    rules = dict.fromkeys(_REFUSED_TO_ALL, _always(REFUSE))
    rules |= dict.fromkeys(("timer_create", "clone3", "pidfd_open", "pidfd_send_signal"), _always(MISSING))
    for name, argument in _SIGNALS.items():
        deadly = ((Condition(argument, "is", _SIGKILL),), REFUSE)
        own_only = _own(pid) if name in ("kill", "tgkill") else _always(REFUSE)
        rules[name] = (deadly, *(_always(ALLOW) if scoped else own_only))
    # A limit of CPU time, and the end of a child, can send the signal that kills; limits may only be read.
    cpu = Condition(1, "is", _RLIMIT_CPU)
    written = [((cpu, Condition(2, "any_bit", -1, high)), REFUSE) for high in (False, True)]
    rules["prlimit64"] = (*written, *_own(pid))
    rules["setrlimit"] = _unless(0, [_RLIMIT_CPU])
    rules["clone"] = (((Condition(0, "any_bit", _NOT_SIGCHLD),), REFUSE), ((), ALLOW))
    rules["fcntl"] = _unless(1, [_F_SETOWN, _F_SETSIG, _F_SETOWN_EX])
    rules["ioctl"] = _unless(1, [_FIOSETOWN, _SIOCSPGRP])
    return rules


_REFUSED_IN_SANDBOX: Final = (
    # other processes and programs
    *("fork", "vfork", "execve", "execveat", "pidfd_open", "pidfd_send_signal"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
    # the network, and memory that counts for none
    *("socket", "bind", "listen", "connect", "accept", "accept4", "memfd_create", "memfd_secret"),
    # what Landlock leaves open of files
    *("truncate", "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "fchownat", "lchown"),
    *("utime", "utimes", "futimesat", "utimensat", "inotify_init", "inotify_init1", "fanotify_init"),
    *("setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr"),
    *("removexattrat", "name_to_handle_at", "open_by_handle_at"),
    # the machine
    *("bpf", "perf_event_open", "userfaultfd", "add_key", "request_key", "keyctl", "syslog", "acct", "quotactl"),
    *("mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "personality"),
    *("open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"),
    *("settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "sethostname", "setdomainname"),
    *("swapon", "swapoff", "reboot", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load"),
)


def sandbox_rules(pid: int, executes: bool) -> dict[str, Rule]:
    """Return the rules of a sandbox: one process, that may start threads and reach nothing.

    Args:
        pid: the child's process id, or :data:`THIS_PROCESS`.
        executes: whether it may become another program.
    """
    rules = apart_rules(pid, scoped=False) | dict.fromkeys(_REFUSED_IN_SANDBOX, _always(REFUSE))
    rules["clone"] = (((Condition(0, "any_bit", _CLONE_THREAD),), ALLOW), ((), REFUSE))
    connected = (Condition(0, "is", _AF_UNIX), Condition(1, "any_bit", _SOCK_DGRAM_BIT))
    rules["socketpair"] = ((connected, REFUSE), ((Condition(0, "is", _AF_UNIX),), ALLOW), ((), REFUSE))
    if executes:
        for name in ("execve", "execveat"):
            del rules[name]
    return rules

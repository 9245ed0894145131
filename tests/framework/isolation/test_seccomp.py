"""The filters of system calls, run by a small interpreter of their instructions, for every architecture."""

import errno
import signal

import pytest

from palaestra.isolation.call_rules import apart_rules, sandbox_rules
from palaestra.isolation.seccomp import filter_program
from palaestra.isolation.syscalls import ARCHITECTURES

PID = 4711
ALLOW = "allow"
REFUSED = errno.EPERM
CLONE_THREAD, CLONE_VM = 0x10000, 0x100
F_GETFL, F_SETOWN, F_SETSIG = 3, 8, 10
RLIMIT_CPU, RLIMIT_NOFILE = 0, 7
OTHERS = (PID + 1, 1, -1, -PID)

RULES = {
    "apart": apart_rules(PID, scoped=True),
    "apart, unscoped": apart_rules(PID, scoped=False),
    "sandbox": sandbox_rules(PID, executes=False),
    "program": sandbox_rules(PID, executes=True),
}


def run(program, audit, number, *arguments):
    """Return what a filter says of a call: ALLOW, or the error that the caller gets."""
    data = {0: number, 4: audit}
    for position in range(6):
        argument = arguments[position] if position < len(arguments) else 0
        data[16 + 8 * position] = argument & 0xFFFFFFFF
        data[20 + 8 * position] = argument >> 32 & 0xFFFFFFFF
    accumulator = position = 0
    while True:
        code, true, false, constant = program[position]
        position += 1
        if code == 0x20:
            accumulator = data[constant]
        elif code == 0x06:
            return ALLOW if constant == 0x7FFF0000 else constant - 0x50000
        else:
            holds = {0x15: accumulator == constant, 0x35: accumulator >= constant, 0x45: accumulator & constant}[code]
            position += true if holds else false


@pytest.fixture(params=ARCHITECTURES)
def verdict(request):
    """Return what becomes of a call under some rules."""
    architecture = ARCHITECTURES[request.param]

    def of(rules, name, *arguments):
        program = filter_program(architecture, RULES[rules])
        return run(program, architecture.audit, architecture.numbers[name], *arguments)

    return of


@pytest.mark.parametrize("architecture", ARCHITECTURES.values(), ids=ARCHITECTURES)
@pytest.mark.parametrize("rules", RULES)
def test_calls_without_a_rule_are_allowed_and_other_interfaces_closed(rules, architecture):
    program = filter_program(architecture, RULES[rules])
    assert len(program) < 4096  # the kernel takes no more
    assert all(0 <= jump < 256 for _, true, false, _ in program for jump in (true, false))
    named = {architecture.numbers[name] for name in RULES[rules] if name in architecture.numbers}
    for number in set(range(500)) - named:
        assert run(program, architecture.audit, number, PID) == ALLOW
        assert run(program, 0x40000003, number) == REFUSED  # i386
        assert run(program, architecture.audit, number | 0x40000000) == REFUSED  # x32


def test_every_rule_is_about_a_call_that_some_machine_has():
    known = {name for architecture in ARCHITECTURES.values() for name in architecture.numbers}
    assert {name for rules in RULES.values() for name in rules} <= known


@pytest.mark.parametrize("rules", ["sandbox", "program"])
def test_a_sandbox_starts_threads_and_no_processes(verdict, rules):
    assert verdict(rules, "clone", CLONE_THREAD | CLONE_VM) == ALLOW
    assert verdict(rules, "clone", CLONE_VM) == REFUSED
    assert verdict(rules, "clone", signal.SIGCHLD) == REFUSED  # a fork
    assert verdict(rules, "clone3") == errno.ENOSYS
    assert verdict(rules, "execve") == (ALLOW if rules == "program" else REFUSED)
    assert verdict(rules, "socket") == REFUSED


def test_a_sandbox_has_pairs_of_streams_only(verdict):
    unix, ipv4, stream, datagram, closed_on_exec = 1, 2, 1, 2, 0o2000000
    assert verdict("sandbox", "socketpair", unix, stream | closed_on_exec) == ALLOW
    assert verdict("sandbox", "socketpair", unix, datagram | closed_on_exec) == REFUSED
    assert verdict("sandbox", "socketpair", ipv4, stream) == REFUSED
    assert verdict("apart", "socketpair", unix, datagram) == ALLOW


@pytest.mark.parametrize("rules", ["apart", "apart, unscoped"])
def test_a_process_may_fork_if_its_child_ends_as_usual(verdict, rules):
    for flags in (signal.SIGCHLD, CLONE_VM | signal.SIGCHLD, CLONE_VM | CLONE_THREAD):
        assert verdict(rules, "clone", flags) == ALLOW
    for number in (signal.SIGKILL, signal.SIGCONT, signal.SIGSTOP):
        assert verdict(rules, "clone", number) == REFUSED
    assert verdict(rules, "clone3") == errno.ENOSYS


@pytest.mark.parametrize("rules", RULES)
def test_nobody_is_killed(verdict, rules):
    for target in (PID, 0, *OTHERS):
        assert verdict(rules, "kill", target, signal.SIGKILL) == REFUSED
        assert verdict(rules, "tkill", target, signal.SIGKILL) == REFUSED
        assert verdict(rules, "tgkill", target, PID, signal.SIGKILL) == REFUSED
        assert verdict(rules, "rt_sigqueueinfo", target, signal.SIGKILL) == REFUSED
        assert verdict(rules, "rt_tgsigqueueinfo", target, PID, signal.SIGKILL) == REFUSED
    assert verdict(rules, "pidfd_send_signal", 3, signal.SIGKILL) in (REFUSED, errno.ENOSYS)
    assert verdict(rules, "timer_create") == errno.ENOSYS


@pytest.mark.parametrize("rules", RULES)
def test_other_signals_go_to_oneself_and_to_others_only_where_something_else_keeps_them_in(verdict, rules):
    for target in (PID, 0):
        assert verdict(rules, "kill", target, signal.SIGTERM) == ALLOW
        assert verdict(rules, "tgkill", target, PID, signal.SIGTERM) == ALLOW
    expected = ALLOW if rules == "apart" else REFUSED
    for target in OTHERS:
        assert verdict(rules, "kill", target, signal.SIGTERM) == expected
        assert verdict(rules, "tgkill", target, PID, signal.SIGTERM) == expected


@pytest.mark.parametrize("rules", RULES)
def test_nobody_chooses_cores_and_priorities(verdict, rules):
    for name in ("sched_setaffinity", "sched_setparam", "sched_setscheduler", "sched_setattr"):
        assert {verdict(rules, name, target) for target in (PID, 0, *OTHERS)} == {REFUSED}
    for name, own_process, user in (("setpriority", 0, 2), ("ioprio_set", 1, 3)):
        assert {verdict(rules, name, own_process, target) for target in (PID, 0, *OTHERS)} == {REFUSED}
        assert verdict(rules, name, user, 0) == REFUSED


@pytest.mark.parametrize("rules", RULES)
def test_only_oneself_is_limited(verdict, rules):
    assert {verdict(rules, "prlimit64", target, RLIMIT_NOFILE, 1 << 40) for target in (PID, 0)} == {ALLOW}
    assert {verdict(rules, "prlimit64", target, RLIMIT_NOFILE) for target in OTHERS} == {REFUSED}


@pytest.mark.parametrize("rules", RULES)
def test_nobody_asks_to_be_killed_or_woken(verdict, rules):
    for pointer in (0x1000, 0x700000000):  # one has nothing in its lower half
        assert verdict(rules, "prlimit64", 0, RLIMIT_CPU, pointer) == REFUSED
    assert verdict(rules, "prlimit64", 0, RLIMIT_CPU, 0, 0x1000) == ALLOW  # only reads it
    assert verdict(rules, "setrlimit", RLIMIT_CPU) == REFUSED
    assert verdict(rules, "setrlimit", RLIMIT_NOFILE) == ALLOW
    assert verdict(rules, "fcntl", 5, F_GETFL) == ALLOW
    assert {verdict(rules, "fcntl", 5, how) for how in (F_SETOWN, F_SETSIG, 15)} == {REFUSED}
    assert {verdict(rules, "ioctl", 5, how) for how in (0x8901, 0x8902)} == {REFUSED}
    assert verdict(rules, "ioctl", 5, 0x5401) == ALLOW
    assert verdict(rules, "setsid") == verdict(rules, "setpgid") == verdict(rules, "ptrace") == REFUSED

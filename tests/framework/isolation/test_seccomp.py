"""The filter of system calls, run by a small interpreter of its instructions, for every architecture."""

import errno

import pytest

from palaestra.isolation.seccomp import OWN_ONLY, filter_program
from palaestra.isolation.syscalls import ARCHITECTURES

PID = 4711
ALLOW = "allow"
CLONE_THREAD, CLONE_VM = 0x10000, 0x100


def verdict(program, audit, number, argument=0):
    """Return what the filter says of a call: ALLOW, or the error that the caller gets."""
    data = {0: number, 4: audit, 16: argument & 0xFFFFFFFF}
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
def machine(request):
    architecture = ARCHITECTURES[request.param]
    return architecture, filter_program(architecture, PID, executes=False)


def test_listed_calls_are_refused_and_others_allowed(machine):
    architecture, program = machine
    special = {"clone", "clone3", *OWN_ONLY}
    for number in range(500):
        name = next((name for name, listed in architecture.numbers.items() if listed == number), None)
        if name not in special:
            expected = ALLOW if name is None else errno.EPERM
            assert verdict(program, architecture.audit, number, PID) == expected, name


def test_threads_may_be_started_and_processes_not(machine):
    architecture, program = machine
    clone = architecture.numbers["clone"]
    assert verdict(program, architecture.audit, clone, CLONE_THREAD | CLONE_VM) == ALLOW
    assert verdict(program, architecture.audit, clone, CLONE_VM) == errno.EPERM
    assert verdict(program, architecture.audit, clone, 17) == errno.EPERM  # SIGCHLD: a fork
    assert verdict(program, architecture.audit, architecture.numbers["clone3"]) == errno.ENOSYS


@pytest.mark.parametrize("name", OWN_ONLY)
def test_only_itself_can_be_named(machine, name):
    architecture, program = machine
    number = architecture.numbers[name]
    assert verdict(program, architecture.audit, number, PID) == ALLOW
    assert verdict(program, architecture.audit, number, 0) == ALLOW
    for other in (PID + 1, 1, -1, -PID):
        assert verdict(program, architecture.audit, number, other) == errno.EPERM


def test_other_interfaces_are_closed(machine):
    architecture, program = machine
    read = 0 if architecture is ARCHITECTURES["x86_64"] else 63
    assert verdict(program, architecture.audit, read) == ALLOW
    assert verdict(program, 0x40000003, read) == errno.EPERM  # i386
    assert verdict(program, architecture.audit, read | 0x40000000) == errno.EPERM  # x32


def test_a_program_may_be_executed_where_that_is_said(machine):
    architecture, _ = machine
    program = filter_program(architecture, PID, executes=True)
    assert verdict(program, architecture.audit, architecture.numbers["execve"]) == ALLOW
    assert verdict(program, architecture.audit, architecture.numbers["socket"]) == errno.EPERM


def test_a_filter_is_short_enough_for_the_kernel(machine):
    assert len(machine[1]) < 4096

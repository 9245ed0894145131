"""Numbers of system calls: held against the system's own headers where they are installed."""

import re
from pathlib import Path

import pytest

from palaestra.isolation.syscalls import ARCHITECTURES

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_numbers_are_those_of_the_kernel(name):
    if not HEADERS[name].exists():
        pytest.skip("the system's headers are not installed")
    defined = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", HEADERS[name].read_text()))
    numbers = {call: number for call, number in ARCHITECTURES[name].numbers.items() if call in defined}
    assert len(numbers) > 70
    assert numbers == {call: int(defined[call]) for call in numbers}
    assert ARCHITECTURES[name].seccomp == int(defined["seccomp"])


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_no_number_stands_twice(name):
    numbers = list(ARCHITECTURES[name].numbers.values())
    assert len(set(numbers)) == len(numbers)

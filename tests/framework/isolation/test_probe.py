"""What a machine offers, in words, and what is refused."""

import sys
from dataclasses import replace

import pytest

from palaestra.errors import UserError
from palaestra.isolation import probe
from palaestra.isolation.probe import Offer, check_level


@pytest.mark.parametrize(
    ("offer", "sandbox", "words"),
    [
        (Offer(7, True, ""), True, "sandbox landlock7+seccomp"),
        (Offer(7, True, "/usr/bin/bwrap"), True, "sandbox landlock7+seccomp+bwrap"),
        (Offer(0, True, "/usr/bin/bwrap"), True, "sandbox seccomp+bwrap"),
        (Offer(0, True, ""), False, "sandbox seccomp"),
        (Offer(3, False, ""), False, "sandbox landlock3"),
    ],
)
def test_what_is_in_force_is_told(offer, sandbox, words):
    assert offer.sandbox is sandbox
    assert offer.in_force("sandbox") == words
    assert offer.in_force("process") == "process"
    assert (
        replace(offer, apart=True).in_force("process")
        == f"process{words.removeprefix('sandbox').removesuffix('+bwrap')}"
    )
    assert offer.in_force("none") == "none"


def test_a_sandbox_that_is_not_to_be_had_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(probe, "offered", lambda: Offer(0, True, ""))
    check_level("none")
    check_level("process")
    with pytest.raises(UserError, match=r"isolation 'sandbox' .*use 'process' or 'none'") as refused:
        check_level("sandbox")
    assert "\n" not in str(refused.value)
    assert refused.value.exit_code == 2


def test_another_system_has_no_sandbox(monkeypatch):
    monkeypatch.setattr(probe, "offered", lambda: Offer(0, False, ""))
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UserError, match="needs Linux, this is darwin"):
        check_level("sandbox")


def test_a_system_without_fork_has_no_process_level(monkeypatch):
    monkeypatch.delattr("os.fork")
    with pytest.raises(UserError, match="'process' needs fork"):
        check_level("process")

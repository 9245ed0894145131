"""What a machine offers, in words, and what is refused."""

import os
import sys
from dataclasses import replace

import pytest

from palaestra.errors import UserError, WorkerError
from palaestra.isolation import probe
from palaestra.isolation.confine import Confines, Sandbox
from palaestra.isolation.probe import Offer, check_confines, check_level


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


def test_processes_are_not_kept_apart_by_the_first_landlock():
    """Its rules must be about files that are taken away, and at `process` none are."""
    assert Offer(1, True, "", apart=True).in_force("process") == "process seccomp"


@pytest.fixture
def interpreter(tmp_path, monkeypatch):
    """Return a function that puts a script in place of Python."""

    def make(script):
        program = tmp_path / "python"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(program))

    return make


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="nothing is tried elsewhere")


@LINUX
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("kill -9 $$", "signal 9"),
        ("echo 'fork: Resource temporarily unavailable' >&2; exit 1", "exit code 1: fork: Resource temporarily"),
        ("exec /bin/sleep 60", "no answer within 0.3 s"),
        ("exit 0", "exit code 0"),
    ],
)
def test_a_probe_without_an_answer_does_not_mean_that_there_is_nothing(script, reason, interpreter, monkeypatch):
    interpreter(script)
    monkeypatch.setattr(probe, "PROBE_SECONDS", 0.3)
    monkeypatch.setattr(probe, "offered", probe.offered.__wrapped__)
    for level in ("process", "sandbox"):
        with pytest.raises(WorkerError, match=f"could not be found out in 3 attempts: {reason}") as refused:
            check_level(level)
        assert "\n" not in str(refused.value)


@LINUX
def test_a_probe_that_fails_once_is_tried_again(interpreter, tmp_path):
    expected, real, once = probe.offered(), sys.executable, tmp_path / "once"
    interpreter(f'if mkdir {once}; then kill -9 $$; fi; exec {real} "$@"')
    assert probe.offered.__wrapped__() == expected
    assert once.exists()


@LINUX
@pytest.mark.skipif(not probe.offered().sandbox, reason="this system has no sandbox")
def test_files_of_any_kind_may_be_on_the_search_path(tmp_path):
    (tmp_path / "empty").touch()
    (tmp_path / "archive.zip").write_bytes(b"PK\5\6" + bytes(18))
    os.mkfifo(tmp_path / "pipe")
    paths = tuple(str(path) for path in [*tmp_path.iterdir(), tmp_path, tmp_path / "gone"])
    check_confines(Confines(512, Sandbox(paths, listable=paths)))


@LINUX
def test_what_the_system_refuses_is_told(interpreter):
    interpreter("echo 'landlock_add_rule: No message of desired type' >&2; exit 65")
    with pytest.raises(UserError, match="the system refuses what confines it: landlock_add_rule: No message"):
        check_confines(Confines(512))

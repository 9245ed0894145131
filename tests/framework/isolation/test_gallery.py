"""Every agent of the gallery, at every level that promises anything, as root and as an ordinary user.

Nothing that a fake starts may outlive its game. Processes are never looked for: whoever lives holds a pipe open, writes
to a file, and is a descendant of the worker.
"""

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from palaestra.isolation.probe import offered
from palaestra.testing.misbehaving import GALLERY

DRIVER = Path(__file__).parent / "gallery_driver.py"
HONEST = [0] * 21
"""The actions of a game of counting by one to twenty-one."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the promises are those of Linux")

NOBODY = 65534
IS_ROOT = sys.platform == "linux" and os.geteuid() == 0
USERS = ["root", pytest.param("ordinary", marks=pytest.mark.slow)] if IS_ROOT else ["ordinary"]


def nobody_can_run_python():
    """Return whether a user without rights can run this interpreter; root's own may be hidden from others."""
    try:
        tried = subprocess.run([sys.executable, "-c", "import numpy"], user=NOBODY, group=NOBODY, check=False)
    except PermissionError:
        return False
    return tried.returncode == 0


class Worker:
    """The process of :mod:`gallery_driver`, and what processes left behind would show.

    Attributes:
        beats: a file to which they write.
        lifeline: the reading end of a pipe that they hold.
    """

    def __init__(self, user, folder):
        self.beats = folder / "beats"
        self.beats.touch()
        (folder / "database").write_bytes(b"SQLite format 3")
        os.mkfifo(folder / "lifeline")
        for path in folder.iterdir():
            path.chmod(0o666)
        self.lifeline = os.open(folder / "lifeline", os.O_RDONLY | os.O_NONBLOCK)
        command = [sys.executable, str(DRIVER), str(folder)]
        environment = {**os.environ, "PALAESTRA_CACHE": str(folder / "cache"), "HOME": str(folder)}
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if IS_ROOT and user == "ordinary" else {}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, **pipes, text=True, env=environment, cwd=folder, **user)

    def play(self, fake, level):
        """Play a game against a fake; returns how it ended."""
        self.process.stdin.write(json.dumps([fake.spec.id, level]) + "\n")
        self.process.stdin.flush()
        return self._reply()

    def _reply(self):
        reply = self.process.stdout.readline()
        assert reply, f"the worker died: exit code {self.process.wait()}"
        return json.loads(reply)

    def check_silence(self):
        """Check that nobody holds the pipe, and that nobody writes to the file."""
        assert os.read(self.lifeline, 1) == b""
        size = self.beats.stat().st_size
        select.select([], [], [], 0.05)
        assert self.beats.stat().st_size == size

    def close(self):
        """End the worker, which must then have no children."""
        self.process.stdin.close()
        assert self._reply() == []
        assert self.process.wait(60) == 0
        self.process.stdout.close()
        os.close(self.lifeline)


@pytest.fixture(scope="module", params=USERS)
def worker(request, tmp_path_factory):
    if IS_ROOT and request.param == "ordinary" and not nobody_can_run_python():
        pytest.skip(f"only root can run {sys.executable}")
    folder = tmp_path_factory.mktemp(request.param)
    for parent in (folder.parent, folder.parent.parent):
        parent.chmod(0o755)
    folder.chmod(0o777)
    worker = Worker(request.param, folder)
    yield worker
    worker.close()


CASES = [pytest.param(fake, level, id=f"{fake.spec.id}-{level}") for fake in GALLERY for level in fake.recorded]


@pytest.mark.parametrize(("fake", "level"), CASES)
def test_what_must_be_recorded_is_recorded_and_nothing_is_left(fake, level, worker):
    if level == "sandbox" and not offered().sandbox:
        pytest.skip("this system offers no sandbox")
    reply = worker.play(fake, level)
    reason = fake.recorded[level]
    assert reply["reason"] == reason, reply["detail"]
    if reason == "finished":
        assert reply["actions"] == HONEST
    else:
        assert reply["offender"] == 1
        assert fake.detail in reply["detail"]
        # Who answers twice is found out when it is asked again.
        assert reply["actions"] == HONEST[: 5 if fake.spec.id == "fake_answers_twice" else 3]
    assert reply["left"] == []
    worker.check_silence()

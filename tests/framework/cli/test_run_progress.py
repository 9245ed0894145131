from __future__ import annotations

import os
from contextlib import suppress

import pytest

from palaestra.cli.run_progress import LiveBar, run_progress


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="opens a terminal as POSIX can")
def test_a_terminal_that_is_closed_stops_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    terminal = os.fdopen(theirs, "w")
    monkeypatch.setattr("sys.stderr", terminal)
    progress = run_progress(quiet=False)
    assert isinstance(progress, LiveBar)
    progress.start("league", 10, 0, 2)
    shown = b""
    while b"league" not in shown:  # it comes in pieces; the time limit of tests ends a wait in vain
        shown += os.read(ours, 1 << 16)
    os.close(ours)
    with pytest.raises(OSError, match="Input/output error"):
        os.write(theirs, b"x")
    progress.advance(1)
    progress.note("more")
    progress.finish()
    with suppress(OSError):  # it is flushed, and there is nobody
        terminal.close()

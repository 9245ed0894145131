"""The worker's side of its fork server: starts children, ends them with all that they leave, reports how they ended.

A server serves one thread at a time, and must be started by a thread that lives as long as the worker.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from palaestra.errors import WorkerError
from palaestra.isolation.descendants import Exit
from palaestra.isolation.messages import (
    CommandJob,
    EndChild,
    HostJob,
    Preload,
    Request,
    receive_answer,
    send_request,
)
from palaestra.isolation.search_path import search_path

LOAD_SECONDS: Final = 600.0
"""How long a server may take to load its agents; it may have to compile."""

ANSWER_SECONDS: Final = 30.0
"""How long it may take for anything else. An agent that is not sandboxed can stop it."""

ONCE_MORE_SECONDS: Final = 1.0
"""How long an answer is waited for again when its time is over: this process may have been stopped in the meantime."""

WAKE: Final = getattr(signal, "SIGCONT", 0)
"""Signal sent to a server before every request: an agent that is not sandboxed may have stopped it."""

CLOSE_SECONDS: Final = 5.0
"""How long a server may take to end its descendants when it is closed."""

KEPT_VARIABLES: Final = re.compile(
    r"(HOME|PATH|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XDG_CACHE_HOME|LD_LIBRARY_PATH|VIRTUAL_ENV|CONDA_PREFIX"
    r"|PALAESTRA_(CACHE|PLUGINS|BOUNDSCHECK)|NUMBA_\w+|OMP_\w+|OPENBLAS_\w+|MKL_\w+|VECLIB_\w+|NUMEXPR_\w+)"
)
"""Environment variables that agents may see: what numeric libraries need, and nothing that may be a secret."""


NUMERIC_THREADS: Final = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "NUMBA_NUM_THREADS",
)
"""Environment variables that set how many threads numeric libraries start."""


class ForkServerDied(Exception):  # noqa: N818 - a game is void, the next one gets another server
    """The server is gone; whatever was running is void."""


@dataclass(frozen=True, slots=True)
class Child:
    """A running child of the server.

    Attributes:
        number: its process id as the server knows it.
        pid: its process id as this process knows it; it leads a process group.
        handle: a process descriptor, readable when the child has ended; -1 where there are none.
    """

    number: int
    pid: int
    handle: int


class ForkServer:
    """A fork server and the process behind it.

    Args:
        preload: what it loads first.
        wrapper: a command in front of the interpreter's, such as bubblewrap's; it then is in namespaces of its own.
    """

    def __init__(self, preload: Preload, wrapper: Sequence[str] = ()) -> None:
        self._preload = preload
        self._wrapper = tuple(wrapper)
        self._launch()

    def _launch(self) -> None:
        self._channel, theirs = socket.socketpair()
        with theirs:
            worker = 0 if self._wrapper else os.getpid()
            code = (
                f"import sys; sys.path[:] = {search_path()!r}; from palaestra.isolation.zygote import main; "
                f"main({theirs.fileno()}, {worker})"
            )
            self._process = subprocess.Popen(
                [*self._wrapper, sys.executable, "-I", "-c", code],
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                env=kept_environment(os.environ),
            )
        self._loading = True
        self._send(self._preload)

    @property
    def alive(self) -> bool:
        """Whether the server has not ended."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """Process id of the server, or of what it is wrapped in."""
        return self._process.pid

    def wait_ready(self) -> None:
        """Wait until everything is loaded, except agents whose code starts threads: it is then loaded in each child.

        Raises:
            WorkerError: it cannot be.
            ForkServerDied: the server is gone.
        """
        if self._loading:
            answer, _ = self._receive(LOAD_SECONDS)
            if "unforkable" in answer:
                self.close()
                self._preload = replace(self._preload, agents=())
                self._launch()
                answer, _ = self._receive(LOAD_SECONDS)
            self._loading = False
            if "error" in answer:
                raise WorkerError(f"the fork server cannot load the game: {answer['error']}")

    def start(self, job: HostJob | CommandJob, descriptors: Sequence[int]) -> Child:
        """Start a child with some open files of this process.

        Raises:
            WorkerError: it cannot be started.
            ForkServerDied: the server is gone.
        """
        self.wait_ready()
        self._send(job, descriptors)
        answer, handles = self._receive(ANSWER_SECONDS)
        if "error" in answer:
            raise WorkerError(f"the fork server cannot start a process: {answer['error']}")
        number, handle = int(answer["pid"]), handles[0] if handles else -1
        return Child(number, _own_id(handle) if self._wrapper else number, handle)

    def end(self, child: Child, patience: float = 0.0) -> Exit:
        """End a child, which may do so by itself for some seconds, its group, and whatever else it has left behind.

        Raises:
            ForkServerDied: the server is gone.
        """
        try:
            self._send(EndChild(child.number, patience))
            answer, _ = self._receive(ANSWER_SECONDS + patience)
        finally:
            if child.handle >= 0:
                os.close(child.handle)
        return Exit(**answer)

    def close(self) -> None:
        """End the server and everything below it."""
        self._channel.close()
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _send(self, request: Request, descriptors: Sequence[int] = ()) -> None:
        self._process.send_signal(WAKE)
        try:
            send_request(self._channel, request, descriptors)
        except OSError as error:
            raise ForkServerDied(self._describe_exit()) from error

    def _receive(self, seconds: float) -> tuple[dict[str, Any], list[int]]:
        try:
            return self._receive_within(seconds)
        except TimeoutError as error:
            self._process.kill()
            self._process.wait()
            raise ForkServerDied(f"the fork server did not answer within {seconds:g} s") from error
        except (EOFError, OSError) as error:
            raise ForkServerDied(self._describe_exit()) from error

    def _receive_within(self, seconds: float) -> tuple[dict[str, Any], list[int]]:
        for patience in (seconds, ONCE_MORE_SECONDS):
            self._channel.settimeout(patience)
            with contextlib.suppress(TimeoutError):
                return receive_answer(self._channel)
        raise TimeoutError

    def _describe_exit(self) -> str:
        """Wait until the server has ended, for it is of no use any more; return how it ended."""
        try:
            code = self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        return f"the fork server died: {f'signal {-code}' if code < 0 else f'exit code {code}'}"


def kept_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that agents may see; numeric libraries start one thread unless another number is set.

    OpenBLAS ends and restarts all others at every fork.
    """
    kept = {name: value for name, value in environment.items() if KEPT_VARIABLES.fullmatch(name)}
    return dict.fromkeys(NUMERIC_THREADS, "1") | kept


def _own_id(handle: int) -> int:
    """Return the process id, as this process knows it, of what a process descriptor stands for."""
    for line in Path(f"/proc/self/fdinfo/{handle}").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == "Pid":
            return int(value)
    raise WorkerError(f"process descriptor {handle} has no process id")

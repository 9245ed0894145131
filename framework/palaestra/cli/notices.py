"""What a command prints besides its output: notices and progress, to stderr, silent under ``-q``."""

from __future__ import annotations

import sys

from palaestra.cli.settings import current_settings, write_log
from palaestra.cli.streams import LossyStream, print_to_stderr


def notice(text: str) -> None:
    """Print a line to stderr unless the user wants quiet; the log file gets it always."""
    write_log("info", text)
    if not current_settings().quiet:
        print_to_stderr(text)


def _rewrite(text: str) -> None:
    """Replace what the last line of the terminal says."""
    stream = LossyStream(sys.stderr)
    stream.write(f"\r\x1b[K{text}")
    stream.flush()


class CompileNotice:
    """Reports on stderr that code is being compiled: one line that is rewritten on a terminal, else printed once."""

    def __init__(self) -> None:
        self._reported = False

    def __call__(self, qualified_name: str, seconds: float | None, /) -> None:
        """Report a compilation; see :class:`palaestra.compiler.CompileListener`."""
        if sys.stderr.isatty():
            text = f"compiling {qualified_name} (first run only)" if seconds is None else ""
            _rewrite(text)
        elif not self._reported:
            print_to_stderr("compiling (first run only) ...")
        self._reported = True


def announce_compiling() -> None:
    """Let this process report compilations, unless the user wants quiet; imports numba."""
    from palaestra.compiler import set_compile_listener

    set_compile_listener(None if current_settings().quiet else CompileNotice())


class Counter:
    """A count that is rewritten in place on a terminal, and not shown elsewhere or under ``-q``."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr.isatty() and not current_settings().quiet

    def __call__(self, count: int) -> None:
        """Show the count."""
        if self._shown:
            _rewrite(f"{count} {self._what}")

    def finish(self) -> None:
        """Clear the line."""
        if self._shown:
            _rewrite("")

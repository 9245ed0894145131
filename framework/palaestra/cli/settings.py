"""The options that every command takes: ``-q``, ``-v`` and ``--log FILE``."""

from __future__ import annotations

import contextlib
import functools
import inspect
import logging
import sys
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from palaestra.cli.streams import print_to_stderr
from palaestra.errors import InvalidValueError


@dataclass(frozen=True, slots=True)
class Settings:
    """Values of the shared options.

    Attributes:
        quiet: print no notices and no progress.
        verbose: print what is going on, and tracebacks.
        log: file that gets both, whatever else is printed.
    """

    quiet: bool = False
    verbose: bool = False
    log: Path | None = None


_current: ContextVar[Settings] = ContextVar("settings", default=Settings())  # noqa: B039 - frozen
_logger: Final = logging.getLogger("palaestra")

_SHARED: Final = (
    ("quiet", Annotated[bool, typer.Option("--quiet", "-q", help="Print no notices and no progress.")], False),
    ("verbose", Annotated[bool, typer.Option("--verbose", "-v", help="Print what is going on.")], False),
    (
        "log",
        Annotated[Path | None, typer.Option("--log", metavar="FILE", help="Append what is going on to FILE.")],
        None,
    ),
)


def current_settings() -> Settings:
    """Return the values of the shared options of the running command."""
    return _current.get()


def forget_settings() -> None:
    """Begin a new command line: forget the shared options of the last one."""
    _current.set(Settings())


def with_shared_options(function: Callable[..., object]) -> Callable[..., None]:
    """Return a command that also takes the shared options and puts them in force before it runs."""
    signature = inspect.signature(function, eval_str=True)
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, annotation, default in _SHARED
        if name not in signature.parameters
    ]

    @functools.wraps(function)
    def command(**values: object) -> None:
        given = {parameter.name: values.pop(parameter.name) for parameter in added}
        before = current_settings()  # what was written before the name of the command
        _put_in_force(
            Settings(
                quiet=bool(given.get("quiet")) or before.quiet,
                verbose=bool(given.get("verbose")) or before.verbose,
                log=given.get("log") or before.log,  # type: ignore[arg-type]
            )
        )
        function(**values)

    del command.__wrapped__  # typer is to see the signature below, not the original
    complete = signature.replace(parameters=[*signature.parameters.values(), *added])
    command.__signature__ = complete  # type: ignore[attr-defined]
    command.__annotations__ = {name: parameter.annotation for name, parameter in complete.parameters.items()}
    return command


class _LogFile(logging.FileHandler):
    """A log file whose failure is reported once and stops nothing."""

    _reported = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - the name is logging's
        """Report that the file cannot be written."""
        if not self._reported:
            print_to_stderr(f"--log {self.baseFilename!r} cannot be written: {sys.exception()}")
        self._reported = True

    def close(self) -> None:
        """Close the file, as far as that is possible."""
        with contextlib.suppress(OSError):
            super().close()


def _put_in_force(settings: Settings) -> None:
    _current.set(settings)
    close_logs()
    _logger.setLevel(logging.DEBUG)
    if settings.verbose:
        _logger.addHandler(logging.StreamHandler(sys.stderr))
    if settings.log is not None:
        try:
            handler = _LogFile(settings.log, encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise InvalidValueError(
                "--log", str(settings.log), f"a file that can be written ({error.strerror})"
            ) from error
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        _logger.addHandler(handler)


def close_logs() -> None:
    """Close the handlers of the running command."""
    for handler in list(_logger.handlers):
        _logger.removeHandler(handler)
        handler.close()


def write_log(level: str, message: str) -> None:
    """Write to the log file, if there is one; stderr has its own messages."""
    for handler in _logger.handlers:
        if isinstance(handler, logging.FileHandler):
            number = logging.getLevelNamesMapping()[level.upper()]
            handler.handle(_logger.makeRecord(_logger.name, number, "", 0, message, (), None))

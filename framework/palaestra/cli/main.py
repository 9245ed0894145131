"""The entry point, and the one boundary that turns errors into a line and an exit code.

Exit codes: 0, 2 = the user's input, 1 = a failure, 130 = interrupted with everything finished kept.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import typer

from palaestra.cli.group import CommandGroup
from palaestra.cli.misuse import usage_message
from palaestra.cli.settings import close_logs, current_settings, forget_settings, with_shared_options, write_log
from palaestra.cli.streams import discard_output, exit_at_once, prepare_streams, print_to_stderr
from palaestra.errors import PalaestraError, UserError

INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; `arguments` default to those of the process."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    prepare_streams()
    forget_settings()
    try:
        code = _run(given or ["--help"])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has left
        discard_output()
        code = 0
    except OSError as error:
        discard_output()
        code = _failed(f"cannot write the output: {error.strerror}", PalaestraError.exit_code, error)
    finally:
        close_logs()
    if code == INTERRUPTED and arguments is None:
        exit_at_once(code)
    return code


def _run(arguments: list[str]) -> int:
    try:
        # Without standalone mode typer returns the code of an Exit, 130 after Ctrl-C, and None after a command.
        code = typer.main.get_command(_app()).main(arguments, prog_name="palaestra", standalone_mode=False)
        return _failed("interrupted", INTERRUPTED) if code == INTERRUPTED else int(code or 0)
    except BrokenPipeError:
        raise
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # typer turns it into an exit
            raise stop.__context__ from None
        raise
    except PalaestraError as error:
        return _failed(str(error), error.exit_code, error)
    except typer.TyperException as error:
        return _failed(usage_message(error), error.exit_code, error)
    except (typer.Abort, KeyboardInterrupt):
        return _failed("interrupted", INTERRUPTED)
    except OSError as error:
        if error.filename is None:
            raise  # most likely the output
        return _failed(f"{error.filename!r}: {error.strerror}", PalaestraError.exit_code, error)
    except Exception as error:
        write_log("error", f"internal error\n{traceback.format_exc()}")
        hint = "" if current_settings().verbose or current_settings().log else " (-v or --log FILE shows more)"
        what = f"{type(error).__name__}: {error}, in {_place(error)}"
        return _failed(f"internal error: {what}{hint}", PalaestraError.exit_code, error)


def _place(error: Exception) -> str:
    """Return where an error was raised, such as ``kalah/game.py:12``: it may be the code of a plugin."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno}"


def _failed(message: str, code: int, error: Exception | None = None) -> int:
    """Print a message to stderr, with the traceback of a failure if the user wants details; return `code`."""
    write_log("error", message)
    if error is not None and code != UserError.exit_code and current_settings().verbose:
        traceback.print_exception(error)
    print_to_stderr(f"error: {message}" if code != INTERRUPTED else message)
    return code


def _app() -> typer.Typer:
    app = typer.Typer(cls=CommandGroup, add_completion=False, rich_markup_mode=None)

    @app.callback()
    @with_shared_options
    def palaestra(
        version: bool = typer.Option(
            False, "--version", callback=_print_version, is_eager=True, help="Show the version."
        ),
    ) -> None:
        """Where game-playing agents train and compete."""

    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        from palaestra import __version__

        print(f"palaestra {__version__}")
        raise typer.Exit

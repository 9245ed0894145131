"""Where Python looks for modules, as passed on to the framework's other processes."""

from __future__ import annotations

import os
import sys


def current_folder() -> str | None:
    """Return the absolute path of the current folder; None if it was removed."""
    try:
        return os.getcwd()  # noqa: PTH109 - a plain text
    except OSError:
        return None


def search_path() -> list[str]:
    """Return ``sys.path`` as absolute paths; what is seen from a current folder that was removed is left out."""
    here = current_folder()
    return [os.path.join(here or os.sep, path) for path in sys.path if here or os.path.isabs(path)]  # noqa: PTH117, PTH118

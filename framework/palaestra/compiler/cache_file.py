"""One file of a cache that several processes share: written atomically, checked when read, locked while it is made."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Final

if sys.platform != "win32":  # no locks there: processes that start together each make the file
    import fcntl

_DIGEST_SIZE: Final = 32
_LOCK_PATIENCE: Final = 300.0
"""Seconds to wait for another process to make the file before making it here too."""
_LOCK_POLL: Final = 0.02


def cache_folder() -> Path | None:
    """Return the folder for Palaestra's caches, or None where the user has no home.

    ``PALAESTRA_CACHE`` names it; otherwise it is ``palaestra`` in the platform's folder for caches of the user.
    The folder need not exist.
    """
    named = os.environ.get("PALAESTRA_CACHE")
    if named:
        return Path(named).absolute()
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA")
            root = Path(base) if base else Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            root = Path.home() / "Library" / "Caches"
        else:
            base = os.environ.get("XDG_CACHE_HOME")
            root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
    return root / "palaestra"


class CacheFile:
    """A file whose name determines its content, so that it is written once and never changed.

    No method raises for a file system that is missing, full, read-only or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> bytes | None:
        """Return the content, or None when the file is absent, unreadable or damaged."""
        try:
            data = self.path.read_bytes()
        except OSError:
            return None
        digest, content = data[:_DIGEST_SIZE], data[_DIGEST_SIZE:]
        return content if hashlib.sha256(content).digest() == digest else None

    def write(self, content: bytes) -> bool:
        """Store the content in one step; return whether that was possible."""
        draft = self.path.with_name(f".{uuid.uuid4().hex}.tmp")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft.write_bytes(hashlib.sha256(content).digest() + content)
            draft.replace(self.path)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink()
            return False
        return True

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock for making this file, waiting while another process holds it.

        A process that dies releases the lock. Where no lock is available, the block runs without one.
        """
        handle = self._acquire()
        try:
            yield
        finally:
            if handle is not None:
                # Removed while it is still held: a process that waits for it sees that the name is gone, and retries.
                with contextlib.suppress(OSError):
                    self._lock_path.unlink()
                os.close(handle)

    @property
    def _lock_path(self) -> Path:
        return self.path.with_suffix(".lock")

    def _acquire(self) -> int | None:
        if sys.platform == "win32":
            return None
        deadline = time.monotonic() + _LOCK_PATIENCE
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            while time.monotonic() < deadline:
                handle = os.open(self._lock_path, os.O_RDWR | os.O_CREAT, 0o600)
                if _take(handle) and _names(self._lock_path, handle):
                    return handle
                os.close(handle)
                time.sleep(_LOCK_POLL)
        return None


def _take(handle: int) -> bool:
    """Return whether the open file could be locked; close it and raise OSError where locks are not supported."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            os.close(handle)
            raise
    return True


def _names(path: Path, handle: int) -> bool:
    """Return whether the path still leads to the open file."""
    try:
        return path.stat().st_ino == os.fstat(handle).st_ino
    except FileNotFoundError:
        return False

"""The installed version of a distribution, also where an older one has left its metadata behind."""

from __future__ import annotations

from importlib.metadata import distributions


def installed_version(name: str) -> str:
    """Return the version of an installed distribution, the newest if there are several; ``"0"`` if none can be read."""
    found = set()
    for distribution in distributions(name=name):
        try:
            metadata = distribution.metadata
            found.add(("Version" in metadata and metadata["Version"]) or "0")
        except (OSError, UnicodeError, KeyError):
            continue
    if len(found) <= 1:
        return next(iter(found), "0")
    from packaging.version import InvalidVersion, Version

    def key(text: str) -> Version:
        try:
            return Version(text)
        except InvalidVersion:
            return Version("0")

    return max(found, key=key)

"""The installed distributions with plugins, each looked at by itself: damaged metadata of one harm no other.

An interrupted installation leaves folders of metadata behind that lack files, or that describe another version than the
one whose code is there.
"""

from __future__ import annotations

import importlib.metadata
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path
from typing import NamedTuple

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from palaestra.plugins.hookspecs import ENTRY_POINT_GROUP


class BrokenDistribution(NamedTuple):
    """A distribution whose plugins cannot be loaded, because its metadata is damaged."""

    name: str
    version: str
    reason: str


class _Found(NamedTuple):
    name: str
    version: Version
    folder: Path
    distribution: Distribution


def plugin_entry_points() -> tuple[list[EntryPoint], list[BrokenDistribution]]:
    """Return the entry points of all plugins, and the distributions that have, or may have, some and are broken.

    Of one distribution in several folders of ``sys.path`` the first counts, as for imports; in one folder the newest.
    """
    found: dict[str, _Found] = {}
    points: list[EntryPoint] = []
    broken: list[BrokenDistribution] = []
    for distribution in importlib.metadata.distributions():
        result = _look_at(distribution)
        if isinstance(result, BrokenDistribution):
            broken.append(result)
        elif result is not None:
            known = found.setdefault(canonicalize_name(result.name), result)
            if known is not result and known.folder.parent == result.folder.parent and known.folder != result.folder:
                newer, older = sorted((known, result), key=lambda each: each.version, reverse=True)
                found[canonicalize_name(result.name)] = newer
                reason = f"version {newer.version} is installed in the same folder; remove '{older.folder}'"
                broken.append(BrokenDistribution(older.name, str(older.version), reason))
    for each in found.values():
        points += each.distribution.entry_points.select(group=ENTRY_POINT_GROUP)
    return points, list(dict.fromkeys(broken))


def _look_at(distribution: Distribution) -> _Found | BrokenDistribution | None:
    """Return a distribution with plugins, broken or not; None for one without."""
    folder = Path(str(getattr(distribution, "_path", "")))
    name, _, version = folder.stem.partition("-")
    try:
        if not distribution.entry_points.select(group=ENTRY_POINT_GROUP):
            return None
    except Exception as error:
        return BrokenDistribution(name, version, f"its entry points cannot be read: {_described(error)}")
    try:
        metadata = distribution.metadata
        missing = [key for key in ("Name", "Version") if key not in metadata or not metadata[key]]
        if missing:
            reason = f"the metadata in '{folder}' have no {' and no '.join(missing)}; install it again"
            return BrokenDistribution(name, version, reason)

        return _Found(metadata["Name"], Version(metadata["Version"]), folder, distribution)
    except InvalidVersion:
        return BrokenDistribution(name, version, f"its version is {metadata['Version']!r}; expected one such as '1.0'")
    except Exception as error:
        return BrokenDistribution(name, version, f"its metadata cannot be read: {_described(error)}")


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"

"""What a benchmark prints of the machine it ran on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def processor_name() -> str:
    """Return the processor's name."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine_line() -> str:
    """Return the machine in one line: processor, cores, load, system, Python."""
    load = os.getloadavg()[0]
    return (
        f"{processor_name()}, {os.cpu_count()} cores, load {load:.1f}, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    )

"""Where results come from: version, commit and build of boyi, and the processor."""

import platform
from pathlib import Path
from typing import Any

from boyi import __version__
from boyi._core import build_info


def provenance() -> dict[str, Any]:
    """A dict with ``version`` and ``commit`` of boyi, ``build`` (a dict) and ``cpu`` (name of the processor)."""
    build = build_info()
    return {"version": __version__, "commit": build["commit"], "build": build, "cpu": cpu_name()}


def cpu_name() -> str:
    """The name of the processor; empty if the system does not tell it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()

"""A short description of this machine."""

from __future__ import annotations

import os
import platform
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")


def kind_of_machine() -> str:
    """Return processor, cores, system and Python."""
    n_cores = os.cpu_count() or 1
    cores = "1 core" if n_cores == 1 else f"{n_cores} cores"
    return (
        f"{_processor()}, {cores}, {platform.system()}, Python "
        f"{'.'.join(platform.python_version_tuple()[:2])}"
    )


def _processor() -> str:
    """Return the processor's name if the system has it, else its family."""
    try:
        lines = _CPUINFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() == "model name" and value.strip():
            return " ".join(value.split())
    return platform.processor() or platform.machine() or "unknown processor"

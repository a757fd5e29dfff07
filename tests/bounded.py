"""Children that may use so much memory and so much of a processor's time, and no more."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

MEBIBYTE = 1 << 20
CPU_SECONDS = 60
"""Many times what a bounded job takes, so that a busy machine fails no test."""

_LIMITS = """
import resource
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
"""


def run_bounded(
    code: str,
    *arguments: object,
    mebibytes: int = 1024,
    seconds: int = CPU_SECONDS,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run some Python in a child under limits; what it imports is under them, too.

    The test is skipped where the system knows no such limits.
    """
    pytest.importorskip("resource", reason="the limits are those of Unix")
    limits = _LIMITS.format(memory=mebibytes * MEBIBYTE, seconds=seconds)
    return subprocess.run(
        [sys.executable, "-c", limits + code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        # Waits for other processes, too, so it is no measure of anything.
        timeout=20 * seconds,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **(environment or {})},
        cwd=Path(__file__).parents[1],
    )

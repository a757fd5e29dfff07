"""Hostile models, templates, rules and gazetteers: words, or something sound.

Each batch is read by a child without the compiler, under a limit of memory: there a kernel that
leaves its arrays raises, where a compiled one would read what lies beside them. The checksums of
model files are right: otherwise nothing behind them would be looked at.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.hostile_models import CASES

ROOT = Path(__file__).parents[2]
SECONDS = 3000

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")


def read_batch(kind: str, seed: int, n: int) -> dict[str, int]:
    """Read so many files in a child; fail with what became of them if anything else came out."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.hostile_models", kind, str(seed), str(n)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    received = json.loads(done.stdout)
    assert received.pop("failures") == []
    assert received["sound"] + received["refused"] == n
    return received


@pytest.mark.parametrize("kind", CASES)
def test_some_hostile_files(kind: str) -> None:
    received = read_batch(kind, 0, 200)
    assert received["sound"] > 5
    assert received["refused"] > 5


@pytest.mark.slow
@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("kind", CASES)
def test_thousands_of_hostile_files(kind: str) -> None:
    read_batch(kind, 1, 4_000)

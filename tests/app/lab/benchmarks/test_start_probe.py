"""The real command shows its window before the compiler is imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.jobs.projects.create import create_sample

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.gui
@pytest.mark.parametrize("with_project", [True, False], ids=["project", "welcome"])
def test_nothing_heavy_is_loaded_before_the_window_shows(
    tmp_path: Path, *, with_project: bool
) -> None:
    project = tmp_path / "sample.tagwright"
    create_sample(project)
    began = time.monotonic_ns()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "app.lab.benchmarks.start_probe", str(began)),
            *([str(project)] if with_project else []),
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["heavy"] == []
    assert answer["shown_seconds"] > 0

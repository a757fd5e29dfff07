"""The tests' own rules: each of these sloppy tests has to fail."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

SLOPPY = """
import logging, threading, warnings
from PySide6.QtCore import qWarning
import tests.conftest

tests.conftest.THREAD_END_SECONDS = 0.1  # this one ends never
never = threading.Event()

def test_leaves_a_thread():
    threading.Thread(target=never.wait, daemon=True, name="left behind").start()

def test_warns():
    warnings.warn("something is odd", stacklevel=1)

def test_logs_a_warning():
    logging.getLogger("somebody").warning("something is odd")

def test_makes_qt_warn():
    qWarning("something is odd")

def test_looks_at_the_log(caplog):
    logging.getLogger("somebody").warning("something is odd")
    assert "odd" in caplog.text

def test_has_folders_of_its_own(tmp_path_factory):
    import platformdirs
    base = tmp_path_factory.getbasetemp()
    for folder in (platformdirs.user_config_path("x"), platformdirs.user_log_path("x")):
        assert base in folder.parents
"""


def test_sloppy_tests_fail(tmp_path: Path) -> None:
    (tmp_path / "test_sloppy.py").write_text(SLOPPY, encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml")),
            *("-p", "tests.conftest", "-p", "no:cacheprovider", "-q", "-rA"),
            *("--basetemp", str(tmp_path / "base"), str(tmp_path / "test_sloppy.py")),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    outcome = dict(
        reversed(match)
        for match in re.findall(r"^(PASSED|FAILED|ERROR) \S*::(\w+)", done.stdout, re.MULTILINE)
    )
    assert outcome == {
        "test_leaves_a_thread": "ERROR",
        "test_warns": "FAILED",
        "test_logs_a_warning": "ERROR",
        "test_makes_qt_warn": "FAILED",
        "test_looks_at_the_log": "PASSED",
        "test_has_folders_of_its_own": "PASSED",
    }, done.stdout

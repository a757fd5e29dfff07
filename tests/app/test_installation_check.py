"""The short session that shows that an installation works."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app import installation_check
from app.installation_check import NotWorkingError


def test_a_label_set_by_a_key_is_exported_and_nothing_is_left(tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    for name in ("CONFIG", "DATA", "STATE"):
        environment[f"XDG_{name}_HOME"] = str(tmp_path / name.lower())
    command = [sys.executable, "-m", "app", "check-installation"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The window opened, suggested labels, took the key 1 for ")
    assert done.stdout.endswith("The installation works.\n")
    # Neither settings nor projects of the person.
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert not {name for name in left if name.endswith((".json", ".tagwright", ".conll"))}


def test_a_step_without_effect_is_a_sentence(qapp, monkeypatch):
    monkeypatch.setattr(installation_check, "SECONDS", 0.05)
    with pytest.raises(NotWorkingError, match="it is not true that pigs fly"):
        installation_check._wait(lambda: False, "pigs fly")

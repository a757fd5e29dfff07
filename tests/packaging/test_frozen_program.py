"""The program's folder for people without Python: made, started, a label, an export."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.scripts import PACKAGING, script_module

program_folder = script_module("artefacts.program_folder")
search_paths = script_module("artefacts.search_paths")

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="PyInstaller freezes for its own system"),
    pytest.mark.skipif(bool(program_folder.why_not()), reason=program_folder.why_not()),
]

SOME_TIME = 1_700_000_000


def test_the_frozen_program_takes_a_label_and_exports_it(tmp_path: Path) -> None:
    sources = program_folder.copy_sources(PACKAGING.parent, tmp_path / "sources", SOME_TIME)
    program = program_folder.freeze(sources, tmp_path / "program", SOME_TIME, tmp_path / "log.txt")
    # All look for libraries beside themselves: nothing is left to change.
    assert search_paths.keep_relative_paths(program) == []
    home = tmp_path / "home"
    home.mkdir()
    environment = {
        "LANG": "C.UTF-8",
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        # Kernels are interpreted: compiling takes a minute, and make soak does it.
        "NUMBA_DISABLE_JIT": "1",
    }
    command = [program / "tagwright", "check-installation"]
    done = subprocess.run(
        command, cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The installation works.\n")
    assert [path for path in home.rglob("*.tagwright*") if path.is_file()] == []

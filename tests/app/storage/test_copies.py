"""Tests that copies for reading are removed, also when the program is killed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.storage import files
from app.storage.project_file import ProjectFile
from tests.project_files import small_project

KILLED = """
import os, sys
from pathlib import Path
from app.storage import files
from app.storage.project_file import ProjectFile
files.is_writable = lambda _: False
file = ProjectFile.open(Path(sys.argv[1]), for_reading=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(os.name != "posix", reason="locks and signals of Unix")
def test_the_next_copy_takes_away_what_a_killed_program_has_left(tmp_path, monkeypatch):
    path, folder = tmp_path / "p.tagwright", tmp_path / "temporary"
    small_project(path)
    folder.mkdir()
    environment = {**os.environ, "TMPDIR": str(folder)}
    subprocess.run([sys.executable, "-c", KILLED, str(path)], env=environment, check=False)
    (left,) = folder.iterdir()
    assert (left / path.name).exists()
    monkeypatch.setattr("app.storage.project_file.gettempdir", lambda: str(folder))
    monkeypatch.setattr(files, "is_writable", lambda _: False)
    with ProjectFile.open(path, for_reading=True) as one:
        assert not left.exists()
        (first,) = folder.iterdir()
        with ProjectFile.open(path, for_reading=True):
            assert first.exists(), "for somebody works in it"
            assert len(list(folder.iterdir())) == 2
        assert one.load().corpus.n_sentences > 0
    assert list(folder.iterdir()) == []

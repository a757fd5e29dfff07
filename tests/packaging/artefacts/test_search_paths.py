"""The folders in which libraries of the program look for others."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.packaging.scripts import script_module

search_paths = script_module("artefacts.search_paths")

LIBRARY = Path(np._core._multiarray_umath.__file__)
"""A library with a search path at the end of its names."""

OWN = b"$ORIGIN/../../numpy.libs\0"
FOREIGN = b"/opt/python/lib/builder\0\0"
MIXED = b"/opt/builder:$ORIGIN/lib\0"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("objdump") is None or OWN not in LIBRARY.read_bytes(),
    reason="it needs objdump, and a numpy with a search path of its own",
)


@pytest.fixture
def folder(tmp_path):
    """Return a folder with copies of a library that name other search paths."""
    for name, path in (("own.so", OWN), ("foreign.so", FOREIGN), ("mixed.so", MIXED)):
        assert len(path) == len(OWN)
        (tmp_path / name).write_bytes(LIBRARY.read_bytes().replace(OWN, path))
    (tmp_path / "link.so").symlink_to("foreign.so")
    (tmp_path / "notes.txt").write_bytes(FOREIGN)
    return tmp_path


def table_of(path):
    """Return search paths, and everything else that the loader reads."""
    command = ["objdump", "-p", "-T", path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines() if path.name not in line]
    paths = [words for words in lines if words[:1] in (["RPATH"], ["RUNPATH"])]
    return [words[1] for words in paths], [words for words in lines if words not in paths]


def test_only_paths_that_begin_at_the_file_stay(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    changed = search_paths.keep_relative_paths(folder)
    assert [path.name for path in changed] == ["foreign.so", "mixed.so"]
    own, rest = table_of(folder / "own.so")
    assert own == [OWN.rstrip(b"\0").decode()]
    assert table_of(folder / "foreign.so") == ([], rest)
    assert table_of(folder / "mixed.so") == (["$ORIGIN/lib"], rest)
    for name in ("own.so", "notes.txt"):
        assert (folder / name).read_bytes() == before[name]
    for path in changed:
        assert b"builder" not in path.read_bytes()
        assert len(path.read_bytes()) == len(before[path.name])
    assert search_paths.keep_relative_paths(folder) == []


def test_a_file_whose_names_would_change_stays_as_it_was(folder, monkeypatch):
    before = (folder / "foreign.so").read_bytes()
    # As if the linker had let a name share the bytes of the path.
    monkeypatch.setattr(search_paths, "_names", Path.read_bytes)
    with pytest.raises(RuntimeError, match=r"foreign\.so: .*patchelf --remove-rpath"):
        search_paths.keep_relative_paths(folder)
    assert (folder / "foreign.so").read_bytes() == before

"""The archive of kernels for any processor."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import pytest

from crfcore import kernel_archive, kernel_stamps, shipped_kernels

ROOT = Path(__file__).parents[2]


def test_it_is_called_with_a_file(capsys):
    assert kernel_archive.main([]) == 2
    assert "FILE" in capsys.readouterr().err


@pytest.fixture
def compiled_by(monkeypatch, tmp_path):
    """Return a function that replaces the process that compiles by a script for a shell."""

    def replace(script: str) -> None:
        child = tmp_path / "child"
        child.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        child.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(child))

    return replace


def test_settings_of_the_compiler_are_not_those_of_who_builds(monkeypatch, tmp_path, compiled_by):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("NUMBA_OPT", "0")
    monkeypatch.setenv("NUMBA_CPU_NAME", "host")
    compiled_by(f"env > {tmp_path}/environment; exit 3")
    with pytest.raises(subprocess.CalledProcessError):
        kernel_archive.make(tmp_path / "kernels.zip")
    lines = (tmp_path / "environment").read_text(encoding="utf-8").splitlines()
    found = sorted(line for line in lines if line.startswith("NUMBA_"))
    assert found[1:] == ["NUMBA_CPU_FEATURES=", "NUMBA_CPU_NAME=generic"]
    assert found[0].startswith("NUMBA_CACHE_DIR=")


def test_what_compiles_and_what_writes_is_called(tmp_path, compiled_by, monkeypatch):
    compiled_by(f'echo "$*" >> {tmp_path}/calls')
    monkeypatch.chdir(tmp_path)
    assert kernel_archive.main(["kernels.zip"]) == 0
    compiling, writing = (tmp_path / "calls").read_text(encoding="utf-8").splitlines()
    assert compiling == "-P -m crfcore.kernel_archive --compile"
    assert writing.startswith("-P -m crfcore.kernel_archive ")
    assert writing.endswith(f" {tmp_path}/kernels.zip")
    compiled_by("exit 1")
    assert kernel_archive.main(["kernels.zip"]) == 1


def test_an_archive_that_lacks_kernels_is_not_written(capsys, tmp_path):
    made = tmp_path / "kernels.zip"
    for part in sorted(kernel_archive.PARTS)[1:]:
        kernel_stamps.stamp(tmp_path / "cache", part)  # as if the disk was full for the first one
    assert kernel_archive.main([str(tmp_path / "cache"), str(made)]) == 1
    assert "Not all compiled kernels could be kept; make room" in capsys.readouterr().err
    assert not made.exists()
    kernel_stamps.stamp(tmp_path / "cache", min(kernel_archive.PARTS))
    assert kernel_archive.main([str(tmp_path / "cache"), str(made)]) == 0
    assert capsys.readouterr().out == "0 kernels\n"
    assert shipped_kernels.parts_of(made) == set(kernel_archive.PARTS)


def test_a_source_is_named_from_its_package_on():
    folders = ["", "/lib/python3.11", "/lib/python3.11/site-packages"]
    named = kernel_archive.name_in_package
    assert named("/lib/python3.11/site-packages/numba/np/math.py", folders) == "numba/np/math.py"
    assert named("/lib/python3.11/bisect.py", folders) == "bisect.py"
    assert named("/elsewhere/bisect.py", folders) == "bisect.py"


RAISING = """\
import numpy as np
from numba import njit
from crfcore.kernel_archive import compile_repeatably
compile_repeatably()
@njit
def largest(values):
    return (2.0 * values + 1.0).max()
try:
    largest(np.zeros(0))
except ValueError as error:
    print(error)
[compiled] = largest.overloads.values()
print(compiled.library.serialize_using_object_code()[2][0])
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_code_has_no_folder_of_the_environment_and_no_address(tmp_path):
    python = _environment(tmp_path / "elsewhere")
    message, code = _python(ROOT, "-c", RAISING, python=python).splitlines()
    assert message.startswith("zero-size array")
    assert "numba/np/arraymath.py" in code
    assert str(tmp_path) not in code
    assert set(re.findall(r"__numba_array_expr_0x[0-9a-f]+", code)) == {"__numba_array_expr_0x1"}


RESULTS = """\
import json, sys
import numpy as np
from pathlib import Path
from crfcore import shipped_kernels
shipped_kernels.ARCHIVE = Path(sys.argv[1])
from crfcore import ColumnTable, LinearChainCRF
from crfcore.jit import all_are_kept
rng = np.random.default_rng(0)
words = [[str(w) for w in rng.integers(60, size=rng.integers(1, 12))] for _ in range(300)]
labels = [[("O", "B-A", "I-A")[int(w) % 3] for w in own] for own in words]
table = ColumnTable.from_words(words)
crf = LinearChainCRF(template="basic", c2=0.1).fit(table, labels)
with crf.objective(table, labels) as objective:
    value, gradient = objective.value_and_gradient(objective.zeros() + 0.01)
print(json.dumps([value, gradient.tolist(), crf.predict(table), shipped_kernels.is_used()]))
"""


def _archive(root: Path, python: str) -> Path:
    """Make the archive of a copy of the library, by the Python of an environment."""
    ignored = shutil.ignore_patterns("__pycache__", "*.zip")
    shutil.copytree(ROOT / "crfcore", root / "crfcore", ignore=ignored)
    made = root / "crfcore" / "kernels.zip"
    _python(root, "-m", "crfcore.kernel_archive", str(made), python=python)
    return made


def _entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
@pytest.mark.timeout(7200)  # everything is compiled three times
def test_all_kernels_twice_the_same_bytes_and_the_same_results(tmp_path):
    places = [tmp_path / "one", tmp_path / "another place" / "of more words"]
    pythons = [sys.executable, _environment(tmp_path / "another environment")]
    with ThreadPoolExecutor() as pool:
        archives = list(pool.map(_archive, places, pythons))
    one, two = map(_entries, archives)
    assert [name for name in sorted({*one, *two}) if one.get(name) != two.get(name)] == []
    assert archives[0].read_bytes() == archives[1].read_bytes()
    root = tmp_path / "one"
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    shipped = json.loads(_python(root, "-c", RESULTS, str(archives[0]), **cache))
    own = json.loads(_python(root, "-c", RESULTS, str(tmp_path / "missing"), **cache))
    assert (shipped[3], own[3]) == (True, False)
    assert shipped[0] == pytest.approx(own[0], rel=1e-9)
    assert shipped[1] == pytest.approx(own[1], abs=1e-9)
    assert shipped[2] == own[2]


def _environment(folder: Path) -> str:
    """Return the Python of an environment elsewhere, with the packages of this one."""
    venv.create(folder, symlinks=os.name != "nt", with_pip=False)
    packages = next(folder.glob("lib*/**/site-packages"))
    for package in Path(numba.__file__).parents[1].iterdir():
        if package.suffix != ".pth":  # those of checkouts that are installed in place
            (packages / package.name).symlink_to(package)
    return str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")


def _python(root: Path, *arguments: str, python: str = sys.executable, **more: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(root), "NUMBA_DISABLE_JIT": "0"}
    environment |= {"CRFCORE_OWN_KERNELS": "0", **more}
    done = subprocess.run(
        [python, "-P", *arguments],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout

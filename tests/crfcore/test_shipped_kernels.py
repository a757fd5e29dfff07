"""Machine code for any processor that is shipped with the library."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest

from crfcore import shipped_kernels
from tests.crfcore.test_jit import TOY, files
from tests.forked_programs import Programs

ROOT = Path(__file__).parents[2]

PACK = """\
import sys
from pathlib import Path
from crfcore import kernel_archive, shipped_kernels
kernel_archive.LIBRARY = shipped_kernels.LIBRARY = Path(sys.path[1])
print(kernel_archive.pack(Path(sys.path[2]), Path(sys.path[3]), ["toy"]))
"""

PROGRAM = """\
import sys
from pathlib import Path
from crfcore import shipped_kernels
shipped_kernels.LIBRARY = Path(sys.path[1])
shipped_kernels.ARCHIVE = Path(sys.path[2])
{before}
from toy_kernels import twice, twice_sum
import numpy as np
from crfcore.jit import all_are_kept
print(twice_sum(np.arange(4.0)), twice(3), sum(twice_sum.stats.cache_hits.values()),
    shipped_kernels.is_used(), all_are_kept(), shipped_kernels.has_part("toy"))
"""

GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}


@pytest.fixture(scope="module")
def programs():
    made = Programs()
    yield made
    made.close()


@pytest.fixture(scope="module")
def run(programs):
    def run(program: str, cache: Path | None, *path: Path, **more: str) -> str:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *path))),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_CACHE_DIR": str(cache or ""),
            "NUMBA_DISABLE_JIT": "0",
            "CRFCORE_OWN_KERNELS": "0",
            **more,
        }
        done = programs.run(program, environment)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout.strip()

    return run


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toy")
    (folder / "toy_kernels.py").write_text(TOY, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def archive(run, toy, tmp_path_factory):
    """Return an archive of the toy's kernel of floats; that of integers is missing."""
    folder = tmp_path_factory.mktemp("archive")
    fill = "from toy_kernels import twice_sum; import numpy as np; twice_sum(np.arange(4.0))"
    run(fill, folder / "cache", toy, **GENERIC)
    made = folder / "kernels.zip"
    assert run(PACK, None, toy, folder / "cache", made) == "2"
    return made


def test_shipped_code_is_run_and_what_else_is_compiled_is_not_kept(run, toy, archive, tmp_path):
    found = run(PROGRAM.format(before=""), tmp_path, toy, archive)
    assert found == "12.0 6.0 1 True False True"
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_no_folder_needs_to_be_written(run, toy, archive):
    found = run(PROGRAM.format(before=""), Path("/proc/1/no"), toy, archive)
    assert found == "12.0 6.0 1 True False True"


def test_code_of_this_machine_comes_first(run, toy, archive, tmp_path):
    own = run(PROGRAM.format(before="shipped_kernels.ignore()"), tmp_path, toy, archive)
    assert own == "12.0 6.0 0 False True False"
    assert files(tmp_path, ".nbc")
    assert run(PROGRAM.format(before=""), tmp_path, toy, archive) == "12.0 6.0 1 False True True"


def damaged_entry(path: Path) -> None:
    with zipfile.ZipFile(path) as old:
        entries = {info: old.read(info) for info in old.infolist()}
    with zipfile.ZipFile(path, "w") as new:
        for info, content in entries.items():
            changed = content if info.filename == "about.json" else content[:-1] + b"?"
            new.writestr(info, changed)


@pytest.mark.parametrize(
    ("damage", "has_part"),
    [
        (lambda path: path.unlink(), False),
        (lambda path: path.write_bytes(path.read_bytes()[:100]), False),
        (lambda path: path.write_bytes(b""), False),
        (damaged_entry, True),
    ],
)
def test_a_damaged_archive_is_as_none(run, toy, archive, tmp_path, damage, has_part):
    copied = tmp_path / "kernels.zip"
    shutil.copy(archive, copied)
    damage(copied)
    found = run(PROGRAM.format(before=""), tmp_path / "cache", toy, copied)
    assert found == f"12.0 6.0 0 False True {has_part}"


@pytest.mark.parametrize("name", ["about.json", "toy"])
def test_any_altered_byte_is_noticed(monkeypatch, tmp_path, name):
    """A disk may alter what is packed, too: then the bytes cannot be unpacked."""
    path = tmp_path / "kernels.zip"
    platform = shipped_kernels.platform_of_code()
    about = {**platform, "parts": ["toy"]}
    code = bytes(range(256))
    monkeypatch.setattr(shipped_kernels, "ARCHIVE", path)
    monkeypatch.setattr(shipped_kernels, "platform_of_code", lambda: dict(platform))
    monkeypatch.setattr(shipped_kernels, "entry_name", lambda *_: "toy")
    monkeypatch.setattr(shipped_kernels, "_state", {"ignored": False, "used": False})
    monkeypatch.setenv("CRFCORE_OWN_KERNELS", "0")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", json.dumps(about))
        archive.writestr("toy", hashlib.sha256(code).digest() + code)
        packed = archive.getinfo(name)
    whole = path.read_bytes()
    begin = packed.header_offset + 30 + len(name)
    for at in range(begin - 30, begin + packed.compress_size):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        shipped_kernels.parts_of.cache_clear()
        shipped_kernels._opened.cache_clear()
        assert shipped_kernels.shipped_code(Path("toy"), "toy", ()) in (None, code)
    path.write_bytes(whole)
    shipped_kernels.parts_of.cache_clear()
    shipped_kernels._opened.cache_clear()
    assert shipped_kernels.shipped_code(Path("toy"), "toy", ()) == code
    shipped_kernels.parts_of.cache_clear()
    shipped_kernels._opened.cache_clear()


@pytest.mark.parametrize(
    "change",
    [
        lambda about: {**about, "sources": "0" * 64},
        lambda about: {**about, "numba": "0.1"},
        lambda about: {**about, "machine": "vax"},
        lambda about: {**about, "python": "cpython-27"},
        lambda about: {name: about[name] for name in about if name != "parts"},
        lambda about: {**about, "parts": 3},
        lambda about: [about],
    ],
)
def test_an_archive_for_something_else_is_as_none(monkeypatch, tmp_path, change):
    path = tmp_path / "kernels.zip"
    about = {**shipped_kernels.platform_of_code(), "parts": ["labelling"]}
    monkeypatch.setattr(shipped_kernels, "ARCHIVE", path)
    monkeypatch.setenv("CRFCORE_OWN_KERNELS", "0")

    def write(about):
        shipped_kernels.parts_of.cache_clear()
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("about.json", json.dumps(about))

    write(about)
    assert shipped_kernels.has_part("labelling")
    assert not shipped_kernels.has_part("graphs")
    monkeypatch.setenv("CRFCORE_OWN_KERNELS", "1")
    assert not shipped_kernels.has_part("labelling")
    monkeypatch.setenv("CRFCORE_OWN_KERNELS", "0")
    write(change(about))
    assert not shipped_kernels.has_part("labelling")
    shipped_kernels.parts_of.cache_clear()

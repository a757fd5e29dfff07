"""The Debian package of a small folder."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packaging.scripts import PACKAGING, script_module

debian_package = script_module("artefacts.debian_package")
shared_libraries = script_module("artefacts.shared_libraries")
BuildError = script_module("artefacts.program_folder").BuildError

LICENCE = PACKAGING.parent / "LICENSE"
TIME = 1700000000

needs_dpkg = pytest.mark.skipif(
    not all(map(shutil.which, ("dpkg-deb", "objdump"))), reason="it needs dpkg-deb and objdump"
)


def test_libraries_become_the_packages_that_have_them():
    needs = shared_libraries.Needs(frozenset({"libc.so.6", "libm.so.6", "libEGL.so.1"}), (2, 36))
    found = debian_package.dependencies(needs)
    assert found[0] == "libc6 (>= 2.36)"
    assert set(found[1:]) == {"libegl1", *debian_package.DATA_PACKAGES}


def test_a_library_of_no_known_package_stops_the_build():
    needs = shared_libraries.Needs(frozenset({"libnew.so.3", "libc.so.6"}), (2, 36))
    with pytest.raises(BuildError, match=r"needs libnew\.so\.3 of the system"):
        debian_package.dependencies(needs)


def test_the_copyright_file_has_the_holders_and_all_terms():
    text = debian_package.copyright_text(LICENCE.read_text(encoding="utf-8"))
    assert "Copyright: 2026, the Tagwright developers\n" in text
    assert " 3. Neither the name of the copyright holder" in text
    licence = text.partition("License: BSD-3-clause\n\nLicense: BSD-3-clause\n")[2]
    assert licence
    assert all(line.startswith(" ") for line in licence.splitlines())


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    (folder / "_internal").mkdir(parents=True)
    shutil.copyfile(shutil.which("true"), folder / "tagwright")
    (folder / "tagwright").chmod(0o755)
    (folder / "_internal" / "data.txt").write_text("data")
    (folder / "share").mkdir()
    (folder / "CHANGELOG.md").write_text("# Changes\n")
    shutil.copyfile(LICENCE, folder / "LICENSE")
    return folder


def dpkg(*words: object) -> str:
    command = ["dpkg-deb", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@needs_dpkg
def test_the_package_puts_everything_in_its_place(program, tmp_path):
    share = tmp_path / "share"
    (share / "applications").mkdir(parents=True)
    (share / "applications" / "a.desktop").write_text("[Desktop Entry]\n")
    (share / "man" / "man1").mkdir(parents=True)
    (share / "man" / "man1" / "tagwright.1").write_text(".TH TAGWRIGHT 1\n")
    target = tmp_path / "tagwright_1.2_amd64.deb"
    debian_package.write_package(program, share, target, "1.2", TIME, 0)
    assert dpkg("--field", target, "Version") == "1.2\n"
    assert "libc6 (>= " in dpkg("--field", target, "Depends")
    listed = dpkg("--contents", target)
    assert "./usr/bin/tagwright -> /opt/tagwright/tagwright" in listed
    assert {line.split()[1] for line in listed.splitlines()} == {"root/root"}
    dpkg("--extract", target, tmp_path / "out")
    assert (tmp_path / "out/opt/tagwright/_internal/data.txt").read_text() == "data"
    assert not (tmp_path / "out/opt/tagwright/share").exists()
    assert (tmp_path / "out/usr/share/applications/a.desktop").exists()
    page = tmp_path / "out/usr/share/man/man1/tagwright.1.gz"
    assert gzip.decompress(page.read_bytes()) == b".TH TAGWRIGHT 1\n"
    assert not page.with_suffix("").exists()
    dpkg("--control", target, tmp_path / "control")
    sums = (tmp_path / "control/md5sums").read_text()
    assert "  opt/tagwright/_internal/data.txt\n" in sums
    check = ["md5sum", "--check", "--strict", "--quiet", tmp_path / "control/md5sums"]
    assert subprocess.run(check, cwd=tmp_path / "out", check=False).returncode == 0
    documents = tmp_path / "out/usr/share/doc/tagwright"
    changes = gzip.decompress((documents / "changelog.gz").read_bytes()).decode()
    assert changes.startswith("tagwright (1.2) ")
    assert changes.rstrip().endswith("Tue, 14 Nov 2023 22:13:20 +0000")
    assert not target.with_suffix(".tree").exists()


@needs_dpkg
def test_two_packages_of_one_program_are_the_same_bytes(program, tmp_path):
    packages = []
    for number in range(2):
        folder = tmp_path / ("x" * number) / "out"
        folder.mkdir(parents=True)
        packages.append(folder / "a.deb")
        os.utime(program / "LICENSE", (number, number))
        debian_package.write_package(program, None, packages[-1], "1.2", TIME, 0)
    assert packages[0].read_bytes() == packages[1].read_bytes()

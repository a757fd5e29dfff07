"""Checksums, their signature, and the comparison of two builds."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tests.packaging.scripts import script_module

checksums = script_module("artefacts.checksums")


@pytest.fixture
def built(tmp_path):
    for name in ("b.deb", "a.tar.xz", "SHA256SUMS.minisig"):
        (tmp_path / name).write_text(name)
    (tmp_path / "folder").mkdir()
    return tmp_path


def test_the_list_has_each_file_and_can_be_checked(built):
    sums = checksums.write_sums(built)
    assert [line.split("  ")[1] for line in sums.read_text().splitlines()] == ["a.tar.xz", "b.deb"]
    if shutil.which("sha256sum"):
        command = ["sha256sum", "--check", "--strict", "--quiet", sums.name]
        assert subprocess.run(command, cwd=built, check=False).returncode == 0


def test_the_list_is_not_in_itself(built):
    assert checksums.write_sums(built).read_text() == checksums.write_sums(built).read_text()


def test_the_command_that_signs_gets_the_list(built):
    sums = checksums.write_sums(built)
    code = "import sys, pathlib; p = pathlib.Path(sys.argv[1]); p.with_suffix('.sig').touch()"
    checksums.sign(sums, f'{sys.executable} -c "{code}"')
    assert (built / "SHA256SUMS.sig").exists()


def test_a_signature_that_fails_is_reported(built):
    with pytest.raises(RuntimeError, match="ended with status 3"):
        checksums.sign(built / "SHA256SUMS", f'{sys.executable} -c "raise SystemExit(3)"')


def test_two_folders_are_compared_by_content(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        (folder / "inner").mkdir(parents=True)
        (folder / "inner" / "same").write_text("same")
    (second / "older").touch()
    names = ("inner", "more")
    assert checksums.differences(first, second, names) == []
    (first / "inner" / "same").write_text("diff")
    (second / "more").touch()
    assert checksums.differences(first, second, names) == [
        f"{first / 'inner' / 'same'} and {second / 'inner' / 'same'} differ.",
        f"{first / 'more'} is missing.",
    ]

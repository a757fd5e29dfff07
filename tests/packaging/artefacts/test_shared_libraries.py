"""What a folder asks of the system."""

from __future__ import annotations

import shutil
import sys

import pytest

from tests.packaging.scripts import script_module

shared_libraries = script_module("artefacts.shared_libraries")

TABLE = """
libQt6Gui.so.6:     file format elf64-x86-64

Dynamic Section:
  NEEDED               libQt6Core.so.6
  NEEDED               libEGL.so.1
  NEEDED               libc.so.6
  SONAME               libQt6Gui.so.6

Version References:
  required from libc.so.6:
    0x09691a75 0x00 03 GLIBC_2.2.5
    0x06969194 0x00 02 GLIBC_2.34
  required from libstdc++.so.6:
    0x0297f871 0x00 05 GLIBCXX_3.4.29
"""


def test_libraries_that_are_not_carried_along_are_asked_for():
    found = shared_libraries.asked([TABLE], {"libQt6Core.so.6", "libQt6Gui.so.6"})
    assert found.libraries == {"libEGL.so.1", "libc.so.6"}


def test_the_newest_version_of_glibc_counts_as_a_number():
    older = TABLE.replace("GLIBC_2.34", "GLIBC_2.9")
    assert shared_libraries.asked([TABLE, older], set()).glibc == (2, 34)
    assert shared_libraries.asked([older], set()).glibc == (2, 9)


@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("objdump") is None, reason="it needs objdump"
)
def test_files_that_are_no_programs_are_passed_over(tmp_path):
    (tmp_path / "notes.so").write_text("no library")
    (tmp_path / "empty").touch()
    assert shared_libraries.needs_of(tmp_path).libraries == frozenset()
    shutil.copyfile(shutil.which("objdump"), tmp_path / "program")
    assert "libc.so.6" in shared_libraries.needs_of(tmp_path).libraries

"""The same folder gives the same archive."""

from __future__ import annotations

import os
import tarfile

import pytest

from tests.packaging.scripts import script_module

tar_archive = script_module("artefacts.tar_archive")


def filled(folder, names, time):
    folder.mkdir()
    for name in names:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"content of {name}")
        os.utime(path, (time, time))
    (folder / "link").symlink_to("b/program")
    (folder / "b" / "program").chmod(0o700)
    return folder


@pytest.fixture
def names():
    return ["z.txt", "b/program", "b/a.txt", "ä.txt"]


def test_order_of_making_and_times_do_not_matter(tmp_path, names):
    for number, listed in enumerate((names, names[::-1])):
        folder = filled(tmp_path / f"folder {number}", listed, 1000 + number)
        tar_archive.write_tar_xz(folder, tmp_path / f"{number}.tar.xz", "top", 1700000000, 0)
    assert (tmp_path / "0.tar.xz").read_bytes() == (tmp_path / "1.tar.xz").read_bytes()


def test_what_is_unpacked_is_what_was_packed(tmp_path, names):
    folder = filled(tmp_path / "folder", names, 1000)
    tar_archive.write_tar_xz(folder, tmp_path / "a.tar.xz", "tagwright-1", 1700000000, 1)
    with tarfile.open(tmp_path / "a.tar.xz") as tar:
        entries = {entry.name: entry for entry in tar.getmembers()}
        assert list(entries) == sorted(entries, key=lambda name: name.split("/"))
        content = tar.extractfile("tagwright-1/ä.txt").read().decode()
    assert content == "content of ä.txt"
    assert entries["tagwright-1/link"].linkname == "b/program"
    assert {(e.uid, e.gid, e.uname, e.gname) for e in entries.values()} == {(0, 0, "root", "root")}
    assert {entry.mtime for entry in entries.values()} == {1700000000}
    assert entries["tagwright-1/b/program"].mode == 0o755
    assert entries["tagwright-1/z.txt"].mode == 0o644


def test_two_names_of_one_file_are_refused(tmp_path, names):
    folder = filled(tmp_path / "folder", names, 1000)
    os.link(folder / "z.txt", folder / "zz.txt")
    with pytest.raises(ValueError, match=r"top/zz\.txt is a hard link"):
        tar_archive.write_tar_xz(folder, tmp_path / "a.tar.xz", "top", 1700000000, 0)

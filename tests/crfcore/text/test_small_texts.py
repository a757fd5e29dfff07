"""Small text files, and rejection of other files without blocking."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from crfcore.errors import DataError
from crfcore.text.lines import read_small_text


def read(path: Path) -> str:
    return read_small_text(path, "a template", 100)


def test_a_text_is_read_packed_or_not(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfU\r\n")
    assert read(path) == "\ufeffU\r\n"
    path.write_bytes(gzip.compress(b"one ") + gzip.compress(b"two"))
    assert read(path) == "one two"
    path.write_bytes(b"a" * 100)
    assert read(path) == "a" * 100


@pytest.mark.parametrize(
    "content",
    [b"a" * 101, gzip.compress(bytes(200)), os.urandom(1) + b"\x8b" * 200],
    ids=["plain", "packed", "noise"],
)
def test_what_is_larger_is_rejected(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(DataError, match="file: The file has more than 100 bytes, and a template"):
        read(path)


def test_a_file_of_any_size_is_not_read_whole(tmp_path):
    path = tmp_path / "file"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(DataError, match="more than 100 bytes"):
        read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_what_never_ends_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(DataError, match="This is a pipe or a device, and a file was"):
            read(path)
    with pytest.raises(DataError, match="folder"):
        read(tmp_path)


def test_other_troubles_are_named(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        read(tmp_path / "missing")
    (tmp_path / "file").write_bytes(gzip.compress(b"a text")[:-6])
    with pytest.raises(DataError, match="damaged or cut short"):
        read(tmp_path / "file")
    (tmp_path / "file").write_bytes(b"\xff")
    with pytest.raises(DataError, match="not UTF-8"):
        read(tmp_path / "file")
    with pytest.raises(DataError, match="name"):
        read(tmp_path / ("n" * 5000))
    with pytest.raises(DataError, match="NUL"):
        read(Path("a\x00b"))

"""Large column files are parted behind empty lines, and put together in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.jobs.labelled_files.labelled_data import of_text
from app.jobs.tag_files import file_parts
from app.jobs.tag_files.collection_files import CollectionFile
from app.jobs.tag_files.file_parts import PartedFile, parts_of, read_part
from crfcore.errors import DataError

ROWS = "Anna B-PER\nlives O\n\n"


@pytest.fixture(autouse=True)
def small_parts(monkeypatch, tmp_path):
    monkeypatch.setattr(file_parts, "PART_BYTES", 100)
    monkeypatch.chdir(tmp_path)


def parted(content):
    path = Path("text")
    path.write_bytes(content)
    return parts_of(path, len(content), lambda text: of_text(text, path))


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_parts_are_the_file(end):
    content = ROWS.encode().replace(b"\n", end) * 60
    parts = parted(content)
    assert 5 < len(parts) <= len(content) // 80
    assert "".join(read_part(Path("text"), *part) for part in parts).encode() == content
    assert all(content[:last].endswith(end + end) for _, last in parts)


@pytest.mark.parametrize(
    "content",
    [
        ROWS.encode() * 9,
        b"Anna lives in Ulm. She sleeps there.\n\nShe sleeps.\n\n" * 40,
        b'{"text": "Anna lives."}\n\n' * 40,
        b"\xff" + ROWS.encode() * 60,
        b"\x1f\x8b" * 400,
    ],
    ids=["small", "text", "json", "no UTF-8", "packed"],
)
def test_what_is_not_parted(content):
    assert len(parted(content)) < 2


def test_no_part_begins_with_what_would_be_a_byte_order_mark():
    content = ("Anna B-PER\n\n" * 8 + "\ufeffAnna B-PER\n\n").encode() * 40
    parts = parted(content)
    assert len(parts) > 5
    assert not any(content[first:].startswith("\ufeff".encode()) for first, _ in parts)
    assert not parted("\ufeffAnna B-PER\n\n".encode() * 100)[1:]


def test_a_sentence_without_an_end_is_in_one_part():
    content = b"Anna B-PER\n" * 200 + b"\n" + ROWS.encode() * 20
    first, *rest = parted(content)
    assert first[1] > 11 * 200
    assert rest


def test_parts_that_come_early_wait():
    Path("text").write_text("abcdef")
    file = PartedFile(CollectionFile(Path("text"), Path("out/text"), 6), Path("out"))
    assert file.add(4, 6, "form", b"EF")
    assert file.add(0, 2, "form", b"AB")
    assert not file.is_complete
    assert not file.add(2, 4, "another form", b"CD")
    assert file.add(2, 4, "form", b"CD")
    assert file.is_complete
    assert not Path("out/text").exists()
    file.finish()
    assert Path("out/text").read_text() == "ABCDEF"


def test_what_is_given_up_leaves_nothing():
    Path("text").write_text("abcdef")
    file = PartedFile(CollectionFile(Path("text"), Path("out/text"), 6), Path("out"))
    assert file.add(0, 2, "form", b"AB")
    file.give_up()
    assert not list(Path("out").iterdir())
    Path("out/text").mkdir()
    file = PartedFile(CollectionFile(Path("text"), Path("out/text"), 2), Path("out"))
    with pytest.raises(DataError, match="This is a folder"):
        file.add(0, 2, "form", b"AB")

import gzip
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import DataError
from crfcore.text.lines import read_text, text_of


def refusal(data: bytes) -> DataError:
    with pytest.raises(DataError) as caught:
        text_of(data, "notes.txt")
    return caught.value


def test_text_is_kept_as_it_stands(tmp_path):
    text = "\ufeffa b\r\nc\x0cd\x85e\u2028f \r\nlast"
    path = tmp_path / "notes.txt"
    path.write_bytes(text.encode())
    assert read_text(path) == text


@given(st.text(min_size=1).filter(lambda text: "\0" not in text))
def test_every_text_comes_back(text):
    assert text_of(text.encode("utf-8", "replace")) == text.encode("utf-8", "replace").decode()


def test_a_packed_file_is_known_by_its_content(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_bytes(gzip.compress(b"a b\n"))
    assert read_text(path) == "a b\n"


@pytest.mark.parametrize("damage", [lambda d: d[:-9], lambda d: d[:20] + b"\xff" * 8 + d[28:]])
def test_a_damaged_packed_file_is_refused(tmp_path, damage):
    path = tmp_path / "notes.gz"
    path.write_bytes(damage(gzip.compress(b"in the beginning was the word\n" * 9)))
    with pytest.raises(DataError, match=r"notes\.gz: The file is packed by gzip, and damaged"):
        read_text(path)


def test_an_empty_packed_file_is_empty(tmp_path):
    path = tmp_path / "notes.gz"
    path.write_bytes(gzip.compress(b""))
    with pytest.raises(DataError, match="The file is empty"):
        read_text(path)


def test_an_empty_file_is_refused():
    assert str(refusal(b"")) == "notes.txt: The file is empty; a text was expected."


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"missing\.txt: There is no such file"):
        read_text(tmp_path / "missing.txt")


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(DataError, match="This is a folder"):
        read_text(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_forbidden_file_is_named(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("a")
    path.chmod(0)
    with pytest.raises(DataError, match="not allowed to read"):
        read_text(path)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "Permission denied"), "not allowed"),
        (OSError(5, "I/O error"), "I/O error"),
    ],
)
def test_what_the_system_says_is_told(monkeypatch, error, words):
    def fail(_path):
        raise error

    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(DataError, match=words):
        read_text(Path("notes.txt"))


def test_an_invalid_byte_has_line_and_column():
    error = refusal("erste Zeile\nschön — caf".encode() + b"\xe9\n")
    assert (error.line, error.column) == (2, 12)
    assert str(error).startswith("notes.txt, line 2, column 12: The byte 0xE9 is not UTF-8")
    assert "iconv" in str(error)


def test_columns_do_not_count_the_byte_order_mark():
    error = refusal(b"\xef\xbb\xbfab\xff")
    assert (error.line, error.column) == (1, 3)


@pytest.mark.parametrize(
    "data",
    [b"a\xc3", b"a\xed\xa0\x80", b"a\xc0\xaf", b"a\xf5\x80\x80\x80", b"a\x80"],
    ids=["cut", "surrogate", "overlong", "too high", "continuation"],
)
def test_no_byte_is_replaced_silently(data):
    error = refusal(data)
    assert (error.line, error.column) == (1, 2)


def test_a_nul_is_no_text():
    error = refusal(b"one\ntwo\0three")
    assert (error.line, error.column) == (2, 4)
    assert "binary" in str(error)


def test_a_binary_file_is_called_so():
    error = refusal(bytes(range(1, 256)) * 4)
    assert "binary file" in str(error)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_are_named(encoding):
    assert encoding.upper() in str(refusal("word\n".encode(encoding)))
    assert "UTF-16" in str(refusal(b"\xfe\xff\0w"))
    assert "UTF-32" in str(refusal(b"\0\0\xfe\xff\0\0\0w"))


def test_an_error_can_be_given_its_file_later():
    with pytest.raises(DataError) as caught:
        text_of(b"a\n\xff")
    assert str(caught.value.at("b.txt")).startswith("b.txt, line 2, column 1: ")

"""Tests of what bytes that are not UTF-8 may be, and of what is advised."""

from __future__ import annotations

import pytest

from crfcore.errors import DataError
from crfcore.text import encodings
from crfcore.text.encodings import may_be_windows_1252, n_characters_of_utf8
from crfcore.text.lines import text_of


def refusal(data, **options):
    with pytest.raises(DataError) as caught:
        text_of(data, "notes.txt", **options)
    return caught.value


WESTERN = {
    "letters": "Käthe im Café",
    "capitals in quotation marks": "„CAFÉ“ und „Öl“",
    "French quotation marks": "«\u00a0liberté\u00a0» et été",
    "sharp": "Straße",
}


@pytest.mark.parametrize("text", WESTERN.values(), ids=WESTERN)
def test_a_text_in_windows_1252_is_one(text):
    error = refusal(text.encode("windows-1252"), may_choose=True)
    assert may_be_windows_1252(error.__cause__)
    assert "in Windows-1252; import it with that encoding" in str(error)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ("Käthe\nging zum Caf".encode() + b"\xe9", (2, 13)),
        ("Käthe und Jü".encode()[:-1] + b" ging", (1, 12)),
        ("Käthe im Café".encode()[:-1], (1, 13)),
        (b"K\xa4the\n" + "im Café, müde, schön".encode(), (1, 2)),
        (b"\xef\xbb\xbf" + "Käthe im Caf".encode() + b"\xe9", (1, 13)),
    ],
    ids=["one byte", "a lost byte", "cut", "the first", "after a mark"],
)
def test_a_damaged_text_in_utf_8_is_called_so_with_its_place(data, place):
    error = refusal(data, may_choose=True)
    assert not may_be_windows_1252(error.__cause__)
    assert "other characters of this file are: one is damaged or cut here" in str(error)
    assert "Windows" not in str(error)
    assert (error.line, error.column) == place


CONVERT = "find out its encoding, and convert the file to UTF-8."
BINARY = "this looks like a binary file; choose a text."


@pytest.mark.parametrize(
    ("data", "end"),
    [
        (b"Caf\xe9 \x81", CONVERT),
        (b"Caf\xe9 \x07", BINARY),
        (b"Caf\xe9 \x7f", BINARY),
        (b"\x90 Caf\xe9", CONVERT),
    ],
)
def test_bytes_that_windows_1252_lacks_are_advised_nothing_of_it(data, end):
    error = refusal(data * 30, may_choose=True)
    assert not may_be_windows_1252(error.__cause__)
    assert str(error).endswith(f" is not UTF-8; {end}")
    assert "Windows" not in str(error)


@pytest.mark.parametrize("may_choose", [True, False])
def test_a_text_is_decoded_once_for_its_advice(may_choose, monkeypatch):
    seen, is_damaged = [], encodings.is_damaged_utf8
    monkeypatch.setattr(
        encodings, "is_damaged_utf8", lambda error: seen.append(error) or is_damaged(error)
    )
    error = refusal(b"im Caf\xe9", may_choose=may_choose)
    assert "in Windows-1252" in str(error)
    assert seen == [error.__cause__]


def test_where_no_encoding_can_be_chosen_a_file_is_to_be_converted():
    error = refusal(b"im Caf\xe9")
    assert "would be “é” in Windows-1252; convert the file to UTF-8, for example" in str(error)
    for data in (b"im Caf\xe9", "im Café".encode("utf-16"), "im Cafe".encode("utf-16-le")):
        assert "import it" not in str(refusal(data))


def test_characters_of_utf_8_are_counted_in_what_was_read_as_windows_1252():
    for text, n in (("Käthe – schön", 3), ("plain", 0), ("", 0)):
        assert n_characters_of_utf8(text.encode().decode("windows-1252")) == n
    assert n_characters_of_utf8("Käthe") == 0

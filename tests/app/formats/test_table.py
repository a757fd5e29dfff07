"""Tests of detecting a file's format by content, then by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.formats.table import FORMATS, format_named, format_of

JSON = '{"text": "Anna", "label": []}\n'
TABLE = "Anna B-PER\nleft O\n"


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.jsonl", '{"text": "Anna", \n', "doccano"),
        ("a.JSONL.gz", "[1]\n", "doccano"),
        ("a.json", '{\n "text": "Anna"\n}\n', "doccano"),
        ("a.conllu", "# text = Anna\n\n", "conllu"),
        ("a.conllu", "1\tAnna\t_\tX\t_\t_\t_\t_\t_\n", "conllu"),
        ("a.conll", "Anna left town and went\nto\nUlm\n", "columns"),
        ("a.tsv", "Anna\tB-PER\nleft O\nUlm\tO\n", "columns"),
        ("a.txt", '{"text": "Anna", \n', "text"),
        ("a.txt", TABLE, "columns"),
        ("a.conllu", JSON, "doccano"),
        ("a.conll", "1\tAnna" + "\t_" * 8 + "\n", "conllu"),
        ("a.unknown", "Anna left.", "text"),
        ("a.unknown", "Привет мир\n", "text"),
        ("a.unknown", "שלום עולם\nשלום עולם\n", "text"),
        ("a.unknown", "我们 大家\n你们 大家\n", "text"),
        ("a.unknown", "About NATO\n", "text"),
        ("a.unknown", "Danke 👍\nHello 🙂\n", "text"),
        ("a.unknown", "שלום B-X\n", "columns"),
        ("a.unknown", "我们 PN\n你们 PN\n", "columns"),
    ],
)
def test_a_name_counts_where_the_content_says_little(name, text, form):
    assert format_of(text, Path(name)).name == form


def test_without_a_name_the_content_alone_counts():
    assert format_of("Anna left.").name == "text"


SENTENCES = 1000
TEXT = "Anna lives.\n" * SENTENCES
LONG_FILES = {
    "conllu": ("1\tAnna" + "\t_" * 8 + "\n\n") * SENTENCES,
    "prodigy": '{"text": "Anna lives.", "spans": []}\n' * SENTENCES,
    "doccano": json.dumps({"text": TEXT, "label": []}),
    "brat": TEXT,
    "columns": "Anna B-PER\n\n" * SENTENCES,
    "text": TEXT,
}


class StoppedError(Exception):
    """Cancel at once."""


@pytest.mark.parametrize("name", list(LONG_FILES))
def test_reading_can_be_stopped_in_every_part_of_a_file(name):
    assert set(LONG_FILES) == set(FORMATS)
    spans = (f"T{n}\tPER {12 * n} {12 * n + 4}\tAnna\n" for n in range(SENTENCES))
    texts = {".ann": "".join(spans)} if name == "brat" else {}
    looks = 0

    def read(last: int) -> None:
        nonlocal looks
        looks = 0

        def watch() -> None:
            nonlocal looks
            looks += 1
            if looks == last:
                raise StoppedError

        assert format_named(name).read(LONG_FILES[name], companions=texts, watch=watch).sentences

    read(0)
    n_looks = looks
    # The parts of reading brat: lines, counts, spans, sentences, and the two together.
    assert n_looks >= (5 * SENTENCES if name == "brat" else SENTENCES) // 200
    for last in (1, n_looks // 2, n_looks):
        with pytest.raises(StoppedError):
            read(last)
        assert looks == last

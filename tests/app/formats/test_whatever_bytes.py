"""Tests of arbitrary bytes: an error with its position, or an exact round trip."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from app.formats.records import LABEL, ExportedDocument, ExportedSentence
from app.formats.table import FORMATS
from crfcore.errors import DataError
from crfcore.text.lines import text_of

NONE = "\t_" * 7
ROWS = [
    f"1\ta\t_{NONE}", f"1-2\tab\t_{NONE}", f"0.1\te\t_{NONE}", f"3-1\tq\t_{NONE}", "# text = a",
    f"2\t\u00a0{NONE}\tSpaceAfter=No|NE=B-P|", "a B-X", "a\tB-X", " b  NN O ", "#", "-DOCSTART-",
    "-DOCSTART- -X- O", "\x85 O", "\t", "x\ty\tz", "a\x0cb O",
]  # fmt: skip
JSON = [
    '{"text": "a b"}',
    '{"text": "a b", "label": [[0, 1, "X"], [2, 9, "X"], [0, 3, "Y"]]}',
    '{"text": "a\\ud83d\\ude00", "spans": [{"start": 0, "end": 2, "label": "X"}], "answer": "no"}',
    '{"text": "a b", "spans": [{"start": 0, "end": 2, "label": "X"}], "answer": "reject"}',
    '{"text": "a b", "entities": [{"id": 1, "label": "X", "start_offset": 1, "end_offset": 0}], '
    '"relations": [{"from_id": 1}]}',
    '{"text": "", "spans": null, "_input_hash": 1}',
    '{"text": "\\n", "label": {}}',
    '{"text": "a", "_input_hash": 1, "tokens": [{"start": 0, "end": 1}]}',
    '{"text": "a", "spans": [[]], "tokens": [1]}',
    '{"text": "a", "label": [[0, 1, 2]]}',
    '{"text": "a", "label": [[0, 99999999999999999999, "X"], [-1, 1, "X"], [true, 1, "X"]]}',
    '{"text": "a", "x": 1e999}', '{"text": 1}', '{"text": "\\ud800"}', "{}", "[]", "null", '"',
    "[" * 5000,
]  # fmt: skip
NOISE = [
    b"\xef\xbb\xbf",
    b"\xff",
    b"\x00",
    b"\xe9",
    b"\r",
    b"\xe2\x80\xa8",
    b"\xe2\x80\x8f",
    b" ",
    b"",
]
ENDS = [b"\n", b"\r\n", b"\n\n", b"", b" \n"]


def files(pieces):
    known = [*(piece.encode() for piece in pieces), *NOISE]
    lines = st.tuples(st.sampled_from(known), st.sampled_from(ENDS)).map(b"".join)
    return st.one_of(st.lists(lines, max_size=9).map(b"".join), st.binary(max_size=40))


TERMS = [
    "T1\tX 0 1\ta\n", "T1\tX 0 1;2 3\ta b\n", "T2\tY 9 8\t\r\n", "T3\tX 0 99999999999\ta\n", "T\n",
    "T4 X\t0 1\ta\n", "\ufeffT5\tX 1 1\t\n", "T6\tX 0 1\tb", "R1\tr Arg1:T1\n", "* \t", "#", "\n",
]  # fmt: skip
ANN = st.lists(st.sampled_from(TERMS), max_size=6).map("".join)


def written(form, text, beside):
    """Read a text and write it again as an unedited document."""
    read = form.read(text, (), Path("in"), companions=dict.fromkeys(form.companions, beside))
    sentences = [
        ExportedSentence(
            one.columns[0], [None] * len(one.starts), one.source, one.text, one.starts, one.ends, at
        )
        for at, one in enumerate(read.sentences)
    ]
    for one in sentences:
        positions = zip(one.starts, one.ends, strict=True)
        assert [one.text[start:end] for start, end in positions] == list(one.words)
        assert all(one.words)
    if form.name == "text":
        pieces = [one.source.before + one.text for one in sentences]
        return "".join(["\ufeff" if read.layout.bom else "", *pieces, read.layout.tail]), ""
    # A file of words alone gets labels.
    assume(form.name != "columns" or LABEL in read.layout.columns)
    document = ExportedDocument(read.layout, sentences, records=lambda: read.records)
    again = [ExportedDocument(read.layout, sentences, records=lambda: read.records)]
    return "".join(form.write(document)), "".join(
        piece for write in form.writes.values() for piece in write(again.pop())
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_is_refused_in_a_sentence_or_comes_out_to_the_byte(name):
    form = FORMATS[name]

    @settings(max_examples=60, deadline=None)
    @given(files(JSON if ".jsonl" in form.suffixes else ROWS), ANN)
    @example(b"", "")
    @example(b"\xef\xbb\xbf", "")
    def holds(data, beside):
        try:
            found = written(form, text_of(data, "in"), beside)
        except DataError as error:
            message = str(error)
            assert re.fullmatch(r"(in(, line \d+(, column \d+)?)?: )?[A-Z“0-9].*\.", message, re.S)
        else:
            assert (found[0].encode(), found[1]) == (data, beside if form.companions else "")

    holds()

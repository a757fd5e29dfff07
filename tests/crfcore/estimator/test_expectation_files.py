"""Files of expectations."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.errors import DataError
from crfcore.estimator import expectation_files
from crfcore.estimator.expectation_files import read_expectations
from crfcore.training.expectations import Expectation

TEXT = "gaz:CITY:\tB-LOC\tI-LOC\t0.8\r\n\n \t\nUs:x\tO\t1"
FOUND = [Expectation("gaz:CITY:", ["B-LOC", "I-LOC"], 0.8), Expectation("Us:x", ["O"], 1.0)]


@pytest.mark.parametrize("before", ["", "\ufeff", "\n\n"])
def test_a_line_is_an_expectation(tmp_path, before):
    path = tmp_path / "expected.tsv"
    path.write_bytes(f"{before}{TEXT}".encode())
    assert read_expectations(path) == FOUND
    packed = tmp_path / "expected.tsv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert read_expectations(str(packed)) == FOUND


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("Us:x", 1, "'Us:x' is found where an attribute, a tab, a label, a tab and a share is"),
        ("Us:x\tO", 1, "is found where an attribute, a tab, a label, a tab and a share is"),
        ("Us:x O 0.8", 1, "expected; write all three, with tabs between them."),
        ("\tO\t0.8", 1, "A tab is found where an attribute is expected; write its name before"),
        ("Us:x\t\t0.8", 6, "A tab is found where a label is expected; write a label, or leave"),
        (f"Us:x\t{'O' * 1001}\t0.8", 6, "has 1,001 characters, and at most 1,000 were expected;"),
        (
            "Us:x\tX\tO\x07\t0.8",
            8,
            "holds a control character, which no label does; write another.",
        ),
        ("Us:x\tO\tmost", 8, "'most' is found where a share from 0 to 1 is expected; for 80%,"),
        ("Us:x\tO\t80", 8, "'80' is found where a share from 0 to 1 is expected"),
        ("Us:x\tO\tB-PER\t1e999", 14, "'1e999' is found where a share from 0 to 1 is expected"),
        ("Us:x\tO\tnan", 8, "'nan' is found where a share from 0 to 1 is expected"),
        ("Us:x\tO\t0.9", 1, "'Us:x' and these labels have a share in line 4 already"),
        ("Us:x\tO\t0.8" + "0" * 20_000_000, None, "The file has more than 16,777,216 bytes"),
        ("Us:x\tO\t0.8" + "0" * 10_000_000, None, "This line has 10,000,011 characters"),
    ],
)
def test_an_error_names_line_and_column(tmp_path, line, column, message):
    path = tmp_path / "expected.tsv"
    path.write_text(f"{TEXT}\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_expectations(path)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 1500
    assert caught.value.column == column
    if "bytes" not in message:
        assert caught.value.line == 5


def test_labels_of_an_attribute_have_one_share(tmp_path):
    path = tmp_path / "expected.tsv"
    path.write_text("Us:x\tO\tX\t0.8\nUs:x\tO\t0.7\nUs:x\tX\tO\t0.9\n", encoding="utf-8")
    with pytest.raises(DataError, match="these labels have a share in line 1 already") as caught:
        read_expectations(path)
    assert caught.value.line == 3


def test_a_file_without_expectations(tmp_path):
    path = tmp_path / "expected.tsv"
    path.write_text("\n\n", encoding="utf-8")
    with pytest.raises(DataError, match="There is no expectation; a line with"):
        read_expectations(path)


def test_more_expectations_than_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(expectation_files, "MOST_EXPECTATIONS", 1)
    path = tmp_path / "expected.tsv"
    path.write_text(TEXT, encoding="utf-8")
    with pytest.raises(DataError, match="more than 1 expectations; leave some out") as caught:
        read_expectations(path)
    assert caught.value.line == 4


CONTENTS = st.one_of(
    st.binary(max_size=60), st.text("a:\t\n\r.019\ufeff\x00", max_size=60).map(str.encode)
)


@settings(deadline=None, max_examples=200)
@given(CONTENTS)
def test_any_file_is_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("expected") / "expected.tsv"
    path.write_bytes(content)
    try:
        found = read_expectations(path)
    except DataError:
        return
    assert all(0.0 <= one.share <= 1.0 and all(one.labels) for one in found)

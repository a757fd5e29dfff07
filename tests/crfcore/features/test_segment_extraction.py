"""Attributes of segments: those of a sentence that is read again are kept."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.features import segment_extraction
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.phrases import PhraseList
from crfcore.features.segment_extraction import SegmentExtractor
from crfcore.features.segment_lines import parse_segment_lines

LINES = "S0:%length\nS1:%lowerspan[0]\nS2:%before[-1,0]\nS3:%listed[*]\n"
LISTS = [PhraseList("CITY", ["New York", "Rome"])]


@pytest.fixture
def extractor():
    table = ColumnTable.from_words([["in", "New", "York"], ["Rome", "sleeps", "now"]])
    extractor = SegmentExtractor(parse_segment_lines(LINES), LISTS)
    extractor.fit(table.offsets, table, np.array([1, 2, 0, 1, 1, 1], np.int32), 2)
    return extractor


def attributes(candidates):
    """Return the attributes of each candidate."""
    rows = candidates.attributes
    sets = np.split(rows.attributes, rows.indptr[1:-1])
    return [sorted(sets[row].tolist()) for row in candidates.rows]


def read(extractor, words, longest=2):
    table = ColumnTable.from_words(words)
    return extractor.transform(table.offsets, table, longest)


def test_the_same_tokens_are_read_once_and_others_anew(extractor):
    first = read(extractor, [["in", "Rome", "now"]])
    assert read(extractor, [["in", "Rome", "now"]]) is first
    for words, longest in (
        ([["in", "New", "now"]], 2),  # another word
        ([["in", "Rome"], ["now"]], 2),  # other sentences
        ([["in", "Rome", "now"]], 3),  # longer segments, as labels may demand
    ):
        again = read(extractor, words, longest)
        assert attributes(again) != attributes(first)
        assert attributes(
            read(extractor.keep(np.ones(extractor.n_attributes, np.bool_)), words, longest)
        ) == attributes(again)
    assert attributes(read(extractor, [["in", "Rome", "now"]])) == attributes(first)


def test_tokens_are_told_apart_by_their_strings(extractor):
    ids, values = np.array([0, 1], np.int32), ["in", "Rome"]
    table = ColumnTable((Column(ids, values),), np.array([0, 2], np.int64))
    first = extractor.transform(table.offsets, table, 2)
    values[1] = "sleeps"
    assert attributes(extractor.transform(table.offsets, table, 2)) != attributes(first)


def test_much_text_and_earlier_fits_are_not_kept(extractor, monkeypatch):
    words = [["in", "Rome", "now"]]
    first = read(extractor, words)
    table = ColumnTable.from_words(words)
    extractor.fit(table.offsets, table, np.array([1, 1, 1], np.int32), 2)
    assert attributes(read(extractor, words)) != attributes(first)
    monkeypatch.setattr(segment_extraction, "MOST_KEPT", 5)
    assert read(extractor, words) is not read(extractor, words)

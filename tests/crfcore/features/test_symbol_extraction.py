"""Symbols of tokens, and the borders of sentences."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.reading import extractor_from_state
from crfcore.features.symbol_extraction import SymbolExtractor

SENTENCES = [[["a"], ["b"], ["a"]], [["c"]], [], [["a"], ["c"]]]


def rows_of(dataset, names):
    attributes = [names[number] for number in dataset.attributes.tolist()]
    return [
        attributes[start:stop]
        for start, stop in zip(dataset.indptr[:-1], dataset.indptr[1:], strict=True)
    ]


@pytest.fixture
def extractor():
    made = SymbolExtractor(AttributeExtractor(), np.zeros(0, np.int32), np.zeros(0, np.int32))
    made.fit(SENTENCES)
    return made


def test_each_token_has_its_symbol_and_its_place(extractor):
    dataset = extractor.transform([[["a"], ["z"]], [["c"]]])
    assert rows_of(dataset, extractor.attribute_names()) == [
        ["any symbol", "start", "a"],
        ["any symbol", "unknown symbol", "end"],
        ["any symbol", "start", "end", "c"],
    ]
    assert dataset.made_by is extractor
    assert extractor.n_attributes == 7
    assert extractor.n_edge_attributes == 0
    assert extractor.edge_attribute_names() == []
    assert extractor.key_attributes().tolist() == [4, 5, 6]


def test_fewer_attributes(extractor):
    keep = np.array([True, False, True, False, True, False, True])
    smaller = extractor.compact(keep)
    assert smaller.attribute_names() == ["any symbol", "start", "a", "b"]
    assert rows_of(smaller.transform(SENTENCES[:2]), smaller.attribute_names()) == [
        ["any symbol", "start", "a"],
        ["any symbol", "b"],
        ["any symbol", "a"],
        ["any symbol", "start"],
    ]


def test_it_is_put_together_again_from_its_state(extractor):
    header, arrays = extractor.state()
    again = extractor_from_state(header, arrays)
    assert again.attribute_names() == extractor.attribute_names()
    with pytest.raises(ValueError, match="symbols are not made of symbols"):
        extractor_from_state({"kind": "symbols", "inner": {"kind": "symbols"}}, arrays)
    for name, wrong in {
        "borders": np.arange(3, dtype=np.int32),
        "symbols": np.array([4, 4, 5], dtype=np.int32),
    }.items():
        with pytest.raises(ValueError, match="numbers of its symbols do not fit"):
            extractor_from_state(header, {**arrays, name: wrong})

"""Selections of a condensed dataset are those of the dataset, array by array."""

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore import Dataset
from crfcore.features.condensed import CondensedDataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.template import parse_template
from crfcore.features.token_attributes import VectorRows
from crfcore.features.vector_lines import unfold_vectors
from tests.crfcore.features.test_vector_lines import SENTENCES, extractor_of

PLAIN = parse_template("U0:%x[0,0]\nU1:%x[-1,0]\nB\n")


def assert_equal(one, other):
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        np.testing.assert_array_equal(one, other)
        return
    for field in fields(one):
        value, expected = getattr(one, field.name), getattr(other, field.name)
        if isinstance(value, VectorRows):
            assert_equal(value, expected)
        elif isinstance(value, np.ndarray):
            np.testing.assert_array_equal(value, expected)
            assert value.dtype == expected.dtype
        else:
            assert (value is None) == (expected is None)


@pytest.mark.parametrize("extractor", [extractor_of, lambda: TemplateExtractor(PLAIN)])
@given(sentences=SENTENCES, chance=st.randoms(use_true_random=False))
def test_a_selection_is_that_of_the_dataset(extractor, sentences, chance):
    columns = [[(word,) for word in sentence] for sentence in sentences]
    if not any(columns):
        return
    dataset = Dataset.of(extractor().fit(columns))
    condensed = CondensedDataset(extractor().fit_without_vectors(columns))
    chosen = [chance.randrange(len(columns)) for _ in range(chance.randint(0, 4))]
    assert_equal(condensed.select(chosen), dataset.select(chosen))
    assert_equal(unfold_vectors(condensed.to_train(chosen)), dataset.select(chosen))
    assert_equal(condensed.offsets_of(chosen), dataset.select(chosen).offsets)
    assert_equal(condensed.whole(), dataset)
    assert (condensed.n_sentences, condensed.n_tokens) == (dataset.n_sentences, dataset.n_tokens)


def test_vectors_take_no_memory_at_each_token():
    columns = [[(word,) for word in "abcdefgh"]] * 100
    dataset = extractor_of().fit(columns)
    others = extractor_of().fit_without_vectors(columns)
    assert len(others.values) == 0
    assert len(others.attributes) < 0.6 * len(dataset.attributes)


def test_an_index_out_of_range_is_an_error():
    condensed = CondensedDataset(extractor_of().fit_without_vectors([[("a",)]]))
    with pytest.raises(IndexError):
        condensed.select([1])

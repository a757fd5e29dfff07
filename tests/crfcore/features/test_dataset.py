from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.dataset import Dataset
from crfcore.features.segments import offsets_of
from crfcore.features.token_attributes import TokenAttributes

words = st.sampled_from(["a", "b", "", "é", "a b"])
tables = st.lists(st.lists(st.tuples(words, words), max_size=4), max_size=6)


@st.composite
def datasets(draw):
    """A dataset, and the same as lists of rows of each sentence."""
    edge = st.lists(st.integers(0, 4), max_size=2)
    row = st.tuples(
        st.lists(st.tuples(st.integers(0, 9), st.sampled_from([0.5, 1.0])), max_size=3), edge
    )
    sentences = draw(st.lists(st.lists(row, max_size=3), min_size=1, max_size=5))
    tokens = [token for sentence in sentences for token in sentence]
    flat = [pair for pairs, _ in tokens for pair in pairs]
    weighted, edged = draw(st.booleans()), draw(st.booleans())
    dataset = Dataset(
        offsets_of(np.array([len(s) for s in sentences], np.int64)),
        offsets_of(np.array([len(pairs) for pairs, _ in tokens], np.int64)),
        np.array([attribute for attribute, _ in flat], np.int32),
        10,
        np.array([value for _, value in flat] if weighted else [], np.float64),
        offsets_of(np.array([len(e) for _, e in tokens], np.int64))
        if edged
        else np.zeros(0, np.int64),
        np.array([a for _, e in tokens for a in e] if edged else [], np.int32),
        5 if edged else 0,
    )
    return dataset, sentences


def rows_of(dataset: Dataset) -> list[list[tuple[list[tuple[int, float]], list[int]]]]:
    values = dataset.values if dataset.has_values else np.ones(len(dataset.attributes))
    tokens = []
    for t in range(dataset.n_tokens):
        at = slice(dataset.indptr[t], dataset.indptr[t + 1])
        pairs = list(zip(dataset.attributes[at].tolist(), values[at].tolist(), strict=True))
        edges = []
        if dataset.n_edge_attributes:
            edges = dataset.edge_attributes[
                dataset.edge_indptr[t] : dataset.edge_indptr[t + 1]
            ].tolist()
        tokens.append((pairs, edges))
    ends = dataset.offsets.tolist()
    return [tokens[start:end] for start, end in pairwise(ends)]


@given(datasets(), st.data())
def test_rows_go_with_their_sentences(example, data):
    dataset, sentences = example
    places = data.draw(st.lists(st.integers(0, len(sentences) - 1), max_size=7))
    selected = dataset.select(places)
    whole = rows_of(dataset)
    assert rows_of(selected) == [whole[place] for place in places]
    assert (selected.n_sentences, selected.n_attributes) == (len(places), 10)
    assert selected.n_edge_attributes == dataset.n_edge_attributes


@pytest.mark.parametrize("mask", [[True, False, True], np.array([True, False, True])])
def test_a_mask_chooses_sentences_too(mask):
    dataset = Dataset.from_items([[["a"]], [["b"], ["c"]], [["d"]]])
    assert rows_of(dataset.select(mask)) == rows_of(dataset.select([0, 2]))
    assert dataset.select([False] * 3).n_sentences == 0
    with pytest.raises(CrfError, match="there are 3, and it has 2 values"):
        dataset.select([True, False])


@pytest.mark.parametrize(
    "places", [[0.5], "a", ["0"], None, [None], [[0], [1]], [[0], [1, 2]], {0}, [10**30]]
)
def test_only_indices_and_masks_choose_sentences(places):
    dataset = Dataset.from_items([[["a"]], [["b"], ["c"]]])
    with pytest.raises(CrfError, match="Sentences are chosen by a list of whole numbers"):
        dataset.select(places)


def test_an_index_out_of_range_is_named():
    dataset = Dataset.from_items([[["a"]], [["b"], ["c"]]])
    for places, found in (([0, 99], "99"), ([-1, 5], "-1")):
        with pytest.raises(CrfError, match=f"indices are 0 to 1; found {found}[.]") as raised:
            dataset.select(places)
        assert isinstance(raised.value, IndexError)
    with pytest.raises(CrfError, match="there are none; found 0"):
        dataset.select([]).select([0])


def test_what_an_extractor_makes_becomes_a_dataset_of_the_same_arrays():
    extractor = AttributeExtractor()
    found = extractor.fit([[["a"], ["b"]], [["a", "c"]]])
    dataset = Dataset.of(found, extractor)
    assert (type(found), type(dataset)) == (TokenAttributes, Dataset)
    assert dataset.attributes is found.attributes
    assert dataset.made_by is extractor
    assert Dataset.of(dataset) is dataset
    assert type(dataset.select([1])) is Dataset


def test_a_model_takes_what_an_extractor_makes():
    extractor = AttributeExtractor()
    found = extractor.fit([[["a"], ["b"]], [["a", "c"]]])
    crf = LinearChainCRF().fit(found, [["X", "Y"], ["X"]], extractor=extractor)
    assert crf.predict(found) == crf.predict(crf.dataset([[["a"], ["b"]], [["a", "c"]]]))
    assert len(crf.decode_dataset(found).labels) == 3


def test_scores_of_labels_go_with_their_sentences():
    scores = np.arange(10.0).reshape(5, 2)
    dataset = Dataset(np.array([0, 2, 2, 5]), np.zeros(6, np.int64), np.zeros(0, np.int32), 1)
    scored = replace(dataset, label_scores=scores)
    assert scored.select([2, 0]).label_scores.tolist() == scores[[2, 3, 4, 0, 1]].tolist()
    assert dataset.select([2]).label_scores is None

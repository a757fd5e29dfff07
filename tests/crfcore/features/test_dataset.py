from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import DataError, UnknownLabelError
from crfcore.features import dataset
from crfcore.features.dataset import Column, ColumnTable, Dataset, Targets, offsets_of

words = st.sampled_from(["a", "b", "", "é", "a b"])
tables = st.lists(st.lists(st.tuples(words, words), max_size=4), max_size=6)


def fields_of(table: ColumnTable) -> list[list[tuple[str, ...]]]:
    columns = [[column.values[i] for i in column.ids.tolist()] for column in table.columns]
    tokens = list(zip(*columns, strict=True))
    ends = table.offsets.tolist()
    return [tokens[start:end] for start, end in pairwise(ends)]


@given(tables)
def test_a_table_holds_its_sentences(sentences):
    table = ColumnTable.from_sentences(sentences)
    assert table.n_sentences == len(sentences)
    assert table.n_tokens == sum(map(len, sentences))
    if table.n_tokens:
        assert fields_of(table) == sentences
        assert all(column.ids.dtype == np.int32 for column in table.columns)
        assert all(len(set(column.values)) == len(column.values) for column in table.columns)


@given(tables.filter(any), st.data())
def test_sentences_are_selected_in_any_order(sentences, data):
    places = data.draw(st.lists(st.integers(0, len(sentences) - 1), max_size=8))
    table = ColumnTable.from_sentences(sentences)
    selected = table.select(np.array(places, np.int64))
    assert fields_of(selected) == [sentences[place] for place in places]
    assert selected.columns[0].values is table.columns[0].values


def test_words_alone_make_one_column():
    table = ColumnTable.from_words([["a", "b"], [], ["a"]])
    assert fields_of(table) == [[("a",), ("b",)], [], [("a",)]]
    assert table.n_columns == 1


def test_columns_can_be_chosen():
    table = ColumnTable.from_sentences([[("a", "X", "1"), ("b", "Y", "2")]])
    assert fields_of(table.keep_columns([2, 0])) == [[("1", "a"), ("2", "b")]]


def test_ragged_tokens_are_named():
    with pytest.raises(
        DataError, match="Token 2 of sentence 3 has 1 fields; the first token has 2"
    ):
        ColumnTable.from_sentences([[("a", "X")], [], [("b", "Y"), ("c",)]])


def test_columns_must_fit_the_offsets():
    column = Column(np.zeros(3, np.int32), ["a"])
    with pytest.raises(ValueError, match="Column 0 has 3 tokens where the offsets promise 2"):
        ColumnTable((column,), np.array([0, 2], np.int64))


@pytest.mark.parametrize("places", [[-1], [2], [0, 5]])
def test_places_that_are_not_there_are_refused(places):
    table = ColumnTable.from_words([["a"], ["b"]])
    with pytest.raises(IndexError, match="Places of sentences run from 0 to 1; asked for"):
        table.select(places)


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


def test_targets_by_hand():
    targets = Targets.from_labels(
        [["A", None], [{"B", "A"}, frozenset({"C"})], [{"A", "B"}]], ["A", "B", "C"]
    )
    assert targets.label_sets.tolist() == [0, 3, 4, 2, 4]
    assert targets.sets.tolist() == [[1, 1, 0]]
    assert (targets.n_labels, targets.n_tokens, targets.known) == (3, 5, False)


labels = st.sampled_from("ABC")
known = st.one_of(labels, st.none(), st.frozensets(labels, min_size=1), st.sets(labels, min_size=1))


@given(st.lists(st.lists(known, max_size=4), min_size=1, max_size=4), st.data())
def test_what_targets_allow(sequences, data):
    targets = Targets.from_labels(sequences, ["A", "B", "C"])
    allowed = targets.allowed_by_set()[targets.label_sets]
    flat = [target for sequence in sequences for target in sequence]
    for row, target in zip(allowed.tolist(), flat, strict=True):
        members = "ABC" if target is None else target
        assert row == [int(name in members) for name in "ABC"]
    assert targets.known == all(t is not None and len(t) == 1 for t in flat)
    places = data.draw(st.lists(st.integers(0, len(sequences) - 1), max_size=5))
    offsets = offsets_of(np.array([len(s) for s in sequences], np.int64))
    again = Targets.from_labels([sequences[place] for place in places], ["A", "B", "C"])
    selected = targets.select(offsets, places)
    assert np.array_equal(
        selected.allowed_by_set()[selected.label_sets], again.allowed_by_set()[again.label_sets]
    )


def test_a_set_of_all_labels_says_nothing():
    targets = Targets.from_labels([[{"A", "B"}]], ["A", "B"])
    assert targets.label_sets.tolist() == [2]
    assert targets.sets.shape == (0, 2)


@pytest.mark.parametrize("target", ["Z", {"A", "Z"}, frozenset({"Z"})])
def test_an_unknown_label_is_named(target):
    with pytest.raises(
        UnknownLabelError, match="The label 'Z' is not one of the labels of this model: A, B"
    ):
        Targets.from_labels([["A", target]], ["A", "B"])


def test_an_empty_set_is_refused():
    with pytest.raises(DataError, match="is empty; say None for an unknown one"):
        Targets.from_labels([[set()]], ["A", "B"])


def test_nothing_is_something():
    targets = Targets.from_labels([], ["A"])
    assert targets.n_tokens == 0
    assert targets.known
    table = ColumnTable.from_sentences([])
    assert (table.n_sentences, table.n_tokens, table.n_columns) == (0, 0, 1)
    assert table.select([]).n_sentences == 0


def test_sentences_and_tokens_of_tables_may_be_any_iterables_and_nothing_else():
    found = ColumnTable.from_sentences((token for token in one) for one in [[["a"], ["b"]]])
    assert (found.n_tokens, found.columns[0].values) == (2, ["a", "b"])
    for wrong in (None, [None], [[["a"]], 7]):
        with pytest.raises(DataError, match="Sentences are a list of lists of tokens; found"):
            ColumnTable.from_sentences(wrong)
    with pytest.raises(DataError, match="tokens that are sequences of fields; found 1"):
        ColumnTable.from_sentences([[1]])


def test_a_fault_that_is_not_found_again_has_no_place():
    """A caller's iterable may give other targets the second time."""
    reader = dataset._TargetReader(["a"])
    assert reader.place_of_fault([["a", None]]) == "Some sentence"
    assert reader.place_of_fault([["a"], ["a", "b"]]) == "Sentence 2, token 2"

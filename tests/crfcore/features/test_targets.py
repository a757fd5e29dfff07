import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import DataError, UnknownLabelError
from crfcore.features.column_table import ColumnTable
from crfcore.features.segments import offsets_of
from crfcore.features.targets import Targets, _TargetReader


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


def test_a_set_of_all_labels_has_no_effect():
    targets = Targets.from_labels([[{"A", "B"}]], ["A", "B"])
    assert targets.label_sets.tolist() == [2]
    assert targets.sets.shape == (0, 2)


@pytest.mark.parametrize("target", ["Z", {"A", "Z"}, frozenset({"Z"})])
def test_an_unknown_label_is_named(target):
    with pytest.raises(
        UnknownLabelError, match="The label 'Z' is not one of the labels of this model: A, B"
    ):
        Targets.from_labels([["A", target]], ["A", "B"])


def test_an_empty_set_is_rejected():
    with pytest.raises(DataError, match="is empty; say None for an unknown one"):
        Targets.from_labels([[set()]], ["A", "B"])


def test_nothing_is_something():
    targets = Targets.from_labels([], ["A"])
    assert targets.n_tokens == 0
    assert targets.known
    table = ColumnTable.from_sentences([])
    assert (table.n_sentences, table.n_tokens, table.n_columns) == (0, 0, 1)
    assert table.select([]).n_sentences == 0


def test_a_fault_that_is_not_found_again_has_no_place():
    """A caller's iterable may give other targets the second time."""
    reader = _TargetReader(["a"])
    assert reader.position_of_error([["a", None]]) == "Some sentence"
    assert reader.position_of_error([["a"], ["a", "b"]]) == "Sentence 2, token 2"

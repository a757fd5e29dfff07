import numpy as np
import pytest

from crfcore.errors import DataError, NotFittedError
from crfcore.features.matrix import Matrix
from crfcore.features.matrix_extraction import MatrixExtractor

ROWS = np.array([[0.0, 1.0, 0.0, 2.0], [0.0, 3.0, 0.0, 0.0], [4.0, 5.0, 0.0, 0.0]])


def matrix(rows=ROWS, **options):
    return Matrix(rows, lengths=[1, len(rows) - 1], **options)


def test_columns_with_entries_get_ids_frequent_ones_first():
    extractor = MatrixExtractor()
    dataset = extractor.fit(matrix())
    assert extractor.attribute_names() == ["x[1]", "x[0]", "x[3]"]
    assert dataset.indptr.tolist() == [0, 2, 3, 5]
    assert dataset.attributes.tolist() == [0, 2, 0, 1, 0]
    assert dataset.values.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert (extractor.n_attributes, extractor.n_edge_attributes) == (3, 0)
    assert extractor.edge_attribute_names() == []
    assert extractor.has_transitions
    assert len(extractor.key_attributes()) == 0


def test_columns_without_an_id_are_left_out():
    extractor = MatrixExtractor(min_count=2)
    assert extractor.fit(matrix()).attributes.tolist() == [0, 0, 0]
    assert extractor.attribute_names() == ["x[1]"]
    assert extractor.transform(matrix()).indptr.tolist() == [0, 1, 2, 3]


def test_ones_need_no_values():
    assert not MatrixExtractor().fit([np.eye(2)]).has_values


def test_fewer_columns():
    for names in (None, ["a", "b", "c", "d"]):
        extractor = MatrixExtractor()
        extractor.fit(matrix(names=names))
        smaller = extractor.compact(np.array([True, False, True]))
        assert smaller.attribute_names() == (["x[1]", "x[3]"] if names is None else ["b", "d"])
        assert smaller.transform(matrix(names=names)).attributes.tolist() == [0, 1, 0, 0]


def test_a_state_is_the_extractor():
    for names in (None, ["a", "b", "c", "d"]):
        extractor = MatrixExtractor()
        dataset = extractor.fit(matrix(names=names))
        again = MatrixExtractor.from_state(*extractor.state())
        assert again.attribute_names() == extractor.attribute_names()
        np.testing.assert_array_equal(again.transform(matrix()).values, dataset.values)


def test_ids_are_carried_over_by_name():
    here, there = MatrixExtractor(), MatrixExtractor()
    here.fit(matrix(names=["a", "b", "c", "d"]))
    there.fit(matrix(names=["b", "d", "e", "f"]))
    ids, edges = here.ids_in(there)
    assert [here.attribute_names()[i] for i in range(3)] == ["b", "a", "d"]
    assert [there.attribute_names()[i] for i in ids[[0, 2]]] == ["b", "d"]
    assert (ids[1], len(edges)) == (-1, 0)


def test_other_columns_than_those_learned_are_rejected():
    extractor = MatrixExtractor()
    extractor.fit(matrix(names=["a", "b", "c", "d"]))
    with pytest.raises(DataError, match="has 3 columns, and this model has learned from 4"):
        extractor.transform(matrix(ROWS[:, :3]))
    with pytest.raises(DataError, match="Column 1 of the matrix is called 'x', and 'b'"):
        extractor.transform(matrix(names=["a", "x", "c", "d"]))
    with pytest.raises(DataError, match=r"needs the lengths of its sentences"):
        extractor.transform(ROWS)


def test_an_unfitted_extractor_raises():
    for ask in (lambda e: e.transform(matrix()), lambda e: e.state()):
        with pytest.raises(NotFittedError):
            ask(MatrixExtractor())


@pytest.mark.parametrize(
    ("header", "arrays"),
    [
        ({}, {"columns": np.array([0, 0, 1], np.int32)}),
        ({}, {"columns": np.array([0, 1, 4], np.int32)}),
        ({}, {"columns": np.array([0, 1, -1], np.int32)}),
        ({}, {"columns": np.zeros((0, 2), np.int32)}),
        ({"n_columns": -1}, {"columns": np.zeros(0, np.int32)}),
        ({}, {"columns": np.zeros(1, np.int32)}),
    ],
)
def test_a_state_that_does_not_fit_is_rejected(header, arrays):
    extractor = MatrixExtractor()
    extractor.fit(matrix(names=["a", "b", "c", "d"]))
    good_header, good_arrays = extractor.state()
    with pytest.raises(ValueError, match="its columns"):
        MatrixExtractor.from_state({**good_header, **header}, {**good_arrays, **arrays})

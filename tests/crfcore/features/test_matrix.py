from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from crfcore.errors import DataError
from crfcore.features.matrix import Matrix, is_list_of_matrices, is_matrix

small = arrays(
    np.float64,
    st.tuples(st.integers(0, 5), st.integers(0, 4)),
    elements=st.sampled_from([0.0, 1.0, -2.5, 3.0]),
)


def dense(matrix: Matrix) -> np.ndarray:
    shape = (matrix.n_tokens, matrix.n_columns)
    return scipy.sparse.csr_array(
        (matrix.values, matrix.columns, matrix.indptr), shape=shape
    ).toarray()


@given(small)
def test_dense_and_sparse_are_the_same(rows):
    lengths = [len(rows)]
    for given_rows in (
        rows,
        rows.astype(np.float32),
        np.asfortranarray(rows),
        scipy.sparse.csr_matrix(rows),
        scipy.sparse.coo_array(rows),
        scipy.sparse.csc_array(rows),
    ):
        matrix = Matrix(given_rows, lengths=lengths)
        np.testing.assert_array_equal(dense(matrix), rows)
        assert np.all(matrix.values != 0.0)
        assert matrix.offsets.tolist() == [0, len(rows)]
        assert (matrix.columns.dtype, matrix.values.dtype) == (np.int32, np.float64)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_one_matrix_a_sentence_is_one_matrix_with_lengths(lengths):
    rows = np.arange(sum(lengths) * 2.0).reshape(-1, 2)
    offsets = np.cumsum([0, *lengths])
    parts = [rows[a:b] for a, b in pairwise(offsets)]
    parts[0] = scipy.sparse.csr_array(parts[0])
    for matrix in (Matrix(parts), Matrix(rows, offsets=offsets), Matrix(rows, lengths=lengths)):
        np.testing.assert_array_equal(dense(matrix), rows)
        assert matrix.offsets.tolist() == offsets.tolist()


def test_what_was_given_is_not_changed_and_may_be_read_only():
    sparse = scipy.sparse.csr_array(np.array([[0.0, 2.0], [3.0, 0.0]]))
    sparse.data[0] = 0.0
    for array in (sparse.data, sparse.indices, sparse.indptr):
        array.setflags(write=False)
    matrix = Matrix(sparse, lengths=[2])
    assert (matrix.columns.tolist(), matrix.values.tolist()) == ([0], [3.0])
    assert len(sparse.data) == 2
    assert matrix.columns.flags.writeable


def test_booleans_and_whole_numbers_are_numbers():
    assert Matrix(np.array([[True, False]]), lengths=[1]).values.tolist() == [1.0]
    assert Matrix(np.array([[7, 0]], np.uint8), lengths=[1]).values.tolist() == [7.0]


def test_names_of_columns():
    assert Matrix(np.eye(2), lengths=[2]).name_of(1) == "x[1]"
    assert Matrix(np.eye(2), lengths=[2], prefix="vector").name_of(1) == "vector[1]"
    assert Matrix(np.eye(2), lengths=[2], names=["a", "b"]).name_of(1) == "b"


@pytest.mark.parametrize(
    ("thing", "is_one", "is_list"),
    [
        (np.eye(2), True, False),
        (scipy.sparse.eye_array(2), True, False),
        ([np.eye(2)], False, True),
        (np.zeros(2), False, False),
        ([], False, False),
        ("ab", False, False),
    ],
)
def test_what_is_a_matrix(thing, is_one, is_list):
    assert is_matrix(thing) == is_one
    assert is_list_of_matrices(thing) == is_list


def broken_sparse(part, value):
    sparse = scipy.sparse.csr_array(np.eye(3))
    getattr(sparse, part)[1] = value
    return sparse


@pytest.mark.parametrize(
    ("rows", "options", "words"),
    [
        (np.eye(3), {"lengths": [1, 1]}, "have 2 tokens together, and the matrix has 3 rows"),
        (np.eye(3), {"lengths": [4, -1]}, "length of a sentence cannot be -1"),
        (np.eye(3), {"lengths": [1.5, 1.5]}, "lengths of sentences are whole numbers"),
        (np.eye(3), {"lengths": [[3], [1, 2]]}, "lengths of sentences are whole numbers"),
        (np.eye(3), {"offsets": [0, 2, 1, 3]}, "begin with 0 and never fall.*found 0, 2, 1, 3"),
        (np.eye(3), {"offsets": []}, "found nothing"),
        (np.eye(3), {"offsets": [1, 2, 3, 4, 5, 6, 7]}, "1, 2, 3, 4, 5, 6 …"),
        (np.eye(3), {"offsets": [0, 3], "lengths": [3]}, "not both"),
        ([np.eye(3)], {"lengths": [3]}, "says itself where sentences end"),
        ([np.eye(3), np.eye(2)], {}, "sentence 2 has 2 columns and that of sentence 1 has 3"),
        ([np.eye(3), "a"], {}, "Sentence 2 is str"),
        ([], {}, "list of matrices is empty"),
        (np.zeros(3), {}, r"found an array of the shape \(3,\)"),
        ("abc", {}, "found str"),
        (np.array([["a"]]), {"lengths": [1]}, "this one holds <U1"),
        (np.array([[1j]]), {"lengths": [1]}, "this one holds complex128"),
        (np.array([[0, 1], [0, np.nan]]), {"lengths": [2]}, "row 1, column 1 .* is nan"),
        ([np.eye(2), np.array([[np.inf, 0]])], {}, "in matrix 2, row 0, column 0 .* is inf"),
        (
            scipy.sparse.csr_array(np.array([[0, 1], [0, -np.inf]])),
            {"lengths": [2]},
            "row 1, column 1 .* is -inf",
        ),
        (broken_sparse("indices", 5), {"lengths": [3]}, "3 columns and an entry in column 5"),
        (broken_sparse("indices", -1), {"lengths": [3]}, "an entry in column -1"),
        (broken_sparse("indptr", 3), {"lengths": [3]}, "row pointers"),
        (np.eye(2), {"lengths": [2], "names": ["a"]}, "2 columns and 1 name;"),
        (np.eye(2), {"lengths": [2], "names": ["a", "a"]}, "are called 'a'"),
        (np.eye(2), {"lengths": [2], "names": ["a", 1]}, "must be a string; found 1"),
        (scipy.sparse.csr_array((1, 2**31)), {"lengths": [1]}, "2,147,483,647 are possible"),
    ],
)
def test_what_does_not_fit_is_reported(rows, options, words):
    with pytest.raises(DataError, match=words):
        Matrix(rows, **options)

"""Sums of chosen rows, in vectors, in the given order."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.registry import CPUDispatcher

from crfcore.inference import row_vectors
from crfcore.inference.row_kernels import add_rows, add_to_rows

NUMBERS = np.array([3, 1, 1, 8, 0, 2], dtype=np.int32)
STARTS = np.array([0, 1, 5, 5, 6])
"""Position 1 has the rows 1, 1, 8, 0; position 2 has none."""


@pytest.mark.parametrize("precision", [np.float32, np.float64])
@pytest.mark.parametrize("width", [8, 16, 24, 32, 40, 72])
def test_rows_are_added(precision, width):
    rng = np.random.default_rng(width)
    matrix = rng.normal(size=(9, width)).astype(precision)
    sums = rng.normal(size=(3, width)).astype(precision)
    expected = sums.copy()
    for number in NUMBERS[1:5]:
        expected[0] += matrix[number]
    expected[2] += matrix[2]
    add_rows(matrix, NUMBERS, STARTS, 1, 4, sums)
    np.testing.assert_array_equal(sums, expected)


@pytest.mark.parametrize("precision", [np.float32, np.float64])
@pytest.mark.parametrize("width", [8, 16, 24, 32, 40, 72])
def test_rows_are_added_to_rows(precision, width):
    rng = np.random.default_rng(width)
    matrix = rng.normal(size=(9, width)).astype(precision)
    amounts = rng.normal(size=(3, width)).astype(precision)
    expected = matrix.copy()
    for number in NUMBERS[1:5]:
        expected[number] += amounts[0]
    expected[2] += amounts[2]
    add_to_rows(matrix, NUMBERS, STARTS, 1, 4, amounts)
    np.testing.assert_array_equal(matrix, expected)


@pytest.mark.parametrize("n_vectors", [1, 3])
def test_the_interpreter_does_the_same(n_vectors):
    rng = np.random.default_rng(n_vectors)
    matrix = rng.normal(size=(4, 32))
    numbers = np.array([2, 2, 0], dtype=np.int32)
    row = np.zeros((1, 32))
    row_vectors.interpreted_gather(n_vectors)(matrix, numbers, 0, 3, 8, row, 0)
    columns = slice(8, 8 + 8 * n_vectors)
    np.testing.assert_allclose(row[0, columns], 2 * matrix[2, columns] + matrix[0, columns])
    assert np.count_nonzero(row) == 8 * n_vectors
    before = matrix.copy()
    row_vectors.interpreted_scatter(n_vectors)(matrix, numbers, 0, 3, 8, row, 0)
    np.testing.assert_allclose(matrix[2] - before[2], 2 * row[0], atol=1e-12)
    np.testing.assert_array_equal(matrix[1], before[1])


def called(function):
    """Return the function behind a compiled call; interpreted kernels cannot call it."""

    def call(matrix, numbers, row):
        function(matrix, numbers, 0, 3, 8, row, 1)

    # Also where kernels are interpreted, the compiler has to understand these.
    return CPUDispatcher(call, targetoptions={"nopython": True})


@pytest.mark.parametrize("n_vectors", [1, 3])
@pytest.mark.parametrize("precision", [np.float32, np.float64])
@pytest.mark.parametrize("name", ["gather", "scatter"])
def test_compiled_and_interpreted_sums_agree(n_vectors, precision, name):
    emit = getattr(row_vectors, f"emit_{name}")
    interpreted = getattr(row_vectors, f"interpreted_{name}")(n_vectors)
    rng = np.random.default_rng(1)
    numbers = np.array([2, 2, 0], dtype=np.int32)
    matrix = rng.normal(size=(4, 40)).astype(precision)
    row = rng.normal(size=(2, 40)).astype(precision)
    expected_matrix, expected_row = matrix.copy(), row.copy()
    interpreted(expected_matrix, numbers, 0, 3, 8, expected_row, 1)
    called(row_vectors.compiled(emit, n_vectors))(matrix, numbers, row)
    np.testing.assert_allclose(matrix, expected_matrix, rtol=1e-5)
    np.testing.assert_allclose(row, expected_row, rtol=1e-5)

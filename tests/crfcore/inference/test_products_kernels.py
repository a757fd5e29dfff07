"""Products of parts of matrices, of every size, against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba.core import config

from crfcore.inference.batched import EVERYWHERE, blocks_of
from crfcore.inference.products_kernels import (
    ROWS_OF_BLOCK,
    multiply,
    multiply_by_blocks,
    multiply_tall_transposed,
    multiply_transposed,
)
from crfcore.inference.tiles import SHAPE

PRECISIONS = pytest.mark.parametrize("dtype", [np.float64, np.float32])


@PRECISIONS
@settings(max_examples=80)
@given(
    seed=st.integers(0, 99),
    n_rows=st.integers(0, 20),
    n_inner=st.integers(0, 20),
    width=st.integers(1, 70),
)
def test_products_equal_numpys(dtype, seed, n_rows, n_inner, width):
    rng = np.random.default_rng(seed)
    left = rng.normal(size=(n_rows + 3, n_inner + 1)).astype(dtype)
    right = rng.normal(size=(n_inner + 2, width + 1)).astype(dtype)
    product = np.full((n_rows + 2, width + 3), 7.0, dtype)
    multiply(left, 2, n_rows, right, n_inner, width, product, 1)
    expected = np.full_like(product, 7.0)
    part = left[2 : 2 + n_rows, :n_inner].astype(np.float64)
    expected[1 : 1 + n_rows, :width] = part @ right[:n_inner, :width]
    np.testing.assert_allclose(product, expected, rtol=1e-4, atol=1e-5)


@PRECISIONS
@settings(max_examples=80)
@given(
    seed=st.integers(0, 99),
    n_rows=st.integers(0, 20),
    n_inner=st.integers(0, 20),
    width=st.integers(1, 70),
)
def test_transposed_products_equal_numpys(dtype, seed, n_rows, n_inner, width):
    rng = np.random.default_rng(seed)
    left = rng.normal(size=(n_inner + 2, n_rows + 1)).astype(dtype)
    right = rng.normal(size=(n_inner + 3, width)).astype(dtype)
    product = np.full((n_rows + 1, width), 7.0, dtype)
    multiply_transposed(left, 2, right, 1, n_inner, n_rows, width, product)
    expected = np.full_like(product, 7.0)
    part = left[2 : 2 + n_inner, :n_rows].astype(np.float64)
    expected[:n_rows] = part.T @ right[1 : 1 + n_inner]
    np.testing.assert_allclose(product, expected, rtol=1e-4, atol=1e-5)


@PRECISIONS
@pytest.mark.parametrize("n_inner", [0, 1, ROWS_OF_BLOCK, ROWS_OF_BLOCK + 1, 2 * ROWS_OF_BLOCK + 3])
def test_tall_products_equal_numpys(dtype, n_inner):
    rng = np.random.default_rng(n_inner)
    left = rng.normal(size=(n_inner + 2, 7)).astype(dtype)
    right = rng.normal(size=(n_inner + 1, 16)).astype(dtype)
    part, product = np.full((2, 6, 16), 7.0, dtype)
    multiply_tall_transposed(left, 2, right, 1, n_inner, 6, 16, part, product)
    expected = left[2:, :6].astype(np.float64).T @ right[1:]
    np.testing.assert_allclose(product, expected, rtol=1e-4, atol=1e-3)


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="interpreted, numpy orders the sums")
@PRECISIONS
@pytest.mark.parametrize("width", [24, 40, 100])
def test_a_row_has_the_same_bits_whatever_stands_beside_it(dtype, width):
    rng = np.random.default_rng(1)
    left, right = rng.normal(size=(19, 50)).astype(dtype), rng.normal(size=(50, width))
    right = right.astype(dtype)
    together, alone = np.empty((2, 19, width), dtype)
    multiply(left, 0, 19, right, 50, width, together, 0)
    for row in range(19):
        multiply(left, row, 1, right, 50, width, alone, row)
    np.testing.assert_array_equal(together, alone)


@PRECISIONS
@settings(max_examples=40)
@given(seed=st.integers(0, 99), n_rows=st.integers(0, 20), extra=st.integers(0, 40))
def test_rows_of_zeros_can_be_left_out(dtype, seed, n_rows, extra):
    rng = np.random.default_rng(seed)
    block = SHAPE.n_columns(np.dtype(dtype).itemsize)
    width = block + extra
    left = rng.normal(size=(n_rows + 1, 20)).astype(dtype)
    right = rng.normal(size=(20, width)).astype(dtype)
    right[rng.random((20, width)) < 0.98] = 0.0
    blocks = blocks_of(right, block)
    if blocks is EVERYWHERE:
        return
    product = np.full((n_rows + 2, width), 7.0, dtype)
    multiply_by_blocks(left, 1, n_rows, right, *blocks, width, product, 1)
    np.testing.assert_allclose(product[1:-1], left[1:] @ right, rtol=1e-4, atol=1e-5)
    assert (product[[0, -1]] == 7.0).all()


def test_a_matrix_that_is_full_or_narrow_has_no_blocks_to_leave_out():
    assert blocks_of(np.ones((20, 40)), 16) is EVERYWHERE
    assert blocks_of(np.zeros((20, 8)), 16) is EVERYWHERE
    assert blocks_of(np.zeros((20, 40)), 16).starts.tolist() == [0, 0, 0, 0]

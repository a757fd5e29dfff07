"""Products of parts of matrices, of every size, beside numpy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba.core import config

from crfcore.inference.products_kernels import multiply, multiply_transposed

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

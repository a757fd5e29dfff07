"""The compiled tile and the interpreted one are the same product."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.registry import CPUDispatcher

from crfcore.inference.tiles import (
    Shape,
    compiled_tile,
    compiled_tile_of_chosen,
    interpreted_tile,
    interpreted_tile_of_chosen,
    shape_for,
)


@pytest.mark.parametrize(
    ("features", "shape"),
    [
        ({"avx512f": True, "avx": True}, Shape(8, 2, 64)),
        ({"avx512f": False, "avx": True}, Shape(6, 2, 32)),
        ({}, Shape(6, 2, 16)),
    ],
)
def test_sums_and_factors_fit_into_the_registers(features, shape):
    assert shape_for(features) == shape


@pytest.mark.parametrize("shape", [Shape(3, 2, 16), Shape(1, 1, 32)])
def test_compiled_and_interpreted_tiles_agree(shape):
    compiled = compiled_tile(shape)

    def call(left, right, out, transposed, n):
        compiled(left, 1, 2, right, 1, 3, out, 2, 1, transposed, n)

    # Also where kernels are interpreted, the compiler has to understand a tile.
    run = CPUDispatcher(call, targetoptions={"nopython": True})
    rng = np.random.default_rng(0)
    for dtype in (np.float64, np.float32):
        left, right = rng.random((2, 20, 20)).astype(dtype)
        for transposed in (0, 1):
            for n in (0, 1, 7):
                found, expected = np.zeros((2, 20, 20), dtype)
                run(left, right, found, transposed, n)
                interpreted_tile(shape)(left, 1, 2, right, 1, 3, expected, 2, 1, transposed, n)
                np.testing.assert_allclose(found, expected, rtol=1e-5)
                assert (n > 0) == bool(found.any())


@pytest.mark.parametrize("shape", [Shape(3, 2, 16), Shape(1, 1, 32)])
def test_tiles_of_chosen_terms_agree(shape):
    compiled = compiled_tile_of_chosen(shape)

    def call(left, right, out, chosen, n):
        compiled(left, 1, 2, right, 1, 3, out, 2, 1, chosen, 1, n)

    run = CPUDispatcher(call, targetoptions={"nopython": True})
    rng = np.random.default_rng(0)
    chosen = np.array([99, 0, 5, 6, 11])
    for dtype in (np.float64, np.float32):
        left, right = rng.random((2, 20, 20)).astype(dtype)
        for n in (0, 1, 4):
            found, expected = np.zeros((2, 20, 20), dtype)
            run(left, right, found, chosen, n)
            tile = interpreted_tile_of_chosen(shape)
            tile(left, 1, 2, right, 1, 3, expected, 2, 1, chosen, 1, n)
            np.testing.assert_allclose(found, expected, rtol=1e-5)
            assert (n > 0) == bool(found.any())

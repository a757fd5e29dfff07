"""Helpers on arrays."""

import numpy as np
import pytest

from crfcore.arrays import counts_before


@pytest.mark.parametrize("n", [0, 1, 2, 1000])
def test_counts_before(n):
    mask = np.random.default_rng(n).random(n) < 0.5
    counts = counts_before(mask)
    assert counts.dtype == np.int64
    assert counts.tolist() == [mask[:i].sum() for i in range(n + 1)]

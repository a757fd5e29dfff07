from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.errors import CrfError
from crfcore.model_selection import sentence_folds


@given(n=st.integers(2, 60), folds=st.integers(2, 8), seed=st.integers(0, 99))
def test_each_sentence_is_held_out_once(n, folds, seed):
    if folds > n:
        with pytest.raises(CrfError, match=f"folds={folds}"):
            sentence_folds(n, folds, seed)
        return
    parts = sentence_folds(n, folds, seed)
    np.testing.assert_array_equal(np.sort(np.concatenate(parts)), np.arange(n))
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1
    assert all(np.all(np.diff(part) > 0) for part in parts)
    for part, again in zip(parts, sentence_folds(n, folds, seed), strict=True):
        np.testing.assert_array_equal(part, again)


def test_one_fold_is_none():
    with pytest.raises(CrfError, match="at least 2"):
        sentence_folds(10, 1, 0)


@pytest.mark.parametrize(
    ("folds", "seed", "message"),
    [
        ("2", 0, "folds='2' is not possible"),
        (2.5, 0, "folds=2.5 is not possible"),
        (2, "x", "seed='x' is not possible"),
        (2, -1, "seed=-1 is not possible"),
        (2, None, "seed=None is not possible"),
    ],
)
def test_folds_and_seeds_are_whole_numbers(folds, seed, message):
    with pytest.raises(CrfError, match=message):
        sentence_folds(10, folds, seed)

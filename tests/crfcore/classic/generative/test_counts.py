"""Counts of labels, neighbours, borders and symbols, against a loop."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.classic.generative.counts import count

N_LABELS, N_SYMBOLS = 3, 4


def counted_slowly(symbols, labels, offsets, *, ends):
    steps = np.zeros((N_LABELS + 1, N_LABELS + 1))
    emissions = np.zeros((N_LABELS, N_SYMBOLS + 1))
    for start, stop in pairwise(offsets):
        before = N_LABELS
        for t in range(start, stop):
            known = labels[t] < N_LABELS
            if known:
                emissions[labels[t], symbols[t]] += 1
            if known and before is not None:
                steps[before, labels[t]] += 1
            before = labels[t] if known else None
        if ends and stop > start and before is not None:
            steps[before, N_LABELS] += 1
    return steps, emissions


@given(
    lengths=st.lists(st.integers(0, 4), min_size=1, max_size=6),
    seed=st.integers(0, 2**32 - 1),
    ends=st.booleans(),
)
def test_everything_confirmed_is_counted_once(lengths, seed, ends):
    rng = np.random.default_rng(seed)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    symbols = rng.integers(0, N_SYMBOLS + 1, size=offsets[-1]).astype(np.int32)
    labels = rng.integers(0, N_LABELS + 2, size=offsets[-1]).astype(np.int32)
    found = count(symbols, labels, offsets, N_SYMBOLS, N_LABELS, ends=ends)
    steps, emissions = counted_slowly(symbols, labels, offsets, ends=ends)
    np.testing.assert_array_equal(found.steps, steps)
    np.testing.assert_array_equal(found.emissions, emissions)


@pytest.mark.parametrize("ends", [True, False])
def test_a_corpus_without_tokens(ends):
    nothing = np.zeros(0, np.int32)
    found = count(nothing, nothing, np.zeros(2, np.int64), N_SYMBOLS, N_LABELS, ends=ends)
    assert not found.steps.any()
    assert not found.emissions.any()

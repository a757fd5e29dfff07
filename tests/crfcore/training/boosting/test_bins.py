"""Attributes as bins: every boundary separates what its threshold separates."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.features.dataset import Dataset
from crfcore.training.boosting.bins import MAX_BINS, bins_of
from crfcore.training.boosting.trees_kernels import mark_sides


def dataset_of(rows, n_attributes):
    """Return one sentence; rows are lists of (attribute, value)."""
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    entries = [entry for row in rows for entry in row]
    return Dataset(
        np.array([0, len(rows)]),
        indptr,
        np.array([a for a, _ in entries], np.int32),
        n_attributes,
        np.array([v for _, v in entries], np.float64),
    )


def value_of(row, attribute):
    return sum(value for a, value in row if a == attribute)


ENTRIES = st.tuples(st.integers(0, 2), st.sampled_from([-2.0, -1.0, 0.0, 0.25, 1.0, 3.0]))


@settings(max_examples=60)
@given(st.lists(st.lists(ENTRIES, max_size=4), min_size=1, max_size=12))
def test_boundaries_separate_what_thresholds_do(rows):
    bins = bins_of(dataset_of(rows, 3), 1)
    for attribute in range(3):
        values = [value_of(row, attribute) for row in rows]
        first, last = int(bins.starts[attribute]), int(bins.starts[attribute + 1])
        # With few values, each differing pair of neighbours has a boundary.
        assert last - first == len({*values, 0.0}) - 1
        for boundary in range(first, last):
            marks = np.zeros(len(rows), np.uint8)
            lacking = mark_sides(bins, attribute, boundary, 1, marks)
            above = [lacking != bool(mark) for mark in marks]
            assert above == [value > bins.thresholds[boundary] for value in values]


def test_many_values_become_quantiles_without_joining_signs():
    rng = np.random.default_rng(0)
    values = rng.normal(loc=1.0, size=5_000)
    bins = bins_of(dataset_of([[(0, value)] for value in values], 1), 1)
    assert MAX_BINS // 2 < len(bins.thresholds) <= MAX_BINS
    assert np.all(np.diff(bins.thresholds) >= 0.0)
    counts = np.bincount(bins.bins)
    assert counts.max() < 3 * 5_000 / MAX_BINS
    z = int(bins.zeros[0])
    assert bins.thresholds[z - 1] < 0.0 < bins.thresholds[z]
    assert np.all((values < 0.0) == (bins.bins < z))


def test_neighbouring_numbers_are_separated():
    """Their mean is one of the two."""
    low, high = 1.0, np.nextafter(1.0, 2.0)
    bins = bins_of(dataset_of([[(0, low)], [(0, high)]], 1), 1)
    assert bins.thresholds[1] == low
    huge = np.finfo(np.float64).max
    assert np.all(np.isfinite(bins_of(dataset_of([[(0, huge)], [(0, -huge)]], 1), 1).thresholds))


def test_rare_attributes_have_no_bins():
    rows = [[(0, 1.0), (1, 1.0)], [(0, 1.0)], [(0, 1.0), (2, 1.0)]]
    bins = bins_of(dataset_of(rows, 3), 2)
    assert np.diff(bins.starts).tolist() == [1, 0, 0]
    assert bins.indptr.tolist() == [0, 1, 2, 3]
    before = bins_of(dataset_of(rows, 3), 2, 4)
    assert np.diff(before.starts).tolist() == [1, 0, 0, 1, 1, 1, 1]
    assert before.first_before == 1

"""Scores of tokens under a trained model, with rows for all attributes, some, or none."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from crfcore.features.dataset import Dataset
from crfcore.training import linear_model
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.linear_model import LinearModel


@pytest.mark.parametrize("room", [0, 16, 10_000])
@pytest.mark.parametrize("least", [1, 3])
@pytest.mark.parametrize("valued", [False, True])
def test_scores_are_the_sums_of_weights_whatever_has_a_row(monkeypatch, room, least, valued):
    monkeypatch.setattr(linear_model, "ENTRIES_OF_ROWS", room)
    monkeypatch.setattr(linear_model, "MIN_WEIGHTS_OF_ROWS", least)
    rng = np.random.default_rng(0)
    seen = rng.random((7, 3)) < 0.6
    indptr = np.concatenate([[0], np.cumsum(seen.sum(axis=1))])
    index = FeatureIndex(
        3,
        indptr.astype(np.int64),
        np.nonzero(seen)[1].astype(np.int32),
        np.arange(9, dtype=np.int32),
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
    )
    weights = rng.normal(size=index.n_weights)
    dense = np.zeros((7, 3))
    dense[seen] = index.state_part(weights)
    attributes = rng.integers(0, 7, size=90).astype(np.int32)
    values = rng.normal(size=90) if valued else np.zeros(0)
    rows = np.array([0, 5, 5, 90])
    dataset = Dataset(np.array([0, 3]), rows, attributes, 7, values)
    factors = (values if valued else np.ones(90))[:, np.newaxis]
    expected = np.array([(factors * dense[attributes])[a:b].sum(axis=0) for a, b in pairwise(rows)])
    scores = LinearModel(index, weights).scores(dataset, 0, 3)
    np.testing.assert_allclose(scores, expected, atol=1e-12)
    np.testing.assert_allclose(
        LinearModel(index, weights).scores(dataset, 1, 3), expected[1:], atol=1e-12
    )


def test_a_training_starts_from_what_is_possible():
    index = FeatureIndex(
        2,
        np.array([0, 2], np.int64),
        np.array([0, 1], np.int32),
        np.arange(4, dtype=np.int32),
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
    )
    weights = np.array([1.5, -np.inf, -2.0, 0.5, -np.inf, 0.0])
    labels = np.array([0, 1], np.int32)
    start = LinearModel(index, weights).translated(
        index, np.zeros(1, np.int32), np.zeros(0, np.int32), labels
    )
    np.testing.assert_array_equal(start, [1.5, -2.0, -2.0, 0.5, -2.0, 0.0])

from __future__ import annotations

import numpy as np

from crfcore.features.targets import Targets
from crfcore.training.counted_weights import empirical_weights, fitted_scale
from crfcore.training.empirical_counts import count
from crfcore.training.feature_index import feature_index
from crfcore.training.objectives.objective import Objective
from tests.training_data import random_dataset


def test_weights_from_counts_start_below_zeros():
    rng = np.random.default_rng(0)
    lengths = rng.integers(2, 12, size=80)
    dataset, _ = random_dataset(rng, lengths, n_attributes=30, n_labels=4)
    # Labels that follow from the first attribute, so that there is something to learn.
    first = np.zeros(dataset.n_tokens, np.int64)
    has = np.diff(dataset.indptr) > 0
    first[has] = dataset.attributes[dataset.indptr[:-1][has]]
    targets = Targets((first % 4).astype(np.int32), np.zeros((0, 4), np.uint8), 4)
    index = feature_index(dataset, targets)
    counts = count(dataset, targets)
    start = empirical_weights(counts, index, len(dataset.attributes) / dataset.n_tokens)
    assert np.all(index.state_part(start) >= 0.0)
    with Objective(dataset, targets, index) as objective:
        gradient = np.empty_like(start)
        at_zero = objective(np.zeros_like(start), gradient)
        scale = fitted_scale(objective, start)
        assert objective(scale * start, gradient) < at_zero
        assert objective(scale * start, gradient) <= objective(start, gradient)


def test_a_start_that_fits_keeps_its_scale():
    def function(weights, gradient):
        gradient[:] = 2 * (weights - 1.0)
        return float(np.sum((weights - 1.0) ** 2))

    assert fitted_scale(function, np.ones(3)) == 1.0

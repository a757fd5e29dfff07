from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.training.fitting import FeatureChoice
from crfcore.training.online_fitting import OnlineSettings, fit_online
from tests.crfcore.training.test_online_fitting import feature_vector
from tests.fitted_models import ITEMS, TAGS
from tests.training_data import random_dataset


def test_a_pass_adds_the_mean_of_what_its_mistakes_ask_for():
    dataset, targets = random_dataset(np.random.default_rng(4), [3, 2, 4])
    chosen = OnlineSettings("batch-perceptron", max_iterations=1)
    model, record, state = fit_online(dataset, targets, FeatureChoice(), chosen)
    asked = []
    for start, stop in [(0, 3), (3, 5), (5, 9)]:
        truth = targets.label_sets[start:stop]
        # At zeros the best labelling is that of the first label.
        if truth.any():
            right = feature_vector(dataset, model.index, start, truth)
            asked.append(right - feature_vector(dataset, model.index, start, np.zeros_like(truth)))
    np.testing.assert_allclose(model.weights, np.mean(asked, axis=0), atol=1e-6)
    assert record.algorithm == "batch-perceptron"
    assert state.n_steps == 3


def test_it_learns_separable_data_whatever_the_order_of_the_sentences():
    models = [
        LinearChainCRF("batch-perceptron", max_iterations=80, seed=seed).fit(ITEMS, TAGS)
        for seed in (0, 1)
    ]
    assert models[0].training_.history[-1][1] == 0.0
    assert models[0].predict(ITEMS) == [list(tags) for tags in TAGS]
    assert models[0].state_features_ == pytest.approx(models[1].state_features_, abs=1e-5)


def test_it_goes_on_with_a_model():
    crf = LinearChainCRF("batch-perceptron", max_iterations=2).fit(ITEMS, TAGS)
    longer = LinearChainCRF("batch-perceptron", max_iterations=4).fit(ITEMS, TAGS)
    crf.partial_fit(ITEMS, TAGS, passes=2)
    assert crf.state_features_ == pytest.approx(longer.state_features_, abs=1e-6)

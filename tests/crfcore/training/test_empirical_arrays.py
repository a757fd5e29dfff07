from __future__ import annotations

import numpy as np
import pytest

from crfcore.training.count_table import CountTable
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.empirical_arrays import empirical_arrays
from crfcore.training.empirical_counts import count
from crfcore.training.model_arrays import kind_of, model_from_arrays
from tests.training_data import random_dataset


def counted(seed=1):
    rng = np.random.default_rng(seed)
    dataset, targets = random_dataset(rng, [5, 3, 6], n_attributes=6)
    is_key = np.array([1, 1, 1, 0, 0, 0], np.uint8)
    return dataset, targets, is_key


def test_a_model_is_what_it_was():
    dataset, targets, is_key = counted()
    counts = count(dataset, targets, is_key=is_key).added(dataset, targets.label_sets, is_key)
    model = EmpiricalModel(counts, is_key, 0.7, 0.01)
    arrays = empirical_arrays(model)
    again = model_from_arrays(kind_of(model), arrays, 3, 6, 0)
    tokens = (dataset, 0, dataset.n_tokens)
    np.testing.assert_array_equal(again.scores(*tokens), model.scores(*tokens))
    np.testing.assert_array_equal(again.transitions(*tokens), model.transitions(*tokens))
    assert again.n_features == model.n_features


def test_files_from_before_there_were_counts_still_open():
    """They held probabilities and rates."""
    dataset, targets, is_key = counted()
    counts = count(dataset, targets)
    model = EmpiricalModel(counts, is_key, 0.5)
    indptr, labels, logarithms = model.log_probabilities()
    arrays = {
        "state_indptr": indptr,
        "state_labels": labels,
        "probabilities": np.exp(logarithms),
        "prior": counts.prior(),
        "rates": model.rates,
        "is_key": is_key,
        "exponent": np.array([0.5]),
    }
    again = model_from_arrays("empirical", arrays, 3, 6, 0)
    tokens = (dataset, 0, dataset.n_tokens)
    np.testing.assert_allclose(again.scores(*tokens), model.scores(*tokens), rtol=1e-12)
    np.testing.assert_allclose(again.rates, model.rates, rtol=1e-12)
    assert isinstance(again.counts.states, CountTable)


@pytest.mark.parametrize("name", ["state_counts", "label_counts", "neighbour_counts"])
@pytest.mark.parametrize("value", [1e-300, 1e300])
def test_counts_are_such_that_rates_are_finite(name, value):
    dataset, targets, is_key = counted()
    arrays = empirical_arrays(EmpiricalModel(count(dataset, targets), is_key))
    arrays[name] = arrays[name].copy()
    arrays[name].flat[np.flatnonzero(arrays[name])[0]] = value
    with pytest.raises(ValueError, match=f"{name} holds something"):
        model_from_arrays("counted", arrays, 3, 6, 0)


def test_neighbours_that_were_never_seen_are_rejected():
    dataset, targets, is_key = counted()
    arrays = empirical_arrays(EmpiricalModel(count(dataset, targets), is_key))
    arrays["label_counts"] = arrays["label_counts"].copy()
    arrays["label_counts"][arrays["neighbour_counts"].any(axis=0).argmax()] = 0.0
    with pytest.raises(ValueError, match="labels that label_counts has never seen"):
        model_from_arrays("counted", arrays, 3, 6, 0)

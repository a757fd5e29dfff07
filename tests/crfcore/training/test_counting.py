from __future__ import annotations

import numpy as np
import pytest

from crfcore.training.counting import Counting, fit_by_counting, tuned_exponent
from crfcore.training.empirical_arrays import empirical_arrays, empirical_from_arrays
from tests.training_data import random_dataset


def trained(**settings):
    rng = np.random.default_rng(4)
    dataset, targets = random_dataset(rng, [5, 3, 6], n_attributes=6)
    is_key = np.array([1, 1, 1, 0, 0, 0], np.uint8)
    return fit_by_counting(dataset, targets, is_key, Counting(**settings)), dataset


def test_the_record_says_that_it_was_counted():
    (model, record), dataset = trained(unseen_rate=0.5, exponent=2.0)
    assert (model.unseen_rate, model.exponent, model.edges) == (0.5, 2.0, "labels")
    assert (record.algorithm, record.reason, record.objective) == ("empirical", "counted", None)
    assert (record.evaluations, record.n_tokens) == (0, dataset.n_tokens)
    assert record.n_features == model.n_features == len(model.log_probabilities()[1]) + 9
    words, _ = trained(edges="words")
    assert words[0].edges == "words"
    assert words[1].n_features > record.n_features


@pytest.mark.parametrize("best", [0.08, 0.55, 1.0, 1.1, 3.6])
def test_the_exponent_is_the_one_that_is_judged_best(best):
    (model, _), _ = trained()
    tried = []

    def judge(one):
        tried.append(one.exponent)
        return -abs(np.log(one.exponent / best))

    assert tuned_exponent(model, judge) == pytest.approx(best, rel=0.1)
    assert len(tried) == len(set(tried)) <= 13
    assert tuned_exponent(model, lambda _: 0.5) == 1.0


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("state_counts", np.array([1.0]), "shape"),
        ("state_counts", -1.0, "a number from 0 on"),
        ("state_counts", 0.0, "holds zeros"),
        ("pair_counts", 0.0, "holds zeros"),
        ("constants", np.nan, "a number from 0 on"),
        ("neighbour_counts", np.zeros(9), "shape"),
        ("is_key", np.zeros(6), "float64"),
        ("pair_codes", np.zeros(0, np.int64), "not rising"),
        ("pair_codes", 0, "not rising"),
        ("pair_members", 9, "outside 0 to 8"),
        ("unseen_labels", 3, "outside 0 to 2"),
        ("unseen_indptr", np.zeros(0, np.int64), "shape"),
        ("unseen_weights", np.inf, "finite"),
        ("unseen_weights", np.zeros(1), "shape"),
    ],
)
def test_arrays_that_do_not_fit_together_are_rejected(name, value, words):
    (model, _), _ = trained(edges="words", oov="exponential")
    arrays = empirical_arrays(model)
    empirical_from_arrays(arrays, 3, 6)
    arrays[name] = value if isinstance(value, np.ndarray) else np.full_like(arrays[name], value)
    with pytest.raises(ValueError, match=words):
        empirical_from_arrays(arrays, 3, 6)

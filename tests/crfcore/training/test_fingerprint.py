from __future__ import annotations

from dataclasses import replace

import numpy as np

from crfcore.training.feature_index import feature_index
from crfcore.training.fingerprint import fingerprint
from tests.training_data import random_dataset


def test_whatever_changes_the_problem_changes_its_name():
    rng = np.random.default_rng(0)
    dataset, targets = random_dataset(
        rng, [3, 0, 4], values=True, n_edge_attributes=3, openness=0.3
    )
    index = feature_index(dataset, targets)
    same = fingerprint(dataset, targets, index)
    assert same == fingerprint(dataset.select([0, 1, 2]), targets, index)
    assert len(same) == 64
    fewer = feature_index(dataset, targets, all_possible_transitions=False)
    others = {
        fingerprint(dataset.select([2, 1, 0]), targets, index),
        fingerprint(replace(dataset, values=-dataset.values), targets, index),
        fingerprint(dataset, replace(targets, label_sets=targets.label_sets[::-1]), index),
        fingerprint(dataset, targets, fewer),
        fingerprint(dataset, targets, index, np.ones(3)),
        fingerprint(dataset, targets, index, np.array([1.0, 1.0, 2.0])),
    }
    assert same not in others
    assert len(others) == 6

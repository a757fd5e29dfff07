"""Slow twins of methods on dual variables: every labelling of every sentence."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy.optimize import minimize

from crfcore.features.targets import Targets
from crfcore.training.feature_index import feature_index
from tests import brute_force
from tests.crfcore.training.test_online_fitting import feature_vector
from tests.training_data import random_dataset


class Labellings:
    """All labellings of one sentence: features, costs, and a distribution."""

    def __init__(self, dataset, targets, index, costs, i):
        start, stop = dataset.offsets[i], dataset.offsets[i + 1]
        known = targets.label_sets[start:stop]
        self.paths = list(brute_force.labellings(stop - start, index.n_labels))
        self.features = np.array(
            [feature_vector(dataset, index, start, path) for path in self.paths]
        )
        self.costs = np.array([sum(costs[list(known), list(path)]) for path in self.paths])
        self.right = self.paths.index(tuple(known.tolist()))
        self.shares = np.eye(len(self.paths))[self.right]

    @property
    def residual(self):
        return self.features[self.right] - self.shares @ self.features

    def raised(self, weights):
        return self.features @ weights + self.costs

    def loss(self, weights):
        raised = self.raised(weights)
        return raised.max() - raised[self.right]

    def gap(self, weights):
        raised = self.raised(weights)
        return raised.max() - self.shares @ raised


class Problem:
    """A small training set, with weights of all (attribute, label) pairs or of those seen."""

    def __init__(self, dataset, targets, costs, c2, **choice):
        self.dataset, self.targets, self.costs, self.c2 = dataset, targets, costs, c2
        self.index = feature_index(dataset, targets, **choice)
        self.sentences = [
            Labellings(dataset, targets, self.index, costs, i) for i in range(dataset.n_sentences)
        ]

    @classmethod
    def drawn(cls, rng, lengths, c2, *, n_labels=3, values=False, min_freq=0.0, costs=None):
        dataset, targets = random_dataset(
            rng, lengths, n_attributes=5, n_labels=n_labels, values=values
        )
        if costs is None:
            costs = rng.integers(0, 4, size=(n_labels, n_labels)) * (1.0 - np.eye(n_labels))
        return cls(dataset, targets, costs, c2, min_freq=min_freq)

    @property
    def weights(self):
        return sum(one.residual for one in self.sentences) / (2.0 * self.c2)

    @property
    def dual(self):
        expected = sum(one.shares @ one.costs for one in self.sentences)
        return expected - self.c2 * self.weights @ self.weights

    def primal(self, weights):
        losses = sum(one.loss(weights) for one in self.sentences)
        return losses + self.c2 * weights @ weights

    @cached_property
    def optimum(self):
        """The least P and its weights, by SciPy's sequential quadratic programming.

        A slack for each sentence is at least L + s of a labelling minus s of the known one.
        """
        n = self.index.n_weights
        rows, costs = [], []
        for i, one in enumerate(self.sentences):
            slack = np.tile(np.eye(len(self.sentences))[i], (len(one.paths), 1))
            rows.append(np.hstack([one.features[one.right] - one.features, slack]))
            costs.append(one.costs)
        matrix, least = np.concatenate(rows), np.concatenate(costs)

        def value(x):
            slope = np.concatenate([2.0 * self.c2 * x[:n], np.ones(len(x) - n)])
            return self.c2 * x[:n] @ x[:n] + x[n:].sum(), slope

        found = minimize(
            value,
            np.concatenate([np.zeros(n), [one.costs.max() for one in self.sentences]]),
            jac=True,
            constraints={
                "type": "ineq",
                "fun": lambda x: matrix @ x - least,
                "jac": lambda _: matrix,
            },
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 1000},
        )
        assert found.success
        return found.fun, found.x[:n]


def toy(c2=0.5, costs=None):
    """Return three sentences of three tokens with three labels."""
    rng = np.random.default_rng(3)
    dataset, _ = random_dataset(rng, [3, 3, 3], n_attributes=6, per_token=2)
    known = Targets(np.array([0, 1, 2, 1, 0, 0, 2, 1, 0], np.int32), np.zeros((0, 3), np.uint8), 3)
    return Problem(dataset, known, 1.0 - np.eye(3) if costs is None else costs, c2)

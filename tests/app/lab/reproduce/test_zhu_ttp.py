"""The test-time problem, which needs no corpus (002, sections 3.4.3 and 4.1 to 4.3)."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from app.lab.reproduce import zhu_ttp
from app.lab.reproduce.context import Context
from app.lab.reproduce.zhu_ttp import (
    FIVE,
    N_WEIGHTS,
    THREE_MORE,
    Likelihood,
    empirical_weights,
    other_weights,
)

BEST = -4 * np.log(0.8) - np.log(0.2)


def naive(instances, weights):
    """Return the negative log-likelihood by enumeration."""

    def score(words, labels):
        total = sum(weights[2 * "abcd".index(w) + y] for w, y in zip(words, labels, strict=True))
        for t in range(1, len(words)):
            pair = ("ab", "bc", "cd").index(words[t - 1 : t + 1])
            total += weights[8 + 4 * pair + 2 * labels[t - 1] + labels[t]]
        return total

    value = 0.0
    for words, labels in instances:
        scores = [score(words, other) for other in product((0, 1), repeat=len(words))]
        value += np.log(np.sum(np.exp(scores))) - score(words, labels)
    return value


@pytest.mark.parametrize("instances", [FIVE, FIVE + THREE_MORE])
def test_the_likelihood_is_that_of_enumeration_and_so_is_its_gradient(instances):
    weights = np.random.default_rng(3).normal(size=N_WEIGHTS)
    gradient = np.empty(N_WEIGHTS)
    assert Likelihood(instances)(weights, gradient) == pytest.approx(naive(instances, weights))
    for weight_index in range(N_WEIGHTS):
        step = np.zeros(N_WEIGHTS)
        step[weight_index] = 1e-6
        slope = (naive(instances, weights + step) - naive(instances, weights - step)) / 2e-6
        assert gradient[weight_index] == pytest.approx(slope, abs=1e-7)


@pytest.mark.parametrize("weights", [other_weights(), empirical_weights(FIVE)])
def test_both_estimates_are_maxima_of_the_likelihood(weights):
    gradient = np.empty(N_WEIGHTS)
    assert Likelihood(FIVE)(weights, gradient) == pytest.approx(BEST, abs=1e-9)
    np.testing.assert_allclose(gradient, 0.0, atol=1e-9)


def test_the_table():
    table = zhu_ttp.FiveInstancesTable()
    rows = {row.name: row for row in table.rows(Context())}
    for row in rows.values():
        if row.name.endswith("objective") and "three more" not in row.name:
            assert row.paper == 2.50202
            assert row.ours == pytest.approx(2.502012, abs=2e-6)
    for name, right in (
        ("L-BFGS from tp", 0.0),
        ("L-BFGS from the empirical estimate", 1.0),
        ("EP1", 1.0),
        ("EP2", 1.0),
    ):
        assert rows[f"{name}: [b, c] right"].ours == right
    assert 0.0 <= rows["L-BFGS from zeros: objective"].ours - BEST < 1e-6
    assert rows["three more instances, the empirical estimate: objective"].ours == pytest.approx(
        3.057, abs=1e-3
    )
    assert rows["three more instances, L-BFGS: objective"].ours == pytest.approx(2.502, abs=1e-3)
    assert len(table.remarks(list(rows.values()))) == 3

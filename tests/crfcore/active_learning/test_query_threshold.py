"""The threshold of queries of tokens follows the errors that the answers show."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.active_learning import QueryThreshold
from crfcore.active_learning.query_threshold import ERROR_RATE, LEAST, MOST


def answered(threshold, overconfidence, rounds=20, n_tokens=500):
    """Return the threshold after rounds of queries to a model that errs k·(1 − p) of the time."""
    rng = np.random.default_rng(0)
    for _ in range(rounds):
        p = rng.uniform(0.5, 1.0, n_tokens)
        queried = p[p < threshold.value]
        wrong = rng.random(len(queried)) < overconfidence * (1.0 - queried)
        threshold = threshold.after(queried, wrong)
    return threshold.value


def test_of_a_calibrated_model_tokens_at_the_threshold_err_at_the_wanted_rate():
    assert QueryThreshold().value == pytest.approx(1.0 - ERROR_RATE)
    assert answered(QueryThreshold(), 1.0) == pytest.approx(1.0 - ERROR_RATE, abs=0.01)


@pytest.mark.parametrize("overconfidence", [0.4, 0.7, 1.5, 2.0])
def test_the_threshold_meets_the_error_rate_of_other_models(overconfidence):
    found = answered(QueryThreshold(), overconfidence)
    assert overconfidence * (1.0 - found) == pytest.approx(ERROR_RATE, abs=0.015)


def test_recent_answers_count_more():
    late = QueryThreshold()
    for share in (0.0, 1.0, 1.0, 1.0):
        late = late.after(np.full(100, 0.5), np.arange(100) < 100 * share)
    early = QueryThreshold()
    for share in (1.0, 0.0, 1.0, 1.0):
        early = early.after(np.full(100, 0.5), np.arange(100) < 100 * share)
    assert late.value > early.value


def test_the_threshold_stays_in_its_range():
    all_wrong = QueryThreshold().after(np.full(10**6, 0.999), np.ones(10**6, bool))
    all_right = QueryThreshold().after(np.full(10**6, 0.1), np.zeros(10**6, bool))
    assert (all_right.value, all_wrong.value) == (LEAST, MOST)


def test_no_answers_change_nothing():
    threshold = QueryThreshold(3.0, 5.0)
    assert threshold.after(np.zeros(0), np.zeros(0, bool)) == threshold

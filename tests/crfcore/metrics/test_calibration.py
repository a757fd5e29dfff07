from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.metrics import brier_score, expected_calibration_error, reliability_curve


def slow_error(confidence, correct, n_bins):
    """Sort, deal into bins one by one, and sum what they differ by."""
    share = {}
    for sure in set(confidence):
        same = [right for other, right in zip(confidence, correct, strict=True) if other == sure]
        share[sure] = sum(same) / len(same)
    ordered = sorted(confidence)
    n_bins = min(n_bins, len(ordered))
    bins, start = [], 0
    for number in range(n_bins):
        size = len(ordered) // n_bins + (number < len(ordered) % n_bins)
        bins.append(ordered[start : start + size])
        start += size
    total = 0.0
    for one in bins:
        total += abs(sum(one) - sum(share[sure] for sure in one))
    return total / len(ordered) if ordered else 0.0


TOKENS = st.lists(
    st.tuples(st.sampled_from([0.0, 0.25, 0.5, 0.9, 1.0]) | st.floats(0, 1), st.booleans())
)


@given(tokens=TOKENS, n_bins=st.integers(1, 12))
def test_the_error_equals_the_slow_one(tokens, n_bins):
    confidence = [sure for sure, _ in tokens]
    correct = np.array([right for _, right in tokens], dtype=bool)
    found = expected_calibration_error(confidence, correct, n_bins)
    assert found == pytest.approx(slow_error(confidence, correct.tolist(), n_bins))
    curve = reliability_curve(confidence, correct, n_bins)
    assert curve.counts.sum() == len(tokens)
    assert np.all(np.diff(curve.confidence) >= -1e-12)
    assert len(curve.counts) == 0 or np.ptp(curve.counts) <= 1


@given(tokens=TOKENS.filter(len), seed=st.integers(0, 99))
def test_the_order_of_tokens_does_not_matter(tokens, seed):
    confidence = np.array([sure for sure, _ in tokens])
    correct = np.array([right for _, right in tokens])
    order = np.random.default_rng(seed).permutation(len(tokens))
    one = expected_calibration_error(confidence, correct)
    other = expected_calibration_error(confidence[order], correct[order])
    assert one == pytest.approx(other)


def test_a_known_case():
    confidence = [0.6, 0.6, 0.6, 0.6, 0.9, 0.9]
    correct = np.array([True, True, False, False, True, True])
    curve = reliability_curve(confidence, correct, 3)
    np.testing.assert_allclose(curve.confidence, [0.6, 0.6, 0.9])
    np.testing.assert_allclose(curve.accuracy, [0.5, 0.5, 1.0])
    assert curve.expected_calibration_error == pytest.approx(0.1)
    assert brier_score(confidence, correct) == pytest.approx((2 * 0.16 + 2 * 0.36 + 2 * 0.01) / 6)


def test_true_probabilities_have_a_small_error():
    rng = np.random.default_rng(0)
    confidence = rng.uniform(0.3, 1.0, 40_000)
    assert expected_calibration_error(confidence, rng.random(40_000) < confidence) < 0.01
    assert expected_calibration_error(confidence**0.5, rng.random(40_000) < confidence) > 0.1


def test_nothing_has_no_error():
    empty = np.zeros(0, bool)
    assert expected_calibration_error([], empty) == 0.0
    assert brier_score([], empty) == 0.0
    assert reliability_curve([], []).expected_calibration_error == 0.0


def test_single_precision_may_exceed_one_by_its_rounding():
    above = np.array([np.nextafter(np.float32(1.0), np.float32(2.0))])
    assert brier_score(above, np.array([True])) == 0.0


@pytest.mark.parametrize(
    ("confidence", "correct", "n_bins", "message"),
    [
        ([0.5], np.array([True, False]), 10, "as many"),
        ([[0.5]], np.array([[True]]), 10, "as many"),
        ([0.5], np.array([1]), 10, "booleans"),
        ([1.5], np.array([True]), 10, "between 0 and 1"),
        ([np.nan], np.array([True]), 10, "between 0 and 1"),
        ([0.5], np.array([True]), 0, "n_bins"),
    ],
)
def test_invalid_arguments_are_rejected(confidence, correct, n_bins, message):
    with pytest.raises(ValueError, match=message):
        reliability_curve(confidence, correct, n_bins)

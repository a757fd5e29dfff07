from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from crfcore.classic.optimisers.update_equations import Totals, change_for_one_total

counts = st.one_of(st.just(0.0), st.floats(1e-6, 1e5))


@settings(max_examples=200, deadline=None)
@given(
    observed=counts,
    expected=st.floats(1e-12, 1e5),
    weight=st.floats(-20.0, 20.0),
    total=st.floats(0.5, 500.0),
    penalty=st.sampled_from([0.0, 1e-9, 1e-3, 1.0, 100.0]),
)
def test_the_equation_of_one_total_is_solved(observed, expected, weight, total, penalty):
    change = float(
        change_for_one_total(
            np.array([observed]), np.array([expected]), np.array([weight]), total, penalty
        )[0]
    )
    if observed == 0.0 and penalty == 0.0:
        assert change == -10.0 / total
        return
    left = np.log(expected) + total * change
    right = observed - 2.0 * penalty * (weight + change)
    scale = max(observed, 2.0 * penalty * (abs(weight) + abs(change)), np.exp(min(left, 700.0)))
    assert np.exp(left) == pytest.approx(right, abs=1e-9 * scale)


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), penalty=st.sampled_from([0.0, 1e-6, 0.1, 1.0, 30.0]))
def test_the_equation_of_many_totals_is_solved(seed, penalty):
    rng = np.random.default_rng(seed)
    n_features = 6
    # The third feature never occurs.
    owners = np.array([0, 1, 3, 4, 5])
    sizes = rng.integers(1, 5, size=len(owners))
    features = np.repeat(owners, sizes)
    totals = np.concatenate(
        [np.sort(rng.choice(np.arange(1, 400), size, replace=False)) for size in sizes]
    ).astype(float)
    amounts = np.exp(rng.normal(scale=4.0, size=len(features)))
    amounts[rng.random(len(features)) < 0.1] = 0.0
    observed = np.exp(rng.normal(scale=4.0, size=n_features))
    weights = rng.normal(scale=3.0, size=n_features)
    equations = Totals(features, totals, n_features)
    expected = equations.expected(amounts)
    np.testing.assert_allclose(expected[2], 0.0)
    change = equations.change(observed, amounts, weights, penalty)
    assert change[2] == (-weights[2] if penalty else 0.0)
    for owner in owners:
        own = features == owner
        if expected[owner] == 0.0:
            continue

        def excess(delta, own=own, owner=owner):
            grown = np.exp(np.minimum(np.log(amounts[own] + 1e-300) + totals[own] * delta, 690.0))
            return float(grown.sum() - observed[owner] + 2.0 * penalty * (weights[owner] + delta))

        solution = brentq(excess, -200.0, 200.0, xtol=1e-14, rtol=1e-14, maxiter=1000)
        assert change[owner] == pytest.approx(solution, rel=1e-6, abs=1e-9)


def test_where_nothing_has_a_total_penalties_decide_alone():
    nothing = Totals(np.zeros(0, np.int64), np.zeros(0), 2)
    weights = np.array([1.0, -3.0])
    np.testing.assert_array_equal(nothing.change(np.zeros(2), np.zeros(0), weights, 1.0), -weights)

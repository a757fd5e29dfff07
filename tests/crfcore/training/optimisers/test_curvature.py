from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.training.optimisers.curvature import Curvature


def learned(rng, memory, n, n_pairs):
    """Return a curvature that has learned from a quadratic, and the pairs."""
    root = rng.normal(size=(n, n))
    hessian = root @ root.T + 0.1 * np.eye(n)
    curvature = Curvature(memory, n)
    pairs = []
    x, gradient = np.zeros(n), np.zeros(n)
    for _ in range(n_pairs):
        new_x = x + rng.normal(size=n)
        new_gradient = hessian @ new_x
        curvature.learn(new_x, x, new_gradient, gradient)
        pairs.append((new_x - x, new_gradient - gradient))
        x, gradient = new_x, new_gradient
    return curvature, pairs[-memory:]


def inverse_hessian(pairs, n):
    """Return the matrix of the BFGS formula, update by update (Nocedal and Wright, 7.16)."""
    step, change = pairs[-1]
    matrix = np.eye(n) * (step @ change) / (change @ change)
    for step, change in pairs:
        rho = 1.0 / (step @ change)
        left = np.eye(n) - rho * np.outer(step, change)
        matrix = left @ matrix @ left.T + rho * np.outer(step, step)
    return matrix


@given(seed=st.integers(0, 2**32 - 1), memory=st.integers(1, 5), n_pairs=st.integers(1, 8))
def test_the_direction_is_that_of_the_matrix(seed, memory, n_pairs):
    rng = np.random.default_rng(seed)
    curvature, pairs = learned(rng, memory, 6, n_pairs)
    gradient, direction = rng.normal(size=6), np.empty(6)
    slope = curvature.direction(gradient, direction)
    np.testing.assert_allclose(
        direction, -inverse_hessian(pairs, 6) @ gradient, rtol=1e-5, atol=1e-8
    )
    assert slope == pytest.approx(gradient @ direction)


@given(seed=st.integers(0, 2**32 - 1), n_pairs=st.integers(0, 6))
def test_among_some_variables_it_is_that_of_their_parts(seed, n_pairs):
    rng = np.random.default_rng(seed)
    curvature, pairs = learned(rng, 4, 8, n_pairs)
    # More variables and fewer: the arrays of the last call are used again.
    for share in (0.3, 0.8, 0.5):
        places = np.flatnonzero(rng.random(8) < share).astype(np.int64)
        gradient, direction = np.zeros(8), np.full(8, np.nan)
        gradient[places] = rng.normal(size=len(places))
        parts = [(step[places], change[places]) for step, change in pairs]
        parts = [(step, change) for step, change in parts if step @ change > 0.0]
        assert curvature.direction_among(places, gradient, direction) == bool(parts)
        expected = np.zeros(8)
        expected[places] = -gradient[places]
        if parts:
            expected[places] = inverse_hessian(parts, len(places)) @ expected[places]
        np.testing.assert_allclose(direction, expected, rtol=1e-5, atol=1e-8)


@given(seed=st.integers(0, 2**32 - 1), memory=st.integers(1, 5), n_pairs=st.integers(0, 8))
def test_what_was_restored_has_the_same_bits(seed, memory, n_pairs):
    rng = np.random.default_rng(seed)
    curvature, _ = learned(rng, memory, 5, n_pairs)
    again = Curvature(memory, 5)
    again.restore(*curvature.in_order())
    assert again.n_kept == curvature.n_kept == min(memory, n_pairs)
    gradient = rng.normal(size=5)
    one, other = np.empty(5), np.empty(5)
    assert curvature.direction(gradient, one) == again.direction(gradient, other)
    np.testing.assert_array_equal(one, other)


def test_a_step_along_which_the_function_curves_downwards_is_not_kept():
    curvature = Curvature(3, 2)
    curvature.learn(np.ones(2), np.zeros(2), -np.ones(2), np.zeros(2))
    assert curvature.n_kept == 0
    curvature.learn(np.ones(2), np.zeros(2), np.ones(2), np.zeros(2))
    assert curvature.n_kept == 1
    curvature.forget()
    assert curvature.n_kept == 0

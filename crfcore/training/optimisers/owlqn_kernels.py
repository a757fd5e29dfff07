"""Kernels of OWL-QN: vector operations for an L1 penalty."""

from __future__ import annotations

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.vector_kernels import norm


@kernel
def absolute_sum(x: FloatArray, l1: FloatArray) -> float:
    """Return Σ l1·|x|; l1 (F,), or (1,) for all."""
    each = l1.shape[0] > 1
    total = 0.0
    for k in range(x.shape[0]):
        total += l1[k if each else 0] * abs(x[k])
    return total


@kernel
def pseudo_gradient_into(
    x: FloatArray, gradient: FloatArray, l1: FloatArray, pseudo: FloatArray
) -> float:
    """Write the steepest slope of value + Σ l1·|x| and return its norm.

    G. Andrew and J. Gao 2007, equation 4: where x is 0 and both one-sided slopes point upwards,
    it is 0.
    """
    each = l1.shape[0] > 1
    for k in range(x.shape[0]):
        slope = gradient[k]
        strength = l1[k if each else 0]
        if x[k] > 0.0:
            slope += strength
        elif x[k] < 0.0 or slope > strength:
            slope -= strength
        elif slope < -strength:
            slope += strength
        else:
            slope = 0.0
        pseudo[k] = slope
    # A loop of its own: beside the writes, the order of the sum would depend on where the arrays
    # are in memory.
    return norm(pseudo)


@kernel
def free_places(x: FloatArray, pseudo: FloatArray, places: OffsetArray) -> int:
    """Write the indices of variables not fixed at 0 by the penalty; return their number."""
    n = 0
    for k in range(x.shape[0]):
        if x[k] != 0.0 or pseudo[k] != 0.0:
            places[n] = k
            n += 1
    return n


@kernel
def align(pseudo: FloatArray, direction: FloatArray) -> float:
    """Set components of a direction that do not descend to 0; return the remaining slope."""
    total = 0.0
    for k in range(direction.shape[0]):
        product = direction[k] * pseudo[k]
        if product >= 0.0:
            direction[k] = 0.0
        else:
            total += product
    return total


@kernel
def step_in_orthant(
    x: FloatArray, step: float, direction: FloatArray, pseudo: FloatArray, y: FloatArray
) -> float:
    """Write x + step · direction, clipped at 0 where it would change its sign.

    The sign of a component of 0 is that of −pseudo.

    Returns
    -------
    float
        Σ pseudo · (y − x), the predicted change.
    """
    promised = 0.0
    for k in range(x.shape[0]):
        place = x[k] + step * direction[k]
        side = x[k] if x[k] != 0.0 else -pseudo[k]
        if place * side <= 0.0:
            place = 0.0
        y[k] = place
        promised += pseudo[k] * (place - x[k])
    return promised

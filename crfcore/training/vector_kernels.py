"""Kernels on long vectors, for optimisers: in place, without the GIL, in a fixed order."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, OffsetArray
from crfcore.jit import kernel


@kernel
def dot(x: FloatArray, y: FloatArray) -> float:
    """Return Σ x·y."""
    total = 0.0
    for k in range(x.shape[0]):
        total += x[k] * y[k]
    return total


@kernel
def add_scaled(factor: float, x: FloatArray, y: FloatArray) -> None:
    """Do y += factor · x."""
    for k in range(x.shape[0]):
        y[k] += factor * x[k]


@kernel
def add_scaled_then_dot(factor: float, x: FloatArray, y: FloatArray, z: FloatArray) -> float:
    """Do y += factor · x and return Σ y·z of the new y."""
    total = 0.0
    for k in range(x.shape[0]):
        value = y[k] + factor * x[k]
        y[k] = value
        total += value * z[k]
    return total


@kernel
def scale_into(factor: float, x: FloatArray, y: FloatArray) -> None:
    """Do y = factor · x."""
    for k in range(x.shape[0]):
        y[k] = factor * x[k]


@kernel
def step_to(x: FloatArray, step: float, direction: FloatArray, y: FloatArray) -> None:
    """Do y = x + step · direction."""
    for k in range(x.shape[0]):
        y[k] = x[k] + step * direction[k]


@kernel
def difference_into(x: FloatArray, y: FloatArray, z: FloatArray) -> None:
    """Do z = x − y."""
    for k in range(x.shape[0]):
        z[k] = x[k] - y[k]


@kernel
def norm(x: FloatArray) -> float:
    """Return √Σ x²."""
    total = 0.0
    for k in range(x.shape[0]):
        total += x[k] * x[k]
    return float(np.sqrt(total))


@kernel
def take(x: FloatArray, indices: OffsetArray, y: FloatArray) -> None:
    """Do y = x[indices]."""
    for i in range(indices.shape[0]):
        y[i] = x[indices[i]]


@kernel
def put(x: FloatArray, indices: OffsetArray, y: FloatArray) -> None:
    """Do y[indices] = x."""
    for i in range(indices.shape[0]):
        y[indices[i]] = x[i]

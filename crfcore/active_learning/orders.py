"""Orders without a model: the baselines, and the order of a new project."""

from __future__ import annotations

import numpy as np

from crfcore.active_learning.pool import Pool
from crfcore.arrays import FloatArray


def random(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences at random, between 0 and 1."""
    return rng.random(pool.n_sentences)


def sequential(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences in their order: N, N − 1, …, 1."""
    return np.arange(pool.n_sentences, 0.0, -1.0)

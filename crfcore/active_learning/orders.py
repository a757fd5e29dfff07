"""Orders without a model: the baselines, and the order of a new project."""

from __future__ import annotations

import numpy as np

from crfcore.active_learning.pool import Pool
from crfcore.arrays import FloatArray


def random(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask for sentences in random order: a number between 0 and 1 each."""
    return rng.random(pool.n_sentences)


def sequential(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask for sentences in the order in which they stand: N, N − 1, …, 1."""
    return np.arange(pool.n_sentences, 0.0, -1.0)

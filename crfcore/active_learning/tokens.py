"""Query strategies by the probabilities of single tokens."""

from __future__ import annotations

import numpy as np

from crfcore.active_learning import by_sentence
from crfcore.active_learning.pool import Pool
from crfcore.arrays import FloatArray


def token_entropy(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by total token entropy: Σ_t H(y_t|x), in nats.

    B. Settles and M. Craven, EMNLP 2008, section 3.1; long sentences come first.
    """
    return by_sentence.sums(pool.proposals.entropies, pool.offsets)


def mean_token_entropy(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by mean token entropy: Σ_t H(y_t|x) / T, in nats."""
    return by_sentence.means(pool.proposals.entropies, pool.offsets)


def min_marginal(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by their least certain label: 1 − min_t P(y_t = y*_t|x)."""
    return by_sentence.greatest(pool.uncertainties, pool.offsets)


def expected_corrections(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by the expected number of wrong labels: Σ_t (1 − P(y_t = y*_t|x)).

    As many tokens have to be corrected, if the marginals are right.
    """
    return by_sentence.sums(pool.uncertainties, pool.offsets)

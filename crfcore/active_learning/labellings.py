"""Query strategies by the probabilities of whole labellings."""

from __future__ import annotations

import numpy as np

from crfcore.active_learning.pool import Pool, entropies
from crfcore.arrays import FloatArray

N_BEST = 10
"""Number of best labellings, where a strategy uses only some."""


def least_confidence(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by least confidence: −log P(y*|x).

    The order is that of 1 − P(y*|x), which in floating point is 1 for all P below 1e-17 (A. Culotta
    and A. McCallum, Reducing labeling effort for structured prediction tasks, AAAI 2005).
    """
    found = pool.proposals
    return np.maximum(found.log_z - found.path_scores, 0.0)


def normalised_least_confidence(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by least confidence per token: −log P(y*|x) / T.

    Y. Shen, H. Yun, Z. Lipton, Y. Kronrod and A. Anandkumar, Deep active learning for named entity
    recognition, ICLR 2018 (MNLP).
    """
    return least_confidence(pool, rng) / np.maximum(pool.lengths, 1)


def margin(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by the ratio of the two best labellings: P(y²|x) / P(y*|x).

    1 where two are equally good, 0 where there is no other (T. Scheffer, C. Decomain and S. Wrobel,
    Active hidden Markov models for information extraction, IDA 2001). They use the difference of
    the probabilities, which is close to 0 for any long sentence; the ratio is exp(−margin), with
    the margin of `predict_with_scores`.
    """
    scores = pool.nbest(2).path_scores
    with np.errstate(under="ignore"):
        return np.where(pool.lengths > 0, np.exp(scores[:, 1] - scores[:, 0]), 0.0)


def sequence_entropy(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by the entropy of their labellings: −Σ_y P(y|x) log P(y|x), exactly.

    B. Settles and M. Craven, An analysis of active learning strategies for sequence labeling tasks,
    EMNLP 2008, section 3.1; they approximate it.
    """
    return pool.sequence_entropies


def nbest_entropy(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by the entropy of their 10 best labellings, renormalised.

    S. Kim, Y. Song, K. Kim, J.-W. Cha and G. G. Lee, MMR-based active machine learning for
    bio named entity recognition, HLT-NAACL 2006; Settles and Craven 2008, section 3.1.
    """
    scores = pool.nbest(N_BEST).path_scores
    with np.errstate(under="ignore"):
        shares = np.exp(scores - scores[:, :1])
    return entropies(shares / shares.sum(axis=1, keepdims=True))

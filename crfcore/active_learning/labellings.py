"""Query strategies by the probabilities of whole labellings."""

from __future__ import annotations

import numpy as np

from crfcore.active_learning.pool import Pool, entropies
from crfcore.arrays import FloatArray

N_BEST = 10
"""How many labellings stand for all of them, where a strategy takes only some."""


def least_confidence(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask where the best labelling is improbable: −log P(y*|x).

    It orders sentences as 1 − P(y*|x) does, which cannot tell long ones apart: where P is below
    1e-17, that is 1 (A. Culotta and A. McCallum, Reducing labeling effort for structured prediction
    tasks, AAAI 2005).
    """
    found = pool.proposals
    return np.maximum(found.log_z - found.path_scores, 0.0)


def normalised_least_confidence(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask where the best labelling is improbable for its length: −log P(y*|x) / T.

    Y. Shen, H. Yun, Z. Lipton, Y. Kronrod and A. Anandkumar, Deep active learning for named entity
    recognition, ICLR 2018 (MNLP).
    """
    return least_confidence(pool, rng) / np.maximum(pool.lengths, 1)


def margin(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask where a second labelling comes close to the best: P(y²|x) / P(y*|x).

    1 where two are equally good, 0 where there is no other (T. Scheffer, C. Decomain and S.
    Wrobel, Active hidden Markov models for information extraction, IDA 2001). They take the
    difference of the probabilities, which is next to nothing for any long sentence; the quotient
    is exp of the difference of scores, which `predict_with_scores` calls margin.
    """
    scores = pool.nbest(2).path_scores
    with np.errstate(under="ignore"):
        return np.where(pool.lengths > 0, np.exp(scores[:, 1] - scores[:, 0]), 0.0)


def sequence_entropy(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask where many labellings are possible: −Σ_y P(y|x) log P(y|x), exactly.

    B. Settles and M. Craven, An analysis of active learning strategies for sequence labeling tasks,
    EMNLP 2008, section 3.1; they approximate it.
    """
    return pool.sequence_entropies


def nbest_entropy(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Ask where the 10 best labellings are alike in probability: the entropy among them alone.

    S. Kim, Y. Song, K. Kim, J.-W. Cha and G. G. Lee, MMR-based active machine learning for
    bio named entity recognition, HLT-NAACL 2006; Settles and Craven 2008, section 3.1.
    """
    scores = pool.nbest(N_BEST).path_scores
    with np.errstate(under="ignore"):
        shares = np.exp(scores - scores[:, :1])
    return entropies(shares / shares.sum(axis=1, keepdims=True))

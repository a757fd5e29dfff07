"""The choice of words whose variables contain a part of the score of their vectors.

A frequent word has weights of its own, and its vector gives it a score, too: the data see only the
sum. Along the weights of vectors the objective is therefore steep while the weights of words stay
as they are, and almost flat where these compensate. With the variable r = w + a·v in place of a
word's weight w, where v is its vector's score, these directions are apart: with the curvatures h of
the negative log-likelihood and b of the penalty by w, the second derivative by r and v is 0 at
a = h / (h + b).
"""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, ranges_at
from crfcore.training.joint_weights import JointWeights
from crfcore.training.token_features import TokenFeatures

MIN_COUNT = 6
"""Tokens of a word; the data say too little about the weights of rarer ones."""

RIVALS = 16.0
"""So many times the penalty is b, because a token has further attributes that can compensate.

Measured on parts of speech and chunks; 8 to 64 are alike, and 1 takes a tenth more evaluations.
"""


def joint_weights_of(
    features: TokenFeatures,
    curvature: FloatArray,
    c2: float,
    penalty: float,
    counts: FloatArray,
) -> JointWeights | None:
    """Choose the fractions of words by the curvature at some weights; None without vectors.

    Parameters
    ----------
    features : TokenFeatures
    curvature : (F,) array, changed
        Of the negative log-likelihood, as from `Objective.curvature`; that by the weights of
        vectors becomes the one with fractions, penalties of words included.
    c2 : float
    penalty : float
        The second derivative of the penalty of a weight, or the least to be reckoned with.
    counts : (F,) array
        The number m of weights of each variable.
    """
    if features.vectors is None:
        return None
    index, table, found = features.index, features.vectors.table, features.vectors.words
    vectors = np.flatnonzero(found.counts >= MIN_COUNT).astype(np.int32)
    words = found.attributes[vectors]
    lengths = np.diff(index.state_indptr)[words]
    positions = ranges_at(index.state_indptr, words)
    penalties = penalty / counts[positions]
    own = np.maximum(curvature[positions], 0.0)
    fractions = own / (own + RIVALS * penalties)
    owners, labels = np.repeat(vectors, lengths), index.state_labels[positions]
    change = np.zeros((table.n_rows, features.width))
    change[owners, labels] = penalties * fractions**2 - own * (2.0 - fractions) * fractions
    changes = np.zeros_like(curvature)
    table.store(index, change, changes, squared=True)
    curvature += changes
    return JointWeights(positions, owners, labels, fractions, c2 / counts[positions])

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

from crfcore.arrays import FloatArray, IdArray, ranges_at
from crfcore.features.dataset import Dataset
from crfcore.inference.potentials import padded_width
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.folding import Folding
from crfcore.training.joint_weights import JointWeights
from crfcore.training.joint_weights_kernels import find_words
from crfcore.training.token_features import numbers_of, table_of_vectors
from crfcore.training.vector_table import VectorTable

MIN_COUNT = 6
"""Tokens of a word; the data say too little about the weights of rarer ones."""

RIVALS = 16.0
"""So many times the penalty is b, because a token has further attributes that can compensate.

Measured on parts of speech and chunks; 8 to 64 are alike, and 1 takes a tenth more evaluations.
"""


def joint_weights_of(
    dataset: Dataset,
    index: FeatureIndex,
    folding: Folding | None,
    curvature: FloatArray,
    c2: float,
    penalty: float,
    counts: FloatArray,
) -> JointWeights | None:
    """Choose the fractions of words by the curvature at some weights; None without vectors.

    Parameters
    ----------
    dataset, folding
        As of `Objective`.
    index : FeatureIndex
        Of the folded attributes if there is a folding.
    curvature : (F,) array, changed
        Of the negative log-likelihood, as from `Objective.curvature`; that by the weights of
        vectors becomes the one with fractions, penalties of words included.
    c2 : float
    penalty : float
        The second derivative of the penalty of a weight, or the least to be reckoned with.
    counts : (F,) array
        The number m of weights of each variable.
    """
    if dataset.vector_rows is None:
        return None
    numbers = numbers_of(index, folding)
    table, rows = table_of_vectors(dataset, numbers)
    if table is None:
        return None
    numbers[dataset.vector_rows.attributes] = -1
    words, vectors = _words(dataset, numbers, index.n_attributes, table, rows)
    lengths = np.diff(index.state_indptr)[words]
    positions = ranges_at(index.state_indptr, words)
    penalties = penalty / counts[positions]
    own = np.maximum(curvature[positions], 0.0)
    fractions = own / (own + RIVALS * penalties)
    owners, labels = np.repeat(vectors, lengths), index.state_labels[positions]
    change = np.zeros((table.n_rows, padded_width(index.n_labels)))
    change[owners, labels] = penalties * fractions**2 - own * (2.0 - fractions) * fractions
    changes = np.zeros_like(curvature)
    table.store(index, change, changes, squared=True)
    curvature += changes
    return JointWeights(positions, owners, labels, fractions, c2 / counts[positions])


def _words(
    dataset: Dataset, numbers: IdArray, n_variables: int, table: VectorTable, rows: IdArray
) -> tuple[IdArray, IdArray]:
    """Return the attributes of words, and the vector of each; an attribute has only one."""
    vector_of, counts = np.empty(n_variables, np.int32), np.empty(n_variables, np.int32)
    words = np.empty(table.n_rows, np.int32)
    found = np.full(table.n_rows, -1, np.int32)
    first = 0
    for m, n in enumerate(table.counts):
        find_words(
            dataset.indptr,
            dataset.attributes,
            numbers,
            np.ascontiguousarray(rows[:, m]),
            MIN_COUNT,
            vector_of,
            counts,
            words,
        )
        found[first : first + n] = words[first : first + n]
        first += n
    vectors = np.flatnonzero(found >= 0)
    words, firsts = np.unique(found[vectors], return_index=True)
    return words, vectors[firsts].astype(np.int32)

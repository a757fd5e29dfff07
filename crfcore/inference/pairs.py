"""Probabilities of neighbouring labels, and expected counts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.inference.lattice import lattice
from crfcore.inference.posterior_chain import posterior_chains


class ExpectedCounts(NamedTuple):
    """Expected counts over all sentences.

    Attributes
    ----------
    labels : (L,) array
        Σ_t P(y_t = y given x).
    transitions : (L, L) array
        Σ_t P(y_{t-1} = x, y_t = y given x).
    """

    labels: FloatArray
    transitions: FloatArray


def pair_marginals(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> FloatArray:
    """Return P(y_{t-1} = x, y_t = y given x) of every token and pair of labels.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.

    Returns
    -------
    (T, L, L) array
        Entry t is the distribution of (label of token t - 1, label of token t); zeros at the
        first token of a sentence.

    Raises
    ------
    CrfError
        A sentence has no labelling; names the sentence and the token.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    result = np.empty((*checked.scores.shape, checked.n_labels))
    for first, chain in posterior_chains(checked):
        start = int(checked.offsets[first])
        chain.marginals(result[start : start + chain.n_tokens])
    return result


def expected_counts(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None = None,
) -> ExpectedCounts:
    """Return the expected counts of labels and of pairs of neighbours, over all sentences.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.

    Raises
    ------
    CrfError
        A sentence has no labelling; names the sentence and the token.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    n_labels = checked.n_labels
    result = ExpectedCounts(np.zeros(n_labels), np.zeros((n_labels, n_labels)))
    for _, chain in posterior_chains(checked, by_pair=True):
        pairs = np.empty((chain.n_tokens, n_labels, n_labels))
        result.labels[:] += chain.marginals(pairs).sum(axis=0)
        result.transitions[:] += pairs.sum(axis=0)
    return result

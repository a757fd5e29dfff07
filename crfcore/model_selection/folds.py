"""Folds of cross-validation."""

from __future__ import annotations

from numbers import Integral

import numpy as np

from crfcore.arrays import OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.estimator.parameters import generator


def sentence_folds(n_sentences: int, folds: int, seed: int) -> list[OffsetArray]:
    """Divide sentences into random folds of equal size (± 1).

    Parameters
    ----------
    n_sentences : int
    folds : int
        At least 2 and at most the number of sentences.
    seed : int
        Of `numpy.random.default_rng`.

    Returns
    -------
    list of (m,) arrays
        The sentence indices of each fold, in increasing order; each sentence is in one fold.

    Raises
    ------
    CrfError
        The number of folds, or the seed, is not possible.
    """
    if not (isinstance(folds, Integral) and 2 <= folds <= n_sentences):
        raise CrfError(
            f"folds={shown(folds)} is not possible with {n_sentences:,} sentences; it must be at "
            "least 2 and at most as many as there are sentences."
        )
    order = generator(seed).permutation(n_sentences).astype(np.int64)
    return [np.sort(part) for part in np.array_split(order, folds)]
